"""`raceward selftest` notices a checker that is broken."""

from harness import EndToEnd, main


class Selftest(EndToEnd):
    def test_this_one_passes(self):
        run = self.raceward("selftest")
        self.assertEqual(run.code, 0, run)
        self.assertRegex(run.out, r"^raceward: selftest: (\d+) of \1 verdicts right\n$")

    def test_engines_that_crash_are_noticed(self):
        run = self.raceward("selftest", env={"RACEWARD_TEST_CHILD": "crash"})
        self.assertEqual(run.code, 1, run)
        self.assertIn("FAIL  mutex: unknown, but it is race-free", run.out)
        self.assertIn("do not trust this installation", run.out)

    def test_a_missing_compiler_is_no_wrong_verdict(self):
        run = self.raceward("selftest", env={"RACEWARD_CLANG": "/none"})
        self.expect_error(run, "/none")


if __name__ == "__main__":
    main()
