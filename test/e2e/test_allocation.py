"""--failing-allocation: each allocation gives null or memory, and the report says which."""

import json
import unittest

from harness import EndToEnd

# Two threads that get no memory count that without a lock.
WITHOUT_LOCK = """\
#include <pthread.h>
#include <stdlib.h>
static int without;
static void *worker(void *unused) {
  char *own = malloc(8);
  if (own == NULL) {
    without++;
    return unused;
  }
  own[0] = 1;
  free(own);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
"""
# The lock is found by executing only: no prover knows which one it is.
WITH_LOCK = (WITHOUT_LOCK
             .replace("static int without;", "static int without;\n"
                      "static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, "
                      "PTHREAD_MUTEX_INITIALIZER};\nstatic _Atomic unsigned which;")
             .replace("without++;", "pthread_mutex_lock(&locks[which]); without++; "
                                    "pthread_mutex_unlock(&locks[which]);"))
OPTION = "--failing-allocation"


class FailingAllocation(EndToEnd):
    def result(self, *words):
        run = self.raceward("check", "--json", "-", *words)
        return run, json.loads(run.out)

    def assumed(self, result):
        return {each["name"] for each in result["assumptions"]}

    def test_there_is_memory_by_default(self):
        self.write("a.c", WITHOUT_LOCK)
        run, result = self.result("a.c")
        self.assertEqual(result["verdict"], "race-free", run)
        self.assertIn("allocation-succeeds", self.assumed(result))

    def test_a_race_of_two_failures(self):
        self.write("a.c", WITHOUT_LOCK)
        run, result = self.result(OPTION, "a.c")
        self.assertEqual(result["verdict"], "race", run)
        inputs = result["races"][0]["run"]["inputs"]
        failures = [each for each in inputs if each["source"] == "malloc fails"]
        self.assertEqual({(each["line"], each["bits"], each["value"]) for each in failures},
                         {(5, 1, "1")})
        self.assertEqual({each["thread"] for each in failures}, {1, 2})
        run = self.raceward("check", OPTION, "a.c")
        self.assertEqual(run.out.count("a.c:5:15: note: malloc() fails\n"), 2, run)
        self.assertNotIn("succeeds", run.out)

    def test_no_race_and_no_assumption(self):
        self.write("a.c", WITH_LOCK)
        run, result = self.result(OPTION, "a.c")
        self.assertEqual(result["verdict"], "race-free", run)
        self.assertNotIn("allocation-succeeds", self.assumed(result))

    def test_in_two_processes(self):
        self.write("a.c", WITHOUT_LOCK)
        self.write("b.c", WITH_LOCK)
        self.assertEqual(self.result(OPTION, "-j", "2", "a.c")[1]["verdict"], "race")
        self.assertEqual(self.result(OPTION, "-j", "2", "b.c")[1]["verdict"], "race-free")

    def test_a_file_that_was_found_may_ask_for_it(self):
        self.write("a.c", WITHOUT_LOCK)
        self.write(".raceward.yaml", "failing-allocation: true\n")
        self.assertEqual(self.result("a.c")[1]["verdict"], "race")
        self.assertEqual(self.result("--no-config", "a.c")[1]["verdict"], "race-free")

    def test_the_failures_happen_natively(self):
        self.write("a.c", WITHOUT_LOCK)
        run = self.raceward("check", "-q", OPTION, "--witness", "race.json", "a.c")
        self.assertEqual(run.code, 1, run)
        run = self.raceward("replay", "-q", "race.json")
        self.assertEqual(run.code, 0, run)
        self.assertIn("raceward: confirmed: ", run.out + run.err)

    def test_properties_of_one_thread(self):
        self.write("a.c", "#include <assert.h>\n#include <stdlib.h>\nint main(void) {\n"
                          "  void *p = malloc(1);\n  assert(p != NULL);\n  free(p);\n}\n")
        check = ("check", "--property", "assertions", "a.c")
        self.assertEqual(self.raceward(*check).code, 0)
        run = self.raceward(*check, OPTION)
        self.assertEqual(run.code, 1, run)
        self.assertIn("a.c:4:13: note: malloc() fails\n", run.out)


if __name__ == "__main__":
    unittest.main()
