#include "Idioms.h"

namespace raceward::test {

// What looks like an idiom that provers know, and is another one: two locks with one name,
// objects of one allocation, bytes that overlap, code that runs when nobody expects it.
const std::string_view kTrapIdioms = R"RULES(
== ownlock
pthread_mutex_lock(#1); @acc{#2}@ pthread_mutex_unlock(#1);
== traps
pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER; int x$;
void *f$(void *arg) { {!static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;~~pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;~~static _Thread_local pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;!} @ownlock{&l^x$}@ return 0; }
%%MAIN
@two{(void *)0^x$ = 1;}@
--
struct O$ { pthread_mutex_t m; int v; struct O$ *next; }; int x$; struct O$ *all$;
static struct O$ *make$(void) { struct O$ *o = malloc(sizeof *o); pthread_mutex_init(&o->m, 0); o->v = 0; o->next = all$; {?all$ = o;~~?} return o; }
void *f$(void *arg) { struct O$ *o = arg; pthread_mutex_lock(&o->m); {!@acc{o->v}@~~@acc{x$}@~~if (o->next) { o->next->v++; }!} pthread_mutex_unlock(&o->m); return 0; }
%%MAIN
struct O$ *a$ = make$(); struct O$ *b$ = {?make$()~~a$?};
pthread_t s$, t$; pthread_create(&s$, 0, f$, a$); pthread_create(&t$, 0, f$, b$); {?pthread_join(s$, 0); {!pthread_join(t$, 0);~~!} a$->v = b$->v;~~pthread_mutex_lock(&a$->m); {!a$->v = 1;~~b$->v = 1;!} pthread_mutex_unlock(&a$->m);?}
--
struct O$ { pthread_mutex_t m; int v; struct O$ *next; }; struct O$ a$ = {PTHREAD_MUTEX_INITIALIZER, 0, 0}; struct O$ b$ = {PTHREAD_MUTEX_INITIALIZER, 0, &a$};
void *f$(void *arg) { struct O$ *p = {?&b$~~arg?}; while (p) { pthread_mutex_lock(&p->m); {!@acc{p->v}@ pthread_mutex_unlock(&p->m); p = p->next;~~struct O$ *q = p; p = p->next; if (p) { p->v++; } pthread_mutex_unlock(&q->m);~~struct O$ *q = p->next; pthread_mutex_unlock(&p->m); p->v++; p = q;!} } return 0; }
%%MAIN
@two{(i ? &a$ : &b$)^a$.v = 1;}@
--
struct O$ { pthread_mutex_t m; int v; }; struct O$ *cur$; pthread_mutex_t g$ = PTHREAD_MUTEX_INITIALIZER;
static struct O$ *make$(int v) { struct O$ *o = malloc(sizeof *o); pthread_mutex_init(&o->m, 0); o->v = v; return o; }
void *f$(void *arg) { struct O$ *o; pthread_mutex_lock(&g$); o = cur$; {!pthread_mutex_unlock(&g$); pthread_mutex_lock(&o->m); o->v++; pthread_mutex_unlock(&o->m);~~pthread_mutex_unlock(&g$); o->v++;~~pthread_mutex_lock(&o->m); o->v++; pthread_mutex_unlock(&o->m); pthread_mutex_unlock(&g$);!} return 0; }
void *h$(void *arg) { pthread_mutex_lock(&g$); {?cur$ = make$(2);~~sink(1);?} pthread_mutex_lock({!&cur$->m~~&make$(1)->m!}); cur$->v = 3; pthread_mutex_unlock(&g$); return 0; }
%%MAIN
cur$ = make$(1); pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0); pthread_create(&t$, 0, h$, (void *)0);
--
union U$ { int w; short h[2]; char c[4]; }; union U$ u$; struct { char a, b; short c; int d; } ss$;
void *f$(void *arg) { {?u$.h[0] = 1; ss$.a = 1;~~u$.c[{!0~~3!}] = 1; ss$.c = 2;~~((char *)&u$)[{!1~~2!}] = 1;?} return 0; }
void *g$(void *arg) { {!u$.h[1] = 2;~~u$.w = 3;~~memset(&u$, 0, 3);~~*(short *)((char *)&u$ + 1 - 1) = 1;!} {?ss$.b = 2;~~ss$.d = 3;~~{!~~memset(&ss$, 0, {?1~~2~~4~~sizeof ss$?});!}?} return 0; }
%%MAIN
pthread_t t1$, t2$; pthread_create(&t1$, 0, f$, (void *)0); pthread_create(&t2$, 0, g$, (void *)0); pthread_join(t1$, 0); {!pthread_join(t2$, 0);~~!} ss$.b = 1;
--
struct B$ { unsigned lo : 4; unsigned {?hi : 4~~: 0; unsigned hi : 4~~hi : 4; int z?}; }; struct B$ b$;
void *f$(void *arg) { b$.lo = 1; return 0; }
void *g$(void *arg) { {!sink(1);~~b$.hi = 2;!} return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0); pthread_create(&t$, 0, g$, (void *)0); pthread_join(s$, 0); {!pthread_join(t$, 0);~~!} b$.hi = 3;
--
struct W$ { int a[2]; int b; }; struct W$ w$, v$;
void *f$(void *arg) { int *p = w$.a; p[{!arg != 0~~1~~(arg != 0) + 1!}] = 1; return 0; }
void *g$(void *arg) { {!w$.b = 1;~~w$ = v$;~~memcpy(&w$.a[1], &v$, sizeof(int));~~*(&w$.a[0] + 1) = 2;!} return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0); pthread_create(&t$, 0, g$, (void *)0);
--
int a$[4]; int step$ = 1;
void *f$(void *arg) { unsigned id = (unsigned)(long)arg; unsigned at = {!id * 2~~(id * 0x80000000u) / 2 * 2~~(unsigned char)(id * 256)~~id * (unsigned)step$ / 2!}; a$[at] = 1; a$[at + 1]++; return 0; }
%%MAIN
step$ = {?4~~1?}; @two{(void *)(long)i^a$[0] = 1;}@
--
int a$[4];
void *f$(void *arg) { int id = (int)(long)arg; int n = nd() & 1; a$[{!id * 2 + n~~id + n~~(id ^ n)!}] = n; return 0; }
%%MAIN
@two{(void *)(long)i^sink(a$[nd() & 3]);}@
--
int a$[4];
void *f$(void *arg) { int *lo = arg; int *hi = lo + 2; for (int *p = lo; {!p < hi~~p <= hi!}; p++) { (*p)++; } return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, a$); pthread_create(&t$, 0, f$, a$ + {!2~~1!}); {!~~a$[3] = 1;!} pthread_join(s$, 0); {?a$[0] = 1;~~a${!~~!}[1] = 2;?}
--
jmp_buf env$; int x$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
void *f$(void *arg) { jmp_buf here; volatile int again = 0; pthread_mutex_lock(&m$); if (setjmp(here) == 0) { {!sink(1);~~pthread_mutex_unlock(&m$);!} again = 1; longjmp(here, 1); } @acc{x$}@ {!pthread_mutex_unlock(&m$);~~!} return 0; }
void *g$(void *arg) { @ownlock{&m$^x$}@ return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0); pthread_create(&t$, 0, g$, (void *)0);
--
int x$;
void *f$(void *arg) { @acc{x$}@ return 0; }
%%MAIN
pthread_t s$; jmp_buf env$; volatile int n$ = 0; {?if (setjmp(env$) == 0) { sink(2); } {!if (n$ == 0) { n$ = 1; longjmp(env$, 1); } pthread_create(&s$, 0, f$, (void *)0);~~pthread_create(&s$, 0, f$, (void *)0); if (n$ == 0) { n$ = 1; longjmp(env$, 1); }!}~~sink(setjmp(env$)); @acc{x$}@ pthread_create(&s$, 0, f$, (void *)0); {!pthread_join(s$, 0);~~!} if (n$ == 0) { n$ = 1; longjmp(env$, 1); }?}
--
int x$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
static void late$(void) { {!sink(1);~~@acc{x$}@!} }
void *f$(void *arg) { @acc{x$}@ return 0; }
%%MAIN
atexit(late$); pthread_t t$; pthread_create(&t$, 0, f$, (void *)0); {?pthread_join(t$, 0);~~exit(0);~~?}
--
int x$; int v$[2] = {2, 1}; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
static int order$(const void *a, const void *b) { {!sink(1);~~x$++;~~pthread_mutex_unlock(&m$); x$ = 2; pthread_mutex_lock(&m$);!} return *(const int *)a - *(const int *)b; }
void *f$(void *arg) { int w[2] = {2, 1}; pthread_mutex_lock(&m$); qsort({!w~~v$!}, 2, sizeof(int), order$); pthread_mutex_unlock(&m$); return 0; }
void *g$(void *arg) { {?@acc{x$}@~~@ownlock{&m$^x$}@~~v$[0] = 1;?} return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0); pthread_create(&t$, 0, g$, (void *)0);
--
int x$;
void *f$(void *arg) { long n = (long)arg; {!~~x$++;!} if (n > 0) { pthread_t t; pthread_create(&t, 0, f$, (void *)(n - 1)); {!pthread_join(t, 0);~~!} x$ = (int)n; } return 0; }
%%MAIN
pthread_t t$; pthread_create(&t$, 0, f$, (void *){?1L~~2L?}); {!pthread_join(t$, 0);~~!} x$ = 5;
--
int x$;
void *f$(void *arg) { @acc{x$}@ return 0; }
%%MAIN
pthread_t t$; {!for (int i = 0; i < 2; i++) { pthread_create(&t$, 0, f$, (void *)0); pthread_join(t$, 0); }~~for (int i = 0; i < 2; i++) { pthread_create(&t$, 0, f$, (void *)0); } pthread_join(t$, 0);~~for (int i = 0; i < 2; i++) { if (i > 0) { pthread_join(t$, 0); } pthread_create(&t$, 0, f$, (void *)0); }!} x$ = 1;
--
int x$;
void *f$(void *arg) { @acc{x$}@ return 0; }
static pthread_t make$(void) { pthread_t t; pthread_create(&t, 0, f$, (void *)0); {!~~sink(1); pthread_create(&t, 0, f$, (void *)0);!} return t; }
static void end$(pthread_t t) { pthread_join(t, 0); }
%%MAIN
pthread_t s$ = make$(); {!end$(s$);~~!} {?x$ = 1;~~?} pthread_t t$ = make$(); {!end$(t$);~~end$(s$);!} x$ = 2;
--
int x$;
void *f$(void *arg) { @acc{x$}@ return 0; }
%%MAIN
{?f$((void *)0);~~?} pthread_t t$; pthread_create(&t$, 0, f$, (void *)0); {!~~f$((void *)0);!} pthread_join(t$, 0); {?f$((void *)0);~~?}
--
int x$, y$; void *f$(void *arg) { @acc{x$}@ return 0; } void *g$(void *arg) { @acc{{!y$~~x$!}}@ return 0; }
void *(*run$[2])(void *) = {f$, g$};
%%MAIN
pthread_t t$[2]; for (int i = 0; i < 2; i++) { pthread_create(&t$[i], 0, run$[{!i~~0~~1 - i!}], (void *)0); } {?pthread_t w$ = t$[0]; t$[0] = t$[1]; t$[1] = w$;~~?} pthread_join({!t$[0]~~t$[1]!}, 0); pthread_join({!t$[1]~~t$[0]!}, 0); x$ = y$;
--
int x$;
void *f$(void *arg) { @acc{x$}@ return 0; }
%%MAIN
pthread_t s$, t$; pthread_t *p$ = &s$; pthread_create(p$, 0, f$, (void *)0); {!pthread_join(s$, 0); p$ = &t$;~~p$ = &t$;!} pthread_create(p$, 0, f$, (void *)0); pthread_join({!*p$~~s$!}, 0); x$ = 1; {?pthread_t u$ = t$; sink(u$ == t$);~~?}
--
int x$, n$; pthread_t t$[3];
void *f$(void *arg) { @acc{x$}@ return 0; }
static void stop$(int n) { for (int i = 0; i < n; i++) { pthread_join(t$[i], 0); } }
%%MAIN
n$ = {?1~~2?}; for (int i = 0; i < n$; i++) { {!~~if (i == 1) { continue; }!} pthread_create(&t$[i], 0, f$, (void *)0); {?pthread_join(t$[i], 0); n$ = n$;~~?} {!~~if (i == 1) { n$ = 1; }!} } {?~~?} {!stop$(n$);~~stop$(n$ - 1);~~stop$(n$ / 2);!} x$ = 3;
--
int x$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
void *f$(void *arg) { pthread_mutex_lock(&m$); x$++; pthread_mutex_unlock(&m$); return 0; }
%%MAIN
pthread_t t$[3]; int c$ = 0; for (int i = 0; i < 2; i++) { if (pthread_create(&t$[{?c$~~i?}], 0, f$, (void *)0) {!== 0~~!= 0!}) { {!~~if (i == 1) { break; }!} c$++; {!~~if (i == 0) { c$ = 0; }!} } else { break; } } {?int k$ = c$;~~int k$; k$ = c$; sink(k$);?} for (int i = {!0~~1!}; i < {!k$~~k$ - 1~~k$ / 2!}; i++) { pthread_join(t$[i], 0); } x$ = 1;
--
int x$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER; struct P$ { pthread_t *t; int n; int k; };
void *f$(void *arg) { pthread_mutex_lock(&m$); x$++; pthread_mutex_unlock(&m$); return 0; }
static void stop$(struct P$ *p) { for (int i = 0; i < {!p->n~~p->n - 1~~p->k!}; i++) { pthread_join(p->t[i], 0); } }
static struct P$ *start$(int n) { struct P$ *p = calloc(1, sizeof *p); p->t = calloc(3, sizeof *p->t); for (int i = 0; i < n; i++) { if (pthread_create(&p->t[{?i~~p->n?}], 0, f$, (void *)0) != 0) { {?break;~~stop$(p); return p;?} } {!p->n++;~~if (i > 0) { p->n++; }~~p->k++;!} {!~~if (i == 0) { p->n = 0; }!} } return p; }
%%MAIN
struct P$ *p$ = start$({?1~~2?}); {!~~start$(1);!} stop$(p$); x$ = 1;
--
int x$, n$; pthread_t t$[3]; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
void *f$(void *arg) { pthread_mutex_lock(&m$); x$++; pthread_mutex_unlock(&m$); return 0; }
static void add$(void) { if (pthread_create(&t$[n$], 0, f$, (void *)0) {!== 0~~!= 0!}) { n$++; } }
%%MAIN
add$(); {!~~n$ = 0;!} {?add$();~~?} {!~~n$--;!} for (int i = {!0~~1!}; i < n$; i++) { pthread_join(t$[i], 0); } x$ = 1;
--
struct W$ { pthread_t t; int v; int r; } w$[2];
void *f$(void *arg) { struct W$ *mine = arg; mine->r = mine->v; return 0; }
%%MAIN
for (int i = 0; i < 2; i++) { {!w$[i].v = i;~~if (i > 0) { w$[i - 1].v = i; }!} pthread_create(&w$[i].t, 0, f$, &w$[{!i~~0!}]); {!~~w$[i].r = 1;!} } {!~~w$[0].t = w$[1].t;!} for (int i = 0; i < 2; i++) { {!pthread_join(w$[i].t, 0); sink(w$[i].r);~~sink(w$[i].r); pthread_join(w$[i].t, 0);~~if (nd()) { pthread_join(w$[i].t, 0); } sink(w$[i].r);!} }
--
int x$, n$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
void *f$(void *arg) { {?@ownlock{&m$^x$}@~~?} pthread_mutex_lock(&m$); n$++; int last = n$ == {!2~~1!}; pthread_mutex_unlock(&m$); if (last) { @acc{x$}@ } {!~~else { @acc{x$}@ }!} return 0; }
%%MAIN
@two{(void *)0^x$ = n$;}@
--
int flag$, x$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER, n$ = PTHREAD_MUTEX_INITIALIZER;
void *f$(void *arg) { pthread_mutex_lock(&m$); if (!flag$) { flag$ = 1; pthread_mutex_unlock(&m$); @acc{x$}@ pthread_mutex_lock({!&m$~~&m$~~&m$!}); {!~~flag$ = 0; @acc{x$}@!} flag$ = 0; } pthread_mutex_unlock(&m$); return 0; }
void *g$(void *arg) { pthread_mutex_t *l = {!&m$~~&n$!}; int mine = 0; pthread_mutex_lock(l); if (!flag$) { {!flag$ = 1;~~sink(2);!} mine = 1; } pthread_mutex_unlock(l); if (mine) { @acc{x$}@ pthread_mutex_lock(&m$); flag$ = 0; pthread_mutex_unlock(&m$); } return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0); pthread_create(&t$, 0, {?f$~~g$?}, (void *)0);
--
int x$; char *text$; int *grow$;
void *f$(void *arg) { int *p = malloc(sizeof *p); *p = 1; int *q = realloc(p, 2 * sizeof *p); if (q) { q[1] = 2; {!~~grow$ = q; q[1] = 3;!} } return 0; }
%%MAIN
@two{(void *)0^if (grow$) { grow$[1] = 4; }}@
--
int x$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER; void *slot$[2];
static void stash$(void *p) { slot$[1] = p; } static int *fetch$(void) { return slot$[{!1~~0!}]; }
void *f$(void *arg) { pthread_mutex_lock(&m$); int *p = fetch$(); if (p) { *p = 1; } pthread_mutex_unlock(&m$); {!~~if (p) { *p = 2; }!} return 0; }
%%MAIN
int local$ = 0; int *h$ = malloc(sizeof *h$); *h$ = 0; stash$({?&local$~~h$~~&x$?}); {?slot$[0] = h$;~~?}
pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0); pthread_create(&t$, 0, f$, (void *)0); {!pthread_join(s$, 0); pthread_join(t$, 0);~~pthread_join(s$, 0);!} local$ = 1; *h$ = 1; x$ = 1; pthread_join(t$, 0);
--
volatile int x$; int stop$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
static void va$(int n, ...) { va_list ap; va_start(ap, n); int *p = va_arg(ap, int *); *p = 1; va_end(ap); }
int y$, z$;
void *f$(void *arg) { {!pthread_mutex_lock(&m$);~~!} va$(1, &y$); {!pthread_mutex_unlock(&m$);~~!} return 0; }
void *g$(void *arg) { {?va$(1, {!&z$~~&y$!});~~@ownlock{&m$^y$}@?} return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0); pthread_create(&t$, 0, g$, (void *)0);
--
struct K$ { int tag; void *load; }; struct K$ k$; int x$, y$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
static struct K$ pack$(int *p) { struct K$ k = {1, p}; return k; }
static int *unpack$(struct K$ k) { return k.load; }
void *f$(void *arg) { int *p = unpack$(*(struct K$ *)arg); {!*p = 1;~~*p = 1; y$ = 2;!} return 0; }
%%MAIN
struct K$ a$ = pack$(&x$); k$ = pack$({!&y$~~&x$!});
pthread_t s$, t$; pthread_create(&s$, 0, f$, &a$); pthread_create(&t$, 0, f$, &k$); pthread_join(s$, 0); {?x$ = 2;~~?} pthread_join(t$, 0);
--
int x$; pthread_mutex_t m$;
void *f$(void *arg) { {!~~pthread_mutex_init(&m$, 0);!} @ownlock{&m$^x$}@ return 0; }
%%MAIN
pthread_mutex_init(&m$, 0); pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0); {?pthread_join(s$, 0); pthread_mutex_destroy(&m$); {!pthread_mutex_init(&m$, 0);~~!}~~?} pthread_create(&t$, 0, f$, (void *)0);
--
int x$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
void *f$(void *arg) { pthread_mutex_lock(&m$); x$ = 1; {?pthread_mutex_unlock(&m$);~~?} {!pthread_exit(0);~~x$ = 3;!} return 0; }
void *g$(void *arg) { pthread_mutex_lock(&m$); x$ = 2; pthread_mutex_unlock(&m$); return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0); pthread_create(&t$, 0, g$, (void *)0); {?pthread_exit(0);~~pthread_join(t$, 0); {?x$ = 4;~~?}~~?}
--
atomic_int a$; int x$; int *_Atomic p$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
void *f$(void *arg) { int *n = malloc(sizeof *n); *n = 1; {!atomic_store(&p$, n);~~atomic_store(&p$, n); *n = 2;!} return 0; }
void *g$(void *arg) { int *n = atomic_load(&p$); if (n) { {?sink(*n);~~*n = 3;?} } {!~~sink(*(int *)&a$); a$ = 1;!} return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0); pthread_create(&t$, 0, g$, (void *)0); {!~~*(int *)&a$ = 3; pthread_t u$; pthread_create(&u$, 0, g$, (void *)0);!}
)RULES";

} // namespace raceward::test
