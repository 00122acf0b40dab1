"""Commands, options, help and what is proposed for a typing error."""

import json

import harness
from harness import EMPTY_MAIN, EXIT, EndToEnd


class Help(EndToEnd):
    def expect_fits(self, text, rows):
        lines = text.splitlines()
        self.assertLessEqual(len(lines), rows, text)
        for line in lines:
            self.assertLessEqual(len(line), 80, line)

    def test_alone_prints_help(self):
        run = self.raceward()
        self.assertEqual(run.code, 0, run)
        self.assertIn("Usage: raceward", run.out)
        self.assertEqual(run.out, self.raceward("--help").out)

    def test_help_fits_a_screen(self):
        for arguments in (["--help"], ["check", "--help"], ["show", "--help"],
                          ["interpret", "--help"], ["paths", "--help"], ["models", "--help"], ["batch", "--help"],
                          ["doctor", "--help"], ["validate", "--help"], ["selftest", "--help"],
                          ["cele", "--help"], ["worker", "--help"], ["config", "--help"], ["man", "--help"], ["completion", "--help"]):
            run = self.raceward(*arguments)
            self.assertEqual(run.code, 0, run)
            self.expect_fits(run.out, 24)

    def test_help_all_shows_rare_options_and_all_commands(self):
        self.assertNotIn("--cross-check", self.raceward("check", "--help").out)
        self.assertIn("--cross-check", self.raceward("check", "--help-all").out)
        text = self.raceward("--help-all").out
        for usage in ("raceward check", "raceward show program", "raceward interpret",
                      "raceward paths", "raceward models", "raceward batch", "raceward doctor",
                      "raceward annotate",
                      "raceward validate", "raceward selftest", "raceward cele", "raceward config",
                      "raceward man", "raceward completion", "raceward worker"):
            self.assertIn("Usage: " + usage, text)
        self.expect_fits(text, 450)

    def test_exit_statuses_are_documented(self):
        for arguments, good, bad in ((["--help"], "race-free", "race"),
                                     (["check", "--help"], "race-free (holds)", "race (violated)")):
            text = " ".join(self.raceward(*arguments).out.split())
            self.assertIn(f"0 {good}, 1 {bad}, 2 bad usage or input, 3 unknown, "
                          "4 internal error", text)

    def test_version(self):
        run = self.raceward("--version")
        self.assertEqual(run.code, 0, run)
        self.assertRegex(run.out, r"^raceward \d+\.\d+\.\d+ \(LLVM 19\.")


class Models(EndToEnd):
    def test_list(self):
        run = self.raceward("models", "--list")
        self.assertEqual(run.code, 0, run)
        kinds = dict(line.split() for line in run.out.splitlines())
        self.assertEqual(list(kinds), sorted(kinds))
        for name, kind in (("malloc", "native"), ("sqrt", "native"), ("strlen", "C"),
                           ("scanf", "C"), ("strtok", "C"), ("__VERIFIER_nondet_int", "input")):
            self.assertEqual(kinds.get(name), kind, name)
        self.assertFalse([name for name in kinds if name.startswith("__raceward_")])

    def test_facts(self):
        """What docs/library is made from."""
        run = self.raceward("models", "--facts")
        self.assertEqual(run.code, 0, run)
        facts = {fact["name"]: fact for fact in json.loads(run.out)["functions"]}
        self.assertEqual(facts["strtok"]["states"], [{"name": "strtok", "writes": True}])
        self.assertEqual(facts["strtok"]["file"], "share/raceward/models/libc/strings.c")
        self.assertTrue(facts["dlsym"]["is_gap"])
        self.assertIn("name the function in the program", facts["dlsym"]["gaps"][0])
        self.assertEqual(facts["memcpy"]["described_by"], "builtin")
        self.assertEqual(facts["malloc"]["described_by"], "native")

    def test_one_function(self):
        run = self.raceward("models", "strcpy", "fopen", "strtok")
        self.assertEqual(run.code, 0, run)
        self.assertEqual(run.out, """strcpy
  effects    writes through argument 1, reads through argument 2
  execution  executed as a model in C
fopen
  effects    reads through argument 1, reads through argument 2
  execution  executed as a model in C
strtok
  effects    reads through argument 1, reads through argument 2, writes through argument 1
  state      changes <state of strtok>
  execution  executed as a model in C
""")

    def test_unknown_function(self):
        self.expect_error(self.raceward("models", "launch_rocket"), "launch_rocket", "a gap")
        self.expect_error(self.raceward("models"), "--list")


