// view.js - the views: findings with source and evidence, graph, tests.

const $ = (id) => document.getElementById(id);
const model = new Model(JSON.parse($('data').textContent));
const state = {list: 0, found: [], file: -1, line: 0, view: 'source', tests: []};

// Text goes into the page only through here: never as markup.
function make(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes || {}))
    if (k === 'class') e.className = v;
    else e.setAttribute(k, v);
  e.append(...children.filter((c) => c !== null && c !== ''));
  return e;
}

const plural = (n, word) => n.toLocaleString('en') + ' ' + word + (n === 1 ? '' : 's');
const placeText = (file, line) => (model.files[file].path || 'unknown file') + (line ? ':' + line : '');

function rankText(f) {
  return f.size > 1 ? '#' + f.first + '–' + f.rank : '#' + f.rank;
}

// ---- source lines, lightly coloured -------------------------------------

const KEYWORDS = new Set(('auto break case char const continue default do double else enum extern float for goto if ' +
  'inline int long register return short signed sizeof static struct switch typedef union unsigned void volatile while bool').split(' '));
const TOKEN = /\/\/.*|\/\*.*?(?:\*\/|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|[A-Za-z_]\w*|[^A-Za-z_"'\/]+|\//g;

// For each line whether it starts inside of a comment.
function commentStarts(lines) {
  const inside = new Uint8Array(lines.length);
  let open = false;
  for (let i = 0; i < lines.length; i++) {
    inside[i] = open ? 1 : 0;
    const text = lines[i];
    if (!open && !text.includes('/*')) continue;
    if (open && !text.includes('*/')) continue;
    for (const t of tokens(text, open)) open = t.open;
  }
  return inside;
}

function tokens(text, open) {
  const out = [];
  let at = 0;
  if (open) {
    const end = text.indexOf('*/');
    at = end < 0 ? text.length : end + 2;
    out.push({kind: 'comment', text: text.slice(0, at), open: end < 0});
  }
  TOKEN.lastIndex = at;
  for (let m; at < text.length && (m = TOKEN.exec(text)); at = TOKEN.lastIndex) {
    const t = m[0], c = t[0];
    if (t.startsWith('//')) out.push({kind: 'comment', text: t, open: false});
    else if (t.startsWith('/*')) out.push({kind: 'comment', text: t, open: t.length < 4 || !t.endsWith('*/')});
    else if (c === '"' || c === "'") out.push({kind: 'string', text: t, open: false});
    else out.push({kind: KEYWORDS.has(t) ? 'keyword' : '', text: t, open: false});
  }
  return out;
}

function codeOf(file, line) {
  const f = model.files[file], text = model.lines(file)[line - 1].replace(/\r$/, '');
  const code = make('code', {});
  if (text.length > 2000 || !/\.(c|h|cc|cpp|cxx|hh|hpp|y|l)$/.test(f.path)) {
    code.textContent = text.length > 2000 ? text.slice(0, 2000) + ' …' : text;
    return code;
  }
  if (!f.inside) f.inside = commentStarts(model.lines(file));
  for (const t of tokens(text, f.inside[line - 1] === 1))
    code.append(t.kind ? make('span', {class: t.kind}, t.text) : t.text);
  return code;
}

// ---- the ranked list ------------------------------------------------------

// The i-th finding that passes the filter.
const found = (i) => model.finding(state.list, state.found[i]);

const findings = new List($('findings'), {
  label: 'Findings, most suspicious first',
  height: 46,
  row(i, row) {
    const f = found(i), text = model.lineText(f.file, f.line);
    row.classList.add('heat' + f.heat);
    if (f.size > 1) row.classList.add('tied', f.nth === 0 ? 'tied-first' : 'tied-next');
    const source = f.entity || (text === null ? f.message : text.trim());
    row.append(
      make('span', {class: 'rank'}, '#' + f.first),
      f.size > 1 && f.nth === 0 ? make('span', {class: 'tie'}, f.size + ' tie') : '',
      make('span', {class: 'score'}, scoreText(f.score)),
      make('span', {class: 'place', title: placeText(f.file, f.line)}, f.function ? make('b', {}, f.function) : '',
        make('span', {class: 'quiet'}, ' ' + placeText(f.file, f.line))),
      make('code', {class: 'snippet'}, source));
  },
  chosen(i) {
    const f = found(i);
    showLine(f.file, f.line, f);
  },
  open() { $('source').focus(); },
});

function filterFindings() {
  const words = $('finding-filter').value.toLowerCase().split(/\s+/).filter(Boolean);
  const n = model.lists.length ? model.list(state.list).n : 0;
  state.found = Array.from({length: n}, (_, i) => i);
  if (words.length > 0) {
    state.found = state.found.filter((i) => {
      const f = model.finding(state.list, i);
      const hay = (placeText(f.file, f.line) + ' ' + f.function + ' ' + f.entity + ' ' +
        (model.lineText(f.file, f.line) || '')).toLowerCase();
      return words.every((w) => hay.includes(w));
    });
  }
  const l = model.lists[state.list];
  $('finding-count').textContent = words.length ? state.found.length + ' of ' + n
    : l ? plural(n, l.unit) : '';
  findings.reset(state.found.length);
}

// ---- source -----------------------------------------------------------------

const source = new List($('source'), {
  label: 'Source lines',
  height: 20,
  row(i, row) {
    const line = i + 1, f = model.bestOn(state.list, state.file, line), n = model.testsOf(state.file, line);
    if (f) row.classList.add('heat' + f.heat);
    else if (n && n.fail.length + n.pass.length === 0) row.classList.add('never');
    row.append(
      make('span', {class: 'number'}, String(line)),
      make('span', {class: 'score'}, f ? scoreText(f.score) : ''),
      make('span', {class: 'ran', title: n ? n.fail.length + ' failing, ' + n.pass.length + ' passing tests ran it' : ''},
        n ? n.fail.length + '/' + n.pass.length : ''),
      codeOf(state.file, line));
  },
  chosen(i) { showEvidence(state.file, i + 1, model.bestOn(state.list, state.file, i + 1)); },
  open() { showFunctionGraph(); },
});

function showFile(file) {
  const lines = model.lines(file);
  state.file = file;
  $('file').value = file;
  $('file-note').textContent = lines === null ? 'the source could not be read when this page was made'
    : plural(lines.length, 'line');
  source.element.scrollTop = 0;
  source.reset(lines ? lines.length : 0);
}

function showLine(file, line, finding) {
  if (file !== state.file) showFile(file);
  source.at = line >= 1 && line <= source.n ? line - 1 : -1;
  if (source.at >= 0) source.reveal(true);
  source.draw();
  showEvidence(file, line, finding);
}

// The next suspicious line of this file in direction `by`.
function nextHot(by) {
  for (let i = source.at + by; i >= 0 && i < source.n; i += by) {
    const f = model.bestOn(state.list, state.file, i + 1);
    if (f && f.heat > 0) return source.choose(i, true);
  }
}

// ---- evidence -----------------------------------------------------------------

function testRows(id, label) {
  const list = new List($(id), {
    label, height: 20,
    row(i, row) { row.append(make('span', {class: 'name'}, model.tests.name[list.tests[i]])); },
    open(i) { if (i >= 0) showTest(list.tests[i]); },
  });
  list.tests = [];
  return list;
}
const ranFail = testRows('ran-fail', 'Failing tests that ran it');
const ranPass = testRows('ran-pass', 'Passing tests that ran it');

function link(file, line, text) {
  return make('a', {href: '#' + file + ':' + line}, text || placeText(file, line));
}

function chainOf(f) {
  if (!f || f.steps.length === 0) return '';
  return make('ol', {class: 'chain'}, ...f.steps.map(([file, line, , fn, message]) =>
    make('li', {}, link(file, line), model.string(fn) ? ' in ' + model.string(fn) : '', ': ' + model.string(message))));
}

// What every technique thinks of the line.
function opinions(file, line) {
  if (model.lists.length < 2) return '';
  const box = make('ul', {class: 'opinions', 'aria-label': 'Rank by each technique'});
  model.lists.forEach((l, i) => {
    const f = model.bestOn(i, file, line);
    if (!f) return;
    const button = make('button', {class: 'heat' + f.heat, title: 'score ' + scoreText(f.score)},
      listName(i) + ' ' + rankText(f));
    button.addEventListener('click', () => showList(i));
    if (i === state.list) button.setAttribute('aria-current', 'true');
    box.append(make('li', {}, button));
  });
  return box;
}

function showEvidence(file, line, f) {
  const tests = model.testsOf(file, line);
  state.line = line;
  state.finding = f;
  $('evidence').replaceChildren(
    make('h2', {}, placeText(file, line), f && f.function ? make('span', {class: 'quiet'}, '  in ' + f.function) : ''),
    make('p', {}, f ? make('span', {class: 'badge heat' + f.heat}, rankText(f) + '  ' + scoreText(f.score)) : '',
      f ? (f.size > 1 ? ' one of ' + f.size + ' that tie: ' : ' ') + (f.entity ? f.entity + '; ' : '') + f.message
        : 'Not in the list of this technique.'),
    chainOf(f), opinions(file, line));
  ranFail.tests = tests ? tests.fail : [];
  ranPass.tests = tests ? tests.pass : [];
  const title = (n, all, word) => tests === null ? 'No record of which ' + word + ' tests ran it'
    : 'Run by ' + n.toLocaleString('en') + ' of ' + all.toLocaleString('en') + ' ' + word + ' tests';
  $('ran-fail-title').textContent = title(ranFail.tests.length, model.failing, 'failing');
  $('ran-pass-title').textContent = title(ranPass.tests.length, model.passing, 'passing');
  ranFail.reset(ranFail.tests.length);
  ranPass.reset(ranPass.tests.length);
  try {
    history.replaceState(null, '', '#' + file + ':' + line);
  } catch (e) { /* not allowed for some ways of opening a file */ }
}

// ---- graph ----------------------------------------------------------------------

function showGraph(index) {
  const g = model.data.graphs[index], box = $('graph');
  box.replaceChildren();
  if (!g) {
    box.append(make('p', {class: 'quiet'}, 'There is no control flow to draw: these runs came without a model of the program.'));
    return;
  }
  $('function').value = index;
  if (!g.svg) {
    box.append(make('p', {class: 'quiet'}, g.note));
    return;
  }
  const doc = new DOMParser().parseFromString(g.svg, 'image/svg+xml');
  const svg = document.importNode(doc.documentElement, true);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', 'Control flow of ' + g.function);
  for (const t of svg.querySelectorAll('title')) t.remove();
  g.blocks.forEach((lines, b) => {
    const node = svg.querySelector('#b' + b);
    if (!node) return;
    const best = lines.map((l) => model.bestOn(state.list, g.file, l)).filter(Boolean)
      .reduce((a, f) => a && a.heat >= f.heat ? a : f, null);
    if (best) node.classList.add('heat' + best.heat);
    if (lines.length === 0) return;
    node.classList.add('place');
    node.setAttribute('tabindex', '0');
    node.setAttribute('role', 'link');
    node.setAttribute('aria-label', 'line ' + lines[0] + (best ? ', score ' + scoreText(best.score) : ''));
    const go = () => { showView('source'); showLine(g.file, lines[0], best); $('source').focus(); };
    node.addEventListener('click', go);
    node.addEventListener('keydown', (e) => { if (e.key === 'Enter') go(); });
  });
  box.append(svg);
}

function showFunctionGraph() {
  const name = state.finding && state.finding.function;
  const at = model.data.graphs.findIndex((g) => g.function === name && (g.file === state.file || g.file === undefined));
  showView('graph');
  if (at >= 0) showGraph(at);
}

// ---- tests ----------------------------------------------------------------------

const VERDICTS = {f: 'fail', p: 'pass', u: 'unknown'};

const tests = new List($('tests'), {
  label: 'Tests, failing ones first',
  height: 26,
  row(i, row) {
    const t = state.tests[i], v = VERDICTS[model.tests.verdict[t]];
    row.append(make('span', {class: 'verdict ' + v}, v), make('span', {class: 'name'}, model.tests.name[t]),
      make('span', {class: 'quiet reason'}, model.string(model.tests.reason[t])));
  },
  chosen(i) { showTestDetail(state.tests[i]); },
});

function filterTests() {
  const words = $('test-filter').value.toLowerCase().split(/\s+/).filter(Boolean);
  state.tests = [];
  for (let t = 0; t < model.ntests; t++) {
    const hay = (model.tests.name[t] + ' ' + VERDICTS[model.tests.verdict[t]] + ' ' +
      model.string(model.tests.reason[t])).toLowerCase();
    if (words.every((w) => hay.includes(w))) state.tests.push(t);
  }
  $('test-count').textContent = words.length ? state.tests.length + ' of ' + model.ntests : plural(model.ntests, 'test');
  tests.reset(state.tests.length);
}

function showTestDetail(t) {
  const v = VERDICTS[model.tests.verdict[t]], l = model.lists[state.list];
  const run = [], seen = new Set();
  for (let i = 0; l && i < Math.min(200, model.list(state.list).n); i++) {
    const f = model.finding(state.list, i), key = f.file + ':' + f.line;
    if (run.length === 25 || seen.has(key)) continue;
    seen.add(key);
    if (model.ran(t, f.file, f.line)) run.push(f);
  }
  $('test').replaceChildren(
    make('h2', {}, model.tests.name[t]),
    make('p', {}, make('span', {class: 'verdict ' + v}, v), ' ' + model.string(model.tests.reason[t])),
    model.lost.has(t) ? make('p', {class: 'quiet'}, 'It left no record of what it ran.') : '',
    make('h3', {}, run.length ? 'The most suspicious lines it ran' + (l ? ', by ' + listName(state.list) : '')
      : 'It ran none of the most suspicious lines.'),
    make('ol', {class: 'ran-lines'}, ...run.map((f) => make('li', {},
      make('span', {class: 'badge heat' + f.heat}, rankText(f) + '  ' + scoreText(f.score)), ' ',
      link(f.file, f.line), ' ', make('code', {}, (model.lineText(f.file, f.line) || '').trim())))));
}

function showTest(t) {
  $('test-filter').value = '';
  showView('tests');
  filterTests();
  tests.choose(state.tests.indexOf(t), true);
  $('tests').focus();
}

// ---- two runs side by side ------------------------------------------------------

const BESIDE = ['same', 'differs', 'first', 'second', 'gap'];

function showRuns() {
  const l = model.lists[state.list], box = $('runs');
  const [a, b] = l && l.beside ? l.samples : [];
  $('runs-bar').replaceChildren(make('span', {}, l && l.difference ? 'The inputs differ: ' + l.difference : ''));
  if (!a || !b) {
    box.replaceChildren(make('p', {class: 'quiet'}, 'This technique compares no two runs.'));
    return;
  }
  const head = make('tr', {}, make('th', {}, 'line'), make('th', {}, 'source'),
    ...[a, b].map(([role, shown]) => make('th', {}, make('span', {class: 'verdict ' + (role === 'failing' ? 'fail' : 'pass')}, role),
      make('code', {}, '  ' + shown))));
  let before = -1;
  const rows = l.beside.map(([kind, file, line, fn, first, second]) => {
    if (kind === 4) return make('tr', {class: 'gap'}, make('td', {colspan: '4'}, model.string(first)));
    const name = model.string(fn), changed = fn !== before;
    before = fn;
    return make('tr', {class: BESIDE[kind]},
      make('td', {}, link(file, line, String(line))),
      make('td', {}, make('code', {}, (model.lineText(file, line) || '').trim()),
        changed && name ? make('span', {class: 'quiet'}, '  in ' + name) : ''),
      make('td', {}, kind === 3 ? '' : model.string(first) || '·'),
      make('td', {}, kind === 2 ? '' : model.string(second) || '·'));
  });
  box.replaceChildren(make('table', {class: 'runs'}, make('thead', {}, head), make('tbody', {}, ...rows)));
}

// ---- all of it ------------------------------------------------------------------

const VIEWS = {source: 'findings', graph: 'graph', tests: 'tests', runs: 'runs'}; // view: what gets the focus

function showView(view, focus) {
  state.view = view;
  for (const v of Object.keys(VIEWS)) {
    $('view-' + v).hidden = v !== view;
    $('tab-' + v).setAttribute('aria-selected', v === view);
    $('tab-' + v).tabIndex = v === view ? 0 : -1;
  }
  if (view === 'graph') showGraph(+$('function').value || 0);
  if (view === 'tests') tests.draw();
  if (view === 'runs') showRuns();
  if (view === 'source') { findings.draw(); source.draw(); }
  if (focus) $(VIEWS[view]).focus();
}

function listName(i) {
  const l = model.lists[i], twice = model.lists.some((m, k) => k !== i && m.technique === l.technique && m.unit !== l.unit);
  return l.technique + (twice ? ' (' + l.unit + ')' : '') + (l.cluster ? ' · ' + l.cluster : '');
}

// Show another technique, keeping the line that is looked at.
function showList(i) {
  const n = model.lists.length;
  if (n === 0) return;
  state.list = (i + n) % n;
  const l = model.lists[state.list];
  $('technique').value = state.list;
  $('technique').title = l.description;
  filterFindings();
  source.redraw();
  if (state.file >= 0) {
    const f = model.bestOn(state.list, state.file, state.line);
    showEvidence(state.file, state.line, f);
    const at = f ? state.found.indexOf(f.i) : -1;
    findings.at = at;
    if (at >= 0) findings.reveal(true);
    findings.draw();
  }
  if (state.view === 'graph') showGraph(+$('function').value || 0);
  if (state.view === 'runs') showRuns();
  if (state.view === 'tests' && tests.at >= 0) showTestDetail(state.tests[tests.at]);
}

function toggleTheme() {
  const root = document.documentElement, dark = root.dataset.theme
    ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
}

function followHash() {
  const m = /^#(\d+):(\d+)$/.exec(location.hash);
  if (!m || +m[1] >= model.files.length) return false;
  showView('source');
  showLine(+m[1], +m[2], model.bestOn(state.list, +m[1], +m[2]));
  return true;
}

const KEYS = {
  '1': () => showView('source', true), '2': () => showView('graph', true), '3': () => showView('tests', true),
  '4': () => { if (!$('tab-runs').hidden) showView('runs', true); },
  t: () => showList(state.list + 1), T: () => showList(state.list - 1),
  g: showFunctionGraph, d: toggleTheme, '?': () => $('help').showModal(),
  n: () => nextHot(1), p: () => nextHot(-1),
  '/': () => {
    if (state.view === 'graph' || state.view === 'runs') showView('source');
    $(state.view === 'tests' ? 'test-filter' : 'finding-filter').focus();
  },
  Escape: () => $(VIEWS[state.view]).focus(),
};

function globalKey(e) {
  if (e.ctrlKey || e.metaKey || e.altKey || $('help').open || e.target.closest('select')) return;
  if (e.target.closest('input')) {
    if (e.key === 'Escape' || e.key === 'Enter' || e.key === 'ArrowDown') {
      if (e.key === 'Escape') { e.target.value = ''; e.target.dispatchEvent(new Event('input')); }
      $(VIEWS[state.view]).focus();
      e.preventDefault();
    }
    return;
  }
  if (KEYS[e.key]) {
    KEYS[e.key]();
    e.preventDefault();
  } else if (state.view !== 'graph' && state.view !== 'runs' && 'jk'.includes(e.key)) {
    (state.view === 'tests' ? tests : findings).key(e);
  }
}

// Left and right move between tabs, as people expect of a tab list.
function tabKey(e) {
  const views = Object.keys(VIEWS).filter((v) => !$('tab-' + v).hidden), by = {ArrowRight: 1, ArrowLeft: -1}[e.key];
  if (!by) return;
  const next = views[(views.indexOf(state.view) + by + views.length) % views.length];
  showView(next);
  $('tab-' + next).focus();
}

function fill(select, texts) {
  select.replaceChildren(...texts.map((text, i) => make('option', {value: i}, text)));
}

function start() {
  const first = model.lists[0];
  $('summary').textContent = first
    ? first.failed.toLocaleString('en') + ' of ' + plural(first.failed + first.passed, 'test') + ' fail'
    : 'nothing was ranked';
  fill($('technique'), model.lists.map((_, i) => listName(i)));
  fill($('file'), model.files.map((f) => f.path || 'unknown file'));
  fill($('function'), model.data.graphs.map((g) => g.function));
  $('tab-runs').hidden = !model.lists.some((l) => l.beside);
  for (let h = 1; h <= 9; h += 2) $('legend').append(make('i', {class: 'heat' + h}));
  $('legend').prepend('less ');
  $('legend').append(' more suspicious');
  $('technique').addEventListener('change', (e) => showList(+e.target.value));
  $('file').addEventListener('change', (e) => showLine(+e.target.value, 1, null));
  $('function').addEventListener('change', (e) => showGraph(+e.target.value));
  $('finding-filter').addEventListener('input', filterFindings);
  $('test-filter').addEventListener('input', filterTests);
  $('theme').addEventListener('click', toggleTheme);
  $('help-button').addEventListener('click', () => $('help').showModal());
  for (const v of Object.keys(VIEWS)) $('tab-' + v).addEventListener('click', () => showView(v));
  document.querySelector('.tabs').addEventListener('keydown', tabKey);
  document.addEventListener('keydown', globalKey);
  window.addEventListener('hashchange', followHash);
  const wanted = location.hash;
  showView('source');
  showList(0);
  filterFindings();
  filterTests();
  if (wanted) location.hash = wanted;
  if (!followHash() && state.found.length > 0) findings.choose(0);
  else if (state.file < 0 && model.files.length > 0) showFile(0);
  $('findings').focus();
}

start();
