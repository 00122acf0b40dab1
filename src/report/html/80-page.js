// The frame: title, theme, keys, and the initial view.

var DATA = JSON.parse(document.getElementById('data').textContent);
var page = { walk: null, list: null, at: 0, pictures: [] };

function setTheme(theme) {
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  try { localStorage.setItem('raceward-theme', theme); } catch (denied) { /* it lasts for this visit */ }
}
function storedTheme() {
  try { return localStorage.getItem('raceward-theme') || 'auto'; } catch (denied) { return 'auto'; }
}
function toggleTheme() {
  var now = document.documentElement.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  setTheme(now === 'dark' ? 'light' : 'dark');
}

// So that a link leads to a step: #race-2-step-7.
function rememberPlace() {
  if (!page.walk || page.walk.current === undefined) return;
  try { history.replaceState(null, '', '#race-' + (page.at + 1) + '-step-' + (page.walk.current + 1)); } catch (denied) { /* no link then */ }
}

var KEYS = [
  ['\u2192 or j', 'step forward'], ['\u2190 or k', 'step back'], ['Home, End', 'first step; the race'],
  ['r', 'from one racing access to the other'], ['[ and ]', 'previous and next step of this thread'], ['n and p', 'next and previous race'],
  ['/', 'search'], ['t', 'light or dark'], ['?', 'these keys']
];
var help = el('dialog.help', { 'aria-label': 'Keys' }, el('h2', 'Keys'),
  el('dl', KEYS.map(function (key) { return [el('dt', el('kbd', key[0])), el('dd', key[1])]; })),
  el('button', { type: 'button', onclick: function () { help.close(); } }, 'Close'));

function onKey(event) {
  var typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== 'range' && event.target.type !== 'checkbox';
  if (event.key === 'Escape' && typing) return event.target.blur();
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  var walk = page.walk, handled = true;
  if (event.key === '?') help.open ? help.close() : help.showModal();
  else if (event.key === 't') toggleTheme();
  else if (event.key === '/' && document.getElementById('find')) {
    if (page.list) page.list.node.open = true;
    document.getElementById('find').focus();
  } else if ((event.key === 'n' || event.key === 'p') && page.list) {
    var next = page.list.neighbour(event.key === 'n' ? 1 : -1);
    if (next !== undefined) showRace(next);
  } else if (!walk || help.open) handled = false;
  else if (event.key === 'ArrowRight' || event.key === 'j') walk.move(1);
  else if (event.key === 'ArrowLeft' || event.key === 'k') walk.move(-1);
  else if (event.key === 'ArrowDown' && document.activeElement === walk.timeline.node) walk.move(1);
  else if (event.key === 'ArrowUp' && document.activeElement === walk.timeline.node) walk.move(-1);
  else if (event.key === 'Home') walk.move('first');
  else if (event.key === 'End') walk.move('last');
  else if (event.key === 'r') walk.go(walk.current === walk.run.first ? walk.run.second : walk.run.first);
  else if (event.key === ']') walk.moveInThread(1);
  else if (event.key === '[') walk.moveInThread(-1);
  else handled = false;
  if (handled) event.preventDefault();
}

var main = el('main');

function showRace(at, step) {
  page.at = at;
  page.pictures.forEach(function (timeline) { timeline.observer.disconnect(); });
  page.pictures = [];
  var view = raceView(DATA.findings[at]);
  page.walk = view.walk;
  main.replaceChildren(view.node);
  page.pictures.forEach(function (timeline) { timeline.layout(); timeline.select(timeline.run.second); });
  if (page.list) {
    page.list.select(at);
    if (window.innerWidth <= 900) page.list.node.open = false;
  }
  if (view.walk) {
    view.walk.go(step !== undefined && step < view.walk.run.steps.length ? step : view.walk.run.second);
  }
  document.documentElement.scrollTop = 0;
}

function topBar() {
  var result = DATA.result;
  var facts = [result.files.map(baseName).slice(0, 3).join(', ') + (result.files.length > 3 ? ' and ' + (result.files.length - 3) + ' more' : ''),
               result.data_model, result.model ? 'memory model ' + result.model : result.property,
               DATA.findings.length ? null : result.scope].filter(Boolean);
  return el('header.top', el('span.verdict.v-' + result.verdict, result.verdict),
    el('span.summary', DATA.summary), el('span.facts', facts.join(' \u00b7 ')),
    el('span.buttons', el('button', { type: 'button', title: 'Light or dark (t)', 'aria-label': 'Light or dark', onclick: toggleTheme }, '\u25D0'),
       el('button', { type: 'button', title: 'Keys (?)', 'aria-label': 'Keys', onclick: function () { help.showModal(); } }, '?')));
}

function footer() {
  var result = DATA.result, stats = result.stats;
  return el('footer', 'Raceward ' + result.tool.version + ' \u00b7 checked in ' + stats.wall_seconds.toFixed(2) + ' s \u00b7 ' +
    result.files.join(' '));
}

function start() {
  document.getElementById('plain').remove();
  setTheme(storedTheme());
  learnNames(Object.keys(DATA.sources));
  var app = document.getElementById('app');
  app.replaceChildren(topBar(), main, footer(), help);
  document.addEventListener('keydown', onKey);
  function setPrinting(printing) {
    page.pictures.forEach(function (timeline) { timeline.setPrinting(printing); });
  }
  window.addEventListener('beforeprint', function () { setPrinting(true); });
  window.addEventListener('afterprint', function () { setPrinting(false); });
  if (!DATA.findings.length) {
    main.appendChild(verdictView());
    return;
  }
  if (DATA.findings.length > 1) {
    page.list = new RaceList(DATA.findings, showRace);
    app.classList.add('many');
    app.insertBefore(page.list.node, main);
  }
  var wanted = /^#race-(\d+)(?:-step-(\d+))?$/.exec(location.hash);
  var at = wanted && +wanted[1] >= 1 && +wanted[1] <= DATA.findings.length ? +wanted[1] - 1 : 0;
  showRace(at, wanted && wanted[2] ? +wanted[2] - 1 : undefined);
}

start();
document.documentElement.dataset.ready = '1';
