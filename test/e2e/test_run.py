"""raceward run: programs built with raceward cc, and what is told about their runs.

The programs of test/programs: a fixed third of those in C, all in C++; RW_ALL_PROGRAMS=1 takes all.
"""

import json
import os
import re
import signal
import time
import unittest
import zlib

from harness import RACE, UNKNOWN, EndToEnd, main

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAMS = os.path.join(SOURCE, "test", "programs")
TAG = re.compile(r"^// ([A-Z-]+): (.*)$", re.MULTILINE)
RACY = 1

# Races that no run of this kind shows, and why. All others are found.
NOT_SEEN = {
    "assembly/bytes_of_code.c": "inline assembly that is not understood",
    "assembly/control_word_shared.c": "inline assembly that is not understood",
    "assembly/goes_elsewhere.c": "inline assembly that is not understood",
    "assembly/memory_by_modifier.c": "inline assembly that is not understood",
    "assembly/two_words_and_one.c": "inline assembly that is not understood",
    "atomics/one_place_attempt.c": "told as ambiguous order: a failing trylock may be spurious",
    "atomics/peterson_acquire_release.c": "weak memory: runs are sequentially consistent",
    "atomics/two_places_of_one_object.c": "weak memory: runs are sequentially consistent",
    "atomics/two_places_store_buffer.c": "weak memory: runs are sequentially consistent",
    "traps/store_buffer.c": "weak memory: runs are sequentially consistent",
    "calls/printf_arguments.c": "accesses inside of sscanf and printf are not instrumented",
    "frontend/ilp32.c": "needs 32 bits",
    "keys/deleted_while_a_thread_ends.c": "accesses of the C library to the key",
    "misuse/initialised_twice.c": "accesses of the C library to the mutex",
    "reported/undefined_value_decides.c": "the value that the variable happens to have",
    "semaphores/value_seen.c": "told as ambiguous order: what sem_getvalue orders is left open",
    "sync/thread_handle.c": "the C library writes the handle before the thread starts",
    "traps/failing_trylock.c": "told as ambiguous order: a failing trylock may be spurious",
}
for _name in ("va_list_ended", "va_list_static"):
    NOT_SEEN[f"calls/{_name}.c"] = "accesses of the compiler's own to a va_list"
# Folders, and single programs, whose races a run may show or not, and why.
MAY_NOT_BE_SEEN = {
    "addresses/": "objects lie elsewhere in every run",
    "allocation/": "no allocation fails",
    "arguments/": "programs are run without arguments",
    "assembly/byte_order_input.c": "needs an input",
    "assembly/processor_decides.c": "the processor decides",
    "assembly/time_stamp.c": "the time decides",
    "assembly/without_clobber.c": "the compiler decides",
    "atomics/one_place_semaphore.c": "told as ambiguous order: what sem_getvalue orders is left open",
    "calls/format_": "accesses inside of printf and its relatives are not instrumented",
    "cancellation/": "a thread is cancelled where it waits only",
    "creation/": "no creation fails",
    "external/inline_differs.c": "compilers choose one of two bodies",
    "frontend/fast_math.c": "what the compiler makes of it",
    "handles/": "handles are other numbers in every run",
    "hunting/": "programs are run without arguments",
    "library/": "accesses inside of the library are not instrumented; its results are those of today",
    "processes/": "what the other process does is not seen",
    "rwlocks/timed_write_fails.c": "nobody gives up while others can go",
    "signals/": "no signal is sent, or at other times",
    "state/": "the clock and the input are those of today",
    "sync/timed_wait_shared_time.c": "the time is read inside of the C library",
    "threads/detached_joined.c": "the join fails, or not",
    "timed/": "waits under control do not look at the time",
}


def may_not_be_seen(name):
    return any(name.startswith(beginning) for beginning in MAY_NOT_BE_SEEN)


# Undefined behaviour that the standard does not call a race.
MISUSE = {"misuse/joins_itself.c"}
NEEDS_LIBATOMIC = {"atomics/large_object.c", "atomics/publish_tagged.c"}
# Where `check` and `run` tell the race in other words, and why.
TOLD_DIFFERENTLY = {
    "calls/struct_by_value.c": "optimised: the parameter is the caller's object",
    "calls/struct_by_value_ilp32.c": "optimised: the parameter is the caller's object",
    "calls/struct_copy.c": "a copy by memcpy() or by itself",
    "frontend/constructor.c": "check knows who calls constructors and main",
    "frontend/start_up_number.c": "check knows who calls constructors and main",
    "frontend/start_up_struct.c": "check knows who calls constructors and main",
    "endings/exit_pointer.c": "check knows who calls destructors",
    "endings/exit_pointer_thread.c": "check knows who calls destructors",
    "endings/exit_table.c": "check knows who calls destructors",
    "barriers/enough_arrivals.c": "several races, and another one is met first",
    "barriers/phases_mixed.c": "several races, and another one is met first",
    "barriers/rounds_one_barrier.c": "several races, and another one is met first",
}


