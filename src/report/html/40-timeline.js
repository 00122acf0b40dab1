// The picture of a run: a lane for each thread, one step per row, from top to bottom. Only the
// visible rows exist, so that a run of any length opens at once.

var ROW = 28, HEAD = 34, NARROWEST = 92, LINE_AT = 16, SPARE = 12;
var GUTTER = window.innerWidth < 620 ? 30 : 46; // for the numbers of the steps
var MOST_PRINTED = 400;

function Timeline(run, onselect) {
  this.run = run;
  this.onselect = onselect;
  this.all = false;
  this.current = -1;
  this.canvas = el('div.canvas');
  this.head = el('div.lanes');
  this.body = el('div.body', this.head, this.canvas);
  this.node = el('div.timeline', { tabindex: '0', role: 'listbox', 'aria-label': 'Steps of the run' }, this.body);
  this.locks = Array.from(new Set(run.holds.map(function (hold) { return hold.lock; })));
  var self = this;
  this.node.addEventListener('scroll', function () { self.draw(); }, { passive: true });
  this.node.addEventListener('click', function (event) {
    var row = event.target.closest('.step');
    if (row) onselect(+row.dataset.step);
  });
  this.observer = new ResizeObserver(function () { self.layout(); });
  this.observer.observe(this.node);
  this.choose();
}

// Selects the threads with steps, and the rows.
Timeline.prototype.choose = function () {
  var self = this, run = this.run, active = new Set();
  this.rows = run.rows(this.all);
  this.rowOf = new Map();
  this.rows.forEach(function (step, row) {
    self.rowOf.set(step, row);
    active.add(run.steps[step].thread);
  });
  this.lanes = Array.from(active).sort(function (a, b) { return a - b; });
  this.laneOf = new Map(this.lanes.map(function (thread, lane) { return [thread, lane]; }));
  this.edges = [];
  this.rows.forEach(function (step, row) {
    run.steps[step].after.forEach(function (earlier) {
      if (self.rowOf.has(earlier)) self.edges.push([self.rowOf.get(earlier), row]);
    });
  });
  this.layout();
};

Timeline.prototype.setAll = function (all) {
  this.all = all;
  this.choose();
};

Timeline.prototype.layout = function () {
  var room = this.node.clientWidth - GUTTER;
  if (room <= 0) return;
  // A label may extend over the lanes to its right, where its row is empty; the last one needs
  // room.
  var lanes = this.lanes.length, last = lanes > 1 ? Math.min(270, room * 0.62) : room;
  this.lane = lanes > 1 ? Math.max(NARROWEST, Math.min(340, Math.floor((room - last) / (lanes - 1)))) : room;
  this.width = Math.max(GUTTER + this.lane * (lanes - 1) + last, this.node.clientWidth);
  this.body.style.width = this.width + 'px';
  this.canvas.style.height = this.rows.length * ROW + 8 + 'px';
  this.head.textContent = '';
  var self = this;
  this.lanes.forEach(function (thread, lane) {
    var head = el('div.lane', threadTag(thread, self.run.threads[thread].function));
    head.style.left = GUTTER + lane * self.lane + 'px';
    head.style.width = self.lane + 'px';
    self.head.appendChild(head);
  });
  this.draw();
};

Timeline.prototype.x = function (lane) {
  return GUTTER + lane * this.lane + LINE_AT;
};
Timeline.prototype.laneAt = function (row) {
  return this.laneOf.get(this.run.steps[this.rows[row]].thread);
};
function middle(row) {
  return row * ROW + ROW / 2;
}

Timeline.prototype.inSight = function () {
  if (this.printing)
    return [Math.max(0, this.rows.length - MOST_PRINTED), this.rows.length];
  var top = Math.floor((this.node.scrollTop - HEAD) / ROW) - SPARE;
  var count = Math.ceil(this.node.clientHeight / ROW) + 2 * SPARE;
  return [Math.max(0, top), Math.min(this.rows.length, Math.max(0, top) + count)];
};

