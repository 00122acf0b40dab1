"""Programs of a CMake build: with the libraries that they link, and all of them at once."""

import shutil
import subprocess
import unittest

from harness import EndToEnd, main

CMAKE = """\
cmake_minimum_required(VERSION 3.20)
project(several C)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
find_package(Threads REQUIRED)
add_library(queue STATIC queue.c unused.c)
add_library(log SHARED log.c)
add_library(common OBJECT common.c)
add_executable(racy racy.c $<TARGET_OBJECTS:common>)
target_link_libraries(racy queue log Threads::Threads)
add_executable(fine fine.c)
target_link_libraries(fine queue Threads::Threads)
"""

QUEUE = """\
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
void put(void) { pthread_mutex_lock(&lock); count++; pthread_mutex_unlock(&lock); }
int look(void) { return count; }
"""

PROGRAM = """\
#include <pthread.h>
void put(void);
int look(void);
%s
static void *worker(void *unused) { put(); return unused; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  %s
  return 0;
}
"""


@unittest.skipUnless(shutil.which("cmake"), "needs cmake")
class Targets(EndToEnd):
    def configure(self, generator):
        self.write("CMakeLists.txt", CMAKE)
        self.write("queue.c", QUEUE)
        # Defines what queue.c defines, too: nothing needs it, so it is not linked.
        self.write("unused.c", "void put(void) {}\nvoid other(void) {}\n")
        self.write("log.c", "void put(void); void logged(void) { put(); }\n")
        self.write("common.c", "void logged(void); int ready = 1; void common(void) { logged(); }\n")
        self.write("racy.c", PROGRAM % ("void common(void); extern int ready;",
                                        "if (ready) { common(); return look(); }"))
        self.write("fine.c", PROGRAM % ("", "put();"))
        subprocess.run(["cmake", "-G", generator, "-S", ".", "-B", "build"], cwd=self.folder,
                       check=True, stdout=subprocess.DEVNULL)

    def generators(self):
        return ["Unix Makefiles"] + (["Ninja"] if shutil.which("ninja") else [])

    def test_libraries_come_along(self):
        for generator in self.generators():
            with self.subTest(generator):
                shutil.rmtree(self.path("build"), ignore_errors=True)
                self.configure(generator)
                run = self.raceward("check", "-p", "build", "--target", "racy")
                self.assertEqual(run.code, 1, run)
                self.assertIn("data race on 'count'", run.out)
                run = self.raceward("check", "-p", "build", "--target", "fine")
                self.assertEqual(run.code, 0, run)

    def test_several(self):
        self.configure("Unix Makefiles")
        run = self.raceward("check", "-p", "build", "--target", "fine,racy", "--json", "out.json")
        self.assertEqual(run.code, 1, run)
        self.assertTrue(run.out.endswith("raceward: 2 targets\n  fine  race-free\n  racy  race\n"),
                        run)
        self.assertEqual(self.read_json("out-fine.json")["verdict"], "race-free")
        self.assertEqual(self.read_json("out-racy.json")["verdict"], "race")
        run = self.raceward("check", "-q", "-p", "build", "--all-targets")
        self.assertEqual(run.code, 1, run)
        self.assertIn("  fine  race-free\n  racy  race\n", run.out)

    def test_one_that_fails(self):
        self.configure("Unix Makefiles")
        self.write("fine.c", "int main(void) { return undeclared; }\n")
        run = self.raceward("check", "-q", "-p", "build", "--target", "fine", "--target", "racy")
        self.assertEqual(run.code, 1, run)
        self.assertIn("  fine  error\n  racy  race\n", run.out)

    def test_errors(self):
        self.configure("Unix Makefiles")
        self.expect_error(self.raceward("check", "--all-targets", "racy.c"), "--all-targets needs -p")
        self.expect_error(self.raceward("check", "-p", "build", "--all-targets", "--target", "fine"),
                          "instead of")
        self.expect_error(self.raceward("check", "-p", "build", "--target", "fine,racy", "--json", "-"),
                          "standard output")
        self.expect_error(self.raceward("show", "program", "-p", "build", "--target", "fine,racy"),
                          "one target at a time")
        self.expect_error(self.raceward("check", "-p", "build", "--target", "fin"),
                          "did you mean 'fine'?")
        self.expect_error(self.raceward("check", "-p", "build", "--target", "fine", "racy.c"),
                          "not a part of target 'fine'", "'racy'")
        self.write("database/compile_commands.json", "[]")
        self.expect_error(self.raceward("check", "-p", "database", "--all-targets"),
                          "which programs", "--target")


if __name__ == "__main__":
    main()
