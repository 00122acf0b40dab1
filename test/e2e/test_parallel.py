"""One check by several processes: -j, --checkpoint, --resume."""

import json
import os
import random
import re
import signal
import subprocess
import time

import harness
from harness import BAD_INPUT, EXIT, RACE, EndToEnd

# Some ten thousand runs, and no race: `plain` is written only where nobody comes.
LARGE = """\
#include <pthread.h>
#include <stdatomic.h>
atomic_int a, b;
int plain;
static void *work(void *unused) {
  for (int i = 0; i < ROUNDS; i++) {
    int seen = atomic_load(&a);
    atomic_store(&b, seen + 1);
    atomic_fetch_add(&a, 1);
    if (seen > 100)
      plain = 1;
  }
  return unused;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], 0);
  return plain;
}
"""
# A race of the last thread with the first, if all of the last one comes before all of the first.
RARE = """\
#include <pthread.h>
#include <stdatomic.h>
atomic_int a, b;
int plain;
static void *work(void *number) {
  int first = -1;
  for (int i = 0; i < 2; i++) {
    int seen = atomic_load(&a);
    if (first < 0)
      first = seen;
    atomic_store(&b, seen + 1);
    atomic_fetch_add(&a, 1);
  }
  if ((long)number == 2 && first == 0 && atomic_load(&b) == 2)
    plain = 1;
  if ((long)number == 0 && first == 4)
    plain = 2;
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; i++)
    pthread_create(&t[i], 0, work, (void *)i);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], 0);
  return 0;
}
"""


def schedules(text):
    return re.search(r"schedules +([\d,]+) runs", text).group(1)


