// Where the creation of a thread failed, nobody else knows what it was to be given. Every condition
// from both sides: under "Created" a thread may have it.
#include "Judge.h"

namespace raceward::test {
namespace {

struct CreationCase {
  const char *name;
  std::string code;
};

void PrintTo(const CreationCase &c, std::ostream *out) {
  *out << c.name;
}

std::string creationCaseName(const ::testing::TestParamInfo<CreationCase> &info) {
  return info.param.name;
}

/// `round` is what main does in each round, with a new object `a`.
std::string withJobs(const std::string &round) {
  return "pthread_t t; void *f(void *p) { ++*(int *)p; free(p); return 0; }\n"
         "int main(void) { int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) {\n"
         "int *a = malloc(sizeof *a); if (!a) return 2; *a = i;\n" +
         round + " } return 0; }";
}

class Failed : public ::testing::TestWithParam<CreationCase> {};

TEST_P(Failed, NothingIsLeft) {
  const Judged judged = judge(GetParam().code);
  EXPECT_EQ(judged.left, 0);
  EXPECT_TRUE(judged.gaps.empty());
}

INSTANTIATE_TEST_SUITE_P(
    FailedCreations, Failed,
    ::testing::Values(
        CreationCase{"Tested", withJobs("if (pthread_create(&t,0,f,a)) { *a = 0; free(a); }")},
        CreationCase{"TestedForSuccess",
                     withJobs("if (pthread_create(&t,0,f,a) == 0) continue; free(a); return 1;")},
        CreationCase{"TestedLater", withJobs("int error = pthread_create(&t,0,f,a); "
                                             "if (error != 0) { *a = 0; free(a); }")},
        CreationCase{"TriedAgain",
                     withJobs("while (pthread_create(&t,0,f,a)) { if (++*a > 9) { free(a); return "
                              "1; } }")},
        CreationCase{"InAHelper",
                     "int start(void *(*g)(void *), int n) { pthread_t t; int *a = malloc(sizeof "
                     "*a); if (!a) return 1; *a = n; int error = pthread_create(&t,0,g,a); if "
                     "(error) free(a); return error; }\n"
                     "void *f(void *p) { ++*(int *)p; free(p); return 0; }\n"
                     "int main(void) { start(f, 1); return start(f, 2); }"},
        CreationCase{"ThreadsOfC11",
                     "#include <threads.h>\nint f(void *p) { ++*(int *)p; free(p); return 0; }\n"
                     "int main(void) { thrd_t t; for (int i = 0; i < 3; i++) { int *a = "
                     "malloc(sizeof *a); if (!a) return 2; *a = i; if (thrd_create(&t,f,a) != "
                     "thrd_success) free(a); } return 0; }"}),
    creationCaseName);

class Created : public ::testing::TestWithParam<CreationCase> {};

TEST_P(Created, SomethingIsLeft) {
  EXPECT_GT(judge(GetParam().code).left, 0);
}

INSTANTIATE_TEST_SUITE_P(
    FailedCreations, Created,
    ::testing::Values(
        CreationCase{"Tested", withJobs("if (!pthread_create(&t,0,f,a)) *a = 0; else free(a);")},
        CreationCase{"NotTested", withJobs("pthread_create(&t,0,f,a); *a = 0;")},
        CreationCase{"TestedForLess",
                     withJobs("int error = pthread_create(&t,0,f,a); if (error < 0) free(a); else "
                              "*a = 0;")},
        CreationCase{"TestedForOne",
                     withJobs("int error = pthread_create(&t,0,f,a); if (error != 11) *a = 0;")},
        CreationCase{"AfterBoth", withJobs("if (pthread_create(&t,0,f,a)) *a = 1; *a = 0;")},
        CreationCase{"TheOtherOneFailed",
                     withJobs("pthread_t s; if (pthread_create(&t,0,f,a) == 0 && "
                              "pthread_create(&s,0,f,a)) *a = 0;")},
        CreationCase{"TriedAgain", withJobs("while (pthread_create(&t,0,f,a)) *a += 1; *a = 0;")},
        CreationCase{"UntilItFails",
                     "int x, n; void *f(void *p) { x++; return 0; }\nint main(void) { pthread_t t; "
                     "pthread_create(&t,0,f,0); while (pthread_create(&t,0,f,0) == 0) n++; x = 1; "
                     "return n; }"},
        CreationCase{
            "ThreadsOfEarlierRounds",
            "int x; void *f(void *p) { x++; return 0; }\nint main(void) { pthread_t t; for "
            "(int i = 0; i < 3; i++) if (pthread_create(&t,0,f,0)) x = 1; return 0; }"}),
    creationCaseName);

} // namespace
} // namespace raceward::test
