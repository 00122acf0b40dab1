"""raceward cc and raceward c++: what clang makes, what the hooks tell, and what is linked."""

import concurrent.futures
import glob
import os
import re
import shutil
import struct
import subprocess
import unittest

from harness import CLANG, LONG, RACEWARD, EndToEnd, main

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.path.dirname(os.path.dirname(os.path.abspath(RACEWARD)))

# Stands in for the runtime: a line for each hook, with the functions that it was reached through.
TELLER = r"""
#include "raceward_control.h"
#include <stdio.h>
__thread struct rw_here __raceward_here;
static int quiet;
void be_quiet(int now);
void be_quiet(int now) { quiet = now; }
static void place(const struct rw_site *site) {
  if (quiet)
    return;
  printf(" %s @%u %s%s%s", site->object, site->line, site->function, *site->callee ? " by " : "",
         site->callee);
  for (const struct rw_frame *f = __raceward_here.frame; f && f->called_from; f = f->parent)
    printf(" < %s", f->called_from->function);
  printf(" #%u\n", site->index);
}
#define TELL(...) do { if (!quiet) printf(__VA_ARGS__); place(site); } while (0)
#define NUMBERS const void *address, uint64_t bytes
#define SITE const struct rw_site *site
#define BYTES (unsigned)bytes
void __raceward_read(NUMBERS, SITE) { (void)address; TELL("read %u", BYTES); }
void __raceward_write(NUMBERS, SITE) { (void)address; TELL("write %u", BYTES); }
void __raceward_copy(const void *to, const void *from, uint64_t bytes, SITE) {
  (void)to; (void)from; TELL("copy %u", BYTES);
}
void __raceward_set(NUMBERS, SITE) { (void)address; TELL("set %u", BYTES); }
void __raceward_atomic_read(NUMBERS, uint32_t o, SITE) { (void)address; TELL("get %u,%u", BYTES, o); }
void __raceward_atomic_write(NUMBERS, uint32_t o, SITE) { (void)address; TELL("put %u,%u", BYTES, o); }
void __raceward_atomic_update(NUMBERS, uint32_t o, SITE) { (void)address; TELL("update %u,%u", BYTES, o); }
void __raceward_compare(NUMBERS, uint32_t s, uint32_t f, SITE) {
  (void)address; TELL("compare %u,%u,%u", BYTES, s, f);
}
void __raceward_compared(uint32_t succeeded) { if (!quiet) printf("compared %u\n", succeeded); }
void __raceward_fence(uint32_t order, SITE) { TELL("fence %u", order); }
void __raceward_call(const void *function, SITE) {}
void __raceward_assembly(SITE) {}
void __raceward_register(struct rw_site *begin, struct rw_site *end) {
  printf("sites %d\n", (int)(end - begin));
}
"""


class Compiler(EndToEnd):
    def run_tool(self, *command, env=None, stdin=None):
        return subprocess.run(command, cwd=self.folder, capture_output=True, text=True,
                              env=self.environment(env), timeout=LONG, input=stdin)

    def succeed(self, *command, **keywords):
        run = self.run_tool(*command, **keywords)
        self.assertEqual(run.returncode, 0, run)
        return run.stdout

    def cc(self, *words, **keywords):
        return self.succeed(RACEWARD, "cc", *words, **keywords)

    def told(self, source, *flags, name="t.c"):
        """What the hooks of the program told: lines without the numbers of instructions."""
        return [re.sub(r" #\d+$", "", line) for line in self.told_with_numbers(source, *flags,
                                                                              name=name)]

    def told_with_numbers(self, source, *flags, name="t.c"):
        cxx = name.endswith(".cpp")
        self.write(name, source)
        self.write("teller.c", TELLER)
        self.succeed(RACEWARD, "c++" if cxx else "cc", "-c", "-w", *flags, name, "-o", "t.o")
        self.succeed(CLANG, "-w", "-c", "-I", SOURCE + "/runtime/control",
                     "-I", BUILD + "/generated", "teller.c")
        self.succeed(CLANG, *(["--driver-mode=g++"] if cxx else []), "t.o", "teller.o", "-o", "t",
                     "-pthread", "-latomic")
        lines = self.succeed(self.path("t")).splitlines()
        self.assertRegex(lines[0], r"^sites \d+$")
        return lines[1:]


