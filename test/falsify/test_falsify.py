"""The falsifier finds what a tool that calls everything race-free hides, and nothing else."""
import csv
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, HERE)
import attacks  # noqa: E402
import build  # noqa: E402

FALSIFY = os.path.join(os.path.dirname(os.path.dirname(HERE)), "scripts", "falsify")
RACEWARD = os.environ["RACEWARD"]
# Says race-free whatever it is asked about, but for what attacks ask.
LIAR = f"""#!/bin/sh
case "$1 $*" in
"check "*"--provers"* | "run "* | "cc "*) exec '{RACEWARD}' "$@" ;;
esac
echo '{{"verdict": "race-free", "assumptions": [], "reasons": [], "races": []}}'
"""
THREADS = """
#include <pthread.h>
int data;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
%s
static void *worker(void *unused) { %s return unused; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  %s
  pthread_join(t, 0);
  return 0;
}
"""
LOCKED = "pthread_mutex_lock(&lock); data++; pthread_mutex_unlock(&lock);"
RACY = THREADS % ("int __VERIFIER_nondet_int(void);",
                  "if (__VERIFIER_nondet_int() != 7) data++;", LOCKED)
# As preprocessed for 32 bits: objects of the library have less room than it takes natively.
SMALL = """
typedef unsigned long pthread_t;
typedef union { char size[24]; int align; } pthread_mutex_t;
typedef union { char size[36]; int align; } pthread_attr_t;
int pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int pthread_attr_init(pthread_attr_t *);
int pthread_mutex_init(pthread_mutex_t *, const void *);
int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_unlock(pthread_mutex_t *);
struct { pthread_mutex_t lock; int data; } shared;
void *worker(void *unused) {
  pthread_mutex_lock(&shared.lock);
  shared.data++;
  pthread_mutex_unlock(&shared.lock);
  %s
  return unused;
}
int main(void) {
  struct { pthread_attr_t how; pthread_t first, second; } t;
  pthread_mutex_init(&shared.lock, 0);
  pthread_attr_init(&t.how);
  pthread_create(&t.first, &t.how, worker, 0);
  pthread_create(&t.second, 0, worker, 0);
  pthread_join(t.first, 0);
  pthread_join(t.second, 0);
  return 0;
}
"""
RIGHT = {
    "locked.c": THREADS % ("", LOCKED, LOCKED),
    "section.c": THREADS % ("void __VERIFIER_atomic_add(void) { data++; }",
                            "__VERIFIER_atomic_add();", "__VERIFIER_atomic_add();"),
}
# What ThreadSanitizer reports although it is right.
FENCES = THREADS % ("#include <stdatomic.h>\natomic_int flag;",
                    "data = 1; atomic_thread_fence(memory_order_release);"
                    " atomic_store_explicit(&flag, 1, memory_order_relaxed);",
                    "while (!atomic_load_explicit(&flag, memory_order_relaxed)) {}"
                    " atomic_thread_fence(memory_order_acquire); data++;")
# Runs in which it races do not count.
ASSUMED = THREADS % ("void __VERIFIER_assume(int);", "data++;", "data++; __VERIFIER_assume(0);")


# An exchange that fails does not write.
EXCHANGE = THREADS % ("", "__sync_bool_compare_and_swap(&data, 5, 6);", "int seen = data; (void)seen;")
# Objects of the library are written by its functions only.
OVERWRITTEN = (THREADS % ("static void set(void) { data++; }\npthread_once_t once = PTHREAD_ONCE_INIT;",
                          "pthread_once(&once, set);",
                          "once = (pthread_once_t)PTHREAD_ONCE_INIT; pthread_once(&once, set);"
                          " pthread_join(t, 0); once = (pthread_once_t)PTHREAD_ONCE_INIT;"
                          " pthread_create(&t, 0, worker, 0); data++;"))


