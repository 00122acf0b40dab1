#!/usr/bin/env python3
"""No type is defined twice under one name.

Two structs of the same name in the same namespace compile and link, and then one of them is
used with the functions of the other: no compiler has to say so, and the sanitizers notice only
when the sizes differ. What lies in an unnamed namespace may have any name.

The files are formatted (scripts/format --check), so that a look at the starts of lines is enough.
"""
import collections
import pathlib
import re
import sys

NAMESPACE = re.compile(r"^namespace\s*([\w:]*)\s*\{\s*(\})?")
DEFINITION = re.compile(
    r"^(?:template <.*> )?(?:struct|class)\s+(?:\[\[\w+\]\]\s*)?(\w+(?:::\w+)*)\s*(?:final\s*)?(?::[^;]*)?\{"
)


def definitions(text):
    """The full names of all types that the text defines outside of unnamed namespaces."""
    within = []
    for line in text.splitlines():
        opened = NAMESPACE.match(line)
        if opened:
            if not opened.group(2):
                within.append(opened.group(1))
        elif line.startswith("} // namespace"):
            within.pop()
        else:
            defined = DEFINITION.match(line)
            if defined and "" not in within:
                yield "::".join([*within, defined.group(1)])


def doubled(files):
    places = collections.defaultdict(set)
    for path, text in files:
        for name in definitions(text):
            places[name].add(path)
    return {name: sorted(found) for name, found in places.items() if len(found) > 1}


def self_test():
    one = "namespace a {\nstruct S {\n};\n} // namespace a\n"
    hidden = "namespace a {\nnamespace {\nstruct S {\n};\n} // namespace\n} // namespace a\n"
    other = "namespace b {\nclass S final {\n};\n} // namespace b\n"
    assert doubled([("x", one), ("y", one)]) == {"a::S": ["x", "y"]}
    assert not doubled([("x", one), ("y", hidden), ("z", other)])


def main():
    self_test()
    root = pathlib.Path(sys.argv[1])
    files = [(str(path.relative_to(root)), path.read_text())
             for folder in ("src", "test") for path in sorted((root / folder).rglob("*"))
             if path.suffix in (".h", ".cpp")]
    found = doubled(files)
    for name, paths in sorted(found.items()):
        print(f"{name} is defined in {' and in '.join(paths)}: rename one of them")
    return 1 if found or len(files) < 100 else 0


sys.exit(main())
