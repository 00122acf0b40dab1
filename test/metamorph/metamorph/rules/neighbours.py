"""Variables that get neighbours, or memory of another kind."""

from ..types import atomic, declared, plain_scalar
from . import rule
from .common import attributed, choose
from .data import groups, initial_text, movable


def _single(unit):
    """Variables that are declared alone, and once."""
    for start, end, variables in groups(unit):
        variable = variables[0]
        if len(variables) == 1 and movable(unit, variable) and \
                len([node for node in unit.top if node.name == variable.name]) == 1 and \
                not any(node.kind in ("STRUCT_DECL", "UNION_DECL", "ENUM_DECL") and node.start == start
                        for node in unit.top):
            text = initial_text(unit, variable, end)
            if text is not None:
                yield start, end, variable, text


def _replaced(unit, ways, outside):
    return [(token.start, token.end, ways[token.text]) for token in unit.tokens
            if token.kind == "name" and token.text in ways and
            not any(start <= token.start < end for start, end in outside)]


@rule("globals-side-by-side")
def globals_side_by_side(unit, chance):
    """Two variables become two members of a struct, or two elements of an array: two memory locations."""
    found = list(_single(unit))
    pairs = [(one, two) for number, one in enumerate(found) for two in found[number + 1:]
             if one[2].cursor.storage_class == two[2].cursor.storage_class]
    choice = choose(chance, pairs)
    if choice is None:
        return None
    one, two = choice
    # Where the first stands now, initialisers and types of the second must mean the same.
    if any(name in two[3] + two[2].type.spelling for name in unit.names & {node.name for node in unit.top
                                                   if node.start > one[0] and node.name}):
        return None
    name = unit.fresh("beside")
    static = "static " if one[2].cursor.storage_class.name == "STATIC" else ""
    if one[2].type.spelling == two[2].type.spelling and chance.random() < 0.7:
        values = [f"[{number}] = {text}" for number, text in ((0, one[3]), (1, two[3])) if text]
        made = f"{static}{declared(one[2].type, name + '[2]')}"
        ways = {one[2].name: f"{name}[0]", two[2].name: f"{name}[1]"}
    else:
        values = [f".{each[2].name} = {each[3]}" for each in (one, two) if each[3]]
        made = (f"{static}struct {{ {declared(one[2].type, one[2].name)}; "
                f"{declared(two[2].type, two[2].name)}; }} {name}")
        ways = {each[2].name: f"{name}.{each[2].name}" for each in (one, two)}
    if any(word in one[3] + two[3] for word in ways):
        return None
    equals = f" = {{ {', '.join(values)} }}" if values else ""
    return [(one[0], one[1], f"{made}{equals};"), (two[0], two[1], "")] + \
        _replaced(unit, ways, [(one[0], one[1]), (two[0], two[1])])


@rule("global-on-heap")
def global_on_heap(unit, chance):
    """A variable lives in memory that `main` allocates before it does anything else."""
    mains = [(function, body) for function, body in unit.functions() if function.name == "main"]
    # Nothing may run before main does, nor may main run twice.
    if len(mains) != 1 or any(attributed(function) for function, _ in unit.functions()) or \
            [token.text for token in unit.tokens].count("main") != 1:
        return None
    bodies = [(body.start, body.end) for _, body in unit.functions()]
    candidates = [each for each in _single(unit)
                  if plain_scalar(each[2].type) and not atomic(each[2].type) and
                  all(each[0] <= token.start < each[1] or
                      any(start < token.start < end for start, end in bodies)
                      for token in unit.tokens if token.text == each[2].name)]
    choice = choose(chance, candidates)
    if choice is None:
        return None
    start, end, variable, text = choice
    body = mains[0][1]
    # An initialiser may only mean in main what it means at file level.
    if any(token.kind == "name" for token in unit.tokens_in(start, end)
           if token.text in {node.name for node in mains[0][0].walk() if node.kind in
                             ("VAR_DECL", "PARM_DECL")}):
        return None
    # A static local may hold an address that must be constant.
    if any(node.kind == "VAR_DECL" and node.cursor.storage_class.name == "STATIC"
           for function, _ in unit.functions() for node in function.walk()):
        return None
    name = unit.fresh("heap")
    pointer = declared(variable.type, "") + "*"
    static = "static " if variable.cursor.storage_class.name == "STATIC" else ""
    begin = (f"{{ {name} = calloc(1, sizeof *{name}); if (!{name}) abort(); "
             + (f"*{name} = {text}; " if text else ""))
    return [(start, end, f"void *calloc(__SIZE_TYPE__, __SIZE_TYPE__); void abort(void);\n"
                         f"{static}{pointer}{name};"),
            (body.start, body.start + 1, begin)] + \
        _replaced(unit, {variable.name: f"(*{name})"}, [(start, end)])
