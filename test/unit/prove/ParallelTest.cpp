// What creations and joins order, and what they do not. Every rule from both sides: the
// programs under "Unordered" have a race on `x`, or cannot be told from one that has.
#include "Judge.h"

#include <gmock/gmock.h>

namespace raceward::test {
namespace {

using ::testing::Contains;
using ::testing::Not;

struct Example {
  const char *name;
  const char *code;
};

void PrintTo(const Example &example, std::ostream *out) {
  *out << example.name;
}

std::string titleOf(const ::testing::TestParamInfo<Example> &info) {
  return info.param.name;
}

// Threads that are safe from each other, but not from a plain access elsewhere.
#define WORKER                                                                                     \
  "int x; void touch(void){ __VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end(); }\n"          \
  "void *f(void *p){ touch(); return 0; }\n"                                                       \
  "void *nothing(void *p){ return 0; }\n"

class Ordered : public ::testing::TestWithParam<Example> {};

TEST_P(Ordered, NoSuspectOnX) {
  const Judged judged = judge(GetParam().code);
  EXPECT_THAT(judged.leftNames, Not(Contains("x")));
  EXPECT_TRUE(judged.gaps.empty());
}

const Example kOrdered[] = {
    // two threads
    {"JoinedBeforeTheNextIsCreated", R"(
int x; void *f(void *p){ x++; return 0; } void *g(void *p){ x--; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_join(s,0); pthread_create(&t,0,g,0); })"},
    {"ThroughOneHandle", R"(
int x; void *f(void *p){ x++; return 0; } void *g(void *p){ x--; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); pthread_join(t,0);
  pthread_create(&t,0,g,0); pthread_join(t,0); x = 1; })"},
    {"OneInEachRound", R"(
int x; void *f(void *p){ x++; return 0; }
int main(void){ pthread_t t; for (int i = 0; i < 9; i++){ pthread_create(&t,0,f,0); pthread_join(t,0); x = i; } })"},
    {"OneInEachRoundOfItsOwnVariable", R"(
int x; void *f(void *p){ x++; return 0; }
int main(void){ while (__VERIFIER_nondet_int()){ pthread_t t; pthread_create(&t,0,f,0); pthread_join(t,0); x = 1; } })"},
    {"OneInEachCall", R"(
int x; void *f(void *p){ x++; return 0; }
void round(void){ pthread_t t; pthread_create(&t,0,f,0); pthread_join(t,0); }
int main(void){ round(); x = 1; round(); x = 2; })"},
    {"GroupsOfThreads", WORKER R"(
void *g(void *p){ return (void*)(long)x; }
int main(void){ pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i],0,f,0);
  for (int i = 0; i < 4; i++) pthread_join(t[i],0);
  for (int i = 0; i < 4; i++) pthread_create(&t[i],0,g,0); })"},
    {"BeforeTheSecondIsCreated", R"(
int x, y; void *f(void *p){ y++; return 0; } void *g(void *p){ x++; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); x = 1; pthread_create(&t,0,g,0); })"},
    {"AfterOneOfTwo", R"(
int x, y; void *f(void *p){ y++; return 0; } void *g(void *p){ x++; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); pthread_join(t,0); x = 1; })"},
    // arrays of handles
    {"ArrayOfConstantLength", WORKER R"(
int main(void){ pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i],0,f,0);
  for (int i = 0; i < 4; i++) pthread_join(t[i],0); x = 2; })"},
    {"ArrayOfAGlobal", WORKER R"(
pthread_t t[4];
int main(void){ for (int i = 0; i < 4; i++) pthread_create(&t[i],0,f,0);
  for (int i = 0; i < 4; i++) pthread_join(t[i],0); x = 2; })"},
    {"ArrayOnTheHeap", WORKER R"(
int main(void){ int n = __VERIFIER_nondet_int(); pthread_t *t = malloc(n * sizeof *t);
  for (int i = 0; i < n; i++) pthread_create(&t[i],0,f,0);
  for (int i = 0; i < n; i++) pthread_join(t[i],0); free(t); x = 2; })"},
    {"ArrayBehindAGlobal", WORKER R"(
pthread_t *t; int n;
int main(void){ n = __VERIFIER_nondet_int(); t = malloc(n * sizeof *t);
  for (int i = 0; i < n; i++) pthread_create(&t[i],0,f,0);
  for (int i = 0; i < n; i++) pthread_join(t[i],0); x = 2; })"},
    {"ArrayOfVariableLength", WORKER R"(
int main(void){ int n = __VERIFIER_nondet_int(); if (n < 1) return 0; pthread_t t[n];
  for (int i = 0; i < n; i++) pthread_create(&t[i],0,f,0);
  for (int i = 0; i < n; i++) pthread_join(t[i],0); x = 2; })"},
    {"ArrayOfStructs", WORKER R"(
struct w { int id; pthread_t tid; };
int main(void){ struct w w[4]; for (int i = 0; i < 4; i++){ pthread_create(&w[i].tid,0,f,0); w[i].id = i; }
  for (int i = 0; i < 4; i++) pthread_join(w[i].tid,0); x = 2; })"},
    {"WhileLoops", WORKER R"(
int main(void){ pthread_t t[4]; int i = 0; while (i < 4){ pthread_create(t + i,0,f,0); i++; }
  i = 0; while (i < 4){ pthread_join(t[i],0); ++i; } x = 2; })"},
    {"UnsignedIndex", WORKER R"(
int main(void){ size_t n = 4; pthread_t t[4]; for (size_t i = 0; i < n; i++) pthread_create(&t[i],0,f,0);
  for (size_t i = 0; i < n; i++) pthread_join(t[i],0); x = 2; })"},
    {"Downwards", WORKER R"(
int main(void){ pthread_t t[4]; for (int i = 3; i >= 0; i--) pthread_create(&t[i],0,f,0);
  for (int i = 3; i >= 0; i--) pthread_join(t[i],0); x = 2; })"},
    {"CreateLoopLeftEarly", WORKER R"(
int main(void){ pthread_t t[4] = {0}; for (int i = 0; i < 4; i++){ if (__VERIFIER_nondet_int()) break; pthread_create(&t[i],0,f,0); }
  for (int i = 0; i < 4; i++) pthread_join(t[i],0); x = 2; })"},
    {"JoinLoopIsLonger", WORKER R"(
int main(void){ pthread_t t[4] = {0}; for (int i = 0; i < 2; i++) pthread_create(&t[i],0,f,0);
  for (int i = 0; i < 4; i++) pthread_join(t[i],0); x = 2; })"},
    {"FailureEndsTheProcess", WORKER R"(
int main(void){ pthread_t t[4]; for (int i = 0; i < 4; i++) if (pthread_create(&t[i],0,f,0)) abort();
  for (int i = 0; i < 4; i++) if (pthread_join(t[i],0)) exit(1); x = 2; })"},
    {"ResultsAreCollected", WORKER R"(
int main(void){ pthread_t t[4]; void *r[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i],0,f,0);
  for (int i = 0; i < 4; i++) pthread_join(t[i],&r[i]); x = 2; })"},
    {"CreatedOneByOneJoinedInALoop", WORKER R"(
int main(void){ pthread_t t[3]; pthread_create(&t[0],0,f,0); pthread_create(&t[1],0,f,0); pthread_create(&t[2],0,nothing,0);
  for (int i = 0; i < 3; i++) pthread_join(t[i],0); x = 2; })"},
    {"PointersThatWalk", WORKER R"(
int main(void){ pthread_t t[4]; for (pthread_t *p = t; p < t + 4; p++) pthread_create(p,0,f,0);
  for (pthread_t *p = t; p < t + 4; p++) pthread_join(*p,0); x = 2; })"},
    {"PointersToStructsThatWalk", WORKER R"(
struct w { int id; pthread_t tid; } w[4];
int main(void){ for (struct w *p = w; p != &w[4]; ++p) pthread_create(&p->tid,0,f,0);
  for (struct w *p = w; p != &w[4]; ++p) pthread_join(p->tid,0); x = 2; })"},
    {"FirstOneOnItsOwn", WORKER R"(
int main(void){ pthread_t t[4]; pthread_create(&t[0],0,f,0); for (int i = 1; i < 4; i++) pthread_create(&t[i],0,f,0);
  for (int i = 0; i < 4; i++) pthread_join(t[i],0); x = 2; })"},
    {"TwoHalves", WORKER R"(
pthread_t t[4]; int main(void){ for (int i = 0; i < 2; i++) pthread_create(&t[i],0,f,0);
  for (int i = 2; i < 4; i++) pthread_create(&t[i],0,f,0);
  for (int i = 3; i >= 0; i--) pthread_join(t[i],0); x = 2; })"},
    {"LoopsInALoop", WORKER R"(
int main(void){ for (int k = 0; k < 3; k++){ pthread_t t[4]; x = 1;
  for (int i = 0; i < 4; i++) pthread_create(&t[i],0,f,0);
  for (int i = 0; i < 4; i++) pthread_join(t[i],0); x = 2; } })"},
    {"LoopsInTwoFunctions", WORKER R"(
pthread_t t[4]; void start(void){ for (int i = 0; i < 4; i++) pthread_create(&t[i],0,f,0); }
void stop(void){ for (int i = 0; i < 4; i++) pthread_join(t[i],0); }
int main(void){ start(); stop(); x = 2; start(); stop(); x = 3; })"},
    {"TwoArrays", WORKER R"(
int main(void){ pthread_t s[4], t[4]; for (int i = 0; i < 4; i++){ pthread_create(&s[i],0,f,0); pthread_create(&t[i],0,f,0); }
  for (int i = 0; i < 4; i++) pthread_join(s[i],0); for (int i = 0; i < 4; i++) pthread_join(t[i],0); x = 2; })"},
    {"LengthOfAnArgument", WORKER R"(
void work(int n){ pthread_t t[8]; for (int i = 0; i < n; i++) pthread_create(&t[i],0,f,0);
  for (int i = 0; i < n; i++) pthread_join(t[i],0); }
int main(void){ work(4); x = 2; work(8); x = 3; })"},
    // attributes
    {"AttributesThatDoNotDetach", WORKER R"(
int main(void){ pthread_t t; pthread_attr_t a; pthread_attr_init(&a); pthread_attr_setstacksize(&a, 65536);
  pthread_create(&t,&a,f,0); pthread_join(t,0); x = 2; })"},
    {"JoinableByAttribute", WORKER R"(
int main(void){ pthread_t t; pthread_attr_t a; pthread_attr_init(&a);
  pthread_attr_setdetachstate(&a, PTHREAD_CREATE_JOINABLE); pthread_create(&t,&a,f,0); pthread_join(t,0); x = 2; })"},
    {"AnotherOneDetachesItself", WORKER R"(
void *g(void *p){ pthread_detach(pthread_self()); return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,g,0); pthread_create(&t,0,f,0); pthread_join(t,0); x = 2; })"},
    // threads that create threads
    {"GrandchildJoinedByItsParent", R"(
int x; void *g(void *p){ x++; return 0; }
void *f(void *p){ pthread_t t; pthread_create(&t,0,g,0); pthread_join(t,0); x++; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); pthread_join(t,0); x = 2; })"},
    {"GrandchildrenInAnArray", WORKER R"(
void *g(void *p){ pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i],0,f,0);
  for (int i = 0; i < 3; i++) pthread_join(t[i],0); return 0; }
