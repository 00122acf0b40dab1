// Calls through pointers that may lead to functions of the library, or to nothing.
#include "Judge.h"

namespace raceward::test {
namespace {

const std::string kTwo = "int main(void) { pthread_t s, t; void *p = malloc(8); if (!p) return 1; "
                         "pthread_create(&s,0,f,p); pthread_create(&t,0,f,p); return 0; }";

TEST(LibraryPointers, AllocatorsOfOnesOwnChoice) {
  const Judged judged = judge("struct hooks { void *(*get)(size_t); void (*put)(void *); } hooks = "
                              "{malloc, free};\nvoid *f(void *p) { int *a = hooks.get(4); if (a) { "
                              "*a = 1; hooks.put(a); } return 0; }\n" +
                              kTwo);
  EXPECT_TRUE(judged.raceFree());
}

TEST(LibraryPointers, WhatTheFunctionDoesIsSeen) {
  const Judged judged = judge("void (*put)(void *) = free;\nvoid *f(void *p) { *(char *)p = 1; if "
                              "(__VERIFIER_nondet_int()) put(p); return 0; }\n" +
                              kTwo);
  EXPECT_TRUE(judged.gaps.empty());
  EXPECT_GE(judged.left, 3u); // two writes, a write and free(), free() and free()
}

TEST(LibraryPointers, OneOfTheProgramOrOneOfTheLibrary) {
  const std::string code = "void keep(void *p) { *(char *)p = 2; }\nvoid (*put)(void *) = free;\n"
                           "void *f(void *p) { put(p); return 0; }\nint main(void) { pthread_t t; "
                           "char *p = malloc(8); if (!p) return 1; if (__VERIFIER_nondet_int()) "
                           "put = keep; pthread_create(&t,0,f,p); ";
  const Judged judged = judge(code + "*p = 1; return 0; }");
  EXPECT_TRUE(judged.gaps.empty());
  EXPECT_EQ(judged.left, 2u); // with keep(), and with free()
  EXPECT_TRUE(judge(code + "return 0; }").raceFree());
}

TEST(LibraryPointers, CallBacksThatNobodySets) {
  const std::string code = "int x; pthread_mutex_t m; struct cb { int (*begin)(int); int "
                           "(*end)(int); } cb;\nint plus(int i) { return i + 1; }\nvoid *f(void "
                           "*p) { pthread_mutex_lock(&m); if (cb.begin) x = cb.begin(x); if "
                           "(cb.end) x = cb.end(x); pthread_mutex_unlock(&m); return 0; }\n" +
                           kTwo;
  EXPECT_TRUE(judge("int start(void);\n" + code).raceFree());
}

TEST(LibraryPointers, OthersAreAGap) {
  const std::string f = "void *f(void *p) { put(p); return 0; }\n" + kTwo;
  EXPECT_FALSE(judge("extern void put(void *);\n" + f).gaps.empty());
  EXPECT_FALSE(judge("extern void other(void *); void (*put)(void *) = other;\n" + f).gaps.empty());
  EXPECT_FALSE(judge("extern void (*put)(void *);\n" + f).gaps.empty());
  // Called as a function of another type.
  EXPECT_FALSE(judge("int (*put)(void *) = (int (*)(void *))free;\n" + f).gaps.empty());
}

} // namespace
} // namespace raceward::test
