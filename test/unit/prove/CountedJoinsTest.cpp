// Joins of as many threads as were counted. Every rule from both sides: the programs under
// "Miscounted" leave a thread that races on `x`, or cannot be told from one that does.
#include "Judge.h"

#include <gmock/gmock.h>

namespace raceward::test {
namespace {

using ::testing::Contains;
using ::testing::Not;

struct CountCase {
  const char *name;
  std::string code;
};

void PrintTo(const CountCase &c, std::ostream *out) {
  *out << c.name;
}

std::string countCaseName(const ::testing::TestParamInfo<CountCase> &info) {
  return info.param.name;
}

constexpr const char *kThread = "int x; void *f(void *p){ __VERIFIER_atomic_begin(); x++; "
                                "__VERIFIER_atomic_end(); return 0; }\n";

/// The main thread, which writes `x` in the end.
std::string inMain(const std::string &main, const std::string &before = "") {
  return kThread + before + "\nint main(void){ int n = __VERIFIER_nondet_int(); pthread_t t[64]; " +
         main + " x = 2; return 0; }";
}

/// A pool that counts its threads, in the words of its users.
std::string
withPool(const std::string &start, const std::string &stop,
         const std::string &main = "struct pool *p = start(n); if (!p) return 1; stop(p);") {
  return inMain(main, "struct pool { pthread_t *t; int count; int other; };\n"
                      "void stop(struct pool *p){ " +
                          stop +
                          " }\n"
                          "struct pool *start(int n){ struct pool *p = calloc(1, sizeof *p); "
                          "if (!p) return 0; p->t = calloc(n, sizeof *p->t); " +
                          start + " return p; }");
}

constexpr const char *kJoinCounted = "for (int i = 0; i < p->count; i++) pthread_join(p->t[i], 0);";
constexpr const char *kJoinAll = "for (int i = 0; i < c; i++) pthread_join(t[i],0);";

class Counted : public ::testing::TestWithParam<CountCase> {};

TEST_P(Counted, NoSuspectOnX) {
  const Judged judged = judge(GetParam().code);
  EXPECT_THAT(judged.leftNames, Not(Contains("x")));
  EXPECT_TRUE(judged.gaps.empty());
}

INSTANTIATE_TEST_SUITE_P(
    CountedJoins, Counted,
    ::testing::Values(
        CountCase{"ThatWereStarted",
                  inMain("int c = 0; for (int i = 0; i < n; i++) if (pthread_create(&t[c],0,f,0) "
                         "== 0) c++;" +
                         std::string(kJoinAll))},
        CountCase{"UntilTheFirstFailure",
                  inMain("int c = 0; for (; c < n; c++) if (pthread_create(&t[c],0,f,0) != 0) "
                         "break;" +
                         std::string(kJoinAll))},
        CountCase{"InAWhileLoop",
                  inMain("int c = 0; while (c < n && pthread_create(&t[c],0,f,0) == 0) c++;" +
                         std::string(kJoinAll))},
        CountCase{
            "BesideTheIndex",
            inMain("int c = 0; for (int i = 0; i < n; i++) { if (pthread_create(&t[i],0,f,0)) "
                   "break; c++; }" +
                   std::string(kJoinAll))},
        CountCase{"ResultInAVariable",
                  inMain("int c = 0; for (int i = 0; i < n; i++) { int rc = "
                         "pthread_create(&t[c],0,f,0); if (rc < 0 || rc > 0) continue; ++c; }" +
                         std::string(kJoinAll))},
        CountCase{
            "WhateverTheResult",
            inMain("int c = 0; while (__VERIFIER_nondet_int()) { pthread_create(&t[c],0,f,0); "
                   "c++; }" +
                   std::string(kJoinAll))},
        CountCase{"FailureEndsTheProcess",
                  inMain("int c = 0; for (; __VERIFIER_nondet_int(); c++) if "
                         "(pthread_create(&t[c],0,f,0)) exit(1);" +
                         std::string(kJoinAll))},
        CountCase{"InTwoLoops",
                  inMain("int c = 0; for (int i = 0; i < n; i++) if (!pthread_create(&t[c],0,f,0)) "
                         "c++; int half = c; for (int i = 0; i < n; i++) if "
                         "(!pthread_create(&t[c],0,f,0)) c++; for (int i = 0; i < half; i++) "
                         "pthread_join(t[i],0); for (int i = half; i < c; i++) "
                         "pthread_join(t[i],0);")},
        CountCase{"InTwoLoopsJoinedInOne",
                  inMain("int c = 0; for (int i = 0; i < n; i++) if (!pthread_create(&t[c],0,f,0)) "
                         "c++; for (int i = 0; i < n; i++) if (!pthread_create(&t[c],0,f,0)) c++;" +
                         std::string(kJoinAll))},
        CountCase{"OnTheHeap",
                  inMain("pthread_t *h = malloc(n * sizeof *h); int c = 0; for (int i = 0; i < n; "
                         "i++) if (pthread_create(&h[c],0,f,0) == 0) c++; for (int i = 0; i < c; "
                         "i++) pthread_join(h[i],0); free(h);")},
        CountCase{
            "InStructs",
            inMain("struct w { int id; pthread_t t; long result; } *w = calloc(n, sizeof *w); "
                   "int c = 0; for (; c < n; c++) { w[c].id = c; if "
                   "(pthread_create(&w[c].t,0,f,&w[c])) break; } for (int i = 0; i < c; i++) "
                   "pthread_join(w[i].t,0);")},
        CountCase{"InAGlobal", inMain("for (int i = 0; i < n; i++) add(); for (int i = 0; i < c; "
                                      "i++) pthread_join(g[i],0);",
                                      "pthread_t g[64]; int c; void add(void){ if "
                                      "(pthread_create(&g[c],0,f,0) == 0) c++; }")},
        CountCase{
            "GlobalStartedAgain",
            inMain("for (int r = 0; r < 2; r++) { for (int i = 0; i < n; i++) add(); for (int "
                   "i = 0; i < c; i++) pthread_join(g[i],0); c = 0; }",
                   "pthread_t g[64]; int c; void add(void){ if "
                   "(pthread_create(&g[c],0,f,0) == 0) c++; }")},
        CountCase{"InAPool", withPool("for (int i = 0; i < n; i++) { if "
                                      "(pthread_create(&p->t[i],0,f,p)) { stop(p); return 0; } "
                                      "p->count++; }",
                                      kJoinCounted)},
        CountCase{"InAPoolByTheCount", withPool("for (int i = 0; i < n; i++) if "
                                                "(!pthread_create(&p->t[p->count],0,f,p)) "
                                                "p->count++;",
                                                kJoinCounted)},
        CountCase{"TheBoundWrittenDownBefore", withPool("p->count = n; for (int i = 0; i < n; i++) "
                                                        "pthread_create(&p->t[i],0,f,p);",
                                                        kJoinCounted)},
        CountCase{"TheBoundWrittenDownAfter",
                  withPool("for (int i = 0; i < n; i++) if (pthread_create(&p->t[i],0,f,p)) { "
                           "p->count = i; stop(p); return 0; } p->count = n;",
                           kJoinCounted)},
        CountCase{"TheIndexWrittenDown",
                  withPool("int i; for (i = 0; i < n; i++) if (pthread_create(&p->t[i],0,f,p)) "
                           "break; p->count = i;",
                           kJoinCounted)},
        CountCase{"HandlesBehindTheBound",
                  inMain("if (n < 1) return 1; struct pool *p = start(n); if (!p) return 1; "
                         "stop(p);",
                         "struct pool { int count; pthread_mutex_t m; long y; pthread_t t[1]; };\n"
                         "void *g(void *q){ struct pool *p = q; pthread_mutex_lock(&p->m); p->y++; "
                         "pthread_mutex_unlock(&p->m); return f(p); }\n"
                         "struct pool *start(unsigned n){ struct pool *p = malloc(sizeof *p + (n - "
                         "1) * sizeof *p->t); if (!p) return 0; pthread_mutex_init(&p->m, 0); "
                         "p->count = n; p->y = 0; for (int i = 0; i < n; i++) "
                         "pthread_create(&p->t[i],0,g,p); return p; }\n"
                         "void stop(struct pool *p){ for (int i = 0; i < (unsigned)p->count; i++) "
                         "pthread_join(p->t[i],0); }")},
        CountCase{"InAPoolOnTheStack",
                  inMain("struct pool p = {7, 0, t}; start(&p, n); stop(&p);",
                         "struct pool { long name; int count; pthread_t *t; };\n"
                         "void start(struct pool *p, int n){ for (int i = 0; i < n; i++) { if "
                         "(pthread_create(&p->t[i],0,f,p)) return; p->count++; } }\n"
                         "void stop(struct pool *p){ for (int i = 0; i < p->count; i++) "
                         "pthread_join(p->t[i],0); }")},
        CountCase{
            "PoolOfAWrapper",
            inMain("struct pool *p = make(); if (!p) return 1; pthread_create(&p->t,0,f,0); "
                   "stop(p);",
                   "struct pool { int id; pthread_t t; };\n"
                   "struct pool *make(void){ struct pool *p = malloc(sizeof *p); if (p) p->id "
                   "= 1; return p; }\n"
                   "void stop(struct pool *p){ pthread_join(p->t,0); }")}),
    countCaseName);

class Miscounted : public ::testing::TestWithParam<CountCase> {};

TEST_P(Miscounted, SuspectOnXIsLeft) {
  const Judged judged = judge(GetParam().code);
  EXPECT_THAT(judged.leftNames, Contains("x"));
}

INSTANTIATE_TEST_SUITE_P(
    CountedJoins, Miscounted,
    ::testing::Values(
        CountCase{"FailuresOnly",
                  inMain("int c = 0; for (int i = 0; i < n; i++) if (pthread_create(&t[c],0,f,0) "
                         "!= 0) c++;" +
                         std::string(kJoinAll))},
        CountCase{
            "OneIsNotCounted",
            inMain("int c = 0; for (int i = 0; i < n; i++) { if (pthread_create(&t[c],0,f,0)) "
                   "continue; if (i == 3) continue; c++; }" +
                   std::string(kJoinAll))},
        CountCase{
            "TheLastIsNotCounted",
            inMain("int c = 0; for (;;) { if (pthread_create(&t[c],0,f,0)) break; if (c == n) "
                   "break; c++; }" +
                   std::string(kJoinAll))},
        CountCase{"AnotherBoundWrittenDown",
                  withPool("p->count = p->other; for (int i = 0; i < n; i++) "
                           "pthread_create(&p->t[i],0,f,p);",
                           kJoinCounted)},
        CountCase{"BoundChangedBeforeTheLoop",
                  withPool("p->count = n; if (__VERIFIER_nondet_int()) p->count = 1; for (int i = "
                           "0; i < n; i++) pthread_create(&p->t[i],0,f,p);",
                           kJoinCounted)},
        CountCase{"BoundChangedByACallee",
                  inMain("struct pool *p = start(n); if (!p) return 1; stop(p);",
                         "struct pool { pthread_t *t; int count; };\n"
                         "void few(struct pool *p){ p->count = 1; }\n"
                         "void stop(struct pool *p){ for (int i = 0; i < p->count; i++) "
                         "pthread_join(p->t[i],0); }\n"
                         "struct pool *start(int n){ struct pool *p = calloc(1, sizeof *p); if "
                         "(!p) return 0; p->t = calloc(n, sizeof *p->t); p->count = n; few(p); for "
                         "(int i = 0; i < n; i++) pthread_create(&p->t[i],0,f,p); return p; }")},
        CountCase{"BoundWrittenDownTooLate",
                  withPool("for (int i = 0; i < n; i++) if (pthread_create(&p->t[i],0,f,p)) { "
                           "stop(p); return p; } p->count = n;",
                           kJoinCounted)},
        CountCase{"BoundWrittenDownPerhaps",
                  withPool("for (int i = 0; i < n; i++) pthread_create(&p->t[i],0,f,p); if "
                           "(__VERIFIER_nondet_int()) p->count = n;",
                           kJoinCounted)},
        CountCase{"AnotherNumberLater",
                  inMain("start(n, 0); start(2, 1);",
                         "struct pool { pthread_t t[9]; int count; } p;\n"
                         "void stop(void){ for (int i = 0; i < p.count; i++) "
                         "pthread_join(p.t[i],0); }\n"
                         "void start(int n, int ends){ if (ends) { p.count = n; stop(); return; } "
                         "for (int i = 0; i < n; i++) pthread_create(&p.t[i],0,f,0); p.count = n; "
                         "}")},
        CountCase{"AnotherNumberLaterBeforeTheLoop",
                  inMain("start(n, 0); start(2, 1);",
                         "struct pool { pthread_t t[9]; int count; } p;\n"
                         "void stop(void){ for (int i = 0; i < p.count; i++) "
                         "pthread_join(p.t[i],0); }\n"
                         "void start(int n, int ends){ p.count = n; if (ends) { stop(); return; } "
                         "for (int i = 0; i < n; i++) pthread_create(&p.t[i],0,f,0); }")},
        CountCase{"TheIndexOfThisRoundWrittenDown",
                  withPool("for (int i = 0; i < n; i++) { p->count = i; if "
                           "(pthread_create(&p->t[i],0,f,p)) break; }",
                           kJoinCounted)},
        CountCase{"TheIndexWrittenDownAtHalfTime",
                  withPool("int i; for (i = 0; i < n; i++) { if (i == 3) p->count = i; if "
                           "(pthread_create(&p->t[i],0,f,p)) break; }",
                           kJoinCounted)},
        CountCase{"BoundComparedDifferently",
                  inMain("struct pool *p = start(n); if (!p) return 1; stop(p);",
                         "struct pool { pthread_t *t; int count; };\n"
                         "void stop(struct pool *p){ for (int i = 0; i < p->count; i++) "
                         "pthread_join(p->t[i],0); }\n"
                         "struct pool *start(int n){ struct pool *p = calloc(1, sizeof *p); if "
                         "(!p) return 0; p->t = calloc(9, sizeof *p->t); p->count = n; for "
                         "(unsigned i = 0; i < (unsigned)n; i++) { if (i == 9) break; "
                         "pthread_create(&p->t[i],0,f,p); } return p; }")},
        CountCase{"HandleWrittenBesideTheOthers",
                  withPool("p->count = n; for (int i = 0; i < n; i++) "
                           "pthread_create(&p->t[i],0,f,p); p->t[0] = p->t[1];",
                           kJoinCounted)},
        CountCase{"LeftFromAnotherPlace",
                  inMain("int c = 0; for (; c < n; c++) { if (pthread_create(&t[c],0,f,0) == 0 && "
                         "__VERIFIER_nondet_int()) goto end; } end: ;" +
                         std::string(kJoinAll))},
        CountCase{"NegativeIsFailure",
                  inMain("int c = 0; for (int i = 0; i < n; i++) if (pthread_create(&t[c],0,f,0) < "
                         "0) c++;" +
                         std::string(kJoinAll))},
        CountCase{"CountedBeforeItIsKnown",
                  inMain("int c = 0; for (int i = 0; i < n; i++) { int next = c; if "
                         "(__VERIFIER_nondet_int()) next = c + 1; pthread_create(&t[c],0,f,0); c = "
                         "next; }" +
                         std::string(kJoinAll))},
        CountCase{
            "CountGoesBack",
            inMain("int c = 0; for (int i = 0; i < n; i++) { if (!pthread_create(&t[c],0,f,0)) "
                   "c++; if (i == 5) c = 0; }" +
                   std::string(kJoinAll))},
        CountCase{
            "FromTheSecond",
            inMain("int c = 0; for (; c < n; c++) if (pthread_create(&t[c],0,f,0)) break; for "
                   "(int i = 1; i < c; i++) pthread_join(t[i],0);")},
        CountCase{
            "AllButTheLast",
            inMain("int c = 0; for (; c < n; c++) if (pthread_create(&t[c],0,f,0)) break; for "
                   "(int i = 0; i < c - 1; i++) pthread_join(t[i],0);")},
        CountCase{
            "EverySecond",
            inMain("int c = 0; for (; c < n; c++) if (pthread_create(&t[c],0,f,0)) break; for "
                   "(int i = 0; i < c; i += 2) pthread_join(t[i],0);")},
        CountCase{"TheFirstLoopOnly",
                  inMain("int c = 0; for (int i = 0; i < n; i++) if (!pthread_create(&t[c],0,f,0)) "
                         "c++; int half = c; for (int i = 0; i < n; i++) if "
                         "(!pthread_create(&t[c],0,f,0)) c++; for (int i = 0; i < half; i++) "
                         "pthread_join(t[i],0);")},
        CountCase{"TheSecondLoopOnly",
                  inMain("int c = 0; for (int i = 0; i < n; i++) if (!pthread_create(&t[c],0,f,0)) "
                         "c++; int half = c; for (int i = 0; i < n; i++) if "
                         "(!pthread_create(&t[c],0,f,0)) c++; for (int i = half; i < c; i++) "
                         "pthread_join(t[i],0);")},
        CountCase{"CountOfTheRoundBefore",
                  inMain("int keep = 0; for (int r = 0; r < 2; r++) { int c = 0; for (; c < n + r; "
                         "c++) if (pthread_create(&t[c],0,f,0)) break; if (r == 0) keep = c; for "
                         "(int i = 0; i < keep; i++) pthread_join(t[i],0); }")},
        CountCase{"CountOfAnotherLoop",
                  inMain("int c = 0, d = 0; for (; d < n; d++) if (__VERIFIER_nondet_int()) break; "
                         "for (; c < n; c++) if (pthread_create(&t[c],0,f,0)) break; for (int i = "
                         "0; i < d; i++) pthread_join(t[i],0);")},
        CountCase{"NothingIfItWentWrong",
                  inMain("int c = 0, d; for (; c < n; c++) if (pthread_create(&t[c],0,f,0)) break; "
                         "d = c; if (__VERIFIER_nondet_int()) d = 0; for (int i = 0; i < d; i++) "
                         "pthread_join(t[i],0);")},
        CountCase{"VariablesOutOfStep",
                  inMain("int c = 0; for (int i = 0; i < n; i++) { if "
                         "(__VERIFIER_nondet_int()) continue; if (pthread_create(&t[i],0,f,0)) "
                         "break; c++; }" +
                         std::string(kJoinAll))},
        CountCase{
            "VariablesFromOtherStarts",
            inMain("int c = 0; for (int i = 1; i < n; i++) { if (pthread_create(&t[i],0,f,0)) "
                   "break; c++; }" +
                   std::string(kJoinAll))},
        CountCase{"AnotherArray",
                  inMain("pthread_t u[64]; int c = 0; for (; c < n; c++) if "
                         "(pthread_create(&t[c],0,f,0)) break; for (int i = 0; i < c; i++) "
                         "pthread_join(u[i],0);")},
        CountCase{
            "ElementOverwritten",
            inMain("int c = 0; for (; c < n; c++) if (pthread_create(&t[c],0,f,0)) break; t[0] "
                   "= t[1];" +
                   std::string(kJoinAll))},
        CountCase{
            "MemberOverwritten",
            inMain("struct w { pthread_t t, u; } *w = calloc(n, sizeof *w); int c = 0; for (; "
                   "c < n; c++) if (pthread_create(&w[c].t,0,f,0)) break; w[0].t = w[1].u; "
                   "for (int i = 0; i < c; i++) pthread_join(w[i].t,0);")},
        CountCase{"GlobalNotCounted",
                  inMain("for (int i = 0; i < n; i++) add(); for (int i = 0; i < c; i++) "
                         "pthread_join(g[i],0);",
                         "pthread_t g[64]; int c; void add(void){ if (pthread_create(&g[c],0,f,0) "
                         "!= 0) c++; }")},
        CountCase{
            "GlobalReadBeforeACall",
            inMain("for (int i = 0; i < n; i++) add(); for (int i = 0; i < c; i++) "
                   "pthread_join(g[i],0);",
                   "pthread_t g[64]; int c; int more(void){ return c++; } void add(void){ int "
                   "k = c; more(); pthread_create(&g[c],0,f,0); c = k + 1; }")},
        CountCase{
            "GlobalSetBack",
            inMain("for (int i = 0; i < n; i++) { add(); if (i == 5) c = 0; } for (int i = 0; "
                   "i < c; i++) pthread_join(g[i],0);",
                   "pthread_t g[64]; int c; void add(void){ if "
                   "(pthread_create(&g[c],0,f,0) == 0) c++; }")},
        CountCase{"GlobalStepsBack",
                  inMain("for (int i = 0; i < n; i++) add(); c--; for (int i = 0; i < c; i++) "
                         "pthread_join(g[i],0);",
                         "pthread_t g[64]; int c; void add(void){ if "
                         "(pthread_create(&g[c],0,f,0) == 0) c++; }")},
        CountCase{
            "GlobalBelowZero",
            inMain("for (int i = 0; i < n; i++) { if (pthread_create(&g[i],0,f,0)) break; c++; "
                   "} for (int i = 0; i < c; i++) pthread_join(g[i],0);",
                   "pthread_t g[64]; int c = -1;")},
        CountCase{"GlobalSetBelowZero",
                  inMain("c = -1; for (int i = 0; i < n; i++) { if (pthread_create(&g[i],0,f,0)) "
                         "break; c++; } for (int i = 0; i < c; i++) pthread_join(g[i],0);",
                         "pthread_t g[64]; int c;")},
        CountCase{"GlobalSetByAThread",
                  kThread +
                      std::string("pthread_t g[64]; int c; void *h(void *p){ c = 0; return 0; }"
                                  "\nint main(void){ pthread_t s; pthread_create(&s,0,h,0); "
                                  "while (pthread_create(&g[c],0,f,0) == 0) c++; for (int i = "
                                  "0; i < c; i++) pthread_join(g[i],0); x = 2; }")},
        CountCase{
            "JoinedBeforeItIsCounted",
            inMain("for (int i = 0; i < n; i++) add(); c++;",
                   "pthread_t g[64]; int c; void stop(void){ for (int i = 0; i < c; i++) "
                   "pthread_join(g[i],0); x = 3; } void add(void){ pthread_create(&g[c],0,f,0); "
                   "stop(); c++; }")},
        CountCase{"PoolDoesNotCount",
                  withPool("for (int i = 0; i < n; i++) pthread_create(&p->t[i],"
                           "0,f,p);",
                           kJoinCounted)},
        CountCase{"PoolCountsSome", withPool("for (int i = 0; i < n; i++) { if "
                                             "(pthread_create(&p->t[i],0,f,p)) break; if (i % 2) "
                                             "p->count++; }",
                                             kJoinCounted)},
        CountCase{"PoolCountsBesideSome",
                  withPool("for (int i = 0; i < n; i++) { if (__VERIFIER_nondet_int()) continue; "
                           "pthread_create(&p->t[i],0,f,p); p->count++; }",
                           kJoinCounted)},
        CountCase{
            "PoolCountsSomethingElse",
            withPool("for (int i = 0; i < n; i++) { if (pthread_create(&p->t[i],0,f,p)) break; "
                     "p->other++; }",
                     kJoinCounted)},
        CountCase{
            "PoolStopsBeforeItCounts",
            withPool("for (int i = 0; i < n; i++) { if (!pthread_create(&p->t[i],0,f,p) && i == "
                     "7) { stop(p); return 0; } p->count++; }",
                     kJoinCounted)},
        CountCase{
            "PoolJoinsTheSecondAndOn",
            withPool("for (int i = 0; i < n; i++) { if (pthread_create(&p->t[i],0,f,p)) break; "
                     "p->count++; }",
                     "for (int i = 1; i < p->count; i++) pthread_join(p->t[i], 0);")},
        CountCase{
            "TwoPools",
            withPool("for (int i = 0; i < n; i++) { if (pthread_create(&p->t[i],0,f,p)) break; "
                     "p->count++; }",
                     kJoinCounted,
                     "struct pool *p = start(n), *q = start(n); if (p && q) stop(p);")},
        CountCase{
            "OneOfTwoPools",
            withPool("for (int i = 0; i < n; i++) { if (pthread_create(&p->t[i],0,f,p)) break; "
                     "p->count++; }",
                     kJoinCounted,
                     "struct pool e = {t, 0, 0}; struct pool *p = start(n); if (p) stop(n ? &e "
                     ": p);")},
        CountCase{
            "AWrapperThatAllocatesTwo",
            inMain("struct pool *p = make(n), *q = other; if (!p) return 1; "
                   "pthread_create(&p->t,0,f,0); stop(q);",
                   "struct pool { int id; pthread_t t; }; struct pool *other;\n"
                   "struct pool *make(int n){ struct pool *p = 0; for (int i = 0; i < n; i++) "
                   "{ other = p; p = malloc(sizeof *p); } return p; }\n"
                   "void stop(struct pool *p){ pthread_join(p->t,0); }")}),
    countCaseName);

} // namespace
} // namespace raceward::test
