// Builds the page. All text from the program under test goes through visible() and into text nodes;
// no markup is made from strings.

// Characters that are invisible, or change how their neighbours are shown.
var UNSEEN = /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

function visible(text) {
  return String(text).replace(UNSEEN, function (c) {
    return '\\u{' + c.codePointAt(0).toString(16) + '}';
  });
}

// el('div.card#main', {title: 'x', onclick: f}, child, 'text', [more])
function el(what, attributes) {
  var parts = what.split(/(?=[.#])/);
  var node = document.createElement(parts[0]);
  for (var i = 1; i < parts.length; ++i) {
    if (parts[i][0] === '#') node.id = parts[i].slice(1);
    else node.classList.add(parts[i].slice(1));
  }
  var first = 1;
  if (attributes && attributes.constructor === Object) {
    first = 2;
    Object.keys(attributes).forEach(function (key) {
      var value = attributes[key];
      if (value === null || value === undefined || value === false) return;
      if (key.slice(0, 2) === 'on') node.addEventListener(key.slice(2), value);
      else node.setAttribute(key, key === 'title' || key.slice(0, 4) === 'aria' ? visible(value) : value);
    });
  }
  for (var at = first; at < arguments.length; ++at) add(node, arguments[at]);
  return node;
}

function add(node, child) {
  if (child === null || child === undefined || child === false) return;
  if (Array.isArray(child)) child.forEach(function (one) { add(node, one); });
  else if (child instanceof Node) node.appendChild(child);
  else node.appendChild(document.createTextNode(visible(child)));
}

function svg(name, attributes) {
  var node = document.createElementNS('http://www.w3.org/2000/svg', name);
  Object.keys(attributes || {}).forEach(function (key) { node.setAttribute(key, attributes[key]); });
  for (var at = 2; at < arguments.length; ++at) add(node, arguments[at]);
  return node;
}

function counted(count, one, many) {
  return count.toLocaleString('en') + ' ' + (count === 1 ? one : many || one + 's');
}

function baseName(file) {
  return file.slice(file.lastIndexOf('/') + 1);
}

// The shortest names that distinguish the files of this report. Maps, since a file may be called
// "constructor".
var shortNames = new Map();
function learnNames(files) {
  var bases = new Map();
  files.forEach(function (file) { bases.set(baseName(file), (bases.get(baseName(file)) || 0) + 1); });
  files.forEach(function (file) { shortNames.set(file, bases.get(baseName(file)) === 1 ? baseName(file) : file); });
}
function shortName(file) {
  return shortNames.get(file) || baseName(file);
}

function place(at) {
  return at.file === null ? 'no position' : shortName(at.file) + ':' + at.line + (at.column ? ':' + at.column : '');
}
// "line 12", with the file if the reader looks at another one.
function lineOf(at, seenFrom) {
  if (at.file === null) return 'an unknown line';
  return (seenFrom && seenFrom.file === at.file ? 'line ' : shortName(at.file) + ':') + at.line;
}

function threadName(number) {
  return 'T' + number;
}
function threadTag(number, name) {
  return el('span.thread.hue' + number % 8, el('b', threadName(number)), name ? ' ' + name : null);
}
