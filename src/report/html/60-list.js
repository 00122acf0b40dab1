// The list of races, by variable, with search.

var MOST_LISTED = 400;

function pairKind(race) {
  var writes = race.accesses.filter(function (access) { return access.kind !== 'read'; }).length;
  return writes === 2 ? 'write and write' : 'read and write';
}

function RaceList(findings, onselect) {
  var self = this;
  this.findings = findings;
  this.onselect = onselect;
  this.texts = findings.map(function (finding) {
    var race = DATA.result.races[finding.race];
    return [race.object].concat(race.accesses.map(function (access) {
      return [access.file, access.line, access.function, access.thread, access.kind, access.expression].join(' ');
    })).join(' ').toLowerCase();
  });
  this.find = el('input#find', { type: 'search', placeholder: 'Search', title: 'Variable, function, file, line', 'aria-label': 'Search',
                                 oninput: function () { self.show(); } });
  this.kind = el('select', { 'aria-label': 'Kind', onchange: function () { self.show(); } },
    el('option', { value: '' }, 'all kinds'), el('option', { value: 'write and write' }, 'write and write'),
    el('option', { value: 'read and write' }, 'read and write'), el('option', { value: 'run' }, 'with a run'));
  this.shown = el('p.soft');
  this.items = el('div.items');
  this.node = el('details.list', { open: window.innerWidth > 900 ? '' : null },
    el('summary', counted(findings.length, 'race')),
    el('div.tools', this.find, this.kind), this.shown, this.items);
  this.current = 0;
  this.show();
}

RaceList.prototype.matches = function () {
  var words = this.find.value.toLowerCase().split(/\s+/).filter(Boolean), kind = this.kind.value, self = this, found = [];
  this.findings.forEach(function (finding, at) {
    var race = DATA.result.races[finding.race];
    var fits = !kind || (kind === 'run' ? race.run !== null : pairKind(race) === kind);
    if (fits && words.every(function (word) { return self.texts[at].includes(word); })) found.push(at);
  });
  return found;
};

RaceList.prototype.show = function () {
  var self = this, found = this.matches(), groups = new Map();
  found.slice(0, MOST_LISTED).forEach(function (at) {
    var object = DATA.result.races[self.findings[at].race].object || 'memory';
    if (!groups.has(object)) groups.set(object, []);
    groups.get(object).push(at);
  });
  this.order = [].concat.apply([], Array.from(groups.values()));
  this.shown.textContent = found.length === this.findings.length ? '' : found.length + ' of ' + this.findings.length + ' shown';
  this.items.replaceChildren();
  groups.forEach(function (members, object) {
    self.items.appendChild(el('h3', el('code', object), members.length > 1 ? el('span.soft', ' ' + members.length) : null));
    members.forEach(function (at) { self.items.appendChild(self.item(at)); });
  });
  if (found.length > MOST_LISTED)
    this.items.appendChild(el('p.soft', 'and ' + counted(found.length - MOST_LISTED, 'more race') + ': narrow the search'));
};

RaceList.prototype.item = function (at) {
  var self = this, race = DATA.result.races[this.findings[at].race];
  var button = el('button.item', { type: 'button', 'data-at': at, 'aria-current': at === this.current ? 'true' : null,
                                   onclick: function () { self.onselect(at); } });
  race.accesses.forEach(function (access) {
    button.appendChild(el('span', el('b', access.kind), ' ', place(access), el('span.soft', ' ' + (access.function || ''))));
  });
  return button;
};

RaceList.prototype.select = function (at) {
  this.current = at;
  this.items.querySelectorAll('.item').forEach(function (item) {
    var here = +item.dataset.at === at;
    if (here) item.setAttribute('aria-current', 'true');
    else item.removeAttribute('aria-current');
    if (here && item.offsetParent) item.scrollIntoView({ block: 'nearest' });
  });
};

// The race after or before the current one, in the order of the list.
RaceList.prototype.neighbour = function (by) {
  var at = this.order.indexOf(this.current);
  return at < 0 ? this.order[0] : this.order[at + by];
};
