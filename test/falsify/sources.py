"""Where programs to attack come from."""
import csv
import os
import re
import shlex
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
TAG = re.compile(r"^(?://|;) ([A-Z-]+): (.*)$", re.MULTILINE)
# What decides how a check is made, and not which program it is about.
HOW = {"-j": 1, "--prune": 1}


class Program:
    """Files with the options of `raceward check`, and the flags of the compiler."""

    def __init__(self, name, files, options=(), flags=()):
        self.name, self.files, self.flags = name, [os.path.abspath(file) for file in files], list(flags)
        self.options = list(options)

    def value_of(self, option, default):
        """What the option says last."""
        value = default
        for word, following in zip(self.options, self.options[1:]):
            if word == option:
                value = following
        return value.lower()

    @property
    def model(self):
        return self.value_of("--model", "c11")

    @property
    def data_model(self):
        return self.value_of("--data-model", "lp64")

    def with_data_model(self, data_model):
        return Program(self.name, self.files, self.options + ["--data-model", data_model], self.flags)

    @property
    def key(self):
        """Equal for checks that differ only in how they are made: one attack does for all."""
        return " ".join([*self.files, self.model, self.data_model, "--", *self.flags])

    def check_command(self, raceward, *more, as_given=True):
        options, words = [], iter(self.options)
        for word in words:
            if not as_given and word in HOW:
                next(words)
            else:
                options.append(word)
        return [raceward, "check", "--no-config", "--quiet", "--json", "-", *options, *more, *self.files,
                *(["--", *self.flags] if self.flags else [])]


def from_files(files, options=()):
    return [tagged(os.path.relpath(file), file, options) for file in files]


def tagged(name, path, more=()):
    """As its comments say that it is checked, as those of test/programs do."""
    with open(path, encoding="utf-8", errors="replace") as file:
        tags = dict(TAG.findall(file.read()))
    options = []
    if "DATA-MODEL" in tags:
        options += ["--data-model", tags["DATA-MODEL"]]
    if "MODEL" in tags:
        options += ["--model", tags["MODEL"]]
    if tags.get("ALLOCATION") == "fails":
        options.append("--failing-allocation")
    options += tags.get("OPTIONS", "").split()
    options += more
    others = [os.path.join(os.path.dirname(path), other) for other in tags.get("WITH", "").split()]
    return Program(name, [path, *others], options, tags.get("FLAGS", "").split())


def from_folder(folder):
    """Those that state a verdict about races."""
    programs = []
    for place, _, files in sorted(os.walk(folder)):
        for name in sorted(files):
            path = os.path.join(place, name)
            if not name.endswith((".c", ".ll")):
                continue
            with open(path, encoding="utf-8", errors="replace") as file:
                tags = dict(TAG.findall(file.read()))
            # What functions without a body do cannot be run; attacks are on programs with a main.
            if "VERDICT" in tags and not {"PROPERTY", "UNKNOWN-CALLS", "OPTIONS"} & tags.keys():
                programs.append(tagged(os.path.relpath(path, folder), path))
    return programs


def from_redteam():
    folder, programs = os.path.join(ROOT, "test", "redteam"), []
    with open(os.path.join(folder, "truth.csv"), encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            options, flags = shlex.split(row["options"]), []
            if "--" in options:
                at = options.index("--")
                options, flags = options[:at], options[at + 1:]
            programs.append(Program(" ".join([row["file"], row["options"]]).strip(),
                                    [os.path.join(folder, path) for path in row["file"].split()],
                                    options, flags))
    return programs


def from_tasks(tasks, snapshots, work, only):
    """Those about races; how many are not at hand is told besides."""
    sys.path.insert(0, os.path.join(ROOT, "bench"))
    import corpus  # noqa: E402
    found = corpus.Corpus(snapshots, work)
    jobs, missing = found.resolve(corpus.read_tasks(tasks, only, "no-data-race"))
    programs = [Program(f"{row['repo']}/{row['path']} ({model})", [path],
                        ["--model", model, "--data-model", row["data_model"].lower()],
                        found.compiler_flags(row))
                for row, path, model in jobs]
    return programs, missing
