// What threads do to each other, one rule at a time: each pair of programs differs in what
// the rule is about.
#include "ExploreC.h"

#include <gmock/gmock.h>

namespace raceward {
namespace {

using test::exploreC;
using test::provesRaceFree;

/// main creates `a` and does what is given, with variables v and w and a mutex m.
std::string besides(const std::string &a, const std::string &main, const std::string &before = "") {
  return "int v, w; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int state;" + before +
         "void *a(void *x) {" + a + " return x; }" +
         "int main(void) { pthread_t t; pthread_create(&t, 0, a, 0);" + main +
         " pthread_join(t, 0); return 0; }";
}

bool hasRace(const std::string &body) {
  const Exploration report = exploreC(body);
  return !report.races.empty();
}

bool isUnknown(const std::string &body) {
  const Exploration report = exploreC(body);
  return report.races.empty() && !report.provesRaceFree();
}

// -- atomic sections ----------------------------------------------------------------------

const char *const kBegin = "__VERIFIER_atomic_begin();";
const char *const kEnd = "__VERIFIER_atomic_end();";

TEST(Primitives, SectionsOrderEachOther) {
  EXPECT_TRUE(provesRaceFree(
      exploreC(besides(std::string("v = 1;") + kBegin + "state = 1;" + kEnd,
                       std::string("int s;") + kBegin + "s = state;" + kEnd + "if (s) v = 2;"))));
  EXPECT_TRUE(
      hasRace(besides(std::string("v = 1;") + kBegin + "state = 1;" + kEnd,
                      std::string("int s;") + kBegin + "s = state;" + kEnd + "if (!s) v = 2;")));
}

TEST(Primitives, ASectionAndAPlainAccessRace) {
  EXPECT_TRUE(hasRace(besides(std::string(kBegin) + "v = 1;" + kEnd, "v = 2;")));
}

TEST(Primitives, AnAssumptionInASectionWaits) {
  const std::string lock = "static void __VERIFIER_atomic_lock(void) {"
                           "__VERIFIER_assume(state == 0); state = 1; }"
                           "static void __VERIFIER_atomic_unlock(void) { state = 0; }";
  const std::string use = "__VERIFIER_atomic_lock(); v++; __VERIFIER_atomic_unlock();";
  EXPECT_TRUE(provesRaceFree(exploreC(besides(use, use, lock))));
  EXPECT_TRUE(hasRace(besides(use, use + "v = 3;", lock)));
}

TEST(Primitives, AnInputDecidesWhatASectionTouches) {
  const std::string section =
      std::string("int i = __VERIFIER_nondet_int();") + kBegin + "if (i == 4711) v = 1;" + kEnd;
  EXPECT_TRUE(hasRace(besides(section, "v = 2;")));
  EXPECT_TRUE(provesRaceFree(exploreC(besides("__VERIFIER_assume(0);" + section, "v = 2;"))));
}

// -- mutexes ------------------------------------------------------------------------------

TEST(Primitives, ASuccessfulTrylockProtects) {
  EXPECT_TRUE(provesRaceFree(
      exploreC(besides("if (!pthread_mutex_trylock(&m)) { v = 1; pthread_mutex_unlock(&m); }",
                       "pthread_mutex_lock(&m); v = 2; pthread_mutex_unlock(&m);"))));
}

TEST(Primitives, AFailedTrylockProtectsNothing) {
  EXPECT_TRUE(hasRace(besides("if (pthread_mutex_trylock(&m)) v = 1;",
                              "pthread_mutex_lock(&m); v = 2; pthread_mutex_unlock(&m);")));
  // Only the failure itself says that the other was there before: read in two ways.
  EXPECT_TRUE(isUnknown(
      besides("v = 1; pthread_mutex_lock(&m);", "if (pthread_mutex_trylock(&m)) v = 2;")));
}

TEST(Primitives, ARecursiveMutexIsFreeAfterItsLastUnlock) {
  // As PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP is.
  const std::string mutex = "pthread_mutex_t r = {{0, 0, 0, 0, 1}};";
  EXPECT_TRUE(provesRaceFree(
      exploreC("#define _GNU_SOURCE\n" +
               besides("pthread_mutex_lock(&r); pthread_mutex_lock(&r);"
                       "pthread_mutex_unlock(&r); v = 1; pthread_mutex_unlock(&r);",
                       "pthread_mutex_lock(&r); v = 2; pthread_mutex_unlock(&r);", mutex))));
  EXPECT_TRUE(hasRace(besides("pthread_mutex_lock(&r); pthread_mutex_lock(&r);"
                              "pthread_mutex_unlock(&r); pthread_mutex_unlock(&r); v = 1;",
                              "pthread_mutex_lock(&r); v = 2; pthread_mutex_unlock(&r);", mutex)));
}

TEST(Primitives, TheKindOfAMutexComesFromItsAttribute) {
  const std::string initialise =
      "pthread_mutexattr_t kind; pthread_mutexattr_init(&kind);"
      "pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK); pthread_mutex_init(&m, &kind);";
  // Locking twice fails instead of waiting for ever, and so does what comes of it.
  const std::string body =
      "int v; pthread_mutex_t m;"
      "void *a(void *x) { pthread_mutex_lock(&m); if (pthread_mutex_lock(&m)) v = 1;"
      "pthread_mutex_unlock(&m); return x; }"
      "int main(void) { pthread_t t;" +
      initialise + "pthread_create(&t, 0, a, 0); v = 2; pthread_join(t, 0); return 0; }";
  EXPECT_TRUE(hasRace(body));
}

TEST(Primitives, AConditionIsWaitedForWithoutTheMutex) {
  const std::string before = "pthread_cond_t c = PTHREAD_COND_INITIALIZER;";
  const std::string wait = "pthread_mutex_lock(&m); while (!state) pthread_cond_wait(&c, &m);"
                           "v = 1; pthread_mutex_unlock(&m);";
  EXPECT_TRUE(provesRaceFree(
      exploreC(besides(wait,
                       "v = 2; pthread_mutex_lock(&m); state = 1; pthread_cond_signal(&c);"
                       "pthread_mutex_unlock(&m);",
                       before))));
  EXPECT_TRUE(hasRace(besides(wait,
                              "pthread_mutex_lock(&m); state = 1; pthread_cond_signal(&c);"
                              "pthread_mutex_unlock(&m); v = 2;",
                              before)));
}

TEST(Primitives, TheTimeToWaitUntilIsReadByTheCall) {
  const auto program = [](const std::string &a) {
    return "#include <time.h>\nstruct timespec until; pthread_cond_t c = PTHREAD_COND_INITIALIZER;"
           "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;"
           "void *a(void *x) {" +
           a +
           " return x; }"
           "int main(void) { pthread_t t; pthread_create(&t, 0, a, 0); until.tv_sec = 2;"
           "pthread_join(t, 0); return 0; }";
  };
  EXPECT_FALSE(exploreC(program("pthread_mutex_lock(&m); pthread_cond_timedwait(&c, &m, &until);"
                                "pthread_mutex_unlock(&m);"))
                   .provesRaceFree());
  EXPECT_FALSE(exploreC(program("if (!pthread_mutex_timedlock(&m, &until))"
                                "pthread_mutex_unlock(&m);"))
                   .provesRaceFree());
}

// -- loops that wait ----------------------------------------------------------------------

TEST(Primitives, ASpinningThreadSleepsUntilSomethingChanges) {
  const std::string before = "atomic_int flag;";
  const Exploration free = exploreC(besides("v = 1; flag = 1;", "while (!flag) {} v = 2;", before));
  EXPECT_TRUE(provesRaceFree(free));
  EXPECT_LT(free.stats.runs, 10U);
  EXPECT_TRUE(hasRace(besides("flag = 1; v = 1;", "while (!flag) {} v = 2;", before)));
}

// A write while the iteration goes on: the next iteration cannot come before that write. Nor is
// there a second run of the class in which the loop has slept.
TEST(Primitives, ALoopThatLooksAgainIsTheSameUnderEveryReduction) {
  const std::string wait = "while (!(flag | other)) {} v = 2;";
  const std::string before = "atomic_int flag, other;";
  for (const ReductionRow &row : reductions()) {
    ExploreOptions options;
    options.reduction = row.id;
    const Exploration free = exploreC(besides(wait, "v = 1; flag = 1;", before), options);
    EXPECT_TRUE(provesRaceFree(free)) << row.name;
    EXPECT_EQ(free.stats.blockedRuns, 0U) << row.name;
    EXPECT_FALSE(exploreC(besides(wait, "flag = 1; v = 1;", before), options).races.empty())
        << row.name;
  }
}

TEST(Primitives, AFailingIterationIsSeen) {
  EXPECT_TRUE(hasRace(besides("v = 1; flag = 1;", "int f; do { f = flag; w = v; } while (!f);",
                              "atomic_int flag;")));
}

TEST(Primitives, ALockMadeOfAnExchangeProtects) {
  const std::string use = "while (atomic_exchange(&flag, 1)) {} v++; flag = 0;";
  EXPECT_TRUE(provesRaceFree(exploreC(besides(use, use, "atomic_int flag;"))));
}

TEST(Primitives, LookingUnderAMutexEnds) {
  const std::string look = "int s; do { pthread_mutex_lock(&m); s = state;"
                           "pthread_mutex_unlock(&m); } while (!s);";
  const std::string tell = "pthread_mutex_lock(&m); state = 1; pthread_mutex_unlock(&m);";
  EXPECT_TRUE(provesRaceFree(exploreC(besides(look + "v = 1;", "v = 2;" + tell))));
  EXPECT_TRUE(hasRace(besides(look + "v = 1;", tell + "v = 2;")));
}

TEST(Primitives, ALoopBoundIsNoProof) {
  ExploreOptions options;
  options.loopBound = 2;
  const Exploration report =
      exploreC(besides("for (int i = 0; i < 5; i++) { pthread_mutex_lock(&m); v = i;"
                       "pthread_mutex_unlock(&m); }",
                       "pthread_mutex_lock(&m); v = 9; pthread_mutex_unlock(&m);"),
               options);
  EXPECT_TRUE(report.races.empty());
  EXPECT_FALSE(report.provesRaceFree());
}

// -- the end of the process ---------------------------------------------------------------

TEST(Primitives, WhateverEndsTheProcessComesLast) {
  for (const char *end : {"__builtin_trap();", "abort();", "_Exit(0);", "return 0;"})
    EXPECT_TRUE(hasRace(std::string("#include <stdlib.h>\n") +
                        "int v; void *a(void *x) { v++; return x; }"
                        "int main(void) { pthread_t t, u; pthread_create(&t, 0, a, 0);"
                        "pthread_create(&u, 0, a, 0); " +
                        end + "}"))
        << end;
}

// -- memory -------------------------------------------------------------------------------

TEST(Primitives, TheSolverSaysWhetherElementsMeet) {
  const std::string arrays = "int many[1000];";
  const std::string write = "int i = __VERIFIER_nondet_int();"
                            "if (i >= 0 && i < 1000) many[i] = 1;";
  const std::string other = "int j = __VERIFIER_nondet_int(); if (j >= 0 && j < 1000) many[j] = 2;";
  const Exploration racy = exploreC(besides(write, other, arrays));
  ASSERT_EQ(racy.races.size(), 1U);
  ASSERT_GE(racy.races.front().run.inputs.size(), 2U);
  EXPECT_EQ(racy.races.front().run.inputs[0].value, racy.races.front().run.inputs[1].value);
  EXPECT_TRUE(provesRaceFree(exploreC(besides(
      "int i = __VERIFIER_nondet_int(); if (i >= 0 && i < 500) many[2 * i] = 1;",
      "int j = __VERIFIER_nondet_int(); if (j >= 0 && j < 500) many[2 * j + 1] = 2;", arrays))));
}

// An assumption after the race does not undo it.
TEST(Primitives, WhatIsAssumedAfterARaceComesTooLate) {
  EXPECT_TRUE(hasRace(besides("many[n] = 1;",
                              "int j = __VERIFIER_nondet_int(); if (j < 0 || j > 9) return 0;"
                              "many[j] = 2; __VERIFIER_assume(j != n);",
                              "int many[10]; int n = 3;")));
}

TEST(Primitives, CopiesAndLibraryFunctionsTouchMemory) {
  const std::string before = "#include <string.h>\nchar text[8], copy[8];";
  EXPECT_TRUE(hasRace("#include <string.h>\n" +
                      besides("memcpy(copy, text, 4);", "text[3] = 1;", "char text[8], copy[8];")));
  EXPECT_TRUE(provesRaceFree(
      exploreC("#include <string.h>\n" +
               besides("memcpy(copy, text, 4);", "text[4] = 1;", "char text[8], copy[8];"))));
  EXPECT_TRUE(hasRace("#include <string.h>\n" +
                      besides("v = (int)strlen(text);", "text[0] = 1;", "char text[8];")));
}

// What a library function allocates is the caller's own, not one object for all callers.
TEST(Primitives, WhatALibraryFunctionAllocatesIsNotShared) {
  for (const DataModel model : {DataModel::LP64, DataModel::ILP32})
    EXPECT_TRUE(provesRaceFree(
        exploreC("#include <stdlib.h>\n#include <string.h>\nchar text[8]; atomic_int ready;"
                 "void *a(void *x) { if (ready) free(strdup(text)); return x; }"
                 "int main(void) { pthread_t t, u; pthread_create(&t, 0, a, 0);"
                 "pthread_create(&u, 0, a, 0); text[0] = 1; ready = 1;"
                 "pthread_join(t, 0); pthread_join(u, 0); return 0; }",
                 {}, model)));
}

TEST(Primitives, AFailedCompareAndSwapOnlyReads) {
  // It would release what came before it, if it wrote.
  EXPECT_TRUE(hasRace(besides("v = 1; int e = 5; atomic_compare_exchange_strong(&flag, &e, 6);",
                              "if (flag == 0) v = 2;", "atomic_int flag;")));
}

TEST(Primitives, MemoryThatEndsWhileItIsUsedIsNoProof) {
  EXPECT_TRUE(
      isUnknown("void *a(void *x) { *(int *)x = 1; return 0; }"
                "static void start(pthread_t *t) {"
                "int local = 0; pthread_create(t, 0, a, &local); }"
                "int main(void) { pthread_t t; start(&t); pthread_join(t, 0); return 0; }"));
  EXPECT_TRUE(provesRaceFree(
      exploreC("void *a(void *x) { *(int *)x = 1; return 0; }"
               "static void both(void) { pthread_t t;"
               "int local = 0; pthread_create(&t, 0, a, &local); pthread_join(t, 0); }"
               "int main(void) { both(); return 0; }")));
}

TEST(Primitives, AddressesDoNotDependOnTheSchedule) {
  for (const DataModel model : {DataModel::LP64, DataModel::ILP32})
    EXPECT_TRUE(provesRaceFree(
        exploreC("#include <stdlib.h>\n" + besides("int *p = malloc(4); *p = 1; flag = p;",
                                                   "int *q = malloc(4); *q = 2; int *r = flag;"
                                                   "if (r) w = *r;",
                                                   "int *_Atomic flag;"),
                 {}, model)));
}

} // namespace
} // namespace raceward
