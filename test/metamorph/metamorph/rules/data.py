"""Objects and values in another form."""

import re

from ..source import tokens_of
from ..types import declared, integer, plain_scalar, spelled
from . import rule
from .common import attributed, choose, operator_of, place, statements


def groups(unit):
    """Declarations of variables at file level: (start, end with semicolon, variables)."""
    found = {}
    for node in unit.top:
        if node.kind == "VAR_DECL":
            found.setdefault(node.start, []).append(node)
    for start, variables in found.items():
        first = unit.token_at(start)
        if first and not (unit.tokens[first - 1].kind == "line" or
                          unit.tokens[first - 1].text in (";", "}")):
            continue
        depth = 0
        for token in unit.tokens[first:]:
            depth += (token.text in "([{") - (token.text in ")]}") if token.kind == "sign" else 0
            if token.text == ";" and depth == 0:
                yield start, token.end, variables
                break


def initial_text(unit, variable, end):
    """The text of the initialiser, "" if there is none."""
    number, depth = unit.token_at(variable.cursor.location.offset), 0
    start = None
    for token in unit.tokens[number:]:
        if start is None and token.text == "=" and depth == 0:
            start = token.end
        if depth == 0 and token.text in (",", ";"):
            return unit.text[start:token.start] if start is not None else ""
        depth += (token.text in "([{") - (token.text in ")]}") if token.kind == "sign" else 0
        if token.end > end:
            return None
    return None


def movable(unit, variable):
    """May it lie elsewhere, beside other objects than before? Not if the program computes with its address:
    `&x + 1` may be that of another object or not."""
    cursor = variable.cursor
    computed = re.search(rf"&\s*{re.escape(variable.name)}\s*\)*\s*[-+](?![-+=])", unit.text)
    return (computed is None and unit.declared_once(variable.name) and variable.name not in unit.macros and
            cursor.storage_class.name in ("NONE", "STATIC") and cursor.tls_kind.name == "NONE" and
            not attributed(variable) and declared(cursor.type, "x") is not None and
            not any(token.text in ("__attribute__", "_Alignas", "asm", "__asm__")
                    for token in unit.tokens_in(variable.start, variable.end + 40)) and
            "." + variable.name not in unit.text and "asm" not in unit.names and
            "__asm__" not in unit.names and '"' + variable.name + '"' not in unit.text and
            not any(token.kind == "line" and token.text.lstrip().startswith("#pragma")
                    for token in unit.tokens))


@rule("global-in-aggregate")
def global_in_aggregate(unit, chance):
    """A variable at file level becomes the member of a struct, or the element of an array."""
    candidates = []
    for start, end, variables in groups(unit):
        for variable in variables:
            if all(declared(other.type, "x") for other in variables) and movable(unit, variable) and \
                    len([node for node in unit.top if node.name == variable.name]) == 1:
                candidates.append((start, end, variables, variable))
    choice = choose(chance, candidates)
    if choice is None:
        return None
    start, end, variables, moved = choice
    name, lines = unit.fresh("holder"), []
    way = chance.randrange(3)
    use = f"{name}[0]" if way == 0 else f"{name}.{moved.name}"
    head = unit.text[start:moved.start] or unit.text[start:variables[0].cursor.location.offset]
    if "typedef" in head or "struct" in head and "{" in head:
        return None
    for variable in variables:
        initial = initial_text(unit, variable, end)
        if initial is None or any(part.kind in ("STRUCT_DECL", "UNION_DECL", "ENUM_DECL")
                                  for part in variable.children):
            return None
        static = "static " if variable.cursor.storage_class.name == "STATIC" else ""
        extern = "extern " if variable.cursor.storage_class.name == "EXTERN" else ""
        if variable is not moved:
            equals = f" = {initial}" if initial else ""
            lines.append(f"{extern}{static}{declared(variable.type, variable.name)}{equals};")
        elif way == 0:
            equals = f" = {{ {initial} }}" if initial else ""
            inner = declared(variable.type, name + "[1]")
            lines.append(f"{static}{inner}{equals};")
        elif way == 1:
            equals = f" = {{ {initial} }}" if initial else ""
            lines.append(f"{static}struct {{ {declared(variable.type, variable.name)}; }} {name}{equals};")
        else:
            equals = f" = {{ .{variable.name} = {initial} }}" if initial else ""
            lines.append(f"{static}struct {{ char before; {declared(variable.type, variable.name)}; "
                         f"long after; }} {name}{equals};")
    text = "\n".join(lines)
    edits = []
    # Only initialisers mention names in here that are not being declared.
    if any(token.text == moved.name for variable in variables
           for token in tokens_of(initial_text(unit, variable, end))):
        return None
    edits.append((start, end, text))
    for token in unit.tokens:
        if token.kind == "name" and token.text == moved.name and not start <= token.start < end:
            edits.append((token.start, token.end, use))
    return edits


