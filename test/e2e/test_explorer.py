"""Programs with threads, executed: races with the way there, proofs, reasons."""

import json
import pathlib
import re

import harness
from harness import EXIT, UNKNOWN, EndToEnd

# Races for one input only, and in one order only: the worker that comes second.
ACCOUNT = """\
#include <pthread.h>
int __VERIFIER_nondet_int(void);
int total;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  total++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t t;
  int n = __VERIFIER_nondet_int();
  pthread_create(&t, 0, worker, 0);
  if (n == -4711)
    total = 5;
  pthread_join(t, 0);
  return total;
}
"""
# No prover sees that it is always the same lock.
LOCKED = (ACCOUNT.replace("    total = 5;", "    worker(0);")
          .replace("pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;",
                   "pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER};\n"
                   "_Atomic unsigned which;")
          .replace("&lock", "&locks[which]"))
TWO_RACES = """\
#include <pthread.h>
int a, b;
static void *worker(void *unused) { a = 1; b = 1; return unused; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  a = 2;
  b = 2;
  pthread_join(t, 0);
  return 0;
}
"""
# More schedules than anybody can execute, no race, and nothing that a prover sees.
ENDLESS = """\
#include <pthread.h>
int total;
pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER};
_Atomic unsigned which;
static void *worker(void *unused) {
  for (int i = 0; i < 100000; i++) {
    pthread_mutex_lock(&locks[which]);
    total++;
    pthread_mutex_unlock(&locks[which]);
  }
  return unused;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, worker, 0);
  pthread_create(&u, 0, worker, 0);
  worker(0);
  return 0;
}
"""
TIMES = re.compile(r'"(?:wall_seconds|cpu_seconds|peak_memory_bytes|seconds|solver_seconds)": [^,\n]+')


def without_times(text):
    return TIMES.sub("", text)


