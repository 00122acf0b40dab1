// Every prover, from both sides: what it must remove, and what it must leave alone. Each
// program under "keeps" is racy or cannot be told from a racy one by that prover; a
// prover that removes its suspects would make a wrong race-free possible (rule R11).
#include "Judge.h"

#include <gmock/gmock.h>

namespace raceward::test {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::Not;

struct Case {
  const char *name;
  const char *code;
};

void PrintTo(const Case &c, std::ostream *out) {
  *out << c.name;
}

std::string nameOfProverCase(const ::testing::TestParamInfo<Case> &info) {
  return info.param.name;
}

// ---- programs that are race-free for a reason some prover knows --------------------

class Removes : public ::testing::TestWithParam<Case> {};

TEST_P(Removes, AllSuspects) {
  const Judged judged = judge(GetParam().code);
  EXPECT_THAT(judged.leftNames, IsEmpty());
  EXPECT_TRUE(judged.raceFree());
}

const Case kRaceFree[] = {
    {"NoThread", "int x; int main(void){ x = 1; x++; return x; }"},
    {"LocalsOfTheThread", R"(
void *f(void *p){ int a[4] = {0}; int *q = a; q[1] = 2; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); })"},
    {"HeapThatIsNeverPublished", R"(
struct node { struct node *next; int v; };
void *f(void *p){ struct node *n = malloc(sizeof *n); n->next = malloc(sizeof *n); n->next->v = 1; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); })"},
    {"ThreadLocal", R"(
_Thread_local int x; void *f(void *p){ x++; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); x = 2; })"},
    {"HelperInTwoModes", R"(
int x, y; void h(int m){ if (m) x++; else y++; } void *f(void *p){ h(0); return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); h(1); h(1); })"},
    {"EachItsOwnElement", R"(
struct w { int n; } w[3]; void *f(void *p){ ((struct w *)p)->n++; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,&w[2]); pthread_create(&t,0,f,&w[0]); f(&w[1]); })"},
    {"EachItsOwnGlobal", R"(
int a, b; void *f(void *p){ a++; return 0; } void *g(void *p){ b++; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); })"},
    {"OnlyMainTouchesIt", R"(
int x; void *f(void *p){ return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); x = 1; x = x + 1; })"},
    {"ReadOnlyTable", R"(
int table[8]; void *f(void *p){ return (void*)(long)table[3]; }
int main(void){ pthread_t s, t; for (int i = 0; i < 8; i++) table[i] = i;
  pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); return table[1]; })"},
    {"BeforeAndAfter", R"(
int x; void *f(void *p){ x++; return 0; }
int main(void){ pthread_t t; x = 1; pthread_create(&t,0,f,0); pthread_join(t,0); x = 2; return x; })"},
    {"TwoJoined", R"(
int x; _Atomic int done; void *f(void *p){ done++; return 0; } void *g(void *p){ x++; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,g,0);
  pthread_join(s,0); pthread_join(t,0); return x; })"},
    {"HandleReusedAfterItsJoin", R"(
int x; void *f(void *p){ x++; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); pthread_join(t,0); x = 5; })"},
    {"HandlesInAnArrayByConstant", R"(
int x; void *f(void *p){ x++; return 0; } void *g(void *p){ return 0; }
int main(void){ pthread_t t[2]; pthread_create(&t[0],0,f,0); pthread_create(&t[1],0,g,0);
  pthread_join(t[1],0); pthread_join(t[0],0); return x; })"},
    {"HelperBeforeThreads", R"(
int x; void set(int v){ x = v; } void *f(void *p){ return (void*)(long)x; }
int main(void){ pthread_t s, t; set(1); set(2); pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); })"},
    {"JoinInAFunction", R"(
int x; pthread_t t; void *f(void *p){ x++; return 0; } void wait(void){ pthread_join(t,0); }
int main(void){ pthread_create(&t,0,f,0); wait(); x = 3; })"},
    {"OneAfterTheOther", R"(
int x; void *f(void *p){ x++; return 0; } void *g(void *p){ x--; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_join(s,0); pthread_create(&t,0,g,0); })"},
    {"SectionsOnBothSides", R"(
int x; void *f(void *p){ __VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end(); return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); })"},
    {"SectionByName", R"(
int x; void add(int v){ x += v; } void __VERIFIER_atomic_add(int v){ add(v); }
void *f(void *p){ __VERIFIER_atomic_add(1); return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); })"},
    {"SectionInWrappers", R"(
int x; void begin(void){ __VERIFIER_atomic_begin(); } void end(void){ __VERIFIER_atomic_end(); }
void *f(void *p){ begin(); if (__VERIFIER_nondet_int()) x++; end(); return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); })"},
    {"SectionBesideAtomic", R"(
atomic_int x; void *f(void *p){ x++; return 0; }
void *g(void *p){ __VERIFIER_atomic_begin(); *(int*)&x = 2; __VERIFIER_atomic_end(); return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); })"},
    {"FieldsApart", R"(
struct { int head, tail; int slots[4]; } q; void *f(void *p){ q.head++; q.slots[1] = 2; return 0; }
void *g(void *p){ q.tail++; q.slots[2] = 3; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); })"},
    {"VariablesBehindOnePointer", R"(
int a, b; void *f(void *p){ a++; return 0; } void *g(void *p){ b++; return 0; }
int main(void){ pthread_t s, t; int *q = __VERIFIER_nondet_int() ? &a : &b; *q = 1;
  pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); })"},
    {"UnreachableCode", R"(
int x; void *never(void *p){ x++; return 0; } void *f(void *p){ return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); })"},
    {"CodeThatNobodyComesTo", R"(
int x; void *f(void *p){ int debug = 0; if (debug) x++; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); x = 1; })"},
    {"OneLock", R"(
pthread_mutex_t m; int x;
void *f(void *p){ pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); })"},
    {"SetBeforeTheThreads", R"(
int x; void step(int first){ if (first) x = 1; } void *f(void *p){ step(0); return (void *)(long)x; }
int main(void){ pthread_t s, t; step(1); pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); })"},
    {"InitialisedOnce", R"(
pthread_mutex_t m; int x, ready; void *f(void *p){ pthread_mutex_lock(&m);
  if (!ready) { x = 1; ready = 1; } pthread_mutex_unlock(&m); return (void *)(long)x; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); })"},
    {"NewObject", R"(
pthread_mutex_t m; int *at; void *f(void *p){ int *q = malloc(sizeof *q); *q = 1;
  pthread_mutex_lock(&m); at = q; ++*at; pthread_mutex_unlock(&m); return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); })"},
    {"ElementForEachThread", R"(
int v[8]; void *f(void *p){ v[(long)p] = 1; return 0; }
int main(void){ pthread_t t; for (long i = 0; i < 8; i++) pthread_create(&t,0,f,(void*)i); })"},
    {"ErrnoIsPerThread", R"(
#include <errno.h>
void *f(void *p){ errno = 0; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); })"},
};
INSTANTIATE_TEST_SUITE_P(Provers, Removes, ::testing::ValuesIn(kRaceFree), nameOfProverCase);