# Programs of which a file or a library is missing.
CANNOT_BE_LINKED = ("contract/", "external/file_missing", "external/missing_", "library/curl_",
                    "library/digest_", "library/earlier_free_other", "library/event_loop",
                    "library/guess_",
                    "library/lua_", "library/rounding_",
                    "library/sign_of_gamma", "library/ssl_", "library/unsafe/crypt",
                    "library/unsafe/lgamma", "library/zlib_")


def programs(*endings):
    """Name, path and tags of those that need no input and ask about races."""
    for folder, _, files in sorted(os.walk(PROGRAMS)):
        for file in sorted(files):
            path = os.path.join(folder, file)
            if not file.endswith(endings):
                continue
            with open(path, encoding="utf-8") as text:
                text = text.read()
            tags = dict(TAG.findall(text))
            name = os.path.relpath(path, PROGRAMS)
            if ("VERDICT" in tags and not {"PROPERTY", "OPTIONS"} & tags.keys()
                    and "__VERIFIER_" not in text
                    and not name.startswith(CANNOT_BE_LINKED)):
                yield name, path, tags


def a_third(name):
    return bool(os.environ.get("RW_ALL_PROGRAMS")) or zlib.crc32(name.encode()) % 3 == 0


def accesses(path):
    """Lines of the file, and of those beside it, that have an access."""
    with open(path, encoding="utf-8") as file:
        return {number for number, line in enumerate(file, 1) if "// ACCESS: " in line}


def told(result):
    """What a report says about its first race, as `check` and `run` have it."""
    race = result["races"][0]
    places = sorted((os.path.basename(a["file"]), a["line"], a["function"], a["thread"] or "")
                    for a in race["accesses"])
    run = race["run"]
    callers = run and sorted([(c["function"], c["line"]) for c in run["steps"][i]["called_from"]]
                             for i in run["racing_steps"])
    return places, callers


class NativeRuns(EndToEnd):
    def compile(self, *words, compiler="cc"):
        run = self.raceward(compiler, "-g", "-w", *words, "-pthread")
        self.assertEqual(run.code, 0, run)

    def built(self, text, name="program", *flags):
        self.write(name + ".c", text)
        self.compile(name + ".c", "-o", name, *flags)
        return "./" + name

    def build_program(self, name, path, tags):
        executable = name.replace("/", "_") + ".exe"
        others = [os.path.join(os.path.dirname(path), w) for w in tags.get("WITH", "").split()]
        words = [path, *others, *tags.get("FLAGS", "").split(), "-o", executable]
        if name in NEEDS_LIBATOMIC:
            words.append("-latomic")
        cxx = path.endswith(".cpp")
        self.compile(*(["-std=c++20"] if cxx else []), *words, compiler="c++" if cxx else "cc")
        return "./" + executable

    def run_program(self, executable, tags, *options):
        if "MODEL" in tags:
            options += ("--model", tags["MODEL"])
        run = self.raceward("run", "-q", "--time-limit", "3", "--format", "json", *options, "--",
                            executable)
        return run, json.loads(run.out) if run.out else None