class Race(EndToEnd):
    def setUp(self):
        super().setUp()
        self.write("account.c", ACCOUNT)

    def test_text(self):
        run = self.raceward("check", "account.c")
        self.assertEqual(run.code, EXIT["race"], run)
        self.assertEqual(run.out, """\
account.c:16:11: error: data race on 'total': this write in 'main' (thread T0)
   16 |     total = 5;
      |           ^
account.c:7:8: note: runs at the same time as this read in 'worker' (thread T1)
    7 |   total++;
      |        ^
account.c:14:3: note: thread T1 is created by T0 and starts in 'worker'
raceward: note: nothing orders them. T0 holds no lock, T1 holds 'lock' (line 6).
  T0 has created T1 (line 14) and not yet waited for its end.
account.c:13:11: note: __VERIFIER_nondet_int() gives -4711
raceward: note: a run that leads there (line: step; '>' marks the race)
    T0 main               T1 worker
    14: create T1
  > 16: write total = 5
                          6: lock lock
                        > 7: read total = 5
  hint: hold 'lock' around the other access, too, or make 'total' atomic
  hint: add --confirm to make it happen in the compiled program
raceward: race: 1 data race found
""")

    def test_value_races(self):
        self.write("v.c", ACCOUNT.replace("total++;", "total = 5;").replace("-4711", "3")
                   .replace("int total;", "int total, unread;")
                   .replace("return unused;", "unread = 1; return unused;")
                   .replace("pthread_join(t, 0);", "unread = 2; pthread_join(t, 0);"))
        run = self.raceward("check", "v.c", "--property", "value-races")
        self.assertEqual(run.code, EXIT["race"], run)
        self.assertIn("benign: in every run, both store the same value", run.out)
        self.assertIn("benign: nothing in the program reads", run.out.replace("\n  ", " "))
        self.assertIn("harmful: with equal inputs, 'total' in line", self.raceward(
            "check", "account.c", "--property", "value-races").out.replace("\n  ", " "))
        self.expect_error(self.raceward("check", "v.c", "--property", "value-race"), "value-races")

    def test_a_race_stands_even_if_it_cannot_be_told_well(self):
        run = self.raceward("check", "account.c", env={"RACEWARD_TEST_CHILD": "crash-telling"})
        self.assertEqual(run.code, EXIT["race"], run)
        self.assertIn("data race on 'total'", run.out)

    def test_json(self):
        result = json.loads(self.raceward("check", "account.c", "--json", "-").out)
        self.assertEqual(result["verdict"], "race")
        self.assertEqual(len(result["races"]), 1)
        race = result["races"][0]
        run = race["run"]
        self.assertEqual([(t["thread"], t["function"], t["created_by"], t["line"])
                          for t in run["threads"]], [(0, "main", None, None), (1, "worker", 0, 14)])
        self.assertEqual([(i["source"], i["line"], i["bits"], i["value"]) for i in run["inputs"]],
                         [("__VERIFIER_nondet_int", 13, 32, "-4711")])
        first, second = run["racing_steps"]
        self.assertEqual(second, len(run["steps"]) - 1)
        for step, access in zip((run["steps"][first], run["steps"][second]), race["accesses"]):
            self.assertEqual((step["file"], step["line"], step["action"], step["object"]),
                             (access["file"], access["line"], access["kind"], "total"))
            self.assertEqual(run["threads"][step["thread"]]["function"], access["thread"])
        self.assertIn(("lock", "lock", 6),
                      [(s["action"], s["object"], s["line"]) for s in run["steps"]])
        self.assertEqual(result["exploration"]["ended"], "first race")

    def test_twenty_times_the_same(self):
        results = {without_times(self.raceward("account.c", "--json", "-").out) for _ in range(20)}
        self.assertEqual(len(results), 1)
        self.assertIn('"value": "-4711"', results.pop())

    def test_a_second_look_changes_no_verdict(self):
        self.write("locked.c", LOCKED)
        for file, verdict in (("account.c", "race"), ("locked.c", "race-free")):
            run = self.raceward("check", "-q", "--cross-check", "cvc5 --incremental", file)
            self.assertEqual(run.code, EXIT[verdict], run)

    def test_every_reduction_finds_it(self):
        for reduction in ("none", "classic", "source", "optimal"):
            run = self.raceward("-q", "account.c", "--reduction", reduction)
            self.assertEqual(run.code, EXIT["race"], run)

    def test_without_provers(self):
        """Every schedule is executed even where provers need none; what cuts them is told."""
        self.write("cleared.c", ACCOUNT.replace("    total = 5;", "    worker(0);"))
        self.write("alone.c", "int total;\nint main(void) { for (;;) total++; }\n")
        self.assertIsNone(self.figures("cleared.c", "--provers", "all"))
        self.assertGreater(self.figures("cleared.c", "--provers", "none")["runs"], 0)
        for file, provers, verdict in (("account.c", "none", "race"), ("cleared.c", "none", "race-free"),
                                       ("alone.c", "all", "race-free"), ("alone.c", "none", "unknown")):
            run = self.raceward("-q", "--explore-time", "1", file, "--provers", provers)
            self.assertEqual(run.code, EXIT[verdict], run)

    def figures(self, *arguments):
        return json.loads(self.raceward("--json", "-", *arguments).out)["exploration"]

    def test_pruning(self):
        """The published rule loses the race, and says that it proves nothing."""
        file = str(pathlib.Path(__file__).resolve().parents[1] / "programs" / "traps" /
                   "pruned_dependency.c")
        for reduction in ("classic", "source"):
            for pruning, verdict in (("none", "race"), ("lockset", "race"),
                                     ("published", "unknown")):
                run = self.raceward("--stats", file, "--reduction", reduction, "--prune", pruning,
                                    "--hunt-time", "1")
                self.assertEqual(run.code, EXIT[verdict], run)
                self.assertEqual("pruned  " in run.out, pruning != "none", run)
        self.assertIn("may leave out races", run.out)
        self.write("locked.c", LOCKED)
        for pruning, verdict in (("lockset", "race-free"), ("published", "unknown")):
            run = self.raceward("-q", "locked.c", "--prune", pruning)
            self.assertEqual(run.code, EXIT[verdict], run)

    def test_narrow_terminals(self):
        for columns in (20, 30, 40, 60):
            shown = self.on_terminal("account.c", "--color", "never", columns=columns).out
            picture = re.findall(r"(?m)^  (?:T\d|  |> ).*$", shown.replace("\r", ""))
            self.assertGreater(len(picture), 4, shown)
            for line in picture:
                self.assertLessEqual(len(line), columns, shown)

    def test_piped_is_plain_and_as_wide_as_a_page(self):
        run = self.raceward("account.c")
        self.assertNotIn("\x1b", run.out)
        self.assertEqual(run.err, "")
        for line in run.out.splitlines():
            if not line.startswith(("account.c:", "raceward:")):
                self.assertLessEqual(len(line), 80)

    def test_all_races(self):
        self.write("two.c", TWO_RACES)
        one = json.loads(self.raceward("two.c", "--json", "-").out)
        two = json.loads(self.raceward("two.c", "--json", "-", "--all-races").out)
        self.assertEqual(len(one["races"]), 1)
        self.assertEqual({race["object"] for race in two["races"]}, {"a", "b"})
        self.assertIsNotNone(two["races"][0]["run"])

    def test_gaps_do_not_hide_a_race(self):
        self.write("gap.c", TWO_RACES.replace("  a = 2;", "  a = 2;\n  launch_rocket();")
                   .replace("int a, b;", "int a, b;\nvoid launch_rocket(void);"))
        self.assertEqual(self.raceward("gap.c").code, EXIT["race"])


