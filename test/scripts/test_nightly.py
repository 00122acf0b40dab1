"""scripts/nightly runs the steps that were chosen, goes on after a failure and says what failed."""
import os
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ["RW_BUILD"]


class Nightly(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="raceward-nightly-")
        self.addCleanup(scratch.cleanup)
        self.folder = scratch.name
        self.output = os.path.join(self.folder, "logs")

    def nightly(self, *words):
        return subprocess.run([os.path.join(ROOT, "scripts", "nightly"), "--no-build", "-o", self.output, *words],
                              capture_output=True, text=True, check=False)

    def read(self, name):
        with open(os.path.join(self.output, name), encoding="utf-8") as file:
            return file.read()

    def program(self, name, script):
        path = os.path.join(self.folder, "bin", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n" + script)
        os.chmod(path, 0o755)

    def test_a_step_with_the_real_program(self):
        done = self.nightly("--build", BUILD, "--only", "cross-solvers", "--share", "0.012")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr + self.read("cross-solvers.log"))
        self.assertIn("solvers: 2 programs", self.read("cross-solvers.log"))
        self.assertRegex(self.read("summary.txt"), r"(?m)^cross-solvers +\d:\d\d:\d\d +passed$")
        self.assertIn(self.read("summary.txt"), done.stdout)

    def test_goes_on_after_a_failure(self):
        self.program("cross_cele", "exit 3")
        self.program("cross_pruning", 'echo "got $*"')
        done = self.nightly("--build", self.folder, "--only", "cross-pruning,cross-cele,cross-scripts",
                            "--share", "0.01", "--seed", "7")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(self.read("summary.txt"), r"(?m)^cross-cele .* failed \(status 3\), see cross-cele.log$")
        self.assertRegex(self.read("summary.txt"), r"(?m)^cross-pruning .* passed$")
        self.assertIn("got --seed 7 --count 200", self.read("cross-pruning.log"))
        # A program that is not there is a failure as well.
        self.assertRegex(self.read("summary.txt"), r"(?m)^cross-scripts .* failed \(status 127\)")

    def test_bad_usage(self):
        for words in (["--only", "cross-nothing"], ["--only", "gate"], ["--gate", "tasks.csv"], ["--share", "0"]):
            with self.subTest(words=words):
                self.assertEqual(self.nightly(*words).returncode, 2)

    def test_help_and_list(self):
        self.assertIn("--only", self.nightly("--help").stdout)
        listed = self.nightly("--list").stdout
        for name in ("files-alone", "fuzz", "mutations-search", "metamorph", "yardstick"):
            self.assertIn(name, listed)


if __name__ == "__main__":
    unittest.main()
