#!/usr/bin/env python3
"""No file, function or class of src and runtime is too long to be read at once.

A file has at most 800 lines, a function at most 100 (from the first line of its declaration to its
last brace, lambdas included), a class at most 60 methods (declared in its own body; those of nested
classes are theirs).

The files are formatted (scripts/format --check) and compile, so that braces and the words before
them tell what is what: a parser would say the same, but takes minutes for all files. A file in
which the braces do not match is reported, too.
"""
import pathlib
import re
import sys

MOST_LINES_OF_FILE = 800
MOST_LINES_OF_FUNCTION = 100
MOST_METHODS = 60

# A dispatch loop: one case for each operation of the micro-code, in one frame for speed.
MAY_BE_LONG = {"Interpreter::loop"}

FORMATTED = (".h", ".cpp", ".c")
OTHERS = (".def", ".js", ".css", ".html")

TOKEN = re.compile(
    r'(?P<skip>\s+|//[^\n]*|/\*.*?\*/|\#(?:\\\n|[^\n])*)'
    r'|(?P<text>\w*R"(?P<mark>[^(\s]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])+\')'
    r'|(?P<number>\d(?:\'?[\w.])*)'
    r'|(?P<word>[A-Za-z_]\w*)'
    r'|(?P<sign>::|->|.)', re.DOTALL)

# Words that take parentheses and do not name a function.
WITH_PARENTHESES = {"alignas", "decltype", "noexcept", "explicit", "requires", "__attribute__"}
NOT_MEMBERS = {"using", "typedef", "friend", "static_assert"}
OPENING = {"(": ")", "[": "]", "{": "}"}


def tokens(text):
    """(kind, text, line) of all but spaces, comments and lines of the preprocessor."""
    line = 1
    for found in TOKEN.finditer(text):
        if found.lastgroup != "skip":
            yield found.lastgroup if found.lastgroup != "mark" else "text", found.group(), line
        line += found.group().count("\n")


class Head:
    """The words of a declaration before its brace or semicolon, without what is in brackets."""

    def __init__(self, words):
        self.words = list(self.outside(words))
        self.name = self.function_name()

    @staticmethod
    def outside(words):
        """Each pair of brackets as its opening one; template arguments are left out."""
        closing = []
        before = ""
        for kind, text, _ in words:
            if closing:
                if text == closing[-1]:
                    closing.pop()
                elif closing[-1] != ">" and text in OPENING:
                    closing.append(OPENING[text])
                elif closing[-1] == ">" and text in ("<", "("):
                    closing.append(">" if text == "<" else ")")
                continue
            if text == "<" and before not in ("operator", "<"):
                closing.append(">")
                continue
            if text in OPENING:
                closing.append(OPENING[text])
            before = text
            yield kind, text

    def function_name(self):
        """The name, if it declares or defines a function."""
        texts = [text for _, text in self.words]
        if not texts or texts[0] in NOT_MEMBERS:
            return None
        if "operator" in texts:
            start = texts.index("operator")
            end = texts.index("(", start + 1) if "(" in texts[start + 1:] else len(texts)
            if texts[start + 1:end] == []:  # operator()()
                end += 1
            return self.qualified(start, "".join(texts[start:end]))
        for i, (_, text) in enumerate(self.words):
            if text in ("=", "{", ":"):
                return None
            if text == "(" and i > 0:
                kind, word = self.words[i - 1]
                if kind == "word" and word not in WITH_PARENTHESES:
                    return self.qualified(i - 1, word)
        return None

    def qualified(self, at, name):
        texts = [text for _, text in self.words]
        if at > 0 and texts[at - 1] == "~":
            at, name = at - 1, "~" + name
        while at > 1 and texts[at - 1] == "::" and self.words[at - 2][0] == "word":
            at, name = at - 2, f"{texts[at - 2]}::{name}"
        return name

    def is_initialiser(self):
        """Of a member in a constructor's list: `: a_{1}`."""
        texts = [text for _, text in self.words]
        parameters = texts.index("(")
        return ":" in texts[parameters:] and self.words[-1][0] == "word"

    def opens(self):
        """What the brace after it opens, and the name of that."""
        texts = [text for _, text in self.words]
        if self.name:
            return ("part" if self.is_initialiser() else "function"), self.name
        if "=" in texts or "enum" in texts or not texts:
            return "part", ""
        for word in ("class", "struct", "union"):
            if word in texts:
                name = []
                for kind, text in self.words[texts.index(word) + 1:]:
                    if text == ":":
                        break
                    if kind == "word" and text not in ("final", "alignas") or text == "::":
                        name.append(text)
                return "class", "".join(name)
        if "namespace" in texts or texts[0] == "extern":
            return "namespace", ""
        return "part", ""


class Scope:
    def __init__(self, what, name, line):
        self.what = what
        self.name = name
        self.line = line
        self.methods = 0


