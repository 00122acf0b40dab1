"""Other ways to the same variable."""

from ..types import declared
from . import rule
from .common import choose
from .data import movable


def _used_globals(unit):
    """(variable, functions that use it) of names that mean one thing."""
    for variable in unit.top:
        if variable.kind != "VAR_DECL" or not movable(unit, variable):
            continue
        users = [(function, body) for function, body in unit.functions()
                 if variable.end <= function.start and unit.before(function) is not None and
                 any(token.text == variable.name for token in unit.tokens_in(body.start, body.end))]
        if users:
            yield variable, users


@rule("other-way-to-global")
def other_way_to_global(unit, chance):
    """Uses of a variable in one function or in all go through a pointer, a function, or an index that
    is always zero."""
    choice = choose(chance, _used_globals(unit))
    if choice is None:
        return None
    variable, users = choice
    at, name, x = unit.before(users[0][0]), unit.fresh("way"), variable.name
    type_ = f"__typeof__({x})"
    definition, use = chance.choice([
        (f"static {type_} *{name} = &{x};\n", f"(*{name})"),
        (f"static {type_} *const {name}[2] = {{ &{x}, &{x} }};\n", f"(*{name}[1])"),
        (f"static {type_} *{name}(void) {{ return &{x}; }}\n", f"(*{name}())"),
        (f"static int {name};\n", f"(&{x})[{name}]"),
        (f"static volatile int {name};\n", f"(*(&{x} + {name}))"),
        (f"static void *{name} = &{x};\n", f"(*({type_} *){name})"),
        (f"static {type_} *{name}_one = &{x}; static {type_} **{name} = &{name}_one;\n", f"(**{name})"),
        (f"struct {name}_t {{ {type_} *to; }}; static struct {name}_t {name} = {{ &{x} }};\n",
         f"(*{name}.to)"),
        (f"static {type_} *{name}(int mm_n) {{ return mm_n ? {name}(mm_n - 1) : &{x}; }}\n", f"(*{name}(2))"),
        (f"static __UINTPTR_TYPE__ {name}(void) {{ return (__UINTPTR_TYPE__)&{x}; }}\n",
         f"(*({type_} *){name}())"),
    ])
    if declared(variable.type, "x") is None:
        return None
    chosen = users if chance.random() < 0.4 else [chance.choice(users)]
    edits = [(at, at, definition)]
    for _, body in chosen:
        for token in unit.tokens_in(body.start, body.end):
            if token.kind == "name" and token.text == x:
                edits.append((token.start, token.end, use))
    return edits
