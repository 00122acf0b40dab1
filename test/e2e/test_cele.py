"""raceward cele: tools for programs in CELE."""

import subprocess

import harness
from harness import BAD_INPUT, RACEWARD, EndToEnd

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