def measure(text):
    """(what, name, line, size) of all functions and classes; raises ValueError for odd braces."""
    scopes = [Scope("namespace", "", 1)]
    head = []
    brackets = 0  # in the head
    inside = 0    # braces of a function or a part of a declaration, which is not looked into
    for token in tokens(text):
        word = token[1]
        now = scopes[-1]
        if inside:
            inside += (word == "{") - (word == "}")
            if inside:
                continue
            if now.what == "function":
                yield "function", now.name, now.line, token[2] - now.line + 1
                head = []
            else:
                head.append(token)
            scopes.pop()
        elif word in ("(", "["):
            brackets += 1
            head.append(token)
        elif word in (")", "]"):
            brackets -= 1
            head.append(token)
        elif brackets:
            head.append(token)
        elif word == "{":
            opened, name = Head(head).opens()
            line = head[0][2] if head else token[2]
            if opened == "class":
                head = []
                scopes.append(Scope(opened, f"{now.name}::{name}" if now.name else name, line))
            elif opened == "namespace":
                head = []
                scopes.append(Scope(opened, "", line))
            else:
                if opened == "function" and now.what == "class":
                    now.methods += 1
                    name = f"{now.name}::{name}"
                if opened == "part":
                    head.append(token)
                scopes.append(Scope(opened, name, line))
                inside = 1
        elif word == "}":
            if len(scopes) == 1:
                raise ValueError(f"line {token[2]}: a brace too many")
            if now.what == "class":
                yield "class", now.name, now.line, now.methods
            scopes.pop()
            head = []
        elif word == ";":
            if now.what == "class" and Head(head).name:
                now.methods += 1
            head = []
        elif word == ":" and len(head) == 1 and head[0][1] in ("public", "private", "protected"):
            head = []
        else:
            head.append(token)
    if len(scopes) > 1 or inside or brackets:
        raise ValueError(f"line {scopes[-1].line}: not closed")


def too_long(path, text):
    """Sentences about what is too long in a file."""
    lines = text.count("\n")
    if lines > MOST_LINES_OF_FILE and path not in MAY_BE_LONG:
        yield f"{path}: {lines} lines, at most {MOST_LINES_OF_FILE}"
    if not path.endswith(FORMATTED):
        return
    try:
        for what, name, line, size in measure(text):
            if what == "function" and size > MOST_LINES_OF_FUNCTION and name not in MAY_BE_LONG:
                yield f"{path}:{line}: {name} has {size} lines, at most {MOST_LINES_OF_FUNCTION}"
            if what == "class" and size > MOST_METHODS and name not in MAY_BE_LONG:
                yield f"{path}:{line}: class {name} has {size} methods, at most {MOST_METHODS}"
    except ValueError as problem:
        yield f"{path}: the braces do not match: {problem}"


def self_test():
    def found(text):
        return {(what, name): size for what, name, _, size in measure(text)}

    tricky = '''
#define OPEN {
namespace a::b {
template <typename T, bool (*check)(int)> class Base {};
class Some final : public Base<int, f(1)> {
public:
  explicit Some(int a = {}) : a_{a}, b_(a), c_{} {}
  ~Some() override;
  [[nodiscard]] std::vector<std::pair<int, bool>> all() const { return {{1, true}}; }
  bool operator()(int) const;
  auto operator<=>(const Some &) const = default;
  Some &operator=(const Some &) = delete;
  template <class T> requires Big<T> decltype(auto) make(T t) noexcept(false) { return t; } // }
  friend bool same(const Some &, const Some &);
  using Call = void (*)(int);

private:
  struct Inner {
    int one() { return '{' + 1'000; }
    int value = 0;
  };
  enum class Kind : char { A, B };
  std::function<bool(const int &)> call_;
  int a_ = max(1, 2);
  std::vector<int> c_{1, 2};
  alignas(8) char b_[8] = {};
};
static const int table[] = {1, 2};
const auto lambda = [](int x) { return x; };
Some::Some(const Some &other)
    : a_{other.a_},
      b_(1) {
  struct Local {
    int f() { return 1; }
  };
  say(R"x(})x", "}", [] { return 2; });
}
} // namespace a::b
extern "C" struct node *next(struct node *of) {
  return of;
}
'''
    assert found(tricky) == {
        ("class", "Base"): 0, ("class", "Some"): 7, ("class", "Some::Inner"): 1,
        ("function", "Some::Some"): 8, ("function", "Some::all"): 1, ("function", "Some::make"): 1,
        ("function", "Some::Inner::one"): 1, ("function", "next"): 3}, found(tricky)

    def function(lines, name="T::f"):
        return f"void {name}() {{\n" + "  g();\n" * (lines - 2) + "}\n"

    def of_class(methods):
        return "class C {\n" + "".join(f"  void f{i}(int);\n" for i in range(methods)) + "};\n"

    assert not list(too_long("x.cpp", function(MOST_LINES_OF_FUNCTION)))
    assert list(too_long("x.cpp", "\n" + function(MOST_LINES_OF_FUNCTION + 1))) == [
        "x.cpp:2: T::f has 101 lines, at most 100"]
    assert not list(too_long("x.cpp", function(300, "Interpreter::loop")))
    assert not list(too_long("x.h", of_class(MOST_METHODS)))
    assert list(too_long("x.h", of_class(MOST_METHODS + 1))) == [
        "x.h:1: class C has 61 methods, at most 60"]
    assert not list(too_long("x.js", "\n" * MOST_LINES_OF_FILE))
    assert list(too_long("x.js", "\n" * (MOST_LINES_OF_FILE + 1))) == [
        "x.js: 801 lines, at most 800"]
    assert list(too_long("x.c", "void f(void) {\n")) == [
        "x.c: the braces do not match: line 1: not closed"]


def main():
    self_test()
    root = pathlib.Path(sys.argv[1])
    files = [path for folder in ("src", "runtime") for path in sorted((root / folder).rglob("*"))
             if path.suffix in FORMATTED + OTHERS]
    found = [sentence for path in files
             for sentence in too_long(str(path.relative_to(root)), path.read_text())]
    for sentence in found:
        print(sentence)
    return 1 if found or len(files) < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
