"""Programs without threads: test/programs/sequential, each with its property and verdict.

A right answer is the stated one. `unknown` is right only where the file states status 3:
something was left out there on purpose. A violation must be reported in the line that is marked, with inputs.
"""

import json
import os
import re
import subprocess
import unittest

from harness import LONG, RACEWARD

PROJECT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PROGRAMS = os.path.join(PROJECT, "test", "programs", "sequential")
TAG = re.compile(r"^// ([A-Z-]+): (.*)$", re.MULTILINE)
EXIT = {"holds": 0, "violated": 1, "unknown": 3}


def check(path, tags, *more):
    command = [RACEWARD, "check", "--property", tags["PROPERTY"], "--time-limit", "120", *more]
    if "DATA-MODEL" in tags:
        command += ["--data-model", tags["DATA-MODEL"]]
    command += [path, "--", "-w"] + tags.get("FLAGS", "").split()
    return subprocess.run(command, capture_output=True, text=True, timeout=LONG * 4, cwd=PROJECT)


class Sequential(unittest.TestCase):
    def test_verdicts(self):
        count = 0
        for name in sorted(os.listdir(PROGRAMS)):
            if not name.endswith(".c"):
                continue
            path = os.path.join(PROGRAMS, name)
            with open(path, encoding="utf-8") as file:
                text = file.read()
            tags = dict(TAG.findall(text))
            count += 1
            with self.subTest(program=name):
                run = check(path, tags, "--json", "-")
                self.assertTrue(run.stdout, run.stderr)
                result = json.loads(run.stdout)
                self.assertEqual(run.returncode, EXIT[result["verdict"]])
                self.assertEqual(result["property"], tags["PROPERTY"])
                answer = "unknown" if tags.get("STATUS") == "3" else tags["VERDICT"]
                self.assertEqual(result["verdict"], answer, result["reasons"])
                if answer == "violated":
                    marked = [number for number, line in enumerate(text.split("\n"), 1)
                              if line.endswith("// VIOLATION")]
                    self.assertIn(result["violations"][0]["line"], marked)
        self.assertGreaterEqual(count, 60)

    def test_text_shows_line_and_inputs(self):
        path = os.path.join(PROGRAMS, "index_far.c")
        with open(path, encoding="utf-8") as file:
            tags = dict(TAG.findall(file.read()))
        run = check(path, tags)
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertRegex(run.stdout, r"index_far\.c:\d+:\d+: error: ")
        self.assertRegex(run.stdout, r"note: \w+\(\) gives -?\d+")
        self.assertTrue(run.stdout.endswith("by inputs that lead there\n"), run.stdout)

    def test_second_solver_that_is_not_there(self):
        path = os.path.join(PROGRAMS, "index_far.c")
        run = check(path, {"PROPERTY": "memory-safety"}, "--cross-check", "no-such-solver")
        self.assertEqual(run.returncode, 2)
        self.assertIn("no-such-solver", run.stderr)


if __name__ == "__main__":
    unittest.main()
