// Points-to, from both sides: what it must tell apart, and what it must never. Programs
// under "keeps" have two accesses to one place that only a careful analysis connects.
#include "Judge.h"

#include <gmock/gmock.h>

namespace raceward::test {
namespace {

using ::testing::IsEmpty;

struct PointerCase {
  const char *name;
  const char *code;
};

void PrintTo(const PointerCase &c, std::ostream *out) {
  *out << c.name;
}

std::string nameOfCase(const ::testing::TestParamInfo<PointerCase> &info) {
  return info.param.name;
}

#define START_F_AND_G "pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,g,0);"
#define MAIN_F_AND_G "int main(void){ " START_F_AND_G " }"

// ---- told apart --------------------------------------------------------------------

class TellsApart : public ::testing::TestWithParam<PointerCase> {};

TEST_P(TellsApart, AllSuspects) {
  const Judged judged = judge(GetParam().code);
  EXPECT_THAT(judged.leftNames, IsEmpty());
  EXPECT_TRUE(judged.raceFree());
}

const PointerCase kApart[] = {
    {"AllocatorThatNobodyGives", R"(
void *(*give)(size_t); void *get(size_t n){ if (give) return give(n); return malloc(n); }
int *a, *b; void *f(void *p){ *a = 1; return 0; }
int main(void){ pthread_t t; a = get(4); b = get(4); if (!a || !b) return 1; pthread_create(&t,0,f,0); *b = 2; })"},
    {"WrapperThatIsCalledOnceByTheLiving", R"(
struct p { int *a; int x; }; struct p *make(void){ struct p *p = malloc(sizeof *p); if (!p) return 0; p->a = malloc(4); return p; }
struct p *make_two(void){ make(); return make(); } int *of; void *f(void *q){ *of = 1; return 0; }
int main(void){ pthread_t t; struct p *p = make(); if (!p || !p->a) return 1; of = p->a; pthread_create(&t,0,f,0); p->x = 2; })"},
    {"ArrayBehindAMember", R"(
struct s { int x; int a[4]; } s; int n; void *f(void *p){ for (int i = 0; i < n; i++) s.a[i] = 1; return 0; }
int main(void){ pthread_t t; n = __VERIFIER_nondet_int(); pthread_create(&t,0,f,0); s.x = 1; })"},
    {"ArrayBehindAMemberUnsigned", R"(
struct s { int x; int a[4]; } s; unsigned n; void *f(void *p){ for (int i = 0; i < n; i++) s.a[i] = 1; return 0; }
int main(void){ pthread_t t; n = __VERIFIER_nondet_int(); pthread_create(&t,0,f,0); s.x = 1; })"},
    {"BoundOfTheCallers", R"(
struct s { int a[4]; int x; } s; void fill(int n){ for (int i = 0; i < n; i++) s.a[i] = 1; }
void *f(void *p){ fill(3); fill(4); return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); s.x = 1; })"},
    {"FieldsBehindAPointer", R"(
struct q { int head, tail; } one; struct q *volatile where = &one;
void *f(void *p){ where->head++; return 0; } void *g(void *p){ where->tail++; return 0; }
)" MAIN_F_AND_G},
    {"FieldsThatHoldPointers", R"(
int a, b; struct { int *p, *q; } s = { &a, &b };
void *f(void *p){ *s.p = 1; return 0; } void *g(void *p){ *s.q = 2; return 0; }
)" MAIN_F_AND_G},
    {"FieldsSetInCode", R"(
int a, b; struct pair { int *p, *q; }; void fill(struct pair *s){ s->p = &a; s->q = &b; }
void *f(void *p){ struct pair s; fill(&s); *s.p = 1; return 0; }
void *g(void *p){ struct pair s; fill(&s); *s.q = 1; return 0; }
)" MAIN_F_AND_G},
    {"FieldsAfterAStructCopy", R"(
int a, b; struct pair { int *p, *q; long n[6]; } s = { &a, &b };
void *f(void *p){ struct pair c = s; *c.p = 1; return 0; }
void *g(void *p){ struct pair c; memcpy(&c, &s, sizeof c); *c.q = 1; return 0; }
)" MAIN_F_AND_G},
    {"FieldsOfAStructPassedByValue", R"(
int a, b; struct pair { int *p, *q; long n[6]; } s = { &a, &b };
void one(struct pair c){ *c.p = 1; } void two(struct pair c){ *c.q = 1; }
void *f(void *p){ one(s); return 0; } void *g(void *p){ two(s); return 0; }
)" MAIN_F_AND_G},
    {"FieldBehindAVariableIndex", R"(
struct e { int a, b; } t[8];
void *f(void *p){ t[__VERIFIER_nondet_int() & 7].a = 1; return 0; }
void *g(void *p){ t[__VERIFIER_nondet_int() & 7].b = 1; return 0; }
)" MAIN_F_AND_G},
    {"ArrayInsideOfAStruct", R"(
struct { int n; int slots[8]; int m; } q;
void *f(void *p){ q.slots[__VERIFIER_nondet_int() & 7] = 1; return 0; }
void *g(void *p){ q.n++; q.m++; return 0; }
)" MAIN_F_AND_G},
    {"ArrayInsideOfAStructByALoop", R"(
struct { int n; int slots[8]; int m; } q;
void *f(void *p){ for (int i = 0; i < 8; i++) q.slots[i] = i; for (unsigned i = 0; i < 8; i += 2) q.slots[i] = 1; return 0; }
void *g(void *p){ q.n++; q.m++; return 0; }
)" MAIN_F_AND_G},
    {"HeapSites", R"(
int *volatile a, *volatile b;
void *f(void *p){ *a = 1; return 0; } void *g(void *p){ *b = 1; return 0; }
int main(void){ a = malloc(4); b = malloc(4); )" START_F_AND_G " }"},
    {"HeapOfAWrapper", R"(
struct node { struct node *next; int v; } *volatile a, *volatile b;
struct node *new_node(int v){ struct node *n = malloc(sizeof *n); if (!n) return 0; n->v = v; return n; }
void *f(void *p){ a->v = 1; return 0; } void *g(void *p){ b->v = 1; return 0; }
int main(void){ a = new_node(1); b = new_node(2); )" START_F_AND_G " }"},
    {"HeapOfAWrapperOfAWrapper", R"(
int *volatile a, *volatile b; void *get(size_t n){ void *p = malloc(n); if (!p) abort(); return p; }
int *new_int(void){ return get(4); }
void *f(void *p){ *a = 1; return 0; } void *g(void *p){ *b = 1; return 0; }
int main(void){ a = new_int(); b = new_int(); )" START_F_AND_G " }"},
    {"CalleesInAStructOfFunctions", R"(
int x; void touch(void){ x++; } void rest(void){} struct ops { void (*open)(void), (*close)(void); };
const struct ops table = { touch, rest }; const struct ops *volatile ops = &table;
void *f(void *p){ ops->close(); return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); x = 1; })"},
    {"OneDirectionOnly", R"(
int a, b; int *p1 = &a, *p2 = &b; int *volatile both;
void *f(void *p){ *p1 = 1; return 0; } void *g(void *p){ *p2 = 1; return 0; }
int main(void){ both = p1; both = p2; )" START_F_AND_G " }"},
    {"NumberThatIsNoAddress", R"(
#include <stdio.h>
struct node { struct node *next; int v; } *a, *b; int *cell; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *p){ int *q; scanf("%p", (void **)&q); pthread_mutex_lock(&m); *q = 1; pthread_mutex_unlock(&m); return 0; }
void *g(void *p){ a->v = 1; return 0; } void *h(void *p){ b->v = 1; return 0; }
int main(void){ pthread_t r, s, t; a = malloc(sizeof *a); b = malloc(sizeof *b); if (!a || !b) return 1;
  pthread_create(&r,0,f,0); pthread_create(&s,0,g,0); pthread_create(&t,0,h,0); return 0; })"},
    {"NumbersInAList", R"(
#include <stdarg.h>
#include <stdio.h>
#include <time.h>
int *a; void note(const char *text, ...){ va_list l; va_start(l, text); vprintf(text, l); va_end(l); }
void *f(void *p){ note("%ld %s", (long)time(0), "x"); return 0; } void *g(void *p){ *a = 1; return 0; }
int main(void){ pthread_t s, t; a = malloc(sizeof *a); if (!a) return 1; printf("%p", (void *)a);
  pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); return 0; })"},
    {"NumbersThatScanfWrites", R"(
#include <stdio.h>
struct { int n; int last; } s; struct { short n; short last; } h;
void *f(void *p){ scanf("%d %hd", &s.n, &h.n); return 0; } void *g(void *p){ s.last = 1; h.last = 1; return 0; }
)" MAIN_F_AND_G},
    {"BitFieldsFarAway", R"(
struct { unsigned a : 3, b : 5; long n[8]; int far; } q;
void *f(void *p){ q.a = 1; return 0; } void *g(void *p){ q.far = 1; return 0; }
)" MAIN_F_AND_G},
    {"LocalThatOnlyMainReaches", R"(
int *volatile g; void set(int *p){ *p = 1; } void *f(void *p){ if (g) set(g); return 0; }
int main(void){ static int x; int y = 0; pthread_t t; g = &x; pthread_create(&t,0,f,0); y = 2; return y; })"},
    {"ArgumentsOfAWrapper", R"(
char x[8], y[8]; char *same(char *p){ return p; }
void *f(void *p){ *same(x) = 1; return 0; } void *g(void *p){ *same(y) = 1; return 0; }
)" MAIN_F_AND_G},
    {"WrappersOfRealloc", R"(
void *grow(void *p, size_t n){ p = realloc(p, n); if (!p) abort(); return p; } char *x, *y;
void *f(void *p){ *x = 1; return 0; } void *g(void *p){ *y = 1; return 0; }
int main(void){ x = grow(0, 8); x = grow(x, 16); y = grow(0, 8); y = grow(y, 16); )" START_F_AND_G
                          " }"},
    {"AllocatorWithAHead", R"(
void *make(size_t n){ size_t *p = malloc(n + 16); if (!p) return 0; *p = n; return (char *)p + 16; }
char *x, *y; void *f(void *p){ *x = 1; return 0; } void *g(void *p){ *y = 1; return 0; }
int main(void){ x = make(8); y = make(8); )" START_F_AND_G " }"},
    {"ElementsOfAVariableArray", R"(
int a, b; struct e { int *p, *q; long n; } *table;
void *f(void *p){ *table[__VERIFIER_nondet_int() & 3].p = 1; return 0; }
void *g(void *p){ *table[__VERIFIER_nondet_int() & 3].q = 1; return 0; }
int main(void){ int n = 100 + (__VERIFIER_nondet_int() & 7); struct e own[n]; table = own;
  for (int i = 0; i < n; i++){ own[i].p = &a; own[i].q = &b; } )" START_F_AND_G
                                 " pthread_join(s,0); pthread_join(t,0); }"},
    {"LentBesideShared", R"(
struct s { int k; } a, b; void set(struct s *s){ s->k = 1; } int get(struct s *s){ return s->k; }
void *f(void *p){ struct s own; set(&own); set(&a); return (void *)(long)get(&own); }
void *g(void *p){ return (void *)(long)get(&b); }
)" MAIN_F_AND_G},
};
INSTANTIATE_TEST_SUITE_P(PointsTo, TellsApart, ::testing::ValuesIn(kApart), nameOfCase);

