// selftest.js - what a person can do with a page, checked inside of it.
// run.sh puts it behind the scripts of a page made by synthetic.c and reads
// the result from the element it leaves: "ok N" or the failures.
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
    // the list is there, the first finding is chosen and shown
    check('focus starts in the list', document.activeElement.id === 'findings');
    check('rows exist', $$('#findings .row').length > 3);
    check('only visible rows exist', $$('#findings .row').length < 80);
    check('first finding is chosen', chosen('findings') && chosen('findings').dataset.i === '0');
    check('it is the faulty function', chosen('findings').textContent.includes('function_2'));
    check('its source is shown', chosen('source') && chosen('source').textContent.includes('total += data[i] / 2;'));
    check('a score is in the heat column', /0\.\d\d/.test(chosen('source').querySelector('.score').textContent));
    check('heat is a class', /heat9/.test(chosen('source').className));
    check('ties are said', text('#findings .tie') === '7 tie');
    check('evidence names failing tests', text('#ran-fail-title') === 'Run by 2 of 2 failing tests');
    check('and lists them', text('#ran-fail .row') === 'suite/case-0001 <b>');
    check('and counts passing ones', /^Run by \d+ of 38 passing tests$/.test(text('#ran-pass-title')));
    const passing = model.testsOf(state.file, state.line).pass.length;
    check('as the message does', text('#evidence').includes('and ' + passing + ' of 38 passing'));
    check('source text is text', $$('#source script').length === 0 && text('#source').includes('"<\/script>"'));

    // keys
    press('j');
    check('j moves', chosen('findings').dataset.i === '1');
    press('ArrowDown');
    press('k');
    check('arrows and k move', chosen('findings').dataset.i === '1');
    check('the active row is announced', $('findings').getAttribute('aria-activedescendant') === chosen('findings').id);
    press('End');
    check('End goes to the end', +chosen('findings').dataset.i === findings.n - 1);
    press('Home');
    const before = text('#technique option:checked');
    press('t');
    check('t changes the technique', $('technique').value === '1' && $$('#technique option')[1].text === 'tarantula');
    check('the line is kept', chosen('source').textContent.includes('total += data[i] / 2;'));
    press('T');
    check('T changes it back', $('technique').selectedOptions[0].text === before);
    press('Enter');
    check('Enter goes into the source', document.activeElement.id === 'source');
    const line = state.line;
    press('j');
    check('j moves there too', state.line === line + 1);
    press('Escape');
    check('Escape goes back', document.activeElement.id === 'findings');
    press('/');
    check('/ goes to the filter', document.activeElement.id === 'finding-filter');
    $('finding-filter').value = 'function_4 return';
    $('finding-filter').dispatchEvent(new Event('input'));
    check('it filters', findings.n === 1 && text('#findings .row').includes('return total'));
    press('Escape');
    check('Escape clears it', findings.n > 100 && document.activeElement.id === 'findings');
    press('?');
    check('? opens the help', $('help').open);
    $('help').close();
    press('d', document.body);
    const theme = document.documentElement.dataset.theme;
    press('d', document.body);
    check('d switches the theme', theme && document.documentElement.dataset.theme !== theme);

    // graph
    findings.choose(0);
    press('g', document.body);
    check('g shows the graph', !$('view-graph').hidden && $('view-source').hidden);
    if (document.querySelector('#graph svg')) {
      check('of this function', document.querySelector('#graph svg').getAttribute('aria-label').includes('function_2'));
      check('with its blocks', $$('#graph .node').length === 8);
      check('with weights', /[+-]\d\.\d\d/.test(text('#graph')));
      check('shaded', $$('#graph .heat9').length > 0);
      press('Enter', document.querySelector('#graph .place'));
      check('a block leads to its line', !$('view-source').hidden && state.line === 1);
    } else {
      check('or says why not', text('#graph').includes('Graphviz'));
    }

    // tests
    press('3', document.body);
    check('3 shows the tests', !$('view-tests').hidden && document.activeElement.id === 'tests');
    check('failing ones first', text('#tests .row .verdict') === 'fail');
    press('j');
    check('a test has details', text('#test h2') === 'suite/case-0001 <b>' && text('#test').includes('exit status 1'));
    check('and lines', $$('#test .ran-lines li').length > 5);
    const href = document.querySelector('#test .ran-lines a').getAttribute('href');
    location.hash = href;
    followHash();
    check('which lead to the source', !$('view-source').hidden && chosen('source').textContent.includes('total +='));

    // accessibility
    check('buttons have names', $$('button').every((b) => b.textContent.trim() || b.ariaLabel));
    check('lists have names', $$('[role=listbox]').every((l) => l.getAttribute('aria-label')));
    check('inputs have names', $$('input, select').every((i) => i.getAttribute('aria-label') || i.closest('label')));
    check('no handlers in markup', $$('*').every((e) => !e.getAttributeNames().some((a) => a.startsWith('on'))));
    check('contrast of heat', contrast());
  } catch (e) {
    bad.push('exception: ' + e.message + ' ' + e.stack);
  }
  const out = document.createElement('pre');
  out.id = 'selftest';
  out.textContent = bad.length ? 'FAILED\n' + bad.join('\n') + '\n' : 'ok ' + n + '\n';
  document.body.append(out);

  // Text on every shade, in both themes, has a contrast of 4.5 or more.
  function contrast() {
    const box = document.createElement('div');
    document.body.append(box);
    let good = true;
    for (const name of ['light', 'dark']) {
      document.documentElement.dataset.theme = name;
      for (let h = 1; h <= 9; h++) {
        box.className = 'badge heat' + h;
        const style = getComputedStyle(box);
        const [a, b] = [luminance(style.color), luminance(style.backgroundColor)].sort((x, y) => y - x);
        good = good && (a + 0.05) / (b + 0.05) >= 4.5;
      }
    }
    box.remove();
    return good;
  }

  function luminance(colour) {
    const [r, g, b] = colour.match(/[\d.]+/g).map((c) => c / 255).map((c) =>
      c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
})();
