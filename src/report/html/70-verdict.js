// Verdicts without a race: the suspects that were removed, by which rule, and those that are left.

function pairCard(pair) {
  return el('section.card', el('h3', 'Possible race on ', el('code', pair.object || 'memory')),
    el('div.pair', pair.accesses.map(function (access, at) { return accessCard(access, at + 1, null, 0); })));
}

// "6 of 8 accesses hold 'lock'", and those that do not.
function lockWords(lock) {
  var words = el('p', counted(lock.holds, 'access', 'accesses') + ' of ' + lock.accesses + ' hold ', el('code', lock.name));
  if (!lock.without.length) add(words, ', perhaps of different objects');
  lock.without.forEach(function (access, at) { add(words, [at ? ', ' : '; not ', place(access)]); });
  return words;
}

// A folded card: what it holds is made when it is opened for the first time.
function foldedCard(summary, open, fill) {
  var node = el('details.group', summary), filled = false;
  function fillOnce() {
    if (filled || !node.open) return;
    filled = true;
    fill(node);
  }
  node.addEventListener('toggle', fillOnce);
  node.open = open;
  fillOnce();
  return node;
}

// Cards with a search over all that they say and a choice among kinds: {label, has(item)}.
function searchedCards(id, says, items, kinds, cardOf) {
  var cards = el('div'), shown = el('p.soft'), texts = items.map(function (item) {
    return JSON.stringify(item).toLowerCase();
  });
  function show() {
    var words = find.value.toLowerCase().split(/\s+/).filter(Boolean), kind = kinds[pick.value], found = items.filter(function (item, at) {
      return (!kind || kind.has(item)) && words.every(function (word) { return texts[at].includes(word); });
    });
    cards.replaceChildren.apply(cards, found.slice(0, MOST_LISTED).map(function (item) { return cardOf(item, found.length <= 3); }));
    shown.textContent = found.length === items.length ? '' : found.length + ' of ' + items.length + ' shown';
  }
  var find = el('input#' + id, { type: 'search', placeholder: 'Search: ' + says, 'aria-label': 'Search', oninput: show });
  var pick = el('select', { 'aria-label': 'Which', onchange: show }, el('option', { value: '' }, 'all variables'),
    kinds.map(function (kind, at) { return el('option', { value: at }, kind.label); }));
  show();
  return [el('div.tools', find, pick), shown, cards];
}

function isLockMissing(variable) {
  return variable.lock !== null && variable.lock.without.length > 0;
}

function variableCard(variable, open) {
  var summary = el('summary', el('code', variable.object || 'memory'),
    isLockMissing(variable) ? el('span.flag.open', 'a lock is missing') : null,
    el('span.soft', counted(variable.writes, 'write') + ', ' + counted(variable.reads, 'read')));
  return foldedCard(summary, open, function (node) {
    if (variable.lock) add(node, lockWords(variable.lock));
    add(node, el('div.pair', variable.accesses.map(function (access, at) { return accessCard(access, at + 1, null, 0); })));
  });
}

// What a person has to decide: variables, and not their many pairs.
function variablesCard(suspects) {
  return el('section.card', el('h2',
    (suspects.variables_shared > suspects.variables_open ? suspects.variables_open.toLocaleString('en') + ' of ' : '') +
    counted(Math.max(suspects.variables_shared, suspects.variables_open), 'shared variable') + ' may race'),
    searchedCards('findvariable', 'variable, function, file', suspects.variables,
      [{ label: 'where a lock is missing', has: isLockMissing }], variableCard),
    suspects.variables_mixed_up ? el('p.soft', 'Accesses to ' + counted(suspects.variables_mixed_up, 'other variable') +
      ' could only meet those to another one, where pointers are not told apart.') : null);
}

function pairCards(suspects) {
  if (!suspects || !suspects.open.length) return null;
  if (suspects.variables.length) return variablesCard(suspects);
  return [el('h2.part', suspects.open.length < suspects.left ?
    'Some of the ' + counted(suspects.left, 'pair') + ' that are left' : 'Pairs that are left'), suspects.open.slice(0, 50).map(pairCard)];
}

function reasonCard(reason, places) {
  // The reason concerns all pairs; the position of one of them would mislead.
  if (reason.kind === 'suspects-left') places = [];
  return el('section.card.reason', el('h3', el('span.kind', reason.kind), reason.message),
    reason.hint ? el('p.advice', el('b', 'What helps: '), reason.hint) : null,
    places.filter(function (at) { return at.file !== null; }).slice(0, 3).map(function (at) {
      return [el('p.file', place(at)), sourceBlock(at, 2, null)];
    }),
    places.length > 3 ? el('p.soft', 'and at ' + counted(places.length - 3, 'more place')) : null);
}

// One reason, at one place or at many.
function reasonCards(reasons) {
  var merged = new Map();
  reasons.forEach(function (reason) {
    var key = reason.kind + '\n' + reason.message;
    if (!merged.has(key)) merged.set(key, []);
    merged.get(key).push(reason);
  });
  return Array.from(merged.values()).slice(0, 200).map(function (places) { return reasonCard(places[0], places); });
}

