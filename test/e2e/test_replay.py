"""Races made to happen in the native program, judged by ThreadSanitizer."""

import os
import re
import shutil
import subprocess
import unittest

from harness import BAD_INPUT, EndToEnd, main

CONFIRMED = 0
NOT_CONFIRMED = 1

# Left alone, the worker would have to overtake main between two statements, for one input.
QUEUE = """\
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, value;
static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  int seen = ready;
  pthread_mutex_unlock(&lock);
  if (seen)
    value = 2;
  return unused;
}
int main(void) {
  pthread_t t;
  int wanted = __VERIFIER_nondet_int();
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&lock);
  ready = wanted == 4711;
  pthread_mutex_unlock(&lock);
  value = 1;
  pthread_join(t, 0);
  return 0;
}
"""
FIRST, SECOND = "value = 2;", "value = 1;"

# Only with the right words on the command line.
ARGUMENTS = """\
#include <pthread.h>
#include <string.h>
static int x, both;
static void *worker(void *unused) {
  if (both)
    x = 1;
  return unused;
}
int main(int argc, char **argv) {
  pthread_t t;
  both = argc == 3 && strcmp(argv[1], "-n") == 0 && strcmp(argv[2], "a'b\\"") == 0;
  pthread_create(&t, 0, worker, 0);
  if (both)
    x = 2;
  pthread_join(t, 0);
  return 0;
}
"""

# A random number, a byte of standard input, and a destructor at the end of a thread.
INPUTS = """\
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int x;
static pthread_key_t key;
static void gone(void *unused) { x = 3; (void)unused; }
static void *worker(void *unused) {
  pthread_setspecific(key, &x);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_key_create(&key, gone);
  if (rand() % 10 != 7 || getchar() != 'q')
    return 0;
  pthread_create(&t, NULL, worker, NULL);
  x = 1;
  pthread_join(t, NULL);
  return 0;
}
"""

# Everything that the runtime has a table for must be passed on the way to the race.
PRIMITIVES = {
    "read-write lock": (
        "static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;",
        "pthread_rwlock_rdlock(&l); total = 1; pthread_rwlock_unlock(&l);",
        "pthread_rwlock_rdlock(&l); total = 2; pthread_rwlock_unlock(&l);"),
    "semaphore": (
        "#include <semaphore.h>\nstatic sem_t s;\n"
        "__attribute__((constructor)) static void start(void) { sem_init(&s, 0, 0); }",
        "sem_post(&s); total = 1;",
        "sem_wait(&s); total = 2;"),
    "barrier": (
        "static pthread_barrier_t b;\n"
        "__attribute__((constructor)) static void start(void) "
        "{ pthread_barrier_init(&b, 0, 2); }",
        "pthread_barrier_wait(&b); total = 1;",
        "pthread_barrier_wait(&b); total = 2;"),
    "condition": (
        "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
        "static pthread_cond_t c = PTHREAD_COND_INITIALIZER; static int go;",
        "pthread_mutex_lock(&m); go = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); "
        "total = 1;",
        "pthread_mutex_lock(&m); while (!go) pthread_cond_wait(&c, &m); "
        "pthread_mutex_unlock(&m); total = 2;"),
    "failing trylock": (
        "static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
        "pthread_mutex_lock(&m); total = 1; pthread_mutex_unlock(&m);",
        "if (pthread_mutex_trylock(&m)) total = 2; else pthread_mutex_unlock(&m);"),
    "atomic": (
        "#include <stdatomic.h>\nstatic atomic_int a;",
        "atomic_store_explicit(&a, 1, memory_order_relaxed); total = 1;",
        "if (atomic_load_explicit(&a, memory_order_relaxed)) total = 2;"),
    "section": (
        "extern void __VERIFIER_atomic_begin(void); extern void __VERIFIER_atomic_end(void);",
        "__VERIFIER_atomic_begin(); total = 1; __VERIFIER_atomic_end();",
        "total = 2;"),
    "library call": (
        "#include <string.h>\nstatic char text[8];",
        "strcpy(text, \"ab\"); total = 0;",
        "total = (int)strlen(text);"),
}


def program(declarations, mine, yours):
    return (f"#include <pthread.h>\n{declarations}\nint total;\n"
            f"static void *worker(void *u) {{\n  {mine}\n  return u;\n}}\n"
            "int main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, worker, 0);\n"
            f"  {yours}\n  pthread_join(t, 0);\n  return 0;\n}}\n")