Timeline.prototype.draw = function () {
  if (!this.lane) return;
  var range = this.inSight(), from = range[0], to = range[1];
  var picture = svg('svg', { class: 'picture', width: this.width, height: Math.max(0, to - from) * ROW,
                             'aria-hidden': 'true' });
  picture.style.top = from * ROW + 'px';
  this.from = from;
  this.to = to;
  this.drawLanes(picture);
  this.drawHolds(picture);
  this.drawEdges(picture);
  this.drawRace(picture);
  var rows = document.createDocumentFragment();
  rows.appendChild(picture);
  for (var row = from; row < to; ++row) rows.appendChild(this.rowNode(row));
  this.canvas.replaceChildren(rows);
};

// Everything below is drawn relative to the first visible row.
Timeline.prototype.y = function (row) {
  return middle(row - this.from);
};

Timeline.prototype.drawLanes = function (picture) {
  var self = this, firstRow = {}, lastRow = {};
  if (!this.spans || this.spansOf !== this.rows) {
    this.rows.forEach(function (step, row) {
      var thread = self.run.steps[step].thread;
      if (firstRow[thread] === undefined) firstRow[thread] = row;
      lastRow[thread] = row;
    });
    this.spans = this.lanes.map(function (thread) { return [firstRow[thread], lastRow[thread]]; });
    this.spansOf = this.rows;
  }
  this.spans.forEach(function (span, lane) {
    var top = Math.max(span[0], self.from - 1), bottom = Math.min(span[1], self.to);
    if (top > bottom) return;
    picture.appendChild(svg('line', { class: 'life hue' + self.lanes[lane] % 8, x1: self.x(lane), x2: self.x(lane),
                                      y1: self.y(top), y2: self.y(bottom) }));
  });
};

// A hold is drawn from the row that acquires the lock to the one that releases it.
Timeline.prototype.drawHolds = function (picture) {
  var self = this;
  this.run.holds.forEach(function (hold) {
    var top = self.rowOf.get(hold.from);
    var bottom = hold.to === null ? self.rows.length - 1 : self.rowOf.get(hold.to);
    if (top === undefined || bottom === undefined || bottom < self.from || top >= self.to) return;
    var open = hold.to === null;
    top = Math.max(top, self.from - 1);
    bottom = Math.min(bottom, self.to);
    var lane = self.laneOf.get(hold.thread), inset = Math.min(hold.depth, 4) * 6;
    var left = self.x(lane) + 9 + inset, y = self.y(top) - ROW / 2 + 2;
    var height = self.y(bottom) - self.y(top) + ROW - 4 + (open ? 3 : 0);
    var kind = 'lock' + self.locks.indexOf(hold.lock) % 6;
    picture.appendChild(svg('rect', { class: 'held ' + kind, x: left, y: y, width: Math.max(self.lane, 110) - LINE_AT - 15 - inset,
                                      height: height, rx: 4 }));
    picture.appendChild(svg('rect', { class: 'bar ' + kind + (hold.reading ? ' reading' : ''), x: left, y: y, width: 4,
                                      height: height, rx: 2 },
                            svg('title', {}, threadName(hold.thread) + ' holds ' + hold.name +
                                             (hold.reading ? ' for reading' : ''))));
  });
};

Timeline.prototype.drawEdges = function (picture) {
  var self = this;
  this.edges.forEach(function (edge) {
    if (edge[1] < self.from || edge[0] >= self.to) return;
    self.arrow(picture, edge[0], edge[1], 'order');
  });
};

// Never across a label, which stands to the right of its lane: down beside the lane of the earlier
// step, then to the right in the row of the later one, where no other label is, or to the left on
// the border above it. The race is kept apart from the arrows, or it would look like an order.
Timeline.prototype.arrow = function (picture, early, late, kind) {
  var a = this.x(this.laneAt(early)), b = this.x(this.laneAt(late)), right = b > a, clash = kind === 'clash';
  var top = this.y(Math.max(early, this.from - 2)) + 4, end = this.y(Math.min(late, this.to + 1));
  var start = a + (right ? 1 : -1) * (clash ? 9 : 4), arrives = late <= this.to, path = 'M' + start + ' ' + top, head;
  if (right) {
    var y = clash ? end + 5 : this.rows[late] === this.run.second ? end - 4 : end;
    path += 'V' + (y - 6);
    if (arrives) path += 'Q' + start + ' ' + y + ' ' + (start + 6) + ' ' + y + 'H' + (b - 12);
    head = 'M' + (b - 13) + ' ' + (y - 4) + 'l7 4l-7 4z';
  } else {
    var border = end - ROW / 2 + (clash ? 3 : 0), into = b + (clash ? 7 : 0);
    path += 'V' + Math.max(top, border - 5);
    if (arrives) path += 'Q' + start + ' ' + border + ' ' + (start - 5) + ' ' + border + 'H' + (into + 5) + 'Q' + into + ' ' + border + ' ' + into + ' ' + (border + 4);
    head = 'M' + (b - 4) + ' ' + (border + 1) + 'l4 7l4 -7z';
  }
  picture.appendChild(svg('path', { class: kind, d: path }));
  if (!clash && arrives) picture.appendChild(svg('path', { class: 'tip', d: head }));
};

