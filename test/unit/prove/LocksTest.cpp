// The walk through all threads, from both sides: programs that it must clear, and their twins
// that differ in the one thing that matters. Each program under `false` is racy, or cannot be
// told from a racy one.
#include "Judge.h"

namespace raceward::test {
namespace {

struct LockCase {
  const char *name;
  bool raceFree;
  std::string code;
};

void PrintTo(const LockCase &c, std::ostream *out) {
  *out << c.name;
}

class Locks : public ::testing::TestWithParam<LockCase> {};

TEST_P(Locks, AreSeen) {
  const Judged judged = judge(GetParam().code);
  if (GetParam().raceFree)
    EXPECT_TRUE(judged.raceFree()) << judged.left << " left, among them "
                                   << (judged.leftNames.empty() ? "" : *judged.leftNames.begin());
  else
    EXPECT_GT(judged.left, 0u) << "every suspect was removed";
}

/// Two threads, one of f and one of g, and as many as one likes.
const std::string kBoth = "int main(void){ pthread_t s, t; START; pthread_create(&s,0,f,0);"
                          " while (__VERIFIER_nondet_int()) pthread_create(&t,0,g,0); return 0; }";
const std::string kBothWithLocks = "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = "
                                   "PTHREAD_MUTEX_INITIALIZER; int x;\n#define L "
                                   "pthread_mutex_lock\n#define U pthread_mutex_unlock\n";

std::string both(const std::string &f, const std::string &g, const std::string &before = {},
                 const std::string &start = ";") {
  return kBothWithLocks + before + "\nvoid *f(void *p){ " + f + " return 0; }\nvoid *g(void *p){ " +
         g + " return 0; }\n#define START " + start + "\n" + kBoth;
}

const std::string kCell = "struct cell { pthread_mutex_t m; int v; struct cell *next; } a, b, "
                          "cells[8]; struct cell *at;";
const std::string kLocked = "L(&m); x++; U(&m);";

const LockCase kCases[] = {
    {"OneLock", true, both(kLocked, kLocked)},
    {"TwoLocks", false, both(kLocked, "L(&n); x++; U(&n);")},
    {"OneSideWithout", false, both(kLocked, "x++;")},
    {"AfterTheUnlock", false, both(kLocked, "L(&m); U(&m); x++;")},
    {"BeforeTheLock", false, both(kLocked, "x++; L(&m); U(&m);")},
    {"BothLocks", true, both("L(&n); L(&m); x++; U(&m); U(&n);", kLocked)},
    {"InOneBranchOnly", false, both(kLocked, "if (__VERIFIER_nondet_int()) L(&m); x++; U(&m);")},
    {"InBothBranches", true,
     both(kLocked, "if (__VERIFIER_nondet_int()) L(&m); else { L(&n); L(&m); } x++; U(&m);")},
    {"UnlockInALoop", false,
     both(kLocked, "L(&m); while (__VERIFIER_nondet_int()) { x++; U(&m); } U(&m);")},
    {"LockInALoop", true, both(kLocked, "for (int i = 0; i < 5; i++) { L(&m); x++; U(&m); }")},
    {"HeldAroundALoop", true, both(kLocked, "L(&m); for (int i = 0; i < 5; i++) x += i; U(&m);")},
    {"UnlockedWithoutBeingHeld", false, both(kLocked, kLocked + "U(&m);")},
    {"UnlockedBySomebodyElse", false,
     both(kLocked, kLocked, "void *h(void *p){ U(&m); return 0; }",
          "{ pthread_t u; pthread_create(&u,0,h,0); }")},
    {"InitialisedAgain", false, both(kLocked, "pthread_mutex_init(&m, 0); L(&m); x++; U(&m);")},
    {"InitialisedFirst", true, both(kLocked, kLocked, "", "pthread_mutex_init(&m, 0)")},
    // -- functions that lock
    {"Wrappers", true,
     both("lock(); x++; unlock();", kLocked,
          "void lock(void){ L(&m); } void unlock(void){ U(&m); }")},
    {"WrapperThatLocksSometimes", false,
     both("lock(); x++; unlock();", kLocked,
          "void lock(void){ if (__VERIFIER_nondet_int()) L(&m); } void unlock(void){ U(&m); }")},
    {"WrapperOfThePointer", true,
     both("lock(&m); x++; U(&m);", kLocked, "void lock(pthread_mutex_t *p){ L(p); }")},
    {"WrapperOfAnotherPointer", false,
     both("lock(&n); x++; U(&n);", kLocked, "void lock(pthread_mutex_t *p){ L(p); }")},
    {"LockAndDataPassed", true,
     both("add(&m, &x);", "add(&m, &x);",
          "void add(pthread_mutex_t *p, int *v){ L(p); ++*v; U(p); }")},
    {"LockAndDataPassedWrongly", false,
     both("add(&m, &x);", "add(&n, &x);",
          "void add(pthread_mutex_t *p, int *v){ L(p); ++*v; U(p); }")},
    {"CalleeUnlocks", false, both(kLocked, "L(&m); leave(); x++;", "void leave(void){ U(&m); }")},
    {"CalleeUnlocksAnother", true,
     both(kLocked, "L(&n); L(&m); leave(); x++; U(&m);", "void leave(void){ U(&n); }")},
    {"CalleeUnlocksThroughAPointer", false,
     both(kLocked, "L(&m); leave(); x++;",
          "pthread_mutex_t *which = &m; void leave(void){ U(which); }", "which = &m")},
    {"AccessInTheCallee", true,
     both("L(&m); add(); U(&m);", "L(&m); add(); U(&m);", "void add(void){ x++; }")},
    {"AccessInTheCalleeOnceWithout", false,
     both("L(&m); add(); U(&m);", "add();", "void add(void){ x++; }")},
    {"RecursionKeepsTheLock", true,
     both("L(&m); down(4); U(&m);", kLocked, "void down(int n){ x++; if (n) down(n - 1); }")},
    {"RecursionLosesTheLock", false,
     both("L(&m); down(4); U(&m);", kLocked,
          "void down(int n){ x++; if (n == 2) U(&m); if (n) down(n - 1); if (n == 2) L(&m); }")},
    {"FunctionPointerUnlocks", false,
     both(kLocked, "L(&m); act(); x++;",
          "void leave(void){ U(&m); } void stay(void){} void (*act)(void) = stay;", "act = leave")},
    {"CallBackUnlocks", false,
     both(kLocked, "int v[2] = {2, 1}; L(&m); qsort(v, 2, sizeof *v, order); x++; U(&m);",
          "int order(const void *p, const void *q){ U(&m); L(&m); return 0; }")},
    {"LockedObjectIsReturned", true,
     both("struct cell *c = get(); c->v++; U(&c->m);", "struct cell *c = get(); c->v++; U(&c->m);",
          kCell + "struct cell *get(void){ struct cell *c = &cells[__VERIFIER_nondet_int() & 7];"
                  " L(&c->m); return c; }")},
    {"ReturnedObjectIsNotLocked", false,
     both("struct cell *c = get(); c->v++; U(&c->m);", "struct cell *c = get(); c->v++; U(&c->m);",
          kCell + "struct cell *get(void){ struct cell *c = &cells[__VERIFIER_nondet_int() & 7];"
                  " L(&c->m); return c + 1; }")},
    // -- trylock
    {"TryLock", true, both(kLocked, "if (pthread_mutex_trylock(&m) == 0) { x++; U(&m); }")},
    {"TryLockNotAsked", false, both(kLocked, "pthread_mutex_trylock(&m); x++; U(&m);")},
    {"TryLockFailed", false, both(kLocked, "if (pthread_mutex_trylock(&m)) x++; else U(&m);")},
    {"TryLockKept", true,
     both(kLocked, "int r = pthread_mutex_trylock(&m); if (!r) x++; if (!r) U(&m);")},
    {"TryLockInAFunction", true,
     both(kLocked, "if (mine()) { x++; U(&m); }",
          "int mine(void){ return pthread_mutex_trylock(&m) == 0; }")},
    {"TryLockInAFunctionTheWrongWay", false,
     both(kLocked, "if (mine()) { x++; U(&m); }",
          "int mine(void){ return pthread_mutex_trylock(&m); }")},
    {"TryUntilLocked", true, both(kLocked, "while (pthread_mutex_trylock(&m) != 0) ; x++; U(&m);")},
    {"OnACondition", true,
     both(kLocked, "int c = __VERIFIER_nondet_int(); if (c) L(&m); if (c) x++; if (c) U(&m);")},
    {"OnAnotherCondition", false,
     both(kLocked, "int c = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int(); if (c) L(&m);"
                   " if (d) x++; if (c) U(&m);")},
    {"TimedLock", true,
     both(kLocked, "struct timespec t = {0}; if (!pthread_mutex_timedlock(&m, &t)) { x++; U(&m); }",
          "\n#include <time.h>\n")},
    // -- read-write locks
    {"WriterAndReader", true,
     both("pthread_rwlock_wrlock(&r); x++; pthread_rwlock_unlock(&r);",
          "pthread_rwlock_rdlock(&r); int v = x; pthread_rwlock_unlock(&r);",
          "pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;")},
    {"ReaderThatWrites", false,
     both("pthread_rwlock_rdlock(&r); x++; pthread_rwlock_unlock(&r);",
          "pthread_rwlock_rdlock(&r); int v = x; pthread_rwlock_unlock(&r);",
          "pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;")},
    {"ReadWriteInOneBranch", false,
     both("if (__VERIFIER_nondet_int()) pthread_rwlock_wrlock(&r); else pthread_rwlock_rdlock(&r);"
          " x++; pthread_rwlock_unlock(&r);",
          "pthread_rwlock_rdlock(&r); int v = x; pthread_rwlock_unlock(&r);",
          "pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;")},
    {"SpinLock", true,
     both("pthread_spin_lock(&r); x++; pthread_spin_unlock(&r);",
          "pthread_spin_lock(&r); x++; pthread_spin_unlock(&r);", "pthread_spinlock_t r;",
          "pthread_spin_init(&r, 0)")},
    // -- conditions
    {"Waiting", true,
     both("L(&m); while (!x) pthread_cond_wait(&c, &m); x++; U(&m);", kLocked,
          "pthread_cond_t c = PTHREAD_COND_INITIALIZER;")},
    {"WaitingWithAnotherMutex", false,
     both("L(&m); while (!x) pthread_cond_wait(&c, &n); x++; U(&m);", "L(&n); x++; U(&n);",
          "pthread_cond_t c = PTHREAD_COND_INITIALIZER;")},
    // -- the lock beside the data
    {"LockInTheObject", true,
     both("struct cell *c = at; L(&c->m); c->v++; U(&c->m);",
          "struct cell *c = at; L(&c->m); c->v++; U(&c->m);", kCell,
          "at = __VERIFIER_nondet_int() ? &a : &b")},
    {"LockInAVariableThatIsReachedByAPointer", true,
     both("struct cell *c = at; L(&c->m); c->v++; U(&c->m);", "L(&a.m); a.v++; U(&a.m);", kCell,
          "at = __VERIFIER_nondet_int() ? &a : &b")},
    {"LockInALocalVariableThatIsReachedByAPointer", true,
     kBothWithLocks + kCell +
         "void *f(void *p) { for (struct cell *c = at; c; c = c->next) { L(&c->m); c->v++; "
         "U(&c->m); } return 0; }\nint main(void) { struct cell c = {PTHREAD_MUTEX_INITIALIZER, 0, "
         "0}; c.next = &b; at = &c; pthread_t s, t; pthread_create(&s,0,f,0); "
         "pthread_create(&t,0,f,0); L(&c.m); c.v = 1; U(&c.m); L(&b.m); b.v = 1; U(&b.m); "
         "pthread_join(s,0); pthread_join(t,0); return 0; }"},
    {"LockInAnElementThatIsReachedByItsIndex", true,
     both("int i = __VERIFIER_nondet_int() & 7; L(&cells[i].m); cells[i].v++; U(&cells[i].m);",
          "L(&cells[2].m); cells[2].v++; U(&cells[2].m);", kCell)},
    {"LockInAVariableBesideAnother", false,
     both("struct cell *c = at; L(&c->m); c->v++; U(&c->m);", "L(&b.m); a.v++; U(&b.m);", kCell,
          "at = __VERIFIER_nondet_int() ? &a : &b")},
    {"LockInTheElementBefore", false,
     both("struct cell *c = at; L(&c->m); c->v++; U(&c->m);",
          "L(&cells[1].m); cells[2].v++; U(&cells[1].m);", kCell, "at = &cells[2]")},
    {"OneOfTwoLocksInAVariable", false,
     both("struct two *c = which; L(&c->n); c->v++; U(&c->n);", "L(&one.m); one.v++; U(&one.m);",
          "struct two { pthread_mutex_t m, n; int v; } one, other, *which;",
          "which = __VERIFIER_nondet_int() ? &one : &other")},
    {"LockInAnotherObject", false,
     both("L(&a.m); b.v++; U(&a.m);", "L(&b.m); b.v++; U(&b.m);", kCell)},
    {"LockOfTheNextObject", false,
     both("int i = __VERIFIER_nondet_int() & 3; L(&cells[i].m); cells[i].v++; U(&cells[i].m);",
          "int i = __VERIFIER_nondet_int() & 3; L(&cells[i + 1].m); cells[i].v++;"
          " U(&cells[i + 1].m);",
          kCell)},
    {"PointerMovesOn", false,
     both("struct cell *c = cells; L(&c->m); c++; c->v++; U(&(c - 1)->m);",
          "struct cell *c = cells; L(&c->m); c++; c->v++; U(&(c - 1)->m); L(&cells[1].m);"
          " cells[1].v++; U(&cells[1].m);",
          kCell)},
    {"ReloadedPointerMayHaveChanged", false,
     both("L(&at->m); at->v++; U(&at->m);",
          "at = at == &a ? &b : &a; L(&at->m); at->v++;"
          " U(&at->m);",
          kCell, "at = &a")},
    {"ReloadedPointerStays", true,
     both("L(&at->m); at->v++; U(&at->m);", "L(&at->m); at->v++; U(&at->m);", kCell, "at = &a")},
    {"CallBetweenChangesThePointer", false,
     both("L(&at->m); turn(); at->v++; U(&at->m);", "L(&b.m); b.v++; U(&b.m);",
          kCell + "void turn(void){ at = &b; }", "at = &a")},
    {"WithTheSameIndex", true,
     both("int i = __VERIFIER_nondet_int() & 7; L(&ms[i]); xs[i]++; U(&ms[i]);",
          "for (int i = 0; i < 8; i++) { L(&ms[i]); xs[i]++; U(&ms[i]); }",
          "pthread_mutex_t ms[9]; int xs[9];")},
    {"WithAnotherIndex", false,
     both("int i = __VERIFIER_nondet_int() & 7; L(&ms[i]); xs[i]++; U(&ms[i]);",
          "for (int i = 0; i < 8; i++) { L(&ms[i + 1]); xs[i]++; U(&ms[i + 1]); }",
          "pthread_mutex_t ms[9]; int xs[9];")},
    {"TwoElementsPerLock", false,
     both("int i = __VERIFIER_nondet_int() & 3; L(&ms[i]); xs[2 * i]++; U(&ms[i]);",
          "int i = __VERIFIER_nondet_int() & 7; L(&ms[i]); xs[i]++; U(&ms[i]);",
          "pthread_mutex_t ms[9]; int xs[9];")},
    {"IndexChangesMeanwhile", false,
     both("int i = __VERIFIER_nondet_int() & 7; L(&ms[i]); i = (i + 1) & 7; xs[i]++;"
          " U(&ms[(i + 7) & 7]);",
          "int i = __VERIFIER_nondet_int() & 7; L(&ms[i]); xs[i]++; U(&ms[i]);",
          "pthread_mutex_t ms[9]; int xs[9];")},
    {"IndexInMemoryMayChange", false,
     both("L(&ms[i]); xs[i]++; U(&ms[i]);", "i = (i + 1) & 7; L(&ms[i]); xs[i]++; U(&ms[i]);",
          "pthread_mutex_t ms[9]; int xs[9]; _Atomic int i;")},
    {"HalvesOfAnElement", false,
     both("int i = __VERIFIER_nondet_int() & 3; L(&ms[i]); ((short *)xs)[i]++; U(&ms[i]);",
          "int i = __VERIFIER_nondet_int() & 3; L(&ms[i]); xs[i]++; U(&ms[i]);",
          "pthread_mutex_t ms[9]; int xs[9];")},
    {"ALockOfEachThread", false,
     both("pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER; L(&own); x++; U(&own);",
          "pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER; L(&own); x++; U(&own);")},
    {"ALockFromTheHeap", false,
     both("pthread_mutex_t *own = malloc(sizeof *own); pthread_mutex_init(own, 0); L(own); x++;"
          " U(own);",
          "pthread_mutex_t *own = malloc(sizeof *own); pthread_mutex_init(own, 0); L(own); x++;"
          " U(own);")},
    {"AThreadLocalLock", false,
     both("L(&own); x++; U(&own);", "L(&own); x++; U(&own);",
          "_Thread_local pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;")},
    {"LockOfMain", true, R"(
struct job { pthread_mutex_t *m; int *v; };
void *f(void *p){ struct job *j = p; pthread_mutex_lock(j->m); ++*j->v; pthread_mutex_unlock(j->m); return 0; }
int main(void){ pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int v = 0; struct job j = {&m, &v};
  pthread_t t; for (int i = 0; i < 3; i++) pthread_create(&t,0,f,&j); return 0; })"},
    {"LocksOfMainThatDiffer", false, R"(
struct job { pthread_mutex_t *m; int *v; }; int v;
void *f(void *p){ struct job *j = p; pthread_mutex_lock(j->m); ++*j->v; pthread_mutex_unlock(j->m); return 0; }
int main(void){ pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = m; struct job j = {&m, &v}, k = {&n, &v};
  pthread_t t, u; pthread_create(&t,0,f,&j); pthread_create(&u,0,f,&k); return 0; })"},
    {"LongJump", false,
     both(kLocked, "if (setjmp(b)) { x++; return 0; } L(&m); x++; U(&m); longjmp(b, 1);",
          "\n#include <setjmp.h>\njmp_buf b;")},
    // -- locks made of a variable
    {"Exchange", true,
     both("while (atomic_exchange(&l, 1)) ; x++; atomic_store(&l, 0);",
          "while (atomic_exchange(&l, 1)) ; x++; atomic_store(&l, 0);", "atomic_int l;")},
    {"ExchangeNotAsked", false,
     both("while (atomic_exchange(&l, 1)) ; x++; atomic_store(&l, 0);",
          "atomic_exchange(&l, 1); x++; atomic_store(&l, 0);", "atomic_int l;")},
    {"ExchangeReleasedByOthers", false,
     both("while (atomic_exchange(&l, 1)) ; x++; atomic_store(&l, 0);",
          "while (atomic_exchange(&l, 1)) atomic_store(&l, 0); x++; atomic_store(&l, 0);",
          "atomic_int l;")},
    {"ExchangeRelaxed", false,
     both("while (atomic_exchange_explicit(&l, 1, memory_order_relaxed)) ; x++;"
          " atomic_store(&l, 0);",
          "while (atomic_exchange(&l, 1)) ; x++; atomic_store(&l, 0);", "atomic_int l;")},
    {"ReleaseRelaxed", false,
     both("while (atomic_exchange(&l, 1)) ; x++;"
          " atomic_store_explicit(&l, 0, memory_order_relaxed);",
          "while (atomic_exchange(&l, 1)) ; x++; atomic_store(&l, 0);", "atomic_int l;")},
    {"AcquireAndRelease", true,
     both("while (atomic_exchange_explicit(&l, 1, memory_order_acquire)) ; x++;"
          " atomic_store_explicit(&l, 0, memory_order_release);",
          "while (atomic_exchange_explicit(&l, 1, memory_order_acquire)) ; x++;"
          " atomic_store_explicit(&l, 0, memory_order_release);",
          "atomic_int l;")},
    {"CompareAndSwap", true,
     both("int e = 0; while (!atomic_compare_exchange_strong(&l, &e, 1)) e = 0; x++; l = 0;",
          "int e = 0; while (!atomic_compare_exchange_strong(&l, &e, 1)) e = 0; x++; l = 0;",
          "atomic_int l;")},
    {"CompareAndSwapWithoutResetting", false,
     both("int e = 0; while (!atomic_compare_exchange_strong(&l, &e, 1)) ; x++; l = 0;",
          "int e = 0; while (!atomic_compare_exchange_strong(&l, &e, 1)) ; x++; l = 0;",
          "atomic_int l;")},
    {"Counter", false,
     both("while (atomic_fetch_add(&l, 1)) ; x++; l = 0;",
          "while (atomic_fetch_add(&l, 1)) ; x++; l = 0;", "atomic_int l;")},
    {"SectionAsLock", true,
     both("__VERIFIER_atomic_take(); x++; __VERIFIER_atomic_give();",
          "__VERIFIER_atomic_take(); x++; __VERIFIER_atomic_give();",
          "int l; extern void abort(void); void need(int c){ if (!c) abort(); }"
          "void __VERIFIER_atomic_take(void){ need(l == 0); l = 1; }"
          "void __VERIFIER_atomic_give(void){ need(l == 1); l = 0; }")},
    {"SectionThatAsksNothing", false,
     both("__VERIFIER_atomic_take(); x++; __VERIFIER_atomic_give();",
          "__VERIFIER_atomic_take(); x++; __VERIFIER_atomic_give();",
          "int l; void __VERIFIER_atomic_take(void){ l = 1; }"
          "void __VERIFIER_atomic_give(void){ l = 0; }")},
    {"SectionThatAsksTooEarly", false,
     both("take(); x++; give();", "take(); x++; give();",
          "int l; extern void abort(void);"
          "void take(void){ __VERIFIER_atomic_begin(); int c = l; __VERIFIER_atomic_end();"
          " if (c) abort(); __VERIFIER_atomic_begin(); l = 1; __VERIFIER_atomic_end(); }"
          "void give(void){ __VERIFIER_atomic_begin(); l = 0; __VERIFIER_atomic_end(); }")},
    {"SectionOfAnotherVariable", false,
     both("__VERIFIER_atomic_take(&l); x++; __VERIFIER_atomic_give(&l);",
          "__VERIFIER_atomic_take(&k); x++; __VERIFIER_atomic_give(&k);",
          "int l, k; extern void abort(void);"
          "void __VERIFIER_atomic_take(int *p){ if (*p) abort(); *p = 1; }"
          "void __VERIFIER_atomic_give(int *p){ *p = 0; }")},
    {"PlainWriteToTheLock", false,
     both("while (atomic_exchange(&l, 1)) ; x++; atomic_store(&l, 0);",
          "*(int *)&l = 0; while (atomic_exchange(&l, 1)) ; x++; atomic_store(&l, 0);",
          "atomic_int l;")},
    {"FlagOfTheLibrary", true,
     both("while (atomic_flag_test_and_set(&l)) ; x++; atomic_flag_clear(&l);",
          "while (atomic_flag_test_and_set(&l)) ; x++; atomic_flag_clear(&l);", "atomic_flag l;")},
    {"TruthValueAsLock", true,
     both("while (atomic_exchange(&l, 1)) ; x++; l = 0;",
          "while (atomic_exchange(&l, 1)) ; x++; l = 0;", "atomic_bool l;")},
    {"EvenNumbersAreFree", false,
     both("while (atomic_exchange(&l, 1) & 1) ; x++; l = 2;",
          "while (atomic_exchange(&l, 1) & 1) ; x++; l = 0;", "atomic_int l;")},
    {"TruthValueWithAnotherWriter", false,
     both("while (atomic_exchange(&l, 1)) ; x++; l = 0;",
          "while (atomic_exchange(&l, 1)) ; x++; l = 0; *(char *)p1 = 2;",
          "atomic_bool l; void *p1 = &l;")},
    // -- new objects
    {"InitialisedBeforeItIsPublished", true,
     both("struct cell *c = malloc(sizeof *c); c->v = 1; c->next = 0; L(&m); at = c; U(&m);",
          "L(&m); if (at) at->v++; U(&m);", kCell)},
    {"InitialisedAfterItIsPublished", false,
     both("struct cell *c = malloc(sizeof *c); L(&m); at = c; U(&m); c->v = 1;",
          "L(&m); if (at) at->v++; U(&m);", kCell)},
    {"PublishedThroughAnotherName", false,
     both("struct cell *c = malloc(sizeof *c); struct cell *d = __VERIFIER_nondet_int() ? c : &a;"
          " L(&m); at = d; U(&m); c->v = 1;",
          "L(&m); if (at) at->v++; U(&m);", kCell)},
    {"PublishedByACallee", false,
     both("struct cell *c = malloc(sizeof *c); give(c); c->v = 1;",
          "L(&m); if (at) at->v++; U(&m);",
          kCell + "void give(struct cell *c){ L(&m); at = c; U(&m); }")},
    {"InitialisedByACallee", true,
     both("struct cell *c = make(); fill(c); L(&m); at = c; U(&m);",
          "L(&m); if (at) at->v++; U(&m);",
          kCell + "struct cell *make(void){ return malloc(sizeof(struct cell)); }"
                  "void fill(struct cell *c){ c->v = 1; c->next = 0; }")},
    {"PublishedInAStruct", false,
     both("struct cell *c = malloc(sizeof *c); struct two t = {c}, *q = &t;"
          " L(&m); hold = *q; U(&m); c->v = 1;",
          "L(&m); if (hold.p) hold.p->v++; U(&m);",
          kCell + "struct two { struct cell *p; } hold;")},
    {"PublishedRelaxed", false,
     both("struct cell *c = malloc(sizeof *c); c->v = 1;"
          " atomic_store_explicit(&where, c, memory_order_relaxed);",
          "struct cell *c = atomic_load_explicit(&where, memory_order_relaxed); if (c) c->v++;",
          kCell + "_Atomic(struct cell *) where;")},
    {"PublishedToAFailingExchange", false,
     both("struct cell *c = malloc(sizeof *c); c->v = 1;"
          " atomic_store_explicit(&where, c, memory_order_release);",
          "struct cell *c = 0; if (!atomic_compare_exchange_strong_explicit(&where, &c, 0,"
          " memory_order_acq_rel, memory_order_relaxed)) c->v++;",
          kCell + "_Atomic(struct cell *) where;")},
    {"PublishedToAFailingExchangeThatAcquires", true,
     both("struct cell *c = malloc(sizeof *c); c->v = 1;"
          " atomic_store_explicit(&where, c, memory_order_release);",
          "struct cell *c = 0; if (!atomic_compare_exchange_strong_explicit(&where, &c, 0,"
          " memory_order_acq_rel, memory_order_acquire)) { L(&m); c->v++; U(&m); }",
          kCell + "_Atomic(struct cell *) where;")},
    {"PublishedAsAResultThatNobodyCanTell", false,
     both("struct cell *c = malloc(2 * sizeof *c); struct cell *d = moved(c);"
          " L(&m); at = d; U(&m); c->v = 1;",
          "L(&m); if (at) at->v++; U(&m);",
          kCell +
              "struct cell *moved(struct cell *c){ return c + (__VERIFIER_nondet_int() & 0); }")},
    {"TheSecondIsNotTheFirst", false,
     both("struct cell *c = 0; for (int i = 0; i < 3; i++) { struct cell *o = c; c = malloc(sizeof"
          " *c); L(&m); at = c; U(&m); if (o) o->v = 1; }",
          "L(&m); if (at) at->v++; U(&m);", kCell)},
    {"ReallocGivesTheOldOne", false,
     both("L(&m); struct cell *o = at; U(&m); struct cell *c = realloc(o, 99); c->v = 1;",
          "L(&m); if (at) at->v++; U(&m);", kCell)},
    // -- a part for each thread
    {"ElementByANumberThatMayComeAgain", false, R"(
int v[8]; void *f(void *p){ v[(unsigned char)(long)p & 7] = 1; return 0; }
int main(void){ pthread_t t; for (unsigned char i = 0; i != __VERIFIER_nondet_uchar(); i++) pthread_create(&t,0,f,(void*)(long)i); return 0; })"},
    {"ElementByArgument", true, R"(
int v[8]; void *f(void *p){ v[(long)p] = 1; return 0; }
int main(void){ pthread_t t; for (long i = 0; i < 8; i++) pthread_create(&t,0,f,(void*)i); return 0; })"},
    {"ElementByIntegerArgument", true, R"(
int v[8]; void *f(void *p){ int i = (int)(long)p; v[i] = 1; return 0; }
int main(void){ pthread_t t; for (int i = 0; i < 8; i++) pthread_create(&t,0,f,(void*)(long)i); return 0; })"},
    {"ElementByPointer", true, R"(
int v[8]; void *f(void *p){ *(int *)p = 1; return 0; }
int main(void){ pthread_t t; for (int i = 0; i < 8; i++) pthread_create(&t,0,f,&v[i]); return 0; })"},
    {"TheNextElementToo", false, R"(
int v[9]; void *f(void *p){ int *q = p; q[0] = 1; q[1] = 2; return 0; }
int main(void){ pthread_t t; for (int i = 0; i < 8; i++) pthread_create(&t,0,f,&v[i]); return 0; })"},
    {"ElementModulo", false, R"(
int v[8]; void *f(void *p){ v[(long)p % 4] = 1; return 0; }
int main(void){ pthread_t t; for (long i = 0; i < 8; i++) pthread_create(&t,0,f,(void*)i); return 0; })"},
    {"ElementOfTruncatedArgument", false, R"(
int v[256]; void *f(void *p){ v[(unsigned char)(long)p] = 1; return 0; }
int main(void){ pthread_t t; for (long i = 0; i < 600; i++) pthread_create(&t,0,f,(void*)i); return 0; })"},
    {"ArgumentTwice", false, R"(
int v[8]; void *f(void *p){ v[(long)p] = 1; return 0; }
int main(void){ pthread_t t; for (long i = 0; i < 8; i++) { pthread_create(&t,0,f,(void*)i); pthread_create(&t,0,f,(void*)i); } return 0; })"},
    {"ArgumentTwiceInAnInnerLoop", false, R"(
int v[8]; void *f(void *p){ v[(long)p] = 1; return 0; }
int main(void){ pthread_t t; for (long i = 0; i < 8; i++) for (int j = 0; j < 2; j++) pthread_create(&t,0,f,(void*)i); return 0; })"},
    {"LoopTwice", false, R"(
int v[8]; void *f(void *p){ v[(long)p] = 1; return 0; }
void go(void){ pthread_t t; for (long i = 0; i < 8; i++) pthread_create(&t,0,f,(void*)i); }
int main(void){ go(); go(); return 0; })"},
    {"OuterLoop", false, R"(
int v[8]; void *f(void *p){ v[(long)p] = 1; return 0; }
int main(void){ pthread_t t; for (int k = 0; k < 2; k++) for (long i = 0; i < 8; i++) pthread_create(&t,0,f,(void*)i); return 0; })"},
    {"CounterThatStaysSometimes", false, R"(
int v[8]; void *f(void *p){ v[(long)p] = 1; return 0; }
int main(void){ pthread_t t; for (long i = 0; i < 8; ) { pthread_create(&t,0,f,(void*)i); if (__VERIFIER_nondet_int()) i++; } return 0; })"},
    {"CounterWithoutEnd", false, R"(
int v[256]; void *f(void *p){ v[(long)p] = 1; return 0; }
int main(void){ pthread_t t; for (unsigned char i = 0; ; i++) pthread_create(&t,0,f,(void*)(long)i); return 0; })"},
    {"SliceByArgument", true, R"(
int v[40]; void *f(void *p){ long i = (long)p; for (int j = 0; j < 5; j++) v[5 * i + j] = 1; return 0; }
int main(void){ pthread_t t; for (long i = 0; i < 8; i++) pthread_create(&t,0,f,(void*)i); return 0; })"},
    {"SliceOneTooLong", false, R"(
int v[48]; void *f(void *p){ long i = (long)p; for (int j = 0; j <= 5; j++) v[5 * i + j] = 1; return 0; }
int main(void){ pthread_t t; for (long i = 0; i < 8; i++) pthread_create(&t,0,f,(void*)i); return 0; })"},
    {"SliceBelowZero", false, R"(
int v[48]; void *f(void *p){ long i = (long)p; for (int j = -1; j < 5; j++) v[5 * i + j + 1] = 1; return 0; }
int main(void){ pthread_t t; for (long i = 0; i < 8; i++) pthread_create(&t,0,f,(void*)i); return 0; })"},
    {"ObjectForEachThread", true, R"(
struct job { int v; }; void *f(void *p){ struct job *j = p; j->v++; free(j); return 0; }
int main(void){ pthread_t t; for (int i = 0; i < 8; i++) { struct job *j = malloc(sizeof *j); j->v = i; pthread_create(&t,0,f,j); } return 0; })"},
    {"ObjectUsedAfterItWasHandedOver", false, R"(
struct job { int v; }; void *f(void *p){ struct job *j = p; j->v++; return 0; }
int main(void){ pthread_t t; for (int i = 0; i < 8; i++) { struct job *j = malloc(sizeof *j); pthread_create(&t,0,f,j); j->v = i; } return 0; })"},
    {"OneObjectForAllThreads", false, R"(
struct job { int v; }; void *f(void *p){ struct job *j = p; j->v++; return 0; }
int main(void){ pthread_t t; struct job *j = malloc(sizeof *j); for (int i = 0; i < 8; i++) pthread_create(&t,0,f,j); return 0; })"},
    {"ObjectForTwoThreads", false, R"(
struct job { int v; }; void *f(void *p){ struct job *j = p; j->v++; return 0; }
int main(void){ pthread_t t; for (int i = 0; i < 8; i++) { struct job *j = malloc(sizeof *j); pthread_create(&t,0,f,j); pthread_create(&t,0,f,j); } return 0; })"},
    {"ElementOfOneHeapArray", true, R"(
void *f(void *p){ *(int *)p = 1; return 0; }
int main(void){ pthread_t t; int n = __VERIFIER_nondet_int(); int *v = malloc(n * sizeof *v);
  for (int i = 0; i < n; i++) pthread_create(&t,0,f,&v[i]); return 0; })"},
    {"ElementOfChangingHeapArrays", false, R"(
int *keep; void *f(void *p){ *(int *)p = 1; return 0; }
int main(void){ pthread_t t; int n = __VERIFIER_nondet_int(); int *v = malloc(9);
  for (int i = 0; i < n; i++) { pthread_create(&t,0,f,&v[i]); v = v - 1; } return 0; })"},
    {"HandleBesideTheData", true, R"(
struct job { pthread_t tid; long v; } jobs[4];
void *f(void *p){ struct job *j = p; j->v++; return 0; }
int main(void){ for (int i = 0; i < 4; i++) pthread_create(&jobs[i].tid,0,f,&jobs[i]); return 0; })"},
    {"HandleThatTheThreadReads", false, R"(
struct job { pthread_t tid; long v; } jobs[4];
void *f(void *p){ struct job *j = p; j->v = (long)j->tid; return 0; }
int main(void){ for (int i = 0; i < 4; i++) pthread_create(&jobs[i].tid,0,f,&jobs[i]); return 0; })"},
    {"HandleInANewObject", false, R"(
struct job { pthread_t tid; long v; };
void *f(void *p){ struct job *j = p; j->v = (long)j->tid; return 0; }
int main(void){ struct job *j = malloc(sizeof *j); pthread_create(&j->tid,0,f,j); return 0; })"},
    {"LockOfTwoSizes", false,
     both(
         "while (atomic_exchange((atomic_int *)&l, 256)) ; x++; atomic_store((atomic_int *)&l, 0);",
         "while (atomic_exchange((atomic_char *)&l, 1)) ; x++; atomic_store((atomic_char *)&l, 0);",
         "_Alignas(8) char l[8];")},
    // -- flags that are set once
    {"InitialisedOnce", true,
     both("once(); use();", "once(); use();",
          "int ready; void once(void){ L(&m); if (!ready) { x = 7; ready = 1; } U(&m); }"
          "void use(void){ int v = x; }")},
    {"InitialisedOnceAfterTheFlag", true,
     both("once(); use();", "once(); use();",
          "int ready; void once(void){ L(&m); if (!ready) { ready = 1; x = 7; } U(&m); }"
          "void use(void){ int v = x; }")},
    {"InitialisedOutsideOfTheLock", false,
     both("once(); use();", "once(); use();",
          "int ready; void once(void){ L(&m); int c = ready; ready = 1; U(&m); if (!c) x = 7; }"
          "void use(void){ int v = x; }")},
    {"LockIsReleasedBetween", false,
     both("once(); use();", "once(); use();",
          "int ready; void once(void){ L(&m); if (!ready) { U(&m); L(&m); x = 7; ready = 1; }"
          " U(&m); } void use(void){ int v = x; }")},
    {"WaitsBetween", false,
     both("once(); use();", "once(); use();",
          "pthread_cond_t c; int ready; void once(void){ L(&m); if (!ready) {"
          " pthread_cond_wait(&c, &m); x = 7; ready = 1; } U(&m); } void use(void){ int v = x; }")},
    {"UsedWithoutAsking", false,
     both("once(); use();", "use();",
          "int ready; void once(void){ L(&m); if (!ready) { x = 7; ready = 1; } U(&m); }"
          "void use(void){ int v = x; }")},
    {"FlagFalls", false,
     both("once(); use();", "once(); use(); L(&m); ready = 0; U(&m);",
          "int ready; void once(void){ L(&m); if (!ready) { x = 7; ready = 1; } U(&m); }"
          "void use(void){ int v = x; }")},
    {"FlagFallsThroughAPointer", false,
     both("once(); use();", "once(); use(); L(&m); *p1 = 0; U(&m);",
          "int ready, *p1 = &ready; void once(void){ L(&m); if (!ready) { x = 7; ready = 1; }"
          " U(&m); } void use(void){ int v = x; }")},
    {"FlagNeverSet", false,
     both("once(); use();", "once(); use();",
          "int ready; void once(void){ L(&m); if (!ready) { x = 7; } U(&m); }"
          "void use(void){ int v = x; }")},
    {"FlagUnderAnotherLock", false,
     both("once(&m); use();", "once(&n); use();",
          "int ready; void once(pthread_mutex_t *l){ L(l); if (!ready) { x = 7; ready = 1; }"
          " U(l); } void use(void){ int v = x; }")},
    {"FlagOfAState", true,
     both("L(&m); switch (state) { case 0: x = 1; state = 1; case 1: U(&m); int v = x; }",
          "L(&m); switch (state) { case 0: x = 1; state = 1; case 1: U(&m); int v = x; }",
          "int state;")},
    // -- before the first thread
    {"HelperBeforeTheThreads", true,
     both("L(&m); set(1); U(&m);", kLocked, "void set(int v){ x = v; }", "set(7)")},
    {"HelperAfterTheFirstThread", false,
     both("L(&m); set(1); U(&m);", kLocked, "void set(int v){ x = v; }",
          "{ pthread_create(&s,0,g,0); set(7); }")},
    {"HelperThatCreates", false,
     both("L(&m); set(1); U(&m);", kLocked,
          "void *g(void *p); void set(int v){ x = v; }"
          "void go(void){ pthread_t t; pthread_create(&t,0,g,0); }",
          "{ go(); set(7); }")},
    {"LoopThatCreates", false,
     both("L(&m); set(1); U(&m);", kLocked, "void *g(void *p); void set(int v){ x = v; }",
          "for (int i = 0; i < 2; i++) { set(7); pthread_create(&t,0,g,0); }")},
    // -- variables of each thread
    {"ThreadLocalCondition", true,
     both("own = 1; if (own == 1) L(&m); x++; if (own == 1) U(&m);", kLocked,
          "_Thread_local int own;")},
    {"SharedCondition", false,
     both("own = 1; if (own == 1) L(&m); x++; if (own == 1) U(&m);", kLocked + "own = 0;",
          "int own;")},
    // -- semaphores
    {"SemaphoreOfOne", true,
     both("sem_wait(&s1); x++; sem_post(&s1);", "sem_wait(&s1); x++; sem_post(&s1);",
          "\n#include <semaphore.h>\nsem_t s1;", "sem_init(&s1, 0, 1)")},
    {"SemaphoreOfTwo", false,
     both("sem_wait(&s1); x++; sem_post(&s1);", "sem_wait(&s1); x++; sem_post(&s1);",
          "\n#include <semaphore.h>\nsem_t s1;", "sem_init(&s1, 0, 2)")},
    {"SemaphoreOfAnInput", false,
     both("sem_wait(&s1); x++; sem_post(&s1);", "sem_wait(&s1); x++; sem_post(&s1);",
          "\n#include <semaphore.h>\nsem_t s1;", "sem_init(&s1, 0, __VERIFIER_nondet_int())")},
    {"SemaphorePostedBefore", false,
     both("sem_wait(&s1); x++; sem_post(&s1);", "sem_wait(&s1); x++; sem_post(&s1);",
          "\n#include <semaphore.h>\nsem_t s1;", "{ sem_init(&s1, 0, 1); sem_post(&s1); }")},
    {"SemaphorePostedByOthers", false,
     both("sem_wait(&s1); x++; sem_post(&s1);", "sem_post(&s1); sem_wait(&s1); x++;",
          "\n#include <semaphore.h>\nsem_t s1;", "sem_init(&s1, 0, 1)")},
    {"SemaphoreTried", true,
     both("if (sem_trywait(&s1) == 0) { x++; sem_post(&s1); }",
          "sem_wait(&s1); x++; sem_post(&s1);", "\n#include <semaphore.h>\nsem_t s1;",
          "sem_init(&s1, 0, 1)")},
    // -- once
    {"OnceBeforeEachUse", true,
     both("pthread_once(&o, make); int r = x;", "pthread_once(&o, make); int r = x;",
          "pthread_once_t o = PTHREAD_ONCE_INIT; void make(void){ x = 1; }")},
    {"OnceBeforeOneUse", false,
     both("pthread_once(&o, make); int r = x;", "int r = x;",
          "pthread_once_t o = PTHREAD_ONCE_INIT; void make(void){ x = 1; }")},
    {"OnceAfterTheUse", false,
     both("pthread_once(&o, make);", "int r = x; pthread_once(&o, make);",
          "pthread_once_t o = PTHREAD_ONCE_INIT; void make(void){ x = 1; }")},
    {"OnceAndDirectly", false,
     both("pthread_once(&o, make);", "make();",
          "pthread_once_t o = PTHREAD_ONCE_INIT; void make(void){ x = 1; }")},
    {"OnceForEachOfTwoControls", false,
     both("pthread_once(&o, make);", "pthread_once(&p1, make);",
          "pthread_once_t o = PTHREAD_ONCE_INIT, p1 = PTHREAD_ONCE_INIT; void make(void){ x = 1; "
          "}")},
    {"OnceWithAControlThatIsSetAgain", false,
     both("pthread_once(&o, make); int r = x;", "o = PTHREAD_ONCE_INIT; pthread_once(&o, make);",
          "pthread_once_t o = PTHREAD_ONCE_INIT; void make(void){ x = 1; }")},
    {"OnceAndWrittenLater", false,
     both("pthread_once(&o, make); x = 2;", "pthread_once(&o, make); int r = x;",
          "pthread_once_t o = PTHREAD_ONCE_INIT; void make(void){ x = 1; }")},
    {"OnceOfTwoFunctions", true,
     both("pthread_once(&o, make);", "pthread_once(&o, other);",
          "pthread_once_t o = PTHREAD_ONCE_INIT; void make(void){ x = 1; } void other(void){ x = "
          "2; }")},
    {"OnceThroughAPointer", false,
     both("pthread_once(w, make); int r = x;", "pthread_once(&o, make); int r = x;",
          "pthread_once_t o = PTHREAD_ONCE_INIT, q = PTHREAD_ONCE_INIT, *w = &q; void make(void){ "
          "x = 1; }",
          "w = __VERIFIER_nondet_int() ? &o : &q")},
    // -- one value in the whole run
    {"NewObjectOfARunEscapesInACallee", false,
     both("int *q = malloc(4); give(q); *q = 1;", "L(&m); if (all) *all = 2; U(&m);",
          "int *all; void give(int *q){ L(&m); all = q; U(&m); }")},
    {"LockOfMainByPointer", true, R"(
pthread_mutex_t *m; int x;
void *f(void *p){ pthread_mutex_lock(m); x++; pthread_mutex_unlock(m); return 0; }
int main(void){ pthread_t s, t; m = malloc(sizeof *m); pthread_mutex_init(m, 0);
  pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); return 0; })"},
    {"LockOfMainByPointerChangedLater", false, R"(
pthread_mutex_t *m; int x;
void *f(void *p){ pthread_mutex_lock(m); x++; pthread_mutex_unlock(m); return 0; }
int main(void){ pthread_t s, t; m = malloc(sizeof *m); pthread_mutex_init(m, 0);
  pthread_create(&s,0,f,0); m = malloc(sizeof *m); pthread_mutex_init(m, 0); pthread_create(&t,0,f,0); return 0; })"},
    {"LibraryFunctionBehindAPointer", false,
     both("void *q = get(4); x++;", "x++;",
          "void *never(size_t n){ abort(); } void *(*get)(size_t) = never;",
          "get = __VERIFIER_nondet_int() ? malloc : never")},
    // -- code that is never executed
    {"BehindAConstant", true, both("int debug = 0; if (debug) x++;", kLocked)},
    {"BehindAnInput", false, both("if (__VERIFIER_nondet_int() == 77) x++;", "x++;")},
    {"AfterAnEndlessLoop", true, both("while (1) L(&m); x++;", kLocked)},
    {"BehindAnImpossibleArgument", true,
     both("set(0);", kLocked, "void set(int v){ if (v) x = v; }")},
    {"BehindAPossibleArgument", false,
     both("set(0); set(__VERIFIER_nondet_int());", kLocked, "void set(int v){ if (v) x = v; }")},
    {"BehindAnOverflow", false,
     both("int i = __VERIFIER_nondet_int(); if (i > 0 && i + 1 < 0) x++;", kLocked)},
    {"BehindAnUnsignedComparison", false,
     both("int i = __VERIFIER_nondet_int(); if (i < 0 && (unsigned)i > 5u) x++;", kLocked)},
};
INSTANTIATE_TEST_SUITE_P(Provers, Locks, ::testing::ValuesIn(kCases),
                         [](const auto &test) { return std::string(test.param.name); });

} // namespace
} // namespace raceward::test
