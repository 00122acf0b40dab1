// What a rule of the walk rests on, from both sides: waits inside of callees, locks that callers
// know by different pointers, words that are accessed in several sizes, numbers that wrap around.
// Each program under `false` is racy, or cannot be told from a racy one.
#include "Judge.h"

namespace raceward::test {
namespace {

struct RuleCase {
  const char *name;
  bool raceFree;
  std::string code;
};

void PrintTo(const RuleCase &c, std::ostream *out) {
  *out << c.name;
}

class Rules : public ::testing::TestWithParam<RuleCase> {};

TEST_P(Rules, Hold) {
  const Judged judged = judge(GetParam().code);
  if (GetParam().raceFree)
    EXPECT_TRUE(judged.raceFree()) << judged.left << " left, among them "
                                   << (judged.leftNames.empty() ? "" : *judged.leftNames.begin());
  else
    EXPECT_GT(judged.left, 0u) << "every suspect was removed";
}

/// A thread of `f` and one of `g`.
std::string inTwoThreads(const std::string &before, const std::string &f, const std::string &g) {
  return "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n"
         "pthread_cond_t c = PTHREAD_COND_INITIALIZER; int flag, data;\n"
         "#define L pthread_mutex_lock\n#define U pthread_mutex_unlock\n" +
         before + "\nvoid *f(void *p){ " + f + " return 0; }\nvoid *g(void *p){ " + g +
         " return 0; }\n"
         "int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,g,0);"
         " pthread_join(s,0); pthread_join(t,0); return 0; }";
}

const std::string kRaise = "L(&m); flag = 1; pthread_cond_broadcast(&c); U(&m); data = 2;";

/// Two locked structs behind two pointers that change, so that nobody knows which one is meant.
/// `inner` is called with the lock of either.
std::string underEitherLock(const std::string &inner, const std::string &after = "U(&b->m);") {
  const std::string thread = "struct s *a, *b; L(&n); a = pa; b = pb; pa = a; pb = b; U(&n);"
                             " L(&a->m); inner(a); U(&a->m); L(&b->m); inner(b); " +
                             after;
  return inTwoThreads("struct s { pthread_mutex_t m; int v; };\n"
                      "struct s s1 = {PTHREAD_MUTEX_INITIALIZER}, s2 = {PTHREAD_MUTEX_INITIALIZER};"
                      "struct s *pa = &s1, *pb = &s2;\n" +
                          inner,
                      thread, thread);
}

/// The same with locks that are words.
std::string underEitherWord(const std::string &inner, const std::string &after) {
  const std::string thread =
      "struct s *a, *b; L(&n); a = pa; b = pb; pa = a; pb = b; U(&n);"
      " while (atomic_exchange(&a->w, 1)) ; inner(a); atomic_store(&a->w, 0);"
      " while (atomic_exchange(&b->w, 1)) ; inner(b); " +
      after;
  return inTwoThreads("struct s { atomic_int w; int v; }; struct s s1, s2;"
                      "struct s *pa = &s1, *pb = &s2;\n" +
                          inner,
                      thread, thread);
}

/// Eight threads, each with an argument that is made of the number `i`.
std::string numberedThreads(const std::string &f, const std::string &argument,
                            const std::string &loop = "unsigned long i = 0; i < 8; i++",
                            const std::string &before = {}) {
  return "#include <stdint.h>\nchar x[64]; int shared;\n" + before + "\nvoid *f(void *p){ " + f +
         " return 0; }\nint main(void){ pthread_t t[8]; for (" + loop +
         ") pthread_create(&t[i],0,f," + argument + "); return 0; }";
}

const RuleCase kRuleCases[] = {
    // -- a condition wait inside of a callee lets go of the lock
    {"WaitInAHelper", false,
     inTwoThreads("void pause_(pthread_mutex_t *p){ pthread_cond_wait(&c, p); }",
                  "L(&m); int seen = flag; pause_(&m); if (!seen) data = 1; U(&m);", kRaise)},
    {"WaitInAHelperBeforeTheFlagIsRead", true,
     inTwoThreads("void pause_(pthread_mutex_t *p){ pthread_cond_wait(&c, p); }",
                  "L(&m); pause_(&m); int seen = flag; if (!seen) data = 1; U(&m);", kRaise)},
    {"WaitBehindATable", false,
     inTwoThreads("struct ops { void (*idle)(void); }; void idle(void){ pthread_cond_wait(&c, &m);"
                  "} void spin(void){} struct ops ops[2] = {{spin}, {idle}};",
                  "L(&m); int seen = flag; ops[__VERIFIER_nondet_int() & 1].idle();"
                  " if (seen == 0) data = 1; U(&m);",
                  kRaise)},
    {"NoWaitBehindATable", true,
     inTwoThreads("struct ops { void (*idle)(void); }; void idle(void){ pthread_cond_signal(&c);"
                  "} void spin(void){} struct ops ops[2] = {{spin}, {idle}};",
                  "L(&m); int seen = flag; ops[__VERIFIER_nondet_int() & 1].idle();"
                  " if (seen == 0) data = 1; U(&m);",
                  kRaise)},
    {"WaitTwoCallsDeep", false,
     inTwoThreads("struct q { int left; pthread_cond_t *on; };"
                  "void deep(struct q q){ if (q.left) pthread_cond_wait(q.on, &m); }"
                  "void outer(int k){ struct q q = {k, &c}; deep(q); }",
                  "L(&m); int seen = flag; outer(__VERIFIER_nondet_int()); if (!seen) data = 1;"
                  " U(&m);",
                  kRaise)},
    {"TimedWaitInAHelper", false,
     inTwoThreads("#include <time.h>\nint nap(long s){ struct timespec t = {s, 0};"
                  " return pthread_cond_timedwait(&c, &m, &t); }",
                  "L(&m); int seen = flag; int late = nap(1); if (late && !seen) data = 1;"
                  " U(&m);",
                  kRaise)},
    {"WaitInASortedComparison", false,
     inTwoThreads("int less(const void *a, const void *b){ pthread_cond_wait(&c, &m);"
                  " return *(const int *)a - *(const int *)b; } int v[3] = {3, 2, 1};",
                  "L(&m); int seen = flag; qsort(v, 3, sizeof *v, less); if (!seen) data = 1;"
                  " U(&m);",
                  kRaise)},
    {"NoWaitInASortedComparison", true,
     inTwoThreads("int less(const void *a, const void *b){"
                  " return *(const int *)a - *(const int *)b; } int v[3] = {3, 2, 1};",
                  "L(&m); int seen = flag; qsort(v, 3, sizeof *v, less); if (!seen) data = 1;"
                  " U(&m);",
                  kRaise)},
    {"WaitInAOnceRoutine", false,
     inTwoThreads("pthread_once_t o = PTHREAD_ONCE_INIT; void wait1(void){"
                  " pthread_cond_wait(&c, &m); } void init(void){ wait1(); }",
                  "L(&m); if (!flag) { pthread_once(&o, init); data = 1; } U(&m);", kRaise)},
    {"NoWaitInAOnceRoutine", true,
     inTwoThreads("pthread_once_t o = PTHREAD_ONCE_INIT; int set; void init(void){ set = 1; }",
                  "L(&m); if (!flag) { pthread_once(&o, init); data = 1; } U(&m);", kRaise)},
    {"C11WaitInAHelper", false,
     inTwoThreads("#include <threads.h>\nmtx_t mm; cnd_t cc; void w(cnd_t *x){ cnd_wait(x, &mm); }",
                  "mtx_lock(&mm); int seen = flag; w(&cc); if (!seen) data = 1; mtx_unlock(&mm);",
                  "mtx_lock(&mm); flag = 1; cnd_signal(&cc); mtx_unlock(&mm); data = 2;")},
    // -- a lock that callers know by different pointers
    {"UnlockOfOneStructInTheHelper", false,
     underEitherLock("void inner(struct s *s){ if (s != &s1) U(&s2.m); s->v++; }", "")},
    {"UnlockOfOneStructTwoCallsDeep", false,
     underEitherLock("void drop(int k){ if (k) U(&s2.m); }"
                     "void inner(struct s *s){ drop(s == &s2); s->v++; }",
                     "")},
    {"UnlockBehindACallBack", false,
     underEitherLock("void none(void){} void drop(void){ U(&s2.m); }"
                     "void inner(struct s *s){ void (*h)(void) = s == &s2 ? drop : none; h();"
                     " s->v++; }",
                     "")},
    {"UnlockOnAnErrorPath", false,
     underEitherLock("int check(struct s *s){ if (s == &s2) { U(&s2.m); return -1; } return 0; }"
                     "void inner(struct s *s){ int bad = check(s); s->v += bad; }",
                     "")},
    {"UnlockThroughAGlobalPointer", false,
     underEitherLock("pthread_mutex_t *which = &s2.m;"
                     "void inner(struct s *s){ if (s == &s2) U(which); s->v++; }",
                     "")},
    {"UnlockAndLockInTheHelper", true,
     underEitherLock("void inner(struct s *s){ U(&s->m); L(&s->m); s->v++; }")},
    {"NoUnlockInTheHelper", true,
     underEitherLock("void inner(struct s *s){ if (s == &s2) s->v++; s->v++; }")},
    {"HelperLocksAnotherOne", true,
     underEitherLock("pthread_mutex_t k = PTHREAD_MUTEX_INITIALIZER;"
                     "void inner(struct s *s){ L(&k); U(&k); s->v++; }")},
    {"WordGivenBackInTheHelper", false,
     underEitherWord("void inner(struct s *s){ if (s == &s2) atomic_store(&s2.w, 0); s->v++; }",
                     "")},
    // -- flags and locks that are accessed in several sizes
    {"FlagReadByTheByte", false,
     inTwoThreads("union { unsigned w; unsigned char b[4]; } u;"
                  "int whole(void){ return u.w; }",
                  "L(&m); int w = whole(); if (!u.b[0]) data = w; U(&m);",
                  "L(&m); u.w = 0x100; U(&m); data = 2;")},
    {"FlagOfOneByte", true,
     inTwoThreads("union { unsigned w; unsigned char b[4]; } u;",
                  "L(&m); if (!u.b[0]) data = 1; U(&m);", "L(&m); u.b[0] = 2; U(&m); data = 2;")},
    {"FlagWrittenWithItsNeighbour", false,
     inTwoThreads("_Alignas(8) struct { int a, b; } s; void set(long v){ *(long *)&s = v; }",
                  "L(&m); if (!s.b) data = 1; U(&m);",
                  "L(&m); s.b = 1; U(&m); data = 2; L(&m); set(5); U(&m);")},
    {"FlagBesideAnotherThatFalls", true,
     inTwoThreads("struct { int a, b; } s;", "L(&m); s.a = 0; if (!s.b) data = 1; U(&m);",
                  "L(&m); s.b = 1; U(&m); data = 2; L(&m); s.a = 0; U(&m);")},
    {"FlagClearedByMemset", false,
     inTwoThreads("struct s { int a, b; } s; void clear(struct s *p){ memset(p, 0, sizeof *p); }",
                  "L(&m); if (!s.b) data = 1; U(&m);",
                  "L(&m); s.b = 1; U(&m); data = 2; L(&m); clear(&s); U(&m);")},
    {"FlagClearedByAssignment", false,
     inTwoThreads("struct s { int a, b, c, d; } s, zero;", "L(&m); if (!s.b) data = 1; U(&m);",
                  "L(&m); s.b = 1; U(&m); data = 2; L(&m); s = zero; U(&m);")},
    {"FlagThatIsHalfOfALong", false,
     inTwoThreads("_Alignas(8) union { unsigned long whole; unsigned half[2]; } u;"
                  "unsigned long both(void){ return u.whole; }",
                  "L(&m); if (!u.half[0]) data = 1; U(&m);",
                  "L(&m); u.whole = 1UL << 32; int set = both() != 0; U(&m); if (set) data = 2;")},
    {"WordLockGivenBackInAnotherSize", false,
     inTwoThreads("_Alignas(4) char w[4]; void all(int v){ atomic_store((atomic_int *)w, v); }"
                  "int take(void){ return atomic_exchange((atomic_int *)w, 256); }",
                  "while (take()) ; all(0); while (atomic_exchange((atomic_char *)w, 1)) ; data++;"
                  " atomic_store((atomic_char *)w, 0);",
                  "while (take()) ; all(0); while (atomic_exchange((atomic_char *)w, 1)) ; data++;"
                  " atomic_store((atomic_char *)w, 0);")},
    {"WordLocksSideBySide", true,
     inTwoThreads("_Alignas(8) struct { atomic_int a; atomic_char b, pad[3]; } w; int other;",
                  "while (atomic_exchange(&w.a, 1)) ; data++; atomic_store(&w.a, 0);"
                  " while (atomic_exchange(&w.b, 1)) ; other++; atomic_store(&w.b, 0);",
                  "while (atomic_exchange(&w.a, 1)) ; data++; atomic_store(&w.a, 0);"
                  " while (atomic_exchange(&w.b, 1)) ; other++; atomic_store(&w.b, 0);")},
    {"WordLocksInAnArray", true,
     inTwoThreads("atomic_int w[4]; int v[4];",
                  "int i = __VERIFIER_nondet_int() & 3; while (atomic_exchange(&w[i], 1)) ; v[i]++;"
                  " atomic_store(&w[i], 0);",
                  "int i = __VERIFIER_nondet_int() & 3; while (atomic_exchange(&w[i], 1)) ; v[i]++;"
                  " atomic_store(&w[i], 0);")},
    {"WordLockThatIsHalfOfAnother", false,
     inTwoThreads("_Alignas(8) char w[8]; int other;",
                  "while (atomic_exchange((atomic_long *)w, 1L << 32)) ; data++;"
                  " atomic_store((atomic_long *)w, 0);"
                  " while (atomic_exchange((atomic_int *)w, 1)) ; other++;"
                  " atomic_store((atomic_int *)w, 0);",
                  "while (atomic_exchange((atomic_long *)w, 1L << 32)) ; data++;"
                  " atomic_store((atomic_long *)w, 0);"
                  " while (atomic_exchange((atomic_int *)w, 1)) ; other++;"
                  " atomic_store((atomic_int *)w, 0);")},
    // -- numbers that wrap around, distances
    {"StrideThatWraps", false,
     numberedThreads("uintptr_t k = (uintptr_t)p; if (k < 8) x[k]++;", "(void *)(i << 61)",
                     "unsigned long i = 0; i < 9; i++")},
    {"StrideThatDoesNotWrap", true,
     numberedThreads("uintptr_t k = (uintptr_t)p; if (k < 64) x[k]++;", "(void *)(i << 3)")},
    {"StrideThatWrapsInAHelper", false,
     numberedThreads("touch((uintptr_t)p * 0x2000000000000000UL);", "(void *)i",
                     "unsigned long i = 1; i <= 16; i++",
                     "void touch(unsigned long k){ if (k < 8) x[k] = 1; }")},
    {"StrideThatWrapsInASignedCount", false,
     numberedThreads("long k = (long)p; if (k == 0) x[k]++;", "(void *)(i * (1L << 62))",
                     "long i = -4; i < 4; i++")},
    {"StrideThatWrapsInAStruct", false,
     numberedThreads("uintptr_t k = (uintptr_t)p; if (k == 0) s[k].b = 1;",
                     "(void *)(i * 0x1000000000000000UL)", "unsigned long i = 0; i != 8; i++",
                     "struct { long a, b; } s[4];")},
    {"IndexOfTheLoop", true,
     numberedThreads("long k = (long)p; v[k]++;", "(void *)i", "long i = 0; i < 8; i++",
                     "int v[8];")},
    {"PointerOfTheLoop", true,
     numberedThreads("int *q = p; ++*q;", "&v[i]", "int i = 0; i < n; i++", "int v[8], n;")},
    {"PointerOfALoopWithoutBound", true,
     numberedThreads("struct s *q = p; q->b++;", "&v[i]", "size_t i = 0; i < n; i++",
                     "struct s { long a, b; } v[8]; size_t n;")},
    {"DistanceToAGlobal", false,
     numberedThreads("struct r *r = p; r->off[1] = (long)&shared - (long)r;"
                     " ++*(int *)((uintptr_t)r + r->off[__VERIFIER_nondet_int() & 1]);",
                     "malloc(sizeof(struct r))", "int i = 0; i < 8; i++",
                     "struct r { long off[2]; };")},
    {"DistanceInAHelper", false,
     numberedThreads("struct r *r = p; r->off[0] = r->off[1] = (long)&shared - (long)r;"
                     " ++*(int *)at((uintptr_t)r, r->off[__VERIFIER_nondet_int() & 1]);",
                     "malloc(sizeof(struct r))", "int i = 0; i < 8; i++",
                     "struct r { long off[2]; };"
                     "uintptr_t at(uintptr_t from, long by){ return from + by; }")},
    {"DistanceInAUnion", false,
     numberedThreads("struct r *r = p; r->off[0] = r->off[1] = (long)&shared - (long)r;"
                     " union { int *p; long n; } u; u.p = (int *)r;"
                     " u.n += r->off[__VERIFIER_nondet_int() & 1]; ++*u.p;",
                     "malloc(sizeof(struct r))", "int i = 0; i < 8; i++",
                     "struct r { long off[2]; };")},
    {"DistanceInTheObjectOnly", true,
     numberedThreads("struct r *r = p; for (long i = 0; i < 4; i++) r->v[i] = (int)i;",
                     "malloc(sizeof(struct r))", "int i = 0; i < 8; i++",
                     "struct r { int v[4]; };")},
    // -- memory that an allocation did not give
    {"NullHandedToThreads", false,
     numberedThreads("int *q = p; if (!q) { shared++; return 0; } *q = 1;", "malloc(4)",
                     "int i = 0; i < 8; i++")},
    {"NullOfCalloc", false,
     numberedThreads("struct a *q = p; if (q == NULL) shared = 1; else q->id++;",
                     "calloc(1, sizeof(struct a))", "int i = 0; i < 8; i++",
                     "struct a { int id; };")},
    {"NullOfAWrapper", false,
     numberedThreads("if (p) *(int *)p = 1; else shared++;", "make()", "int i = 0; i < 8; i++",
                     "void *make(void){ int *q = malloc(4); if (q) *q = 0; return q; }")},
    {"NullInACallee", false,
     numberedThreads(
         "use(p);", "malloc(sizeof(long))", "int i = 0; i < 8; i++",
         "void fail(void){ shared++; } void use(long *q){ if (!q) fail(); else *q = 1; }")},
    {"NullAsAReturnedError", false,
     numberedThreads("if (set(p) < 0) shared++;", "strdup(name)", "int i = 0; i < 8; i++",
                     "char name[4] = \"abc\"; int set(char *q){ if (!q) return -1; *q = 'x';"
                     " return 0; }")},
    {"NullOfALargerObject", false,
     numberedThreads("struct a *q = p; if (!q) { shared++; return 0; } q->v[3] = 1;",
                     "aligned_alloc(64, sizeof(struct a))", "int i = 0; i < 8; i++",
                     "struct a { long v[8]; };")},
    {"NullIsNotHandedOver", true,
     numberedThreads("int *q = p; if (!q) { shared++; return 0; } *q = 1;", "make()",
                     "int i = 0; i < 8; i++",
                     "void *make(void){ void *q = malloc(4); if (!q) abort(); return q; }")},
    {"NullIsNotUsed", true,
     numberedThreads("int *q = p; if (!q) return 0; *q = 1;", "malloc(4)",
                     "int i = 0; i < 8; i++")},
};
INSTANTIATE_TEST_SUITE_P(Provers, Rules, ::testing::ValuesIn(kRuleCases),
                         [](const auto &test) { return std::string(test.param.name); });

} // namespace
} // namespace raceward::test