int main(void){ pthread_t t[3]; for (int i = 0; i < 3; i++) pthread_create(&t[i],0,g,0);
  for (int i = 0; i < 3; i++) pthread_join(t[i],0); x = 2; })"},
    {"BeforeItCreatesItsChild", R"(
int x; void *g(void *p){ x++; return 0; } void *f(void *p){ pthread_t t; x = 1; pthread_create(&t,0,g,0); return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); })"},
    {"ThreadEndsByExit", R"(
int x; void *g(void *p){ x++; return 0; }
void *f(void *p){ pthread_t t; pthread_create(&t,0,g,0); pthread_join(t,0); pthread_exit(0); }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); pthread_join(t,0); x = 2; })"},
    {"GlobalHandleOfAThread", R"(
int x; pthread_t u; void *g(void *p){ x++; return 0; }
void *f(void *p){ pthread_create(&u,0,g,0); pthread_join(u,0); return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); pthread_join(t,0); x = 2; })"},
    // helpers and paths
    {"HelperBeforeTheCreationAndAfterTheJoin", R"(
int x; void set(int v){ x = v; } void *f(void *p){ x++; return 0; }
int main(void){ pthread_t t; set(1); pthread_create(&t,0,f,0); pthread_join(t,0); set(2); })"},
    {"HelperThatMayEndTheThread", R"(
int x; void set(int v){ if (v < 0) pthread_exit(0); x = v; } void *f(void *p){ x++; return 0; } void *g(void *p){ return 0; }
int main(void){ pthread_t s, t; set(1); pthread_create(&s,0,g,0); set(2); pthread_create(&t,0,f,0); pthread_join(t,0); set(3); })"},
    {"CreatedOnOnePathJoinedOnAll", R"(
int x; void *f(void *p){ x++; return 0; }
int main(void){ pthread_t t = 0; if (__VERIFIER_nondet_int()) pthread_create(&t,0,f,0); pthread_join(t,0); x = 2; })"},
    {"OneHandleForEitherOfTwo", R"(
int x; void *f(void *p){ x++; return 0; } void *g(void *p){ x--; return 0; }
int main(void){ pthread_t t; if (__VERIFIER_nondet_int()) pthread_create(&t,0,f,0); else pthread_create(&t,0,g,0);
  pthread_join(t,0); x = 2; })"},
    {"JoinedTwice", R"(
int x; void *f(void *p){ x++; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); pthread_join(t,0); pthread_join(t,0); x = 2; })"},
    {"HandlerAtExitAndMainAlone", R"(
int x, y; void bye(void){ y = 3; } void *f(void *p){ x = 1; return 0; }
int main(void){ pthread_t t; atexit(bye); x = 3; pthread_create(&t,0,f,0); pthread_join(t,0); x = 4; })"},
    {"C11Threads", R"(
#include <threads.h>
int x; int f(void *p){ x++; return 0; }
int main(void){ thrd_t t; thrd_create(&t, f, 0); thrd_join(t, 0); x = 1; thrd_create(&t, f, 0); thrd_join(t, 0); x = 2; })"},
};
INSTANTIATE_TEST_SUITE_P(Parallel, Ordered, ::testing::ValuesIn(kOrdered), titleOf);

