"""Makes a program ready to be attacked: LLVM IR with sections and pauses, then executables."""
import os
import re

import commands

HERE = os.path.dirname(os.path.abspath(__file__))
SUPPORT = os.path.join(HERE, "support")
INCLUDE = os.path.join(os.path.dirname(os.path.dirname(HERE)), "include")
CLANG = os.environ.get("CROSS_CLANG", "clang-19")
COMPILE_SECONDS = 60
LIBRARIES = ["-lm", "-Wl,--as-needed", "-latomic"]  # the last one for atomics of many bytes

DEFINITION = re.compile(r'^define [^\n]*@"?([\w.$]+)"?\(')
RETURN = re.compile(r"^  ret\b")
STORE = re.compile(r"^  (store|cmpxchg|atomicrmw|%[\w.]+ = (load atomic|cmpxchg|atomicrmw))\b")
WRAPPED = re.compile(r"\b__wrap_(\w+)|\bWRAP(?:_LOCK|_MUTEX)?\((\w+),")


def wrapped_names():
    """Functions that the support stands in front of."""
    names = set()
    for name in ("objects.c", "touched.c"):
        with open(os.path.join(SUPPORT, name), encoding="utf-8") as file:
            names |= {a or b for a, b in WRAPPED.findall(file.read())} - {"name", ""}
    return sorted(names)


NAMES = wrapped_names()


class NotBuilt(Exception):
    """Why there is nothing to run."""


def compiled(command, what):
    done = commands.run(command, COMPILE_SECONDS)
    if done.status != 0:
        lines = [line for line in done.errors.splitlines() if "error" in line or "undefined" in line]
        raise NotBuilt(f"{what}: {(lines or done.errors.splitlines() or ['time'])[0][-200:]}")


def build_support(folder):
    """What every attacked program is linked with; not instrumented."""
    for way, define in (("renamed", ["-DFALSIFY_RENAMED"]), ("wrapped", [])):
        os.makedirs(os.path.join(folder, way), exist_ok=True)
        for name in ("random", "inputs", "sections", "touched", "objects", "c11", "small"):
            source, more = (name, []) if name != "small" else ("objects", ["-DFALSIFY_SMALL_OBJECTS"])
            compiled([CLANG, "-Wall", "-Wextra", "-O1", "-c", os.path.join(SUPPORT, source + ".c"),
                      *define, *more, "-o", os.path.join(folder, way, name + ".o")],
                     "the support does not compile")


class Build:
    """One program in one folder. Everything is made when it is first asked for."""

    def __init__(self, program, folder, support):
        self.program, self.folder = program, folder
        self.texts = None
        self.support = support
        # Objects of the thread library have the sizes of the headers that were read.
        self.small = program.data_model == "ilp32" and any(f.endswith(".i") for f in program.files)

    def path(self, name):
        return os.path.join(self.folder, name)

    def ir(self):
        """The text of each file as IR, before any optimisation."""
        if self.texts is None:
            self.texts = []
            for number, file in enumerate(self.program.files):
                target = self.path(f"plain{number}.ll")
                source = [] if file.endswith(".ll") else [
                    "-fwrapv", "-fno-strict-aliasing", "-D__RACEWARD__=1", "-U_FORTIFY_SOURCE",
                    "-idirafter", INCLUDE]
                compiled([CLANG, "-w", "-g", "-O1", "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm",
                          "-fsanitize=thread", "-pthread", *source, *self.program.flags, file, "-o", target],
                         "does not compile")
                with open(target, encoding="utf-8", errors="replace") as text:
                    # A function of C99 that is only `inline` has no other definition, and not every
                    # level of optimisation puts it where it is called.
                    self.texts.append(text.read().replace("define available_externally ",
                                                          "define linkonce_odr "))
        return self.texts

    def objects(self, way, *more):
        names = ["random", "inputs", "sections", "touched", "small" if self.small else "objects", *more]
        return [os.path.join(self.support, way, name + ".o") for name in names]

    def files_with(self, change, name):
        written = []
        for number, text in enumerate(self.ir()):
            target = self.path(f"{name}{number}.ll")
            with open(target, "w", encoding="utf-8") as file:
                file.write(change(text))
            written.append(target)
        return written

    def sanitized(self, sanitizer, level):
        """An executable that a sanitizer of clang watches."""
        attribute = {"thread": "sanitize_thread", "address": "sanitize_address"}[sanitizer]
        files = self.files_with(
            lambda text: watched(with_pauses(renamed(with_sections(text), self.ir())), attribute), f"{sanitizer}{level}-")
        target = self.path(f"{sanitizer}-O{level}")
        compiled([CLANG, "-w", f"-O{level}", f"-fsanitize={sanitizer}", "-pthread", "-rdynamic",
                  *files, *self.objects("renamed", "c11"), *LIBRARIES,
                  "-o", target], "does not link")
        return target

    def controlled(self, raceward):
        """An executable for `raceward run`."""
        files = self.files_with(with_sections, "controlled-")
        target = self.path("controlled")
        compiled([raceward, "cc", "-w", "-O1", "-pthread", *(f"-Wl,--wrap={name}" for name in NAMES), *files,
                  *self.objects("wrapped"), *LIBRARIES,
                  "-o", target], "does not build under control")
        return target


def renamed(text, texts):
    """The program calls the support instead of what that stands in front of."""
    for name in NAMES:
        if not any(re.search(rf"^define [^\n]*@{name}\(", each, re.MULTILINE) for each in texts):
            text = re.sub(rf"@{name}(?![\w.$])", "@__wrap_" + name, text)
    return text


def with_sections(text):
    """A function __VERIFIER_atomic_… is a section from its beginning to its end."""
    lines, inside, begun = [], False, False
    for line in text.splitlines():
        definition = DEFINITION.match(line)
        if definition:
            name = definition.group(1)
            begun = False
            inside = name.startswith("__VERIFIER_atomic_") and name not in (
                "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end")
        elif inside and not begun and line.startswith("  "):
            begun = True
            lines.append("  call void @__VERIFIER_atomic_begin()" + place_of(line))
        elif line == "}":
            inside = False
        if inside and RETURN.match(line):
            lines.append("  call void @__VERIFIER_atomic_end()" + place_of(line))
        lines.append(line)
    return declared("\n".join(lines) + "\n", "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end")


def with_pauses(text):
    """A chance to wait before each write and each atomic access."""
    lines = []
    for line in text.splitlines():
        if STORE.match(line):
            lines.append("  call void @falsify_pause()" + place_of(line))
        lines.append(line)
    return declared("\n".join(lines) + "\n", "falsify_pause")


def place_of(line):
    """A call in a function with positions must have one."""
    found = re.search(r", !dbg ![0-9]+", line)
    return found.group(0) if found else ""


def declared(text, *names):
    for name in names:
        if f"@{name}(" in text and not re.search(rf"^(declare|define)[^\n]*@{name}\(", text, re.MULTILINE):
            text += f"\ndeclare void @{name}()\n"
    return text


def watched(text, attribute):
    """IR that did not come from clang with the sanitizer has not got its attribute."""
    if "sanitize_thread" in text:
        return text.replace("sanitize_thread", attribute)
    return re.sub(r"^(define [^\n]*?\))((?: #\d+)?(?: !dbg !\d+)? \{)$", rf"\1 {attribute}\2", text,
                  flags=re.MULTILINE)
