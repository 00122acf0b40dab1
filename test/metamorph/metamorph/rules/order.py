"""Declarations in another order."""

from . import rule
from .common import attributed, choose
from .data import groups


@rule("reordered-functions")
def reordered_functions(unit, chance):
    """Two functions change places; the first is declared in front of both."""
    bodies = {function.start: body for function, body in unit.functions()}
    candidates = []
    for first, second in zip(unit.top, unit.top[1:]):
        if first.start in bodies and second.start in bodies and unit.before(first) is not None and \
                not unit.text[first.end:second.start].strip() and \
                not attributed(first) and not attributed(second) and \
                first.type.kind.name == "FUNCTIONPROTO":
            candidates.append((first, second))
    choice = choose(chance, candidates)
    if choice is None:
        return None
    first, second = choice
    prototype = unit.text[first.start:bodies[first.start].start]
    # A head that ends otherwise declares its parameters behind the brackets, as C once did.
    if "inline" in prototype or not prototype.rstrip().endswith(")"):
        return None
    return [(first.start, second.end,
             f"{prototype};\n{unit.slice(second)}\n{unit.slice(first)}")]


@rule("reordered-variables")
def reordered_variables(unit, chance):
    """Two declarations of variables change places, where the second does not need the first."""
    found = sorted(groups(unit), key=lambda group: group[0])
    candidates = []
    for one, two in zip(found, found[1:]):
        text = unit.text[two[0]:two[1]]
        if unit.text[one[1]:two[0]].strip() or any(variable.name in text for variable in one[2]) or \
                "struct" in unit.text[one[0]:one[1]] and "{" in unit.text[one[0]:one[1]]:
            continue
        candidates.append((one, two))
    choice = choose(chance, candidates)
    if choice is None:
        return None
    one, two = choice
    return [(one[0], two[1], f"{unit.text[two[0]:two[1]]}\n{unit.text[one[0]:one[1]]}")]