class Proof(EndToEnd):
    def test_every_schedule(self):
        self.write("locked.c", LOCKED)
        run = self.raceward("check", "locked.c", "--stats")
        self.assertEqual(run.code, EXIT["race-free"], run)
        self.assertRegex(run.out, r"(?m)^raceward: note: \d+ suspects? ruled out: "
                                  r"every schedule was executed: \d+ runs?$")
        self.assertRegex(run.out, r"(?m)^  schedules +\d+ runs?, \d+ blocked; exhausted$")
        self.assertRegex(run.out, r"(?m)^  solver +\d+ quer")

    def test_a_bound_is_no_proof(self):
        self.write("locked.c", LOCKED)
        run = self.raceward("locked.c", "--thread-bound", "1")
        self.assertEqual(run.code, EXIT["race-free"], run)  # there is one only
        self.write("endless.c", ENDLESS)
        for option in (["--thread-bound", "1"], ["--loop-bound", "1"]):
            run = self.raceward("endless.c", "--json", "-", "--explore-time", "20", *option)
            self.assertEqual(run.code, UNKNOWN, run)
            self.assertIn("bound", [reason["kind"] for reason in json.loads(run.out)["reasons"]])

    def test_no_schedule_is_executed_where_provers_suffice(self):
        self.write("x.c", harness.EMPTY_MAIN)
        self.assertIsNone(json.loads(self.raceward("x.c", "--json", "-").out)["exploration"])


class Limits(EndToEnd):
    def setUp(self):
        super().setUp()
        self.write("endless.c", ENDLESS)

    def expect_reason(self, run, kind, *texts):
        self.assertEqual(run.code, UNKNOWN, run)
        result = json.loads(run.out)
        reasons = [reason for reason in result["reasons"] if reason["kind"] == kind]
        self.assertTrue(reasons, result["reasons"])
        for text in texts:
            self.assertIn(text, reasons[0]["message"] + reasons[0]["hint"])
        # The check came to its end by itself: the suspects that are left are told.
        self.assertTrue(result["suspects"]["open"])
        self.assertIn("suspects-left", [reason["kind"] for reason in result["reasons"]])
        self.assertIsNotNone(result["exploration"])
        return result

    def test_time_limit_gives_a_reason(self):
        # Short runs, but many: no other bound is reached, on whatever machine.
        self.write("endless.c", ENDLESS.replace("100000", "20"))
        run = self.raceward("endless.c", "--json", "-", "--time-limit", "8")
        result = self.expect_reason(run, "time-limit", "not every schedule", "--time-limit")
        self.assertEqual(result["exploration"]["ended"], "time bound")
        self.assertLess(run.seconds, 8.5)

    def test_time_for_executing_gives_a_reason(self):
        run = self.raceward("endless.c", "--json", "-", "--explore-time", "1")
        self.expect_reason(run, "time-limit", "1 s", "--explore-time")

    def test_memory_limit_gives_a_reason(self):
        run = self.raceward("endless.c", "--json", "-", "--memory-limit", "300M",
                            "--explore-time", "50")
        self.expect_reason(run, "memory-limit", "--memory-limit")


class Progress(EndToEnd):
    def test_runs_and_rate(self):
        self.write("endless.c", ENDLESS.replace("100000", "6"))
        shown = self.on_terminal("endless.c", "--explore-time", "4", columns=100,
                                 env={"NO_COLOR": "1"}).out
        self.assertRegex(shown, r"\[ +\d+s\] executing schedules: [\d,]+ runs, [\d,]+/s")