// ---- connected ---------------------------------------------------------------------

class Connects : public ::testing::TestWithParam<PointerCase> {};

TEST_P(Connects, TheSuspect) {
  const Judged judged = judge(GetParam().code);
  EXPECT_GT(judged.left, 0u) << "every suspect was removed";
}

#define MAIN_F_AND_WRITE_X "pthread_t t; pthread_create(&t,0,f,0); x = 2; }"

const PointerCase kOne[] = {
    {"FunctionOfATable", R"(
int x; void *f(void *p){ x++; return 0; } void *(*const table[])(void *) = {f};
int main(void){ pthread_t s, t; pthread_create(&s,0,table[0],0); pthread_create(&t,0,table[0],0); })"},
    {"AllocatorThatIsGiven", R"(
int *shared; void *mine(size_t n){ if (!shared) shared = malloc(n); return shared; }
void *(*give)(size_t) = mine;
void *get(size_t n){ if (give) return give(n); return malloc(n); }
void *f(void *p){ int *a = get(4), *b = get(8); (*a)++; return b; }
int main(void){ pthread_t s, t; shared = malloc(4); pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); })"},
    {"UnsignedIndexFromAbove", R"(
struct s { int x; int a[4]; } s; unsigned n; void *f(void *p){ for (int i = 0; i < n; i++) if (i < 0) s.a[i] = 1; return 0; }
int main(void){ pthread_t t; n = __VERIFIER_nondet_int(); pthread_create(&t,0,f,0); s.x = 1; })"},
    {"IndexFromBelow", R"(
struct s { int x; int a[4]; } s; int n; void *f(void *p){ for (int i = -1; i < n; i++) s.a[i] = 1; return 0; }
int main(void){ pthread_t t; n = __VERIFIER_nondet_int(); pthread_create(&t,0,f,0); s.x = 1; })"},
    {"IndexInSteps", R"(
struct s { int x; int a[4]; } s; int n; void *f(void *p){ for (int i = 0; i < n; i += 3) s.a[i] = 1; return 0; }
int main(void){ pthread_t t; n = __VERIFIER_nondet_int(); pthread_create(&t,0,f,0); s.x = 1; })"},
    {"BoundOfAnotherCaller", R"(
struct s { int a[4]; int x; } s; void fill(int n){ for (int i = 0; i < n; i++) s.a[i] = 1; }
void *f(void *p){ fill(3); fill(5); return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); s.x = 1; })"},
    {"BoundOfACallByPointer", R"(
struct s { int a[4]; int x; } s; void fill(int n){ for (int i = 0; i < n; i++) s.a[i] = 1; }
void (*by)(int) = fill; void *f(void *p){ fill(3); by(5); return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); s.x = 1; })"},
    {"SameFieldBehindPointers", R"(
struct q { int head, tail; } one; struct q *volatile where = &one;
void *f(void *p){ where->tail++; return 0; } void *g(void *p){ one.tail++; return 0; }
)" MAIN_F_AND_G},
    {"ContainerOf", R"(
struct link { struct link *next; }; struct item { int v; struct link in; } one; struct link *volatile head = &one.in;
void *f(void *p){ struct item *i = (struct item *)((char *)head - __builtin_offsetof(struct item, in)); i->v = 1; return 0; }
void *g(void *p){ one.v = 2; return 0; })" MAIN_F_AND_G},
    {"ContainerOfBehindPointers", R"(
struct link { struct link *next; }; struct item { int *v; struct link in; int *w; } one; struct link *volatile head = &one.in; int x;
void *f(void *p){ struct item *i = (struct item *)((char *)head - __builtin_offsetof(struct item, in)); *i->w = 1; return 0; }
int main(void){ one.w = &x; )" MAIN_F_AND_WRITE_X},
    {"VariableIndexLeavesTheField", R"(
struct { int a, b; } q; void *f(void *p){ int *w = &q.a; w[__VERIFIER_nondet_int()] = 1; return 0; }
void *g(void *p){ q.b = 2; return 0; })" MAIN_F_AND_G},
    {"IndexLeavesTheArray", R"(
struct { int a[4], b; } q; void *f(void *p){ q.a[__VERIFIER_nondet_int()] = 1; return 0; }
void *g(void *p){ q.b = 2; return 0; })" MAIN_F_AND_G},
    {"LoopLeavesTheArray", R"(
struct { int a[4], b; } q; void *f(void *p){ for (int i = 0; i < 5; i++) q.a[i] = 1; return 0; }
void *g(void *p){ q.b = 2; return 0; })" MAIN_F_AND_G},
    {"IndexAfterTheLoop", R"(
struct { int a[4], b; } q; void *f(void *p){ int i; for (i = 0; i < 4; i++) q.a[i] = 1; q.a[i] = 2; return 0; }
void *g(void *p){ q.b = 2; return 0; })" MAIN_F_AND_G},
    {"LoopThatStepsOutside", R"(
struct { int z, a[4], b; } q; void *f(void *p){ int i = 0; while (1) { if (i < 4) q.a[i] = 1; i += 1000000000; } return 0; }
void *g(void *p){ q.z = 2; return 0; })" MAIN_F_AND_G},
    {"RemainderMayBeNegative", R"(
struct { int z, a[4], b; } q; void *f(void *p){ q.a[__VERIFIER_nondet_int() % 4] = 1; return 0; }
void *g(void *p){ q.z = 2; return 0; })" MAIN_F_AND_G},
    {"LastArrayIsLonger", R"(
struct v { int n; int data[1]; } *q; void *f(void *p){ q->data[__VERIFIER_nondet_int()] = 1; return 0; }
void *g(void *p){ q->data[3] = 2; return 0; }
int main(void){ q = malloc(64); )" START_F_AND_G " }"},
    {"RowThroughRows", R"(
struct { int m[4][4]; int n; } q; void *f(void *p){ q.m[0][__VERIFIER_nondet_int()] = 1; return 0; }
void *g(void *p){ q.m[3][1] = 2; return 0; })" MAIN_F_AND_G},
    {"ConstantIndexBesideVariable", R"(
struct { int n; int slots[8]; int m; } q; void *f(void *p){ q.slots[__VERIFIER_nondet_int()] = 1; return 0; }
void *g(void *p){ q.slots[7] = 2; return 0; })" MAIN_F_AND_G},
    {"PointerThatWalks", R"(
int a[9]; void *f(void *p){ for (int *w = a; w != a + 9; w++) *w = 1; return 0; }
void *g(void *p){ a[7] = 2; return 0; })" MAIN_F_AND_G},
    {"PointerThatWalksInMemory", R"(
char a[400]; struct { char *w; } s = { a }; void put(char c){ *s.w = c; s.w++; }
void *f(void *p){ while (__VERIFIER_nondet_int()) put(1); return 0; }
void *g(void *p){ a[399] = 2; return 0; })" MAIN_F_AND_G},
    {"PointerThatWalksByCalls", R"(
int a[400]; void fill(int *w, int n){ if (n) { *w = n; fill(w + 1, n - 1); } }
void *f(void *p){ fill(a, 400); return 0; } void *g(void *p){ a[398] = 2; return 0; })" MAIN_F_AND_G},
    {"StructCopyThenField", R"(
int x; struct s { long n; int *p; long m[9]; } one = { 0, &x, {0} };
void *f(void *p){ struct s c = one; struct s d; memcpy(&d, &c, sizeof d); *d.p = 1; return 0; }
int main(void){ )" MAIN_F_AND_WRITE_X},
    {"PartOfAStructCopied", R"(
int x; struct s { long n; int *p; } one = { 0, &x };
void *f(void *p){ int *q; memcpy(&q, (char *)&one + 8, sizeof q); *q = 1; return 0; }
int main(void){ )" MAIN_F_AND_WRITE_X},
    {"CopiedToAnotherAlignment", R"(
int x; int *from = &x; char buffer[64];
void *f(void *p){ int *q; memcpy(buffer + 3, &from, sizeof q); memcpy(&q, buffer + 3, sizeof q); *q = 1; return 0; }
int main(void){ )" MAIN_F_AND_WRITE_X},
    // One copy finds many places, while it holds on to two of them.
    {"ManyCopiedToAnotherAlignment", R"(
#define TEN(m, n) m(n##0) m(n##1) m(n##2) m(n##3) m(n##4) m(n##5) m(n##6) m(n##7) m(n##8) m(n##9)
#define ALL(m) TEN(m, 0) TEN(m, 1) TEN(m, 2) TEN(m, 3) TEN(m, 4) TEN(m, 5) TEN(m, 6) TEN(m, 7) TEN(m, 8) TEN(m, 9)
#define DEFINE(n) int x##n;
#define ADDRESS(n) &x##n,
ALL(DEFINE) int x; int *table[] = { ALL(ADDRESS) &x }; int **volatile from = table;
char buffer[sizeof table + 8]; char *volatile to = buffer + 3;
void *f(void *p){ int *q; memcpy(to, from, sizeof table); memcpy(&q, to + sizeof table - 8, sizeof q); *q = 1; return 0; }
int main(void){ )" MAIN_F_AND_WRITE_X},
    {"CopiedWithAnUnknownLength", R"(
int x; struct s { long n; int *p; long m[2]; } one = { 0, &x, {0} }, two;
void *f(void *p){ memcpy(&two, &one, (size_t)__VERIFIER_nondet_int()); if (two.p) *two.p = 1; return 0; }
int main(void){ )" MAIN_F_AND_WRITE_X},
    {"ElementCopied", R"(
int x; struct e { long k; int *p; } table[100]; 
void *f(void *p){ struct e e = table[__VERIFIER_nondet_int() % 100]; *e.p = 1; return 0; }
int main(void){ table[42].p = &x; )" MAIN_F_AND_WRITE_X},
    {"PartOfAPointerOverwritten", R"(
long a[64]; union { long *p; struct { unsigned char low; } b; } u; 
void *f(void *p){ u.p = a; u.b.low = 8; *u.p = 1; return 0; }
void *g(void *p){ for (int i = 1; i < 64; i++) a[i] = 2; return 0; })" MAIN_F_AND_G},
    {"PartOfAPointerCleared", R"(
long a[64]; long *q;
void *f(void *p){ q = a + 5; memset(&q, 0, 1); *q = 1; return 0; }
void *g(void *p){ a[0] = 2; a[1] = 2; a[2] = 2; a[3] = 2; return 0; })" MAIN_F_AND_G},
    {"TakenApartAndPutTogether", R"(
long x; struct { long pad; long *p; } s;
void *f(void *p){ unsigned long l = (unsigned long)s.p; unsigned hi = l >> 32, lo = (unsigned)l;
  long *q = (long *)(((unsigned long)hi << 32) | lo); *q = 1; return 0; }
int main(void){ s.p = &x; )" MAIN_F_AND_WRITE_X},
    {"XoredAddresses", R"(
int x, y; unsigned long both; 
void *f(void *p){ int *q = (int *)(both ^ (unsigned long)&y); *q = 1; return 0; }
int main(void){ both = (unsigned long)&x ^ (unsigned long)&y; )" MAIN_F_AND_WRITE_X},
    {"RelativePointer", R"(
char x, base; long distance; void *f(void *p){ *(&base + distance) = 1; return 0; }
int main(void){ distance = &x - &base; )" MAIN_F_AND_WRITE_X},
    {"ThroughBytes", R"(
int x; struct { int *p; } s; unsigned char bytes[8];
void *f(void *p){ int *q; unsigned char *to = (unsigned char *)&q; for (int i = 0; i < 8; i++) to[i] = bytes[i]; *q = 1; return 0; }
int main(void){ s.p = &x; for (int i = 0; i < 8; i++) bytes[i] = ((unsigned char *)&s)[i]; )" MAIN_F_AND_WRITE_X},
    {"ThroughAUnionWithAnArray", R"(
int x; union { int *p[2]; unsigned half[4]; } a, b;
void *f(void *p){ for (int i = 0; i < 4; i++) b.half[i] = a.half[i]; *b.p[1] = 1; return 0; }
int main(void){ a.p[1] = &x; )" MAIN_F_AND_WRITE_X},
    {"VariadicAfterOthers", R"(
#include <stdarg.h>
int x; void set(int n, ...){ va_list a; va_start(a, n); int *q = 0; while (n--) q = va_arg(a, int *); *q = 1; va_end(a); }
void *f(void *p){ int y; set(3, &y, &y, &x); return 0; }
int main(void){ )" MAIN_F_AND_WRITE_X},
    {"VariadicListHandedOn", R"(
#include <stdarg.h>
int x; void inner(va_list *a){ *va_arg(*a, int *) = 1; }
void set(int n, ...){ va_list a, b; va_start(a, n); va_copy(b, a); inner(&b); va_end(a); }
void *f(void *p){ set(1, &x); return 0; }
int main(void){ )" MAIN_F_AND_WRITE_X},
    {"FunctionInATable", R"(
int x; void touch(int *p){ *p = 1; } void rest(int *p){} void (*table[])(int *) = { rest, touch };
void *f(void *p){ table[__VERIFIER_nondet_int() & 1](&x); return 0; }
int main(void){ )" MAIN_F_AND_WRITE_X},
    {"FunctionInAStruct", R"(
struct ops { void (*open)(int *), (*close)(int *); }; int x; void touch(int *p){ *p = 1; } void rest(int *p){}
struct dev { long id; const struct ops *ops; }; const struct ops o = { rest, touch }; struct dev d = { 1, &o };
void *f(void *p){ ((struct dev *)p)->ops->close(&x); return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,&d); x = 2; })"},
    {"FunctionSetLater", R"(
int x; void touch(void){ x = 1; } struct { long n; void (*call)(void); } h; void install(void){ h.call = touch; }
void *f(void *p){ h.call(); return 0; }
int main(void){ install(); )" MAIN_F_AND_WRITE_X},
    {"FunctionReturnsAFunction", R"(
int x; void touch(void){ x = 1; } typedef void (*call)(void); call pick(void){ return touch; }
void *f(void *p){ pick()(); return 0; }
int main(void){ )" MAIN_F_AND_WRITE_X},
    {"ThreadArgumentInAField", R"(
struct job { long id; int *where; }; void *f(void *p){ struct job *j = p; *j->where = 1; return 0; }
int main(void){ int x = 0; struct job *j = malloc(sizeof *j); j->where = &x; pthread_t t; pthread_create(&t,0,f,j); x = 2; })"},
    {"ThreadResultInAField", R"(
struct r { long n; int *p; }; int x; void *g(void *p){ struct r *r = malloc(sizeof *r); r->p = &x; return r; }
void *f(void *p){ pthread_t u; void *r; pthread_create(&u,0,g,0); pthread_join(u,&r); *((struct r *)r)->p = 1; return 0; }
int main(void){ )" MAIN_F_AND_WRITE_X},
    {"ThreadSpecificDataOfAnother", R"(
pthread_key_t k; int *volatile g; struct s { long n; int *p; };
void destroy(void *p){ *((struct s *)p)->p = 1; }
void *f(void *p){ struct s *s = malloc(sizeof *s); s->p = malloc(4); g = s->p; pthread_setspecific(k, s); return 0; }
int main(void){ pthread_t t; pthread_key_create(&k, destroy); pthread_create(&t,0,f,0); if (g) *g = 2; })"},
    {"WrapperThatPublishes", R"(
int *volatile last; int *make(void){ int *n = malloc(4); last = n; return n; }
void *f(void *p){ if (last) *last = 1; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); int *mine = make(); *mine = 2; })"},
    {"WrapperOfAWrapperThatPublishes", R"(
int *volatile last; int *make(void){ int *n = malloc(4); last = n; return n; } int *outer(void){ return make(); }
void *f(void *p){ if (last) *last = 1; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); int *mine = outer(); *mine = 2; })"},
    {"WrapperThatMayReturnAnother", R"(
int x; int *make(int n){ int *p = malloc(4); return n ? p : &x; }
void *f(void *p){ *make(0) = 1; return 0; }
int main(void){ )" MAIN_F_AND_WRITE_X},
    {"WrapperWithACache", R"(
int *cache; int *make(void){ if (!cache) cache = malloc(4); return cache; }
void *f(void *p){ *make() = 1; return 0; }
int main(void){ pthread_t t; make(); pthread_create(&t,0,f,0); *make() = 2; })"},
    {"WrapperCalledInALoop", R"(
struct n { struct n *next; int v; } *head; struct n *make(void){ return malloc(sizeof(struct n)); }
void *f(void *p){ for (struct n *i = head; i; i = i->next) i->v++; return 0; }
int main(void){ pthread_t t; for (int i = 0; i < 2; i++){ struct n *n = make(); n->next = head; head = n; }
  pthread_create(&t,0,f,0); head->next->v = 2; })"},
    {"ArgumentOfAWrapper", R"(
int x, y; int *same(int *p){ return p; } void *f(void *p){ *same(&x) = 1; return 0; }
int main(void){ *same(&y) = 1; )" MAIN_F_AND_WRITE_X},
    {"ArgumentOfAWrapperOfRealloc", R"(
void *grow(void *p, size_t n){ p = realloc(p, n); if (!p) abort(); return p; } int *a, *b;
void *f(void *p){ *a = 1; return 0; }
int main(void){ pthread_t t; a = malloc(4); b = grow(a, 2); grow(0, 4); if (a != b) return 0;
  pthread_create(&t,0,f,0); *b = 2; })"},
    {"ContentOfAWrapperOfRealloc", R"(
void *grow(void *p, size_t n){ p = realloc(p, n); if (!p) abort(); return p; }
int x; struct e { long k; int *p; } *table; void *f(void *p){ *table[1].p = 1; return 0; }
int main(void){ table = malloc(32); table[1].p = &x; table = grow(table, 64); grow(0, 4); )" MAIN_F_AND_WRITE_X},
    {"HeadBeforeTheData", R"(
void *make(size_t n){ long *p = malloc(n + 16); if (!p) return 0; *p = 1; return (char *)p + 16; }
void mark(void *p){ *(long *)((char *)p - 16) = 2; } void *a; void *f(void *p){ mark(a); return 0; }
int main(void){ pthread_t t; a = make(8); mark(make(4)); pthread_create(&t,0,f,0); mark(a); })"},
    {"WrapperOfTwoSizes", R"(
int x; int **make(int n){ if (n) return malloc(16); return malloc(4096); } int **big;
void *f(void *p){ x = 1; return 0; }
int main(void){ pthread_t t; make(1); big = make(0); big[__VERIFIER_nondet_int() & 127] = &x;
  pthread_create(&t,0,f,0); for (int i = 0; i < 128; i++) if (big[i]) *big[i] = 2; })"},
    {"SizeOfARecursiveWrapper", R"(
int x; void *make(size_t n, size_t k){ if (k == 7) free(make(k * 2, 4)); return malloc(n); } int **big;
void *f(void *p){ x = 1; return 0; }
int main(void){ pthread_t t; make(1, 1); big = make(4096, 7); big[__VERIFIER_nondet_int() & 127] = &x;
  pthread_create(&t,0,f,0); for (int i = 0; i < 128; i++) if (big[i]) *big[i] = 2; })"},
    {"ContentOfReallocated", R"(
int x; struct e { long k; int *p; } *table; void *f(void *p){ *table[1].p = 1; return 0; }
int main(void){ table = malloc(32); table[1].p = &x; table = realloc(table, 64); )" MAIN_F_AND_WRITE_X},
    {"SortedPointers", R"(
int x, y; int *table[4] = { &y, &y, &y, &x }; int compare(const void *a, const void *b){ return 0; }
void *f(void *p){ *table[0] = 1; return 0; }
int main(void){ qsort(table, 4, sizeof *table, compare); )" MAIN_F_AND_WRITE_X},
    {"ManyTargets", R"(
int x; struct n { struct n *next; int *p; } pool[300]; struct n *head;
void *f(void *p){ for (struct n *i = head; i; i = i->next) if (i->p) *i->p = 1; return 0; }
int main(void){ for (int i = 0; i < 300; i++){ pool[i].next = head; head = &pool[i]; } pool[299].p = &x; )" MAIN_F_AND_WRITE_X},
    {"BigStruct", R"(
int x; struct { char text[3001]; int *p; char more[9000]; int *q; } big;
void *f(void *p){ *big.q = 1; return 0; }
int main(void){ big.q = &x; )" MAIN_F_AND_WRITE_X},
    {"PackedStruct", R"(
int x; struct __attribute__((packed)) { char c; int *p; } s;
void *f(void *p){ *s.p = 1; return 0; }
int main(void){ s.p = &x; )" MAIN_F_AND_WRITE_X},
    {"NeighbouringBitFieldsBehindPointers", R"(
struct b { unsigned a : 8, b : 8, c : 16; int n; } one; struct b *volatile where = &one;
void *f(void *p){ where->a = 1; return 0; } void *g(void *p){ where->c = 2; return 0; })" MAIN_F_AND_G},
    {"LinkedList", R"(
struct n { long k; struct n *next; int v; }; struct { long pad; struct n *head; } list; pthread_mutex_t m;
void add(struct n *n){ n->next = list.head; list.head = n; }
void *f(void *p){ struct n *n = list.head; while (n && n->next) n = n->next; if (n) n->v = 1; return 0; }
int main(void){ pthread_t t; struct n *a = malloc(sizeof *a); add(a); add(malloc(sizeof *a)); pthread_create(&t,0,f,0); a->v = 2; })"},
    {"AtomicList", R"(
struct n { struct n *next; int v; }; _Atomic(struct n *) top; int x;
void push(struct n *n){ struct n *o = top; do n->next = o; while (!atomic_compare_exchange_weak(&top, &o, n)); }
void *f(void *p){ struct n *n = atomic_exchange(&top, 0); if (n && n->next) n->next->v = 1; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); struct n *a = malloc(sizeof *a); push(a); push(malloc(sizeof *a)); a->v = 2; })"},
    {"TaggedThroughAnAtomic", R"(
_Atomic unsigned long top; int x; void *f(void *p){ unsigned long l = atomic_fetch_or(&top, 1); *(int *)(l & ~1ul) = 1; return 0; }
int main(void){ top = (unsigned long)&x; )" MAIN_F_AND_WRITE_X},
};
INSTANTIATE_TEST_SUITE_P(PointsTo, Connects, ::testing::ValuesIn(kOne), nameOfCase);

// Four bytes times 2^30 is zero where addresses have 32 bits.
TEST(PointsToNarrow, MultiplesOfAnElementWrapAround) {
  const std::string code = R"(
struct s { int x; int a[4]; } s; int n;
void *f(void *p){ for (int i = 0; i < n; i++) if (i == 0x3fffffff) s.a[i] = 1; return 0; }
int main(void){ pthread_t t; n = __VERIFIER_nondet_int(); pthread_create(&t,0,f,0); s.x = 1; })";
  EXPECT_GT(judge(code, Language::C, DataModel::ILP32).left, 0u);
  EXPECT_EQ(judge(code).left, 0u);
}

} // namespace
} // namespace raceward::test