class Unordered : public ::testing::TestWithParam<Example> {};

TEST_P(Unordered, SuspectOnXIsLeft) {
  const Judged judged = judge(GetParam().code);
  EXPECT_THAT(judged.leftNames, Contains("x"));
}

#define FOUR_STARTED                                                                               \
  WORKER "int main(void){ pthread_t t[4]; for (int i = 0; i < 4; i++) "                            \
         "pthread_create(&t[i],0,f,0);"

const Example kUnordered[] = {
    // two threads
    {"JoinedAfterTheNextIsCreated", R"(
int x; void *f(void *p){ x++; return 0; } void *g(void *p){ x--; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); pthread_join(s,0); pthread_join(t,0); })"},
    {"JoinedOnOnePathBeforeTheNext", R"(
int x; void *f(void *p){ x++; return 0; } void *g(void *p){ x--; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); if (__VERIFIER_nondet_int()) pthread_join(s,0); pthread_create(&t,0,g,0); })"},
    {"JoinedInTheNextRound", R"(
int x; void *f(void *p){ x++; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0);
  for (int i = 0; i < 9; i++){ pthread_create(&t,0,f,0); pthread_join(s,0); s = t; } })"},
    {"NotJoinedInSomeRounds", R"(
int x; void *f(void *p){ x++; return 0; }
int main(void){ pthread_t t; for (int i = 0; i < 9; i++){ pthread_create(&t,0,f,0); if (i % 2) pthread_join(t,0); } })"},
    {"RecursionBetweenCreationAndJoin", R"(
int x; void *f(void *p){ x++; return 0; }
void round(int n){ pthread_t t; pthread_create(&t,0,f,0); if (n) round(n - 1); pthread_join(t,0); }
int main(void){ round(2); })"},
    {"RecursionJoinsTheInnerOne", R"(
int x; void *f(void *p){ x++; return 0; }
void round(int n){ pthread_t t; if (n) round(n - 1); pthread_create(&t,0,f,0); if (!n) pthread_join(t,0); }
int main(void){ round(2); x = 2; })"},
    {"SecondGroupBesideTheFirst", WORKER R"(
void *g(void *p){ return (void*)(long)x; }
int main(void){ pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i],0,f,0);
  for (int i = 0; i < 3; i++) pthread_join(t[i],0);
  for (int i = 0; i < 4; i++) pthread_create(&t[i],0,g,0); })"},
    // arrays of handles
    {"JoinLoopOneShort", FOUR_STARTED "for (int i = 0; i < 3; i++) pthread_join(t[i],0); x = 2; }"},
    {"JoinLoopBeginsLate",
     FOUR_STARTED "for (int i = 1; i < 4; i++) pthread_join(t[i],0); x = 2; }"},
    {"JoinLoopSkips", FOUR_STARTED "for (int i = 0; i < 4; i += 2) pthread_join(t[i],0); x = 2; }"},
    {"JoinLoopWithBreak", FOUR_STARTED "for (int i = 0; i < 4; i++){ if (__VERIFIER_nondet_int()) "
                                       "break; pthread_join(t[i],0); } x = 2; }"},
    {"JoinLoopWithContinue",
     FOUR_STARTED "for (int i = 0; i < 4; i++){ if (__VERIFIER_nondet_int()) continue; "
                  "pthread_join(t[i],0); } x = 2; }"},
    {"JoinLoopWithReturn", WORKER R"(
pthread_t t[4];
void wait(void){ for (int i = 0; i < 4; i++){ if (__VERIFIER_nondet_int()) return; pthread_join(t[i],0); } }
int main(void){ for (int i = 0; i < 4; i++) pthread_create(&t[i],0,f,0); wait(); x = 2; })"},
    {"JoinLoopWithGoto", FOUR_STARTED "for (int i = 0; i < 4; i++){ pthread_join(t[i],0); if "
                                      "(__VERIFIER_nondet_int()) goto out; } out: x = 2; }"},
    {"JoinLoopJoinsTheFirstOnly",
     FOUR_STARTED "for (int i = 0; i < 4; i++) pthread_join(t[0],0); x = 2; }"},
    {"JoinLoopChangesItsIndex",
     FOUR_STARTED "for (int i = 0; i < 4; i++){ pthread_join(t[i],0); if (x) i++; } x = 2; }"},
    {"JoinLoopOverAnotherArray",
     WORKER "pthread_t s[4]; int main(void){ pthread_t t[4]; for (int i = 0; i < 4; i++) "
            "pthread_create(&t[i],0,f,0);"
            "for (int i = 0; i < 4; i++) pthread_join(s[i],0); x = 2; }"},
    {"JoinLoopOverAnotherMember", WORKER R"(
struct w { pthread_t a, b; };
int main(void){ struct w w[4]; for (int i = 0; i < 4; i++) pthread_create(&w[i].a,0,f,0);
  for (int i = 0; i < 4; i++) pthread_join(w[i].b,0); x = 2; })"},
    {"WorkInTheJoinLoop",
     FOUR_STARTED "for (int i = 0; i < 4; i++){ pthread_join(t[i],0); x = 2; } }"},
    {"WorkBetweenTheLoops",
     FOUR_STARTED "x = 2; for (int i = 0; i < 4; i++) pthread_join(t[i],0); }"},
    {"DifferentBounds", WORKER R"(
int main(void){ int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int(); pthread_t t[9];
  for (int i = 0; i < n; i++) pthread_create(&t[i],0,f,0);
  for (int i = 0; i < m; i++) pthread_join(t[i],0); x = 2; })"},
    {"DifferentConditions", WORKER R"(
int main(void){ int n = __VERIFIER_nondet_int(); pthread_t t[9];
  for (int i = 0; i <= n; i++) pthread_create(&t[i],0,f,0);
  for (int i = 0; i < n; i++) pthread_join(t[i],0); x = 2; })"},
    {"BoundChangedBetween", WORKER R"(
int n; int main(void){ n = __VERIFIER_nondet_int(); pthread_t t[9];
  for (int i = 0; i < n; i++) pthread_create(&t[i],0,f,0); n--;
  for (int i = 0; i < n; i++) pthread_join(t[i],0); x = 2; })"},
    {"BoundChangedInTheFirstRound", WORKER R"(
int n; int main(void){ n = __VERIFIER_nondet_int(); pthread_t t[9];
  for (int i = 0; i < n; i++){ n = 0; pthread_create(&t[i],0,f,0); }
  for (int i = 0; i < n; i++) pthread_join(t[i],0); x = 2; })"},
    {"BoundChangedByACallee", WORKER R"(
int n; void less(void){ n = 1; } int main(void){ n = __VERIFIER_nondet_int(); pthread_t t[9];
  for (int i = 0; i < n; i++) pthread_create(&t[i],0,f,0); less();
  for (int i = 0; i < n; i++) pthread_join(t[i],0); x = 2; })"},
    {"BoundChangedByTheThread", R"(
int x; atomic_int n; void *f(void *p){ n--; __VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end(); return 0; }
int main(void){ n = 4; pthread_t t[9]; for (int i = 0; i < n; i++) pthread_create(&t[i],0,f,0);
  for (int i = 0; i < n; i++) pthread_join(t[i],0); x = 2; })"},
    {"BoundChangedThroughAPointer", WORKER R"(
int main(void){ int n = __VERIFIER_nondet_int(); int *p = &n; pthread_t t[9];
  for (int i = 0; i < n; i++) pthread_create(&t[i],0,f,0); *p = 1;
  for (int i = 0; i < n; i++) pthread_join(t[i],0); x = 2; })"},
    {"BoundOfAnotherCall", WORKER R"(
pthread_t t[9]; void start(int n){ for (int i = 0; i < n; i++) pthread_create(&t[i],0,f,0); }
void stop(int n){ for (int i = 0; i < n; i++) pthread_join(t[i],0); }
int main(void){ start(4); stop(3); x = 2; })"},
    {"BoundOfTheNextCall", WORKER R"(
pthread_t t[9]; void both(int n, int go){ if (go) for (int i = 0; i < n; i++) pthread_create(&t[i],0,f,0);
  else for (int i = 0; i < n; i++) pthread_join(t[i],0); }
int main(void){ both(4, 1); both(3, 0); x = 2; })"},
    {"ArrayExchangedBetween", WORKER R"(
pthread_t a[4], b[4], *t; int main(void){ t = a; for (int i = 0; i < 4; i++) pthread_create(&t[i],0,f,0);
  t = b; for (int i = 0; i < 4; i++) pthread_join(t[i],0); x = 2; })"},
    {"ArrayOfTheNextRound", WORKER R"(
int main(void){ for (int k = 0; k < 3; k++){ pthread_t *t = calloc(4, sizeof *t);
  for (int i = 0; i < 4; i++) if (k) pthread_join(t[i],0); x = 2;
  for (int i = 0; i < 4; i++) pthread_create(&t[i],0,f,0); } })"},
    {"ArrayOfTheNextRoundAllJoined", WORKER R"(
int main(void){ for (int k = 0; k < 3; k++){ pthread_t *t = calloc(4, sizeof *t);
  for (int i = 0; i < 4; i++) pthread_join(t[i],0); x = 2;
  for (int i = 0; i < 4; i++) pthread_create(&t[i],0,f,0); } })"},
    {"ElementOverwritten", FOUR_STARTED "pthread_create(&t[0],0,nothing,0); for (int i = 0; i < 4; "
                                        "i++) pthread_join(t[i],0); x = 2; }"},
    {"ElementCopiedOver",
     FOUR_STARTED "t[0] = t[1]; for (int i = 0; i < 4; i++) pthread_join(t[i],0); x = 2; }"},
    {"ElementCopiedInTheJoinLoop",
     FOUR_STARTED "for (int i = 0; i < 4; i++){ t[3] = t[0]; pthread_join(t[i],0); } x = 2; }"},
    {"ElementsMoved", FOUR_STARTED "memmove(t, t + 1, 3 * sizeof *t); for (int i = 0; i < 4; i++) "
                                   "pthread_join(t[i],0); x = 2; }"},
    {"ArrayFilledTwice", WORKER R"(
int main(void){ pthread_t t[4]; for (int k = 0; k < 2; k++) for (int i = 0; i < 4; i++) pthread_create(&t[i],0,f,0);
  for (int i = 0; i < 4; i++) pthread_join(t[i],0); x = 2; })"},
    {"ArrayFilledByTwoLoops", WORKER R"(
int main(void){ pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i],0,f,0);
  for (int i = 0; i < 4; i++) pthread_create(&t[i],0,nothing,0);
  for (int i = 0; i < 4; i++) pthread_join(t[i],0); x = 2; })"},
    {"TwoIntoOneElement", WORKER R"(
int main(void){ pthread_t t[4]; for (int i = 0; i < 4; i++){ pthread_create(&t[i],0,f,0); pthread_create(&t[i],0,nothing,0); }
  for (int i = 0; i < 4; i++) pthread_join(t[i],0); x = 2; })"},
    {"AgainInTheSameRound", WORKER R"(
int main(void){ pthread_t t[4]; for (int i = 0; i < 4; i++){ again: pthread_create(&t[i],0,f,0); if (__VERIFIER_nondet_int()) goto again; }
  for (int i = 0; i < 4; i++) pthread_join(t[i],0); x = 2; })"},
    {"AgainByACycleOfJumps", WORKER R"(
int main(void){ pthread_t t[4]; for (int i = 0; i < 4; i++){ if (__VERIFIER_nondet_int()) goto b;
    a: pthread_create(&t[i],0,f,0); b: if (__VERIFIER_nondet_int()) goto a; }
  for (int i = 0; i < 4; i++) pthread_join(t[i],0); x = 2; })"},
    {"IndexThatWrapsAround", WORKER R"(
int main(void){ int k = 0; pthread_t t[256]; for (unsigned char i = 0; i < 300; i++){ pthread_create(&t[i],0,f,0); if (++k == 299) break; }
  for (int i = 0; i < 300; i++) pthread_join(t[i & 255],0); x = 2; })"},
    {"CreatedAgainInTheJoinLoop", WORKER R"(
int main(void){ pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i],0,f,0);
  for (int i = 0; i < 4; i++){ pthread_join(t[i],0); pthread_create(&t[0],0,f,0); } x = 2; })"},
    {"FilledAgainInTheJoinLoop", WORKER R"(
int main(void){ pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i],0,f,0);
  for (int j = 0; j < 4; j++){ for (int i = 0; i < 4; i++) pthread_join(t[i],0); pthread_join(t[j],0);
    for (int i = 0; i < 4; i++) pthread_create(&t[i],0,f,0); } x = 2; })"},
    {"JoinedBeforeItIsCreatedInOneLoop", WORKER R"(
int main(void){ pthread_t t[4] = {0}; for (int i = 0; i < 4; i++){ pthread_join(t[i],0); pthread_create(&t[i],0,f,0); } x = 2; })"},
    {"ThreadOverwritesTheArray", R"(
int x; pthread_t t[4]; void *f(void *p){ t[1] = t[0]; __VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end(); return 0; }
int main(void){ for (int i = 0; i < 4; i++) pthread_create(&t[i],0,f,0);
  for (int i = 0; i < 4; i++) pthread_join(t[i],0); x = 2; })"},
    {"ArrayHandedToSomebody", WORKER R"(
void swap(pthread_t *t){ t[0] = t[1]; }
int main(void){ pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i],0,f,0); swap(t);
  for (int i = 0; i < 4; i++) pthread_join(t[i],0); x = 2; })"},
    {"RecursionFillsAnotherArray", WORKER R"(
void work(int n){ pthread_t t[4]; for (int i = 0; i < 4; i++){ if (n) work(n - 1); pthread_create(&t[i],0,f,0); }
  if (n) for (int i = 0; i < 4; i++) pthread_join(t[i],0); }
int main(void){ work(1); x = 2; })"},
    {"OneByOneAndALoopOneShort", WORKER R"(
int main(void){ pthread_t t[3]; pthread_create(&t[0],0,nothing,0); pthread_create(&t[1],0,nothing,0); pthread_create(&t[2],0,f,0);
  for (int i = 0; i < 2; i++) pthread_join(t[i],0); x = 2; })"},
    {"ElementsThatOverlap", WORKER R"(
int main(void){ char t[40]; for (int i = 0; i < 4; i++) pthread_create((pthread_t*)(t + 4 * i),0,f,0);
  for (int i = 0; i < 4; i++) pthread_join(*(pthread_t*)(t + 4 * i),0); x = 2; })"},
    {"WalkOneShort", WORKER R"(
int main(void){ pthread_t t[4]; for (pthread_t *p = t; p < t + 4; p++) pthread_create(p,0,f,0);
  for (pthread_t *p = t; p < t + 3; p++) pthread_join(*p,0); x = 2; })"},
    {"WalkFromTheSecond", WORKER R"(
int main(void){ pthread_t t[4]; for (pthread_t *p = t; p < t + 4; p++) pthread_create(p,0,f,0);
  for (pthread_t *p = t + 1; p < t + 4; p++) pthread_join(*p,0); x = 2; })"},
    {"WalkBySteps", WORKER R"(
int main(void){ pthread_t t[4]; for (pthread_t *p = t; p < t + 4; p++) pthread_create(p,0,f,0);
  for (pthread_t *p = t; p < t + 4; p += 2) pthread_join(*p,0); x = 2; })"},
    {"WalkThroughAnother", WORKER R"(
int main(void){ pthread_t s[4] = {0}, t[4]; for (pthread_t *p = t; p < t + 4; p++) pthread_create(p,0,f,0);
  for (pthread_t *p = s; p < s + 4; p++) pthread_join(*p,0); x = 2; })"},
    {"HalvesThatOverlap", WORKER R"(
pthread_t t[4]; int main(void){ for (int i = 0; i < 3; i++) pthread_create(&t[i],0,f,0);
  for (int i = 2; i < 4; i++) pthread_create(&t[i],0,nothing,0);
  for (int i = 0; i < 4; i++) pthread_join(t[i],0); x = 2; })"},
    {"FirstOneOverwrittenByTheLoop", WORKER R"(
int main(void){ pthread_t t[4]; pthread_create(&t[1],0,f,0); for (int i = 1; i < 4; i++) pthread_create(&t[i],0,nothing,0);
  for (int i = 0; i < 4; i++) pthread_join(t[i],0); x = 2; })"},
    // detached
    {"DetachedThroughItsHandle", WORKER R"(
int main(void){ pthread_t t; pthread_create(&t,0,f,0); pthread_detach(t); pthread_join(t,0); x = 2; })"},
    {"DetachesItselfInAHelper", WORKER R"(
void away(void){ pthread_detach(pthread_self()); } void *g(void *p){ away(); touch(); return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,g,0); pthread_join(t,0); x = 2; })"},
    {"AttributeOfUnknownState", WORKER R"(
int main(void){ pthread_t t; pthread_attr_t a; pthread_attr_init(&a);
  pthread_attr_setdetachstate(&a, __VERIFIER_nondet_int()); pthread_create(&t,&a,f,0); pthread_join(t,0); x = 2; })"},
    // others who join
    {"JoinedByASiblingOnly", R"(
int x; pthread_t t; void *f(void *p){ x++; return 0; } void *g(void *p){ pthread_join(t,0); return 0; }
int main(void){ pthread_t s; pthread_create(&t,0,f,0); pthread_create(&s,0,g,0); x = 2; pthread_join(s,0); })"},
    {"JoinedByASiblingFirst", R"(
int x; pthread_t t; void *f(void *p){ x++; return 0; } void *g(void *p){ pthread_join(t,0); return 0; }
int main(void){ pthread_t s; pthread_create(&t,0,f,0); pthread_create(&s,0,g,0); pthread_join(t,0); x = 2; })"},
    {"ChildrenThatJoinTheirParent", R"(
int x; pthread_t t; void *g(void *p){ x++; pthread_join(t,0); return 0; }
void *f(void *p){ pthread_t u; pthread_create(&u,0,g,0); pthread_join(u,0); x = 1; return 0; }
int main(void){ pthread_create(&t,0,f,0); })"},
    {"JoinedInAHandlerAtExit", R"(
int x; pthread_t t; void bye(void){ pthread_join(t,0); } void *f(void *p){ x++; return 0; }
int main(void){ atexit(bye); pthread_create(&t,0,f,0); x = 2; return 0; })"},
    {"HandlerAtExitBesideAThread", R"(
int x; void bye(void){ x = 2; } void *f(void *p){ x++; return 0; }
int main(void){ pthread_t s, t; atexit(bye); pthread_create(&s,0,f,0); pthread_join(s,0); pthread_create(&t,0,f,0); return 0; })"},
    {"DestructorOfAnotherThread", R"(
int x; pthread_key_t k; void destroy(void *p){ x++; } void *f(void *p){ pthread_setspecific(k, &k); return 0; }
int main(void){ pthread_t t; pthread_key_create(&k, destroy); pthread_create(&t,0,f,0); x = 2; })"},
    // threads that create threads
    {"GrandchildOutlivesItsParent", R"(
int x; void *g(void *p){ x++; return 0; } void *f(void *p){ pthread_t t; pthread_create(&t,0,g,0); return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); pthread_join(t,0); x = 2; })"},
    {"GrandchildJoinedOnOnePath", R"(
int x; void *g(void *p){ x++; return 0; }
void *f(void *p){ pthread_t t; pthread_create(&t,0,g,0); if (p) pthread_exit(0); pthread_join(t,0); return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,&t); pthread_join(t,0); x = 2; })"},
    {"GrandchildBesideTheNextChild", R"(
int x; void *g(void *p){ x++; return 0; } void *f(void *p){ pthread_t t; pthread_create(&t,0,g,0); return 0; }
void *h(void *p){ x--; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_join(s,0); pthread_create(&t,0,h,0); })"},
    {"GreatGrandchild", R"(
int x; void *h(void *p){ x++; return 0; } void *g(void *p){ pthread_t t; pthread_create(&t,0,h,0); return 0; }
void *f(void *p){ pthread_t t; pthread_create(&t,0,g,0); pthread_join(t,0); return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); pthread_join(t,0); x = 2; })"},
    {"ParentBesideItsChild", R"(
int x; void *g(void *p){ x++; return 0; } void *f(void *p){ pthread_t t; pthread_create(&t,0,g,0); x = 1; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); })"},
    {"MainBesideTheGrandchild", R"(
int x; void *g(void *p){ x++; return 0; } void *f(void *p){ pthread_t t; pthread_create(&t,0,g,0); pthread_join(t,0); return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); x = 2; pthread_join(t,0); })"},
    {"CousinsOfTwoParents", R"(
int x; void *g(void *p){ x++; return 0; } void *f(void *p){ pthread_t t; pthread_create(&t,0,g,0); pthread_join(t,0); return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); })"},
    {"BeforeItCreatesButTwoOfThem", R"(
int x; void *g(void *p){ x++; return 0; } void *f(void *p){ pthread_t t; x = 1; pthread_create(&t,0,g,0); return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); })"},
    {"GlobalHandleOfTwoThreads", R"(
int x; pthread_t u; void *g(void *p){ __VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end(); return 0; }
void *f(void *p){ pthread_create(&u,0,g,0); pthread_join(u,0); return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0);
  pthread_join(s,0); pthread_join(t,0); x = 2; })"},
    {"ThreadThatCreatesItself", R"(
int x; void *f(void *p){ pthread_t t; x++; if (__VERIFIER_nondet_int()){ pthread_create(&t,0,f,0); pthread_join(t,0); } x--; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); x = 2; })"},
    {"CreatedByADestructorOfAJoinedThread", R"(
int x; pthread_key_t k; void *g(void *p){ x++; return 0; } void destroy(void *p){ pthread_t t; pthread_create(&t,0,g,0); }
void *f(void *p){ pthread_setspecific(k, &k); return 0; } void *h(void *p){ x--; return 0; }
int main(void){ pthread_t s, t; pthread_key_create(&k, destroy); pthread_create(&s,0,f,0); pthread_join(s,0); pthread_create(&t,0,h,0); })"},
    // handles
    {"HandleCopiedAway", R"(
int x; void *f(void *p){ x++; return 0; }
int main(void){ pthread_t s, t; pthread_create(&t,0,f,0); s = t; pthread_create(&t,0,f,0); pthread_join(t,0); x = 2; })"},
    {"HandleReadBeforeItIsWritten", R"(
int x; void *f(void *p){ x++; return 0; } void *g(void *p){ return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,g,0); pthread_t old = t; pthread_create(&t,0,f,0); pthread_join(old,0); x = 2; })"},
    {"SameHandleJoinedForAnother", R"(
int x; void *f(void *p){ x++; return 0; } void *g(void *p){ return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,g,0); pthread_create(&t,0,f,0); pthread_join(s,0); pthread_join(s,0); x = 2; })"},
    {"VariableOfTheNextScope", R"(
int x; void *f(void *p){ x++; return 0; }
int main(void){ for (int i = 0; i < 2; i++){ pthread_t t; if (i) pthread_join(t,0); x = i; pthread_create(&t,0,f,0); } })"},
    {"VariableOfTheNextScopeAlways", R"(
int x; void *f(void *p){ x++; return 0; }
int main(void){ for (int i = 0; i < 2; i++){ pthread_t t; pthread_join(t,0); x = i; pthread_create(&t,0,f,0); } })"},
    {"JoinedAfterLongjmp", R"(
#include <setjmp.h>
int x; jmp_buf b; pthread_t t; void *f(void *p){ x++; return 0; }
int main(void){ volatile int n = 0; setjmp(b); pthread_create(&t,0,f,0); if (n++ < 2) longjmp(b, 1); pthread_join(t,0); x = 2; })"},
    {"HelperWhileOneIsThere", R"(
int x; void set(int v){ x = v; } void *f(void *p){ x++; return 0; }
int main(void){ pthread_t t; set(1); pthread_create(&t,0,f,0); set(2); pthread_join(t,0); set(3); })"},
    {"HelperThatCreates", R"(
int x; pthread_t t; void *f(void *p){ x++; return 0; }
void step(int go){ x = 1; if (go) pthread_create(&t,0,f,0); }
int main(void){ step(1); step(0); })"},
    {"ManyStatesOfAHelper", R"(
int x; void touch(void){ if (x < 0) pthread_exit(0); x = 1; } void *f(void *p){ touch(); return 0; } void *g(void *p){ return 0; }
int main(void){ pthread_t t[12]; touch(); pthread_create(&t[0],0,g,0); touch(); pthread_create(&t[1],0,g,0); touch();
  pthread_create(&t[2],0,g,0); touch(); pthread_create(&t[3],0,g,0); touch(); pthread_create(&t[4],0,g,0); touch();
  pthread_create(&t[5],0,g,0); touch(); pthread_create(&t[6],0,g,0); touch(); pthread_create(&t[7],0,g,0); touch();
  pthread_create(&t[8],0,g,0); touch(); pthread_create(&t[9],0,f,0); touch(); })"},
    {"CallBackThatCreates", R"(
int x; pthread_t t; void *f(void *p){ x++; return 0; }
int compare(const void *a, const void *b){ pthread_create(&t,0,f,0); return 0; }
int main(void){ int a[3] = {1, 2, 3}; qsort(a, 3, sizeof *a, compare); pthread_join(t,0); x = 2; })"},
};
INSTANTIATE_TEST_SUITE_P(Parallel, Unordered, ::testing::ValuesIn(kUnordered), titleOf);

} // namespace
} // namespace raceward::test