class Typos(EndToEnd):
    def test_command(self):
        self.write("x.c", EMPTY_MAIN)
        self.expect_error(self.raceward("chek", "x.c"), "unknown command 'chek'",
                          "did you mean 'check'?")
        self.expect_error(self.raceward("docter"), "did you mean 'doctor'?")

    def test_command_like_nothing_lists_them(self):
        self.expect_error(self.raceward("frobnicate"),
                          "check, run, validate, replay, show, interpret, models, batch, doctor, selftest")

    def test_option(self):
        self.write("x.c", EMPTY_MAIN)
        self.expect_error(self.raceward("check", "--jsno", "-", "x.c"),
                          "unknown option '--jsno'", "did you mean '--json'?")
        self.expect_error(self.raceward("check", "x.c", "--time=5"), "did you mean '--time-limit'?")
        self.expect_error(self.raceward("check", "x.c", "--all-race"), "did you mean '--all-races'?")
        self.expect_error(self.raceward("check", "x.c", "--redution", "source"),
                          "did you mean '--reduction'?")
        self.expect_error(self.raceward("batch", "--outptu", "d", "l.csv"),
                          "did you mean '--output'?")

    def test_compiler_flags_before_the_dashes(self):
        self.write("x.c", EMPTY_MAIN)
        for flag in ("-O2", "-DX=1", "-pthread", "-Iinclude", "-std=c11"):
            self.expect_error(self.raceward("check", "x.c", flag), "after --")

    def test_subject_of_show(self):
        self.expect_error(self.raceward("show", "prgram", "x.c"), "did you mean 'program'?")
        self.expect_error(self.raceward("show"), "show program")
        self.expect_error(self.raceward("show", "pointsto", "x.c"), "did you mean 'points-to'?")

    def test_points_to(self):
        self.write("p.c", "#include <stdio.h>\n#include <stdlib.h>\n"
                   "static int *x, **at = &x;\n"
                   "int main(void) {\n"
                   "  x = malloc(sizeof *x);\n"
                   "  if (x) *x = 1;\n"
                   "  printf(\"%p\", (void *)x);\n"
                   "  scanf(\"%p\", (void **)&x);\n"
                   "  return **at;\n}\n")
        text = self.raceward("show", "points-to", "--of", "p.c:6", "p.c").out
        self.assertIn("p.c:6: write '*x' in main(): 2 objects\n  unknown memory, anywhere\n"
                      "      a number of unknown origin\n      written by __isoc99_scanf() at p.c:8\n"
                      "      stored in 'x'\n      read of 'x' at p.c:6\n"
                      "  memory from malloc() at p.c:5\n", text)
        self.assertIn(self.raceward("show", "points-to", "--of", "*x", "p.c").out, text)
        whole = self.raceward("show", "points-to", "p.c").out
        self.assertIn("may be a number of unknown origin: it may be any of the", whole)
        self.assertIn("written by __isoc99_scanf() at p.c:8", whole)
        self.assertIn("What gives addresses away:", whole)
        self.assertIn("No access is called 'y'",
                      self.raceward("show", "points-to", "--of", "y", "p.c").out)


class Values(EndToEnd):
    def setUp(self):
        super().setUp()
        self.write("x.c", EMPTY_MAIN)

    def test_bad_values(self):
        for option, value, proposal in (
                ("--time-limit", "soon", "90s"),
                ("--time-limit", "0", "90s"),
                ("--time-limit", "5x", "90s"),
                ("--memory-limit", "much", "2G"),
                ("--memory-limit", "2", "2G"),
                ("--model", "c12", "did you mean 'c11'?"),
                ("--model", "tso", "c11, sc"),
                ("--data-model", "ilp46", "lp64"),
                ("--color", "blue", "auto, always, never"),
                ("--explore-time", "0", "90s"),
                ("--explore-time", "long", "90s"),
                ("--hunt-time", "never", "90s"),
                ("--seed", "one", "--seed 3"),
                ("--loop-bound", "0", "--loop-bound 3"),
                ("--loop-bound", "2x", "--loop-bound 3"),
                ("--thread-bound", "-1", "--thread-bound 3"),
                ("--provers", "some", "all, none"),
                ("--reduction", "optimla", "did you mean 'optimal'?"),
                ("--reduction", "dpor", "none, classic, source, optimal"),
                ("--prune", "locksets", "did you mean 'lockset'?"),
                ("--prune", "all", "none, published, lockset"),
                ("--property", "no-data-rac", "did you mean 'no-data-race'?"),
                ("--property", "termination", "no-data-race")):
            with self.subTest(option=option, value=value):
                self.expect_error(self.raceward("check", option, value, "x.c"),
                                  f"{option}", value, "hint: ", proposal)

    def test_missing_value(self):
        self.expect_error(self.raceward("check", "x.c", "--json"), "--json needs a value")
        self.expect_error(self.raceward("check", "x.c", "--json", ""), "--json needs a value")

    def test_good_values(self):
        for arguments in (["--time-limit", "90s"], ["--time-limit=15m"], ["--memory-limit", "2G"],
                          ["--model", "sc"], ["--model", "c11"], ["--data-model", "LP64"],
                          ["--property", "no-data-race"], ["-q", "-v"], ["--color", "never"],
                          ["--explore-time", "5"], ["--reduction", "none"], ["--stats"],
                          ["--provers", "none"],
                          ["--prune", "lockset"],
                          ["--loop-bound", "2"], ["--all-races"],
                          ["--thread-bound=3"], ["--seed", "7", "--hunt-time", "1"],
                          ["--time-limit", "1", "--time-limit", "60"]):
            with self.subTest(arguments=arguments):
                run = self.raceward("check", *arguments, "x.c")
                self.assertEqual(run.code, EXIT["race-free"], run)

    def test_no_file(self):
        self.expect_error(self.raceward("check"), "no input file", "hint: ")
        self.expect_error(self.raceward("show", "program"), "no input file")
        self.expect_error(self.raceward("--quiet"), "no input file")
        self.expect_error(self.raceward("check", "--", "-DX"), "no input file")

    def test_target_needs_build_folder(self):
        self.expect_error(self.raceward("check", "--target", "a", "x.c"), "--target needs -p")

    def test_batch_needs_tasks_and_folder(self):
        self.expect_error(self.raceward("batch", "-o", "d"), "no tasks")
        self.expect_error(self.raceward("batch", "l.csv"), "-o DIR")
        self.expect_error(self.raceward("batch", "l.csv", "-o", "d", "-j", "none"), "-j")
        self.expect_error(self.raceward("batch", "missing.csv", "-o", "d"), "missing.csv")


