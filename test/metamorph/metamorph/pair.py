"""One pair: a program, and the same rewritten by several rules one after the other."""

import dataclasses
import random

from .rules import RULES
from .rules.files import Files
from .source import Unit, applied

ALL = sorted([*RULES, "bitcode-O1", "bitcode-O2"])


@dataclasses.dataclass
class Rewritten:
    rules: list
    files: list        # texts
    broken: str = ""   # the rule whose result does not compile, and the message
    level: str = ""    # of optimisation, for bitcode


def _optimisable(unit):
    """ThreadSanitizer does not know 32 bits (see judge.py), and a function that is a section by its name
    stops to be one where it was inlined."""
    return "-m32" not in unit.arguments and not any(
        function.name.startswith("__VERIFIER_atomic") for function, _ in unit.functions())


def rewritten(unit, key, only, longest):
    """The rewritten program for this key, or None if no rule fits. The same key gives the same."""
    chance = random.Random(key)
    length = 1 if only and len(only) == 1 else chance.randint(1, longest)
    wanted = list(only) or ALL
    result = Rewritten([], [unit.text])
    tries = 0
    while len(result.rules) < length and tries < 5 * length:
        tries += 1
        name = chance.choice(wanted)
        if name in ("bitcode-O1", "bitcode-O2"):
            if not _optimisable(unit):
                continue
            result.level = name[-2:]
            result.rules.append(name)
            break
        made = RULES[name](unit, chance)
        if not made:
            continue
        result.rules.append(name)
        if isinstance(made, Files):
            result.files = list(made)
            units = [Unit(text, unit.arguments, unit.macros) for text in made]
        else:
            result.files = [applied(unit.text, made)]
            units = [Unit(result.files[0], unit.arguments, unit.macros)]
        errors = [error for one in units for error in one.errors]
        if errors:
            result.broken = f"{name}: {errors[0]}"
            break
        if isinstance(made, Files):
            break
        unit = units[0]
    return result if result.rules else None
