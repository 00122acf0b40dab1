// One race: the two accesses, why nothing orders them, and the run to walk through.

function stackOf(access, calledFrom) {
  var list = el('ol.stack', el('li', el('code', access.function || '?'), el('span.soft', ' ' + place(access))));
  (calledFrom || []).forEach(function (caller) {
    list.appendChild(el('li', el('code', caller.function || '?'), el('span.soft', ' ' + place(caller))));
  });
  return list;
}

function accessWords(access, value, ofValues) {
  var kind = { read: 'reads', write: 'writes', 'read-write': 'updates' }[access.kind] || access.kind;
  return [el('b', kind), ' ', el('code', access.expression || 'memory'),
          access.atomic && !ofValues ? ' atomically (' + access.atomic + ')' : null,
          access.call ? ' by ' + access.call + '()' : null,
          value !== undefined && value !== null ? el('span.value', access.kind === 'read' ? ' = ' + value : ' \u2190 ' + value) : null];
}

function lockChips(holds) {
  if (!holds.length) return el('span.nolock', 'no lock');
  return holds.map(function (hold) {
    return el('span.chip', hold.name, hold.reading ? el('small', ' for reading') : null);
  });
}

function createdWords(run, number) {
  var thread = run.threads[number];
  if (thread.created_by === null) return 'the main thread';
  return ['created by ', threadName(thread.created_by), ' at ', place(thread)];
}

// `number` is 1 or 2; without a run only the place is known.
function accessCard(access, number, run, step, ofValues) {
  var info = run ? run.steps[step] : null;
  var value = info && info.accesses.length === 1 ? info.accesses[0].value : null;
  var card = el('section.access' + (info ? '.hue' + info.thread % 8 : ''),
    el('header', el('span.ball', number),
       info ? threadTag(info.thread, run.threads[info.thread].function) : el('span.thread', access.thread || ''),
       el('span.where', access.file === null ? null : shortName(access.file) + ':' + access.line)),
    el('p.does', accessWords(access, value, ofValues)),
    sourceBlock(access, 2, null));
  if (info)
    card.appendChild(el('dl',
      ofValues ? null : [el('dt', 'holds'), el('dd', lockChips(run.heldAt(step, info.thread)))],
      el('dt', 'thread'), el('dd', createdWords(run, info.thread)),
      ofValues ? null : [el('dt', 'stack'), el('dd', stackOf(access, info.called_from))]));
  return card;
}

function whyCard(finding) {
  return el('section.card.why', el('h2', finding.of_values ? 'What happens' : 'Why nothing orders them'),
    el('p', (finding.of_values ? finding.why.charAt(0).toUpperCase() + finding.why.slice(1) + '.' : finding.why) || 'No lock, no join and no other synchronisation puts one access before the other.'),
    finding.native ? el('p', finding.native) : null,
    el('p.advice', el('b', 'What helps: '), finding.advice.charAt(0).toUpperCase() + finding.advice.slice(1) + '.'));
}

// Two runs with equal inputs, in which a read gets different values.
function harmCard(harm, ofValues) {
  if (!harm) return null;
  var kinds = { harmful: '', benign: '.fine', undecided: '.open' };
  return el('section.card.harm',
    ofValues ? el('h2', 'The two orders')
      : el('h2', 'Does it do harm?', el('span.flag' + (kinds[harm.answer] || ''), harm.answer)),
    ofValues ? null : el('p', harm.words.charAt(0).toUpperCase() + harm.words.slice(1) + '.',
       harm.answer === 'benign' ? ' By the C standard it is a race all the same.' : null),
    harm.runs.length ? el('div.both', harm.runs.map(function (data, at) {
      var run = new Run(data), timeline = new Timeline(run, function (step) { timeline.select(step); });
      page.pictures.push(timeline);
      return el('div', el('h3', at === 0 ? 'In one order' : 'In the other', ', ', el('code', run.sentenceOf(run.second))), timeline.node);
    })) : null);
}