function ruledOut(suspects) {
  if (!suspects.total) return null;
  var bar = el('div.share', { 'aria-hidden': 'true' }), rows = [];
  suspects.removed.forEach(function (rule, at) {
    var piece = el('i.lock' + at % 6, { title: rule.prover + ': ' + rule.count });
    piece.style.flexGrow = rule.count;
    bar.appendChild(piece);
    rows.push(el('tr', el('td', el('i.swatch.lock' + at % 6), ' ', el('b', rule.prover)), el('td.n', rule.count.toLocaleString('en')),
                 el('td', rule.reason)));
  });
  if (suspects.left) {
    var rest = el('i.open', { title: 'left: ' + suspects.left });
    rest.style.flexGrow = suspects.left;
    bar.appendChild(rest);
    rows.push(el('tr.open', el('td', el('i.swatch.open'), ' ', el('b', 'left')), el('td.n', suspects.left.toLocaleString('en')),
                 el('td', 'these could not be decided')));
  }
  return el('section.card', el('h2', 'What became of ' + counted(suspects.total, 'suspect')),
    el('p.soft', 'A suspect is a pair of accesses that may touch the same memory, one of them writing, one of them not atomic.'),
    bar, el('div.scroll', el('table.rules', el('tbody', rows))));
}

// A proof depends on its assumptions.
function assumedCard(assumptions) {
  if (!assumptions || !assumptions.length) return null;
  return el('section.card', el('h2', 'What this verdict assumes'), el('ul', assumptions.map(function (assumption) {
    return el('li', assumption.message, ' ', el('span.kind', assumption.name));
  })));
}

function groupCard(group, open) {
  var threads = group.threads.map(function (thread) { return thread.function + (thread.several ? ' (several)' : ''); });
  var state = group.race ? el('span.flag', 'races') : group.left ? el('span.flag.open', group.left + ' left') : el('span.flag.fine', 'ruled out');
  var summary = el('summary', el('code', group.object), state,
    el('span.soft', counted(group.access_count, 'access', 'accesses') + (threads.length ? ' \u00b7 ' + threads.join(', ') : '')));
  return foldedCard(summary, open, function (node) {
    add(node, el('ul', group.removed.map(function (rule) {
      return el('li', el('b', rule.count.toLocaleString('en')), ' by ', el('b', rule.prover), ': ', rule.reason);
    })));
    group.accesses.forEach(function (access) {
      add(node, [el('p.file', access.kind, ' in ', access.function || '?', ', ', place(access)), sourceBlock(access, 1, null)]);
    });
    if (group.lines_not_listed) add(node, el('p.soft', 'and on ' + counted(group.lines_not_listed, 'more line')));
  });
}

function groupsCard(suspects) {
  if (!suspects.groups.length) return null;
  var others = [];
  if (suspects.groups_not_listed) others.push(counted(suspects.groups_not_listed, 'further variable') + ' not listed here');
  if (suspects.groups_never_shared) others.push(counted(suspects.groups_never_shared, 'variable') + ' without conflicting accesses by different threads');
  if (suspects.groups_without_conflict) others.push(counted(suspects.groups_without_conflict, 'variable') + ' only read, or accessed by atomic operations alone');
  return el('section.card', el('h2', 'Variables that threads share'),
    searchedCards('find', 'variable, function, file, rule', suspects.groups,
      [{ label: 'with suspects left', has: function (group) { return group.left > 0; } },
       { label: 'ruled out', has: function (group) { return group.left === 0; } }], groupCard),
    others.length ? el('p.soft', others.join('; ')) : null);
}

function violationCard(violation) {
  return el('section.card.access', el('h2', violation.message), el('p.file', place(violation)), sourceBlock(violation, 6, null),
    el('h3', 'Stack'), stackOf(violation, violation.called_from), inputsCard(violation));
}

var HEADLINES = {
  'race-free': 'No run of this program has a data race',
  unknown: 'Neither a race nor a proof was found',
  holds: 'The property holds in every run',
  violated: 'A run breaks the property',
  race: 'Races were found'
};

function headline(result) {
  var isCele = result.files.length === 1 && /\.(cele|small)$/.test(result.files[0]);
  if (result.verdict === 'race-free' && isCele) return 'In no run does a value depend on the order of the threads';
  return HEADLINES[result.verdict] || result.verdict;
}

function verdictView() {
  var result = DATA.result, suspects = result.suspects;
  return el('article', el('h1', headline(result)),
    el('p.lead', DATA.summary.charAt(0).toUpperCase() + DATA.summary.slice(1) + '.', result.scope ? ' Scope: ' + result.scope + '.' : null),
    (result.violations || []).map(violationCard),
    pairCards(suspects),
    result.reasons.length ? [el('h2.part', 'Why it is unknown'), reasonCards(result.reasons)] : null,
    suspects ? ruledOut(suspects) : null, assumedCard(result.assumptions), suspects ? groupsCard(suspects) : null);
}