class OtherProperties(EndToEnd):
    """Assertions, memory safety and deadlocks, under every schedule."""

    TEMPLATE = """\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void); void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
atomic_int x, y; int z;
static void *worker(void *unused) { %s return unused; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  %s
  pthread_join(t, 0);
  return 0;
}
"""

    def decide(self, property, worker, main, *options):
        self.write("p.c", self.TEMPLATE % (worker, main))
        return self.raceward("p.c", "--property", property, *options)

    def test_an_assertion_that_one_schedule_breaks(self):
        run = self.decide("assertions", "x = 1; y = 1;", "assert(!(y == 1 && x == 0));")
        self.assertEqual(run.code, EXIT["race-free"], run)
        run = self.decide("assertions", "y = 1; x = 1;", "assert(!(y == 1 && x == 0));")
        self.assertEqual(run.code, EXIT["race"], run)
        self.assertIn("p.c:12:", run.out)

    def test_an_assertion_that_one_input_breaks(self):
        worker = "int i = __VERIFIER_nondet_int(); if (i == 77) x = 1;"
        run = self.decide("assertions", worker, "assert(x == 0);")
        self.assertEqual(run.code, EXIT["race"], run)
        self.assertIn("__VERIFIER_nondet_int() gives 77", run.out)

    def test_an_assertion_fails_though_main_could_end_the_process_first(self):
        run = self.decide("assertions", "assert(x == 0);", "x = 1; return 0;")
        self.assertEqual(run.code, EXIT["race"], run)

    def test_an_assertion_in_an_atomic_section(self):
        section = "__VERIFIER_atomic_begin(); %s __VERIFIER_atomic_end();"
        run = self.decide("assertions", section % "z = 6;",
                          section % "z = 2;" + section % "assert(z == 2);")
        self.assertEqual(run.code, EXIT["race"], run)
        run = self.decide("assertions", section % "z = 6;", section % "z = 2; assert(z == 2);")
        self.assertEqual(run.code, EXIT["race-free"], run)

    def test_a_mutex_where_no_object_is(self):
        run = self.decide("memory-safety", "", "pthread_mutex_t *p = malloc(4); pthread_mutex_init(p + 5, 0);")
        self.assertEqual(run.code, EXIT["race"], run)
        self.assertIn("a mutex where no object is", run.out)
        run = self.decide("memory-safety", "", "pthread_mutex_t *p = malloc(sizeof *p); pthread_mutex_init(p, 0);")
        self.assertEqual(run.code, EXIT["race-free"], run)

    def test_deadlocks(self):
        run = self.decide("deadlock", "pthread_mutex_lock(&m); pthread_mutex_lock(&n);"
                          "pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);",
                          "pthread_mutex_lock(&n); pthread_mutex_lock(&m);"
                          "pthread_mutex_unlock(&m); pthread_mutex_unlock(&n);")
        self.assertEqual(run.code, EXIT["race"], run)
        self.assertIn("waits at line 8 for n", run.out)
        run = self.decide("deadlock", "pthread_mutex_lock(&m); pthread_mutex_lock(&n);"
                          "pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);",
                          "pthread_mutex_lock(&m); pthread_mutex_unlock(&m);")
        self.assertEqual(run.code, EXIT["race-free"], run)
        self.assertIn("all inputs", run.out)

    def test_the_end_of_the_process_is_no_deadlock(self):
        run = self.decide("deadlock", "pthread_mutex_lock(&m);", "pthread_mutex_lock(&m); exit(0);")
        self.assertEqual(run.code, EXIT["race"], run)  # main may wait for ever, too
        run = self.decide("deadlock", "pthread_mutex_lock(&m);", "exit(0);")
        self.assertEqual(run.code, EXIT["race-free"], run)

    def test_memory_that_is_freed_too_early(self):
        run = self.decide("memory-safety", "int *p = malloc(4); x = 1; free(p); y = 1;", "if (y) z = 1;")
        self.assertEqual(run.code, EXIT["race-free"], run)
        run = self.decide("memory-safety", "int *p = malloc(4); if (x) free(p); *p = 1;", "x = 1;")
        self.assertEqual(run.code, EXIT["race"], run)

    def test_nothing_holds_in_a_program_with_a_race(self):
        run = self.decide("assertions", "z = 1;", "z = 2; assert(1);")
        self.assertEqual(run.code, UNKNOWN, run)
        run = self.decide("assertions", "z = 1;", "z = 2; assert(z != 0);", "--model", "sc")
        self.assertEqual(run.code, EXIT["race-free"], run)
        run = self.decide("assertions", "z = 1;", "z = 2; assert(z == 2);", "--model", "sc")
        self.assertEqual(run.code, EXIT["race"], run)

    def test_the_result_as_json(self):
        run = self.decide("assertions", "x = 1;", "assert(x < 2);", "--json", "-")
        result = json.loads(run.out)
        self.assertEqual(result["verdict"], "holds")
        self.assertEqual(result["scope"], "all inputs, all schedules")
        self.assertEqual(result["exploration"]["runs"], 2)