class Replay(EndToEnd):
    def witness_of(self, text, *flags, name="queue.c"):
        self.write(name, text)
        run = self.raceward("check", "-q", "--witness", "race.json", name, *flags)
        self.assertEqual(run.code, 1, run)
        return "race.json"

    def replayed(self, *words):
        return self.raceward("replay", *words)

    def test_the_race_happens_in_the_first_run(self):
        run = self.replayed(self.witness_of(QUEUE))
        self.assertEqual(run.code, CONFIRMED, run)
        self.assertIn("WARNING: ThreadSanitizer: data race", run.out)
        self.assertRegex(run.out, r"confirmed: ThreadSanitizer reported the race: "
                                  r"queue\.c:(10 queue\.c:20|20 queue\.c:10)\n$")

    def test_every_primitive(self):
        for what, parts in PRIMITIVES.items():
            with self.subTest(what):
                run = self.replayed("-q", self.witness_of(program(*parts), "--model", "sc"))
                self.assertEqual(run.code, CONFIRMED, run)

    def test_inputs_and_the_end_of_a_thread(self):
        run = self.replayed("-q", self.witness_of(INPUTS))
        self.assertEqual(run.code, CONFIRMED, run)

    def test_arguments_are_passed(self):
        self.write("arguments.c", ARGUMENTS)
        told = self.raceward("check", "--confirm", "--witness", "race.json", "arguments.c")
        self.assertIn("argc is 3", told.out)
        self.assertIn('argv[2] is "a\'b\\""', told.out)
        self.assertIn("confirmed natively", told.out)
        self.assertEqual(self.raceward("replay", "--export-test", "test", "race.json").code, 0)
        self.assertIn("FAIL: the race happened", self.make("test").stdout)

    def test_arguments_of_a_main_that_begins_with_a_library_call(self):
        """Locals of fopen()'s model are the first instructions: arguments do not get its name."""
        self.write("arguments.c", ARGUMENTS.replace("  both =", '  fopen("/", "r");\n  both =', 1)
                   .replace("#include", "#include <stdio.h>\n#include", 1))
        told = self.raceward("check", "--confirm", "arguments.c")
        self.assertIn("argc is 3", told.out)
        self.assertIn("confirmed natively", told.out)

    def test_a_function_that_is_in_no_file_is_named(self):
        self.write("x.c", program("", "total = 1;", "total = 2;").replace(
            "int main(void) {", "int missing(void);\nint main(void) {\n  missing();"))
        self.write("missing.c", "int missing(void) { return 1; }\n")
        told = self.raceward("check", "--confirm", "--library-model", "missing.c", "x.c")
        self.assertEqual(told.code, 1, told)
        words = " ".join(told.out.split())
        self.assertIn("not confirmed natively: the program exited with status 127", words)
        self.assertIn("undefined symbol: missing", words)
        # Before the race nothing calls it.
        self.write("x.c", program("int missing(void);", "total = 1; missing();", "total = 2;"))
        told = self.raceward("check", "--confirm", "x.c")
        self.assertIn("confirmed natively: ThreadSanitizer", " ".join(told.out.split()))

    def test_again_and_again(self):
        witness = self.witness_of(QUEUE)
        self.assertEqual(self.raceward("replay", "--export-test", "test", witness).code, 0)
        self.make("test")
        for _ in range(20):
            ended = subprocess.run(["./build/replay"], cwd=self.path("test"), check=False,
                                   capture_output=True, text=True, timeout=60)
            self.assertEqual(ended.returncode, 66, ended.stderr)

    def test_every_wrapper_is_linked(self):
        """A function that is not in the list would never be called."""
        self.raceward("replay", "--export-test", "test", self.witness_of(QUEUE))
        self.make("test")
        folder = self.path("test/build")
        names = subprocess.run(["nm", "-g", *(os.path.join(folder, n) for n in os.listdir(folder)
                                              if n.endswith(".o"))],
                               check=True, capture_output=True, text=True).stdout
        with open(self.path("test/runtime/wrapped.txt"), encoding="utf-8") as file:
            listed = set(re.findall(r"--wrap=(\w+)", file.read()))
        self.assertEqual(set(re.findall(r" T __wrap_(\w+)", names)), listed)

    def test_after_an_unrelated_edit(self):
        witness = self.witness_of(QUEUE)
        edited = QUEUE.replace("static int ready", "/* about\n   locks */\nstatic int unused;\n"
                               "static int ready")
        self.write("queue.c", edited.replace("  pthread_t t;", "\n  pthread_t t;\n  unused = 1;"))
        run = self.replayed("-q", witness)
        self.assertEqual(run.code, CONFIRMED, run)
        lines = self.text_lines("queue.c")
        for text in (FIRST, SECOND):
            at = next(i for i, line in enumerate(lines, 1) if text in line)
            self.assertIn(f"queue.c:{at}", run.out)

    def text_lines(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read().splitlines()

    def test_says_where_it_diverged(self):
        witness = self.witness_of(QUEUE)
        self.write("queue.c", QUEUE.replace("ready = wanted == 4711", "ready = 0"))
        run = self.replayed("-q", witness)
        self.assertEqual(run.code, NOT_CONFIRMED, run)
        self.assertRegex(run.out, r"not confirmed: diverged at step \d+ of \d+: expected thread 1")

    def make(self, folder):
        return subprocess.run(["make", "check"], cwd=self.path(folder), check=False,
                              capture_output=True, text=True, timeout=120)

    def test_an_exported_test_fails_and_passes_after_the_fix(self):
        self.write("parts/shared.h", "extern int value;\n")
        self.write("main.c", QUEUE.replace("static int ready, value;",
                                           '#include "shared.h"\nstatic int ready;'))
        self.write("value.c", "int value;\n")
        self.assertEqual(self.raceward("check", "-q", "--witness", "race.json", "main.c", "value.c",
                                       "--", "-Iparts").code, 1)
        run = self.raceward("replay", "--export-test", "test", "race.json")
        self.assertEqual(run.code, 0, run)
        for name in ("main.c", "value.c", "parts"):  # it needs none of them
            path = self.path(name)
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
        failed = self.make("test")
        self.assertNotEqual(failed.returncode, 0, failed.stdout + failed.stderr)
        self.assertIn("FAIL: the race happened", failed.stdout)
        self.assertRegex(failed.stderr, r"main\.c:11\b")
        self.assertRegex(failed.stderr, r"main\.c:21\b")
        source = self.path("test/source/main.c")
        with open(source, encoding="utf-8") as file:
            text = file.read()
        for statement in (FIRST, SECOND):
            text = text.replace(statement, "{\n    pthread_mutex_lock(&lock);\n    " + statement +
                                "\n    pthread_mutex_unlock(&lock);\n  }")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        passed = self.make("test")
        self.assertEqual(passed.returncode, 0, passed.stdout + passed.stderr)
        self.assertIn("PASS", passed.stdout)
        # A lock that only one side takes fixes nothing.
        with open(source, "w", encoding="utf-8") as file:
            file.write(text.replace("    pthread_mutex_lock(&lock);\n    value = 1;\n"
                                    "    pthread_mutex_unlock(&lock);\n", "    value = 1;\n"))
        again = self.make("test")
        self.assertNotEqual(again.returncode, 0, again.stdout + again.stderr)

    def test_confirm_tells_it_with_the_verdict(self):
        self.write("queue.c", QUEUE)
        run = self.raceward("check", "--confirm", "--json", "result.json", "queue.c")
        self.assertEqual(run.code, 1, run)
        self.assertIn("race: 1 data race found, confirmed natively\n", run.out)
        self.assertTrue(self.read_json("result.json")["races"][0]["native"]["confirmed"])

    def test_what_the_c_library_does_inside_is_not_watched(self):
        self.write("words.c", """#include <pthread.h>
#include <string.h>
static char line[] = "a b", other[] = "c d";
static void *split(void *text) {
  return strtok(text, " ");
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, split, line);
  split(other);
  return pthread_join(t, NULL);
}
""")
        run = self.raceward("check", "--confirm", "words.c")
        self.assertEqual(run.code, 1, run)
        self.assertIn("data race on '<state of strtok>'", run.out)
        self.assertIn("strtok_r()", run.out)
        self.assertRegex(run.out, r"not confirmed natively: the access is inside of the C library")

    def test_a_program_for_32_bits_is_built_for_64(self):
        run = self.replayed("-q", self.witness_of(QUEUE, "--data-model", "ILP32"))
        self.assertEqual(run.code, CONFIRMED, run)
        self.assertIn("built for 64 bits", run.out)

    @unittest.skipUnless(shutil.which("gdb"), "needs gdb")
    def test_gdb_stops_before_both_accesses(self):
        run = self.replayed("--gdb", self.witness_of(QUEUE))
        self.assertEqual(run.code, 0, run)
        stacks = run.out[run.out.find("raceward_race_is_here"):run.out.find("WARNING: Thr")]
        self.assertRegex(stacks, r"worker .*queue\.c:10")
        self.assertRegex(stacks, r"main .*queue\.c:20")
        self.assertIn("raceward-replay: confirmed", run.out + run.err)

    def test_bad_input(self):
        self.expect_error(self.replayed("nothing.json"), "nothing.json")
        self.expect_error(self.replayed(), "one witness is needed")
        self.write("broken.json", '{"format": "raceward-witness"}')
        self.assertEqual(self.replayed("broken.json").code, BAD_INPUT)
        witness = self.witness_of(QUEUE)
        os.remove(self.path("queue.c"))
        self.expect_error(self.replayed(witness), "queue.c")

    def test_hostile_names_stay_names(self):
        name = "a\"b;$(touch owned)'.c"
        witness = self.witness_of(QUEUE, name=name)
        self.assertEqual(self.replayed("-q", witness).code, CONFIRMED)
        self.assertEqual(self.raceward("replay", "--export-test", "test", witness).code, 0)
        self.assertIn("FAIL", self.make("test").stdout)
        for folder, _, files in os.walk(self.folder):
            self.assertNotIn("owned", files, folder)


if __name__ == "__main__":
    main()
