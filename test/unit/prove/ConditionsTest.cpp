// Racy programs that one condition of the provers alone keeps from being called race-free. They
// were written for mutants that no other test noticed (docs/develop/prover-mutations.md).
#include "Judge.h"

namespace raceward::test {
namespace {

struct ConditionCase {
  const char *name;
  const char *racy; ///< what one access of the race calls its object
  std::string code;
  Language language = Language::C;
  DataModel dataModel = DataModel::LP64;
};

void PrintTo(const ConditionCase &c, std::ostream *out) {
  *out << c.name;
}

class Conditions : public ::testing::TestWithParam<ConditionCase> {};

TEST_P(Conditions, KeepTheSuspect) {
  const Judged judged = judge(GetParam().code, GetParam().language, GetParam().dataModel);
  std::string names;
  for (const std::string &name : judged.leftNames)
    names += " " + name;
  EXPECT_TRUE(judged.leftNames.contains(GetParam().racy)) << "left:" << names;
}

/// A thread of `f` and one of `g`, which nobody joins.
std::string besideEachOther(const std::string &before, const std::string &f, const std::string &g) {
  return "#include <stdint.h>\n#include <stdio.h>\n"
         "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n"
         "pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER; int x, y;\n"
         "#define L pthread_mutex_lock\n#define U pthread_mutex_unlock\n" +
         before + "\nvoid *f(void *p){ " + f + " return 0; }\nvoid *g(void *p){ " + g +
         " return 0; }\n"
         "int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,g,0);"
         " return 0; }";
}

/// The main thread writes `x` after what it takes for joins; `f` reads it.
std::string afterJoins(const std::string &before, const std::string &main) {
  return "int x; int c; void *f(void *p){ return (void *)(long)x; }\n" + before +
         "\nint main(void){ " + main + " x = 2; return 0; }";
}

/// As clang writes `struct { unsigned long a : 60, b : 60; } s;` without debug information.
constexpr const char *kTwoUnits = R"(
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
@s = global { i64, i64 } zeroinitializer
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
define ptr @f(ptr %p) {
  %unit = load i64, ptr @s
  %clear = and i64 %unit, -1152921504606846976
  %set = or i64 %clear, 1
  store i64 %set, ptr @s
  ret ptr null
}
define ptr @g(ptr %p) {
  %unit = load i64, ptr getelementptr inbounds ({ i64, i64 }, ptr @s, i32 0, i32 1)
  %clear = and i64 %unit, -1152921504606846976
  %set = or i64 %clear, 2
  store i64 %set, ptr getelementptr inbounds ({ i64, i64 }, ptr @s, i32 0, i32 1)
  ret ptr null
}
define i32 @main() {
  %t = alloca i64
  %1 = call i32 @pthread_create(ptr %t, ptr null, ptr @f, ptr null)
  %2 = call i32 @pthread_create(ptr %t, ptr null, ptr @g, ptr null)
  ret i32 0
}
)";

/// On 32 bits all elements are the first one: the second thread takes the place of the first.
constexpr const char *kIndicesCutOff = R"(
target datalayout = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"
target triple = "i386-pc-linux-gnu"
@x = global i32 0
@t = global [2 x i32] zeroinitializer
declare i32 @pthread_create(ptr, ptr, ptr, ptr)
declare i32 @pthread_join(i32, ptr)
define ptr @f(ptr %p) {
  %v = load i32, ptr @x
  ret ptr null
}
define i32 @main() {
entry:
  br label %creates
creates:
  %i = phi i64 [ 0, %entry ], [ %i.next, %create ]
  %more = icmp slt i64 %i, 8589934592
  br i1 %more, label %create, label %between
create:
  %slot = getelementptr inbounds [2 x i32], ptr @t, i64 0, i64 %i
  %c = call i32 @pthread_create(ptr %slot, ptr null, ptr @f, ptr null)
  %i.next = add nsw i64 %i, 4294967296
  br label %creates
between:
  br label %joins
joins:
  %j = phi i64 [ 0, %between ], [ %j.next, %join ]
  %other = icmp slt i64 %j, 8589934592
  br i1 %other, label %join, label %end
join:
  %from = getelementptr inbounds [2 x i32], ptr @t, i64 0, i64 %j
  %h = load i32, ptr %from
  %r = call i32 @pthread_join(i32 %h, ptr null)
  %j.next = add nsw i64 %j, 4294967296
  br label %joins
end:
  store i32 3, ptr @x
  ret i32 0
}
)";

