"""A batch over a real queue, with workers that come, go and die."""

import csv
import os
import re
import signal
import subprocess
import time
import unittest

import harness
import nats
from harness import EMPTY_MAIN, LONG, RACE, RACEWARD, EndToEnd

TASKS = 12
LAUNCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples", "launch")


def can_run():
    """Both the server and the library that reaches it are optional."""
    tried = subprocess.run([RACEWARD, "worker", "--queue", "nats://127.0.0.1:1"], text=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    return nats.installed() and "has no queue support" not in tried.stderr


CAN_RUN = can_run()


@unittest.skipUnless(CAN_RUN, "needs nats-server and a raceward with queues")
class Queue(EndToEnd):
    def setUp(self):
        super().setUp()
        self.servers = nats.Servers()
        self.addCleanup(self.servers.stop)
        self.write("include/limit.h", "#define LIMIT 3\n")
        rows = ["file,property,expected,data_model"]
        for i in range(TASKS):
            program = RACE if i % 3 == 0 else EMPTY_MAIN
            if i % 3 == 2:
                program = '#include "../include/limit.h"\nint array[LIMIT];\n' + program
            self.write(f"p/{i}.c", program + f"int unused{i};\n")
            rows.append(f"p/{i}.c,no-data-race,{'false' if i % 3 == 0 else 'true'},LP64")
        self.write("p/bad.c", "#include <pthread.h>\nint main( {}\n")
        rows.append("p/bad.c,no-data-race,,LP64")
        self.write("t.csv", "\n".join(rows) + "\n")

    def worker(self, env=None):
        process = subprocess.Popen([RACEWARD, "worker", "--queue", self.servers.url],
                                   cwd=self.folder, env=self.environment(env),
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, start_new_session=True)
        self.addCleanup(self.kill, process)
        return process

    def kill(self, process):
        """With all the processes that it has."""
        for pid in [process.pid, *self.descendants(process.pid)]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        process.wait()

    def descendants(self, pid):
        try:
            with open(f"/proc/{pid}/task/{pid}/children", encoding="utf-8") as file:
                children = [int(child) for child in file.read().split()]
        except (FileNotFoundError, ProcessLookupError):
            return []
        return children + [each for child in children for each in self.descendants(child)]

    def is_checking(self, pid):
        for each in self.descendants(pid):
            try:
                with open(f"/proc/{each}/cmdline", "rb") as file:
                    if b"\0check\0" in file.read():
                        return True
            except (FileNotFoundError, ProcessLookupError):
                pass
        return False

    def start_batch(self, folder, *arguments):
        process = self.start("batch", "t.csv", "-o", folder, "--queue", self.servers.url,
                             "--time-limit", "20", *arguments)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def wait_for(self, condition):
        deadline = time.monotonic() + LONG
        while not condition():
            self.assertLess(time.monotonic(), deadline, "it takes too long")
            time.sleep(0.05)

    def answered(self, folder):
        try:
            with open(self.path(folder + "/journal.jsonl"), encoding="utf-8") as file:
                return len(file.read().splitlines()) - 1
        except FileNotFoundError:
            return 0

    def table(self, folder):
        with open(self.path(folder + "/results.csv"), encoding="utf-8") as file:
            rows = [[row[name] for name in ("file", "expected", "verdict", "class", "reason_kind")]
                    for row in csv.DictReader(file)]
        reasons = [result["reason"] for result in self.read_json(folder + "/results.json")["results"]]
        return rows, reasons

    def expect_table(self, folder):
        if not os.path.exists(self.path("here")):
            run = self.raceward("batch", "t.csv", "-o", "here", "-j", "2", "--time-limit", "20")
            self.assertEqual(run.code, 0, run)
        self.assertEqual(self.table(folder), self.table("here"))
        self.assertEqual(self.answered(folder), TASKS + 1)

    def test_the_table_is_the_same_and_comes_from_the_cache_next_time(self):
        self.worker()
        self.worker()
        run = self.finish(self.start_batch("there"))
        self.assertEqual(run.code, 0, run)
        self.expect_table("there")
        self.assertIn("score", run.out)
        # The workers saw these files only.
        again = self.finish(self.start_batch("again", "--cache", "there/cache.sqlite"))
        self.assertIn(f"{TASKS} of {TASKS + 1} tasks are answered from the cache", again.err)
        self.expect_table("again")

    def test_a_worker_that_dies_is_replaced(self):
        slow = self.worker({"RACEWARD_TEST_CHILD": "hang"})
        batch = self.start_batch("there")
        self.wait_for(lambda: self.is_checking(slow.pid))
        self.kill(slow)
        self.worker()
        # The queue hands its task out again after 30 s of silence; should it not, the batch offers it
        # again after 60 s without news.
        run = self.finish(batch, limit=3 * LONG)
        self.assertEqual(run.code, 0, run)
        self.expect_table("there")

    def test_a_batch_that_dies_goes_on(self):
        batch = self.start_batch("there")
        worker = self.worker()
        self.wait_for(lambda: self.answered("there") >= 2)
        batch.kill()
        batch.communicate()
        before = self.answered("there")
        self.assertLess(before, TASKS)
        run = self.finish(self.start_batch("there"))
        self.assertEqual(run.code, 0, run)
        self.assertIn("finished by an earlier run", run.err)
        self.expect_table("there")
        self.assertIsNone(worker.poll())

    def test_ctrl_c_takes_back_what_nobody_began(self):
        batch = self.start_batch("there")  # and no worker
        self.wait_for(lambda: (self.servers.messages("raceward-work") or 0) > 3)
        batch.send_signal(signal.SIGINT)
        run = self.finish(batch)
        self.assertEqual(run.code, 128 + signal.SIGINT, run)
        self.assertIn("the same command goes on", run.err)
        self.wait_for(lambda: self.servers.messages("raceward-work") == 0)
        self.worker()
        run = self.finish(self.start_batch("there"))
        self.assertEqual(run.code, 0, run)
        self.expect_table("there")

    def test_a_server_that_dies_comes_back(self):
        self.worker()
        batch = self.start_batch("there")
        self.wait_for(lambda: self.answered("there") >= 2)
        self.servers.kill_all()
        time.sleep(1)
        self.servers.start_all()
        run = self.finish(batch)
        self.assertEqual(run.code, 0, run)
        self.expect_table("there")


@unittest.skipUnless(CAN_RUN, "needs nats-server and a raceward with queues")
class Launchers(EndToEnd):
    """The examples name options that there are."""

    def expect_understood(self, run):
        # All that is wrong is that these files are not there.
        self.assertRegex(run.stderr, r"raceward: error: .*(missing\.pem|worker\.creds)")

    def test_slurm(self):
        environment = self.environment({
            "PATH": os.path.dirname(os.path.abspath(RACEWARD)) + os.pathsep + os.environ["PATH"],
            "RACEWARD_QUEUE": "tls://127.0.0.1:1", "RACEWARD_QUEUE_CA": "missing.pem"})
        self.expect_understood(subprocess.run(
            ["sh", os.path.join(LAUNCH, "slurm-workers.sh")], cwd=self.folder, env=environment,
            text=True, stderr=subprocess.PIPE, timeout=LONG, check=False))

    def test_kubernetes(self):
        with open(os.path.join(LAUNCH, "kubernetes-workers.yaml"), encoding="utf-8") as file:
            options = re.findall(r"^ +- (--.*)$", file.read(), re.MULTILINE)
        self.assertEqual(len(options), 4)
        options = [option.replace("/queue/ca.pem", "missing.pem") for option in options]
        self.expect_understood(subprocess.run(
            [RACEWARD, "worker", *options], cwd=self.folder, env=self.environment({}), text=True,
            stderr=subprocess.PIPE, timeout=LONG, check=False))


class NoQueue(EndToEnd):
    def test_a_queue_that_is_not_there(self):
        self.write("a.c", EMPTY_MAIN)
        self.write("t.csv", "file,property,expected,data_model\na.c,no-data-race,,LP64\n")
        self.expect_error(self.raceward("batch", "t.csv", "-o", "o", "--queue",
                                        "nats://127.0.0.1:1"), "queue")


if __name__ == "__main__":
    harness.main()
