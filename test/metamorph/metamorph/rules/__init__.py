"""All rewritings. Each takes a unit and a source of chance, and gives edits, or None where it does not
fit. A new one is a function with the decorator `rule` in a file of this folder."""

import importlib
import pkgutil

RULES = {}


def rule(name):
    def register(function):
        RULES[name] = function
        return function
    return register


for _module in sorted(module.name for module in pkgutil.iter_modules(__path__)):
    importlib.import_module(f"{__name__}.{_module}")
