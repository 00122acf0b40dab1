"""Loops and branches in another form."""

from . import rule
from .common import LOOPS, choose, escapes, frame_bound, statements, with_semicolon


def _leaves(node):
    """Does a `break` or `continue` in the body of a loop belong to this loop, or is there a label?"""
    def look(current, in_loop, in_switch):
        kind = current.kind
        if kind in ("LABEL_STMT", "ADDR_LABEL_EXPR", "INDIRECT_GOTO_STMT"):
            return True
        if kind in ("CASE_STMT", "DEFAULT_STMT") and not in_switch:
            return True
        if kind == "BREAK_STMT":
            return not (in_loop or in_switch)
        if kind == "CONTINUE_STMT":
            return not in_loop
        in_loop = in_loop or kind in LOOPS
        in_switch = in_switch or kind == "SWITCH_STMT"
        return any(look(child, in_loop, in_switch) for child in current.children)
    return look(node, False, False)


def _keeps_objects(node):
    """Does it declare an object that a copy of the text would double?"""
    return any(part.kind == "VAR_DECL" and part.cursor.storage_class.name in ("STATIC", "EXTERN")
               for part in node.walk())


def _head(unit, node):
    """The tokens of `(...)` behind the keyword of a loop: (number of the opening, of the closing)."""
    number = unit.token_at(node.start) + 1
    return number, unit.closing(number)


@rule("peeled-loop")
def peeled_loop(unit, chance):
    """The first round of a loop stands in front of it."""
    candidates = []
    for _, body in unit.functions():
        for node, end in statements(unit, body, LOOPS):
            inner = node.children[0 if node.kind == "DO_STMT" else -1]
            if not _leaves(inner) and not _keeps_objects(node) and not frame_bound(unit, node) and \
                    unit.plain(inner):
                candidates.append((node, end, inner))
    choice = choose(chance, candidates)
    if choice is None:
        return None
    node, end, inner = choice
    inner_end = with_semicolon(unit, inner)
    if inner_end is None:
        return None
    text = "{ " + unit.text[inner.start:inner_end] + " }"
    if node.kind == "DO_STMT":
        condition = unit.text[node.children[1].start:node.children[1].end]
        if not unit.plain(node.children[1]):
            return None
        return [(node.start, end, f"{{ {text} while ({condition}) {text} }}")]
    opening, closing = _head(unit, node)
    start, stop = unit.tokens[opening].end, unit.tokens[closing].start
    if node.kind == "WHILE_STMT":
        condition = unit.text[start:stop]
        return [(node.start, end, f"if ({condition}) {{ {text} while ({condition}) {text} }}")]
    parts, depth = [start], 0
    for token in unit.tokens[opening + 1:closing]:
        depth += (token.text in "([{") - (token.text in ")]}") if token.kind == "sign" else 0
        if token.text == ";" and depth == 0:
            parts += [token.start, token.end]
    if len(parts) != 5:
        return None
    first, condition, step = (unit.text[parts[0]:parts[1]], unit.text[parts[2]:parts[3]],
                              unit.text[parts[4]:stop])
    return [(node.start, end, f"{{ {first}; if ({condition.strip() or '1'}) {{ {text} {step}; "
                              f"for (; {condition}; {step}) {text} }} }}")]


@rule("rolled-statement")
def rolled_statement(unit, chance):
    """A statement becomes the only round of a loop, or a branch that is always taken."""
    candidates = []
    for function, body in unit.functions():
        for node, end in statements(unit, body):
            if not escapes(node) and not frame_bound(unit, node) and unit.before(function) is not None:
                candidates.append((function, node, end))
    choice = choose(chance, candidates)
    if choice is None:
        return None
    function, node, end = choice
    text, name, at = unit.text[node.start:end], unit.fresh("once"), unit.before(function)
    way = chance.randrange(5)
    if way == 0:
        return [(node.start, end, f"{{ int {name}; for ({name} = 0; {name} < 1; {name}++) {{ {text} }} }}")]
    if way == 1:
        return [(node.start, end, f"do {{ {text} }} while (0);")]
    if way == 2:
        return [(node.start, end, f"switch (0) {{ default: {{ {text} }} }}")]
    if way == 3:
        return [(at, at, f"static volatile int {name} = 1;\n"),
                (node.start, end, f"if ({name}) {{ {text} }}")]
    return [(at, at, f"static int {name}(int n) {{ return n > 3; }}\n"),
            (node.start, end, f"if ({name}(4)) {{ {text} }}")]


@rule("negated-condition")
def negated_condition(unit, chance):
    """The condition is negated and the branches are swapped."""
    candidates = []
    for _, body in unit.functions():
        for node, end in statements(unit, body, ("IF_STMT",)):
            if all(unit.plain(child) for child in node.children) and \
                    not any(part.kind in ("LABEL_STMT", "CASE_STMT", "DEFAULT_STMT")
                            for part in node.walk()):
                candidates.append((node, end))
    choice = choose(chance, candidates)
    if choice is None:
        return None
    node, end = choice
    condition, *branches = node.children
    if len(branches) not in (1, 2) or "CONSTRUCTOR" in condition.kind:
        return None
    texts = []
    for branch in branches:
        stop = with_semicolon(unit, branch)
        if stop is None:
            return None
        texts.append(unit.text[branch.start:stop])
    other = texts[1] if len(texts) == 2 else ""
    return [(node.start, end, f"if (!({unit.slice(condition)})) {{ {other} }} else {{ {texts[0]} }}")]


@rule("loop-by-goto")
def loop_by_goto(unit, chance):
    """A `while` made of `if` and `goto`."""
    candidates = []
    for _, body in unit.functions():
        for node, end in statements(unit, body, ("WHILE_STMT",)):
            if not _leaves(node.children[-1]) and not frame_bound(unit, node) and \
                    unit.plain(node.children[-1]):
                candidates.append((node, end))
    choice = choose(chance, candidates)
    if choice is None:
        return None
    node, end = choice
    inner = node.children[-1]
    stop = with_semicolon(unit, inner)
    if stop is None:
        return None
    opening, closing = _head(unit, node)
    condition = unit.text[unit.tokens[opening].end:unit.tokens[closing].start]
    label = unit.fresh("again")
    return [(node.start, end, f"{{ {label}: if ({condition}) {{ {unit.text[inner.start:stop]} "
                              f"goto {label}; }} }}")]
