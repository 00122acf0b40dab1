"""A search over three servers and four workers while everything about it dies, and the same
answer as without.

Short, as a test: one of each fault. By hand, for longer:

    RACEWARD=build/release/bin/raceward test/e2e/test_queue_faults.py --rounds 20 --size 5
    ... --seed 7                 the faults of one round again
    ... --faults worker_dies,leader_dies   only these
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import harness
import nats

# The runs are the orders of all additions: (3n)! / n!^3, of which no prover knows.
PROGRAM = """\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int turns;
static int data;
static void *worker(void *unused) {
  for (int i = 0; i < SIZE; i++)
    if (atomic_fetch_add(&turns, 1) == 1000)
      data = 1;
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  worker(0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return data;
}
"""
RUNS = {3: 1680, 4: 34650, 5: 756756}
WORKERS = 4
PATIENCE = 30  # seconds; src/queue
LONG = 900


def descendants(pid):
    """The process and all below it."""
    found = [pid]
    for each in found:
        try:
            for thread in os.listdir(f"/proc/{each}/task"):
                with open(f"/proc/{each}/task/{thread}/children", encoding="ascii") as file:
                    found += [int(child) for child in file.read().split()]
        except OSError:
            pass
    return found


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def send(signal_number, pids):
    for pid in pids:
        try:
            os.kill(pid, signal_number)
        except ProcessLookupError:
            pass


class Search:
    """Servers, workers and the check, and what can happen to them."""

    FAULTS = ("worker_dies", "leader_dies", "servers_die", "check_dies", "worker_freezes")

    def __init__(self, size, seed, say, inner=False):
        """inner: also the processes within a worker die, not only whole workers."""
        self.inner = inner
        self.dice = random.Random(seed)
        self.say = say
        self.size = size
        self.begin = time.monotonic()
        self.folder = tempfile.TemporaryDirectory(prefix="raceward-faults-")
        with open(self.path("program.c"), "w", encoding="utf-8") as file:
            file.write(PROGRAM)
        self.workers = []
        self.check = None
        self.checks = 0
        self.servers = nats.Servers(nodes=3)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in self.workers + [self.check]:
            if process is not None:
                pids = descendants(process.pid)
                send(signal.SIGKILL, pids)
                send(signal.SIGCONT, pids)
                process.wait()
        self.servers.stop()
        self.folder.cleanup()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def log(self, text):
        self.say(f"{time.monotonic() - self.begin:6.1f} s  {text}")

    def start(self, *arguments, log):
        with open(self.path(log), "ab") as file:
            return subprocess.Popen([harness.RACEWARD, *arguments], cwd=self.folder.name,
                                    stdin=subprocess.DEVNULL, stdout=file, stderr=file,
                                    preexec_fn=nats.die_with_parent)

    # Who finds no server when it starts says so and ends: nothing else happens until it has one.

    def start_worker(self):
        self.servers.wait_until_listening()
        connected = self.connected_workers()
        self.workers.append(self.start("worker", "--queue", self.servers.url,
                                       "--queue-replicas", "3", log="workers.log"))
        deadline = time.monotonic() + 60
        while self.connected_workers() == connected:
            if time.monotonic() > deadline:
                raise RuntimeError(f"a worker does not connect\n{self.logs()}")
            time.sleep(0.05)

    def connected_workers(self):
        """So many since the beginning."""
        try:
            with open(self.path("workers.log"), encoding="utf-8", errors="replace") as file:
                return file.read().count(": connected to ")
        except FileNotFoundError:
            return 0

    def start_check(self):
        self.servers.wait_until_listening()
        journal = "--resume" if os.path.exists(self.path("journal")) else "--checkpoint"
        self.checks += 1
        self.check = self.start("check", "--queue", self.servers.url, "--queue-replicas", "3",
                                journal, "journal", "--explore-time", f"{LONG}s",
                                "--format", f"json=result-{self.checks}.json", "program.c", "--",
                                f"-DSIZE={self.size}", log="check.log")
        self.wait_for_progress()

    def run(self, faults, pause):
        """The answer, after these faults with about that many seconds between them."""
        for _ in range(WORKERS):
            self.start_worker()
        self.start_check()
        happened = 0
        for fault in faults:
            deadline = time.monotonic() + self.dice.uniform(0.5, 1.5) * pause
            while time.monotonic() < deadline and self.check.poll() is None:
                time.sleep(0.05)
            if self.check.poll() is not None:
                break
            getattr(self, fault)()
            happened += 1
        try:
            code = self.check.wait(timeout=LONG)
        except subprocess.TimeoutExpired:
            raise RuntimeError(f"no answer after {LONG} s\n{self.logs()}") from None
        self.log(f"exit status {code} after {happened} faults")
        return self.answer(code), happened

    def wait_for_progress(self):
        """Until results have come."""
        deadline = time.monotonic() + 120
        size = self.journal_size()
        for _ in range(3):
            before = size
            while size <= before and self.check.poll() is None:
                time.sleep(0.05)
                if time.monotonic() > deadline:
                    raise RuntimeError(f"the search does not begin\n{self.logs()}")
                size = self.journal_size()

    def journal_size(self):
        try:
            return os.path.getsize(self.path("journal"))
        except FileNotFoundError:
            return 0

    def answer(self, code):
        try:
            with open(self.path(f"result-{self.checks}.json"), encoding="utf-8") as file:
                result = json.load(file)
        except (OSError, ValueError) as error:
            raise RuntimeError(f"exit status {code}, no result: {error}\n{self.logs()}") from error
        return result["verdict"], result["exploration"]["runs"]

    def logs(self):
        text = ""
        for name in ("check.log", "workers.log"):
            with open(self.path(name), encoding="utf-8", errors="replace") as file:
                text += f"--- {name}\n{file.read()[-5000:]}\n"
        return text

    def worker_dies(self):
        """One dies, and another comes; or one of its processes does."""
        victim = self.dice.choice(self.workers)
        pids = descendants(victim.pid)
        pid = self.dice.choice(pids if self.inner else pids[:1])
        self.log(f"SIGKILL worker {victim.pid}, process {pids.index(pid) + 1} of {len(pids)}")
        send(signal.SIGKILL, [pid])
        if pid == victim.pid:
            victim.wait()
            self.workers.remove(victim)
            deadline = time.monotonic() + 10
            while any(is_alive(each) for each in pids):
                if time.monotonic() > deadline:
                    raise RuntimeError(f"processes of the killed worker live on: {pids}")
                time.sleep(0.05)
            self.start_worker()

    def leader_dies(self):
        """The leader of one of the streams dies, and comes back a little later."""
        stream = self.dice.choice(["raceward-work", "raceward-answers"])
        node = self.servers.leader(stream)
        away = self.dice.uniform(1, 10)
        self.log(f"SIGKILL server {node}, leader of {stream}, for {away:.1f} s")
        self.servers.kill(node)
        time.sleep(away)
        self.servers.start(node)

    def servers_die(self):
        """All three at once; they have what they stored."""
        away = self.dice.uniform(0.5, 5)
        self.log(f"SIGKILL all servers for {away:.1f} s")
        self.servers.kill_all()
        time.sleep(away)
        self.servers.start_all()

    def check_dies(self):
        """Dies, wholly or its first process alone, and goes on from its journal."""
        pids = descendants(self.check.pid)
        whole = self.dice.random() < 0.5
        self.log(f"SIGKILL check {self.check.pid}" + (" and its children" if whole else ""))
        send(signal.SIGKILL, pids if whole else [self.check.pid])
        self.check.wait()
        deadline = time.monotonic() + 10
        while any(is_alive(each) for each in pids):
            if time.monotonic() > deadline:
                raise RuntimeError(f"processes of the killed check live on: {pids}")
            time.sleep(0.05)
        time.sleep(self.dice.uniform(0, 3))
        self.start_check()

    def worker_freezes(self):
        """A worker stands still for longer than the patience, and goes on as if nothing was."""
        victim = self.dice.choice(self.workers)
        pids = descendants(victim.pid)
        seconds = self.dice.uniform(1.1, 2) * PATIENCE
        self.log(f"SIGSTOP worker {victim.pid} for {seconds:.0f} s")
        send(signal.SIGSTOP, pids)
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and self.check.poll() is None:
            time.sleep(0.05)
        send(signal.SIGCONT, pids)


def faults_in_disorder(seed, kinds, count):
    """Each kind as often as the others, or nearly."""
    dice = random.Random(seed)
    faults = []
    while len(faults) < count:
        faults += dice.sample(kinds, len(kinds))
    return faults[:count]


@unittest.skipUnless(nats.installed(), "nats-server is not installed")
class QueueFaults(unittest.TestCase):
    def test_each_fault_once(self):
        seed = int(os.environ.get("RW_FAULT_SEED", random.randrange(10**6)))
        print(f"seed {seed} (RW_FAULT_SEED)")
        # Without the one that takes a minute.
        kinds = [fault for fault in Search.FAULTS if fault != "worker_freezes"]
        with Search(5, seed, print) as search:
            answer, happened = search.run(faults_in_disorder(seed, kinds, len(kinds)), 2)
            self.assertEqual(answer, ("race-free", RUNS[5]), search.logs())
            # How many of them fit depends on the machine and on how long each takes.
            self.assertGreater(happened, 0, "the search ended before anything could happen to it")


def main():
    parser = argparse.ArgumentParser(description="a search while everything about it dies")
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, help="of the first round; the next has the next")
    parser.add_argument("--size", type=int, default=5, choices=RUNS)
    parser.add_argument("--count", type=int, default=5, help="faults in each round")
    parser.add_argument("--pause", type=float, default=5, help="seconds between them, about")
    parser.add_argument("--inner", action="store_true",
                        help="kill single processes of workers, too")
    parser.add_argument("--faults", default=",".join(Search.FAULTS))
    options = parser.parse_args()
    first = options.seed if options.seed is not None else random.randrange(10**6)
    wrong = 0
    for seed in range(first, first + options.rounds):
        print(f"-- seed {seed}", flush=True)
        faults = faults_in_disorder(seed, options.faults.split(","), options.count)
        with Search(options.size, seed, lambda line: print(line, flush=True),
                    options.inner) as search:
            answer, _ = search.run(faults, options.pause)
            right = answer == ("race-free", RUNS[options.size])
            print(f"{answer[0]}, {answer[1]:,} runs: {'right' if right else 'WRONG'}", flush=True)
            if not right:
                wrong += 1
                print(search.logs())
    print(f"{options.rounds - wrong} of {options.rounds} rounds right")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(main())
    harness.main()
