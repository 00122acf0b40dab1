"""A race-free names what it takes for granted, and only what its program gives occasion to."""

import json

from harness import EndToEnd, main

# Nothing but executing it shows that the two writes exclude each other.
PROGRAM = """\
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int *x, turn;
static void *worker(void *unused) { if (turn == 1) ++*x; return unused; }
int main(void) {
  pthread_t t;
  MEMORY
  turn = INPUT;
  CREATE
  if (turn != 1)
    ++*x;
  PRINT
  pthread_join(t, 0);
  return 0;
}
"""
CREATE = "pthread_create(&t, 0, worker, 0);"


def program(memory="static int place; x = &place;", given="2", create=CREATE, say=""):
    return (PROGRAM.replace("MEMORY", memory).replace("INPUT", given).replace("CREATE", create)
            .replace("PRINT", say))


class Assumptions(EndToEnd):
    def named(self, source):
        self.write("a.c", source)
        result = json.loads(self.raceward("check", "--json", "-", "a.c").out)
        self.assertEqual(result["verdict"], "race-free")
        return [assumption["name"] for assumption in result["assumptions"]]

    def test_by_what_the_program_does(self):
        asks = "if (" + CREATE[:-1] + " != 0) return 1;"
        cases = {
            "nothing": (program(create=asks), []),
            "creation": (program(), ["thread-creation-succeeds"]),
            "allocation": (program("x = malloc(sizeof *x);", create=asks), ["allocation-succeeds"]),
            "output": (program(create=asks, say='puts("done");'), ["output-is-written"]),
            "library": (program(create=asks, given="rand()"), ["library-keeps-order"]),
        }
        for what, (source, names) in cases.items():
            with self.subTest(what):
                self.assertEqual(self.named(source), names)

    def test_provers_assume_less(self):
        locked = """\
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *x;
static void *worker(void *unused) {
  pthread_mutex_lock(&m);
  ++*x;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t t;
  x = malloc(sizeof *x);
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
  return 0;
}
"""
        self.assertEqual(self.named(locked), ["locking-succeeds"])
        text = self.raceward("check", "a.c")
        self.assertIn("assumed: locking a mutex that the program has set up succeeds", text.out)

    def test_a_race_rests_on_nothing(self):
        self.write("a.c", program(given="rand()", create=CREATE + " ++*x;"))
        result = json.loads(self.raceward("check", "--json", "-", "a.c").out)
        self.assertEqual((result["verdict"], result["assumptions"]), ("race", []))


if __name__ == "__main__":
    main()
