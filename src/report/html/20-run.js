// One run, and what a reader asks about it: who holds which lock, what is in memory.

var QUIET = { Data: 1, Begin: 1 };
// An attempt that failed has another role.
var TAKES = { Take: 'lock', TakeShared: 'rdlock' };
var GIVES = { Give: 'lock', GiveShared: 'rdlock' };

function Run(run) {
  this.threads = run.threads;
  this.inputs = run.inputs;
  this.steps = run.steps;
  this.first = run.racing_steps[0];
  this.second = run.racing_steps[1];
  this.holds = this.findHolds();
  this.quiet = 0;
  for (var i = 0; i < this.steps.length; ++i) if (this.isQuiet(i)) ++this.quiet;
}

Run.prototype.isRacing = function (step) {
  return step === this.first || step === this.second;
};

// A run may also lead to one read whose value matters.
Run.prototype.markOf = function (step) {
  return this.first === this.second ? '!' : step === this.first ? '1' : '2';
};

// Which way data went is told by the inputs.
Run.prototype.isQuiet = function (step) {
  return QUIET[ROLES[this.steps[step].action]] === 1 && !this.isRacing(step);
};

// The steps to draw, in order.
Run.prototype.rows = function (all) {
  var rows = [];
  for (var i = 0; i < this.steps.length; ++i) if (all || !this.isQuiet(i)) rows.push(i);
  return rows;
};

// {thread, lock, name, reading, from, to, depth}: `to` is the step that gives it back, or nothing.
Run.prototype.findHolds = function () {
  var open = {}, holds = [], unnamed = new Map();
  // Different locks may be written alike, so those without a name of their own get a letter.
  function nameOf(step, lock) {
    if (step.object) return step.object;
    if (!unnamed.has(lock)) {
      var letter = unnamed.size < 26 ? String.fromCharCode(65 + unnamed.size) : unnamed.size + 1;
      unnamed.set(lock, (argumentOf(step) || 'lock') + ' [' + letter + ']');
    }
    return unnamed.get(lock);
  }
  this.steps.forEach(function (step, index) {
    var of = open[step.thread] = open[step.thread] || [];
    var lock = step.meeting === null ? 'by name ' + step.object : step.meeting;
    if (TAKES[ROLES[step.action]]) {
      var hold = { thread: step.thread, lock: lock, name: nameOf(step, lock),
                   reading: TAKES[ROLES[step.action]] === 'rdlock', from: index, to: null, depth: of.length };
      of.push(hold);
      holds.push(hold);
    } else if (GIVES[ROLES[step.action]]) {
      for (var i = of.length - 1; i >= 0; --i)
        if (of[i].lock === lock) {
          of[i].to = index;
          of.splice(i, 1);
          break;
        }
    }
  });
  return holds;
};

// Of a lock without a name of its own: how holds call it.
Run.prototype.lockName = function (step) {
  if (!TAKES[ROLES[this.steps[step].action]] && !GIVES[ROLES[this.steps[step].action]]) return '';
  var hold = this.holds.find(function (one) { return one.from === step || one.to === step; });
  return hold ? hold.name : '';
};

// What `thread` holds while it makes this step.
Run.prototype.heldAt = function (step, thread) {
  return this.holds.filter(function (hold) {
    return hold.thread === thread && hold.from < step && (hold.to === null || hold.to >= step);
  });
};

// What is known to be in memory after the step: only what the run looked at or wrote.
Run.prototype.memoryAt = function (last) {
  var cells = new Map();
  for (var i = 0; i <= last; ++i) {
    var step = this.steps[i];
    for (var k = 0; k < step.accesses.length; ++k) this.apply(cells, step, i, step.accesses[k]);
  }
  return Array.from(cells.values());
};

Run.prototype.apply = function (cells, step, index, access) {
  var key = access.object + '+' + access.offset + ':' + access.bytes;
  var cell = cells.get(key);
  if (access.writes)
    cells.forEach(function (other, at) {
      if (at !== key && other.object === access.object && other.offset < access.offset + access.bytes &&
          access.offset < other.offset + other.bytes) cells.delete(at);
    });
  if (!cell) {
    cell = { object: access.object, offset: access.offset, bytes: access.bytes, name: null,
             value: null, writer: null, toucher: index };
    cells.set(key, cell);
  }
  if (step.object && step.accesses.length === 1 && (!cell.name || step.object.length < cell.name.length))
    cell.name = step.object;
  if (access.value !== null || access.writes) cell.value = access.value;
  if (access.writes) cell.writer = index;
  cell.toucher = index;
};

// "write total = 5": the words of a step, in parts that are shown differently.
Run.prototype.wordsOf = function (index) {
  var step = this.steps[index];
  var words = { action: step.action, what: '', value: '' };
  if (step.target !== null) words.what = threadName(step.target) + ' ' + (this.threads[step.target].function || '');
  else words.what = step.object === null ? this.lockName(index) : step.object;
  if (step.accesses.length === 1 && step.accesses[0].value !== null)
    words.value = (step.accesses[0].writes ? '\u2190 ' : '= ') + step.accesses[0].value;
  return words;
};

Run.prototype.sentenceOf = function (index) {
  var words = this.wordsOf(index), call = this.steps[index].call;
  return words.action + (words.what ? ' ' + words.what : '') + (words.value ? ' ' + words.value : '') +
         (call ? ' by ' + call + '()' : '');
};
