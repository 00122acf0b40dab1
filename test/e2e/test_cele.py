"""Programs in CELE: their tools, and what is said about those of test/programs/cele."""

import glob
import os
import re
import subprocess

import harness
from harness import BAD_INPUT, EXIT, RACEWARD, EndToEnd

PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "programs", "cele")

UGLY = "a=1; // one\nfork{a=a+1;}and{};\n"
NICE = "a = 1; // one\nfork {\n  a = a + 1;\n} and { };\n"
WRONG = "a = ;\nb = 1 + true;\nwhlie (a) { };\n"


class Format(EndToEnd):
    def from_input(self, text, *arguments):
        run = subprocess.run([RACEWARD, "cele", "fmt", *arguments], input=text, cwd=self.folder,
                             capture_output=True, text=True, timeout=harness.LONG)
        return harness.Run(run.returncode, run.stdout, run.stderr, 0)

    def content(self, name):
        with open(self.path(name)) as file:
            return file.read()

    def test_prints(self):
        run = self.raceward("cele", "fmt", self.write("x.cele", UGLY))
        self.assertEqual((run.code, run.out, run.err), (0, NICE, ""))
        self.assertEqual(self.content("x.cele"), UGLY)

    def test_standard_input(self):
        for arguments in ([], ["-"]):
            run = self.from_input(UGLY, *arguments)
            self.assertEqual((run.code, run.out), (0, NICE), run)

    def test_in_place(self):
        names = [self.write("x.cele", UGLY), self.write("y.small", NICE)]
        run = self.raceward("cele", "fmt", "-i", *names)
        self.assertEqual((run.code, run.out, run.err), (0, "", ""))
        self.assertEqual([self.content(name) for name in names], [NICE, NICE])
        self.expect_error(self.raceward("cele", "fmt", "--in-place", "-"), "needs a file")

    def test_check(self):
        names = [self.write("x.cele", UGLY), self.write("y.cele", NICE)]
        run = self.raceward("cele", "fmt", "--check", *names)
        self.assertEqual((run.code, run.out, run.err), (1, "x.cele\n", ""))
        self.assertEqual(self.content("x.cele"), UGLY)
        self.assertEqual(self.raceward("cele", "fmt", "--check", "y.cele").code, 0)
        self.expect_error(self.raceward("cele", "fmt", "--check", "-i", "y.cele"), "--check")

    def test_errors_are_shown_where_they_are(self):
        run = self.raceward("cele", "fmt", self.write("x.cele", WRONG))
        self.expect_error(run, "'x.cele' has 2 errors",
                          "x.cele:1:5: error: expected an expression, found ';'\n  a = ;\n      ^\n",
                          "x.cele:3:1: error: there is no statement 'whlie'",
                          "did you mean 'while'?")

    def test_one_bad_file_does_not_hide_the_others(self):
        run = self.raceward("cele", "fmt", self.write("x.cele", WRONG), "none.cele",
                            self.write("y.cele", UGLY))
        self.assertEqual((run.code, run.out), (BAD_INPUT, NICE), run)
        self.assertIn("none.cele", run.err)

    def test_text_does_not_drive_the_terminal(self):
        run = self.raceward("cele", "fmt", self.write("x.cele", b"a = \x1b[2J\xff\x00;\n"))
        self.assertEqual(run.code, BAD_INPUT, run)
        self.assertNotIn("\x1b", run.err)

    def test_deep_nesting_is_refused(self):
        for text in ("a = " + "(" * 10000 + "1" + ")" * 10000 + ";",
                     "if (true) {" * 10000 + "};" * 10000,
                     "a = 1" + " + 1" * 10000 + ";"):
            self.expect_error(self.raceward("cele", "fmt", self.write("x.cele", text)),
                              "nested deeper than 200")


class Programs(EndToEnd):
    """What each file states about itself (its README has the tags)."""

    def programs(self):
        for path in sorted(glob.glob(os.path.join(PROGRAMS, "*.cele"))):
            with open(path) as file:
                tags = re.findall(r"^// ([A-Z]+): (.*)$", file.read(), re.M)
            stated = {name: value for name, value in tags if name != "USE"}
            yield path, stated, sorted(value for name, value in tags if name == "USE")

    def check(self, path, *arguments):
        # Enough for all that can be answered, and more than once that.
        return self.raceward("check", "--time-limit", "10", *arguments, path)

    def test_value_races(self):
        for path, stated, uses in self.programs():
            with self.subTest(os.path.basename(path)):
                run = self.check(path, "--all-races")
                answer = stated.get("ANSWER", stated["VERDICT"])
                self.assertEqual(run.code, EXIT[answer], run)
                self.assertEqual(sorted(re.findall(r":(\d+:\d+): error: ", run.err + run.out)), uses)

    def expect(self, tag, outcomes):
        """The property of that name, where a file states it: the statement and the status."""
        for path, stated, _ in self.programs():
            if tag not in stated:
                continue
            with self.subTest(os.path.basename(path)):
                run = self.check(path, "--property", tag.lower())
                expected = outcomes[stated[tag]]
                if expected == 0 and "ANSWER" in stated:
                    expected = harness.UNKNOWN
                self.assertEqual(run.code, expected, run)

    def test_deadlock(self):
        self.expect("DEADLOCK", {"possible": 1, "impossible": 0})

    def test_assertions(self):
        self.expect("ASSERTIONS", {"can fail": 1, "hold": 0})


class Words(EndToEnd):
    def test_unknown_words(self):
        self.expect_error(self.raceward("cele"), "cele what?", "fmt")
        self.expect_error(self.raceward("cele", "fnt"), "there is no 'cele fnt'",
                          "did you mean 'fmt'?")
        self.expect_error(self.raceward("cele", "fmt", "--chekc"), "--check")

    def test_help(self):
        run = self.raceward("cele", "--help")
        self.assertEqual(run.code, 0, run)
        self.assertEqual(self.raceward("cele", "fmt", "--help").out, run.out)
        self.assertIn("--in-place", run.out)


if __name__ == "__main__":
    harness.main()
