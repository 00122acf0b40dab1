// Variables that leave their first value in the main thread (walk/Departures.h). Every condition
// from both sides: in the programs under "Undecided" the access of the worker may come first.
#include "Judge.h"

namespace raceward::test {
namespace {

struct DepartureCase {
  const char *name;
  std::string code;
};

void PrintTo(const DepartureCase &c, std::ostream *out) {
  *out << c.name;
}

std::string departureCaseName(const ::testing::TestParamInfo<DepartureCase> &info) {
  return info.param.name;
}

/// A pool whose `count` main uses without the lock until it tells the workers to go on.
struct Pool {
  std::string made = "struct pool *p = malloc(sizeof *p); if (!p) return 1; p->go = 0; p->count = "
                     "0;";
  std::string main = "p->count++;";
  std::string told = "pthread_mutex_lock(&p->m); p->go = 1; pthread_mutex_unlock(&p->m);";
  std::string after;
  std::string waits = "while (!p->go) pthread_cond_wait(&p->c, &p->m);";
  std::string used = "p->count--;";
  std::string more;

  [[nodiscard]] std::string text() const {
    return "struct pool { pthread_mutex_t m, k; pthread_cond_t c; int go, count; pthread_t t; "
           "};\n" +
           more + "void *f(void *q){ struct pool *p = q; pthread_mutex_lock(&p->m); " + waits +
           " " + used +
           " pthread_mutex_unlock(&p->m); return 0; }\n"
           "int main(void){ int n = __VERIFIER_nondet_int(); " +
           made +
           " pthread_mutex_init(&p->m, 0); pthread_mutex_init(&p->k, 0); pthread_cond_init(&p->c, "
           "0); for (int i = 0; i < n; i++) { pthread_create(&p->t,0,f,p); " +
           main + " } " + told + " " + after + " return 0; }";
  }
  Pool with(std::string Pool::*part, const std::string &changed) const {
    Pool other = *this;
    other.*part = changed;
    return other;
  }
};

class Departed : public ::testing::TestWithParam<DepartureCase> {};

TEST_P(Departed, NothingIsLeft) {
  const Judged judged = judge(GetParam().code);
  EXPECT_TRUE(judged.raceFree()) << judged.left << " left, among them "
                                 << (judged.leftNames.empty() ? "" : *judged.leftNames.begin());
}

const std::string kToldZero = "pthread_mutex_lock(&p->m); p->go = 0; pthread_mutex_unlock(&p->m);";

INSTANTIATE_TEST_SUITE_P(
    Departures, Departed,
    ::testing::Values(
        DepartureCase{"Told", Pool().text()},
        DepartureCase{"ToldOneOfTwoThings",
                      Pool()
                          .with(&Pool::told, "pthread_mutex_lock(&p->m); p->go = n ? 1 : 2; "
                                             "pthread_mutex_unlock(&p->m);")
                          .with(&Pool::waits, "while (!p->go) pthread_cond_wait(&p->c, &p->m); if "
                                              "(p->go != 2 && p->go != 1) { "
                                              "pthread_mutex_unlock(&p->m); return 0; }")
                          .text()},
        DepartureCase{"FromOneToZero",
                      Pool()
                          .with(&Pool::made,
                                "struct pool *p = calloc(1, sizeof *p); if (!p) return "
                                "1; p->go = 1;")
                          .with(&Pool::told, kToldZero)
                          .with(&Pool::waits, "while (p->go) pthread_cond_wait(&p->c, &p->m);")
                          .text()},
        DepartureCase{"SetBackByWhoSawIt",
                      Pool().with(&Pool::used, "p->count--; p->go = 0;").text()},
        DepartureCase{"InACallee",
                      Pool()
                          .with(&Pool::more,
                                "void stop(struct pool *p){ pthread_mutex_lock(&p->m); "
                                "p->go = 2; pthread_mutex_unlock(&p->m); }\n")
                          .with(&Pool::told, "stop(p);")
                          .text()},
        DepartureCase{"OfAGlobal", Pool()
                                       .with(&Pool::more, "static struct pool pool;\n")
                                       .with(&Pool::made, "struct pool *p = &pool;")
                                       .with(&Pool::used, "p->count--; p->go = 0;")
                                       .text()},
        DepartureCase{"BothUseAHelper",
                      Pool()
                          .with(&Pool::more, "void count(struct pool *p, int by){ p->count += by; "
                                             "}\n")
                          .with(&Pool::main, "count(p, 1);")
                          .with(&Pool::used, "count(p, -1);")
                          .text()}),
    departureCaseName);

class Undecided : public ::testing::TestWithParam<DepartureCase> {};

TEST_P(Undecided, SomethingIsLeft) {
  EXPECT_GT(judge(GetParam().code).left, 0);
}

INSTANTIATE_TEST_SUITE_P(
    Departures, Undecided,
    ::testing::Values(
        DepartureCase{"UsedAfterwards", Pool().with(&Pool::after, "p->count = 1;").text()},
        DepartureCase{"ToldInTheLoop",
                      Pool()
                          .with(&Pool::main, "p->count++; pthread_mutex_lock(&p->m); p->go = 1; "
                                             "pthread_mutex_unlock(&p->m);")
                          .text()},
        DepartureCase{"NotWaited", Pool().with(&Pool::waits, "").text()},
        DepartureCase{
            "WaitedOnce",
            Pool().with(&Pool::waits, "if (!p->go) pthread_cond_wait(&p->c, &p->m);").text()},
        DepartureCase{
            "WaitedForTheFirst",
            Pool().with(&Pool::waits, "while (p->go) pthread_cond_wait(&p->c, &p->m);").text()},
        DepartureCase{"ToldWithoutALock", Pool().with(&Pool::told, "p->go = 1;").text()},
        DepartureCase{"ToldUnderAnotherLock",
                      Pool()
                          .with(&Pool::told, "pthread_mutex_lock(&p->k); p->go = 1; "
                                             "pthread_mutex_unlock(&p->k);")
                          .text()},
        DepartureCase{"ToldByAnother", Pool().with(&Pool::waits, "p->go = 1;").text()},
        DepartureCase{"ToldByAnotherThread",
                      Pool()
                          .with(&Pool::more, "void *g(void *q){ struct pool *p = q; "
                                             "pthread_mutex_lock(&p->m); p->go = 3; "
                                             "pthread_mutex_unlock(&p->m); return 0; }\n")
                          .with(&Pool::main, "pthread_create(&p->t,0,g,p); p->count++;")
                          .text()},
        DepartureCase{"BeginsWithIt",
                      Pool()
                          .with(&Pool::made, "struct pool *p = malloc(sizeof *p); if (!p) return "
                                             "1; p->go = 1; p->count = 0;")
                          .text()},
        DepartureCase{"BeginsWithAnything",
                      Pool()
                          .with(&Pool::made, "struct pool *p = malloc(sizeof *p); if (!p) return "
                                             "1; p->count = 0;")
                          .text()},
        DepartureCase{"BeginsWithItPerhaps",
                      Pool()
                          .with(&Pool::made, "struct pool *p = malloc(sizeof *p); if (!p) return "
                                             "1; if (n != 7) p->go = 0; p->count = 0;")
                          .text()},
        DepartureCase{"BeginsLater",
                      Pool()
                          .with(&Pool::made,
                                "struct pool *p = malloc(sizeof *p); if (!p) return 1; "
                                "p->count = 0; pthread_mutex_init(&p->m, 0); "
                                "pthread_create(&p->t,0,f,p); p->go = 0;")
                          .text()},
        DepartureCase{"GlobalBeginsWithIt",
                      Pool()
                          .with(&Pool::more, "static struct pool pool = {.go = 1};\n")
                          .with(&Pool::made, "struct pool *p = &pool;")
                          .with(&Pool::used, "p->count--; p->go = 0;")
                          .text()},
        DepartureCase{"ChangedInPart",
                      Pool()
                          .with(&Pool::main, "p->count++; pthread_mutex_lock(&p->m); ((char "
                                             "*)&p->go)[1] = 1; pthread_mutex_unlock(&p->m);")
                          .text()},
        DepartureCase{"ManyPools",
                      Pool()
                          .with(&Pool::made,
                                "struct pool *p = 0; for (int i = 0; i < 2; i++) { p = "
                                "malloc(sizeof *p); if (!p) return 1; p->go = i; "
                                "p->count = 0; }")
                          .text()},
        DepartureCase{"SeenBeforeTheLock",
                      Pool()
                          .with(&Pool::waits, "pthread_mutex_unlock(&p->m); int go = p->go; "
                                              "pthread_mutex_lock(&p->m); if (!go) { "
                                              "pthread_mutex_unlock(&p->m); return 0; }")
                          .text()},
        DepartureCase{"HelperOfAThreadTells",
                      Pool()
                          .with(&Pool::more, "void tell(struct pool *p){ p->go = 1; }\n")
                          .with(&Pool::told, "pthread_mutex_lock(&p->m); tell(p); "
                                             "pthread_mutex_unlock(&p->m);")
                          .with(&Pool::waits, "if (p->count == 3) tell(p); while (!p->go) "
                                              "pthread_cond_wait(&p->c, &p->m);")
                          .text()}),
    departureCaseName);

} // namespace
} // namespace raceward::test
