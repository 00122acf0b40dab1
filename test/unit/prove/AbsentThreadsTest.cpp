// What the creator does with the part of a thread that is not there: not yet, or no longer. Every
// condition from both sides: the programs under "Present" touch the part of a thread that may run.
#include "Judge.h"

namespace raceward::test {
namespace {

struct PartCase {
  const char *name;
  std::string code;
};

void PrintTo(const PartCase &c, std::ostream *out) {
  *out << c.name;
}

std::string partCaseName(const ::testing::TestParamInfo<PartCase> &info) {
  return info.param.name;
}

std::string withWorkers(const std::string &main, const std::string &before = "") {
  return "struct w { int id; long result; pthread_t t; } w[8];\n"
         "void *f(void *p){ struct w *mine = p; mine->result = mine->id; return 0; }\n" +
         before + "\nint main(void){ long sum = 0; int n = __VERIFIER_nondet_int(); " + main +
         " return (int)sum; }";
}

constexpr const char *kStarted = "for (int i = 0; i < 8; i++) pthread_create(&w[i].t,0,f,&w[i]);";

class Absent : public ::testing::TestWithParam<PartCase> {};

TEST_P(Absent, NothingIsLeft) {
  const Judged judged = judge(GetParam().code);
  EXPECT_EQ(judged.left, 0);
  EXPECT_TRUE(judged.gaps.empty());
}

INSTANTIATE_TEST_SUITE_P(
    AbsentThreads, Absent,
    ::testing::Values(
        PartCase{"NotYetCreated", withWorkers("for (int i = 0; i < 8; i++) { w[i].id = i; "
                                              "pthread_create(&w[i].t,0,f,&w[i]); }")},
        PartCase{"NotCreatedAtAll",
                 withWorkers("for (int i = 0; i < 8; i++) { w[i].id = i; if (i == n) { w[i].result "
                             "= -1; continue; } pthread_create(&w[i].t,0,f,&w[i]); }")},
        PartCase{"WhereTheLoopEnded",
                 withWorkers("int i; for (i = 0; i < 8; i++) { if (i == n) break; "
                             "pthread_create(&w[i].t,0,f,&w[i]); } w[i].id = 0;")},
        PartCase{"Joined", withWorkers(kStarted + std::string("for (int i = 0; i < 8; i++) { "
                                                              "pthread_join(w[i].t,0); sum += "
                                                              "w[i].result; }"))},
        PartCase{"JoinedUnlessItFails",
                 withWorkers(kStarted + std::string("for (int i = 0; i < 8; i++) { if "
                                                    "(pthread_join(w[i].t,0)) exit(1); sum += "
                                                    "w[i].result; w[i].id = 0; }"))},
        PartCase{"MainHasTheFirst",
                 withWorkers("for (int i = 1; i < 8; i++) pthread_create(&w[i].t,0,f,&w[i]); "
                             "f(&w[0]); w[0].id++;")},
        PartCase{"MainHasTheFirstOnTheHeap",
                 withWorkers("struct w *all = calloc(n, sizeof *all); int c = 1; if (!all) return "
                             "1; while (c < n && pthread_create(&all[c].t,0,f,&all[c]) == 0) c++; "
                             "f(&all[0]);")},
        PartCase{"MainHasTheLast",
                 withWorkers("for (int i = 0; i < 7; i++) pthread_create(&w[i].t,0,f,&w[i]); "
                             "f(&w[7]);")},
        PartCase{"OnTheHeapInTwoFunctions",
                 withWorkers("struct w *all = start(n); if (!all) return 1; sum = stop(all);",
                             "int count; struct w *start(int n){ struct w *all = calloc(n, sizeof "
                             "*all); if (!all) return 0; for (int i = 0; i < n; i++) { struct w *w "
                             "= &all[i]; w->id = i; if (pthread_create(&w->t,0,f,w)) break; "
                             "count++; } return all; }\n"
                             "long stop(struct w *all){ long sum = 0; for (int i = 0; i < count; "
                             "i++) { pthread_join(all[i].t,0); sum += all[i].result; } "
                             "return sum; }")}),
    partCaseName);

class Present : public ::testing::TestWithParam<PartCase> {};

TEST_P(Present, SomethingIsLeft) {
  EXPECT_GT(judge(GetParam().code).left, 0);
}

INSTANTIATE_TEST_SUITE_P(
    AbsentThreads, Present,
    ::testing::Values(
        PartCase{"Created", withWorkers("for (int i = 0; i < 8; i++) { "
                                        "pthread_create(&w[i].t,0,f,&w[i]); w[i].id = i; }")},
        PartCase{"CreatedPerhaps",
                 withWorkers("for (int i = 0; i < 8; i++) { if (i != n) "
                             "pthread_create(&w[i].t,0,f,&w[i]); w[i].id = i; }")},
        PartCase{"CreatedWhereTheLoopEnded",
                 withWorkers("int i; for (i = 0; i < 8; i++) { if "
                             "(pthread_create(&w[i].t,0,f,&w[i])) continue; if (i == n) break; } "
                             "w[i].id = 0;")},
        PartCase{"MainUsesTheSecond",
                 withWorkers("for (int i = 1; i < 8; i++) pthread_create(&w[i].t,0,f,&w[i]); "
                             "f(&w[1]);")},
        PartCase{"MainUsesTheEndOfTheFirst",
                 withWorkers("for (int i = 1; i < 8; i++) pthread_create(&w[i].t,0,f,&w[i]); "
                             "memset(&w[0].t, 0, sizeof w[0].t + 4);")},
        PartCase{"AnotherThreadHasTheFirst",
                 withWorkers("for (int i = 1; i < 8; i++) pthread_create(&w[i].t,0,f,&w[i]); "
                             "pthread_t t; pthread_create(&t,0,f,&w[0]); f(&w[0]);")},
        PartCase{"TheFirstOfAll",
                 withWorkers("first = w; for (int i = 1; i < 8; i++) "
                             "pthread_create(&w[i].t,0,g,&w[i]); f(&w[0]);",
                             "struct w *first; void *g(void *p){ first->result = 1; return f(p); "
                             "}")},
        PartCase{"AnotherThreadUsesAFixedOne",
                 withWorkers("for (int i = 1; i < 8; i++) pthread_create(&w[i].t,0,f,&w[i]); "
                             "pthread_t t; pthread_create(&t,0,g,0); f(&w[0]);",
                             "void *g(void *p){ return f(&w[0]); }")},
        PartCase{"TheOneBefore",
                 withWorkers("for (int i = 0; i < 8; i++) { if (i > 0) w[i - 1].id = i; "
                             "pthread_create(&w[i].t,0,f,&w[i]); }")},
        PartCase{"BackwardsUpwards", withWorkers("for (int i = 0; i < 8; i++) { w[7 - i].id = i; "
                                                 "pthread_create(&w[i].t,0,f,&w[i]); }")},
        PartCase{"OfTheSameArray", withWorkers("for (int i = 0; i < 8; i++) { w[i].id = i; "
                                               "pthread_create(&w[i].t,0,f,&w[0]); }")},
        PartCase{"CreatedInARoundBefore",
                 withWorkers("for (int r = 0; r < 2; r++) for (int i = 0; i < 4; i++) { w[i].id = "
                             "i; pthread_create(&w[i].t,0,f,&w[i]); }")},
        PartCase{"CreatedInACallBefore",
                 withWorkers("start(); start();",
                             "void start(void){ for (int i = 0; i < 4; i++) { w[i].id = i; "
                             "pthread_create(&w[i].t,0,f,&w[i]); } }")},
        PartCase{"CreatedByAnotherLoop",
                 withWorkers(kStarted + std::string("for (int i = 0; i < 8; i++) { w[i].id = i; "
                                                    "pthread_create(&w[i].t,0,f,&w[i]); }"))},
        PartCase{"JoinedAfterIt",
                 withWorkers(kStarted + std::string("for (int i = 0; i < 8; i++) { sum += "
                                                    "w[i].result; pthread_join(w[i].t,0); }"))},
        PartCase{"JoinedPerhaps",
                 withWorkers(kStarted + std::string("for (int i = 0; i < 8; i++) { if (i != n) "
                                                    "pthread_join(w[i].t,0); sum += w[i].result; "
                                                    "}"))},
        PartCase{"JoinedButTheLast",
                 withWorkers(kStarted + std::string("int i; for (i = 0; i < n; i++) { "
                                                    "pthread_join(w[i].t,0); } sum += "
                                                    "w[i].result;"))},
        PartCase{"JoinedTheOther",
                 withWorkers(kStarted + std::string("for (int i = 0; i < 8; i++) { "
                                                    "pthread_join(w[i].t,0); sum += w[7 - "
                                                    "i].result; }"))},
        PartCase{"OtherHandleJoined",
                 withWorkers(kStarted + std::string("for (int i = 0; i < 8; i++) { "
                                                    "pthread_join(w[7 - i].t,0); sum += "
                                                    "w[i].result; }"))},
        PartCase{"HandlesSwapped",
                 withWorkers(kStarted + std::string("pthread_t k = w[0].t; w[0].t = w[1].t; w[1].t "
                                                    "= k; for (int i = 0; i < 8; i++) { "
                                                    "pthread_join(w[i].t,0); sum += w[i].result; "
                                                    "}"))},
        PartCase{"HandlesShifted",
                 withWorkers("pthread_t t[9]; for (int i = 0; i < 8; i++) pthread_create(&t[i + "
                             "1],0,f,&w[i]); for (int i = 0; i < 8; i++) { pthread_join(t[i],0); "
                             "sum += w[i].result; }")},
        PartCase{"StartedAgain",
                 withWorkers(kStarted + std::string("for (int i = 0; i < 8; i++) { "
                                                    "pthread_join(w[i].t,0); "
                                                    "pthread_create(&w[i].t,0,f,&w[i]); sum += "
                                                    "w[i].result; }"))}),
    partCaseName);

} // namespace
} // namespace raceward::test
