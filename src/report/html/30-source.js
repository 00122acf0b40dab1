// Pieces of source text.

var KEYWORDS = new Set(('auto break case char const continue default do double else enum extern float for goto if ' +
  'inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void ' +
  'volatile while _Atomic _Bool _Thread_local bool NULL').split(' '));
var TOKENS = /\/\/.*|\/\*.*?(?:\*\/|$)|"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?|#\s*[a-z]+|[A-Za-z_]\w*|\d[\w.]*/g;

function classOf(token) {
  if (token[0] === '/') return 'tk-comment';
  if (token[0] === '"' || token[0] === "'") return 'tk-string';
  if (token[0] === '#') return 'tk-keyword';
  return KEYWORDS.has(token) ? 'tk-keyword' : /^\d/.test(token) ? 'tk-number' : '';
}

// Compilers count bytes.
function characterAt(line, column) {
  if (!column) return -1;
  var bytes = 0;
  for (var i = 0; i < line.length; ++i) {
    if (bytes >= column - 1) return i;
    var c = line.codePointAt(i);
    bytes += c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    if (c >= 0x10000) ++i;
  }
  return -1;
}

function colouredLine(line, column) {
  var nodes = [], caret = characterAt(line, column), at = 0;
  function put(text, start, kind) {
    if (!text) return;
    var here = caret - start;
    if (here < 0 || here >= text.length) {
      nodes.push(kind ? el('i.' + kind, text) : text);
      return;
    }
    put(text.slice(0, here), start, kind);
    nodes.push(el('mark', text[here]));
    var after = here + 1;
    caret = -1;
    put(text.slice(after), start + after, kind);
  }
  if (line.length <= 400) {
    var match;
    TOKENS.lastIndex = 0;
    while ((match = TOKENS.exec(line))) {
      put(line.slice(at, match.index), at, '');
      put(match[0], match.index, classOf(match[0]));
      at = match.index + match[0].length;
    }
  }
  put(line.slice(at), at, '');
  return nodes;
}

function excerptWith(at) {
  var parts = Object.prototype.hasOwnProperty.call(DATA.sources, at.file) ? DATA.sources[at.file] : [];
  return parts.find(function (part) { return at.line >= part.from && at.line < part.from + part.lines.length; });
}

// `around` lines before and after; `marks` maps further lines to a class.
function sourceBlock(at, around, marks) {
  if (at.file === null) return el('p.soft', 'This code has no position in a source file.');
  var part = excerptWith(at);
  if (!part) return el('p.soft', 'The text of ' + shortName(at.file) + ' could not be read.');
  var from = Math.max(part.from, at.line - around);
  var to = Math.min(part.from + part.lines.length - 1, at.line + around);
  var block = el('div.source', { tabindex: '-1' });
  for (var number = from; number <= to; ++number) {
    var line = part.lines[number - part.from].replace(/\t/g, '  ');
    var row = el('div.line', el('span.number', number),
                 el('code', colouredLine(line, number === at.line ? at.column : 0)));
    if (number === at.line) row.classList.add('here');
    if (marks && marks[number]) row.classList.add(marks[number]);
    block.appendChild(row);
  }
  return block;
}

// The argument of a locking function in the source: "q->lock" in pthread_mutex_lock(&q->lock).
function argumentOf(step) {
  var part = step.call && !/wait/.test(step.call) && step.file !== null ? excerptWith(step) : null;
  if (!part) return '';
  var line = part.lines[step.line - part.from], at = line.indexOf(step.call + '('), depth = 0;
  if (at < 0) return '';
  for (var start = at + step.call.length + 1, end = start; end < line.length; ++end) {
    if (line[end] === '(') ++depth;
    else if (line[end] === ')' && depth-- === 0 || line[end] === ',' && depth === 0)
      return line.slice(start, end).trim().replace(/^&/, '').slice(0, 40);
  }
  return '';
}
