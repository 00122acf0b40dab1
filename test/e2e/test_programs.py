"""Every program under test/programs gets a right verdict through the command line.

`// VERDICT: race|race-free` is the truth. A right answer is the truth or `unknown`;
`// ANSWER: unknown` says that the truth is not reached yet. A better answer than stated
fails, too, so that the statement in the file follows the tool. Comments of .ll files
start with `;`.

`// VERDICT-LOCKED:` is the truth if LOCKED is defined, `// VERDICT-POSIX:` with --libc posix. Where
the truth is a race, `// BY: f g` says of which functions of a library reports must name a race.
"""

import json
import os
import re
import subprocess
import unittest

from harness import EXIT, LONG, RACEWARD

PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "programs")
TAG = re.compile(r"^(?://|;) ([A-Z-]+): (.*)$", re.MULTILINE)


def programs():
    for folder, _, files in sorted(os.walk(PROGRAMS)):
        for name in sorted(files):
            path = os.path.join(folder, name)
            if name.endswith((".c", ".ll")):
                with open(path, encoding="utf-8") as file:
                    tags = dict(TAG.findall(file.read()))
                # Programs with a PROPERTY are about other things than races.
                if "VERDICT" in tags and "PROPERTY" not in tags:
                    yield os.path.relpath(path, PROGRAMS), path, tags


def checks(tags):
    """Truth, options and flags of each check that the program asks for."""
    yield tags["VERDICT"], [], []
    if "VERDICT-LOCKED" in tags:
        yield tags["VERDICT-LOCKED"], [], ["-DLOCKED"]
    if "VERDICT-POSIX" in tags:
        yield tags["VERDICT-POSIX"], ["--libc", "posix"], []


def named_functions(result):
    return {access["call"] for race in result["races"] for access in race["accesses"]}


def check(path, tags, options=(), flags=()):
    """The JSON result and the exit status."""
    command = [RACEWARD, "check", "--json", "-", "--time-limit", "10", *options]
    if "DATA-MODEL" in tags:
        command += ["--data-model", tags["DATA-MODEL"]]
    if "MODEL" in tags:
        command += ["--model", tags["MODEL"]]
    if "REDUCTION" in tags:
        command += ["--reduction", tags["REDUCTION"]]
    if tags.get("ALLOCATION") == "fails":
        command.append("--failing-allocation")
    if "UNKNOWN-CALLS" in tags:
        command += ["--unknown-calls", tags["UNKNOWN-CALLS"]]
    command += tags.get("OPTIONS", "").split()
    command.append(path)
    command += [os.path.join(os.path.dirname(path), other) for other in tags.get("WITH", "").split()]
    flags = [*tags.get("FLAGS", "").split(), *flags]
    if flags:
        command += ["--", *flags]
    run = subprocess.run(command, capture_output=True, text=True, timeout=LONG * 2)
    return run, json.loads(run.stdout) if run.stdout else None


class Programs(unittest.TestCase):
    def test_verdicts(self):
        count = 0
        for name, path, tags in programs():
            for truth, options, flags in checks(tags):
                with self.subTest(program=name, options=options, flags=flags):
                    run, result = check(path, tags, options, flags)
                    self.assertIsNotNone(result, run.stderr)
                    answer = result["verdict"]
                    self.assertEqual(run.returncode, EXIT[answer])
                    self.assertIn(answer, (truth, "unknown"), "WRONG VERDICT")
                    self.assertEqual(answer, tags.get("ANSWER", truth),
                                     "the file states another answer: correct its ANSWER line")
                    if answer == "unknown":
                        self.assertTrue(result["reasons"], "an unknown needs a reason")
                        self.assertNotIn("engine-crash", [r["kind"] for r in result["reasons"]])
                    if answer == "race" and "BY" in tags:
                        self.assertLessEqual(set(tags["BY"].split()), named_functions(result))
            count += 1
        self.assertGreaterEqual(count, 40)


if __name__ == "__main__":
    unittest.main()
