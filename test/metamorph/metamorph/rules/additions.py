"""What is added and does nothing."""

from ..types import plain_scalar
from . import rule
from .common import choose, statements
from .data import movable


@rule("dead-access")
def dead_access(unit, chance):
    """An access that is never executed, because of a value that nobody writes."""
    candidates = []
    for function, body in unit.functions():
        if unit.before(function) is None:
            continue
        names = [node for node in unit.top if node.kind == "VAR_DECL" and node.end < function.start and
                 plain_scalar(node.type) and movable(unit, node)]
        for statement, end in statements(unit, body):
            candidates += [(function, statement, end, node) for node in names]
    choice = choose(chance, candidates)
    if choice is None:
        return None
    function, statement, end, variable = choice
    at, name, x = unit.before(function), unit.fresh("never"), variable.name
    definition, condition = chance.choice([
        (f"static int {name};\n", name),
        (f"static volatile int {name};\n", f"{name} != 0"),
        (f"static int {name}(int n) {{ return n * n < 0; }}\n", f"{name}(3)"),
        (f"static int {name}(void) {{ int a[2] = {{ 0, 1 }}; return a[0] > a[1]; }}\n", f"{name}()"),
        (f"static int *{name};\n", name),
    ])
    access = chance.choice([f"{x} = 0;", f"(void)*(volatile __typeof__({x}) *)&{x};", f"{x} = {x};"])
    added = f" if ({condition}) {{ {access} }} "
    place = statement.start if chance.random() < 0.5 else end
    # A case label may stand in front of the statement, and nothing else: it lies in a block.
    return [(at, at, definition), (place, place, added)]


@rule("thread-that-does-nothing")
def thread_that_does_nothing(unit, chance):
    """Main starts a thread first that touches nothing, and joins it at once or never."""
    mains = [(function, body) for function, body in unit.functions() if function.name == "main"]
    if len(mains) != 1 or not any(token.kind == "line" and "pthread.h" in token.text
                                  for token in unit.tokens) or unit.before(mains[0][0]) is None or \
            [token.text for token in unit.tokens].count("main") != 1:
        return None
    function, body = mains[0]
    name, at = unit.fresh("nothing"), unit.before(function)
    end = chance.choice([f"pthread_join({name}_id, 0);", f"pthread_detach({name}_id);", ""])
    work = chance.choice(["", "int n = 1; n++;", "static int own; if (!p) own = 1;"])
    return [(at, at, f"static void *{name}(void *p) {{ {work} return p; }}\n"),
            (body.start, body.start + 1,
             f"{{ {{ pthread_t {name}_id; if (!pthread_create(&{name}_id, 0, {name}, 0)) "
             f"{{ {end} }} }} ")]


def _only_called(unit, use):
    """Is the function called there or started as a thread? Whoever compares or computes with its
    address would notice a copy."""
    number = unit.token_at(use.start)
    if unit.tokens[number + 1].text == "(":
        return True
    before = [token.text for token in unit.tokens[max(0, number - 14):number]]
    return "pthread_create" in before and ";" not in before[before.index("pthread_create"):] and \
        before[-1] == "," and unit.tokens[number + 1].text == ","


@rule("cloned-function")
def cloned_function(unit, chance):
    """One of the places that name a function names a copy of it."""
    candidates = []
    for function, body in unit.functions():
        if function.name == "main" or function.name.startswith("__VERIFIER") or \
                unit.before(function) is None or not unit.declared_once(function.name) or \
                any(node.kind == "VAR_DECL" and node.cursor.storage_class.name == "STATIC"
                    for node in body.walk()) or "__func__" in unit.slice(body) or \
                "__attribute__" in unit.text[max(0, function.start - 60):body.start]:
            continue
        uses = [token for token in unit.tokens if token.text == function.name and token.start > function.end]
        candidates += [(function, body, token) for token in uses if _only_called(unit, token)]
    choice = choose(chance, candidates)
    if choice is None:
        return None
    function, body, use = choice
    name = unit.fresh("clone")
    head = unit.tokens_in(function.start, body.start)
    named = [token for token in head if token.text == function.name]
    if len(named) != 1:
        return None
    text = unit.text[function.start:named[0].start] + name + unit.text[named[0].end:function.end]
    return [(function.end, function.end, "\n" + text), (use.start, use.end, name)]
