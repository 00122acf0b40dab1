"""The programs of examples/programs answer as their comments say."""

import os
import re
import shutil
import subprocess
import unittest

from harness import LONG, RACEWARD, EndToEnd

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PROGRAMS = os.path.join(ROOT, "examples", "programs")
STATUS = {"race-free": 0, "holds": 0, "race": 1, "violated": 1, "unknown": 3}


def programs():
    return sorted(os.listdir(PROGRAMS))


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def commands_of(program):
    """Pairs of a command and its expected output from the comment at the head of a program."""
    head = read(os.path.join(PROGRAMS, program)).split("\n\n")[0]
    for block in re.findall(r"^//   \$ (.*(?:\n//   \| .*)*)", head, re.MULTILINE):
        command, *output = block.split("\n//   | ")
        yield command, "\n".join(output) + "\n"


def as_pattern(output):
    """A line `...` in an expected output stands for any number of lines."""
    return re.escape(output).replace(re.escape("...\n"), "(?:.*\n)*")


class Programs(EndToEnd):
    def test_answers(self):
        environment = self.environment(None)
        environment["PATH"] = os.path.dirname(os.path.abspath(RACEWARD)) + os.pathsep + environment["PATH"]
        for program in programs():
            shutil.copy(os.path.join(PROGRAMS, program), self.folder)
        for program in programs():
            for command, output in commands_of(program):
                with self.subTest(program=program, command=command):
                    run = subprocess.run(command, shell=True, cwd=self.folder, env=environment, text=True,
                                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=LONG)
                    self.assertRegex(run.stdout, f"^{as_pattern(output)}$")
                    verdict = re.search(r"^raceward: ([a-z-]+):", output, re.MULTILINE).group(1)
                    self.assertEqual(run.returncode, STATUS[verdict])


class Descriptions(unittest.TestCase):
    def test_every_program_states_its_command(self):
        for program in programs():
            with self.subTest(program=program):
                self.assertTrue(any(program in command for command, _ in commands_of(program)))

    def test_every_program_has_a_twin_and_is_listed(self):
        index = read(os.path.join(ROOT, "examples", "README.md"))
        for program in programs():
            with self.subTest(program=program):
                stem, ending = os.path.splitext(program)
                twin = stem.removesuffix("_fixed") if stem.endswith("_fixed") else stem + "_fixed"
                self.assertIn(twin + ending, programs())
                self.assertIn(f"(programs/{program})", index)

    def test_the_program_of_the_readme_is_among_them(self):
        listing = re.search(r"<!-- example: sensor.c -->\n```c\n(.*?)```",
                            read(os.path.join(ROOT, "README.md")), re.DOTALL).group(1)
        self.assertTrue(read(os.path.join(PROGRAMS, "sensor.c")).endswith("\n\n" + listing))


if __name__ == "__main__":
    unittest.main()
