"""Witnesses: written for every race that is found, and followed.

A witness that was changed must not be confirmed, and none of a program without a race.
"""

import os
import re
import unittest

from harness import BAD_INPUT, CLANG, UNKNOWN, EndToEnd, main
from test_programs import programs

CONFIRMED = 0
NOT_CONFIRMED = 1

ACCOUNT = """\
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
int total, other;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  total++;
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) {
  pthread_t a, b;
  int wanted = __VERIFIER_nondet_int();
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  if (wanted == 4711)
    total = 5;
  other = 1;
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
"""

SPECIFICATION = "CHECK( init(main()), LTL(G ! data-race) )\n"


def options(path, tags):
    """As test_programs.check() calls it."""
    words = []
    if "DATA-MODEL" in tags:
        words += ["--data-model", tags["DATA-MODEL"]]
    if "MODEL" in tags:
        words += ["--model", tags["MODEL"]]
    if tags.get("ALLOCATION") == "fails":
        words.append("--failing-allocation")
    words += tags.get("OPTIONS", "").split()
    words.append(path)
    words += [os.path.join(os.path.dirname(path), other) for other in tags.get("WITH", "").split()]
    return words + (["--"] + tags["FLAGS"].split() if "FLAGS" in tags else [])


def witness(file, targets, before=""):
    """One that somebody else could have written: two lines, and nothing else."""
    text = ('- entry_type: violation_sequence\n  metadata:\n    format_version: "2.2"\n'
            "  content:\n" + before + "  - segment:\n")
    for line, thread in targets:
        text += "    - waypoint:\n        type: target\n        action: follow\n"
        if thread is not None:
            text += f"        thread_id: {thread}\n"
        text += f'        location: {{file_name: "{file}", line: {line}}}\n'
    return text


# Witnesses have no inputs of the library and of main, which a validator has to find.
# From handles on they were found with numbers that a system may give, with one for an input of
# floating-point arithmetic, with events of epoll, or by following what a pipe hands over: validating
# has all at once, and stops there.
NOT_FOLLOWED = ("hunting/command_of_many.c", "library/file_system.c", "handles/low_half.c",
                "handles/shard_by_self.c", "keys/compared_with_none.c", "hunting/many_times.c",
                "library/environment_many.c", "library/events_of_the_thread.c",
                "library/pipe_of_handler.c", "library/pipe_tells_both.c")
# How many threads there are, and what they do, comes from the command line.
ARGUMENTS_DECIDE = "idioms/"


