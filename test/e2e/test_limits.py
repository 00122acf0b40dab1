"""A check that is ended from outside still gives a complete result.

RACEWARD_TEST_CHILD (src/check/child/Faults.h) makes the check misbehave right after it has
loaded the program.
"""

import os
import signal

import harness
from harness import RACE, UNKNOWN, EndToEnd


class Interrupted(EndToEnd):
    def setUp(self):
        super().setUp()
        self.write("x.c", RACE)

    def misbehaving(self, fault, *arguments):
        return self.raceward("check", "x.c", "--json", "out.json", *arguments,
                             env={"RACEWARD_TEST_CHILD": fault})

    def expect_unknown(self, run, kind, *texts):
        """`unknown` everywhere, for this reason, in a result with all that was known."""
        self.assertEqual(run.code, UNKNOWN, run)
        self.assertIn("unknown", run.out.splitlines()[-1], run)
        result = self.read_json("out.json")
        self.assertEqual(result["verdict"], "unknown")
        reason = result["reasons"][0]
        self.assertEqual(reason["kind"], kind)
        self.assertTrue(reason["hint"], reason)
        for text in texts:
            self.assertIn(text, reason["message"])
        return result

    def test_killed(self):
        result = self.expect_unknown(self.misbehaving("kill"), "engine-crash", "SIGKILL")
        # What the child told before it died is kept.
        self.assertEqual(result["stats"]["functions"], 2)

    def test_crashed(self):
        self.expect_unknown(self.misbehaving("crash"), "engine-crash", "while ")

    def test_failed_check_names_its_place(self):
        self.expect_unknown(self.misbehaving("check"), "engine-crash", "SIGABRT",
                            "internal check failed", "Faults.cpp")

    def test_time_limit(self):
        limit = 4
        # The best of three: on a machine with more work than processors, any process may
        # have to wait for longer than 5 % of this, ours and the one that measures.
        seconds = []
        while len(seconds) < 3 and (not seconds or min(seconds) > limit * 1.05):
            run = self.misbehaving("hang", "--time-limit", f"{limit}s")
            result = self.expect_unknown(run, "time-limit", "4 s")
            self.assertIn("--time-limit", result["reasons"][0]["hint"])
            self.assertGreaterEqual(run.seconds, limit)
            self.assertLessEqual(result["stats"]["wall_seconds"], run.seconds)
            seconds.append(run.seconds)
        self.assertLessEqual(min(seconds), limit * 1.05)

    def test_memory_limit(self):
        limit = 400 << 20
        run = self.misbehaving("eat-memory", "--memory-limit", "400M")
        result = self.expect_unknown(run, "memory-limit", "400.0 MiB")
        self.assertIn("--memory-limit", result["reasons"][0]["hint"])
        self.assertLessEqual(result["stats"]["peak_memory_bytes"], limit * 1.05)

    def test_memory_of_the_program(self):
        # Pages of large objects that nobody touches are reserved all the same.
        self.write("x.c", """\
#include <pthread.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int count, *kept[64];
static void *worker(void *unused) {
  for (int i = 0; i < 64; i++)
    kept[i] = malloc(16000000);
  if (__VERIFIER_nondet_int() == 77 && __VERIFIER_nondet_int() == 78)
    count++;
  return unused;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  count++;
  pthread_join(a, NULL);
  return 0;
}
""")
        run = self.raceward("check", "x.c", "--json", "out.json", "--memory-limit", "300M")
        self.expect_unknown(run, "memory-limit", "300.0 MiB")

    def test_hopeless_memory_limits(self):
        # Too little for the compiler to start, or for us to fork: never an input error.
        for megabytes in (1, 5, 10, 20, 40, 60):
            with self.subTest(megabytes=megabytes):
                run = self.raceward("check", "x.c", "--json", "out.json", "--memory-limit",
                                    f"{megabytes}M")
                self.expect_unknown(run, "memory-limit")

    def start_hanging(self):
        process = self.start("check", "x.c", "--json", "out.json",
                             env={"RACEWARD_TEST_CHILD": "hang"})
        return process, self.child_of(process)

    def test_killed_from_outside(self):
        process, child = self.start_hanging()
        os.kill(child, signal.SIGKILL)
        self.expect_unknown(self.finish(process), "engine-crash", "SIGKILL")

    def test_signals(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(signal=number):
                process, child = self.start_hanging()
                process.send_signal(number)
                self.expect_unknown(self.finish(process), "interrupted")
                self.expect_gone(child)

    def test_child_does_not_outlive_us(self):
        process, child = self.start_hanging()
        process.kill()
        self.finish(process)
        self.expect_gone(child)

    def test_result_on_standard_output_is_complete(self):
        process = self.start("check", "x.c", "--json", "-", env={"RACEWARD_TEST_CHILD": "hang"})
        self.child_of(process)
        process.send_signal(signal.SIGINT)
        run = self.finish(process)
        self.assertEqual(run.code, UNKNOWN, run)
        self.assertEqual(harness.json.loads(run.out)["reasons"][0]["kind"], "interrupted")

    def test_hook_with_nonsense_does_nothing(self):
        run = self.misbehaving("dance")
        result = self.read_json("out.json")
        self.assertEqual(run.code, harness.EXIT[result["verdict"]])
        self.assertNotIn("engine-crash", [reason["kind"] for reason in result["reasons"]])


if __name__ == "__main__":
    harness.main()
