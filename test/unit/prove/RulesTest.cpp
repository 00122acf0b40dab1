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
};
INSTANTIATE_TEST_SUITE_P(Provers, Rules, ::testing::ValuesIn(kRuleCases),
                         [](const auto &test) { return std::string(test.param.name); });

} // namespace
} // namespace raceward::test