class Hooks(Compiler):
    def expect_told(self, source, lines, name="t.c", levels=("-O0", "-O2")):
        for level in levels:
            with self.subTest(level=level):
                self.assertEqual(self.told(source, level, name=name), lines)

    def test_what_others_may_see(self):
        self.expect_told("""\
struct node { int value; struct node *next; unsigned low : 3; };
static struct node first; static struct node *head = &first; int x; volatile int v; long double d;
int main(void) {
  x++;
  head->value = v;
  head->low = 1;
  d = 2;
  struct node copy = *head;
  return copy.value * 0;
}
""", ["read 4 x @4 main", "write 4 x @4 main",
      "read 4 v @5 main", "read 8 head @5 main", "write 4 head->value @5 main",
      "read 8 head @6 main", "read 1 head->low @6 main", "write 1 head->low @6 main",
      "write 10 d @7 main", "read 8 head @8 main", "read 24 *head @8 main"])

    def test_what_nobody_else_sees_is_left_alone(self):
        self.expect_told("""\
static const int table[] = {1, 2, 3};
static __thread int mine;
static void add(int *to, int much) { *to += much; }
struct pair { int a, b; };
static int sum(struct pair by_value) { by_value.a++; return by_value.a + by_value.b; }
int main(int argc, char **argv) {
  int local = table[argc], array[8];
  for (int i = 0; i < 8; i++)
    array[i] = i;
  struct pair pair = {local, 2}, *where = argc > 1 ? &pair : &(struct pair){1, 2};
  mine += array[argc] + where->b + sum(pair);
  add(argc > 5 ? &local : &local, 1);
  return mine == 4711;
}
""", ["read 4 *to @3 add < main", "write 4 *to @3 add < main"])

    def test_an_address_that_goes_elsewhere_counts(self):
        self.expect_told("""\
int *published; static __thread int mine; void be_quiet(int);
static void keep(int *p) { published = p; }
int main(void) {
  be_quiet(1);
  int kept = 0, stored = 0, passed = 0; keep(&kept); published = &stored; be_quiet(0);
  kept = 1;
  stored = 2;
  be_quiet(1); published = &mine; be_quiet(0);
  mine = 3;
  extern void unknown(int *); if (passed) unknown(&passed);
  passed = 4;
  return 0;
}
void unknown(int *p) { published = p; }
""", ["write 4 kept @6 main", "write 4 stored @7 main", "write 4 mine @9 main",
      "read 4 passed @10 main", "write 4 passed @11 main"])

    def test_atomics(self):
        self.expect_told("""\
#include <stdatomic.h>
atomic_int a; struct big { char c[24]; }; _Atomic struct big b; int plain;
int main(void) {
  atomic_store_explicit(&a, 1, memory_order_release);
  if (atomic_load_explicit(&a, memory_order_acquire) != 1) return 1;
  atomic_fetch_add_explicit(&a, 1, memory_order_relaxed);
  int expected = 7;
  atomic_compare_exchange_strong(&a, &expected, 3);
  atomic_compare_exchange_strong_explicit(&a, &expected, 3, memory_order_acq_rel,
                                          memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  atomic_signal_fence(memory_order_seq_cst);
  struct big copy = b;
  b = copy;
  return 0;
}
""", ["put 4,4 a @4 main", "get 4,3 a @5 main", "update 4,1 a @6 main",
      "compare 4,6,6 a @8 main", "compared 0", "compare 4,5,1 a @9 main", "compared 1",
      "fence 6  @11 main",
      "get 24,6 b @13 main by __atomic_load", "put 24,6 b @14 main by __atomic_store"])

    def test_blocks_of_memory(self):
        self.expect_told("""\
#include <string.h>
char one[16], two[16];
int main(int argc, char **argv) {
  char local[16];
  memcpy(one, two, 3 * argc);
  memcpy(local, one, 5);
  memcpy(two, local, 6);
  memmove(one + 1, one, 7);
  memset(one, 0, 8);
  memset(local, 0, argc);
  return local[0];
}
""", ["copy 3 one @5 main", "read 5 one @6 main", "write 6 two @7 main", "copy 7 one[1] @8 main",
      "set 8 one @9 main"])

    def test_library_functions_by_what_they_touch_for_certain(self):
        self.expect_told("""\
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
char one[32] = "abc", two[32]; int p[2];
int main(int argc, char **argv) {
  char local[32];
  if (strlen(one) != 3) return 1;
  strcpy(two, one);
  strcat(two, "de");
  if (strcmp(one, two) == 0 || strncmp(one, two, argc - 1) || memcmp(one, two, 4) == 0) return 1;
  sprintf(one, "%d", 12345);
  snprintf(one, 4, "%d", 12345);
  snprintf(local, 9, "%s%.2s", one, one);
  if (atoi(one) != 123) return 1;
  if (pipe(p) || write(p[1], one, 2) != 2 || read(p[0], two, 9) != 2) return 1;
  strncpy(two, one, 5);
  char *copy = strdup(one);
  copy[0] = 'x';
  free(copy);
  return 0;
}
""", ["read 4 one @8 main by strlen",
      "write 4 two @9 main by strcpy", "read 4 one @9 main by strcpy",
      "read 4 two @10 main by strcat", "write 3 two @10 main by strcat",
      "read 1 one @11 main by strcmp", "read 1 two @11 main by strcmp",
      "read 0 one @11 main by strncmp", "read 0 two @11 main by strncmp",
      "read 1 one @11 main by memcmp", "read 1 two @11 main by memcmp",
      "write 6 one @12 main by sprintf", "write 4 one @13 main by snprintf",
      "read 1 one @15 main by atoi",
      "read 4 p[1] @16 main", "read 2 one @16 main by write",
      "read 4 p[0] @16 main", "write 2 two @16 main by read",
      "write 5 two @17 main by strncpy", "read 4 one @18 main by strdup"], levels=("-O0",))

    def test_where_the_thread_is(self):
        self.expect_told("""\
#include <setjmp.h>
#include <stdlib.h>
int x; static jmp_buf back;
__attribute__((noinline)) static void deep(int jump) { x = 1; if (jump) longjmp(back, 1); }
__attribute__((noinline)) static void outer(int jump) { deep(jump); x = 2; }
static int at(const int *p) { return *p; }
static int order(const void *a, const void *b) { return at(a) - at(b); }
static int numbers[3] = {1, 2, 3};
int main(void) {
  outer(0);
  if (setjmp(back) == 0)
    outer(1);
  x = 3;
  qsort(numbers, 3, sizeof(int), order);
  return 0;
}
""", ["write 4 x @4 deep < outer < main", "write 4 x @5 outer < main",
      "write 4 x @4 deep < outer < main", "write 4 x @13 main"] +
                         4 * ["read 4 *p @6 at < order < main"],
                         levels=("-O0",))

    def test_exceptions_leave_frames(self):
        lines = self.told("""\
#include <stdexcept>
extern "C" void be_quiet(int);
int x;
struct guard { ~guard() { x = 7; } };
[[gnu::noinline]] static void thrower() { x = 1; throw std::runtime_error("no"); }
[[gnu::noinline]] static void passer() { thrower(); x = 2; }
[[gnu::noinline]] static void cleaner() { guard g; passer(); }
int main() {
  try { cleaner(); } catch (const std::exception &) { x = 3; }
  x = 4;
  return 0;
}
""", name="t.cpp")
        self.assertEqual([line for line in lines if line.startswith("write 4 x")],
                         ["write 4 x @5 _ZL7throwerv < _ZL6passerv < _ZL7cleanerv < main",
                          "write 4 x @4 _ZN5guardD2Ev < _ZL7cleanerv < main",
                          "write 4 x @9 main", "write 4 x @10 main"])

    def test_inline_assembly_is_told_of(self):
        self.write("asm.c", """\
int x;
void f(void) {
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("jmp 1f; 1: incl %0" : "+m"(x));
}
""")
        run = self.run_tool(RACEWARD, "cc", "-Werror", "-c", "asm.c")
        self.assertEqual(run.returncode, 0, run)
        self.assertEqual(run.stderr, "asm.c:4: note: raceward does not see what inline assembly "
                                     "touches\n")

    def test_accesses_of_inline_assembly_are_hooked(self):
        self.expect_told("""\
int x;
int main(void) {
  int old = 1;
  __asm__ volatile("pause" ::: "memory");
  __asm__ volatile("lock; xaddl %0, %1" : "+r"(old), "+m"(x) : : "memory");
  __asm__ volatile("incl %0" : "+m"(x));
  __asm__ volatile("movl %1, %0" : "=r"(old) : "m"(x) : "memory");
  __asm__ volatile("mfence" ::: "memory");
  return x == 2 && old == 2 ? 0 : 1;
}
""", ["update 4,6 x @5 main", "fence 6  @5 main", "read 4 x @6 main", "write 4 x @6 main", "get 4,3 x @7 main",
      "fence 6  @8 main", "read 4 x @9 main"])

    def test_numbers_are_those_of_the_embedded_bitcode(self):
        source = """\
int x, y;
void first(void) { x = 1; }
int main(void) { first(); y = x; return 0; }
"""
        lines = self.told_with_numbers(source)
        text = disassembled(self, self.path("t"))
        instructions = [line for line in text.splitlines()
                        if re.match(r"  (?!\s|#dbg|call void @llvm.dbg)", line)]
        for line, wanted in zip(lines, ("store i32 1, ptr @x", "load i32, ptr @x",
                                        "store i32 %0, ptr @y"), strict=True):
            self.assertIn(wanted, instructions[int(line.rsplit("#", 1)[1])])


