"""Answers that outlive the folder of a batch."""

import csv
import os
import sqlite3

import harness
from harness import EMPTY_MAIN, RACE, EndToEnd

ASSEMBLY = """\
#include <pthread.h>
int x;
static void *work(void *unused) { __asm__ volatile("" : "+m"(x)); return unused; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  x = 1;
  pthread_join(t, 0);
}
"""


class Cache(EndToEnd):
    def setUp(self):
        super().setUp()
        self.write("race.c", RACE)
        self.write("empty.c", '#include "h.h"\n' + EMPTY_MAIN)
        self.write("h.h", "\n")
        self.write("asm.c", ASSEMBLY)
        self.write("bad.c", "int main( {}\n")
        self.write("t.csv", "file,property,expected,data_model\n"
                   "race.c,no-data-race,false,LP64\nempty.c,no-data-race,true,LP64\n"
                   "asm.c,no-data-race,,LP64\nbad.c,no-data-race,,LP64\n")

    def batch(self, folder, *arguments, env=None):
        return self.raceward("batch", "t.csv", "-o", folder, "--cache", "answers.sqlite",
                             "--time-limit", "20", *arguments, env=env)

    def verdicts(self, folder):
        with open(self.path(folder + "/results.csv"), encoding="utf-8") as file:
            return [(row["verdict"], row["reason_kind"]) for row in csv.DictReader(file)]

    def test_a_second_run_is_answered_from_it(self):
        first = self.batch("one")
        self.assertEqual(first.code, 0, first)
        self.assertNotIn("from the cache", first.err)
        second = self.batch("two")
        self.assertEqual(second.code, 0, second)
        self.assertIn("3 of 4 tasks are answered from the cache", second.err)
        self.assertEqual(self.verdicts("one"), self.verdicts("two"))
        self.assertEqual(self.verdicts("one")[:2], [("race", ""), ("race-free", "")])

    def test_what_changed_is_checked_again(self):
        self.batch("one")
        # A header is part of the program.
        self.write("h.h", "int one;\n")
        self.assertIn("2 of 4 tasks", self.batch("two").err)
        # So are options and limits.
        self.assertNotIn("from the cache", self.batch("three", "--model", "sc").err)
        self.assertNotIn("from the cache", self.batch("four", "--memory-limit", "2G").err)
        # And so is the journal.
        self.write("h.h", "int two;\n")
        run = self.batch("two")
        self.assertIn("3 of 4 tasks were finished by an earlier run", run.err)

    def test_limits_and_crashes_are_not_answers(self):
        self.batch("one", env={"RACEWARD_TEST_CHILD": "kill"})
        self.assertEqual(self.verdicts("one")[0], ("unknown", "engine-crash"))
        self.assertNotIn("from the cache", self.batch("two").err)
        os.remove(self.path("answers.sqlite"))
        limit = ("--time-limit", "1")
        self.batch("three", *limit, env={"RACEWARD_TEST_CHILD": "hang"})
        self.assertEqual(self.verdicts("three")[0], ("unknown", "time-limit"))
        self.assertIn("3 of 4 tasks", self.batch("four", *limit, "--reuse-limits").err)
        self.assertEqual(self.verdicts("four"), self.verdicts("three"))
        run = self.batch("five", *limit)
        self.assertNotIn("from the cache", run.err)
        self.assertEqual(self.verdicts("five")[0], ("race", ""))
        # A verdict takes the place of the limit.
        self.batch("six", *limit, "--reuse-limits")
        self.assertEqual(self.verdicts("six")[0], ("race", ""))

    def test_what_is_no_cache_is_refused(self):
        self.write("answers.sqlite", "not at all\n" * 1000)
        self.expect_error(self.batch("one"), "answers.sqlite", "--cache")
        os.remove(self.path("answers.sqlite"))
        with sqlite3.connect(self.path("answers.sqlite")) as database:
            database.execute("CREATE TABLE mine (x)")
        database.close()
        self.expect_error(self.batch("one"), "not a cache of Raceward")

    def test_usage(self):
        self.expect_error(self.batch("one", "--witnesses", "w"), "--witnesses", "--cache")
        self.expect_error(self.raceward("batch", "t.csv", "-o", "o", "--reuse-limits"), "--cache")
        self.expect_error(self.raceward("batch", "t.csv", "-o", "o", "--queue", "nats://127.0.0.1:1",
                                        "--witnesses", "w"), "--witnesses", "--queue")


if __name__ == "__main__":
    harness.main()