function inputsCard(run) {
  if (!run.inputs.length) return null;
  return el('section.card', el('h2', 'Inputs that lead there'),
    el('div.scroll', el('table.inputs', el('thead', el('tr', el('th', 'from'), el('th', 'value'), el('th', 'bits'), el('th', 'where'))),
      el('tbody', run.inputs.slice(0, 500).map(function (input) {
        return el('tr', el('td', input.source ? el('code', input.source + (/\)$/.test(input.source) ? '' : '()')) : 'memory never written'),
                  el('td', el('code', input.value)), el('td', input.bits), el('td.soft', place(input)));
      })))));
}

// The walk through the run: timeline on the left, the state at the current step on the right.
function Walk(run) {
  var self = this;
  this.run = run;
  this.timeline = new Timeline(run, function (step) { self.go(step); });
  page.pictures.push(this.timeline);
  this.panel = el('div.panel', { 'aria-live': 'polite' });
  this.position = el('output.position');
  this.slider = el('input', { type: 'range', min: 0, max: Math.max(0, this.timeline.rows.length - 1), step: 1,
                              'aria-label': 'Step', oninput: function () { self.go(self.timeline.rows[+this.value]); } });
  function button(text, title, action) {
    return el('button', { type: 'button', title: title, 'aria-label': title, onclick: action }, text);
  }
  var bar = el('div.walkbar',
    button('|\u25C0', 'First step (Home)', function () { self.move('first'); }),
    button('\u25C0', 'Step back (\u2190 or k)', function () { self.move(-1); }),
    button('\u25B6', 'Step forward (\u2192 or j)', function () { self.move(1); }),
    button('\u25B6|', 'The race (End)', function () { self.move('last'); }),
    this.slider, this.position);
  var tools = run.quiet ? el('label.soft', el('input', { type: 'checkbox', onchange: function () {
    self.timeline.setAll(this.checked);
    self.slider.max = self.timeline.rows.length - 1;
    self.go(self.current);
  } }), ' all steps') : null;
  this.node = el('section.card.walk', el('div.title', el('h2', 'The run that leads there'), tools), bar,
    el('div.columns', el('div.left', this.timeline.node, this.legend()), this.panel));
}

Walk.prototype.legend = function () {
  var run = this.run, names = new Map(), locks = this.timeline.locks;
  run.holds.forEach(function (hold) { if (!names.has(hold.lock)) names.set(hold.lock, hold.name); });
  var keys = locks.slice(0, 12).map(function (lock, at) {
    return el('span.key', el('i.swatch.lock' + at % 6), el('span.soft', 'holds '), el('code', names.get(lock)));
  });
  return el('div.legend', el('span.key', el('i.swatch.race'), el('span.soft', 'the racing accesses')),
            this.timeline.edges.length ? el('span.key', el('i.swatch.order'), el('span.soft', 'happens before')) : null, keys);
};

Walk.prototype.move = function (by) {
  var rows = this.timeline.rows;
  if (by === 'first') this.go(rows[0]);
  else if (by === 'last') this.go(this.run.second);
  else this.go(this.timeline.neighbour(this.current, by));
};

// The next step of the same thread.
Walk.prototype.moveInThread = function (by) {
  var rows = this.timeline.rows, thread = this.run.steps[this.current].thread;
  for (var row = this.timeline.rowOf.get(this.current) + by; row >= 0 && row < rows.length; row += by)
    if (this.run.steps[rows[row]].thread === thread) return this.go(rows[row]);
};

Walk.prototype.go = function (step) {
  this.current = step;
  if (this.timeline.rowOf.has(step)) this.slider.value = this.timeline.rowOf.get(step);
  this.position.textContent = 'step ' + (step + 1) + ' of ' + this.run.steps.length;
  this.timeline.select(step);
  this.panel.replaceChildren(this.stepInfo(step));
  var here = this.panel.querySelector('.here');
  if (here) here.parentNode.scrollTop = here.offsetTop - here.parentNode.offsetTop - here.parentNode.clientHeight / 2;
  rememberPlace();
};