class Programs(NativeRuns):
    def look_at_c(self, name, path, tags):
        if may_not_be_seen(name) and tags["VERDICT"] == "race":
            return
        run, result = self.run_program(self.build_program(name, path, tags), tags)
        self.assertIsNotNone(result, run)
        if name in MISUSE:
            return
        if tags["VERDICT"] == "race-free":
            self.assertEqual((run.code, result["verdict"]), (UNKNOWN, "unknown"),
                             f"WRONG VERDICT: {result['races']}")
            return
        if name in NOT_SEEN:
            self.assertEqual(result["verdict"], "unknown", "take it from the list")
            return
        self.assertEqual((run.code, result["verdict"]), (RACY, "race"), result["reasons"])
        allowed = accesses(path)
        for access in result["races"][0]["accesses"]:
            if os.path.basename(access["file"]) == os.path.basename(path):
                self.assertIn(access["line"], allowed, access)

    def test_programs_in_c(self):
        chosen = [entry for entry in programs(".c") if a_third(entry[0])]
        self.assertGreater(self.for_all(chosen, self.look_at_c), 50)

    def look_at_cpp(self, name, path, tags):
        run, result = self.run_program(self.build_program(name, path, tags), tags)
        self.assertIsNotNone(result, run)
        if tags["VERDICT"] == "no-race-for-this-input":
            self.assertEqual((run.code, result["verdict"]), (UNKNOWN, "unknown"),
                             f"WRONG VERDICT: {result['races']}")
            return
        self.assertEqual((run.code, result["verdict"]), (RACY, "race"), result["reasons"])
        allowed = accesses(path)
        for access in result["races"][0]["accesses"]:
            self.assertEqual(os.path.basename(access["file"]), os.path.basename(path), access)
            self.assertIn(access["line"], allowed, access)

    def test_programs_in_cpp(self):
        self.assertGreater(self.for_all(list(programs(".cpp")), self.look_at_cpp), 20)

    def test_the_same_race_from_check_and_from_run(self):
        chosen = [entry for entry in programs(".c")
                  if entry[2]["VERDICT"] == "race" and "ANSWER" not in entry[2]
                  and entry[0] not in NOT_SEEN and entry[0] not in TOLD_DIFFERENTLY
                  and not may_not_be_seen(entry[0])]
        chosen = chosen if os.environ.get("RW_ALL_PROGRAMS") else chosen[::5]

        def look(name, path, tags):
            _, native = self.run_program(self.build_program(name, path, tags), tags)
            flags = ["--", *tags["FLAGS"].split()] if "FLAGS" in tags else []
            others = [os.path.join(os.path.dirname(path), w) for w in tags.get("WITH", "").split()]
            check = self.raceward("check", "-q", "--time-limit", "10", "--format", "json", path,
                                  *others, *flags)
            self.assertEqual(told(native), told(json.loads(check.out)))

        self.assertGreaterEqual(self.for_all(chosen, look), 10)


# A lock that only one side takes, found in the second schedule at the earliest.
HANDED_OVER = """\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int ready;
static int value;
static void *worker(void *unused) {
  if (atomic_load(&ready))
    value = 2;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_store(&ready, 1);
  value = 1;
  pthread_join(t, 0);
  return 0;
}
"""

CRASH = """\
#include <pthread.h>
#include <stdatomic.h>
static int value = 3;
static _Atomic(int *) place = &value;
static int use(int *at) {
  return *at;
}
static void *worker(void *unused) {
  atomic_store(&place, 0);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  int got = use(atomic_load(&place));
  pthread_join(t, 0);
  return got - 3;
}
"""

DEADLOCK = """\
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *unused) {
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(t, 0);
  return 0;
}
"""

# Each run finds what the run before has written.
REMEMBERS = """\
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int x;
static void *worker(void *unused) { atomic_fetch_add(&x, 1); return unused; }
int main(void) {
  int before = 0;
  FILE *file = fopen("count", "r");
  if (file) {
    if (fscanf(file, "%d", &before) != 1)
      return 1;
    fclose(file);
  }
  file = fopen("count", "w");
  fprintf(file, "%d", before + 1);
  fclose(file);
  for (int i = 0; i < before; i++)
    atomic_fetch_add(&x, 1);
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  atomic_fetch_add(&x, 1);
  pthread_join(t, 0);
  return 0;
}
"""

HANGS = """\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *worker(void *unused) { atomic_store(&x, 1); return unused; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  if (atomic_load(&x))
    for (;;)
      __asm__ volatile("");
  pthread_join(t, 0);
  return 0;
}
"""

# Races if the second argument is "race" and standard input says so.
TOLD_TO = """\
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static int total;
static void *worker(void *unused) { total++; return unused; }
int main(int argc, char **argv) {
  char word[16] = "";
  if (argc != 3 || strcmp(argv[1], "two words") || !fgets(word, sizeof word, stdin))
    return 7;
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  if (!strcmp(argv[2], "race") && !strcmp(word, "go\\n"))
    total++;
  pthread_join(t, 0);
  return 0;
}
"""

# Far more schedules than a search comes to the end of.
MANY = """\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *worker(void *unused) {
  for (int i = 0; i < 50; i++)
    atomic_fetch_add(&x, i);
  return unused;
}
int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 4; i++)
    pthread_join(t[i], 0);
  return 0;
}
"""


