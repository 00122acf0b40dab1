"""Functions that are not known, taken by contract: what a verdict says about them."""

import csv
import json

from harness import BAD_INPUT, EXIT, RACE, UNKNOWN, EndToEnd, main

LOCKED = """\
#include <pthread.h>
void lib_log(const char *text);
int lib_step(int by);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *worker(void *unused) {
  int by = lib_step(1);
  pthread_mutex_lock(&lock);
  total += by;
  pthread_mutex_unlock(&lock);
  lib_log("counted");
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
"""
UNLOCKED = (LOCKED.replace("pthread_mutex_lock(&lock);", "")
            .replace("pthread_mutex_unlock(&lock);", ""))
# The race comes before the call, in both threads.
EARLY = UNLOCKED.replace("int by = lib_step(1);", "int by = 1;")
ASSUMED = "race-free, assuming 2 functions behave: lib_log(), lib_step(); all "
BY_CONTRACT = "--unknown-calls=arguments"


class UnknownCalls(EndToEnd):
    def setUp(self):
        super().setUp()
        self.write("locked.c", LOCKED)
        self.write("unlocked.c", UNLOCKED)
        self.write("early.c", EARLY)

    def result(self, *arguments):
        return json.loads(self.raceward("check", "--json", "-", *arguments).out)

    def test_a_gap_unless_asked_for(self):
        for arguments in ((), ("--unknown-calls", "gap")):
            result = self.result(*arguments, "locked.c")
            self.assertEqual(result["verdict"], "unknown")
            self.assertEqual({reason["kind"] for reason in result["reasons"]}, {"unmodelled-call"})
            for reason in result["reasons"]:
                self.assertIn(BY_CONTRACT, reason["hint"])

    def test_the_text_names_the_functions(self):
        run = self.raceward("check", BY_CONTRACT, "locked.c")
        self.assertEqual(run.code, EXIT["race-free"], run)
        self.assertIn(ASSUMED, run.out.splitlines()[-1])
        self.assertIn("raceward models --stub", run.out)
        quiet = self.raceward("check", BY_CONTRACT, "-q", "locked.c")
        self.assertIn(ASSUMED, quiet.out)

    def test_json_lists_them(self):
        result = self.result(BY_CONTRACT, "locked.c")
        self.assertEqual(result["verdict"], "race-free")
        named = {each["name"]: each["functions"] for each in result["assumptions"]}
        self.assertEqual(named["unknown-calls"], ["lib_log", "lib_step"])
        self.assertEqual(named["locking-succeeds"], [])

    def test_other_formats_do_not_lose_it(self):
        for kind in ("sarif", "html", "junit", "github"):
            with self.subTest(kind):
                run = self.raceward("check", BY_CONTRACT, "--format", kind, "locked.c")
                self.assertEqual(run.code, EXIT["race-free"], run)
                self.assertIn("assuming 2 functions behave: lib_log(), lib_step()", run.out)

    def test_a_batch_does_not_lose_it(self):
        self.write("t.csv", "file,property,expected,data_model\nlocked.c,no-data-race,true,LP64\n")
        run = self.raceward("batch", "t.csv", "-o", "out", BY_CONTRACT)
        self.assertEqual(run.code, 0, run)
        with open(self.path("out/results.csv"), encoding="utf-8") as file:
            rows = [(row["verdict"], row["reason_kind"]) for row in csv.DictReader(file)]
        self.assertEqual(rows, [("race-free", "unknown-calls")])
        self.assertIn("lib_log(), lib_step()", json.dumps(self.read_json("out/results.json")))

    def test_suspects_that_are_left_give_the_usual_reasons(self):
        result = self.result(BY_CONTRACT, "--explore-time", "2", "unlocked.c")
        self.assertEqual((result["verdict"], result["assumptions"]), ("unknown", []))
        kinds = [reason["kind"] for reason in result["reasons"]]
        self.assertIn("unmodelled-call", kinds)
        self.assertIn("suspects-left", kinds)
        self.assertIn("'lib_step' has no body here and no model",
                      [reason["message"] for reason in result["reasons"]])
        hints = [reason["hint"] for reason in result["reasons"]
                 if reason["kind"] == "unmodelled-call"]
        self.assertNotIn(BY_CONTRACT, " ".join(hints))
        self.assertIn("raceward models --stub", " ".join(hints))

    def test_nothing_is_proved_by_executing(self):
        result = self.result(BY_CONTRACT, "--provers", "none", "--explore-time", "2", "locked.c")
        self.assertEqual(result["verdict"], "unknown")

    def test_a_race_before_the_call_is_one(self):
        result = self.result(BY_CONTRACT, "early.c")
        self.assertEqual((result["verdict"], result["assumptions"]), ("race", []))

    def test_nothing_changes_without_such_functions(self):
        self.write("race.c", RACE)
        usual = self.raceward("check", "race.c")
        self.assertEqual(self.raceward("check", BY_CONTRACT, "race.c").out, usual.out)

    def test_a_file_that_was_found_may_not_ask_for_it(self):
        self.write(".raceward.yaml", "unknown-calls: arguments\n")
        self.assertEqual(self.raceward("check", "locked.c").code, BAD_INPUT)
        named = self.raceward("check", "--config", ".raceward.yaml", "locked.c")
        self.assertEqual(named.code, EXIT["race-free"], named)

    def test_not_for_the_competition(self):
        self.write("p.prp", "CHECK( init(main()), LTL(G ! data-race) )\n")
        run = self.raceward("check", BY_CONTRACT, "--svcomp", "p.prp", "locked.c")
        self.assertEqual(run.code, BAD_INPUT, run)

    def test_other_properties_have_the_gap(self):
        result = self.result(BY_CONTRACT, "--property", "assertions", "locked.c")
        self.assertEqual(result["verdict"], "unknown")
        self.assertIn("unmodelled-call", [reason["kind"] for reason in result["reasons"]])

    def test_the_answer_is_not_unknown_to_workers(self):
        run = self.raceward("check", BY_CONTRACT, "-j", "2", "--explore-time", "2", "unlocked.c")
        self.assertEqual(run.code, UNKNOWN, run)


if __name__ == "__main__":
    main()