Walk.prototype.stepInfo = function (step) {
  var run = this.run, info = run.steps[step], marks = {};
  [run.first, run.second].forEach(function (racing) {
    if (run.steps[racing].file === info.file && run.steps[racing].line !== null) marks[run.steps[racing].line] = 'clashing';
  });
  var words = run.wordsOf(step);
  return el('div',
    el('p.now', threadTag(info.thread, run.threads[info.thread].function), ' ', el('b', words.action), ' ',
       words.what ? el('code', words.what) : null, words.value ? el('span.value', ' ' + words.value) : null,
       info.call ? el('span.soft', ' by ' + info.call + '()') : null,
       run.isRacing(step) ? el('span.flag', 'races') : null),
    el('p.file', place(info)), sourceBlock(info, 12, marks),
    info.called_from.length ? [el('h3', 'Stack'), stackOf(info, info.called_from)] : null,
    this.locksTable(step), this.memoryTable(step));
};

Walk.prototype.locksTable = function (step) {
  var run = this.run;
  var holding = run.holds.filter(function (hold) { return hold.from <= step && (hold.to === null || hold.to > step); });
  if (!run.holds.length) return null;
  return [el('h3', 'Locks held now'), holding.length
    ? el('ul.plain', holding.map(function (hold) {
        return el('li', threadTag(hold.thread, null), ' ', el('code', hold.name), hold.reading ? ' for reading' : null,
                  el('span.soft', ' since ' + lineOf(run.steps[hold.from], null)));
      }))
    : el('p.soft', 'none')];
};

Walk.prototype.memoryTable = function (step) {
  var run = this.run, cells = run.memoryAt(step);
  if (!cells.length) return [el('h3', 'Memory'), el('p.soft', 'nothing accessed yet')];
  cells.sort(function (a, b) { return b.toucher - a.toucher; });
  var named = {};
  cells.forEach(function (cell) { named['=' + cell.name] = (named['=' + cell.name] || 0) + 1; });
  // Different places may have the same text: a[i].
  function nameOf(cell) {
    if (!cell.name) return el('code', 'object ' + cell.object + ' + ' + cell.offset);
    return [el('code', cell.name), named['=' + cell.name] > 1 ? el('small.soft', ' object ' + cell.object + ' + ' + cell.offset) : null];
  }
  return [el('h3', 'Memory'), el('div.scroll', el('table.memory',
    el('tbody', cells.slice(0, 40).map(function (cell) {
      var writer = cell.writer === null ? 'not written in this run'
        : ['by ', threadName(run.steps[cell.writer].thread), ', ', lineOf(run.steps[cell.writer], run.steps[step])];
      var row = el('tr', el('td', nameOf(cell)),
                   el('td', el('code.value', cell.value === null ? '?' : cell.value)), el('td.soft', writer));
      if (cell.toucher === step) row.classList.add(cell.writer === step ? 'written' : 'looked');
      return row;
    })))), cells.length > 40 ? el('p.soft', 'and ' + counted(cells.length - 40, 'more place')) : null];
};

function raceView(finding) {
  var race = DATA.result.races[finding.race];
  var run = race.run ? new Run(race.run) : null;
  var first = race.accesses[0], second = race.accesses[1];
  var walk = run ? new Walk(run) : null;
  var node = el('article.race',
    finding.of_values
      ? el('h1', 'The value of ', el('code', race.object || 'memory'), ' depends on the order of the threads')
      : el('h1', 'Data race on ', el('code', race.object || 'memory')),
    el('div.pair', accessCard(first, 1, run, run ? run.first : 0, finding.of_values),
       el('div.versus', { 'aria-hidden': 'true' }, el('span', 'no order')),
       accessCard(second, 2, run, run ? run.second : 0, finding.of_values)),
    whyCard(finding), harmCard(race.harm, finding.of_values),
    walk ? walk.node : el('section.card', el('p.soft', 'Of this race only the two accesses are known: the run that was followed leads to another one.')),
    run ? inputsCard(run) : null,
    el('p.soft.fingerprint', 'Fingerprint ', el('code', finding.fingerprint)));
  return { node: node, walk: walk };
}
