"""Races that the user knows of: suppressions, baselines, and what fails a build."""

import json

import harness
from harness import EMPTY_MAIN, RACE, UNKNOWN, EndToEnd

# 'hits' hides behind 'total': a check stops at the first race.
TWO_RACES = """\
#include <pthread.h>
int total, hits;
static void *worker(void *unused) {
  total++;%s
  hits++;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  total++;
  hits++;
  pthread_join(t, 0);
  return total + hits;
}
"""
TOTAL = "- variable: total\n  reason: a statistic\n"
HITS = "- function: worker\n  variable: hits\n  reason: nobody reads it\n"


class Suppressions(EndToEnd):
    def setUp(self):
        super().setUp()
        self.write("two.c", TWO_RACES % "")

    def check(self, *arguments):
        run = self.raceward("check", "two.c", "--json", "out.json", *arguments)
        return run, self.read_json("out.json")

    def objects(self, races):
        return sorted({race["object"] for race in races})

    def test_suppressed_race_does_not_hide_others(self):
        self.write("rules.yaml", TOTAL)
        run, result = self.check("--suppressions", "rules.yaml")
        self.assertEqual((run.code, result["verdict"]), (1, "race"), run)
        self.assertEqual(self.objects(result["races"]), ["hits"])
        self.assertEqual(self.objects(result["suppressed"]), ["total"])
        self.assertIsNotNone(result["races"][0]["run"])

    def test_suppressed_races_are_never_race_free(self):
        self.write("rules.yaml", TOTAL)
        self.write("more.yaml", HITS)
        run, result = self.check("--suppressions", "rules.yaml", "--suppressions", "more.yaml")
        self.assertEqual((run.code, result["verdict"]), (UNKNOWN, "unknown"), run)
        self.assertEqual({reason["kind"] for reason in result["reasons"]}, {"suppressed"})
        self.assertIn("raceward: unknown: 2 data races suppressed, no other found\n", run.out)
        self.assertIn("a statistic", run.out)
        self.assertIn("rules.yaml:1", run.out)

    def test_what_is_suppressed_can_pass(self):
        self.write("rules.yaml", TOTAL + HITS)
        options = ("--suppressions", "rules.yaml", "--fail-on")
        self.assertEqual(self.check(*options, "race,unknown")[0].code, 0)
        self.assertEqual(self.check(*options, "race,suppressed")[0].code, UNKNOWN)
        # A race that no rule matches fails all the same.
        self.write("rules.yaml", TOTAL)
        self.assertEqual(self.check(*options, "race,unknown")[0].code, 1)
        self.assertEqual(self.check(*options, "none")[0].code, 0)

    def test_unknown_for_other_reasons_fails_beside_a_suppressed_race(self):
        self.write("two.c", (TWO_RACES % "").replace("int main", "void mystery(int *);\nint main")
                   .replace("return total", "mystery(&total); return total"))
        self.write("rules.yaml", TOTAL + HITS)
        run, result = self.check("--suppressions", "rules.yaml", "--fail-on", "race,unknown")
        self.assertEqual((run.code, result["verdict"]), (UNKNOWN, "unknown"), run)

    def test_generated_rules_suppress_all(self):
        self.assertEqual(self.check("--gen-suppressions", "rules.yaml")[0].code, 1)
        with open(self.path("rules.yaml")) as file:
            self.assertEqual(file.read().count("- functions: "), 2)
        self.assertEqual(self.check("--suppressions", "rules.yaml")[1]["verdict"], "unknown")

    def test_unused_rules_are_told(self):
        self.write("rules.yaml", TOTAL + HITS + "- {variable: gone, reason: old}\n")
        run, _ = self.check("--suppressions", "rules.yaml")
        self.assertIn("raceward: warning: rules.yaml:6: this rule suppresses nothing", run.err)
        self.assertEqual(run.err.count("warning"), 1, run)
        self.assertEqual(self.check("--suppressions", "rules.yaml", "-q")[0].err, "")
        # With nothing to suppress none of them is of use.
        self.write("two.c", EMPTY_MAIN)
        run, result = self.check("--suppressions", "rules.yaml")
        self.assertEqual((run.code, result["verdict"]), (0, "race-free"))
        self.assertEqual(run.err.count("suppresses nothing"), 3, run)

    def test_comments_in_the_program(self):
        self.write("two.c", TWO_RACES % " // raceward: allow(race, total) a guess")
        run, result = self.check()
        self.assertEqual(self.objects(result["races"]), ["hits"])
        self.assertEqual(result["suppressed"][0]["rule"], "two.c:4")
        self.assertEqual(result["suppressed"][0]["reason"], "a guess")

    def test_comments_with_mistakes_are_told(self):
        self.write("two.c", TWO_RACES % " // raceward: allow(race, total)")
        run, result = self.check()
        self.assertEqual(result["suppressed"], [])
        self.assertIn("warning: two.c:4: a reason is missing", run.err)
        self.write("two.c", "// raceward: allow(race, x) old\n" + EMPTY_MAIN)
        self.assertIn("two.c:1: this comment suppresses nothing", self.check()[0].err)

    def test_file_beside_the_sources(self):
        self.write(".raceward-suppressions", TOTAL + HITS)
        self.assertEqual(self.check()[1]["verdict"], "unknown")
        self.assertEqual(self.check("--no-config")[1]["verdict"], "race")

    def test_mistakes_in_rules(self):
        for text, words in (("- variable: x\n", "rules.yaml:1: a rule without a reason"),
                            ("- varable: x\n", "did you mean 'variable'?"),
                            ("- reason: r\n  variable: *x\n", "rules.yaml:2: "),
                            ("x: [", "rules.yaml:")):
            self.write("rules.yaml", text)
            self.expect_error(self.raceward("two.c", "--suppressions", "rules.yaml"), words)
        self.expect_error(self.raceward("two.c", "--suppressions", "none.yaml"), "none.yaml")
        self.expect_error(self.raceward("two.c", "--property", "assertions", "--suppressions",
                                        "rules.yaml"), "--suppressions is for data races only")

    def test_hostile_texts_are_inert(self):
        self.write("rules.yaml", '- variable: "*"\n  reason: "\\e[31m\\n<script>\\x07"\n')
        run, result = self.check("--suppressions", "rules.yaml")
        self.assertEqual(result["verdict"], "unknown")
        self.assertNotIn("\x1b", run.out + run.err)
        self.assertNotIn("\x07", run.out + run.err)


