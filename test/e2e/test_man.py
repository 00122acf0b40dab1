"""Pages of the manual and completions of shells, made from the tables of options."""

import os
import shutil
import subprocess

import harness
from harness import RACEWARD, EndToEnd


class Pages(EndToEnd):
    def commands(self):
        return self.raceward("man", "--list").out.split()

    def test_every_command_has_a_clean_page(self):
        self.assertIn("check", self.commands())
        for words in ([], *([command] for command in self.commands())):
            page = self.raceward("man", *words)
            self.assertEqual(page.code, 0, page)
            self.assertTrue(page.out.startswith(".TH RACEWARD"), page)
            if shutil.which("groff"):
                run = subprocess.run(["groff", "-man", "-ww", "-z"], input=page.out, text=True,
                                     capture_output=True)
                self.assertEqual((run.returncode, run.stderr), (0, ""), words)
            if shutil.which("mandoc"):
                run = subprocess.run(["mandoc", "-Tlint", "-Wwarning"], input=page.out, text=True,
                                     capture_output=True)
                # No date: the same source gives the same page.
                problems = [line for line in run.stdout.splitlines() if "missing date" not in line]
                self.assertEqual(problems, [], words)

    def test_page_has_every_option(self):
        page = self.raceward("man", "check").out.replace("\\-", "-")
        for line in self.raceward("check", "--help-rows").out.splitlines():
            self.assertIn(f"\\fB{line.split()[0]}\\fR", page)
        self.assertIn("--cross-check", page)
        self.assertIn("EXIT STATUS", page)

    def test_unknown_command(self):
        self.expect_error(self.raceward("man", "chekc"), "did you mean 'check'?")


class Completion(EndToEnd):
    def complete(self, *words):
        """What bash proposes for the last word."""
        script = self.raceward("completion", "bash").out + """
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _raceward; printf '%s\\n' "${COMPREPLY[@]}"
"""
        env = self.environment({"PATH": os.path.dirname(RACEWARD) + ":" + os.environ["PATH"]})
        run = subprocess.run(["bash", "-c", script, "bash", "raceward", *words], cwd=self.folder,
                             env=env, capture_output=True, text=True, timeout=harness.LONG)
        return run.stdout.split()

    def test_bash(self):
        self.assertEqual(self.complete("sel"), ["selftest"])
        self.assertEqual(self.complete("check", "--time-l"), ["--time-limit"])
        self.assertEqual(self.complete("x.c", "--memory-l"), ["--memory-limit"])
        self.assertEqual(self.complete("doctor", "--time-l"), [])
        self.assertEqual(self.complete("check", "--reduction", "op"), ["optimal"])
        self.assertEqual(self.complete("check", "--format", "sa"), ["sarif"])
        os.mkdir(self.path("builds"))
        self.write("build.c", "")
        self.assertEqual(self.complete("check", "-p", "bui"), ["builds"])
        self.assertEqual(self.complete("check", "x.c", "--", "--time-l"), [])

    def test_other_shells_accept_their_scripts(self):
        for shell in ("zsh", "fish"):
            script = self.raceward("completion", shell).out
            self.assertIn("--help-rows", script)
            if shutil.which(shell):
                self.write("script", script)
                run = subprocess.run([shell, "-n", self.path("script")], capture_output=True)
                self.assertEqual((run.returncode, run.stderr), (0, b""))

    def test_fish(self):
        if not shutil.which("fish"):
            self.skipTest("no fish")
        self.write("script", self.raceward("completion", "fish").out)
        env = self.environment({"PATH": os.path.dirname(RACEWARD) + ":" + os.environ["PATH"],
                                "HOME": self.folder})
        run = subprocess.run(["fish", "-c", "source script; complete -C 'raceward check --gen-s'"],
                             cwd=self.folder, env=env, capture_output=True, text=True)
        self.assertIn("--gen-suppressions", run.stdout)

    def test_unknown_shell(self):
        self.expect_error(self.raceward("completion", "tcsh"), "bash, zsh or fish")


if __name__ == "__main__":
    harness.main()
