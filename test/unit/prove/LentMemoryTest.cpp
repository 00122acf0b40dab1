// Local variables whose address only goes down into calls, and those whose address does not.
#include "Judge.h"

#include <gmock/gmock.h>

namespace raceward::test {
namespace {

using ::testing::IsEmpty;

struct LentCase {
  const char *name;
  const char *before; ///< functions and variables
  const char *code;   ///< of the function whose variable `own` it is
};

void PrintTo(const LentCase &c, std::ostream *out) {
  *out << c.name;
}

std::string nameOfLentCase(const ::testing::TestParamInfo<LentCase> &info) {
  return info.param.name;
}

/// Variables by which an address can leave.
constexpr const char *kOutside = "#include <stdio.h>\n#include <stdint.h>\n#include <stdarg.h>\n"
                                 "char *g, other[8]; uintptr_t n; _Atomic(char *) atom;\n";

// ---- not shared --------------------------------------------------------------------

/// Two threads of `f`, beside a pointer that may be any number.
class Lent : public ::testing::TestWithParam<LentCase> {};

TEST_P(Lent, IsNotShared) {
  const Judged judged = judge(std::string(kOutside) + GetParam().before +
                              "\nvoid *f(void *p){ char own[8]; " + GetParam().code +
                              " return 0; }\nint main(void){ pthread_t s, t;"
                              " pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); return 0; }");
  EXPECT_THAT(judged.leftNames, IsEmpty());
}

const LentCase kLent[] = {
    {"FilledByACallee", "void fill(char *p, int k){ for (int i = 0; i < k; i++) p[i] = 1; }",
     "fill(own, 8); fill(own + 1, 2); own[0]++;"},
    {"ReadInALoop", "int sum(const char *p, int k){ int s = 0; while (k--) s += *p++; return s; }",
     "memset(own, 0, 8); int s = sum(own, 8); own[s & 7] = 1;"},
    {"ReturnedByACallee", "char *skip(char *p){ while (*p == ' ') p++; return p; }",
     "own[0] = 0; char *q = skip(own); *q = 1;"},
    {"RecursiveCallee", "void fill(char *p, int k){ if (k) { *p = 1; fill(p + 1, k - 1); } }",
     "fill(own, 8);"},
    {"DistanceInside", "long far(char *p){ char *e = p; while (*e) e++; return e - p; }",
     "own[0] = 0; own[far(own)] = 1;"},
    {"TextOfTheLibrary", "", "snprintf(own, sizeof own, \"%d\", 7); own[strlen(own) - 1] = 1;"},
    {"BesideAPointerFromNowhere",
     "void *volatile in; void fill(char *p){ *p = 1; }\n"
     "void touch(void){ uintptr_t k; if (fread(&k, sizeof k, 1, stdin)) n = k; }",
     "fill(own);"},
};
INSTANTIATE_TEST_SUITE_P(LentMemory, Lent, ::testing::ValuesIn(kLent), nameOfLentCase);

// ---- shared ------------------------------------------------------------------------

/// `code` lets the address of a variable of main out, a thread writes there, and main as well.
class Leaves : public ::testing::TestWithParam<LentCase> {};

TEST_P(Leaves, TheSuspect) {
  const Judged judged =
      judge(std::string(kOutside) + GetParam().before +
            "\nint main(void){ char own[8] = {0}; pthread_t t; " + GetParam().code +
            " pthread_create(&t,0,f,0); own[0] = 2; pthread_join(t,0); return 0; }");
  EXPECT_TRUE(judged.leftNames.contains("own[0]")) << judged.left << " left";
}

#define THROUGH_G "void *f(void *p){ *g = 1; return 0; }\n"
#define THROUGH_N "void *f(void *p){ *(char *)n = 1; return 0; }\n"

const LentCase kLeaves[] = {
    {"StoredInACallee", THROUGH_G "void put(char *p){ g = p; }", "put(own);"},
    {"StoredTwoCallsDown",
     THROUGH_G "void put(char *p){ g = p; } void mid(char *p, int k){ if (k) put(p); }",
     "mid(own, 1);"},
    {"StoredByOneOfTwo",
     THROUGH_G "void b(char *p, int k); void a(char *p, int k){ b(p, k); }"
               "void b(char *p, int k){ if (k) a(p, k - 1); else g = p; }",
     "a(own, 3);"},
    {"ReturnedAndStored", THROUGH_G "char *same(char *p){ return p; }", "g = same(own);"},
    {"StoredThroughAParameter", THROUGH_G "void out(char **to, char *p){ *to = p; }",
     "out(&g, own);"},
    {"StoredByAnAtomic", "void *f(void *p){ *atomic_load(&atom) = 1; return 0; }",
     "atomic_exchange(&atom, own);"},
    {"StoredInAStruct",
     "struct s { char *p; } gs; void put(struct s s){ gs = s; }"
     "void *f(void *p){ *gs.p = 1; return 0; }",
     "struct s s = { own }; put(s);"},
    {"ResultOfTheLibrary", THROUGH_G, "g = strchr(own, 0);"},
    {"EndThatTheLibraryStores", THROUGH_G, "strtol(own, &g, 10);"},
    {"ComparisonKeepsAnElement",
     THROUGH_G "int compare(const void *a, const void *b){ g = (char *)a; return 0; }",
     "qsort(own, 8, 1, compare);"},
    {"CallThroughAPointer",
     THROUGH_G "void put(char *p){ g = p; } void (*volatile call)(char *) = put;", "call(own);"},
    {"VariadicArgument",
     THROUGH_G "void put(int k, ...){ va_list l; va_start(l, k); g = va_arg(l, char *);"
               " va_end(l); }",
     "put(1, own);"},
    {"PrintedAndRead",
     "char text[40]; void *f(void *p){ char *q; if (sscanf(text, \"%p\", (void **)&q) == 1)"
     " *q = 1; return 0; }",
     "sprintf(text, \"%p\", (void *)own);"},
    {"BecomesANumber", THROUGH_N "void put(char *p){ n = (uintptr_t)p; }", "put(own);"},
    {"DistanceToAnother", "void *f(void *p){ *(char *)((uintptr_t)other - n) = 1; return 0; }",
     "char *r = __VERIFIER_nondet_int() ? other : own; n = (uintptr_t)r - (uintptr_t)own;"},
    {"DistanceToNull", "void *f(void *p){ *(char *)(0 - n) = 1; return 0; }",
     "char *r = __VERIFIER_nondet_int() ? 0 : own; n = (uintptr_t)r - (uintptr_t)own;"},
    {"ComparedWithAGuess", THROUGH_N,
     "uintptr_t k = (unsigned)__VERIFIER_nondet_int(); if ((uintptr_t)own == k) n = k;"},
    {"ArgumentOfAThread",
     "char *same(char *p){ return p; } void *f(void *p){ *(char *)p = 1; return 0; }",
     "pthread_t u; pthread_create(&u,0,f,same(own));"},
};
INSTANTIATE_TEST_SUITE_P(LentMemory, Leaves, ::testing::ValuesIn(kLeaves), nameOfLentCase);

} // namespace
} // namespace raceward::test
