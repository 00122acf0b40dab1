"""The programs whose verdict is known, and how each is checked."""

import csv
import dataclasses
import os
import re
import shlex

TAG = re.compile(r"^// ([A-Z-]+): (.*)$", re.MULTILINE)
TRUTH = {"race": "race", "free": "race-free"}


@dataclasses.dataclass(frozen=True)
class Program:
    name: str         # unique: the path, and the options if there are any
    path: str
    truth: str
    options: tuple    # of the tool
    flags: tuple      # of the compiler


def _stated(tests):
    root = os.path.join(tests, "programs")
    for folder, _, files in sorted(os.walk(root)):
        for name in sorted(files):
            path = os.path.join(folder, name)
            if not name.endswith(".c"):
                continue
            with open(path, encoding="latin-1") as file:
                text = file.read()
            tags = dict(TAG.findall(text))
            # Rewritings see one file; flags that name a folder would mean another one elsewhere.
            # Options name functions of the text.
            if tags.get("VERDICT") not in TRUTH.values() or '#include "' in text or \
                    {"PROPERTY", "WITH", "OPTIONS"} & tags.keys():
                continue
            flags = tags.get("FLAGS", "").split()
            if any(flag.startswith("-I") for flag in flags):
                continue
            options = ["--data-model", tags["DATA-MODEL"]] if "DATA-MODEL" in tags else []
            options += ["--model", tags["MODEL"]] if "MODEL" in tags else []
            options += ["--failing-allocation"] if tags.get("ALLOCATION") == "fails" else []
            options += ["--unknown-calls", tags["UNKNOWN-CALLS"]] if "UNKNOWN-CALLS" in tags else []
            yield Program(os.path.relpath(path, tests), path, tags["VERDICT"], tuple(options), tuple(flags))


def _red_team(tests):
    root = os.path.join(tests, "redteam")
    with open(os.path.join(root, "truth.csv"), encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            options, flags = shlex.split(row["options"]), []
            if "--" in options:
                at = options.index("--")
                options, flags = options[:at], options[at + 1:]
            # `-j 2` is about the processes of the search, not about programs.
            if row["truth"] not in TRUTH or not row["file"].endswith(".c") or " " in row["file"] or \
                    "-j" in options:
                continue
            name = " ".join(["redteam/" + row["file"], row["options"]]).strip()
            yield Program(name, os.path.join(root, row["file"]), TRUTH[row["truth"]], tuple(options),
                          tuple(flags))


def programs(tests, filters):
    for program in [*_stated(tests), *_red_team(tests)]:
        if not filters or any(wanted in program.name for wanted in filters):
            yield program