class Commands(EndToEnd):
    def test_file_alone_means_check(self):
        self.write("x.c", EMPTY_MAIN)
        bare = self.raceward("x.c")
        self.assertEqual(bare.code, EXIT["race-free"], bare)
        self.assertEqual(bare.out, self.raceward("check", "x.c").out)
        self.assertEqual(self.raceward("-q", "x.c").code, EXIT["race-free"])

    def test_show_program(self):
        self.write("x.c", harness.RACE)
        run = self.raceward("show", "program", "x.c")
        self.assertEqual(run.code, 0, run)
        self.assertIn("function worker", run.out)
        sites = self.raceward("show", "program", "--sites", "x.c")
        self.assertEqual(sites.code, 0, sites)
        for line in sites.out.splitlines():
            self.assertRegex(line, r"^x\.c:\d+:\d+: ")
        self.assertGreater(len(self.raceward("show", "program", "--code", "x.c").out),
                           len(run.out))
        self.expect_error(self.raceward("show", "program", "missing.c"), "missing.c")

    def test_doctor(self):
        run = self.raceward("doctor")
        self.assertEqual(run.code, 0, run)
        self.assertRegex(run.out, r"(?m)^ok    clang 19")
        self.assertRegex(run.out, r"(?m)^(ok  |warn)  32-bit")

    def test_doctor_without_clang(self):
        run = self.raceward("doctor", env={"RACEWARD_CLANG": "/nonexistent/clang"})
        self.assertEqual(run.code, 2, run)
        self.assertRegex(run.out, r"(?m)^FAIL  clang 19")

    def test_doctor_without_temporary_folder(self):
        run = self.raceward("doctor", env={"TMPDIR": self.path("missing")})
        self.assertEqual(run.code, 2, run)
        self.assertIn("TMPDIR", run.out)

    def test_batch(self):
        self.write("a.c", EMPTY_MAIN)
        self.write("tasks.csv", "file,property,expected,data_model\n"
                                "a.c,no-data-race,true,LP64\nmissing.c,no-data-race,,LP64\n")
        run = self.raceward("batch", "tasks.csv", "-o", "out", "-j", "2", "--time-limit", "30s")
        self.assertEqual(run.code, 0, run)
        self.assertIn("1 right, 0 wrong", run.out)
        results = self.read_json("out/results.json")
        self.assertTrue(results)

    def test_batch_hands_options_on(self):
        self.write("a.c", harness.RACE)
        self.write("tasks.csv", "file,property,expected,data_model\n"
                                "a.c,no-data-race,false,LP64\n")
        options = ["--explore-time", "5", "--reduction", "optimal"]
        run = self.raceward("batch", "tasks.csv", "-o", "out", *options)
        self.assertEqual(run.code, 0, run)
        self.assertIn("1 right", run.out)
        with open(self.path("out/results.json"), encoding="utf-8") as file:
            text = " ".join(file.read().split())
        self.assertIn('"--explore-time", "5", "--reduction", "optimal"', text)
        self.expect_error(self.raceward("batch", "tasks.csv", "-o", "o2", "--reduction", "x"),
                          "--reduction")


if __name__ == "__main__":
    harness.main()
