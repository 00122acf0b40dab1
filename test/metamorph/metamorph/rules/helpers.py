"""Statements and calls that move between functions."""

from ..source import applied
from ..types import atomic, declared, plain_scalar
from . import rule
from .common import attributed, escapes, frame_bound, local_names, pure, statements


def _address_taken(function, declaration):
    for node in function.walk():
        if node.kind == "UNARY_OPERATOR" and node.children:
            inner = node.children[0].stripped()
            if inner.kind == "DECL_REF_EXPR" and inner.cursor.referenced == declaration and \
                    "&" in [token.spelling for token in list(node.cursor.get_tokens())[:1]]:
                return True
    return False


def _written(statement, declaration):
    for node in statement.walk():
        if node.kind in ("BINARY_OPERATOR", "COMPOUND_ASSIGNMENT_OPERATOR", "UNARY_OPERATOR") and \
                node.children and node.children[0].stripped().kind == "DECL_REF_EXPR" and \
                node.children[0].stripped().cursor.referenced == declaration:
            return True
    return False


@rule("statement-to-helper")
def statement_to_helper(unit, chance):
    """A statement becomes a function. Locals that it only reads and whose address nobody has go by
    value, all others by address: no access to what threads share moves."""
    candidates = []
    for function, body in unit.functions():
        if unit.before(function) is None:
            continue
        for statement, end in statements(unit, body):
            if not escapes(statement) and not frame_bound(unit, statement):
                candidates.append((function, statement, end))
    chance.shuffle(candidates)
    for function, statement, end in candidates[:6]:
        edits = _moved(unit, chance, function, statement, end)
        if edits:
            return edits
    return None


def _moved(unit, chance, function, statement, end):
    helper = unit.fresh("helper")
    outer = {}
    for node in statement.walk():
        if node.kind in ("StmtExpr", "UNEXPOSED_STMT", "ADDR_LABEL_EXPR"):
            return None
        if node.kind == "TYPE_REF":
            target = node.cursor.referenced
            if target is None or target.semantic_parent.kind.name != "TRANSLATION_UNIT":
                return None
        if node.kind != "DECL_REF_EXPR":
            continue
        target = node.cursor.referenced
        if target is None:
            return None
        if target.kind.name not in ("VAR_DECL", "PARM_DECL"):
            if target.semantic_parent is not None and \
                    target.semantic_parent.kind.name == "FUNCTION_DECL":
                return None
            continue
        if target.semantic_parent is None or target.semantic_parent.kind.name != "FUNCTION_DECL":
            continue
        if statement.start <= target.extent.start.offset < end:
            continue
        if target.storage_class.name == "REGISTER":
            return None
        outer[target.hash] = target
    parameters, given, edits = [], [], []
    renamed = {}
    for target in outer.values():
        name = target.spelling
        # Tokens are replaced by name: it may mean nothing else in here.
        if any(node.name == name and (node.cursor.kind.is_declaration() or
                                      node.kind in ("MEMBER_REF_EXPR", "MEMBER_REF"))
               for node in statement.walk()):
            return None
        if any(other is not target and other.spelling == name for other in outer.values()):
            return None
        if name in unit.macros:
            return None
        by_value = plain_scalar(target.type) and not _address_taken(function, target) and \
            not _written(statement, target)
        if by_value and chance.random() < 0.7:
            declaration = declared(target.type, name)
            given.append(name)
        else:
            pointer = unit.fresh("at_" + name)
            text = declared(target.type, "")
            if text is None or atomic(target.type) and "[" in text:
                return None
            base, bracket, dimensions = text.partition(" [")
            declaration = f"{base} (*{pointer}){bracket.strip()}{dimensions}"
            given.append(f"&{name}")
            renamed[name] = f"(*{pointer})"
        if declaration is None:
            return None
        parameters.append(declaration)
    for token in unit.tokens_in(statement.start, end):
        if token.kind == "name" and token.text in renamed:
            edits.append((token.start - statement.start, token.end - statement.start,
                          renamed[token.text]))
    text = applied(unit.text[statement.start:end], edits)
    inline = chance.choice(["", "inline ", "__attribute__((noinline)) "])
    definition = f"static {inline}void {helper}({', '.join(parameters) or 'void'}) {{ {text} }}\n"
    if not parameters and chance.random() < 0.4:
        # The same at the bottom of a recursion.
        definition = (f"static void {helper}(int mm_n) {{ if (mm_n) {{ {helper}(mm_n - 1); return; }} "
                      f"{text} }}\n")
        given = ["2"]
    return [(unit.before(function), unit.before(function), definition),
            (statement.start, end, f"{helper}({', '.join(given)});")]


@rule("inline-helper")
def inline_helper(unit, chance):
    """The body of a function in the place of a call whose result is not used. Arguments without
    effects are evaluated first, into variables that no name of the body or the caller can meet."""
    bodies = {function.cursor.canonical.hash: (function, body) for function, body in unit.functions()}
    candidates = []
    for caller, body in unit.functions():
        for statement, end in statements(unit, body, ("CALL_EXPR",)):
            callee = statement.cursor.referenced
            if callee is None or callee.canonical.hash not in bodies:
                continue
            function, inner = bodies[callee.canonical.hash]
            if function is not caller and not function.name.startswith("__VERIFIER"):
                candidates.append((caller, statement, end, function, inner))
    chance.shuffle(candidates)
    for caller, statement, end, function, inner in candidates:
        if escapes(inner) or frame_bound(unit, inner) or attributed(function) or \
                function.type.is_function_variadic() or function.type.kind.name != "FUNCTIONPROTO":
            continue
        nodes = list(inner.walk())
        if any(node.kind == "VAR_DECL" and node.cursor.storage_class.name in ("STATIC", "EXTERN")
               for node in nodes):
            continue
        # Names of the body must mean the same in the caller.
        inside = {token.text for token in unit.tokens_in(inner.start, inner.end) if token.kind == "name"}
        if inside & local_names(caller) - local_names(function):
            continue
        formal = [child for child in function.children if child.kind == "PARM_DECL"]
        actual = statement.children[1:]
        if len(formal) != len(actual) or any(not parameter.name for parameter in formal):
            continue
        if not all(unit.plain(argument) and pure(unit, argument) for argument in actual):
            continue
        # A local of the body may hide a global only where the body says so: the body stays as it is.
        first, second = [], []
        for number, (parameter, argument) in enumerate(zip(formal, actual)):
            between = unit.fresh(f"arg{number}_")
            one = declared(parameter.type, between)
            two = declared(parameter.type, parameter.name)
            if one is None or two is None or atomic(parameter.type) or "[" in one:
                break
            first.append(f"{one} = {unit.slice(argument)};")
            second.append(f"{two} = {between};")
        else:
            return [(statement.start, end,
                     f"{{ {' '.join(first)} {{ {' '.join(second)} {unit.slice(inner)} }} }}")]
    return None