def embedded(program):
    """The pieces of .raceward.bc: (number of sites, bitcode)."""
    with open(program, "rb") as file:
        content = file.read()
    at, pieces = content.find(b"RWBITCD1"), []
    while at >= 0:
        size, sites = struct.unpack_from("=QQ", content, at + 8)
        pieces.append((sites, content[at + 24:at + 24 + size]))
        at = content.find(b"RWBITCD1", at + 24 + size)
    return pieces


def disassembled(test, program):
    if not shutil.which("llvm-dis-19"):
        test.skipTest("llvm-dis-19 is not there")
    ((_, bitcode),) = embedded(program)
    test.write("t.bc", bitcode)
    return test.succeed("llvm-dis-19", "-o", "-", "t.bc")


PLAIN = """\
#include <stdio.h>
int twice(int n) { return 2 * n; }
int main(void) { printf("%d\\n", twice(21)); return 0; }
"""

CMAKE_PROJECT = """\
cmake_minimum_required(VERSION 3.20)
project(small C CXX)
find_package(Threads REQUIRED)
add_library(part SHARED part.c)
add_executable(small main.cpp)
target_link_libraries(small PRIVATE part Threads::Threads)
"""


class Wrapper(Compiler):
    def setUp(self):
        super().setUp()
        self.write("a.c", PLAIN)

    def test_one_step_and_two(self):
        self.cc("-O2", "a.c", "-o", "one")
        self.assertEqual(self.succeed(self.path("one")), "42\n")
        self.cc("-c", "a.c")
        self.cc("a.o", "-o", "two")
        self.assertEqual(self.succeed(self.path("two")), "42\n")

    def test_from_standard_input(self):
        self.cc("-x", "c", "-", "-o", "t", stdin=PLAIN)
        self.assertEqual(self.succeed(self.path("t")), "42\n")

    def test_steps_that_do_not_link(self):
        self.assertIn("twice", self.cc("-E", "a.c"))
        self.assertIn("a.o: a.c", self.cc("-M", "a.c"))
        self.assertIn("main:", self.cc("-S", "a.c", "-o", "-"))
        self.assertIn("clang version 19", self.cc("--version"))
        self.assertIn("clang version 19", self.run_tool(RACEWARD, "cc", "-v").stderr)
        self.assertIn("libc.so", self.cc("-print-file-name=libc.so"))
        self.cc("-Wall", "-Wextra", "-Werror", "-c", "a.c")
        self.cc("-Wall", "-Wextra", "-Werror", "a.o", "-o", "t")

    def test_errors_are_those_of_clang(self):
        run = self.run_tool(RACEWARD, "cc", "no.c")
        self.assertEqual(run.returncode, 1, run)
        self.assertIn("no such file or directory: 'no.c'", run.stderr)

    def test_debug_information_is_added_and_the_programs_wish_wins(self):
        self.assertIn("DICompileUnit", self.cc("-S", "-emit-llvm", "-o", "-", "a.c"))
        self.assertNotIn("DICompileUnit", self.cc("-g0", "-S", "-emit-llvm", "-o", "-", "a.c"))

    def test_static_programs_are_refused(self):
        self.expect_error(self.raceward("cc", "-static", "a.c", "-o", "t"), "-static")
        self.cc("-static", "-c", "a.c")

    def test_shared_libraries_find_the_hooks_in_the_program(self):
        self.write("part.c", "int shared; int next(void) { return ++shared; }\n")
        self.write("use.c", """\
#include <dlfcn.h>
#include <stdio.h>
int main(void) {
  void *library = dlopen("./libpart.so", RTLD_NOW);
  int (*next)(void) = library ? (int (*)(void))dlsym(library, "next") : 0;
  if (!next)
    puts(dlerror());
  else
    printf("%d\\n", next() + next());
  return 0;
}
""")
        self.cc("-shared", "-fPIC", "-Wl,-z,defs", "part.c", "-o", "libpart.so")
        self.cc("use.c", "-o", "use")
        self.assertEqual(self.succeed(self.path("use")), "3\n")

    def test_32_bits_are_refused(self):
        run = self.run_tool(RACEWARD, "cc", "-m32", "-c", "-x", "c", "-", stdin="int x;\n")
        self.assertEqual(run.returncode, 1, run)
        self.assertIn("only 64-bit programs", run.stderr)

    def test_bitcode_is_embedded(self):
        self.cc("a.c", "-o", "t")
        self.assertIn("define dso_local i32 @twice", disassembled(self, self.path("t")))
        self.assertNotIn("__raceward", disassembled(self, self.path("t")))
        self.cc("--raceward-no-embed", "a.c", "-o", "t")
        ((sites, bitcode),) = embedded(self.path("t"))
        self.assertEqual(bitcode, b"")
        self.assertGreater(sites, 0)

    def test_own_options(self):
        self.expect_error(self.raceward("cc", "--raceward-embed", "a.c"), "--raceward-embed")
        self.assertIn("--raceward-no-embed", self.raceward("cc", "--help").out)
        self.assertIn("clang++ 19", self.raceward("c++", "--help").out)

    def test_missing_parts_are_named(self):
        os.makedirs(self.path("else/bin"))
        shutil.copy(RACEWARD, self.path("else/bin/raceward"))
        run = self.run_tool(self.path("else/bin/raceward"), "cc", "a.c")
        self.assertEqual(run.returncode, 2, run)
        self.assertIn("raceward-pass.so", run.stderr)
        self.assertIn("hint: ", run.stderr)
        self.expect_error(self.raceward("cc", "a.c", env={"RACEWARD_CLANG": "/bin/false"}),
                          "not a clang 19")

    def test_cmake_toolchain(self):
        self.write("p/CMakeLists.txt", CMAKE_PROJECT)
        self.write("p/part.c", "int shared; int next(void) { return ++shared; }\n")
        self.write("p/main.cpp", """\
#include <cstdio>
#include <thread>
extern "C" int next(void);
int main() { std::thread t([] { next(); }); t.join(); std::printf("%d\\n", next()); }
""")
        self.succeed("cmake", "-S", "p", "-B", "b", "-DRACEWARD=" + os.path.abspath(RACEWARD),
                     "--toolchain", SOURCE + "/cmake/raceward-toolchain.cmake")
        self.succeed("cmake", "--build", "b")
        self.assertEqual(self.succeed(self.path("b/small")), "2\n")
        self.assertEqual(len(embedded(self.path("b/small"))), 1)
        self.assertEqual(len(embedded(self.path("b/libpart.so"))), 1)

    @unittest.skipUnless(os.path.exists(BUILD + "/share.stamp"), "the build is not complete")
    def test_installed(self):
        self.succeed("cmake", "--install", BUILD, "--prefix", self.path("usr"))
        toolchain = self.path("usr/share/raceward/raceward-toolchain.cmake")
        self.assertTrue(os.path.exists(toolchain))
        self.succeed(self.path("usr/bin/raceward"), "cc", "a.c", "-o", "t")
        self.assertEqual(self.succeed(self.path("t")), "42\n")


class CxxPrograms(Compiler):
    """test/programs/cpp: they build without a warning, and do what they should when nobody
    controls them."""

    def test_build_and_run(self):
        programs = sorted(glob.glob(SOURCE + "/test/programs/cpp/*.cpp"))
        self.assertGreaterEqual(len(programs), 30)

        def build_and_run(path):
            program = self.path(os.path.basename(path) + ".out")
            build = self.run_tool(RACEWARD, "c++", "-std=c++20", "-Wall", "-Wextra", "-Werror",
                                  path, "-o", program)
            return build if build.returncode != 0 else self.run_tool(program)

        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for path, run in zip(programs, pool.map(build_and_run, programs)):
                with self.subTest(program=os.path.basename(path)):
                    self.assertEqual(run.returncode, 0, run)


if __name__ == "__main__":
    main()
