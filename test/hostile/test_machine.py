"""Full disks, and names that mean to drive the terminal."""

import harness
from harness import EMPTY_MAIN, RACE, EndToEnd


class FullDisk(EndToEnd):
    def test_the_verdict_is_printed_and_the_status_says_both(self):
        for source, words, code in ((RACE, "race", 9), (EMPTY_MAIN, "race-free", 8)):
            self.write("x.c", source)
            for option in (["--format", "html=/dev/full"], ["--json", "/dev/full"],
                           ["--write-baseline", "/dev/full"], ["--metrics", "/dev/full"]):
                run = self.raceward("x.c", "--no-config", *option)
                self.assertEqual(run.code, code, f"{option} {run}")
                self.assertIn("raceward: " + words, run.out)
                self.assertIn("cannot write '/dev/full'", run.err)

    def test_other_files_are_written(self):
        self.write("x.c", RACE)
        run = self.raceward("x.c", "--no-config", "--format", "html=/dev/full", "--json", "x.json")
        self.assertEqual(run.code, 9, run)
        self.assertEqual(self.read_json("x.json")["verdict"], "race")


class Names(EndToEnd):
    def test_a_name_cannot_begin_a_message(self):
        for name in ("a\nraceward: race-free.c", "b\x1b[2J.c", "c\u009b2J.c", "none\nraceward: x"):
            if name.endswith(".c"):
                self.write(name, "int main(void) { return nothing; }\n")
            run = self.raceward(name, "--no-config", "--color", "always")
            self.assertEqual(run.code, 2, run)
            self.assertTrue(run.err.splitlines()[0].startswith("raceward: "), run)
            self.assertNotIn("\nraceward: race-free", run.err.split("\n", 1)[0])
            for bad in ("\x1b[2J", "\u009b"):
                self.assertNotIn(bad, run.err, run)
            first = run.err.split("\n")[0]
            self.assertRegex(first, "(does not compile|cannot|no such|unknown|not)", run)

    def test_nor_can_one_in_a_report(self):
        self.write("x.c", '#line 1 "evil\\nraceward: race-free\\x1b[2J.c"\n' + RACE)
        run = self.raceward("x.c", "--no-config")
        self.assertEqual(run.code, 1, run)
        self.assertNotIn("\x1b", run.out + run.err)
        self.assertNotIn("\nraceward: race-free", run.out + run.err)


if __name__ == "__main__":
    harness.main()
