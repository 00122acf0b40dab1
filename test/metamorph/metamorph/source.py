"""A C file as text, tokens and tree, with one numbering of positions for all three."""

import dataclasses
import re

from .libclang import cindex

TOKEN = re.compile(r'''\s+|//[^\n]*|/\*.*?\*/|(?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')'''
                   r'''|(?P<name>[A-Za-z_$][\w$]*)|(?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)'''
                   r'''|(?P<sign>->|\+\+|--|<<=|>>=|<<|>>|[<>=!+*/%&|^-]=|&&|\|\||\.\.\.|\#\#|.)''', re.DOTALL)
# What is only a warning to clang, and would hide that a rule changed a type.
WARNINGS = ["-Wno-everything", "-Werror=incompatible-pointer-types", "-Werror=int-conversion",
            "-Werror=incompatible-function-pointer-types", "-Werror=pointer-sign"]
DIRECTIVE = re.compile(r"^[ \t]*#[^\n]*$", re.MULTILINE)


@dataclasses.dataclass
class Token:
    kind: str
    text: str
    start: int
    end: int


def tokens_of(text):
    """All tokens; a line with a directive is one token of the kind `line`."""
    lines = {match.start(): match.end() for match in DIRECTIVE.finditer(text)}
    found, at = [], 0
    while at < len(text):
        if at in lines:
            found.append(Token("line", text[at:lines[at]], at, lines[at]))
            at = lines[at]
            continue
        match = TOKEN.match(text, at)
        end = match.end()
        if match.lastgroup is None and "\n" in match[0]:
            # A directive begins right behind the line's end, where white space would swallow it.
            end = match.start() + match[0].rindex("\n") + 1 if match[0].isspace() else end
        elif match.lastgroup:
            found.append(Token(match.lastgroup, match[0], at, end))
        at = end
    return found


class Node:
    """A cursor of libclang, with what rules ask of it."""

    __slots__ = ("cursor", "parent", "children", "kind", "start", "end", "name")

    def __init__(self, cursor, parent):
        self.cursor, self.parent = cursor, parent
        self.kind = cursor.kind.name
        extent = cursor.extent
        self.start, self.end = extent.start.offset, extent.end.offset
        self.name = cursor.spelling
        self.children = [Node(child, self) for child in cursor.get_children()]

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()

    def ancestors(self):
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    @property
    def type(self):
        return self.cursor.type

    def stripped(self):
        """Without parentheses and conversions that the text does not show."""
        node = self
        while node.kind in ("PAREN_EXPR", "UNEXPOSED_EXPR") and len(node.children) == 1:
            node = node.children[0]
        return node


class Unit:
    """One file of a program."""

    def __init__(self, text, arguments, macros, path="unit.c"):
        self.text, self.arguments, self.macros, self.path = text, arguments, macros, path
        index = cindex.Index.create()
        unit = index.parse(path, [*WARNINGS, *arguments], unsaved_files=[(path, text)])
        self.translation_unit = unit
        self.errors = [d.spelling for d in unit.diagnostics if d.severity >= cindex.Diagnostic.Error]
        in_main = cindex.conf.lib.clang_Location_isFromMainFile
        self.top = [] if self.errors else [
            Node(cursor, None) for cursor in unit.cursor.get_children() if in_main(cursor.location)]
        self.tokens = tokens_of(text)
        self.names = {token.text for token in self.tokens if token.kind == "name"}
        self.macro_ranges = self._macro_ranges()

    def _macro_ranges(self):
        ranges, at, tokens = [], 0, self.tokens
        while at < len(tokens):
            token = tokens[at]
            if token.kind == "name" and token.text in self.macros:
                end = at
                if self.macros[token.text] and at + 1 < len(tokens) and tokens[at + 1].text == "(":
                    end = self.closing(at + 1)
                ranges.append((token.start, tokens[end].end))
                at = end
            at += 1
        return ranges

    def closing(self, at):
        """The token that closes the bracket which is the token with the number `at`."""
        depth = 0
        for number in range(at, len(self.tokens)):
            text = self.tokens[number].text
            if self.tokens[number].kind == "sign":
                depth += (text in "([{") - (text in ")]}")
            if depth == 0:
                return number
        return len(self.tokens) - 1

    def slice(self, node):
        return self.text[node.start:node.end]

    def plain(self, node):
        """Is the text of the node the node? Not inside of a macro, where positions mean nothing."""
        return node.end > node.start and all(
            end <= node.start or start >= node.end or
            (node.start <= start and end <= node.end and (start, end) != (node.start, node.end))
            for start, end in self.macro_ranges)

    def tokens_in(self, start, end):
        return [token for token in self.tokens if token.start >= start and token.end <= end]

    def token_at(self, offset):
        """The number of the first token that begins there or later."""
        for number, token in enumerate(self.tokens):
            if token.start >= offset:
                return number
        return len(self.tokens)

    def functions(self):
        """Definitions, with the compound statement that is the body."""
        for node in self.top:
            if node.kind == "FUNCTION_DECL" and node.children and node.children[-1].kind == "COMPOUND_STMT":
                if self.plain(node):
                    yield node, node.children[-1]

    def has_sections(self):
        """Does the program have atomic sections, rather than only declare what begins and ends them?"""
        name = "__VERIFIER_atomic"
        return any(function.name.startswith(name) or
                   any(token.text.startswith(name) for token in self.tokens_in(body.start, body.end))
                   for function, body in self.functions())

    def before(self, function):
        """The place in front of a declaration, or None if it cannot be told for sure."""
        number = self.token_at(function.start)
        if number == 0:
            return function.start
        last = self.tokens[number - 1]
        return function.start if last.kind == "line" or last.text in (";", "}") else None

    def fresh(self, stem):
        number = 1
        while f"mm_{stem}{number}" in self.text:
            number += 1
        return f"mm_{stem}{number}"

    def declared_once(self, name):
        """Does the name mean one thing in the whole file?"""
        meanings = set()
        for top in self.top:
            for node in top.walk():
                if node.name == name and (node.cursor.kind.is_declaration() or
                                          node.kind in ("LABEL_STMT", "MEMBER_REF_EXPR", "MEMBER_REF")):
                    meanings.add(node.cursor.canonical.hash)
        return len(meanings) == 1


def applied(text, edits):
    """Edits are (start, end, new text), none of which overlap."""
    for start, end, new in sorted(edits, key=lambda edit: (edit[0], edit[1]), reverse=True):
        text = text[:start] + new + text[end:]
    return text
