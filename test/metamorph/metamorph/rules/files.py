"""One file becomes two."""

from ..source import Unit, applied
from ..types import declared
from . import rule
from .common import attributed, choose
from .data import groups


class Files(list):
    """What a rule gives that ends as several files."""


def _public(unit):
    """The text with every `static` name of file level made public under a name of its own."""
    edits, renamed = [], set()
    for node in unit.top:
        if node.kind in ("FUNCTION_DECL", "VAR_DECL") and node.cursor.storage_class.name == "STATIC":
            if not unit.declared_once(node.name) or node.name in unit.macros or \
                    node.name.startswith("__VERIFIER") or "." + node.name in unit.text or \
                    unit.before(node) is None and node.kind == "FUNCTION_DECL":
                return None
            renamed.add(node.name)
            number = unit.token_at(node.start)
            while unit.tokens[number].text != node.name:
                token = unit.tokens[number]
                if token.text in ("static", "inline", "__inline"):
                    edits.append((token.start, token.end, ""))
                number += 1
        elif node.kind == "FUNCTION_DECL" and "inline" in unit.text[node.start:node.start + 40]:
            return None
    for token in unit.tokens:
        if token.kind == "name" and token.text in renamed:
            edits.append((token.start, token.end, f"mm_own_{token.text}"))
    return applied(unit.text, sorted(set(edits)))


@rule("two-files")
def two_files(unit, chance):
    """One function moves into a second file, where everything else is only declared."""
    if any(token.kind == "line" and "pragma" in token.text for token in unit.tokens) or \
            "asm" in unit.names or "__asm__" in unit.names:
        return None
    text = _public(unit)
    if text is None:
        return None
    unit = Unit(text, unit.arguments, unit.macros)
    if unit.errors:
        return None
    functions = list(unit.functions())
    variables = [node for node in unit.top if node.kind == "VAR_DECL"]
    types = {node.start for node in unit.top if node.kind in ("STRUCT_DECL", "UNION_DECL", "ENUM_DECL")}
    declarations = list(groups(unit))
    if sum(len(group[2]) for group in declarations) != len(variables):
        return None
    if any(attributed(node) or node.cursor.tls_kind.name != "NONE" or node.start in types or
           declared(node.type, node.name) is None for node in variables):
        return None
    if any(attributed(function) or function.type.kind.name != "FUNCTIONPROTO" or
           not unit.text[function.start:body.start].rstrip().endswith(")")
           for function, body in functions) or "__attribute__" in unit.text:
        return None
    moved = choose(chance, [one for one in functions if one[0].name != "main"])
    if moved is None:
        return None
    first = applied(unit.text, [(moved[1].start, moved[1].end, ";")])
    edits = [(body.start, body.end, ";") for function, body in functions if function is not moved[0]]
    for start, end, members in declarations:
        edits.append((start, end, "\n".join(f"extern {declared(node.type, node.name)};" for node in members)))
    return Files([first, applied(unit.text, edits)])
