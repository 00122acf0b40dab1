"""What the end-to-end tests share.

RACEWARD names the program under test, RW_TEST_CLANG a clang of the right release for
tests that need bitcode. Every test runs in an empty temporary folder.
"""

import concurrent.futures
import fcntl
import json
import os
import pty
import select
import shutil
import struct
import subprocess
import tempfile
import termios
import time
import unittest

RACEWARD = os.environ.get("RACEWARD", "raceward")
CLANG = os.environ.get("RW_TEST_CLANG", "clang-19")
LONG = 60  # seconds; a call that takes longer hangs

EXIT = {"race-free": 0, "race": 1, "unknown": 3}
BAD_INPUT = 2
UNKNOWN = 3

RACE = """\
#include <pthread.h>
int total;
static void *worker(void *unused) { total++; return unused; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  total++;
  pthread_join(t, 0);
  return total;
}
"""
EMPTY_MAIN = "int main(void) { return 0; }\n"


class Run:
    def __init__(self, code, out, err, seconds):
        self.code = code
        self.out = out
        self.err = err
        self.seconds = seconds

    def __str__(self):
        return f"exit {self.code}\n--- stdout\n{self.out}\n--- stderr\n{self.err}"


class EndToEnd(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="raceward-e2e-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, content):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb" if isinstance(content, bytes) else "w") as file:
            file.write(content)
        return name

    def read_json(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return json.load(file)

    def environment(self, extra):
        env = {k: v for k, v in os.environ.items()
               if not k.startswith("RACEWARD") and k not in ("NO_COLOR", "COLUMNS")}
        env["TERM"] = "xterm"
        env.update(extra or {})
        return {k: v for k, v in env.items() if v is not None}

    def start(self, *arguments, env=None, **keywords):
        return subprocess.Popen([RACEWARD, *arguments], cwd=self.folder,
                                env=self.environment(env), stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, errors="replace", **keywords)

    def finish(self, process, started=None, limit=LONG):
        started = time.monotonic() if started is None else started
        try:
            out, err = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            self.fail(f"still running after {limit} s: {process.args}\n{out}{err}")
        return Run(process.returncode, out, err, time.monotonic() - started)

    def raceward(self, *arguments, env=None):
        started = time.monotonic()
        return self.finish(self.start(*arguments, env=env), started)

    def for_all(self, chosen, look):
        """Calls look(*entry) for each, two at a time; entries begin with a name."""
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            started = [(entry[0], pool.submit(look, *entry)) for entry in chosen]
            for name, result in started:
                with self.subTest(program=name):
                    result.result()
        return len(started)

    def expect_error(self, run, *texts):
        """Exit status 2, our wording, nothing on standard output."""
        self.assertEqual(run.code, BAD_INPUT, run)
        self.assertEqual(run.out, "", run)
        self.assertIn("raceward: error: ", run.err)
        for text in texts:
            self.assertIn(text, run.err, run)

    def child_of(self, process):
        """The pid of the process that the check runs in, once it is there."""
        deadline = time.monotonic() + LONG
        while time.monotonic() < deadline and process.poll() is None:
            with open(f"/proc/{process.pid}/task/{process.pid}/children") as file:
                children = file.read().split()
            if children:
                return int(children[0])
            time.sleep(0.005)
        self.fail("the check started no child")

    def expect_gone(self, pid):
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            try:
                with open(f"/proc/{pid}/stat") as file:
                    if file.read().rsplit(")", 1)[1].split()[0] in "ZX":
                        return  # dead; a zombie waits for whoever adopts it
            except (FileNotFoundError, ProcessLookupError):
                return
            time.sleep(0.02)
        self.fail(f"process {pid} is still there")

    def on_terminal(self, *arguments, env=None, columns=80):
        """Runs with all streams on a terminal; what it showed, as one text."""
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        process = subprocess.Popen([RACEWARD, *arguments], cwd=self.folder,
                                   env=self.environment(env), stdin=slave, stdout=slave,
                                   stderr=slave, start_new_session=True)
        os.close(slave)
        shown = b""
        deadline = time.monotonic() + LONG
        while time.monotonic() < deadline:
            if select.select([master], [], [], 0.2)[0]:
                try:
                    piece = os.read(master, 65536)
                except OSError:  # the other side is closed
                    break
                if not piece:
                    break
                shown += piece
            elif process.poll() is not None:
                break
        os.close(master)
        code = process.wait(timeout=LONG)
        return Run(code, shown.decode(errors="replace"), "", 0)


def main():
    unittest.main(verbosity=2)