class HardToFind(EndToEnd):
    """Races that few inputs or few schedules have, each with the way there."""

    ONE_INPUT = """\
#include <pthread.h>
unsigned __VERIFIER_nondet_uint(void);
int x;
static void *worker(void *u) { x = 1; return u; }
int main(void) {
  pthread_t t;
  unsigned n = __VERIFIER_nondet_uint();
  pthread_create(&t, 0, worker, 0);
  if (n * 2654435761u == 0xdeadbeefu) x = 2;
  pthread_join(t, 0);
  return 0;
}
"""
    ONE_CLASS = """\
#include <pthread.h>
#include <stdatomic.h>
enum { kReaders = 17 };
atomic_int x;
int seen[kReaders];
int late;
static void *read_it(void *slot) { *(int *)slot = x; return 0; }
static void *write_it(void *unused) { x = 1; return unused; }
static void *touch(void *unused) { late = 1; return unused; }
int main(void) {
  pthread_t t[kReaders], w, l;
  pthread_create(&l, 0, touch, 0);
  for (int i = 0; i < kReaders; i++)
    pthread_create(&t[i], 0, read_it, &seen[i]);
  pthread_create(&w, 0, write_it, 0);
  for (int i = 0; i < kReaders; i++)
    pthread_join(t[i], 0);
  pthread_join(w, 0);
  for (int i = 0; i < kReaders; i++)
    if (seen[i] != (i % 3 != 0))
      return 0;
  late = 2;
  return 0;
}
"""
    THIRD_THREAD = """\
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int turn, x;
static void *first(void *u) { pthread_mutex_lock(&m); if (turn == 1) turn = 2; pthread_mutex_unlock(&m); return u; }
static void *second(void *u) { pthread_mutex_lock(&m); int t = turn; pthread_mutex_unlock(&m); if (t == 2) x = 1; return u; }
static void *third(void *u) { pthread_mutex_lock(&m); turn = 1; pthread_mutex_unlock(&m); x = 2; return u; }
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_create(&c, 0, third, 0);
  pthread_join(a, 0); pthread_join(b, 0); pthread_join(c, 0);
  return x;
}
"""
    SYMBOLIC_INDEX = """\
#include <pthread.h>
int __VERIFIER_nondet_int(void);
int a[1000];
static void *worker(void *u) { int i = __VERIFIER_nondet_int(); if (i >= 0 && i < 1000) a[i] = 1; return u; }
int main(void) {
  pthread_t t;
  int j = __VERIFIER_nondet_int();
  pthread_create(&t, 0, worker, 0);
  if (j > 500 && j < 1000) a[j] = 2;
  pthread_join(t, 0);
  return 0;
}
"""
    HEAP_FIELD = """\
#include <pthread.h>
#include <stdlib.h>
struct job { int id; int state; struct job *next; };
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct job *head;
static void *worker(void *u) {
  pthread_mutex_lock(&m); struct job *j = head; if (j) head = j->next; pthread_mutex_unlock(&m);
  if (j) j->state = 1;
  return u;
}
int main(void) {
  pthread_t t;
  struct job *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->id = 1; a->state = 0; a->next = b; b->id = 2; b->state = 0; b->next = 0;
  head = a;
  pthread_create(&t, 0, worker, 0);
  int id = b->id;
  b->state = id;
  if (a->id == 1) id = a->state;
  pthread_join(t, 0);
  return id;
}
"""

    def find(self, text, first, second):
        """The run behind the race of these two lines."""
        self.write("p.c", text)
        run = self.raceward("p.c", "--json", "-", "--time-limit", "60")
        self.assertEqual(run.code, EXIT["race"], run)
        result = json.loads(run.out)
        race = result["races"][0]
        self.assertEqual({access["line"] for access in race["accesses"]}, {first, second})
        # Four to nine on a quiet machine, and half as much again beside other work.
        self.assertLess(result["stats"]["cpu_seconds"], 20)
        self.assertTrue(race["run"]["steps"])
        return race["run"]

    def test_one_input_of_all(self):
        run = self.find(self.ONE_INPUT, 4, 9)
        self.assertEqual(int(run["inputs"][0]["value"]) * 2654435761 % 2**32, 0xDEADBEEF)

    def test_one_class_of_schedules_of_131072(self):
        self.find(self.ONE_CLASS, 9, 22)

    def test_only_with_a_third_thread(self):
        run = self.find(self.THIRD_THREAD, 5, 6)
        self.assertEqual(len({step["thread"] for step in run["steps"]}), 4)

    def test_two_symbolic_indices(self):
        run = self.find(self.SYMBOLIC_INDEX, 4, 9)
        self.assertEqual(run["inputs"][0]["value"], run["inputs"][1]["value"])

    def test_one_field_of_an_object_of_the_heap(self):
        self.find(self.HEAP_FIELD, 8, 19)


if __name__ == "__main__":
    harness.main()
