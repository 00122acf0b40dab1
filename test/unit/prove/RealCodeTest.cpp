// What real programs do and small ones rarely do, from both sides.
#include "Judge.h"

#include "raceward/program/Effects.h"

#include <gmock/gmock.h>

namespace raceward::test {
namespace {

using ::testing::IsEmpty;
using ::testing::Not;

#define THREADS                                                                                    \
  "int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); }"

// A stream of the library is no pointer to everything.
TEST(RealCode, StreamsOfTheLibraryPointToNothingOfTheProgram) {
  const Judged judged = judge(R"(
#include <stdio.h>
int a, b, *volatile pa = &a, *volatile pb = &b;
void *f(void *p){ *pa = fgetc(*&stdin); return 0; }
void *g(void *p){ *pb = 1; b = stdout != 0; char *c = (char *)stderr; return (void *)(long)c[0]; }
)" THREADS);
  EXPECT_THAT(judged.leftNames, IsEmpty());
}

// But the program may put its own memory there, and another variable may hold anything.
TEST(RealCode, WhatIsStoredInAVariableOfTheLibraryIsFound) {
  EXPECT_THAT(judge(R"(
#include <stdio.h>
int a;
void *f(void *p){ int *q = (int *)stderr; *q = 1; return 0; }
void *g(void *p){ a = 2; return 0; }
int main(void){ pthread_t s, t; stderr = (FILE *)&a;
  pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); }
)")
                  .leftNames,
              Not(IsEmpty()));
  EXPECT_THAT(judge(R"(
extern int *elsewhere; int a;
void *f(void *p){ *elsewhere = 1; return 0; }
void *g(void *p){ a = 2; return 0; }
)" THREADS)
                  .leftNames,
              Not(IsEmpty()));
  EXPECT_THAT(judge(R"(
#include <stdio.h>
void *f(void *p){ *(char *)stderr = 1; return 0; }
void *g(void *p){ *(char *)stderr = 2; return 0; }
)" THREADS)
                  .leftNames,
              Not(IsEmpty()));
}

// `optarg` counts as memory from outside only as long as nothing is known of who sets it.
TEST(RealCode, WhatSetsOptargIsNotModelled) {
  for (const char *name : {"getopt", "getopt_long", "getopt_long_only", "getsubopt"})
    EXPECT_FALSE(findLibraryFunction(name)) << name;
}

// A pointer to anywhere in an object stands for its other places, too.
TEST(RealCode, AnywhereCoversFields) {
  EXPECT_THAT(judge(R"(
struct s { int a, b; int c[30]; } one; int __VERIFIER_nondet_int(void);
#define n __VERIFIER_nondet_int()
char *volatile any = (char *)&one;
void *f(void *p){ int *q = n ? &one.b : (int *)(any + n); *q = 1; return 0; }
void *g(void *p){ one.b = 2; return 0; }
)" THREADS)
                  .leftNames,
              Not(IsEmpty()));
  EXPECT_THAT(judge(R"(
struct s { int *a, *b; } one, two; int x, y; int __VERIFIER_nondet_int(void);
#define n __VERIFIER_nondet_int()
void *f(void *p){ char *q = n ? (char *)&one.b : (char *)&one; q += n; **(int **)q = 1; return 0; }
void *g(void *p){ x = 2; return 0; }
int main(void){ pthread_t s, t; one.b = &x; one.a = &y;
  pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); }
)")
                  .leftNames,
              Not(IsEmpty()));
}

// The range of an argument that recursion counts down does not grow one by one.
TEST(RealCode, RecursionIsWalkedInAFewRounds) {
  const Judged judged = judge(R"(
pthread_mutex_t m; int x; int __VERIFIER_nondet_int(void);
void one(int k); void two(int k){ one(k); } void one(int k){ if (k) two(k - 1); }
void *f(void *p){ pthread_mutex_lock(&m); one(__VERIFIER_nondet_int()); x = 1;
  pthread_mutex_unlock(&m); return 0; }
void *g(void *p){ pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m); return 0; }
)" THREADS);
  EXPECT_THAT(judged.leftNames, IsEmpty()); // not if the walk gives up
}

// Effects and sections flow back through calls however functions are ordered, and recursion.
TEST(RealCode, ReleasesAreSeenThroughRecursion) {
  EXPECT_THAT(judge(R"(
pthread_mutex_t m; int x; int __VERIFIER_nondet_int(void);
#define n __VERIFIER_nondet_int()
void one(int k); void two(int k);
void one(int k){ if (k) two(k - 1); }
void two(int k){ if (n) pthread_mutex_unlock(&m); one(k); }
void *f(void *p){ pthread_mutex_lock(&m); one(n); x = 1; return 0; }
void *g(void *p){ pthread_mutex_lock(&m); x = 2; pthread_mutex_unlock(&m); return 0; }
)" THREADS)
                  .leftNames,
              Not(IsEmpty()));
  EXPECT_THAT(judge(R"(
int x; int __VERIFIER_nondet_int(void);
#define n __VERIFIER_nondet_int()
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
void one(int k); void two(int k);
void one(int k){ if (k) two(k - 1); }
void two(int k){ if (n) __VERIFIER_atomic_end(); one(k); }
void *f(void *p){ __VERIFIER_atomic_begin(); one(n); x = 1; __VERIFIER_atomic_end(); return 0; }
void *g(void *p){ __VERIFIER_atomic_begin(); x = 2; __VERIFIER_atomic_end(); return 0; }
)" THREADS)
                  .leftNames,
              Not(IsEmpty()));
}

} // namespace
} // namespace raceward::test
