// list.js - a list of any length of which only the visible rows exist.
//
// It is a listbox: one tab stop, arrows or j/k move, the chosen row is named
// by aria-activedescendant. All rows are of one height.

class List {
  // options: label, height (of a row), row(i, element), chosen(i), open(i)
  constructor(element, options) {
    this.element = element;
    this.options = options;
    this.n = 0;
    this.at = -1;
    this.shown = new Map();
    this.space = document.createElement('div');
    this.space.className = 'space';
    this.space.setAttribute('role', 'presentation');
    element.append(this.space);
    element.tabIndex = 0;
    element.setAttribute('role', 'listbox');
    element.setAttribute('aria-label', options.label);
    element.addEventListener('scroll', () => this.draw());
    element.addEventListener('keydown', (e) => this.key(e));
    element.addEventListener('click', (e) => this.click(e));
    element.addEventListener('dblclick', () => this.options.open && this.options.open(this.at));
    new ResizeObserver(() => this.draw()).observe(element);
  }

  // Show n rows, none or row `at` chosen; nobody is told.
  reset(n, at = -1) {
    this.n = n;
    this.at = at < n ? at : -1;
    this.space.style.height = n * this.options.height + 'px';
    this.redraw();
    if (this.at >= 0) this.reveal(true);
  }

  redraw() {
    this.space.replaceChildren();
    this.shown.clear();
    this.draw();
  }

  draw() {
    const height = this.options.height, margin = 8;
    const view = this.element.clientHeight || 600;
    const from = Math.max(0, Math.floor(this.element.scrollTop / height) - margin);
    const to = Math.min(this.n, Math.ceil((this.element.scrollTop + view) / height) + margin);
    for (const [i, row] of this.shown) {
      if (i >= from && i < to) continue;
      row.remove();
      this.shown.delete(i);
    }
    for (let i = from; i < to; i++)
      if (!this.shown.has(i)) this.make(i);
    this.mark();
  }

  make(i) {
    const row = document.createElement('div');
    row.className = 'row';
    row.id = this.element.id + '-' + i;
    row.dataset.i = i;
    row.style.top = i * this.options.height + 'px';
    row.style.height = this.options.height + 'px';
    row.setAttribute('role', 'option');
    row.setAttribute('aria-posinset', i + 1);
    row.setAttribute('aria-setsize', this.n);
    this.options.row(i, row);
    this.space.append(row);
    this.shown.set(i, row);
  }

  mark() {
    for (const [i, row] of this.shown) row.setAttribute('aria-selected', i === this.at);
    if (this.at >= 0 && this.shown.has(this.at))
      this.element.setAttribute('aria-activedescendant', this.element.id + '-' + this.at);
    else
      this.element.removeAttribute('aria-activedescendant');
  }

  // Scroll so that the chosen row is seen; in the middle if it is far away.
  reveal(middle) {
    const height = this.options.height, top = this.at * height, e = this.element;
    if (top >= e.scrollTop && top + height <= e.scrollTop + e.clientHeight && !middle) return;
    if (middle) e.scrollTop = top - (e.clientHeight - height) / 2;
    else if (top < e.scrollTop) e.scrollTop = top;
    else e.scrollTop = top + height - e.clientHeight;
    this.draw();
  }

  choose(i, middle = false) {
    if (this.n === 0) return;
    this.at = Math.max(0, Math.min(this.n - 1, i));
    this.reveal(middle);
    this.draw();
    if (this.options.chosen) this.options.chosen(this.at);
  }

  click(e) {
    const row = e.target.closest('.row');
    if (row && this.element.contains(row)) this.choose(+row.dataset.i);
  }

  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.options.height) - 1);
    const to = {
      j: this.at + 1, ArrowDown: this.at + 1, k: this.at - 1, ArrowUp: this.at - 1,
      PageDown: this.at + page, PageUp: this.at - page, Home: 0, End: this.n - 1,
    }[e.key];
    if (to !== undefined) this.choose(to);
    else if (e.key === 'Enter' && this.options.open) this.options.open(this.at);
    else return;
    e.preventDefault();
    e.stopPropagation();
  }
}