class Falsify(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.liar = self.write("liar", LIAR)
        os.chmod(self.liar, 0o755)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def falsify(self, files, *more, raceward=None):
        """The rows as (program, attack): row, and the run."""
        output = os.path.join(self.folder, "out")
        run = subprocess.run([sys.executable, FALSIFY, "--raceward", raceward or self.liar, "-o", output, "--runs",
                              "3", *more, *files], capture_output=True, text=True, timeout=300)
        with open(os.path.join(output, "results.csv"), encoding="utf-8", newline="") as file:
            rows = {(os.path.basename(row["program"]), row["attack"]): row for row in csv.DictReader(file)}
        return rows, run, output

    def test_each_attack_finds_what_is_planted(self):
        rows, run, output = self.falsify([self.write("racy.c", RACY)])
        self.assertEqual(run.returncode, 1, run)
        for attack in ("tsan", "run", "machine"):
            row = rows["racy.c", attack]
            self.assertEqual(row["result"], "found", row)
            self.assertEqual({row[place].split(":")[1] for place in ("first", "second")}, {"6", "10"}, row)
            self.assertTrue(os.access(os.path.join(output, row["kept"], "repeat"), os.X_OK))
            self.assertIn(f"{attack}: racy.c:", run.stdout)
        again, run, _ = self.falsify([os.path.join(self.folder, "racy.c")], "--resume")
        self.assertEqual(again, rows)

    def test_programs_of_32_bits(self):
        files = [self.write("small.i", SMALL % "shared.data++;"), self.write("right.i", SMALL % "")]
        rows, _, _ = self.falsify(files, "--data-model", "ilp32", "--attacks", "tsan,run")
        for attack in ("tsan", "run"):
            self.assertEqual(rows["small.i", attack]["result"], "found", rows)
            self.assertEqual(rows["right.i", attack]["result"], "nothing", rows)

    def test_nothing_is_found_where_nothing_is(self):
        files = [self.write(name, text) for name, text in RIGHT.items()]
        rows, run, _ = self.falsify(files)
        self.assertEqual(run.returncode, 0, run)
        for name in RIGHT:
            self.assertEqual([rows[name, attack]["result"] for attack in ("tsan", "run", "machine")],
                             ["nothing", "nothing", "exhausted"], rows)

    def test_false_alarms_are_told_apart(self):
        rows, run, _ = self.falsify([self.write("fences.c", FENCES), self.write("assumed.c", ASSUMED),
                                     self.write("overwritten.c", OVERWRITTEN),
                                     self.write("exchange.c", EXCHANGE)], "--attacks", "tsan")
        self.assertEqual(run.returncode, 0, run)
        self.assertEqual(rows["fences.c", "tsan"]["reason"], "fences", rows)
        self.assertEqual(rows["assumed.c", "tsan"]["reason"], "assumption-failed", rows)
        self.assertEqual(rows["overwritten.c", "tsan"]["reason"], "overwritten", rows)
        self.assertEqual(rows["exchange.c", "tsan"]["reason"], "failed-exchange", rows)

    def test_who_is_not_called_race_free_is_left_alone(self):
        rows, run, _ = self.falsify([self.write("racy.c", RACY)], raceward=RACEWARD)
        self.assertEqual(run.returncode, 0, run)
        self.assertEqual({key: row["result"] for key, row in rows.items()}, {("racy.c", "check"): "race"})


class Parts(unittest.TestCase):
    REPORT = """==================
WARNING: ThreadSanitizer: data race (pid=1)
  Write of size 4 at 0x1 by thread T1:
    #0 memset <null> (a+0x1)
    #1 worker /x/a.c:12:3 (a+0x2)

  Previous read of size 4 at 0x1 by main thread:
    [failed to restore the stack]

  Location is global 'data' of size 4 at 0x1 (a+0x3)
"""

    def test_reports(self):
        (report,) = attacks.reports_in(self.REPORT, {"a.c"})
        self.assertEqual(report.accesses, [("memset", "a.c:12:3"), ("?", "?")])
        self.assertEqual(report.does, ["write", "read"])

    def test_sections(self):
        text = build.with_sections("define void @__VERIFIER_atomic_x() {\nentry:\n  %a = load i32, ptr @d, !dbg !1\n"
                                   "  ret void, !dbg !2\n}\n\ndefine void @y() {\n  ret void\n}\n")
        self.assertIn("entry:\n  call void @__VERIFIER_atomic_begin(), !dbg !1\n  %a", text)
        self.assertIn("  call void @__VERIFIER_atomic_end(), !dbg !2\n  ret void, !dbg !2", text)
        self.assertEqual(text.count("atomic_end()"), 2)  # with its declaration


if __name__ == "__main__":
    unittest.main()
