"""--entry: functions that threads call, instead of a main."""

import json
import os
import subprocess

from harness import CLANG, EndToEnd, main

COUNTER = """\
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;
void add(int n) {
  pthread_mutex_lock(&lock);
  total += n;
  pthread_mutex_unlock(&lock);
}
void add_twice(int n) { add(n); add(n); }
int current(void) { return total; }
int printed(const char *format, ...) { return format[0]; }
void missing(int n);
void use(void) { missing(1); }
"""

# The race needs a value in memory behind a pointer.
JOB = """\
struct job { int kind; struct job *next; char name[4]; };
static int done;
static void run(struct job *job) {
  if (job->next && job->next->kind == 77 && job->name[1] == 'x')
    done++;
}
void (*handler)(struct job *) = run;
"""


class Errors(EndToEnd):
    def setUp(self):
        super().setUp()
        self.write("counter.c", COUNTER)

    def test_no_main_names_the_option(self):
        self.expect_error(self.raceward("counter.c"), "no function 'main'", "--entry f,g",
                          "nothing in it calls", "add_twice", "current")

    def test_candidates_that_are_not_uncalled(self):
        self.write("hooks.c", "void on(void (*f)(void));\n"
                              "static void hook(void) {}\n"
                              "void set(void) { on(hook); }\n"
                              "int close(int fd) { return fd; }\n"
                              "int twice(int fd) { return close(fd); }\n")
        self.expect_error(self.raceward("hooks.c"), "nothing in it calls set and twice",
                          "it replaces close", "it gives away hook")

    def test_unknown_function(self):
        self.expect_error(self.raceward("--entry", "curent", "counter.c"),
                          "no function 'curent'", "did you mean 'current'?")

    def test_no_body(self):
        self.expect_error(self.raceward("--entry", "missing", "counter.c"),
                          "'missing' has no body")

    def test_variable_arguments(self):
        self.expect_error(self.raceward("--entry", "printed", "counter.c"),
                          "'printed' takes a variable number of arguments")

    def test_main(self):
        self.write("main.c", "int main(void) { return 0; }\n")
        self.expect_error(self.raceward("--entry", "main", "main.c"), "leave out --entry")

    def test_two_of_a_name(self):
        self.write("a.c", "static int n; static void tick(void) { n++; }\n"
                          "void (*a)(void) = tick;\n")
        self.write("b.c", "static void tick(void) {}\nvoid (*b)(void) = tick;\n")
        self.expect_error(self.raceward("--entry", "tick", "a.c", "b.c"),
                          "several functions 'tick'", "a.c:tick and b.c:tick")
        self.assertEqual(self.raceward("--entry", "a.c:tick", "a.c", "b.c").code, 1)
        self.assertEqual(self.raceward("--entry", "b.c:tick", "a.c", "b.c").code, 0)

    def test_options_that_need_it(self):
        for option in (["--entry-setup", "add"], ["--entry-memory", "shared"],
                       ["--entry-depth", "2"], ["--save-driver", "d.c"], ["--entry", ","]):
            with self.subTest(option):
                self.expect_error(self.raceward(*option, "counter.c"), option[0],
                                  "--entry push,pop")

    def test_driver_is_c(self):
        self.expect_error(self.raceward("--entry", "add", "--save-driver", "d.txt", "counter.c"),
                          "must end in .c")

    def test_not_from_a_checkout(self):
        self.write(".raceward.yaml", "entry: add\n")
        self.expect_error(self.raceward("counter.c"), "'entry' is not taken from a configuration")
        self.assertEqual(self.raceward("--config", ".raceward.yaml", "counter.c").code, 0)

    def test_not_for_cele(self):
        self.write("a.cele", "skip;\n")
        self.expect_error(self.raceward("--entry", "add", "a.cele"), "--entry is not for CELE")


