"""A program of the corpus as text without macros of its own, so that positions mean what they say."""

import functools
import os
import re
import subprocess

from .source import Unit

INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b[^\n]*$", re.MULTILINE)
KEPT = re.compile(r"^[ \t]*#[ \t]*define[ \t]+_\w+(?:[ \t]+[\w]+)?[ \t]*$", re.MULTILINE)
DEFINED = re.compile(r"^#define (\w+)(\(?)")


def compiler():
    return os.environ.get("CROSS_CLANG", "clang-19")


def data_model(program):
    models = [value.upper() for option, value in zip(program.options, program.options[1:])
              if option == "--data-model"]
    return ["-m32"] if models[-1:] == ["ILP32"] else ["-m64"]


def arguments(program):
    """For the compiler: as the tool calls it, as far as it matters for the meaning."""
    return ["-x", "c", *data_model(program), "-D__RACEWARD__=1", "-U__OPTIMIZE__", "-U_FORTIFY_SOURCE",
            "-I", os.path.dirname(program.path), *program.flags]


def _run(command, text):
    return subprocess.run(command, input=text, capture_output=True, text=True, encoding="latin-1",
                          timeout=60)


@functools.lru_cache(maxsize=4096)
def _macros(includes, flags):
    """Each macro that headers define, and whether it has parameters."""
    run = _run([compiler(), "-w", *flags, "-dM", "-E", "-"], includes)
    return {match[1]: match[2] == "(" for line in run.stdout.splitlines()
            if (match := DEFINED.match(line))}


def prepared(program):
    """The unit with the program's own macros expanded, or None if that is not certain."""
    with open(program.path, encoding="latin-1") as file:
        text = file.read()
    if "\\\n" in INCLUDE.sub("", text) and "#pragma" in text:
        return None
    includes = INCLUDE.findall(text)
    last = text.rindex(includes[-1]) if includes else 0
    switches = "\n".join(match[0] for match in KEPT.finditer(text) if match.start() < last)
    # Includes survive the preprocessor as pragmas.
    number = iter(range(len(includes)))
    hidden = INCLUDE.sub(lambda _: f"#pragma mm_include {next(number)}", text)
    flags = arguments(program)
    run = _run([compiler(), "-w", *flags, "-E", "-P", "-"], hidden)
    if run.returncode != 0:
        return None
    expanded = re.sub(r"^#pragma mm_include (\d+)$", lambda match: includes[int(match[1])], run.stdout,
                      flags=re.MULTILINE)
    if switches:
        expanded = switches + "\n" + expanded
    unit = Unit(expanded, flags, _macros("\n".join([switches, *includes, ""]), tuple(flags)))
    return None if unit.errors or not unit.top else unit
