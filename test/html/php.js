// php.js - a page about a PHP application, checked inside of it: templates are
// text, whatever tags are in them, and requests are tests. php/browser.sh puts
// it behind the page's scripts.
(() => {
  const bad = [];
  let n = 0;
  const check = (what, ok) => { n++; if (!ok) bad.push(what); };
  const press = (key, target = document.activeElement) =>
    target.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
  const $$ = (selector) => [...document.querySelectorAll(selector)];
  const text = (selector) => document.querySelector(selector).textContent;
  const chosen = (id) => document.querySelector('#' + id + ' [aria-selected=true]');

  try {
    check('the first finding is the template\'s', chosen('findings').textContent.includes('products.php'));
    check('its line is shown', chosen('source').textContent.includes("<i><?= $product['note'] ?></i>"));
    check('it is hot', /heat\d/.test(chosen('source').className) && /\d\.\d\d/.test(chosen('source').querySelector('.score').textContent));
    check('tags of the template are text', $$('#source table, #source td, #source form, #source i').length === 0);
    check('lines without code are there', text('#source').includes('</table>'));
    check('the failure is told', text('#evidence').includes('2 failures name it'));
    check('failing requests are listed', text('#ran-fail').includes('GET / get:q=jas'));
    check('passing ones, too', text('#ran-pass').includes('GET / get:category=3'));
    $('finding-filter').value = 'page.php';
    $('finding-filter').dispatchEvent(new Event('input'));
    check('files can be looked for', $$('#findings .row').length > 0 &&
      $$('#findings .row').every((row) => row.textContent.includes('page.php')));
    press('Escape', $('finding-filter'));
    $('file').value = [...$('file').options].find((o) => o.text.endsWith('index.php')).value;
    $('file').dispatchEvent(new Event('change'));
    check('another file can be chosen', text('#source').includes('the goods: by category'));
  } catch (e) {
    bad.push('stopped: ' + e.message);
  }
  const result = document.createElement('pre');
  result.id = 'selftest';
  result.textContent = bad.length ? bad.join('; ') : 'ok ' + n;
  document.body.append(result);
})();
