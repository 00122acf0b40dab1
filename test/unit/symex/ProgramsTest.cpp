// Small programs whose assertions say what must come out. An assertion that fails, a gap or
// a wrong number of paths is a defect of the machine.
#include "Machines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace raceward {
namespace {

using test::Executed;
using test::findingsOf;
using test::pathsOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Programs : public ::testing::TestWithParam<DataModel> {
protected:
  static std::size_t paths(const std::string &text) { return pathsOf(text, GetParam()); }
  static std::set<std::string> findings(const std::string &text) {
    return findingsOf(text, GetParam());
  }
};
INSTANTIATE_TEST_SUITE_P(Both, Programs, ::testing::Values(DataModel::LP64, DataModel::ILP32),
                         [](const auto &chosen) {
                           return chosen.param == DataModel::LP64 ? "LP64" : "ILP32";
                         });

// -- pointers and memory ---------------------------------------------------------------------

TEST_P(Programs, IndexThatStartsBeforeTheObject) {
  // The constant part of the address lies in, or near, another object.
  EXPECT_EQ(paths("int main(void) { char b[4]; char a[10]; b[0] = 0;\n"
                  "long i = __VERIFIER_nondet_long(); __VERIFIER_assume(i >= 20 && i < 30);\n"
                  "a[i - 20] = 5; assert(a[i - 20] == 5); return b[0]; }"),
            1u);
  EXPECT_THAT(findings("int main(void) { char b[4]; char a[10]; b[0] = 0;\n"
                       "long i = __VERIFIER_nondet_long(); __VERIFIER_assume(i >= 20 && i <= 30);\n"
                       "a[i - 20] = 5; return b[0]; }"),
              Contains(HasSubstr("invalid-write: write of 1 byte outside of an object of 10")));
}

TEST_P(Programs, DistanceThatLooksLikeAnAddress) {
  Executed executed =
      Executed::c("static char pad[300000]; static char a[20000000], b[20000000];\n"
                  "int main(void) { pad[0] = 1; unsigned i = __VERIFIER_nondet_uint() % 2;\n"
                  "char *const both[2] = {a, b}; char *q = both[i] + 140000; *q = 5; "
                  "assert(a[140000] + b[140000] == 5);\n"
                  "return 0; }",
                  {.dataModel = GetParam()});
  executed.run();
  EXPECT_THAT(executed.findings(), IsEmpty());
  EXPECT_EQ(executed.count(Stop::Why::Finished), 2u);
}

TEST_P(Programs, NeighbourIsNotReached) {
  EXPECT_THAT(findings("int main(void) { int a[4]; int b[100]; b[0] = 1; volatile int k = 20;\n"
                       "return a[k] + b[0]; }"),
              Contains(HasSubstr("invalid-read")));
}

TEST_P(Programs, SymbolicIndexBothOutcomes) {
  const std::set<std::string> found =
      findings("int main(void) { int a[4] = {1, 2, 3, 4}; unsigned i = __VERIFIER_nondet_uint();\n"
               "__VERIFIER_assume(i < 1000); int v = a[i]; assert(v == (int)i + 1); return v; }");
  EXPECT_EQ(found.size(), 1u);
  EXPECT_THAT(found, Contains(HasSubstr("invalid-read")));
}

TEST_P(Programs, SymbolicWriteThenConcreteRead) {
  // As a choice of places, and as an array.
  for (const std::string size : {"8", "4096"})
    for (const std::string type : {"unsigned char", "int"})
      EXPECT_EQ(paths("static " + type + " a[" + size +
                      "];\nint main(void) { unsigned i = __VERIFIER_nondet_uint() & (" + size +
                      " - 1);\na[i] = 7; a[3] = 1; assert(a[3] == 1);\n"
                      "assert((i == 3) | (a[i] == 7)); if (i == 5) { assert(a[5] == 7);\n"
                      "assert(a[4] == 0); } else { assert(a[5] == 0); } return 0; }"),
                2u)
          << size << type;
}

TEST_P(Programs, UnalignedSymbolicWrites) {
  EXPECT_EQ(paths("int main(void) { unsigned char a[16]; memset(a, 0, 16);\n"
                  "unsigned i = __VERIFIER_nondet_uint() & 7; int v = 0x04030201;\n"
                  "*(int *)(a + i) = v; int sum = 0;\n"
                  "for (int k = 0; k < 16; ++k) sum += a[k]; assert(sum == 10);\n"
                  "__VERIFIER_assume(i == 6); assert(a[6] == 1 && a[9] == 4); return 0; }"),
            1u);
}

TEST_P(Programs, SymbolicPointerOverSeveralObjects) {
  EXPECT_EQ(paths("int main(void) { int a = 1, b = 2, c = 3; int *t[3] = {&a, &b, &c};\n"
                  "unsigned i = __VERIFIER_nondet_uint() % 3; *t[i] = 10;\n"
                  "assert(a + b + c == (i == 0 ? 15 : i == 1 ? 14 : 13)); return 0; }"),
            3u);
}

TEST_P(Programs, CopiesOfSymbolicBytes) {
  EXPECT_EQ(paths("int main(void) { int x = __VERIFIER_nondet_int(); int y = 0; char b[16];\n"
                  "memset(b, 0, 16); memcpy(b + 2, &x, 4); memmove(b + 4, b + 2, 8);\n"
                  "memcpy(&y, b + 4, 4); assert(x == y); memset(b, x, 16);\n"
                  "assert(b[0] == b[15] && b[3] == (char)x); return 0; }"),
            1u);
  EXPECT_EQ(paths("int main(void) { unsigned n = __VERIFIER_nondet_uint() % 4; char b[4];\n"
                  "memset(b, 1, 4); memset(b, 0, n); int s = b[0] + b[1] + b[2] + b[3];\n"
                  "assert(s == 4 - (int)n); return 0; }"),
            4u);
}

TEST_P(Programs, CopyFromAnArrayTerm) {
  EXPECT_EQ(paths("static unsigned char a[200], b[200];\n"
                  "int main(void) { unsigned i = __VERIFIER_nondet_uint() & 127; a[i] = 9;\n"
                  "memcpy(b, a, 200); a[i] = 0; assert(b[i] == 9); assert(a[i] == 0);\n"
                  "return 0; }"),
            1u);
}

TEST_P(Programs, WritesAfterSymbolicReadsAreSeen) {
  // The array that was made for the first read must not serve the second.
  EXPECT_GE(paths("static unsigned char a[5000];\n"
                  "int main(void) { unsigned i = __VERIFIER_nondet_uint() & 4095;\n"
                  "a[1] = 1; assert(a[i] <= 1); a[1] = 2; a[2] = 3;\n"
                  "assert(a[i] == (i == 1 ? 2 : i == 2 ? 3 : 0)); a[2] = 4;\n"
                  "assert(a[i] == (i == 1 ? 2 : i == 2 ? 4 : 0)); return 0; }"),
            1u);
}

TEST_P(Programs, LargeObjects) {
  EXPECT_EQ(paths("static char big[40000000];\n"
                  "int main(void) { big[39999999] = 1; big[17000000] = 2; big[16777216] = 3;\n"
                  "char *p = malloc(33554432); p[33554431] = 4; p[0] = 5;\n"
                  "assert(big[39999999] == 1 && big[17000000] == 2 && big[16777216] == 3);\n"
                  "assert(p[33554431] == 4 && p[0] == 5); free(p); return 0; }"),
            1u);
  EXPECT_THAT(findings("int main(void) { char *p = malloc(33554432); return p[33554432]; }"),
              Contains(HasSubstr("invalid-read")));
  EXPECT_THAT(findings("int main(void) { char *p = malloc(33554432); free(p);\n"
                       "return p[20000000]; }"),
              Contains(HasSubstr("life has ended")));
}

TEST_P(Programs, CachesDoNotOutliveObjects) {
  EXPECT_THAT(findings("int main(void) { int *p = malloc(4); *p = 1; int v = *p; free(p);\n"
                       "return *p + v; }"),
              Contains(HasSubstr("life has ended")));
  EXPECT_THAT(findings("int main(void) { int *p = malloc(4); *p = 1; int *q = realloc(p, 8);\n"
                       "q[1] = 2; *p = 3; return q[0]; }"),
              Contains(HasSubstr("life has ended")));
  EXPECT_THAT(
      findings("static int *f(void) { int x = 1; int *volatile p = &x; *p = 2; return p; }\n"
               "int main(void) { int *p = f(); return *p; }"),
      Contains(HasSubstr("life has ended")));
  EXPECT_THAT(findings("static jmp_buf b; static int *p; static void f(void) { int x = 1; p = &x;\n"
                       "*p = 2; longjmp(b, 1); }\n"
                       "int main(void) { if (!setjmp(b)) f(); return *p; }"),
              Contains(HasSubstr("life has ended")));
}

TEST_P(Programs, GlobalsWithAddresses) {
  EXPECT_EQ(paths("static int x = 5; static int *p = &x; static char s[] = \"hello\";\n"
                  "static char *mid = &s[2]; static int f(void) { return 3; }\n"
                  "static int (*fp)(void) = f; struct n { struct n *next; int v; };\n"
                  "static struct n one, two = {&one, 2}, one = {&two, 1};\n"
                  "extern int alias __attribute__((alias(\"target\"))); int target = 9;\n"
                  "int main(void) { assert(*p == 5 && *mid == 'l' && fp() == 3);\n"
                  "assert(one.next->next == &one && one.next->v == 2); assert(alias == 9);\n"
                  "alias = 4; assert(target == 4); return 0; }"),
            1u);
}

// -- control -----------------------------------------------------------------------------

TEST_P(Programs, SymbolicSwitch) {
  EXPECT_EQ(
      paths("int main(void) { int r, x = __VERIFIER_nondet_int();\n"
            "switch (x) { case 1: case 5: case -3: r = 1; break; case 2: r = 2; break;\n"
            "case 7: default: r = 0; }\n"
            "assert((r == 1) == ((x == 1) | (x == 5) | (x == -3))); assert((r == 2) == (x == 2));\n"
            "return 0; }"),
      4u); // a label of its own, although it falls through to the default
}

TEST_P(Programs, ComputedGoto) {
  EXPECT_EQ(paths("int main(void) { static void *t[] = {&&a, &&b, &&c}; int r = 0;\n"
                  "unsigned i = __VERIFIER_nondet_uint() % 3; goto *t[i];\n"
                  "a: r = 1; goto *t[1]; b: r += 2; goto e; c: r = 4;\n"
                  "e: assert(r == (i == 0 ? 3 : i == 1 ? 2 : 4)); return 0; }"),
            3u);
}

TEST_P(Programs, SymbolicFunctionPointer) {
  EXPECT_EQ(
      paths("static int f(int x) { return x + 1; } static int g(int x) { return x * 2; }\n"
            "int main(void) { int (*t[2])(int) = {f, g}; unsigned i = __VERIFIER_nondet_uint();\n"
            "__VERIFIER_assume(i < 2); assert(t[i](5) == (i ? 10 : 6)); return 0; }"),
      2u);
}

TEST_P(Programs, LongjmpAcrossFrames) {
  EXPECT_EQ(paths("static jmp_buf b; static int depth;\n"
                  "static void f(int n) { ++depth; if (n == 0) longjmp(b, depth); f(n - 1); }\n"
                  "int main(void) { volatile int k = 0; int v = setjmp(b);\n"
                  "if (v == 0) { k = 1; f(5); } assert(v == 6 && k == 1);\n"
                  "if (k < 3) { k = k + 1; } return 0; }"),
            1u);
  EXPECT_THAT(findings("static jmp_buf b; static void f(void) { if (setjmp(b)) return; }\n"
                       "int main(void) { f(); longjmp(b, 1); }"),
              Contains(HasSubstr("has returned")));
  EXPECT_THAT(findings("static jmp_buf b;\n"
                       "int main(void) { if (setjmp(b)) return 0; ((int *)b)[1] ^= 1;\n"
                       "longjmp(b, 1); }"),
              Contains(HasSubstr("misuse")));
}

TEST_P(Programs, EndOfTheProcess) {
  Executed executed = Executed::c(
      "static void one(void) { puts(\"one\"); } static void late(void) { puts(\"late\"); }\n"
      "static void two(void) { puts(\"two\"); atexit(late); }\n"
      "static void three(void) { puts(\"three\"); exit(5); }\n"
      "static void deep(int n) { if (n) deep(n - 1); else exit(3); }\n"
      "__attribute__((constructor)) static void early(void) { puts(\"early\"); }\n"
      "int main(void) { atexit(one); atexit(two); atexit(three); deep(4); return 1; }",
      {.dataModel = GetParam()});
  executed.run();
  EXPECT_THAT(executed.gaps(), IsEmpty());
  EXPECT_EQ(executed.output(), "early\nthree\ntwo\nlate\none\n");
  ASSERT_EQ(executed.ends().size(), 1u);
  EXPECT_EQ(executed.ends()[0].state.exitCode, 5);
}

// -- calls -----------------------------------------------------------------------------------

TEST_P(Programs, VariadicArguments) {
  EXPECT_EQ(
      paths(
          "struct f { float x, y; }; struct g { float x, y, z; }; struct d { double a; int b; };\n"
          "struct b { long a[5]; }; struct s { char c[3]; }; struct i { int a, b; };\n"
          "static void f(int n, ...) { va_list l, m; va_start(l, n); va_copy(m, l);\n"
          "struct f p = va_arg(l, struct f); struct g g = va_arg(l, struct g);\n"
          "int k = va_arg(l, int); struct d d = va_arg(l, struct d);\n"
          "struct b b = va_arg(l, struct b); long double e = va_arg(l, long double);\n"
          "double h = va_arg(l, double); struct s s = va_arg(l, struct s);\n"
          "struct i i = va_arg(l, struct i); long long q = va_arg(l, long long);\n"
          "char *t = va_arg(l, char *); va_end(l);\n"
          "assert(p.x == 1 && p.y == 2); assert(g.x == 3 && g.y == 4 && g.z == 5);\n"
          "assert(d.a == 7 && d.b == 8); assert(b.a[0] == 1 && b.a[4] == 9);\n"
          "assert(e == 1.5L && h == 2.5); assert(s.c[0] == 'a' && s.c[2] == 'c');\n"
          "assert(i.a == 11 && i.b == 12 && q == 1234567890123LL); assert(t[1] == 'y');\n"
          "assert(k == n); struct f r = va_arg(m, struct f); assert(r.y == 2); va_end(m); }\n"
          "int main(void) { struct f p = {1, 2}; struct g g = {3, 4, 5}; struct d d = {7, 8};\n"
          "struct b b = {{1, 0, 0, 0, 9}}; struct s s = {{'a', 'b', 'c'}}; struct i i = {11, 12};\n"
          "int n = __VERIFIER_nondet_int();\n"
          "f(n, p, g, n, d, b, 1.5L, 2.5, s, i, 1234567890123LL, \"xyz\"); return 0; }"),
      1u);
}

TEST_P(Programs, StarsOfAFormat) {
  Executed executed =
      Executed::c("int main(void) { printf(\"[%*d][%-*d][%.*s][%.*d]\", 4, 7, 3, 8,\n"
                  "2, \"abc\", -1, 5); return 0; }",
                  {.dataModel = GetParam()});
  executed.run();
  EXPECT_EQ(executed.output(), "[   7][8  ][ab][5]");
}

TEST_P(Programs, StructsByValue) {
  EXPECT_EQ(
      paths("struct s { int a[20]; }; static int f(struct s v) { v.a[3] += 1; return v.a[3]; }\n"
            "int main(void) { struct s x; memset(&x, 0, sizeof x);\n"
            "x.a[3] = __VERIFIER_nondet_int(); int old = x.a[3]; int r = f(x);\n"
            "assert(r == old + 1 && x.a[3] == old); struct s t[2]; t[0] = x; t[1] = x;\n"
            "t[1].a[3] = 1; unsigned i = __VERIFIER_nondet_uint() % 2;\n"
            "struct s *p[2] = {&t[0], &t[1]}; r = f(*p[i]);\n"
            "assert(r == (i ? 2 : old + 1)); return 0; }"),
      2u);
}

TEST_P(Programs, WrongResultTypeIsNoWrongResult) {
  Executed executed = Executed::c(
      "static long long f(void) { return 1; }\n"
      "int main(void) { int (*g)(void) = (int (*)(void))f; assert(g() == 1); return 0; }",
      {.dataModel = GetParam()});
  executed.run();
  EXPECT_THAT(executed.findings(), IsEmpty());
  EXPECT_THAT(executed.gaps(), Contains(HasSubstr("another type")));
}

TEST_P(Programs, ThreadLocalsAndAtomics) {
  EXPECT_EQ(
      paths("static _Thread_local int t = 4; static _Thread_local int *p; atomic_int a = 3;\n"
            "atomic_uchar c = 250;\n"
            "int main(void) { p = &t; *p += 1; assert(t == 5);\n"
            "int x = __VERIFIER_nondet_int(); assert(atomic_fetch_add(&a, x) == 3);\n"
            "assert(a == 3 + x); int want = 3; _Bool ok = atomic_compare_exchange_strong(&a, "
            "&want, 7);\n"
            "assert(ok == (x == 0)); assert(ok ? a == 7 : want == 3 + x);\n"
            "atomic_fetch_add(&c, 10); assert(c == 4); atomic_fetch_or(&c, 3); assert(c == 7);\n"
            "atomic_fetch_xor(&c, 1); assert(c == 6); atomic_fetch_and(&c, 4); assert(c == 4);\n"
            "assert(atomic_exchange(&c, 9) == 4); atomic_fetch_sub(&c, 10); assert(c == 255);\n"
            "return 0; }"),
      2u);
}

// -- what the solver cannot decide -------------------------------------------------------------

TEST(Limits, AValueThatWasNotShownToBeTheOnlyOneIsAssumed) {
  // With no effort at all, the size of the copy is one value of many: the rest of the path
  // must not treat it as another one.
  Executed executed = Executed::c(
      "int main(void) { unsigned x = __VERIFIER_nondet_uint(); char b[64]; memset(b, 1, 64);\n"
      "unsigned n = (x * x * 7 + x) % 61; memset(b, 0, n); if (n != 0) assert(b[0] == 0);\n"
      "else assert(b[0] == 1); return 0; }",
      {.effort = 1, .checkChoices = false});
  executed.run();
  EXPECT_THAT(executed.findings(), IsEmpty());
  EXPECT_FALSE(executed.gaps().empty());
}

TEST(Limits, APathEndsWhereTheTimeWasOverBeforeTheSolverAnswered) {
  // With more time both sides are followed: a run that went on with one of them without a choice
  // could not be executed again.
  const std::string text = "int main(void) { unsigned x = __VERIFIER_nondet_uint();\n"
                           "if ((x * x * 7 + x) % 61 == 5) return 1; return 0; }";
  Executed late = Executed::c(text, {.effort = 1, .secondsLeft = 0, .checkChoices = false});
  late.run();
  EXPECT_EQ(late.ends().size(), 1u);
  ASSERT_EQ(late.count(Stop::Why::Gap), 1u);
  EXPECT_EQ(late.ends()[0].stop.gap.kind, GapKind::TimeLimit);
  Executed early = Executed::c(text, {.effort = 1, .secondsLeft = 100, .checkChoices = false});
  early.run();
  EXPECT_EQ(early.count(Stop::Why::Finished), 1u);
}

TEST(Limits, DeepRecursion) {
  Executed executed = Executed::c(
      "static int f(int n) { int x[2] = {n, 0}; return n == 0 ? 0 : f(n - 1) + (x[0] > 0); }\n"
      "int main(void) { return f(200000) == 200000 ? 0 : 1; }");
  executed.run(100'000'000);
  ASSERT_EQ(executed.ends().size(), 1u);
  EXPECT_EQ(executed.ends()[0].stop.why, Stop::Why::Finished);
  EXPECT_EQ(executed.ends()[0].state.exitCode, 0);
}

TEST(Limits, DeepStatesAreDestroyed) {
  Executed executed =
      Executed::c("static int f(int n) { if (__VERIFIER_nondet_int() == n) return 1;\n"
                  "return n == 0 ? 0 : f(n - 1) + 1; }\n"
                  "static int g(int n) { return n == 0 ? 0 : g(n - 1) + 1; }\n"
                  "int main(void) { return g(1000000) + f(3); }",
                  {.checkChoices = false});
  State state = executed.machine().initial();
  const Stop stop = executed.machine().run(state, 0, 2'000'000); // stops in the middle
  EXPECT_EQ(stop.why, Stop::Why::Budget);
  EXPECT_GT(state.threads[0].depth, 100'000u);
  State copy = state;
  EXPECT_EQ(executed.machine().run(copy, 0, 1000).why, Stop::Why::Budget);
}

TEST(Limits, LongLoop) {
  Executed executed = Executed::c("int main(void) { unsigned s = 0;\n"
                                  "for (unsigned i = 0; i < 2000000; ++i) s = s * 3 + i;\n"
                                  "return s == 0; }",
                                  {.checkChoices = false});
  executed.run(UINT64_MAX);
  ASSERT_EQ(executed.ends().size(), 1u);
  EXPECT_EQ(executed.ends()[0].stop.why, Stop::Why::Finished);
  EXPECT_GT(executed.ends()[0].state.steps, 10'000'000u);
}

} // namespace
} // namespace raceward