// ---- programs with a suspect on `x` that no prover may remove ----------------------

class Keeps : public ::testing::TestWithParam<Case> {};

TEST_P(Keeps, TheSuspect) {
  const Judged judged = judge(GetParam().code);
  EXPECT_GT(judged.left, 0u) << "every suspect was removed";
}

#define TWO_THREADS                                                                                \
  "int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); }"

const Case kRacy[] = {
    // no-threads
    {"CreatedThroughAPointer", R"(
int x; int (*create)(pthread_t*, void*(*)(void*)); void *f(void *p){ x++; return 0; }
int mine(pthread_t *t, void *(*g)(void*)){ return pthread_create(t, 0, g, 0); }
int main(void){ pthread_t t; create = mine; create(&t, f); x = 1; })"},
    {"CreatedInACallBack", R"(
int x; pthread_t t; void *f(void *p){ x++; return 0; }
int compare(const void *a, const void *b){ pthread_create(&t,0,f,0); return 0; }
int main(void){ int a[2] = {1, 2}; qsort(a, 2, sizeof *a, compare); x = 1; })"},
    {"CreatedByC11", R"(
#include <threads.h>
int x; int f(void *p){ x++; return 0; } int main(void){ thrd_t t; thrd_create(&t, f, 0); x = 1; })"},
    // same-thread, and known places
    {"HelperInOneModeOfTwo", R"(
int x, y; void h(int m){ if (m) x++; else y++; } void *f(void *p){ h(0); return 0; }
int main(void){ pthread_t t; for (int i = 0; i < 2; i++) pthread_create(&t,0,f,0); h(1); })"},
    {"HelperInOneModeOfTwoCreations", R"(
int x, y; void h(int m){ if (m) x++; else y++; } void *f(void *p){ h(0); return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); pthread_create(&t,0,f,0); h(1); })"},
    {"HelperOfMainAndAHandler", R"(
#include <signal.h>
int x, y; void h(int m){ if (m) x++; else y++; } void e(int s){ h(1); }
void *f(void *p){ h(0); raise(SIGUSR1); return 0; }
int main(void){ pthread_t t; signal(SIGUSR1, e); pthread_create(&t,0,f,0); h(1); })"},
    {"HelperInTheSameModeAtTheEnd", R"(
int x, y; void h(int m){ if (m) x++; else y++; } void e(void){ h(1); }
void *f(void *p){ h(0); exit(0); return 0; }
int main(void){ pthread_t t; atexit(e); pthread_create(&t,0,f,0); h(1); })"},
    {"TwoHaveTheFirst", R"(
struct w { int n; } w[3]; void *f(void *p){ ((struct w *)p)->n++; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,&w[0]); pthread_create(&t,0,f,&w[0]); f(&w[1]); })"},
    {"MainHasTheFirstToo", R"(
struct w { int n; } w[3]; void *f(void *p){ ((struct w *)p)->n++; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,&w[0]); f(&w[0]); })"},
    {"TwoMembersOneOfThemWide", R"(
struct w { int n, m; } w[3]; void *f(void *p){ memset(p, 1, 8); return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,&w[0].n); pthread_create(&t,0,f,&w[0].m); })"},
    // not-shared
    {"LocalPublishedInAGlobal", R"(
int *volatile g; void *f(void *p){ if (g) (*g)++; return 0; }
int main(void){ int x = 0; pthread_t t; g = &x; pthread_create(&t,0,f,0); x = 1; return x; })"},
    {"LocalHandedToTheThread", R"(
void *f(void *p){ (*(int*)p)++; return 0; }
int main(void){ int x = 0; pthread_t t; pthread_create(&t,0,f,&x); x = 1; })"},
    {"LocalInAStructHandedOver", R"(
struct job { int *where; }; void *f(void *p){ *((struct job*)p)->where = 1; return 0; }
int main(void){ int x = 0; struct job j = { &x }; pthread_t t; pthread_create(&t,0,f,&j); x = 2; })"},
    {"HeapInAListOfAGlobal", R"(
struct node { struct node *next; int v; } *head;
void *f(void *p){ if (head) head->next->v = 1; return 0; }
int main(void){ pthread_t t; struct node *n = malloc(sizeof *n); n->next = malloc(sizeof *n);
  struct node *mine = n->next; head = n; pthread_create(&t,0,f,0); mine->v = 2; })"},
    {"ThreadLocalThatEscapes", R"(
_Thread_local int x; int *volatile g; void *f(void *p){ if (g) *g = 1; return 0; }
int main(void){ pthread_t t; g = &x; pthread_create(&t,0,f,0); x = 2; })"},
    {"ThroughAnInteger", R"(
unsigned long g; void *f(void *p){ *(int*)g = 1; return 0; }
int main(void){ int x = 0; pthread_t t; g = (unsigned long)&x; pthread_create(&t,0,f,0); x = 2; })"},
    {"ThroughAnIntegerWithATag", R"(
unsigned long g; void *f(void *p){ *(int*)(g & ~1ul) = 1; return 0; }
int main(void){ int x = 0; pthread_t t; g = (unsigned long)&x | 1; pthread_create(&t,0,f,0); x = 2; })"},
    {"ThroughAnIntegerParameter", R"(
void set(unsigned long where){ *(int*)where = 1; }
void *f(void *p){ set((unsigned long)p); return 0; }
int main(void){ int x = 0; pthread_t t; pthread_create(&t,0,f,(void*)(unsigned long)&x); x = 2; })"},
    {"CopiedByteByByte", R"(
int *g; void copy(char *d, const char *s, int n){ while (n--) *d++ = *s++; }
void *f(void *p){ int *q; copy((char*)&q, (char*)&g, sizeof q); *q = 1; return 0; }
int main(void){ int x = 0; pthread_t t; g = &x; pthread_create(&t,0,f,0); x = 2; })"},
    {"CopiedThroughAUnion", R"(
union both { int *p; unsigned long l; } g, h; void *f(void *p){ h.l = g.l; *h.p = 1; return 0; }
int main(void){ int x = 0; pthread_t t; g.p = &x; pthread_create(&t,0,f,0); x = 2; })"},
    {"CopiedByMemcpy", R"(
int *g; void *f(void *p){ int *q; memcpy(&q, &g, sizeof q); *q = 1; return 0; }
int main(void){ int x = 0; pthread_t t; g = &x; pthread_create(&t,0,f,0); x = 2; })"},
    {"CopiedByAStruct", R"(
struct s { int *p; int pad[9]; } g; void *f(void *p){ struct s l = g; *l.p = 1; return 0; }
int main(void){ int x = 0; pthread_t t; g.p = &x; pthread_create(&t,0,f,0); x = 2; })"},
    {"PassedByValueInAStruct", R"(
struct s { int *p; int pad[9]; } g; void set(struct s v){ *v.p = 1; }
void *f(void *p){ set(g); return 0; }
int main(void){ int x = 0; pthread_t t; g.p = &x; pthread_create(&t,0,f,0); x = 2; })"},
    {"PassedByValueInASmallStruct", R"(
struct s { union { unsigned long l; int *p; } u; } g; void set(struct s v){ *v.u.p = 1; }
struct s get(void){ return g; } void *f(void *p){ set(get()); return 0; }
int main(void){ int x = 0; pthread_t t; g.u.p = &x; pthread_create(&t,0,f,0); x = 2; })"},
    {"PublishedThroughAnAtomic", R"(
struct node { int v; }; _Atomic(struct node *) top; void *f(void *p){ struct node *n = top; if (n) n->v = 1; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); struct node *n = malloc(sizeof *n); top = n; n->v = 2; })"},
    {"ConstructorStartsAThread", R"(
int x; void *f(void *p){ x++; return 0; }
__attribute__((constructor)) void init(void){ pthread_t t; pthread_create(&t,0,f,0); }
int main(void){ x = 2; })"},
    {"DestructorRunsBesideThreads", R"(
int x; void *f(void *p){ x++; return 0; } __attribute__((destructor)) void fini(void){ x = 2; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); return 0; })"},
    {"PassedAsAVariadicArgument", R"(
#include <stdarg.h>
void set(int n, ...){ va_list a; va_start(a, n); int *q = va_arg(a, int*); *q = 1; va_end(a); }
void *f(void *p){ set(1, p); return 0; }
int main(void){ int x = 0; pthread_t t; pthread_create(&t,0,f,&x); x = 2; })"},
    {"ReturnedByAThread", R"(
void *f(void *p){ int *q = malloc(4); *q = 1; pthread_t *u = p; return q; }
void *g(void *p){ *(int*)p = 2; return 0; }
int main(void){ pthread_t s, t; void *r; pthread_create(&s,0,f,0); pthread_join(s,&r);
  pthread_create(&t,0,g,r); *(int*)r = 3; })"},
    {"ThreadSpecificData", R"(
pthread_key_t k; int *volatile g; void destroy(void *p){ *(int*)p = 1; }
void *f(void *p){ int *q = malloc(4); pthread_setspecific(k, q); g = q; return 0; }
int main(void){ pthread_t t; pthread_key_create(&k, destroy); pthread_create(&t,0,f,0); if (g) *g = 2; })"},
    {"ResultOfRealloc", R"(
int *volatile g; void *f(void *p){ if (g) g[0] = 1; return 0; }
int main(void){ pthread_t t; int *q = malloc(4); g = q; pthread_create(&t,0,f,0);
  q = realloc(q, 8); q[0] = 2; })"},
    {"IntoTheMiddleByStrchr", R"(
char text[8]; void *f(void *p){ char *q = strchr(text, 'a'); if (q) *q = 'b'; return 0; })" TWO_THREADS},
    {"EndOfStrtol", R"(
char text[8]; void *f(void *p){ char *e; strtol(text, &e, 10); *e = 0; return 0; })" TWO_THREADS},
    {"PointerFromAnInput", R"(
int x; long __VERIFIER_nondet_long(void); unsigned long at = (unsigned long)&x;
void *f(void *p){ *(int*)__VERIFIER_nondet_long() = 1; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); x = 2; })"},
    {"InputThatIsComparedWithAnAddress", R"(
int x; long __VERIFIER_nondet_long(void);
void *f(void *p){ int *q = (int*)__VERIFIER_nondet_long(); if (q == &x) *q = 1; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); x = 2; })"},
    {"AddressInTheEnvironment", R"(
#include <stdio.h>
int x; void *f(void *p){ char *s = getenv("AT"); int *q = 0; if (s) sscanf(s, "%p", (void **)&q); if (q) *q = 1; return 0; }
int main(void){ char text[32]; pthread_t t; sprintf(text, "%p", (void *)&x); setenv("AT", text, 1);
  pthread_create(&t,0,f,0); x = 2; })"},
    {"AddressInATableOfNumbers", R"(
#include <stdint.h>
int x; static const uintptr_t table[2] = {0, (uintptr_t)&x};
void *f(void *p){ uintptr_t n = 0; for (int i = 0; i < 64; i++) if (table[1] >> i & 1) n += (uintptr_t)1 << i;
  *(int *)n = 1; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); x = 2; })"},
    {"BytesThatAreCountedUpTo", R"(
#include <stdint.h>
int x; union { int *p; unsigned char b[8]; } u;
void *f(void *p){ uintptr_t n = 0; for (int i = 7; i >= 0; i--) { int v = 0; while (v != u.b[i]) v++; n = n << 8 | (unsigned)v; }
  *(int *)n = 1; return 0; }
int main(void){ pthread_t t; u.p = &x; pthread_create(&t,0,f,0); x = 2; })"},
    {"AddressThatAHelperCompares", R"(
#include <stdint.h>
int x; struct { int *p; } box = { &x }; int same(const void *a, const void *b){ return a == b; }
void *f(void *p){ for (uintptr_t n = 4; n; n += 4) if (same((void *)n, box.p)) { *(int *)n = 1; break; } return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); x = 2; })"},
    {"AddressFoundByHalves", R"(
#include <stdint.h>
int x; char *at = (char *)&x;
void *f(void *p){ uintptr_t l = 0, h = UINTPTR_MAX; while (l < h) { uintptr_t m = l + (h - l) / 2; if ((char *)m < at) l = m + 1; else h = m; }
  *(int *)l = 1; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); x = 2; })"},
    {"NodeReadFromAFile", R"(
#include <stdio.h>
struct node { struct node *next; int v; } *list; void save(FILE *to, struct node *n){ fwrite(n, sizeof *n, 1, to); }
void *f(void *p){ struct node n; FILE *in = fopen("s", "r"); if (in && fread(&n, sizeof n, 1, in) == 1) n.next->v = 1; return 0; }
int main(void){ pthread_t t; FILE *out = fopen("s", "w"); list = malloc(sizeof *list); if (!out || !list) return 1;
  list->next = malloc(sizeof *list); if (!list->next) return 1;
  save(out, list); fclose(out); pthread_create(&t,0,f,0); list->next->v = 2; })"},
    {"ValueOfATimer", R"(
#include <signal.h>
#include <time.h>
struct job { int done; };
void on(int s, siginfo_t *i, void *c){ struct job *j = i->si_value.sival_ptr; j->done = 1; }
void *f(void *p){ struct job *j = p; j->done = 2; return 0; }
int main(void){ pthread_t t; timer_t timer; struct job *j = malloc(sizeof *j); if (!j) return 1;
  struct sigaction a = {.sa_sigaction = on, .sa_flags = SA_SIGINFO}; sigaction(SIGUSR1, &a, 0);
  struct sigevent e = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1}; e.sigev_value.sival_ptr = j;
  timer_create(CLOCK_MONOTONIC, &e, &timer); pthread_create(&t,0,f,j); return 0; })"},
    {"GuessedByCompareAndSwap", R"(
int x, *at = &x;
void *f(void *p){ for (unsigned long n = 4; n; n += 4)
    if (__sync_bool_compare_and_swap(&at, (int *)n, (int *)n)) { *(int *)n = 1; break; } return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); x = 2; })"},
    {"PointerFromOutsideInAList", R"(
#include <stdarg.h>
#include <stdio.h>
void note(const char *text, ...){ va_list l; va_start(l, text); vprintf(text, l); va_end(l); }
void *f(void *p){ char *q; scanf("%p", (void **)&q); note("%s %d", q, 1); return 0; }
int main(void){ pthread_t t; char *h = malloc(4); if (!h) return 1; printf("%p", (void *)h);
  pthread_create(&t,0,f,0); *h = 2; })"},
    {"AddressInTheBytesThatAPipeGets", R"(
#include <unistd.h>
void *f(void *p){ int *q; if (read(3, &q, sizeof q) > 0) *q = 1; return 0; }
int main(void){ pthread_t t; int *h = malloc(sizeof *h); if (!h) return 1;
  write(4, &h, sizeof h); pthread_create(&t,0,f,0); *h = 2; })"},
    {"FixedAddress", R"(
void *f(void *p){ *(volatile int*)0x40001000 = 1; return 0; })" TWO_THREADS},
    {"PrintedAndReadBack", R"(
#include <stdio.h>
char text[64]; void *f(void *p){ int *q; sscanf(text, "%p", (void **)&q); *q = 1; return 0; }
int main(void){ int x = 0; pthread_t t; sprintf(text, "%p", (void *)&x); pthread_create(&t,0,f,0); x = 2; })"},
    {"ThroughAPipe", R"(
#include <unistd.h>
void *f(void *p){ struct { int *q; } s; read(3, &s, sizeof s); *s.q = 1; return 0; }
int main(void){ int x = 0; pthread_t t; struct { int *q; } s = { &x };
  pthread_create(&t,0,f,0); write(4, &s, sizeof s); x = 2; })"},
    {"AddedToNull", R"(
unsigned long g; void *f(void *p){ *((char *)0 + g) = 1; return 0; }
int main(void){ int x = 0; pthread_t t; g = (unsigned long)&x; pthread_create(&t,0,f,0); x = 2; })"},
    {"ThroughARegisterOfAssembly", R"(
int *g; void *f(void *p){ int *q; long l; memcpy(&l, &g, sizeof l); __asm__("" : "=r"(q) : "0"(l)); *q = 1; return 0; }
int main(void){ int x = 0; pthread_t t; g = &x; pthread_create(&t,0,f,0); x = 2; })"},
#define THROUGH_A_UNION(members, copy, put, use)                                                   \
  "typedef long vector __attribute__((vector_size(16)));\n"                                        \
  "union both { " members " } g, h; void *f(void *p){ " copy "; *h." use " = 1; return 0; }\n"     \
  "int main(void){ int x = 0; pthread_t t; g." put " = &x; pthread_create(&t,0,f,0); x = 2; }"
    {"UnionWithAStruct",
     THROUGH_A_UNION("struct { int *p; } s; long l;", "h.l = g.l", "s.p", "s.p")},
    {"UnionWithAnArray", THROUGH_A_UNION("int *p; long l[1];", "h.l[0] = g.l[0]", "p", "p")},
    {"UnionWithHalves",
     THROUGH_A_UNION("int *p; struct { int a, b; } s;", "h.s.a = g.s.a; h.s.b = g.s.b", "p", "p")},
    {"UnionWithShorts", THROUGH_A_UNION("int *p; short s[4];",
                                        "for (int i = 0; i < 4; i++) h.s[i] = g.s[i]", "p", "p")},
    {"UnionWithArithmetic", THROUGH_A_UNION("int *p; long l;", "h.l = g.l + 1; h.l--", "p", "p")},
    {"UnionWithADouble", THROUGH_A_UNION("int *p; double d;", "h.d = g.d", "p", "p")},
    {"UnionWithAComplex",
     THROUGH_A_UNION("int *p[2]; _Complex double d;", "h.d = g.d", "p[1]", "p[1]")},
    {"UnionWithAVector", THROUGH_A_UNION("int *p[2]; vector v;", "h.v = g.v", "p[1]", "p[1]")},
    {"UnionWithAWideInteger",
     THROUGH_A_UNION("int *p[2]; __int128 i;", "h.i = g.i", "p[1]", "p[1]")},
    {"UnionWithBitFields", THROUGH_A_UNION("int *p; struct { unsigned long a : 60, b : 4; } s;",
                                           "h.s.a = g.s.a; h.s.b = g.s.b", "p", "p")},
    {"ReturnedInTwoRegisters", R"(
struct s { union { unsigned long l; int *p; } u; long n; } g; struct s get(void){ return g; }
void *f(void *p){ struct s v = get(); *v.u.p = 1; return 0; }
int main(void){ int x = 0; pthread_t t; g.u.p = &x; pthread_create(&t,0,f,0); x = 2; })"},
    {"ReturnedAsCharacters", R"(
struct s { char bytes[sizeof(int *)]; } g; struct s get(void){ return g; }
void *f(void *p){ struct s v = get(); int *q; memcpy(&q, v.bytes, sizeof q); *q = 1; return 0; }
int main(void){ int x = 0, *q = &x; pthread_t t; memcpy(g.bytes, &q, sizeof q);
  pthread_create(&t,0,f,0); x = 2; })"},
    {"CopiedAsANumberInTheMiddle", R"(
int *g; void *f(void *p){ unsigned long l, m; int *q;
  memcpy(&l, &g, sizeof l); m = l; memcpy(&q, &m, sizeof q); *q = 1; return 0; }
int main(void){ int x = 0; pthread_t t; g = &x; pthread_create(&t,0,f,0); x = 2; })"},
    {"VariadicStruct", R"(
#include <stdarg.h>
struct s { long n[5]; int *p; } g;
void set(int n, ...){ va_list a; va_start(a, n); struct s v = va_arg(a, struct s); *v.p = 1; va_end(a); }
void *f(void *p){ set(1, g); return 0; }
int main(void){ int x = 0; pthread_t t; g.p = &x; pthread_create(&t,0,f,0); x = 2; })"},
    {"VariadicUnion", R"(
#include <stdarg.h>
union u { long n; int *p; } g;
void set(int n, ...){ va_list a; va_start(a, n); union u v = va_arg(a, union u); *v.p = 1; va_end(a); }
void *f(void *p){ set(1, g); return 0; }
int main(void){ int x = 0; pthread_t t; g.p = &x; pthread_create(&t,0,f,0); x = 2; })"},
    {"TheSameEnvironment", R"(
void *f(void *p){ getenv("PATH")[0] = 1; return 0; } void *g(void *p){ getenv("PATH")[0] = 2; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); })"},
    {"EnvironmentOfMain", R"(
void *f(void *p){ getenv("PATH")[0] = 1; return 0; }
int main(int argc, char **argv, char **environment){ pthread_t s; pthread_create(&s,0,f,0); environment[0][5] = 2; })"},
    {"AddressOfErrno", R"(
#include <errno.h>
int *g; void *f(void *p){ *g = 1; return 0; }
int main(void){ pthread_t t; g = &errno; pthread_create(&t,0,f,0); errno = 2; })"},
    // one-thread
    {"SameFunctionTwice", "int x; void *f(void *p){ x++; return 0; }" TWO_THREADS},
    {"CreatedInALoop", R"(
int x; void *f(void *p){ x++; return 0; }
int main(void){ pthread_t t; for (int i = 0; i < 2; i++) pthread_create(&t,0,f,0); })"},
    {"CreatedByGoto", R"(
int x; void *f(void *p){ x++; return 0; }
int main(void){ pthread_t t; int n = 0; again: pthread_create(&t,0,f,0); if (++n < 2) goto again; })"},
    {"CreatorCalledTwice", R"(
int x; void *f(void *p){ x++; return 0; } void start(void){ pthread_t t; pthread_create(&t,0,f,0); }
int main(void){ start(); start(); })"},
    {"CreatorIsRecursive", R"(
int x; void *f(void *p){ x++; return 0; }
void start(int n){ pthread_t t; pthread_create(&t,0,f,0); if (n) start(n - 1); }
int main(void){ start(1); })"},
    {"ThreadCreatesItsLike", R"(
int x; void *f(void *p){ pthread_t t; if (!p) pthread_create(&t,0,f,&x); x++; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); })"},
    {"CreatedByAThreadOfALoop", R"(
int x; void *g(void *p){ x++; return 0; } void *f(void *p){ pthread_t t; pthread_create(&t,0,g,0); return 0; }
int main(void){ pthread_t t; for (int i = 0; i < 2; i++) pthread_create(&t,0,f,0); })"},
    {"CreatedAgainByLongjmp", R"(
#include <setjmp.h>
int x; jmp_buf b; void *f(void *p){ x++; return 0; }
int main(void){ pthread_t t; int n = setjmp(b); pthread_create(&t,0,f,0); if (!n) longjmp(b, 1); })"},
    {"HelperOfTwoThreads", R"(
int x; void touch(void){ x++; } void *f(void *p){ touch(); return 0; } void *g(void *p){ touch(); return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); })"},
    {"HelperThroughATable", R"(
int x; void touch(void){ x++; } void (*table[])(void) = { touch };
void *f(void *p){ table[0](); return 0; })" TWO_THREADS},
    {"HandlerAtExit", R"(
int x; void bye(void){ x = 3; } void *f(void *p){ x = 1; return 0; }
int main(void){ pthread_t t; atexit(bye); pthread_create(&t,0,f,0); return 0; })"},
    {"OnceRunsInEither", R"(
int x; pthread_once_t o = PTHREAD_ONCE_INIT; void init(void){ x = 1; }
void *f(void *p){ pthread_once(&o, init); return 0; } void *g(void *p){ x = 2; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); })"},
    // read-only and alone
    {"WriteAfterTheCreation", R"(
int x; void *f(void *p){ return (void*)(long)x; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); x = 1; })"},
    {"HelperBeforeAndBetween", R"(
int x; void set(int v){ x = v; } void *f(void *p){ return (void*)(long)x; }
int main(void){ pthread_t t; set(1); pthread_create(&t,0,f,0); set(2); })"},
    {"WriteInTheSecondRoundOfALoop", R"(
int x; void *f(void *p){ return (void*)(long)x; }
int main(void){ pthread_t t; for (int i = 0; i < 2; i++){ x = i; pthread_create(&t,0,f,0); } })"},
    {"NotJoinedOnOnePath", R"(
int x; void *f(void *p){ x++; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); if (__VERIFIER_nondet_int()) pthread_join(t,0); x = 2; })"},
    {"OneOfTwoJoined", R"(
int x; void *f(void *p){ return 0; } void *g(void *p){ x++; return 0; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); pthread_join(s,0); x = 2; })"},
    {"HandleOverwrittenByTheSecond", R"(
int x; void *f(void *p){ x++; return 0; } void *g(void *p){ return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); pthread_create(&t,0,g,0); pthread_join(t,0); x = 2; })"},
    {"HandleOverwrittenInALoop", R"(
int x; void *f(void *p){ x++; return 0; } void *g(void *p){ return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0);
  for (int i = 0; i < 2; i++) pthread_create(&t,0,g,0); pthread_join(t,0); x = 2; })"},
    {"HandleOverwrittenByHand", R"(
int x; void *f(void *p){ x++; return 0; } void *g(void *p){ return 0; }
int main(void){ pthread_t s, t; pthread_create(&t,0,f,0); pthread_create(&s,0,g,0);
  t = s; pthread_join(t,0); x = 2; })"},
    {"HandleOverwrittenThroughAPointer", R"(
int x; void *f(void *p){ x++; return 0; } void *g(void *p){ return 0; }
void put(pthread_t *to, pthread_t *from){ *to = *from; }
int main(void){ pthread_t s, t; pthread_create(&t,0,f,0); pthread_create(&s,0,g,0);
  put(&t, &s); pthread_join(t,0); x = 2; })"},
    {"HandleOverwrittenByMemcpy", R"(
int x; void *f(void *p){ x++; return 0; } void *g(void *p){ return 0; }
int main(void){ pthread_t s, t; pthread_create(&t,0,f,0); pthread_create(&s,0,g,0);
  memcpy(&t, &s, sizeof t); pthread_join(t,0); x = 2; })"},
    {"OtherElementOfTheArray", R"(
int x; void *f(void *p){ x++; return 0; } void *g(void *p){ return 0; }
int main(void){ pthread_t t[2]; pthread_create(&t[0],0,f,0); pthread_create(&t[1],0,g,0); pthread_join(t[1],0); x = 2; })"},
    {"Detached", R"(
int x; void *f(void *p){ pthread_detach(pthread_self()); x++; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); pthread_join(t,0); x = 2; })"},
    {"DetachedByAttribute", R"(
int x; void *f(void *p){ x++; return 0; }
int main(void){ pthread_t t; pthread_attr_t a; pthread_attr_init(&a);
  pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED); pthread_create(&t,&a,f,0); pthread_join(t,0); x = 2; })"},
    {"ThreadOfAThreadOutlivesIt", R"(
int x; void *g(void *p){ x++; return 0; } void *f(void *p){ pthread_t t; pthread_create(&t,0,g,0); return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); pthread_join(t,0); x = 2; })"},
    {"ThreadOfADestructorOutlivesIt", R"(
int x; pthread_key_t k; void *g(void *p){ x++; return 0; }
void destroy(void *p){ pthread_t t; pthread_create(&t,0,g,0); }
void *f(void *p){ pthread_setspecific(k, &x); return 0; }
int main(void){ pthread_t t; pthread_key_create(&k, destroy); pthread_create(&t,0,f,0); pthread_join(t,0); x = 2; })"},
    {"JoinedByAnotherThread", R"(
int x; pthread_t t; void *f(void *p){ x++; return 0; } void *g(void *p){ pthread_join(t,0); return 0; }
int main(void){ pthread_t s; pthread_create(&t,0,f,0); pthread_create(&s,0,g,0); x = 2; })"},
    {"CreatorJoinedButCalledAgain", R"(
int x; void *f(void *p){ x++; return 0; }
void round(void){ pthread_t t; pthread_create(&t,0,f,0); if (__VERIFIER_nondet_int()) pthread_join(t,0); }
int main(void){ round(); round(); x = 2; })"},
    {"BackToBeforeByLongjmp", R"(
#include <setjmp.h>
int x; jmp_buf b; void *f(void *p){ x++; return 0; }
int main(void){ pthread_t t; if (setjmp(b)) { x = 2; return 0; } pthread_create(&t,0,f,0); longjmp(b, 1); })"},
    {"CallBackRunsAgain", R"(
int x; pthread_t t; void *f(void *p){ int y = x; return 0; }
int compare(const void *a, const void *b){ x = 1; pthread_create(&t,0,f,0); return 0; }
int main(void){ int a[3] = {1, 2, 3}; qsort(a, 3, sizeof *a, compare); })"},
    {"JoinOfOneWhoJoinsMain", R"(
int x; pthread_t me; void *f(void *p){ x++; pthread_join(me,0); return 0; }
int main(void){ pthread_t t; me = pthread_self(); pthread_create(&t,0,f,0); pthread_join(t,0); x = 2; pthread_exit(0); })"},
    // atomic-sections
    {"PlainBesideSection", R"(
int x; void *f(void *p){ __VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end(); return 0; }
void *g(void *p){ return (void*)(long)x; }
int main(void){ pthread_t s, t; pthread_create(&s,0,f,0); pthread_create(&t,0,g,0); })"},
    {"SectionOnOnePath", R"(
int x; void *f(void *p){ if (__VERIFIER_nondet_int()) __VERIFIER_atomic_begin(); x++; __VERIFIER_atomic_end(); return 0; })" TWO_THREADS},
    {"AfterTheSection", R"(
int x; void *f(void *p){ __VERIFIER_atomic_begin(); __VERIFIER_atomic_end(); x++; return 0; })" TWO_THREADS},
    {"SectionEndedByACallee", R"(
int x; void helper(void){ __VERIFIER_atomic_end(); }
void *f(void *p){ __VERIFIER_atomic_begin(); helper(); x++; return 0; })" TWO_THREADS},
    {"SectionEndedByACalleeOnOnePath", R"(
int x; void helper(void){ if (__VERIFIER_nondet_int()) __VERIFIER_atomic_end(); }
void *f(void *p){ __VERIFIER_atomic_begin(); helper(); x++; return 0; })" TWO_THREADS},
    {"SectionEndedThroughAPointer", R"(
int x; void keep(void){} void drop(void){ __VERIFIER_atomic_end(); } void (*h)(void);
void *f(void *p){ __VERIFIER_atomic_begin(); h(); x++; return 0; }
int main(void){ pthread_t s, t; h = __VERIFIER_nondet_int() ? keep : drop; pthread_create(&s,0,f,0); pthread_create(&t,0,f,0); })"},
    {"HelperInsideAndOutside", R"(
int x; void touch(void){ x++; }
void *f(void *p){ __VERIFIER_atomic_begin(); touch(); __VERIFIER_atomic_end(); touch(); return 0; })" TWO_THREADS},
    {"SectionByNameLeavesTheCaller", R"(
int x, y; void __VERIFIER_atomic_one(void){ y++; } void *f(void *p){ __VERIFIER_atomic_one(); x++; return 0; })" TWO_THREADS},
    {"SecondRoundOfALoopIsOutside", R"(
int x; void *f(void *p){ __VERIFIER_atomic_begin(); for (int i = 0; i < 2; i++){ x++; __VERIFIER_atomic_end(); } return 0; })" TWO_THREADS},
    {"SectionByNameThatEndsTheCallers", R"(
int x; void __VERIFIER_atomic_stop(void){ __VERIFIER_atomic_end(); }
void *f(void *p){ __VERIFIER_atomic_begin(); __VERIFIER_atomic_stop(); x++; return 0; })" TWO_THREADS},
    {"SectionEndedByTheFirstCallBack", R"(
int x; int compare(const void *a, const void *b){ x++; if (__VERIFIER_nondet_int()) __VERIFIER_atomic_end(); return 0; }
int a[3]; void *f(void *p){ __VERIFIER_atomic_begin(); qsort(a, 3, sizeof *a, compare); return 0; })" TWO_THREADS},
    // disjoint
    {"SameFieldOfAStruct", R"(
struct { int head, tail; } q; void *f(void *p){ q.tail++; return 0; })" TWO_THREADS},
    {"PartsThatTouch", R"(
union { char c[4]; int i; } q; void *f(void *p){ q.c[3] = 1; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); q.i = 2; })"},
    {"WholeBesidePart", R"(
struct s { int a, b, c[9]; } q, r; void *f(void *p){ q = r; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); q.c[8] = 2; })"},
    {"LengthThatNobodyKnows", R"(
char q[8]; void *f(void *p){ memset(q, 0, (size_t)__VERIFIER_nondet_int()); return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); q[7] = 2; })"},
    {"IndexThatNobodyKnows", R"(
int q[8]; void *f(void *p){ q[__VERIFIER_nondet_int() & 7] = 1; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); q[7] = 2; })"},
    {"BehindAPointerBesideByName", R"(
struct { int head, tail; } q; int *volatile where = &q.tail; void *f(void *p){ *where = 1; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); q.tail = 2; })"},
    {"ByAnotherName", R"(
int x; extern int y __attribute__((alias("x"))); void *f(void *p){ x = 1; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); y = 2; })"},
    {"BitFieldsInBytesOfTheirOwn", R"(
struct { unsigned a : 8, b : 8, c : 16; } q; void *f(void *p){ q.a = 1; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); q.c = 2; })"},
    {"LocalOfTheCallerByPointer", R"(
void *f(void *p){ int *q = p; q[1] = 1; return 0; }
int main(void){ int x[2] = {0, 0}; pthread_t t; pthread_create(&t,0,f,x); x[1] = 2; })"},
    // what is an access at all
    {"FreeIsAWrite", R"(
int *g; void *f(void *p){ free(g); return 0; }
int main(void){ pthread_t t; g = malloc(4); int *mine = g; pthread_create(&t,0,f,0); *mine = 1; })"},
    {"LibraryWrites", R"(
char x[8]; void *f(void *p){ memset(x, 0, sizeof x); return 0; })" TWO_THREADS},
    {"LibraryReads", R"(
#include <stdio.h>
char x[8]; void *f(void *p){ puts(x); return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); x[0] = 'a'; })"},
    {"VolatileIsNotAtomic", "volatile int x; void *f(void *p){ x++; return 0; }" TWO_THREADS},
    {"AtomicBesidePlain", R"(
atomic_int x; void *f(void *p){ x = 1; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); return *(int*)&x; })"},
    {"NeighbouringBitFields", R"(
struct { unsigned a : 3, b : 5; } x; void *f(void *p){ x.a = 1; return 0; }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); x.b = 2; })"},
    {"HandleOfAThread", R"(
pthread_t x; void *f(void *p){ return (void*)pthread_equal(x, pthread_self()); }
int main(void){ pthread_create(&x,0,f,0); })"},
    {"StructPassedByValueIsRead", R"(
struct big { int a[20]; } x; int sum(struct big b){ return b.a[3]; }
void *f(void *p){ return (void*)(long)sum(x); }
int main(void){ pthread_t t; pthread_create(&t,0,f,0); x.a[3] = 1; })"},
};
INSTANTIATE_TEST_SUITE_P(Provers, Keeps, ::testing::ValuesIn(kRacy), nameOfProverCase);

