// Memory of which one slot holds the only pointer. Every condition from both sides: in the programs
// under "Shared" two threads may reach the same memory.
#include "Judge.h"

namespace raceward::test {
namespace {

struct HeldCase {
  const char *name;
  std::string code;
};

void PrintTo(const HeldCase &c, std::ostream *out) {
  *out << c.name;
}

std::string heldCaseName(const ::testing::TestParamInfo<HeldCase> &info) {
  return info.param.name;
}

const std::string kWorkers =
    "struct w { char *buf, *other; int n; pthread_t t; } w[8];\n"
    "void *get(size_t n) { void *p = calloc(1, n); if (!p) exit(1); return p; }\n"
    "int compare(const void *a, const void *b) { return ((struct w *)a)->n - ((struct w *)b)->n; "
    "}\n";

/// Threads that do this with their part of `w`, which main has prepared by that.
std::string workers(const std::string &work, const std::string &prepare,
                    const std::string &before = "", const std::string &after = "") {
  return kWorkers + "void *f(void *p) { struct w *mine = p; " + work +
         " return 0; }\nint main(void) { int n = __VERIFIER_nondet_int(); " + before +
         " for (int i = 0; i < 8; i++) { " + prepare +
         " }\nfor (int i = 0; i < 8; i++) if (pthread_create(&w[i].t,0,f,&w[i])) exit(1); " +
         after + " return 0; }";
}

/// A thread for each new object `a`, given to it by that.
std::string jobs(const std::string &give) {
  return "struct a { int n; char *buf; }; pthread_key_t key;\n"
         "void *f(void *p) { struct a *a = p; a->buf[0]++; free(a->buf); free(a); return 0; }\n"
         "void *g(void *p) { ((char *)p)[0]++; return 0; }\n"
         "int main(void) { pthread_t t; for (int i = 0; i < 9; i++) { struct a *a = malloc(sizeof "
         "*a); if (!a) return 1; a->buf = malloc(9); if (!a->buf) { free(a); return 1; } "
         "a->buf[0] = i;\n" +
         give + " } return 0; }";
}

const std::string kFill = "mine->buf[0]++; mine->buf[mine->n & 7] = 1;";
const std::string kOwn = "w[i].buf = malloc(8); if (!w[i].buf) return 1; w[i].n = i;";
const std::string kJoin = "for (int i = 0; i < 8; i++) { pthread_join(w[i].t,0); free(w[i].buf); }";

class Held : public ::testing::TestWithParam<HeldCase> {};

TEST_P(Held, NothingIsLeft) {
  const Judged judged = judge(GetParam().code);
  EXPECT_EQ(judged.left, 0);
  EXPECT_TRUE(judged.gaps.empty());
}

INSTANTIATE_TEST_SUITE_P(
    HeldObjects, Held,
    ::testing::Values(
        HeldCase{"OnePerPart", workers(kFill, kOwn)},
        HeldCase{"FreedAfterTheJoin", workers(kFill, kOwn, "", kJoin)},
        HeldCase{"FilledBefore", workers(kFill, kOwn + " w[i].buf[0] = 1;")},
        HeldCase{"ByTheLibrary", workers("memset(mine->buf, 1, 8);", kOwn, "", kJoin)},
        HeldCase{"MadeByAWrapper", workers(kFill, "w[i].buf = get(8);",
                                           "char *first = get(4); first[0] = 1;", kJoin)},
        HeldCase{"MadeByTheThread", workers("mine->buf = malloc(8); if (mine->buf) { " + kFill +
                                                " free(mine->buf); mine->buf = 0; }",
                                            "")},
        HeldCase{"Replaced", workers("free(mine->buf); mine->buf = malloc(9); if (mine->buf) "
                                     "mine->buf[0] = 1;",
                                     kOwn, "", kJoin)},
        HeldCase{"InAnObjectOfItsOwn", jobs("if (pthread_create(&t,0,f,a)) { free(a->buf); "
                                            "free(a); }")}),
    heldCaseName);

class HeldShared : public ::testing::TestWithParam<HeldCase> {};

TEST_P(HeldShared, SomethingIsLeft) {
  EXPECT_GT(judge(GetParam().code).left, 0);
}

INSTANTIATE_TEST_SUITE_P(
    HeldObjects, HeldShared,
    ::testing::Values(
        HeldCase{"StoredInTwoSlots",
                 workers(kFill, "char *b = malloc(8); w[i].buf = b; w[i ^ 1].buf = b;")},
        HeldCase{"StoredInEveryRound",
                 workers(kFill, "w[i].buf = b;", "char *b = malloc(8); if (!b) return 1;")},
        HeldCase{"StoredInAnInnerLoop",
                 workers(kFill,
                         "char *b = malloc(8); if (!b) return 1; for (int j = 0; j < n; j++) "
                         "w[j & 7].buf = b;")},
        HeldCase{"StoredAgainAfterAJump",
                 "#include <setjmp.h>\njmp_buf again;\n" +
                     workers(kFill, "",
                             "volatile int j = 0; char *b = malloc(8); if (!b) return 1; "
                             "setjmp(again); w[j & 7].buf = b; if (++j < 8) "
                             "longjmp(again, 1);")},
        HeldCase{"CopiedFromASlot", workers(kFill, kOwn + " if (n == i) w[i].buf = w[0].buf;")},
        HeldCase{"CopiedWithItsPart", workers(kFill, kOwn + " if (n == i) w[i] = w[0];")},
        HeldCase{"CopiedAsBytes", workers("mine->other[0]++;" + kFill,
                                          kOwn + " memmove(&w[i].other, &w[i & 4].buf, n & 8);")},
        HeldCase{"Sorted", workers(kFill + " w[0].buf[0] = 1;", kOwn, "",
                                   "qsort(w, 8, sizeof w[0], compare);")},
        HeldCase{"OfAnotherPart", workers("w[mine->n & 7].buf[0]++;", kOwn)},
        HeldCase{"OfOneSlot", workers("mine[0].n = 0; slot[0]++;", kOwn,
                                      "slot = malloc(8); if "
                                      "(!slot) return 1;")
                                  .insert(0, "char *slot;\n")},
        HeldCase{"AlsoHandedOver", jobs("pthread_create(&t,0,g,a->buf); a->buf[0] = 1;")},
        HeldCase{"AlsoKept",
                 "void end(void *p) { ((char *)p)[0]++; }\n" +
                     jobs("if (pthread_key_create(&key, end)) return 1; "
                          "pthread_setspecific(key, a->buf); pthread_create(&t,0,f,a);")},
        HeldCase{"UsedWhileTheThreadRuns",
                 workers(kFill, kOwn, "", "for (int i = 0; i < 8; i++) free(w[i].buf);")},
        HeldCase{"UsedAfterItWasHandedOver", jobs("pthread_create(&t,0,f,a); a->buf[0] = 1;")}),
    heldCaseName);

} // namespace
} // namespace raceward::test
