// model.js - the data of the page, and the questions the views ask about it.
// Its shape is described in html_data.c and html_cover.c.

class Model {
  constructor(data) {
    this.data = data;
    this.lists = data.lists;
    this.tests = data.tests;
    this.ntests = data.tests.name.length;
    this.failing = 0; // tests 0 .. failing-1 failed
    this.passing = 0; // the next ones passed
    for (const v of data.tests.verdict) {
      this.failing += v === 'f';
      this.passing += v === 'p';
    }
    this.lost = new Set(data.tests.lost);
    this.rows = null;
    this.sets = new Map(); // many lines are run by the same tests
    this.files = data.files.map((f) => ({path: f.path, raw: f, lines: undefined, cover: undefined}));
    this.ranked = new Array(this.lists.length).fill(null);
  }

  string(i) { return this.data.strings[i]; }

  // The lines of a file; null if its text could not be put into the page.
  lines(file) {
    const f = this.files[file];
    if (f.lines === undefined) {
      f.lines = f.raw.text === null ? null : f.raw.text.split('\n');
      if (f.lines && f.lines[f.lines.length - 1] === '') f.lines.pop();
    }
    return f.lines;
  }

  lineText(file, line) {
    const lines = this.lines(file);
    return lines && line >= 1 && line <= lines.length ? lines[line - 1] : null;
  }

  // ORDER ROWS: as html_cover.c writes them. Offsets are found once.
  rowTable() {
    if (this.rows) return this.rows;
    const text = atob(this.data.rows), bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
    const rows = [];
    for (let at = 0; at < bytes.length;) {
      let head = 0, scale = 1, b;
      do { b = bytes[at++]; head += (b & 127) * scale; scale *= 128; } while (b & 128);
      const length = Math.floor(head / 4);
      rows.push({kind: head % 4, from: at, to: at + length});
      at += length;
    }
    return this.rows = {bytes, rows};
  }

  // Set the tests of a row in `into`, one byte per test.
  addRow(index, into) {
    const {bytes, rows} = this.rowTable(), row = rows[index];
    if (row.kind === 0) {
      for (let i = row.from; i < row.to; i++)
        for (let bit = 0; bit < 8; bit++)
          if (bytes[i] >> bit & 1) into[(i - row.from) * 8 + bit] = 1;
      return;
    }
    const members = new Uint8Array(into.length).fill(row.kind === 2 ? 1 : 0);
    let test = -1;
    for (let at = row.from; at < row.to;) {
      let distance = 0, scale = 1, b;
      do { b = bytes[at++]; distance += (b & 127) * scale; scale *= 128; } while (b & 128);
      test += distance + 1;
      members[test] = row.kind === 1 ? 1 : 0;
    }
    for (let i = 0; i < into.length; i++) into[i] |= members[i];
  }

  // Rows of the lines of a file: a Map from line to row numbers.
  coverOf(file) {
    const f = this.files[file];
    if (!f.cover) {
      f.cover = new Map();
      const flat = f.raw.lines;
      for (let i = 0, line = 0; i < flat.length;) {
        line += flat[i];
        const n = flat[i + 1];
        f.cover.set(line, flat.slice(i + 2, i + 2 + n));
        i += 2 + n;
      }
    }
    return f.cover;
  }

  // Which tests ran the line: {all: bytes, fail: [...], pass: [...]}; null if
  // that is not known.
  testsOf(file, line) {
    const rows = this.coverOf(file).get(line);
    if (!rows) return null;
    const key = rows.join();
    if (!this.sets.has(key)) {
      const all = new Uint8Array(this.ntests + 7), fail = [], pass = [];
      for (const r of rows) this.addRow(r, all);
      for (let t = 0; t < this.ntests; t++) {
        if (!all[t]) continue;
        if (t < this.failing) fail.push(t);
        else if (t < this.failing + this.passing) pass.push(t);
      }
      if (this.sets.size > 1000) this.sets.clear();
      this.sets.set(key, {all, fail, pass});
    }
    return this.sets.get(key);
  }

  ran(test, file, line) {
    const tests = this.testsOf(file, line);
    return tests !== null && tests.all[test] === 1;
  }

  // Number every line that some finding is on, and say which place is on which.
  lineTable() {
    if (this.lineIds) return this.lineIds;
    const p = this.data.places, ids = new Map(), of = new Int32Array(p.file.length);
    for (let i = 0; i < of.length; i++) {
      const key = p.file[i] * 4294967296 + p.line[i];
      let id = ids.get(key);
      if (id === undefined) ids.set(key, id = ids.size);
      of[i] = id;
    }
    return this.lineIds = {ids, of};
  }

  // A list made ready: group of each finding, best finding of each line. The
  // lists can be long and many, so findings become objects one by one only.
  list(index) {
    if (this.ranked[index]) return this.ranked[index];
    const l = this.lists[index], {ids, of} = this.lineTable(), n = l.place.length;
    const group = new Int32Array(n), first = [], best = new Int32Array(ids.size).fill(-1);
    for (let g = 0, i = 0; g < l.groups.length; g += 3) {
      first.push(i + 1);
      for (const end = i + l.groups[g]; i < end; i++) group[i] = g / 3;
    }
    for (let i = 0; i < n; i++) // the best comes first
      if (best[of[l.place[i]]] < 0) best[of[l.place[i]]] = i;
    return this.ranked[index] = {n, group, first, best, heat: scale(l.groups), unit: l.unit};
  }

  finding(index, i) {
    const l = this.lists[index], r = this.list(index), p = this.data.places;
    const g = r.group[i], place = l.place[i], first = r.first[g];
    const [size, rank, score] = l.groups.slice(3 * g, 3 * g + 3);
    return {
      i, rank, first, score, nth: i + 1 - first, size: Math.max(size, rank - first + 1), heat: r.heat(score, first),
      file: p.file[place], line: p.line[place], column: p.column[place],
      function: this.string(p.function[place]), entity: this.string(p.entity[place]),
      message: this.string(l.message[i]), steps: l.steps[i] || [],
    };
  }

  // The best finding of a list on a line, or null.
  bestOn(index, file, line) {
    const id = this.lineTable().ids.get(file * 4294967296 + line);
    if (id === undefined || index >= this.lists.length) return null;
    const i = this.list(index).best[id];
    return i < 0 ? null : this.finding(index, i);
  }
}

// From score to heat 0 .. 9. Scores of techniques have different scales, so
// heat is relative to the best one of the list; squared, and no more than the
// position allows (9 for the first, one less each time it doubles), so that
// the first ones stand out. 0 means not suspicious.
function scale(groups) {
  let least = Infinity, most = -Infinity;
  for (let g = 2; g < groups.length; g += 3) {
    const s = groups[g];
    if (s === null || !Number.isFinite(s)) continue;
    least = Math.min(least, s);
    most = Math.max(most, s);
  }
  const base = least < 0 && most <= 0 ? least : 0;
  return (s, first) => {
    if (s === null || s <= base) return 0;
    const byPlace = 9 - Math.floor(Math.log2(first));
    const byScore = s === Infinity || most <= base ? 9 : Math.ceil(9 * ((s - base) / (most - base)) ** 2);
    return Math.max(1, Math.min(9, byPlace, byScore));
  };
}

function scoreText(s) {
  if (s === null) return '–';
  if (!Number.isFinite(s)) return s > 0 ? '∞' : '−∞';
  const size = Math.abs(s);
  const text = size >= 1000 || (size > 0 && size < 0.005) ? s.toExponential(1) : s.toFixed(2);
  return text.replace('-', '−');
}