class Witnesses(EndToEnd):
    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def validate(self, name, *words):
        return self.raceward("validate", "--time-limit", "20", name, *words)

    def account(self):
        """The text of a witness that is confirmed."""
        self.write("account.c", ACCOUNT)
        run = self.raceward("check", "--witness", "w.yml", "account.c")
        self.assertEqual(run.code, 1, run)
        self.assertIn("witness written to 'w.yml'", run.out)
        run = self.validate("w.yml", "account.c")
        self.assertEqual(run.code, CONFIRMED, run)
        self.assertIn("raceward: confirmed: ", run.out)
        return self.read("w.yml")

    def expect_refused(self, text, *words):
        self.write("changed.yml", text)
        run = self.validate("changed.yml", "account.c")
        self.assertEqual(run.code, NOT_CONFIRMED, run)
        for word in ("raceward: not confirmed: ", *words):
            self.assertIn(word, run.out, run)

    def test_every_race_of_the_test_programs_is_confirmed(self):
        chosen = [(name, path, tags) for name, path, tags in programs()
                  if tags.get("ANSWER", tags["VERDICT"]) == "race" and name.endswith(".c") and
                  name not in NOT_FOLLOWED and not name.startswith(ARGUMENTS_DECIDE)]
        self.assertGreaterEqual(self.for_all(chosen, self.look_at_race), 40)

    def look_at_race(self, name, path, tags):
        for kind in (".yml", ".graphml"):
            file = name.replace("/", "-") + kind
            run = self.raceward("check", "-q", "--time-limit", "20", "--witness", file,
                                *options(path, tags))
            self.assertEqual(run.code, 1, run)
            # Inside of a library function, an access may have no position.
            if name.startswith("library/") and not os.path.exists(self.path(file)):
                return
            run = self.validate(file, *options(path, tags))
            self.assertEqual(run.code, CONFIRMED, run)
        self.look_at_changed(name.replace("/", "-") + ".yml", path, tags)

    def look_at_changed(self, file, path, tags):
        text = self.read(file)
        self.write(file, re.sub(r'^(\s+".*"): "[0-9a-f]{64}"', r'\1: "' + "0" * 64 + '"', text,
                                flags=re.MULTILINE))
        run = self.validate(file, *options(path, tags))
        self.assertEqual(run.code, NOT_CONFIRMED, run)
        head, targets = text.rsplit("- segment:", 1)
        self.write(file, head + "- segment:" +
                   re.sub(r"thread_id: \d+", "thread_id: 77", targets, count=1))
        run = self.validate(file, *options(path, tags))
        self.assertIn(run.code, (NOT_CONFIRMED, UNKNOWN), run)

    def test_nothing_is_confirmed_of_programs_without_a_race(self):
        chosen = []
        for name, path, tags in programs():
            if tags["VERDICT"] != "race-free" or not name.endswith(".c"):
                continue
            with open(path, encoding="utf-8") as file:
                lines = [(number, line) for number, line in enumerate(file, 1)
                         if "// ACCESS: " in line and " by pthread_" not in line]
            writes = [number for number, line in lines if "// ACCESS: write" in line]
            if writes:
                chosen.append((name, path, tags, [(writes[0], None), (lines[-1][0], None)]))
        self.assertGreaterEqual(self.for_all(chosen, self.look_at_race_free), 20)

    def look_at_race_free(self, name, path, tags, targets):
        file = name.replace("/", "-") + ".yml"
        self.write(file, witness(os.path.basename(path), targets))
        run = self.raceward("validate", "--time-limit", "3", file, *options(path, tags))
        self.assertIn(run.code, (NOT_CONFIRMED, UNKNOWN), run)

    def test_other_lines(self):
        text = self.account()
        self.expect_refused(text.replace("line: 17", "line: 9"), "no access", "account.c:9")
        # An access that nobody races with.
        self.expect_refused(text.replace("line: 17", "line: 18"), "the two targets did not race")

    def test_other_program(self):
        text = self.account()
        self.write("account.c", ACCOUNT.replace("int total, other;", "int other, total;"))
        self.expect_refused(text, "another program")

    def test_other_inputs(self):
        text = self.account()
        self.expect_refused(text.replace("4711", "4712"), "did not race")
        # More than an int can be.
        self.expect_refused(text.replace("4711", "9000000000"), "was not reached", "account.c:13")

    def test_other_threads(self):
        text = self.account()
        head, targets = text.rsplit("- segment:", 1)
        numbers = re.findall(r"thread_id: (\d+)", targets)
        for old, new in ((numbers[0], "5"), (numbers[0], numbers[1])):
            with self.subTest(thread=new):
                self.expect_refused(
                    head + "- segment:" + targets.replace(f"thread_id: {old}", f"thread_id: {new}"))

    def test_other_property_and_data_model(self):
        text = self.account()
        self.expect_refused(text.replace("G ! data-race", "G ! overflow"), "another property")
        self.write("w.yml", text)
        run = self.validate("w.yml", "--data-model", "ilp32", "account.c")
        self.assertEqual(run.code, NOT_CONFIRMED, run)
        self.assertIn("data model LP64", run.out)

    def test_few_waypoints_are_enough(self):
        self.write("account.c", ACCOUNT.replace("wanted == 4711", "1"))
        self.write("w.yml", witness("elsewhere/account.c", [(17, None), (7, None)]))
        run = self.validate("w.yml", "account.c")
        self.assertEqual(run.code, CONFIRMED, run)

    def test_what_cannot_be_evaluated_is_unknown(self):
        self.write("account.c", ACCOUNT.replace("wanted == 4711", "1"))
        before = ("  - segment:\n    - waypoint:\n        type: assumption\n        action: follow\n"
                  '        constraint: {value: "%s"}\n        location: {line: 17}\n')
        for constraint, code in (("wanted > 3", UNKNOWN), ("1", CONFIRMED), ("0", NOT_CONFIRMED)):
            with self.subTest(constraint=constraint):
                self.write("w.yml", witness("account.c", [(17, 0), (7, None)], before % constraint))
                run = self.validate("w.yml", "account.c")
                self.assertEqual(run.code, code, run)

    def test_a_lock_on_both_sides_is_never_confirmed(self):
        self.write("account.c", ACCOUNT.replace("    total = 5;", """\
{ pthread_mutex_lock(&lock);
    total = 5;
    pthread_mutex_unlock(&lock); }"""))
        self.write("w.yml", witness("account.c", [(18, None), (7, None)]))
        run = self.validate("w.yml", "account.c")
        self.assertEqual(run.code, NOT_CONFIRMED, run)

    def test_bad_witnesses_and_usage(self):
        self.write("account.c", ACCOUNT)
        self.write("w.yml", "- entry_type: [\n")
        self.expect_error(self.validate("w.yml", "account.c"), "w.yml:")
        self.write("w.graphml", "<graphml>\n<graph>\n")
        self.expect_error(self.validate("w.graphml", "account.c"), "w.graphml:")
        self.expect_error(self.validate("none.yml", "account.c"), "none.yml")
        self.expect_error(self.validate("w.yml"), "a witness and a program")
        self.expect_error(self.raceward("check", "--witness", "w.txt", "account.c"), "w.txt")
        self.expect_error(self.raceward("check", "--witness", "no/w.yml", "account.c"), "no/w.yml")
        self.expect_error(self.raceward("check", "--witness", "w.yml", "--property", "assertions",
                                        "account.c"), "data races only")

    def test_bitcode_without_positions_has_no_witness(self):
        self.write("account.c", ACCOUNT)
        os.system(f"cd {self.folder} && {CLANG} -O0 -emit-llvm -c -o account.bc account.c")
        run = self.raceward("check", "--witness", "w.yml", "account.bc")
        self.assertIn("warning: no witness: the racing accesses have no position", run.out, run)
        self.assertFalse(os.path.exists(self.path("w.yml")))
        self.assertEqual(run.code, 1, run)