@rule("increment-in-steps")
def increment_in_steps(unit, chance):
    """`x++` or `x += e`, which is not atomic anyway, in three steps."""
    candidates = []
    for _, body in unit.functions():
        for node, end in statements(unit, body, ("UNARY_OPERATOR", "COMPOUND_ASSIGNMENT_OPERATOR")):
            target = node.children[0]
            if not plain_scalar(target.type) or not place(unit, target) or \
                    declared(target.type, "x") is None:
                continue
            if node.kind == "UNARY_OPERATOR":
                if operator_of(unit, node) in ("++", "--"):
                    candidates.append((node, end, target, operator_of(unit, node)[0], "1"))
            elif unit.plain(node.children[1]):
                operator = operator_of(unit, node)
                if operator.endswith("="):
                    candidates.append((node, end, target, operator[:-1], node.children[1]))
    choice = choose(chance, candidates)
    if choice is None:
        return None
    node, end, target, operator, operand = choice
    value, pointer = unit.fresh("value"), unit.fresh("place")
    type_, lvalue = target.type, unit.slice(target)
    if operand == "1":
        amount = "1"
    else:
        # The operand is evaluated before or after the read: C leaves it open; alone it is the same.
        if any(part.kind in ("CALL_EXPR", "BINARY_OPERATOR", "UNARY_OPERATOR",
                             "COMPOUND_ASSIGNMENT_OPERATOR") for part in operand.walk()):
            return None
        amount = f"({unit.slice(operand)})"
    load = declared(type_, value)
    if chance.random() < 0.5:
        return [(node.start, end, f"{{ {load} = {lvalue}; {value} = {value} {operator} {amount}; "
                                  f"{lvalue} = {value}; }}")]
    at = declared(type_, "")
    return [(node.start, end, f"{{ {at}*{pointer} = &({lvalue}); {load} = *{pointer}; "
                              f"*{pointer} = {value} {operator} {amount}; }}")]


@rule("assignment-by-memcpy")
def assignment_by_memcpy(unit, chance):
    """`a = b` between objects of one type copies bytes."""
    candidates = []
    for _, body in unit.functions():
        for node, end in statements(unit, body, ("BINARY_OPERATOR",)):
            left, right = node.children
            source = right.stripped()
            if operator_of(unit, node) == "=" and plain_scalar(left.type) and place(unit, left) and \
                    place(unit, source) and unit.plain(right) and \
                    left.type.get_canonical().spelling == source.type.get_canonical().spelling:
                candidates.append((node, end, left, source))
    choice = choose(chance, candidates)
    if choice is None:
        return None
    node, end, left, source = choice
    at = next(iter(unit.functions()))[0]
    if unit.before(at) is None:
        return None
    function = chance.choice(["memmove", "memcpy"])
    if left.stripped().kind != "DECL_REF_EXPR" or source.kind != "DECL_REF_EXPR" or \
            left.stripped().name == source.name:
        function = "memmove"  # both may be the same object
    if function in unit.names and not any(
            token.kind == "line" and "string.h" in token.text for token in unit.tokens):
        return None
    return [(unit.before(at), unit.before(at), f"void *{function}(void *, const void *, __SIZE_TYPE__);\n"),
            (node.start, end, f"{function}(&({unit.slice(left)}), &({unit.slice(source)}), "
                              f"sizeof({unit.slice(left)}));")]


@rule("hidden-constant")
def hidden_constant(unit, chance):
    """A number comes from a function or from a volatile variable that nobody writes."""
    candidates = []
    for function, body in unit.functions():
        if unit.before(function) is None:
            continue
        for node in body.walk():
            if node.kind != "INTEGER_LITERAL" or not unit.plain(node) or not integer(node.type):
                continue
            parents = list(node.ancestors())
            parent = parents[0]
            if parent.kind == "UNEXPOSED_EXPR":
                if not integer(parent.type):
                    continue  # a null pointer, or a number with a point
                parent = parents[1]
            around = {one.kind for one in parents}
            # Where C wants a constant, and where builtins want one.
            if around & {"CASE_STMT", "ENUM_CONSTANT_DECL", "FIELD_DECL", "INIT_LIST_EXPR", "StmtExpr",
                         "COMPOUND_LITERAL_EXPR", "STATIC_ASSERT", "DESIGNATED_INIT_EXPR",
                         "CXX_UNARY_EXPR", "ATOMIC_EXPR", "PARM_DECL"}:
                continue
            if any(one.kind == "VAR_DECL" and (one.cursor.storage_class.name == "STATIC" or "[" in
                                               one.type.spelling) for one in parents):
                continue
            calls = [one for one in parents if one.kind == "CALL_EXPR"]
            if any(one.cursor.referenced is None or one.name.startswith("__") for one in calls):
                continue
            # A conversion to a pointer of a constant zero makes it null; of another value, too, but
            # a tool may look at the text: that is not what this rule is about.
            if any(one.kind == "CSTYLE_CAST_EXPR" and "*" in one.type.get_canonical().spelling
                   for one in parents):
                continue
            # `?:` with a null pointer constant has another type without it.
            if parent.kind in ("BINARY_OPERATOR", "RETURN_STMT", "CALL_EXPR", "VAR_DECL", "WHILE_STMT",
                               "COMPOUND_ASSIGNMENT_OPERATOR", "ARRAY_SUBSCRIPT_EXPR", "IF_STMT"):
                if not any(one.kind == "CONDITIONAL_OPERATOR" for one in parents):
                    candidates.append((function, node))
    choice = choose(chance, candidates)
    if choice is None:
        return None
    function, node = choice
    at, name, type_ = unit.before(function), unit.fresh("number"), spelled(node.type)
    text = unit.slice(node)
    definition, use = chance.choice([
        (f"static {type_} {name}({type_} n) {{ return n; }}\n", f"{name}({text})"),
        (f"static {type_} {name}(void) {{ {type_} n = {text}; return n; }}\n", f"{name}()"),
        (f"static volatile {type_} {name} = {text};\n", name),
        (f"static {type_} {name} = {text};\n", name),
        (f"static {type_} {name}(void) {{ volatile {type_} n = {text}; return n; }}\n", f"{name}()"),
    ])
    return [(at, at, definition), (node.start, node.end, use)]