class Answers(NativeRuns):
    def reasons(self, *words):
        run = self.raceward("run", "-q", "--format", "json", *words)
        self.assertEqual(run.code, UNKNOWN, run)
        return {r["kind"]: r["message"] for r in json.loads(run.out)["reasons"]}

    def test_a_schedule_that_was_saved_gives_the_race_again(self):
        program = self.built(HANDED_OVER)
        run = self.raceward("run", "--save-schedule", "race.schedule", "--", program)
        self.assertEqual(run.code, RACY, run)
        self.assertIn("schedule written to 'race.schedule'", run.out)
        for _ in range(5):
            again = self.raceward("run", "--schedule", "race.schedule", "--", program)
            self.assertEqual(again.code, RACY, again)
            self.assertRegex(again.out, r"program\.c:(7|14):")
        # Another schedule of the same program has none.
        self.write("other.schedule", "raceward-schedule 1\n0 2\n1 2\n")
        other = self.raceward("run", "--schedule", "other.schedule", "--", program)
        self.assertEqual(other.code, UNKNOWN, other)
        self.assertIn("1 schedule of this input was run", other.out)

    def test_a_schedule_of_another_program_diverges(self):
        self.write("long.schedule", "raceward-schedule 1\n0 2\n5 3\n")
        found = self.reasons("--schedule", "long.schedule", "--", self.built(HANDED_OVER))
        self.assertIn("diverged", found)

    def test_every_strategy_finds_it(self):
        program = self.built(HANDED_OVER)
        for strategy in ("auto", "search", "random", "priorities", "preemptions"):
            with self.subTest(strategy):
                run = self.raceward("run", "-q", "--strategy", strategy, "--", program)
                self.assertEqual(run.code, RACY, run)
        for reduction in ("none", "classic", "source", "optimal"):
            with self.subTest(reduction):
                run = self.raceward("run", "-q", "--strategy", "search", "--reduction", reduction,
                                    "--", program)
                self.assertEqual(run.code, RACY, run)

    def test_one_seed_is_one_search(self):
        program = self.built(MANY)
        def events(seed):
            run = self.raceward("run", "-q", "--strategy", "random", "--runs", "3", "--seed", seed,
                                "--format", "json", "--", program)
            return json.loads(run.out)["exploration"]["events"]
        self.assertEqual(events("4"), events("4"))

    def test_crash(self):
        program = self.built(CRASH)
        run = self.raceward("run", "--save-schedule", "crash.schedule", "--", program)
        self.assertEqual(run.code, UNKNOWN, run)
        self.assertRegex(run.out, r"^program\.c:6:10: the program crashes with SIGSEGV \(in \d+ run")
        self.assertIn("    use at program.c:6:10\n    main at program.c:15:", run.out)
        again = self.raceward("run", "--schedule", "crash.schedule", "--", program)
        self.assertIn("the program crashes with SIGSEGV (in 1 run)", again.out)
        self.assertIn("bad-execution", self.reasons("--", program))

    def test_deadlock(self):
        run = self.raceward("run", "--", self.built(DEADLOCK))
        self.assertEqual(run.code, UNKNOWN, run)
        self.assertIn("2 threads wait for each other for ever", run.out)
        self.assertIn("main waits at program.c:14:", run.out)
        self.assertIn("worker waits at program.c:5:", run.out)

    def test_a_run_that_does_not_end(self):
        started = time.monotonic()
        found = self.reasons("--strategy", "search", "--run-time", "1", "--", self.built(HANGS))
        self.assertIn("ended at its time limit", found["time-limit"])
        self.assertNotIn("every schedule", found["one-input"])  # what comes after it was not seen
        self.assertLess(time.monotonic() - started, 20)

    def test_divergence(self):
        program = self.built(REMEMBERS)
        self.assertIn("diverged", self.reasons("--", program))
        os.remove(self.path("count"))
        found = self.reasons("--reset", "rm -f count", "--", program)
        self.assertEqual(list(found), ["one-input"])
        self.assertIn("every schedule of this input was run", found["one-input"])
        os.remove(self.path("count"))
        os.mkdir(self.path("data"))
        found = self.reasons("--private", "data", "--", program)
        self.assertEqual(list(found), ["one-input"])
        self.assertEqual(os.listdir(self.path("data")), [], "the folder itself is left alone")
        self.assertFalse(os.path.exists(self.path("count")))

    def test_arguments_and_standard_input(self):
        program = self.built(TOLD_TO)
        self.write("go.txt", "go\n")
        self.write("stop.txt", "stop\n")
        for words, code in (((["--stdin", "go.txt"], "race"), RACY),
                            ((["--stdin", "go.txt"], "not"), UNKNOWN),
                            ((["--stdin", "stop.txt"], "race"), UNKNOWN),
                            (([], "race"), UNKNOWN)):
            with self.subTest(words):
                run = self.raceward("run", "-q", *words[0], "--", program, "two words", words[1])
                self.assertEqual(run.code, code, run)

    def test_what_it_says_covers_what_was_run(self):
        program = self.built(MANY)
        found = self.reasons("--runs", "5", "--", program)
        self.assertIn("5 schedules of this input were run", found["one-input"])
        run = self.raceward("run", "-q", "--runs", "5", "--format", "json", "--", program)
        self.assertEqual(json.loads(run.out)["scope"], "this input, some schedules")

    def test_formats(self):
        program = self.built(RACE)
        run = self.raceward("run", "--format", "html=report.html", "--format", "json=report.json",
                            "--format", "sarif=report.sarif", "--stats", "--", program)
        self.assertEqual(run.code, RACY, run)
        self.assertRegex(run.out, r"native: \d+ executions? of the program")
        self.assertIn("program.c", self.read_text("report.html"))
        self.assertTrue(self.read_json("report.sarif")["runs"][0]["results"])
        result = self.read_json("report.json")
        self.assertEqual(result["files"], [program])
        with open(os.path.join(SOURCE, "docs/schema/check-result-1.schema.json"),
                  encoding="utf-8") as file:
            schema = json.load(file)
        self.assertLessEqual(set(schema["required"]), set(result))
        try:
            import jsonschema
        except ImportError:
            return
        jsonschema.validate(result, schema)
        unknown = self.raceward("run", "-q", "--format", "json", "--", self.built(CRASH))
        jsonschema.validate(json.loads(unknown.out), schema)

    def read_text(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def test_interrupted(self):
        program = self.built(MANY)
        process = self.start("run", "--strategy", "search", "--", program)
        child = self.child_of(process)
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        run = self.finish(process)
        self.assertEqual(run.code, UNKNOWN, run)
        self.assertIn("stopped by the user", run.out)
        self.expect_gone(child)

    def test_time_limit(self):
        started = time.monotonic()
        run = self.raceward("run", "-q", "--time-limit", "1", "--", self.built(MANY))
        self.assertEqual(run.code, UNKNOWN, run)
        self.assertLess(time.monotonic() - started, 5)

    def test_names_of_the_program_are_inert(self):
        name = "a\x1b[31mb"
        self.write(name + ".c", RACE)
        self.compile(name + ".c", "-o", name)
        run = self.raceward("run", "--", "./" + name)
        self.assertEqual(run.code, RACY, run)
        self.assertNotIn("\x1b", run.out + run.err)
        missing = self.raceward("run", "--", "./c\x1b[31md")
        self.assertNotIn("\x1b", missing.out + missing.err)


class Usage(NativeRuns):
    def test_bad_words(self):
        program = self.built(RACE)
        self.write("script", "#!/bin/sh\necho hello\n")
        os.chmod(self.path("script"), 0o755)
        self.write("no.schedule", "0 1\n")
        for words, texts in (
                ([], ["a program to run is needed", "raceward run -- ./program"]),
                (["--"], ["a program to run is needed"]),
                (["--", "./missing"], ["'./missing' is not an executable program"]),
                (["--", "./program.c"], ["'./program.c' is not an executable program"]),
                (["--", "program"], ["'program' is not an executable program", "as in ./program"]),
                (["--", "/bin/ls"], ["was not built for raceward", "raceward cc"]),
                (["--", "./script"], ["was not built for raceward"]),
                (["--stratgy", "x", "--", program], ["did you mean '--strategy'"]),
                (["--strategy", "x", "--", program], ["--strategy cannot be 'x'", "preemptions"]),
                (["--reduction", "x", "--", program], ["--reduction cannot be 'x'"]),
                (["--runs", "x", "--", program], ["--runs"]),
                (["--time-limit", "x", "--", program], ["--time-limit"]),
                (["--stdin", "none", "--", program], ["there is no 'none'"]),
                (["--private", "none", "--", program], ["there is no 'none'"]),
                (["--schedule", "none", "--", program], ["none"]),
                (["--schedule", "no.schedule", "--", program], ["not a schedule"]),
                (["--reset", "echo oh >&2; exit 4", "--", program], ["--reset", "status 4", "oh"]),
                (["--format", "x", "--", program], ["x"])):
            with self.subTest(words):
                self.expect_error(self.raceward("run", *words), *texts)

    def test_a_program_that_fails_at_once(self):
        program = self.built("#include <stdlib.h>\nint main(void) { exit(9); }\n")
        run = self.raceward("run", "-q", "--", program)
        self.assertEqual(run.code, UNKNOWN, run)

    def test_help(self):
        run = self.raceward("run", "--help")
        self.assertEqual(run.code, 0)
        for option in ("--strategy", "--schedule", "--save-schedule", "--private", "--reset"):
            self.assertIn(option, run.out)


if __name__ == "__main__":
    main()
