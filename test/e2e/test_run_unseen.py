"""raceward run: "every schedule" is said only where all that ran was seen."""

import json
import subprocess

from harness import CLANG, UNKNOWN, EndToEnd, main

RACY = 1

LIBRARY = """static int calls;
void count(void) { calls++; }
void add(int *to) { (*to)++; }
"""
CALLS_LIBRARY = """#include <pthread.h>
void count(void);
void add(int *to);
static int sum;
static void *worker(void *unused) {
  CALL;
  return unused;
}
int main(void) {
  pthread_t thread;
  BEFORE;
  pthread_create(&thread, 0, worker, 0);
  MEANWHILE;
  pthread_join(thread, 0);
  AFTER;
  return 0;
}
"""
# What C programs do every day: all of it is known.
KNOWN = """#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static int by_number(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void one(void) { sum++; }
static void through(void (*function)(void), void (*release)(void *)) {
  void *block = malloc(4);
  function();
  release(block);
}
static void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  through(one, free);
  char text[20];
  snprintf(text, sizeof text, "%d", sum);
  char *end;
  sum += (int)strtol(text, &end, 10);
  printf("%s %d %5.2f\\n", text, sum, 1.5);
  pthread_mutex_unlock(&mutex);
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("pause");
  __asm__ volatile("rep; nop");
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  worker(0);
  pthread_join(thread, 0);
  int numbers[2] = {2, 1};
  qsort(numbers, 2, sizeof numbers[0], by_number);
  return 0;
}
"""
KNOWN_CPP = """#include <iostream>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>
struct Base {
  virtual ~Base() = default;
  virtual int value() const { return 1; }
};
struct Derived : Base {
  int value() const override { return 2; }
};
static std::mutex mutex;
static std::vector<std::unique_ptr<Base>> all;
static void add() {
  std::lock_guard guard(mutex);
  all.push_back(std::make_unique<Derived>());
  try {
    if (all.back()->value() == 2)
      throw std::runtime_error("two");
  } catch (const std::exception &) {
    all.back() = nullptr;
  }
}
int main() {
  std::thread one(add);
  std::thread two(add);
  one.join();
  two.join();
  std::cout << all.size() << std::endl;
}
"""
MAP = """#include <map>
#include <mutex>
#include <thread>
static std::map<int, int> all;
static std::mutex mutex;
static void add(int number) {
  std::lock_guard guard(mutex);
  all[number] = 1;
}
int main() {
  std::thread one(add, 1);
  std::thread two(add, 2);
  one.join();
  two.join();
}
"""
ASSEMBLY = """#include <pthread.h>
static int taken;
static int sum;
static void take(void) {
  for (int before = 1; before;)
    __asm__ volatile(TAKE : "+r"(before), "+m"(taken) : : "memory");
}
static void give(void) { __asm__ volatile("movl $0, %0" : "=m"(taken) : : "memory"); }
static void *worker(void *unused) {
  take();
  sum++;
  give();
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  worker(0);
  pthread_join(thread, 0);
  return 0;
}
"""
SORTED = """#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int numbers[2] = {2, 1};
static int by_number(const void *a, const void *b) { return 0; }
static void *worker(void *unused) {
  CALL;
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  worker(0);
  pthread_join(thread, 0);
  return 0;
}
"""