class Parallel(EndToEnd):
    def large(self, rounds=2, name="large.c"):
        return self.write(name, LARGE.replace("ROUNDS", str(rounds)))

    def check(self, *arguments):
        return self.raceward("check", "--stats", *arguments)

    def test_the_answer_is_the_same_whoever_works(self):
        self.large()
        alone = self.check("large.c")
        self.assertEqual(alone.code, EXIT["race-free"], alone)
        for jobs in ("1", "2", "5"):
            run = self.check("large.c", "-j", jobs)
            self.assertEqual(run.code, EXIT["race-free"], run)
            self.assertEqual(schedules(run.out), schedules(alone.out))

    def test_the_race_that_is_told_is_the_same(self):
        self.write("rare.c", RARE)
        told = set()
        for jobs in ("1", "2", "4"):
            run = self.check("rare.c", "-j", jobs, "--json", "out.json", "--hunt-time", "0.000001")
            self.assertEqual(run.code, EXIT["race"], run)
            told.add(json.dumps(self.read_json("out.json")["races"]))
        self.assertEqual(len(told), 1, told)

    def test_all_races_are_the_same(self):
        self.write("race.c", LARGE.replace("ROUNDS", "2").replace("seen > 100", "seen == 1"))
        alone = self.check("race.c", "--all-races", "--json", "alone.json")
        self.assertEqual(alone.code, EXIT["race"], alone)
        pair = lambda race: sorted((access["line"], access["column"]) for access in race["accesses"])
        expected = sorted(map(pair, self.read_json("alone.json")["races"]))
        run = self.check("race.c", "--all-races", "-j", "2", "--json", "two.json")
        self.assertEqual(run.code, EXIT["race"], run)
        self.assertEqual(sorted(map(pair, self.read_json("two.json")["races"])), expected)
        self.assertEqual(schedules(run.out), schedules(alone.out))

    def test_goes_on_where_it_stopped(self):
        self.large()
        whole = self.check("large.c", "-j", "2")
        first = self.check("large.c", "-j", "2", "--checkpoint", "j", "--explore-time", "1.5")
        if first.code == EXIT["race-free"]:
            self.skipTest("too fast to be stopped")
        self.assertEqual(first.code, EXIT["unknown"], first)
        self.assertIn("--resume j", first.out)
        again = self.check("large.c", "-j", "1", "--resume", "j")
        self.assertEqual(again.code, EXIT["race-free"], again)
        self.assertEqual(schedules(again.out), schedules(whole.out))

    def test_a_journal_cut_anywhere_changes_nothing(self):
        self.large()
        whole = self.check("large.c", "-j", "2", "--checkpoint", "j")
        self.assertEqual(whole.code, EXIT["race-free"], whole)
        with open(self.path("j"), "rb") as file:
            content = file.read()
        seed = random.randrange(1 << 32)
        chance = random.Random(seed)
        head = content.index(b"\n\n") + 2
        for _ in range(3):
            length = chance.randrange(head, len(content))
            with open(self.path("cut"), "wb") as file:
                file.write(content[:length])
            run = self.check("large.c", "-j", "2", "--resume", "cut")
            self.assertEqual(run.code, EXIT["race-free"], f"seed {seed}, {length} bytes\n{run}")
            self.assertEqual(schedules(run.out), schedules(whole.out), f"seed {seed}")

    def test_ctrl_c_leaves_a_journal(self):
        self.large(3)
        process = self.start("check", "large.c", "-j", "2", "--checkpoint", "j")
        time.sleep(5)
        process.send_signal(signal.SIGINT)
        run = self.finish(process)
        self.assertIn("interrupted", run.out, run)
        again = self.check("large.c", "-j", "2", "--resume", "j", "--explore-time", "2")
        self.assertEqual(again.code, EXIT["unknown"], again)
        self.assertNotIn("error", again.out)

    def test_a_worker_that_dies_changes_nothing(self):
        self.large()
        whole = self.check("large.c", "-j", "2")
        process = self.start("check", "large.c", "-j", "2", "--stats")
        killed = 0
        while process.poll() is None and killed < 2:  # more may be over the same item
            for pid in grandchildren(process.pid):
                os.kill(pid, signal.SIGKILL)
                killed += 1
                break
            time.sleep(0.3)
        run = self.finish(process)
        if killed == 0:
            self.skipTest("too fast to be disturbed")
        self.assertEqual(run.code, EXIT["race-free"], run)
        self.assertEqual(schedules(run.out), schedules(whole.out))

    def test_a_journal_of_something_else_is_refused(self):
        self.large()
        self.assertEqual(self.check("large.c", "--checkpoint", "j").code, EXIT["race-free"])
        for name, rounds, arguments, what in (("large.c", 2, ["--model", "sc"], "options"),
                                              ("other.c", 3, [], "program")):
            self.large(rounds, name)
            run = self.check(name, "--resume", "j", *arguments)
            self.assertEqual(run.code, BAD_INPUT, run)
            self.assertIn("another search", run.err)
            self.assertIn(what, run.err)
        run = self.check("large.c", "--checkpoint", "j")
        self.assertEqual(run.code, BAD_INPUT, run)
        self.assertIn("--resume j", run.err)

    def test_a_journal_of_another_build_is_refused(self):
        self.large()
        self.assertEqual(self.check("large.c", "--checkpoint", "j").code, EXIT["race-free"])
        other = another_build(self.path("other-raceward"))
        run = subprocess.run([other, "check", "large.c", "--resume", "j"], cwd=self.folder, text=True,
                             capture_output=True, env=self.environment(None), timeout=harness.LONG)
        self.assertEqual(run.returncode, BAD_INPUT, run)
        self.assertIn("another search", run.stderr)
        self.assertIn("version", run.stderr)

    def test_the_same_source_in_another_folder_may_go_on(self):
        self.large()
        self.assertEqual(self.check("large.c", "--checkpoint", "j").code, EXIT["race-free"])
        os.mkdir(self.path("elsewhere"))
        os.rename(self.path("large.c"), self.path("elsewhere/large.c"))
        run = self.check("elsewhere/large.c", "--resume", "j")
        self.assertEqual(run.code, EXIT["race-free"], run)

    def test_what_cannot_be_shared_out_says_so(self):
        self.write("race.c", RACE)
        for arguments in (["--prune", "lockset"], ["--property", "deadlock"], ["--property", "value-races"],
                          ["--checkpoint", "a", "--resume", "b"], ["--queue", "nats://127.0.0.1:1"]):
            run = self.raceward("check", "race.c", "-j", "2", *arguments)
            self.assertEqual(run.code, BAD_INPUT, run)
        self.assertEqual(self.raceward("check", "race.c", "-j", "0").code, BAD_INPUT)


def another_build(path):
    """The program under test, under another name from its linker."""
    with open(harness.RACEWARD, "rb") as file:
        content = bytearray(file.read())
    note = content.index(bytes.fromhex("04000000 14000000 03000000") + b"GNU\0") + 16
    content[note] ^= 1
    with open(path, "wb") as file:
        file.write(content)
    os.chmod(path, 0o755)
    return path


def grandchildren(pid):
    """Worker processes: children of the process that checks."""
    def children(of):
        try:
            with open(f"/proc/{of}/task/{of}/children") as file:
                return [int(word) for word in file.read().split()]
        except OSError:
            return []
    return [worker for child in children(pid) for worker in children(child)]


if __name__ == "__main__":
    harness.main()