// ---- gaps --------------------------------------------------------------------------

std::vector<GapKind> gapKinds(const std::string &code) {
  std::vector<GapKind> kinds;
  for (const Gap &gap : judge(code).gaps)
    kinds.push_back(gap.kind);
  return kinds;
}

TEST(FoundationGaps, UnknownFunctionIsNamed) {
  const Judged judged = judge("void mystery(void); int main(void){ mystery(); }");
  ASSERT_EQ(judged.gaps.size(), 1u);
  EXPECT_EQ(judged.gaps[0].kind, GapKind::UnmodelledCall);
  EXPECT_NE(judged.gaps[0].message.find("'mystery'"), std::string::npos);
  EXPECT_TRUE(judged.gaps[0].at.known());
  EXPECT_FALSE(judged.raceFree());
}

TEST(FoundationGaps, UnknownFunctionInDeadCodeIsNone) {
  EXPECT_THAT(gapKinds("void mystery(void); void never(void){ mystery(); } int main(void){}"),
              IsEmpty());
}

TEST(FoundationGaps, AssemblyThatMayTouchMemory) {
  EXPECT_THAT(gapKinds(R"(int x; int main(void){ __asm__ volatile("xend" : "+m"(x)); })"),
              Contains(GapKind::InlineAssembly));
  EXPECT_THAT(gapKinds(R"(int x; int main(void){ __asm__ volatile("incl %0" : "+m"(x)); })"),
              IsEmpty());
  EXPECT_THAT(gapKinds(R"(int main(void){ __asm__ volatile("" ::: "memory"); })"), IsEmpty());
  EXPECT_THAT(gapKinds(R"(int main(void){ __asm__ volatile("mfence"); })"), IsEmpty());
}

TEST(FoundationGaps, CallThroughAPointerFromOutside) {
  EXPECT_THAT(gapKinds("extern void (*hook)(void); int main(void){ hook(); }"),
              Contains(GapKind::UnresolvedCall));
}

TEST(FoundationGaps, LibraryFunctionBehindAPointer) {
  EXPECT_THAT(gapKinds(R"(void (*h)(void*) = free; int main(void){ h(malloc(1)); })"), IsEmpty());
  EXPECT_THAT(
      gapKinds("void end(void *); void (*h)(void *) = end; int main(void){ h(malloc(1)); }"),
      Contains(GapKind::UnresolvedCall));
}

TEST(Provers, EachReasonIsUsedSomewhere) {
  std::map<std::string, std::uint64_t> used;
  for (const Case &c : kRaceFree)
    for (const auto &[prover, pairs] : judge(c.code).removed)
      used[prover] += pairs;
  for (const Prover &prover : allProvers()) {
    // About functions by contract, and lists under locks: ContractTest.cpp, ContainersTest.cpp.
    if (prover.name == "kept" || prover.name == "handed-over")
      continue;
    EXPECT_GT(used[prover.name], 0u) << prover.name;
  }
}

} // namespace
} // namespace raceward::test