class Unseen(EndToEnd):
    def compile(self, *words, compiler="cc"):
        run = self.raceward(compiler, "-g", "-w", *words, "-pthread")
        self.assertEqual(run.code, 0, run)

    def built(self, text, *words, name="program.c", compiler="cc"):
        self.write(name, text)
        self.compile(name, *words, "-o", "program", compiler=compiler)

    def reasons(self, code=UNKNOWN):
        run = self.raceward("run", "-q", "--time-limit", "20", "--format", "json", "--",
                            "./program")
        self.assertEqual(run.code, code, run)
        return {r["kind"]: r["message"] for r in json.loads(run.out)["reasons"]}

    def expect_unseen(self, *names):
        found = self.reasons()
        self.assertNotIn("every schedule", found["one-input"])
        self.assertIn("not all that ran was seen", found["unmodelled-call"])
        for name in names:
            self.assertIn(name, found["unmodelled-call"])

    def expect_every_schedule(self):
        found = self.reasons()
        self.assertEqual(list(found), ["one-input"])
        self.assertIn("every schedule of this input was run", found["one-input"])

    def library(self, *flags):
        self.write("library.c", LIBRARY)
        done = subprocess.run([CLANG, "library.c", *flags], cwd=self.path(""), check=False)
        self.assertEqual(done.returncode, 0)

    def calls(self, **places):
        text = CALLS_LIBRARY
        for place in ("CALL", "BEFORE", "MEANWHILE", "AFTER"):
            text = text.replace(" " + place + ";", " " + places.get(place.lower(), "") + ";")
        return text

    def test_a_library_that_was_not_built_for_raceward(self):
        self.library("-c", "-o", "library.o")
        for calls in ({"call": "count()", "meanwhile": "count()"},
                      {"call": "add(&sum)", "meanwhile": "add(&sum)"},
                      {"call": "void (*go)(int *) = add; go(&sum)"}):
            for flags in ([], ["-O2"], ["-no-pie"]):
                with self.subTest(calls=calls, flags=flags):
                    self.built(self.calls(**calls), "library.o", *flags)
                    self.expect_unseen("add" if "add" in calls["call"] else "count")

    def test_a_shared_library_that_was_not_built_for_raceward(self):
        self.library("-shared", "-fPIC", "-o", "liblibrary.so")
        self.built(self.calls(call="count()"), "./liblibrary.so")
        self.expect_unseen("count")

    def test_a_library_that_was_built_for_raceward(self):
        self.write("library.c", LIBRARY.replace("static int", "static _Thread_local int"))
        for flags in ([], ["-O2"]):
            self.compile("-c", "library.c", "-o", "library.o", *flags)
            self.built(self.calls(call="count()", meanwhile="count()"), "library.o", *flags)
            self.expect_every_schedule()
        self.compile("-shared", "-fPIC", "library.c", "-o", "liblibrary.so")
        self.built(self.calls(call="count()", meanwhile="count()"), "./liblibrary.so")
        self.expect_every_schedule()

    def test_what_happens_before_and_after_all_threads_is_ordered(self):
        self.library("-c", "-o", "library.o")
        self.built(self.calls(before="add(&sum)", call="sum++", after="count()"), "library.o")
        self.expect_every_schedule()

    def test_known_functions(self):
        for flags in ([], ["-O2"]):
            self.built(KNOWN, *flags)
            self.expect_every_schedule()

    def test_known_functions_of_cpp(self):
        self.built(KNOWN_CPP, "-std=c++20", name="program.cpp", compiler="c++")
        self.expect_every_schedule()

    def test_a_map(self):
        self.built(MAP, "-std=c++20", name="program.cpp", compiler="c++")
        self.expect_unseen("std::_Rb_tree_insert_and_rebalance")

    def test_known_functions_that_touch_more_than_the_hooks_tell(self):
        for call, name in (("qsort(numbers, 2, 4, by_number)", "qsort"),
                           ('sscanf("1", "%d", numbers)', "sscanf")):
            with self.subTest(call):
                self.built(SORTED.replace("CALL", call))
                self.expect_unseen(name)

    def test_assembly_that_orders(self):
        self.built(ASSEMBLY.replace("TAKE", '"xchgl %0, %1"'))
        found = self.reasons()
        self.assertIn("no race was seen", found["one-input"])
        self.assertNotIn("inline-assembly", found)

    def test_assembly_that_may_order(self):
        self.built(ASSEMBLY.replace("TAKE", '"jmp 1f; 1: xchgl %0, %1"'))
        run = self.raceward("run", "--time-limit", "20", "--", "./program")
        self.assertEqual(run.code, RACY, run)
        words = " ".join(run.out.split())
        self.assertIn("the run has inline assembly at program.c:6, and an order of the threads that "
                      "it makes is not seen", words)

    def test_assembly_without_a_race(self):
        self.built(self.calls(call='int x; __asm__ volatile("jmp 1f; 1: movl $1, %0" : "=m"(x) : : "memory")'))
        found = self.reasons()
        self.assertNotIn("every schedule", found["one-input"])
        self.assertIn("inline assembly", found["inline-assembly"])


if __name__ == "__main__":
    main()