/// Many callers of one function, each with a semaphore that may lie in two places of its own;
/// `last` is of the last one.
std::string manyCallers(int count, const std::string &last) {
  std::string code = "#include <semaphore.h>\nstruct s { sem_t m; int x; };\n"
                     "static void bump(struct s *s){ s->x++; }\n";
  std::string begin;
  std::string create;
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    code += "struct s a" + n + ", b" + n + "; static void in" + n +
            "(struct s *p){ sem_wait(&p->m); bump(p); sem_post(&p->m); }\nvoid *f" + n +
            "(void *v){ in" + n + "(__VERIFIER_nondet_int() ? &a" + n + " : &b" + n +
            "); return 0; }\n";
    begin += "sem_init(&a" + n + ".m, 0, 1); sem_init(&b" + n + ".m, 0, 1);";
    for (int twice = 0; twice < 2; ++twice)
      create += "pthread_create(&t, 0, f" + n + ", 0);";
  }
  return code + "void *h(void *v){ " + last + " return 0; }\nint main(void){ pthread_t t; " +
         begin + create + "pthread_create(&t, 0, h, 0); return 0; }";
}

const ConditionCase kConditionCases[] = {
    // -- points-to
    {"NumberInAUnionIsMoved", "s.b",
     besideEachOther(
         "struct { int a, b; } s; union { int *p; uintptr_t n; } u; unsigned which = 1;",
         "s.b = 1;", "u.p = &s.a; u.n += 4 * (uintptr_t)which; *u.p = 2;")},
    {"ComparisonGetsTheElements", "e->hits",
     besideEachOther("struct e { int key, hits; }; struct e v[3];"
                     "int less(const void *a, const void *b){ struct e *e = (struct e *)a;"
                     " e->hits = 1; return e->key; }",
                     "L(&m); qsort(v, 3, sizeof *v, less); U(&m);", "v[1].hits = 2;")},
    {"StoredThroughAPointerFromNowhere", "x",
     besideEachOther("int *cell = &y; uintptr_t key, at = (uintptr_t)&cell;",
                     "int **q = (int **)((uintptr_t)__VERIFIER_nondet_int() ^ key);"
                     " L(&m); *q = &x; U(&m); x = 2;",
                     "L(&m); int *q = cell; U(&m); *q = 1;")},
    {"PrintedAddressComesBack", "*q",
     besideEachOther("", "int *q; scanf(\"%p\", (void **)&q); *q = 1;",
                     "int *h = malloc(sizeof *h); if (!h) exit(1); printf(\"%p\", (void *)h);"
                     " *h = 2;")},
    {"ScanfWritesTwoMembers", "s.last",
     besideEachOther("struct { int n, last; } s;", "scanf(\"%ld\", (long *)&s.n);", "s.last = 1;")},
    {"AddressThatBecameANumber", "x",
     besideEachOther("uintptr_t at = (uintptr_t)&x;",
                     "uintptr_t n = 0; for (int i = 0; i < 64; i++)"
                     " if (at >> i & 1) n |= (uintptr_t)1 << i; *(int *)n = 1;",
                     "x = 2;")},
    {"AddressThatTheLibraryRead", "*q",
     besideEachOther("struct { int *p; } s;", "int *q; scanf(\"%p\", (void **)&q); *q = 1;",
                     "int *h = malloc(sizeof *h); if (!h) exit(1); s.p = h;"
                     " fwrite(&s, sizeof s, 1, stdout); *h = 2;")},
    {"AddressThatIsCompared", "x",
     besideEachOther("int *at = &x;",
                     "for (uintptr_t n = 4; n; n += 4)"
                     " if ((int *)n == at) { *(int *)n = 1; break; }",
                     "x = 2;")},
    {"ZerosOfAnUnknownNumber", "table[3]",
     besideEachOther("#include <string.h>\nlong table[16];",
                     "memset(&table[2], 0, 8UL * (unsigned)(__VERIFIER_nondet_int() & 7));",
                     "y = table[3];")},
    {"LockOfATableLetGoByIndex", "x",
     besideEachOther("pthread_mutex_t k[8];",
                     "L(&k[4]); U(&k[__VERIFIER_nondet_int() & 7]); x = 1; U(&k[4]);",
                     "L(&k[4]); x = 2; U(&k[4]);")},
    {"LockOfATableWaitedWithByIndex", "x",
     besideEachOther(
         "pthread_mutex_t k[8]; pthread_cond_t c; int flag;",
         "L(&k[4]); if (!flag) { pthread_cond_wait(&c, &k[__VERIFIER_nondet_int() & 7]);"
         " if (!flag) x = 1; } U(&k[4]);",
         "L(&k[4]); flag = 1; U(&k[4]); x = 2;")},
    {"ThreadSpecificPointer", "x",
     besideEachOther("pthread_key_t k; void *r(void *p){ return &y; }",
                     "pthread_t t; pthread_create(&t,0,r,0); pthread_setspecific(k, &x);"
                     " int *q = pthread_getspecific(k); *q = 1;",
                     "x = 2;")},
    {"EndOfANumber", "*end",
     besideEachOther("char text[8] = \"12\", other[8];",
                     "char *end = other; L(&m); strtol(text, &end, 10); U(&m); *end = 'x';",
                     "L(&m); text[2] = 'y'; U(&m);")},
    {"RowsFromTheOtherSide", "v[i].b",
     besideEachOther("struct { int a, b; } v[8];",
                     "int i = __VERIFIER_nondet_int() & 7; v[i].b = 1;",
                     "int j = __VERIFIER_nondet_int() & 7; *(long long *)&v[j] = 2;")},
    {"CounterThatWrapsAround", "s.a",
     besideEachOther("struct { int a; int v[4]; } s;",
                     "for (unsigned i = 1; (int)i < 4; i += 0x7fffffff)"
                     " if ((int)i > -8) { int *q = &s.v[0]; q[(int)i] = 1; }",
                     "s.a = 2;")},
    {"UnitThatBeginsBeforeTheRun", "s.b", // what has no name is not in the debug information
     besideEachOther("struct { unsigned long : 8, a : 56, b : 1; } s;", "s.a = 1;", "s.b = 1;")},
    {"BitFieldsWithoutDebugInformation", "s+8", kTwoUnits, Language::LlvmIr},
    {"BitFieldsOfOneRun", "s.b",
     besideEachOther("struct { unsigned long a : 60, b : 60; } s;", "s.a = 1;", "s.b = 2;")},
    // -- threads and joins
    {"CreatedInAComparison", "x",
     "int x; void *f(void *p){ x++; return 0; }\n"
     "int less(const void *a, const void *b){ pthread_t t; pthread_create(&t,0,f,0); return 0; }\n"
     "int main(void){ int v[3] = {3, 2, 1}; qsort(v, 3, sizeof *v, less); return 0; }"},
    {"DestructorBesideMain", "x",
     "int x; pthread_key_t k; void d(void *p){ x = 1; }\n"
     "void *f(void *p){ pthread_setspecific(k, &k); return 0; }\n"
     "int main(void){ pthread_t t; pthread_key_create(&k, d); pthread_create(&t,0,f,0); x = 2;"
     " return 0; }"},
    {"TwoThreadsInOnePlace", "x",
     afterJoins("", "pthread_t t; for (int i = 0; i < 2; i++) pthread_create(&t,0,f,0);"
                    " pthread_join(t,0);")},
    {"ElementOverwritten", "x",
     afterJoins("void *g(void *p){ return 0; }",
                "pthread_t t[2], u; for (int i = 0; i < 2; i++) pthread_create(&t[i],0,f,0);"
                " pthread_create(&u,0,g,0); t[__VERIFIER_nondet_int() & 1] = u;"
                " for (int i = 0; i < 2; i++) pthread_join(t[i],0);")},
    {"HandleKnownByAGlobal", "x",
     afterJoins("pthread_t *known; void *g(void *p){ *known = pthread_self(); return 0; }",
                "pthread_t t, u; known = &t; pthread_create(&t,0,f,0); pthread_create(&u,0,g,0);"
                " pthread_join(t,0);")},
    {"HandleHandedToAThread", "x",
     afterJoins("void *g(void *p){ *(pthread_t *)p = pthread_self(); return 0; }",
                "pthread_t t, u; pthread_create(&t,0,f,0); pthread_create(&u,0,g,&t);"
                " pthread_join(t,0);")},
    // -- locks
    {"WaitWithoutTheMutex", "x",
     besideEachOther("pthread_cond_t c = PTHREAD_COND_INITIALIZER;", "L(&m); x = 1; U(&m);",
                     "pthread_cond_wait(&c, &m); L(&m); x = 2; U(&m);")},
    {"LockOfTheFirstNode", "s->v",
     besideEachOther("struct s { pthread_mutex_t m; struct s *next; int v; };"
                     "struct s b; struct s a = {.next = &b}; struct s b = {.next = &a};\n"
                     "void walk(void){ struct s *s = __VERIFIER_nondet_int() ? &a : &b;"
                     " for (int i = 0; i < 2; i++, s = s->next) { if (i == 0) L(&s->m);"
                     " s->v = i; } }",
                     "walk();", "walk();")},
    {"LockOfTheFirstLoad", "s->v",
     besideEachOther("struct s { pthread_mutex_t m; int v; } a, b; struct s *cur = &a;"
                     "struct s *get(void){ L(&m); struct s *s = cur; cur = &b; U(&m); return s; }",
                     "for (int i = 0; i < 2; i++) { struct s *s = get(); if (i == 0) L(&s->m);"
                     " s->v = 1; }",
                     "for (int i = 0; i < 2; i++) { struct s *s = get(); if (i == 0) L(&s->m);"
                     " s->v = 2; }")},
    {"LocksOfNeighboursThatOverlap", "q->s",
     besideEachOther("pthread_mutex_t k[8]; char d[16];"
                     "struct __attribute__((packed)) p { short s; };",
                     "int i = __VERIFIER_nondet_int() & 7; L(&k[i]); struct p *q = (void *)&d[i];"
                     " q->s = 1; U(&k[i]);",
                     "int i = __VERIFIER_nondet_int() & 7; L(&k[i]); struct p *q = (void *)&d[i];"
                     " q->s = 2; U(&k[i]);")},
    {"HelperUnderAWriteLockAndAReadLock", "x",
     besideEachOther("void put(void){ x = 1; }\n#define R_wrlock pthread_rwlock_wrlock\n#define "
                     "R_rdlock pthread_rwlock_rdlock\n"
                     "#define R_unlock pthread_rwlock_unlock",
                     "R_wrlock(&w); put(); R_unlock(&w); R_rdlock(&w); put(); R_unlock(&w);",
                     "R_wrlock(&w); put(); R_unlock(&w); R_rdlock(&w); put(); R_unlock(&w);")},
    {"ManyWaysToOneAccess", "x",
     besideEachOther("pthread_mutex_t l[10], a, b, d;\n#define N __VERIFIER_nondet_int()\n"
                     "void put(void){ int i = N, j = N, k = N; if (i) L(&a); if (j) L(&b);"
                     " if (k) L(&d); x = 1; if (k) U(&d); if (j) U(&b); if (i) U(&a); }\n"
                     "#define P(k) L(&l[k]); put(); U(&l[k]);",
                     "L(&m); P(0) P(1) P(2) P(3) P(4) P(5) P(6) P(7) P(8) P(9) U(&m); put();",
                     "L(&m); x = 2; U(&m);")},
    // -- flags
    {"FlagSetBackByAWiderWrite", "x",
     besideEachOther("union { int i; long long n; } u;", "L(&m); if (u.i == 0) x = 1; U(&m);",
                     "L(&m); u.i = 1; U(&m); L(&m); u.n = 1LL << 32; U(&m); x = 2;")},
    {"FlagSeenByReaders", "x",
     besideEachOther("atomic_int flag;",
                     "pthread_rwlock_rdlock(&w); if (!flag) x = 1; pthread_rwlock_unlock(&w);",
                     "flag = 1; pthread_rwlock_rdlock(&w); int s = flag; pthread_rwlock_unlock(&w);"
                     " if (s) x = 2;")},
    {"FlagAskedOnTheFirstPath", "x",
     besideEachOther("int flag;", "L(&m); if (!flag) x = 1; flag = 1; U(&m);",
                     "int k = __VERIFIER_nondet_int(); L(&m); if (k) { if (!flag) { U(&m);"
                     " return 0; } } U(&m); x = 2;")},
    {"FlagAskedOnTheSecondPath", "x",
     besideEachOther("int flag;", "L(&m); if (!flag) x = 1; flag = 1; U(&m);",
                     "int k = __VERIFIER_nondet_int(); L(&m); if (k) { y = 1; } else if (!flag) {"
                     " U(&m); return 0; } U(&m); x = 2;")},
    // -- objects and slices
    {"HelperBeforeAndAfterTheObjectIsKnown", "*r",
     besideEachOther("int *shared; void put(int *p){ *p = 1; }",
                     "int *q = malloc(sizeof *q); if (!q) exit(1); put(q); L(&m); shared = q;"
                     " U(&m); put(q);",
                     "L(&m); int *r = shared; U(&m); if (r) *r = 2;")},
    {"ThreadsFarApartWrapAround", "*q",
     "char x[64]; void *f(void *p){ char *q = p; *q = 1; return 0; }\n"
     "int main(void){ pthread_t t; for (unsigned long i = 0; i < 0x4000000000000000; i++)"
     " if (i % 0x2000000000000000 == 0) pthread_create(&t,0,f,x + i * 8); return 0; }"},
    {"SlicesInBothDirections", "*r",
     "char x[64]; void *f(void *p){ long i = (long)p; char *q = x + 32 + 8 * i; *q = 1;"
     " char *r = x + 32 - 8 * i; *r = 2; return 0; }\n"
     "int main(void){ pthread_t t; for (long i = -3; i < 4; i++)"
     " pthread_create(&t,0,f,(void *)i); return 0; }"},
    {"TwoThreadsOfOneNumber", "*q",
     "char x[8]; void *f(void *p){ char *q = x + (long)p; *q = 1; return 0; }\n"
     "int main(void){ pthread_t t; for (long i = 0; i < 4; i++) for (int k = 0; k < 2; k++)"
     " pthread_create(&t,0,f,(void *)i); return 0; }"},
    {"BoundThatMovesAlong", "*q",
     "char x[8]; void *f(void *p){ char *q = x + (long)p; *q = 1; return 0; }\n"
     "int main(void){ pthread_t t; for (unsigned i = 0, n = 1; i != n;"
     " i++, n = __VERIFIER_nondet_int()) if (i < 4) pthread_create(&t,0,f,(void *)(long)i);"
     " return 0; }"},
    {"SlicesThatAreMovedByAVariable", "*r",
     "char x[16]; long k; void *f(void *p){ char *q = x + (long)p; *q = 1; char *r = x + (long)p + "
     "k;"
     " *r = 2; return 0; }\n"
     "int main(void){ pthread_t t; k = 1; for (long i = 0; i < 4; i++)"
     " pthread_create(&t,0,f,(void *)i); return 0; }"},
    {"PerhapsNullOnOneOfTwoWays", "x",
     "int x; pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;\n"
     "void *f(void *p){ if (!p) x = 1; return 0; } void *g(void *p){ x = 2; return 0; }\n"
     "int main(void){ pthread_t s, t; pthread_create(&s,0,g,0); int *p = malloc(4);"
     " if (__VERIFIER_nondet_int()) { pthread_mutex_lock(&n); if (!p) exit(1); }"
     " pthread_create(&t,0,f,p); return 0; }"},
    {"PerhapsNullOnTheOtherWay", "x",
     "int x; pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;\n"
     "void *f(void *p){ if (!p) x = 1; return 0; } void *g(void *p){ x = 2; return 0; }\n"
     "int main(void){ pthread_t s, t; pthread_create(&s,0,g,0); int *p = malloc(4);"
     " if (__VERIFIER_nondet_int()) { pthread_mutex_lock(&n); } else if (!p) exit(1);"
     " pthread_create(&t,0,f,p); return 0; }"},
    // -- values
    {"VariableWrittenInAnotherSize", "x",
     besideEachOther("int flag;", "*(char *)&flag = 1; x = 1;", "if (flag) x = 2;")},
    {"VariableWrittenFromNowhere", "x",
     besideEachOther("int flag;",
                     "int *q = (int *)(uintptr_t)__VERIFIER_nondet_int(); *q = 1; x = 1;",
                     "if (flag) x = 2;")},
    // -- threads, and what they own
    {"DestructorBesideTheMainThread", "x",
     "#include <stdio.h>\npthread_key_t k; int x, y; static void gone(void *p){ if (x) "
     "puts(\"x\"); }\n"
     "void *f(void *p){ pthread_setspecific(k, &y); return 0; }\n"
     "int main(void){ pthread_t s; pthread_key_create(&k, gone); pthread_create(&s,0,f,0); x = 2;"
     " pthread_join(s,0); return 0; }"},
    {"IndicesCutOff", "x", kIndicesCutOff, Language::LlvmIr, DataModel::ILP32},
    {"CreatedAgainInOneRound", "v[p]",
     "int v[4]; void *f(void *p){ v[(long)p]++; return 0; }\n"
     "int main(void){ for (long i = 0; i < 4; i++) { int again; do { pthread_t t;"
     " pthread_create(&t,0,f,(void *)i); again = __VERIFIER_nondet_int(); } while (again); }"
     " return 0; }"},
    {"NumbersThatWrapBeforeTheyAreWidened", "*q",
     "#include <stdint.h>\nchar cells[1024]; void *f(void *a){ uintptr_t at = (uintptr_t)a;"
     " unsigned k = (unsigned)__VERIFIER_nondet_int() & 511; char *q = cells + (at + k); *q = 1;"
     " return 0; }\nint main(void){ for (unsigned i = 0; i < 17; i++) { pthread_t t;"
     " pthread_create(&t,0,f,(void *)((uintptr_t)(i + 4294967280u) * 4294967312u)); } return 0; }"},
    {"NullInALaterRound", "x",
     "int x; void *f(void *a){ int *p = a; if (!p) x = 1; else { ++*p; free(p); } return 0; }\n"
     "int main(void){ int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) { pthread_t t;"
     " int *p = malloc(sizeof *p); if (i == 0 && !p) exit(1); pthread_create(&t,0,f,p);"
     " pthread_detach(t); } return 0; }"},
    {"AddressLostInArithmetic", "*p",
     besideEachOther("int *slots[4]; unsigned at; uintptr_t key = 5;"
                     "union u { int *p; uintptr_t n; };",
                     "union u v[2]; int *q = malloc(sizeof *q); if (!q) exit(1);"
                     " uintptr_t n = (uintptr_t)q, k = key;"
                     "\n#define X n ^= k; n ^= k; n ^= k; n ^= k; n ^= k; n ^= k; n ^= k; n ^= k;\n"
                     " X X X v[1].n = n; L(&m); slots[at] = v[1].p; U(&m); { int *p = q; *p = 1; }",
                     "L(&m); int *q = slots[0]; U(&m); if (q) *q = 2;")},
    // -- contexts
    {"HelperOfReadersAndWriters", "x",
     "pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER; int x; static void bump(void){ x++; }\n"
     "void *f(void *p){ pthread_rwlock_wrlock(&w); bump(); pthread_rwlock_unlock(&w); return 0; }\n"
     "void *g(void *p){ pthread_rwlock_rdlock(&w); bump(); pthread_rwlock_unlock(&w); return 0; }\n"
     "int main(void){ pthread_t t; pthread_create(&t,0,f,0); pthread_create(&t,0,g,0);"
     " pthread_create(&t,0,g,0); return 0; }"},
    {"HelperBeforeAndAfterPublishing", "*to",
     besideEachOther("int *slots[4]; static void fill(int *to){ *to = 1; }",
                     "int *h = malloc(sizeof *h); if (!h) exit(1); fill(h);"
                     " L(&m); slots[__VERIFIER_nondet_int() & 3] = h; U(&m); fill(h);",
                     "L(&m); int *q = slots[0]; U(&m); if (q) *q = 2;")},
    {"LockOfAnotherElement", "v[i].x",
     besideEachOther("struct { pthread_mutex_t m; int x; } v[2];",
                     "for (int r = 0;; r++) { int i = __VERIFIER_nondet_int() & 1;"
                     " if (r == 1) { v[i].x = 1; break; } L(&v[i].m); }",
                     "int i = __VERIFIER_nondet_int() & 1; L(&v[i].m); v[i].x = 2; U(&v[i].m);")},
    {"OneOfTwoLocksIsNotTrusted", "s->x", manyCallers(2, "sem_post(&b1.m);")},
    {"OneOfManyLocksIsNotTrusted", "s->x", manyCallers(27, "sem_post(&b26.m);")},
};

INSTANTIATE_TEST_SUITE_P(Provers, Conditions, ::testing::ValuesIn(kConditionCases),
                         [](const auto &each) { return std::string(each.param.name); });

} // namespace
} // namespace raceward::test
