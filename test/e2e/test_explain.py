"""--explain: what was proved of each variable, and what is left."""

import json
import subprocess

import harness
from harness import EMPTY_MAIN, EXIT, RACE, EndToEnd

LOCK = """\
#include <pthread.h>
static int total;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  total++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  return 0;
}
"""
JOIN = """\
#include <pthread.h>
static int result;
static void *worker(void *unused) {
  result = 42;
  return unused;
}
static void *idle(void *unused) { return unused; }
int main(void) {
  pthread_t a, b;
  result = 1;
  pthread_create(&a, 0, idle, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_join(b, 0);
  return result;
}
"""
SLICES = """\
#include <pthread.h>
static int results[4];
static void *worker(void *number) {
  results[(long)number] = 1;
  return 0;
}
int main(void) {
  pthread_t threads[4];
  for (long i = 0; i < 4; i++)
    pthread_create(&threads[i], 0, worker, (void *)i);
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], 0);
  return results[3];
}
"""
# One race, one lock, one thing that nobody follows.
MIXED = """\
#include <pthread.h>
static int bare, guarded;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  guarded++;
  pthread_mutex_unlock(&lock);
  bare++;
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  return 0;
}
"""


class Explain(EndToEnd):
    def explained(self, source, *extra, verdict="race-free", env=None):
        self.write("x.c", source)
        run = self.raceward("check", "--explain", "x.c", *extra, env=env)
        self.assertEqual(run.code, EXIT[verdict], run)
        self.assertRegex(run.out.splitlines()[-1], f"^raceward: {verdict}: ")
        return run.out

    def test_lock(self):
        text = self.explained(LOCK)
        self.assertIn("note: what threads share, and why no two accesses race\n"
                      "  'total': 2 accesses, by worker (several)\n"
                      "      written at x.c:6\n"
                      "      2 pairs: both hold 'lock' [locks]\n", text)

    def test_join(self):
        text = self.explained(JOIN)
        self.assertIn("  'result': 3 accesses, by main and worker\n"
                      "      written at x.c:4 and 10; read at 14\n", text)
        self.assertIn("one of the two comes before any thread exists", text)
        self.assertIn("      1 pair: 'worker' is joined in between (pthread_join at x.c:13) "
                      "[ordered]\n", text)

    def test_slices(self):
        text = self.explained(SLICES)
        self.assertIn("  'results': 2 accesses, by main and worker (several)\n", text)
        self.assertIn("each thread has a part of its own, by its number [own-slices]", text)

    def test_nothing_shared(self):
        text = self.explained(EMPTY_MAIN)
        self.assertIn("note: threads share no variable that could race\n", text)

    def test_not_without_the_option(self):
        self.write("x.c", LOCK)
        self.assertNotIn("what threads share", self.raceward("x.c").out)
        self.assertEqual(len(self.raceward("x.c", "--explain", "-q").out.splitlines()), 1)

    def test_race_and_all_races(self):
        for extra in ([], ["--all-races"]):
            text = self.explained(MIXED, *extra, verdict="race")
            lines = text.splitlines()
            self.assertTrue(any("error: data race on 'bare'" in line for line in lines), text)
            at = lines.index("  'bare': 2 accesses, by worker (several)")
            self.assertEqual(lines[at + 2:at + 4], ["      a race was found here: see above",
                                                    "      2 pairs are left"])
            # What is open comes first.
            self.assertLess(at, lines.index("  'guarded': 2 accesses, by worker (several)"))
            self.assertIn("      2 pairs: both hold 'lock' [locks]", lines)

    def test_unknown(self):
        text = self.explained(MIXED.replace("  bare++;", "  extern void other(void);\n"
                                            "  other();\n  bare++;"), verdict="unknown")
        self.assertIn("warning: possible data race on 'bare'", text)
        self.assertIn("note: what threads share, what was ruled out, and what is left\n", text)
        self.assertLess(text.index("  'bare': "), text.index("  'guarded': "))

    def test_open_pairs_have_the_names_of_their_accesses(self):
        text = self.explained("""#include <pthread.h>
struct pair { int a, b; } first, second;
void other(void);
extern int __VERIFIER_nondet_int(void);
static void *worker(void *unused) {
  struct pair *q = __VERIFIER_nondet_int() ? &first : &second;
  q->a = __VERIFIER_nondet_int();
  other();
  q->b = 1;
  return unused;
}
int main(void) {
  pthread_t s, t;
  other();
  pthread_create(&s, 0, worker, 0);
  pthread_create(&t, 0, worker, 0);
  return 0;
}
""", verdict="unknown")
        self.assertIn("warning: possible data race on 'q->a': this write in 'worker'", text)
        self.assertIn("warning: possible data race on 'q->b': this write in 'worker'", text)

    def test_schedules(self):
        source = RACE.replace("int total;", "#include <stdatomic.h>\natomic_int ready;\nint total;")
        source = source.replace("total++; return unused;",
                                "total++; ready = 1; return unused;")
        source = source.replace("  total++;\n", "  if (ready) total++;\n")
        text = self.explained(source)
        self.assertRegex(text, r"every schedule was\s+executed: \d+ runs? \[explorer\]")

    def test_piped_to_a_file(self):
        self.write("x.c", JOIN)
        with open(self.path("out.txt"), "w") as file:
            subprocess.run([harness.RACEWARD, "--explain", "x.c"], cwd=self.folder, stdout=file,
                           env=self.environment({}), timeout=harness.LONG, check=True)
        with open(self.path("out.txt")) as file:
            text = file.read()
        self.assertEqual(text, self.raceward("--explain", "x.c").out)
        self.assertNotIn("\x1b", text)

    def test_narrow_terminal(self):
        text = self.explained(JOIN, env={"COLUMNS": "60"})
        shown = text[text.index("\n") + 1:text.index("raceward: note: ", 10)]
        self.assertIn("'result'", shown)
        for line in shown.splitlines():
            self.assertLessEqual(len(line), 60)
        self.assertEqual(self.explained(JOIN).split(), text.split())

    def test_json(self):
        for source, verdict in ((LOCK, "race-free"), (JOIN, "race-free"), (MIXED, "race")):
            self.write("x.c", source)
            run = self.raceward("x.c", "--json", "-")
            self.assertEqual(run.code, EXIT[verdict])
            suspects = json.loads(run.out)["suspects"]
            self.assertTrue(suspects["groups"])
            for group in suspects["groups"]:
                removed = sum(each["count"] for each in group["removed"])
                self.assertEqual(group["total"], removed + group["left"])
                self.assertGreaterEqual(group["access_count"], len(group["accesses"]))
                self.assertTrue(group["threads"])
            self.assertEqual(suspects["left"], sum(each["left"] for each in suspects["groups"]))
            self.assertEqual([each["object"] for each in suspects["groups"] if each["race"]],
                             ["'bare'"] if verdict == "race" else [])
            self.assertEqual(suspects["groups_not_listed"], 0)

    def test_partial_answer(self):
        """What was proved before a time limit is told."""
        source = MIXED.replace("  bare++;", "  for (;;) guarded;")
        self.write("x.c", source)
        run = self.raceward("--explain", "x.c", "--time-limit", "10", "--explore-time", "1")
        self.assertIn("both hold 'lock' [locks]", run.out)


class Order(EndToEnd):
    def test_likeliest_first(self):
        """Without any lock before with different ones, whatever the order of the text."""
        self.write("x.c", """\
#include <pthread.h>
extern void other(void);
static int guarded, bare;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *p) {
  other();
  pthread_mutex_lock(&m); guarded++; pthread_mutex_unlock(&m); bare++; return p; }
static void *g(void *p) {
  other();
  pthread_mutex_lock(&n); guarded++; pthread_mutex_unlock(&n); bare++; return p; }
int main(void) {
  pthread_t s, t;
  other();
  pthread_create(&s, 0, f, 0);
  pthread_create(&t, 0, g, 0);
  return 0;
}
""")
        run = self.raceward("x.c", "--json", "-")
        self.assertEqual(run.code, EXIT["unknown"], run)
        objects = [each["object"] for each in json.loads(run.out)["suspects"]["open"]]
        self.assertEqual(objects, sorted(objects), run)  # "bare" before "guarded"
        self.assertEqual(set(objects), {"bare", "guarded"})


if __name__ == "__main__":
    harness.main()