def _single_local(unit, node):
    """The variable of a declaration of one, in a block, that is an automatic object."""
    if node.kind != "DECL_STMT" or len(node.children) != 1 or not unit.plain(node) or \
            node.children[0].kind != "VAR_DECL":
        return None
    variable = node.children[0]
    if variable.cursor.storage_class.name != "NONE" or attributed(variable) or \
            any(part.kind in ("STRUCT_DECL", "UNION_DECL", "ENUM_DECL") for part in variable.children) or \
            "__attribute__" in unit.slice(node) or "_Alignas" in unit.slice(node):
        return None
    return variable


@rule("local-through-block")
def local_through_block(unit, chance):
    """The first value of a local is made in a block of its own."""
    candidates = []
    for _, body in unit.functions():
        for block in body.walk():
            for node in block.children if block.kind == "COMPOUND_STMT" else []:
                variable = _single_local(unit, node)
                if variable is None or not plain_scalar(variable.type):
                    continue
                initial = initial_text(unit, variable, node.end + 1)
                if initial and variable.name not in initial and declared(variable.type, "x"):
                    candidates.append((node, variable, initial))
    choice = choose(chance, candidates)
    if choice is None:
        return None
    node, variable, initial = choice
    name = unit.fresh("first")
    return [(node.start, node.end,
             f"{declared(variable.type, variable.name)}; {{ {declared(variable.type, name)} = {initial}; "
             f"{variable.name} = {name}; }}")]


@rule("widened-counter")
def widened_counter(unit, chance):
    """A counter of a loop between two numbers becomes wider, where only its value is used."""
    candidates = []
    for _, body in unit.functions():
        for loop in body.walk():
            if loop.kind != "FOR_STMT" or len(loop.children) != 4 or not unit.plain(loop):
                continue
            first, condition, step, _ = loop.children
            if first.kind != "DECL_STMT" or len(first.children) != 1 or condition.kind != "BINARY_OPERATOR":
                continue
            counter = first.children[0]
            if counter.kind != "VAR_DECL" or counter.type.spelling != "int" or \
                    operator_of(unit, condition) not in ("<", "<=", "!=") or \
                    condition.children[1].stripped().kind != "INTEGER_LITERAL" or \
                    not first.end - first.start or not unit.slice(first).startswith("int "):
                continue
            if step.kind != "UNARY_OPERATOR" or operator_of(unit, step) != "++":
                continue
            if all(_value_only(unit, node, step) for node in loop.walk()
                   if node.kind == "DECL_REF_EXPR" and node.cursor.referenced == counter.cursor):
                candidates.append(first)
    choice = choose(chance, candidates)
    if choice is None:
        return None
    return [(choice.start, choice.start + 3, chance.choice(["long", "long long", "__INT64_TYPE__"]))]


def _value_only(unit, node, step):
    parents = [one for one in node.ancestors() if one.kind not in ("UNEXPOSED_EXPR", "PAREN_EXPR")]
    parent = parents[0]
    if parent is step:
        return True
    if parent.kind == "ARRAY_SUBSCRIPT_EXPR":
        return True
    if parent.kind == "BINARY_OPERATOR":
        return operator_of(unit, parent) in ("<", "<=", ">", ">=", "==", "!=") and \
            all(part.type.get_canonical().spelling == "int" or part.stripped().kind == "INTEGER_LITERAL"
                for part in parent.children)
    if parent.kind == "CALL_EXPR":
        callee = parent.cursor.referenced
        return callee is not None and callee.type.kind.name == "FUNCTIONPROTO" and \
            not callee.type.is_function_variadic() and not callee.spelling.startswith("__")
    return False
