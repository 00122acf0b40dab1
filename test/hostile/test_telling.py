"""What a report says of locks and values is so."""

import json
import os
import shutil
import subprocess

import harness
from harness import EndToEnd

HEAD = """\
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
struct timespec until = {1, 0};
"""
MAIN = """\
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  BODY
  pthread_join(t, 0);
  return 0;
}
"""


class Telling(EndToEnd):
    def run_of(self, declaration, worker, body):
        self.write("x.c", HEAD + declaration + "\nstatic void *worker(void *unused) {\n  " +
                   worker + "\n  return unused;\n}\n" + MAIN.replace("BODY", body))
        run = self.raceward("x.c", "--no-config", "--json", "x.json", "--format", "html=x.html")
        self.assertEqual(run.code, 1, run)
        return run, self.read_json("x.json")["races"][0]["run"]

    def objects(self, run, *actions):
        return {step["object"] for step in run["steps"] if step["action"] in actions}

    def test_a_wait_holds_its_mutex(self):
        text, run = self.run_of("int x;", "x = 1;",
                                "pthread_mutex_lock(&m); pthread_cond_wait(&cv, &m); x = 2; "
                                "pthread_mutex_unlock(&m);")
        self.assertEqual(self.objects(run, "lock", "unlock"), {"m"})
        self.assertNotIn("'cv'", text.out)

    def test_a_timed_wait_holds_its_mutex(self):
        text, run = self.run_of("int x;", "x = 1;",
                                "pthread_mutex_lock(&m); pthread_cond_timedwait(&cv, &m, &until); "
                                "x = 2; pthread_mutex_unlock(&m);")
        self.assertEqual(self.objects(run, "lock", "unlock"), {"m"})
        self.assertNotIn("'until'", text.out)

    def test_a_timed_lock_is_named_after_the_lock(self):
        text, run = self.run_of("int x;", "x = 1;",
                                "if (!pthread_mutex_timedlock(&m, &until)) { x = 2; "
                                "pthread_mutex_unlock(&m); }")
        self.assertEqual(self.objects(run, "lock", "trylock", "unlock"), {"m"})
        self.assertNotIn("'until'", text.out)

    def values(self, declaration, assignment, name="x"):
        _, run = self.run_of(declaration, assignment, assignment)
        return {access["value"] for step in run["steps"] if step["object"] == name
                for access in step["accesses"] if access["writes"]}

    def test_values_have_the_type_of_the_variable(self):
        self.assertLessEqual(self.values("unsigned char x;", "x = 200;"), {"200", None})
        self.assertIn("200", self.values("unsigned char x;", "x = 200;"))
        self.assertIn("4294967295", self.values("unsigned x;", "x = -1;"))
        self.assertIn("-7", self.values("int x;", "x = -7;"))
        self.assertIn("1.5", self.values("float x;", "x = 1.5f;"))
        self.assertIn("-0.25", self.values("double x;", "x = -0.25;"))
        self.assertIn("250", self.values("unsigned char x[4];", "x[2] = 250;", "x[2]"))
        self.assertIn("60000", self.values("struct { int a; unsigned short b; } x;", "x.b = 60000;",
                                           "x.b"))

    def test_a_bit_field_has_no_value_of_its_bytes(self):
        self.assertEqual(self.values("struct { unsigned a : 3; unsigned b : 5; } x;", "x.b = 3;",
                                     "x.b"), {None})


class Timeline(EndToEnd):
    SCRIPT = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                          "../../src/report/html/20-run.js")
    ACTIONS = os.path.join(os.path.dirname(os.path.abspath(harness.RACEWARD)),
                           "../generated/15-actions.js")

    def test_locks_that_were_tried_are_held(self):
        if shutil.which("node") is None:
            self.skipTest("needs node")
        steps = [{"thread": 0, "action": action, "object": name, "meeting": meeting,
                  "accesses": [], "target": None}
                 for action, name, meeting in (("trylock", "m", 1), ("failed-trylock", "n", 2),
                                               ("tryrdlock", "rw", 3), ("unlock", "m", 1))]
        run = {"threads": [], "inputs": [], "steps": steps, "racing_steps": [0, 3]}
        script = ""
        for path in (self.ACTIONS, self.SCRIPT):
            with open(path, encoding="utf-8") as file:
                script += file.read()
        script += "\nconsole.log(JSON.stringify(new Run(%s).holds));" % json.dumps(run)
        shown = subprocess.run(["node", "-e", script], capture_output=True, text=True, check=True,
                               timeout=harness.LONG)
        held = [(hold["name"], hold["reading"], hold["to"]) for hold in json.loads(shown.stdout)]
        self.assertEqual(held, [("m", False, 3), ("rw", True, None)])


class Deadlock(EndToEnd):
    def test_a_normal_mutex_that_is_locked_again(self):
        self.write("x.c", HEAD + "int main(void) {\n  pthread_mutex_lock(&m);\n"
                   "  pthread_mutex_lock(&m);\n  return 0;\n}\n")
        run = self.raceward("x.c", "--no-config", "--property", "deadlock", "--json", "x.json")
        self.assertEqual(run.code, 1, run)
        violation = self.read_json("x.json")["violations"][0]
        self.assertEqual((violation["kind"], violation["line"]), ("deadlock", 10))


class AtomicPointers(EndToEnd):
    """clang 19 gives `p++` a stale value where another thread came between."""

    SOURCE = """\
#include <pthread.h>
int slots[4];
_Atomic(int *) p = &slots[OFFSET];
static void *worker(void *unused) { *STEP = 1; return unused; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  *STEP = 2;
  pthread_join(t, 0);
  return 0;
}
"""

    def test_each_thread_has_its_own_element(self):
        for step, offset in (("p++", "0"), ("++p", "0"), ("p--", "3"), ("--p", "3")):
            self.write("x.c", self.SOURCE.replace("STEP", step).replace("OFFSET", offset))
            run = self.raceward("x.c", "--no-config")
            self.assertEqual(run.code, 0, f"{step} {run}")


if __name__ == "__main__":
    harness.main()