class Competition(EndToEnd):
    def setUp(self):
        super().setUp()
        self.write("race.prp", SPECIFICATION)

    def last_line(self, run):
        return run.out.strip().splitlines()[-1]

    def test_results(self):
        self.write("racy.c", ACCOUNT)
        run = self.raceward("check", "--svcomp", "race.prp", "--data-model", "ilp32", "racy.c")
        self.assertEqual(self.last_line(run), "raceward: competition result: false(no-data-race)")
        self.assertEqual(run.code, 1, run)
        for name in ("witness.yml", "witness.graphml"):
            run = self.raceward("validate", "--svcomp", "race.prp", name, "racy.c")
            self.assertEqual(run.code, CONFIRMED, run)
        self.write("safe.c", "int main(void) { return 0; }\n")
        run = self.raceward("check", "--svcomp", "race.prp", "-q", "safe.c")
        self.assertEqual(self.last_line(run), "raceward: competition result: true")
        self.assertEqual(run.code, 0, run)
        self.write("odd.c", "void odd(void); int main(void) { odd(); return 0; }\n")
        run = self.raceward("check", "--svcomp", "race.prp", "odd.c")
        self.assertEqual(self.last_line(run), "raceward: competition result: unknown")
        self.assertEqual(run.code, UNKNOWN, run)

    def test_atomics_are_sequentially_consistent(self):
        # Relaxed atomics order nothing in C11, and all there is for the competition.
        self.write("flag.c", """\
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int data;
static void *writer(void *p) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  if (atomic_load_explicit(&flag, memory_order_relaxed))
    return data;
  return 0;
}
""")
        self.assertEqual(self.raceward("check", "--witness", "w.yml", "flag.c").code, 1)
        self.assertEqual(self.raceward("validate", "w.yml", "flag.c").code, CONFIRMED)
        run = self.raceward("validate", "--svcomp", "race.prp", "w.yml", "flag.c")
        self.assertEqual(run.code, NOT_CONFIRMED, run)
        self.assertEqual(self.last_line(run), "raceward: competition result: unknown")
        run = self.raceward("check", "--svcomp", "race.prp", "flag.c")
        self.assertEqual(self.last_line(run), "raceward: competition result: true", run)
        self.assertFalse(os.path.exists(self.path("witness.yml")))

    def test_the_witness_may_go_elsewhere(self):
        self.write("racy.c", ACCOUNT)
        self.raceward("check", "--svcomp", "race.prp", "--witness", "other.yml", "racy.c")
        self.assertTrue(os.path.exists(self.path("other.yml")))
        self.assertFalse(os.path.exists(self.path("witness.yml")))

    def test_other_properties_are_refused(self):
        self.write("racy.c", ACCOUNT)
        self.write("call.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
        run = self.raceward("check", "--svcomp", "call.prp", "racy.c")
        self.expect_error(run, "reach_error", "not supported")
        self.expect_error(self.raceward("check", "--svcomp", "none.prp", "racy.c"), "none.prp")
        run = self.raceward("check", "--svcomp", "race.prp", "--json", "-", "racy.c")
        self.assertEqual(run.code, BAD_INPUT, run)


if __name__ == "__main__":
    main()