class Baselines(EndToEnd):
    def setUp(self):
        super().setUp()
        self.write("two.c", TWO_RACES % "")

    def test_only_new_races_fail(self):
        self.assertEqual(self.raceward("two.c", "--write-baseline", "old.json").code, 1)
        run = self.raceward("two.c", "--baseline", "old.json")
        self.assertEqual(run.code, 0, run)
        self.assertIn("raceward: race: 2 data races found\n", run.out)
        self.assertIn("known: 'total' in ", run.out)
        self.assertIn("0 new ones, 0 gone\n", run.out)
        # Lines move, and there is another race.
        self.write("two.c", "\n\n" + (TWO_RACES % " more = 1;").replace(
            "int total", "int more, total").replace("return total", "return more + total")
            .replace("  hits++;\n  pthread_join", "  hits++;\n  more++;\n  pthread_join"))
        run = self.raceward("two.c", "--baseline", "old.json", "--json", "new.json")
        self.assertEqual(run.code, 1, run)
        races = self.read_json("new.json")["races"]
        self.assertEqual({race["object"] for race in races if not race["known"]}, {"more"})
        self.assertEqual({race["object"] for race in races if race["known"]}, {"total", "hits"})
        self.assertEqual(self.raceward("two.c", "--baseline", "old.json", "--fail-on",
                                       "race").code, 1)

    def test_new_race_behind_a_known_one(self):
        self.write("one.c", RACE)
        self.raceward("two.c", "--all-races", "--json", "all.json")
        races = self.read_json("all.json")
        races["races"] = [race for race in races["races"] if race["object"] == "total"]
        self.write("old.json", json.dumps(races))
        run = self.raceward("two.c", "--baseline", "old.json", "--json", "out.json")
        self.assertEqual(run.code, 1, run)
        self.assertIn(False, [race["known"] for race in self.read_json("out.json")["races"]])

    def test_gone_races_are_counted(self):
        self.raceward("two.c", "--write-baseline", "old.json")
        self.write("two.c", EMPTY_MAIN)
        run = self.raceward("two.c", "--baseline", "old.json")
        self.assertEqual(run.code, 0, run)
        self.assertRegex(run.out, "0 known races, 0 new ones, [1-9][0-9]* gone\n")
        self.assertIn("race-free", run.out)

    def test_result_as_baseline_and_mistakes(self):
        self.raceward("two.c", "--all-races", "--json", "old.json")
        self.assertEqual(self.raceward("two.c", "--baseline", "old.json").code, 0)
        self.write("old.json", "nonsense")
        self.expect_error(self.raceward("two.c", "--baseline", "old.json"), "old.json: this is no")
        self.expect_error(self.raceward("two.c", "--fail-on", "new-race"), "--baseline")
        self.expect_error(self.raceward("two.c", "--fail-on", "rase"), "did you mean 'race'?")

    def test_unknown_fails_beside_known_races(self):
        self.write("two.c", (TWO_RACES % "").replace("int main", "void mystery(int *);\nint main")
                   .replace("return total", "mystery(&total); return total"))
        self.raceward("two.c", "--write-baseline", "old.json")
        run = self.raceward("two.c", "--baseline", "old.json")
        self.assertEqual(run.code, UNKNOWN, run)
        run = self.raceward("two.c", "--baseline", "old.json", "--fail-on", "new-race")
        self.assertEqual(run.code, 0, run)


class Groups(EndToEnd):
    def test_many_races_have_headings(self):
        self.write("two.c", TWO_RACES % "")
        out = self.raceward("two.c", "--all-races").out
        self.assertIn("raceward: note: 1 data race on 'total', on lines 4 and 11\n", out)
        self.assertIn("raceward: note: 1 data race on 'hits', on lines 5 and 12\n", out)
        self.write("one.c", RACE)
        self.assertNotIn("note: 1 data race", self.raceward("one.c", "--all-races").out)


if __name__ == "__main__":
    harness.main()