Timeline.prototype.drawRace = function (picture) {
  var first = this.rowOf.get(this.run.first), second = this.rowOf.get(this.run.second);
  if (first === second || second < this.from || first >= this.to) return;
  this.arrow(picture, first, second, 'clash');
};

Timeline.prototype.rowNode = function (row) {
  var step = this.rows[row], run = this.run, info = run.steps[step], words = run.wordsOf(step);
  var lane = this.laneAt(row), racing = run.isRacing(step);
  var deep = run.holds.length ? this.depthAt(step, info.thread) : 0;
  var label = el('div.label', el('span.at', info.line === null ? '' : info.line + ':'),
                 el('span.action', words.action), words.what ? el('code', info.target === null ? words.what : threadName(info.target)) : null,
                 words.value ? el('span.value', words.value) : null);
  label.style.left = this.x(lane) + 14 + deep * 6 + 'px';
  label.style.maxWidth = this.width - this.x(lane) - 18 - deep * 6 + 'px';
  var dot = el('span.dot.hue' + info.thread % 8, racing ? run.markOf(step) : null);
  dot.style.left = this.x(lane) + 'px';
  var node = el('div.step', { role: 'option', id: 'step' + step, 'data-step': step,
                              'aria-selected': step === this.current ? 'true' : 'false',
                              title: threadName(info.thread) + ': ' + run.sentenceOf(step) + ' (' + place(info) + ')' },
                el('span.count', step + 1), dot, label);
  node.style.top = row * ROW + 'px';
  if (racing) node.classList.add('racing');
  if (run.isQuiet(step)) node.classList.add('quiet');
  if (step === this.current) node.classList.add('current');
  return node;
};

Timeline.prototype.depthAt = function (step, thread) {
  var deepest = 0;
  for (var i = 0; i < this.run.holds.length; ++i) {
    var hold = this.run.holds[i];
    if (hold.from > step) break;
    if (hold.thread === thread && (hold.to === null || hold.to >= step))
      deepest = Math.max(deepest, Math.min(hold.depth, 4) + 1);
  }
  return deepest;
};

Timeline.prototype.select = function (step) {
  this.current = step;
  this.node.setAttribute('aria-activedescendant', 'step' + step);
  var row = this.rowOf.get(step);
  if (row !== undefined) {
    var top = row * ROW, height = this.node.clientHeight - HEAD;
    if (top < this.node.scrollTop + ROW) this.node.scrollTop = top - 2 * ROW;
    else if (top + 2 * ROW > this.node.scrollTop + height) this.node.scrollTop = top + 3 * ROW - height;
    var left = this.x(this.laneAt(row)) - LINE_AT;
    if (left + 240 > this.node.scrollLeft + this.node.clientWidth)
      this.node.scrollLeft = Math.min(left - GUTTER, left + 240 - this.node.clientWidth);
    else if (left - GUTTER < this.node.scrollLeft) this.node.scrollLeft = left - GUTTER;
  }
  this.draw();
};

// The step that is shown before or after `step`.
Timeline.prototype.neighbour = function (step, by) {
  var row = this.rowOf.get(step);
  if (row === undefined) return this.rows[0];
  return this.rows[Math.max(0, Math.min(this.rows.length - 1, row + by))];
};

Timeline.prototype.setPrinting = function (printing) {
  this.printing = printing;
  var hidden = printing ? Math.max(0, this.rows.length - MOST_PRINTED) : 0;
  this.canvas.style.marginTop = hidden ? -hidden * ROW + 'px' : '';
  this.draw();
};