class Answers(EndToEnd):
    def check(self, *words):
        run = self.raceward("check", "--json", "-", *words)
        return run.code, json.loads(run.out)

    def test_lists_and_repetition(self):
        self.write("counter.c", COUNTER)
        for words in (["--entry", "add,current"], ["--entry", "add", "--entry", "current"],
                      ["--entry=add, current"]):
            with self.subTest(words):
                self.assertEqual(self.check(*words, "counter.c")[0], 1)
        self.assertEqual(self.check("--entry", "add,add_twice", "counter.c")[0], 0)

    def test_assumptions(self):
        self.write("counter.c", COUNTER)
        code, result = self.check("--entry", "add", "counter.c")
        self.assertEqual(result["verdict"], "race-free")
        self.assertEqual(result["scope"], "all calls as assumed, all schedules")
        self.assertEqual(result["assumptions"][0]["name"], "entry-calls")
        self.assertIn("'add'", result["assumptions"][0]["message"])
        self.write("job.c", JOB)
        code, result = self.check("--entry", "run", "job.c")
        self.assertEqual(result["verdict"], "race")
        self.assertEqual([each["name"] for each in result["assumptions"]],
                         ["entry-calls", "entry-pointers", "entry-memory-fresh", "entry-results"])

    def test_bounds_are_reasons(self):
        self.write("late.c", "static _Thread_local int calls;\nstatic int late;\n"
                             "void tick(void) { if (++calls == 2) late++; }\n")
        code, result = self.check("--entry", "tick", "late.c")
        self.assertEqual(result["verdict"], "unknown")
        reasons = {each["message"] for each in result["reasons"] if each["kind"] == "bound"}
        self.assertIn("more than one call in a thread", reasons)
        self.assertIn("more than 2 threads of each function", reasons)

    def test_bitcode(self):
        self.write("counter.c", COUNTER)
        for flags in (["-g"], []):
            subprocess.run([CLANG, *flags, "-emit-llvm", "-c", "counter.c"], cwd=self.folder,
                           check=True)
            with self.subTest(flags):
                self.assertEqual(self.check("--entry", "add,current", "counter.bc")[0], 1)

    def test_names_in_debug_information_are_not_trusted(self):
        self.write("a.c", "struct evil { int x; };\nint n;\n"
                          "void f(struct evil *p) { n = p->x; }\n")
        subprocess.run([CLANG, "-g", "-emit-llvm", "-S", "a.c"], cwd=self.folder, check=True)
        with open(self.path("a.ll"), encoding="utf-8") as file:
            text = file.read()
        text = text.replace('"evil"', '"x; }; int main(void) { return 0; } struct y"')
        text = text.replace('name: "x"', 'name: "x; #include \\22/etc/passwd\\22\\0A"')
        self.write("b.ll", text)
        self.assertEqual(self.check("--entry", "f", "b.ll")[0], 1)

    def test_the_text_of_the_driver_is_quoted(self):
        self.write("job.c", JOB)
        run = self.raceward("check", "--entry", "run", "job.c")
        self.assertIn("it->kind = raceward_any_int();", run.out)
        self.assertIn("gives 77", run.out)


class Drivers(EndToEnd):
    def test_a_saved_driver_is_a_file_of_the_program(self):
        self.write("counter.c", COUNTER)
        run = self.raceward("check", "--entry", "add,current", "--save-driver", "driver.c",
                            "counter.c")
        self.assertEqual(run.code, 1, run)
        self.assertIn("driver.c:", run.out)
        self.assertEqual(self.raceward("check", "counter.c", "driver.c").code, 1)
        self.raceward("check", "--entry", "add", "--save-driver", "driver.c", "counter.c")
        self.assertEqual(self.raceward("check", "counter.c", "driver.c").code, 0)

    def test_confirmed_natively(self):
        self.write("counter.c", COUNTER.replace("void missing(int n);\n", "")
                   .replace("void use(void) { missing(1); }\n", ""))
        self.write("job.c", JOB)
        self.write("main.c", "static int n; void step(int by) { n += by; }\n"
                             "int main(void) { step(1); return 0; }\n")
        for entry, file in (("add,current", "counter.c"), ("run", "job.c"), ("step", "main.c")):
            with self.subTest(file):
                run = self.raceward("check", "-q", "--confirm", "--entry", entry, file)
                self.assertIn("found, confirmed natively", run.out, run)

    def test_witness_names_the_functions(self):
        self.write("job.c", JOB)
        self.raceward("check", "--entry", "run", "--witness", "race.json", "job.c")
        self.assertEqual(self.read_json("race.json")["program"]["entry"]["functions"], ["run"])
        run = self.raceward("replay", "-q", "race.json")
        self.assertEqual(run.code, 0, run)
        run = self.raceward("replay", "--export-test", "repro", "race.json")
        self.assertEqual(run.code, 0, run)
        made = subprocess.run(["make", "-s", "-C", self.path("repro"), f"CC={CLANG}", "check"],
                              capture_output=True, text=True)
        self.assertIn("FAIL: the race happened", made.stdout, made.stderr)

    def test_other_commands(self):
        self.write("counter.c", COUNTER)
        run = self.raceward("show", "program", "--entry", "add", "counter.c")
        self.assertIn("thread_add", run.out)
        run = self.raceward("check", "--entry", "add,current", "--witness", "w.yml", "counter.c")
        self.assertEqual(run.code, 1, run)


if __name__ == "__main__":
    main()
