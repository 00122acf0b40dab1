"""raceward run: how runs end: destructors that join threads, time limits, processes left behind."""

import json
import os
import time

from harness import CLANG, UNKNOWN, EndToEnd, main

RACY = 1

SHUT_DOWN = """#include <pthread.h>
#include <stdlib.h>
static pthread_t thread;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int stop;
static void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  while (!stop)
    pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}
DESTRUCTOR static void shut_down(void) {
  pthread_mutex_lock(&mutex);
  stop = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
}
void begin(void) {
  pthread_create(&thread, 0, worker, 0);
  REGISTER;
}
"""
MAIN = "void begin(void);\nint main(void) { begin(); return 0; }\n"
IN_CPP = """#include <condition_variable>
#include <mutex>
#include <thread>
struct Pool {
  std::mutex mutex;
  std::condition_variable condition;
  bool stop = false;
  std::thread thread{[this] {
    std::unique_lock lock(mutex);
    condition.wait(lock, [this] { return stop; });
  }};
  ~Pool() {
    {
      std::lock_guard guard(mutex);
      stop = true;
    }
    condition.notify_all();
    thread.join();
  }
};
static Pool pool;
int main() {}
"""
RACE_AT_THE_END = """#include <pthread.h>
static int shared;
static void *worker(void *unused) {
  shared = 1;
  return unused;
}
__attribute__((destructor)) static void last(void) { shared = 2; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  return 0;
}
"""
SPINS = """#include <pthread.h>
static int shared;
static long spin(void) {
  long sum = 0;
  for (long i = 0; i < 400000000000; i++)
    sum += i;
  return sum;
}
static void *worker(void *unused) {
  shared = 1;
  spin();
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  MEANWHILE;
  pthread_join(thread, 0);
  return 0;
}
"""
LEAVES = """#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
static void *worker(void *unused) { return unused; }
int main(void) {
  if (fork() == 0) {
    setsid();
    if (fork() == 0) {
      FILE *file = fopen("pids", "a");
      fprintf(file, "%d\\n", (int)getpid());
      fclose(file);
      for (;;)
        sleep(1000);
    }
    _exit(0);
  }
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  usleep(200000);
  while (access("pids", R_OK) != 0)
    usleep(1000);
  pthread_join(thread, 0);
  LAST;
  return 0;
}
"""


class Ends(EndToEnd):
    def compile(self, *words, compiler="cc"):
        run = self.raceward(compiler, "-g", "-w", *words, "-pthread")
        self.assertEqual(run.code, 0, run)

    def built(self, text, *words, name="program.c", compiler="cc"):
        self.write(name, text)
        self.compile(name, *words, "-o", "program", compiler=compiler)

    def expect_end(self):
        run = self.raceward("run", "-q", "--time-limit", "20", "--run-time", "5", "--format",
                            "json", "--", "./program")
        self.assertEqual(run.code, UNKNOWN, run)
        found = {r["kind"]: r["message"] for r in json.loads(run.out)["reasons"]}
        self.assertNotIn("time-limit", found)
        return found

    def shut_down(self, attribute="", register=""):
        return SHUT_DOWN.replace("DESTRUCTOR", attribute).replace("REGISTER", register)

    def test_shut_down_at_the_end(self):
        for words in ({"attribute": "__attribute__((destructor))"},
                      {"attribute": "__attribute__((destructor(200)))"},
                      {"register": "atexit(shut_down)"}):
            for flags in ([], ["-no-pie"]):
                with self.subTest(words=words, flags=flags):
                    self.write("main.c", MAIN)
                    self.built(self.shut_down(**words), "main.c", *flags)
                    found = self.expect_end()
                    self.assertIn("every schedule", found["one-input"])

    def test_shut_down_of_a_library(self):
        self.write("library.c", self.shut_down("__attribute__((destructor))"))
        self.compile("-shared", "-fPIC", "library.c", "-o", "liblibrary.so")
        self.built(MAIN, "./liblibrary.so")
        self.assertIn("every schedule", self.expect_end()["one-input"])

    def test_shut_down_of_a_library_that_was_not_built_for_raceward(self):
        self.write("library.c", self.shut_down("__attribute__((destructor))"))
        self.assertEqual(os.system(f"cd {self.path('')} && {CLANG} -w -shared -fPIC library.c "
                                   "-o liblibrary.so"), 0)
        self.built(MAIN, "./liblibrary.so")
        found = self.expect_end()
        # Its thread begins in code that has no hooks.
        self.assertNotIn("every schedule", found["one-input"])
        self.assertIn("liblibrary.so", found["unmodelled-call"])

    def test_shut_down_in_cpp(self):
        self.built(IN_CPP, "-std=c++20", name="program.cpp", compiler="c++")
        self.expect_end()

    def test_a_race_with_a_destructor(self):
        self.built(RACE_AT_THE_END)
        run = self.raceward("run", "-q", "--", "./program")
        self.assertEqual(run.code, RACY, run)

    def test_the_time_limit_ends_a_run(self):
        for meanwhile, code in (("", UNKNOWN), ("shared = 2", RACY)):
            self.built(SPINS.replace("MEANWHILE", meanwhile))
            for options in ([], ["--strategy", "search"], ["--strategy", "random"]):
                with self.subTest(meanwhile=meanwhile, options=options):
                    started = time.monotonic()
                    run = self.raceward("run", "-q", "--time-limit", "2", *options, "--",
                                        "./program")
                    self.assertLess(time.monotonic() - started, 7)
                    self.assertEqual(run.code, code, run)

    def left_behind(self):
        with open(self.path("pids"), encoding="utf-8") as file:
            pids = [int(line) for line in file]
        self.assertTrue(pids)
        time.sleep(0.2)
        return [pid for pid in pids if os.path.exists(f"/proc/{pid}/exe")]

    def test_processes_in_sessions_of_their_own(self):
        for last in ("", "for (;;) sleep(0)"):
            with self.subTest(last):
                self.built(LEAVES.replace("LAST", last))
                self.raceward("run", "-q", "--time-limit", "2", "--runs", "2", "--", "./program")
                self.assertEqual(self.left_behind(), [])
                os.remove(self.path("pids"))


if __name__ == "__main__":
    main()
