#include "Idioms.h"

namespace raceward::test {

// Scenarios in which no lock, or not a lock alone, keeps accesses apart.
const std::string_view kMemoryIdioms = R"RULES(
== two
pthread_t t$[2]; for (int i = 0; i < 2; i++) { pthread_create(&t$[i], 0, f$, #1); {!~~#2!} }
{!for (int i = 0; i < 2; i++) { pthread_join(t$[i], 0); } #2~~for (int i = 1; i < 2; i++) { pthread_join(t$[i], 0); } #2~~#2!}
--
pthread_t s$, t$; { int i = 0; pthread_create(&s$, 0, f$, #1); i++; pthread_create(&t$, 0, f$, #1); }
{!pthread_join(s$, 0); pthread_join(t$, 0); #2~~pthread_join(s$, 0); #2~~pthread_join(t$, 0); #2!}
== slices
struct W$ { int n; long s; pthread_t t; } w$[3]; void *f$(void *arg) { struct W$ *w = arg; w->s += w->n; return 0; }
%%MAIN
int c$ = 1; while (c$ < 3 && pthread_create(&w$[c$].t, 0, f$, &w$[c$]) == 0) { c$++; }
f$(&w$[{!0~~1~~nd() ? 0 : 2!}]); {!~~w$[2].s = 1;!} {?for (int i = 1; i < c$; i++) { pthread_join(w$[i].t, 0); } sink(w$[1].s);~~?}
--
struct W$ { int n; pthread_t t; } w$[3]; int x$; void h$(struct W$ *w, int m) { if (m) { x$++; } else { w->n++; } } void *f$(void *arg) { h$(arg, 0); {!~~h$(arg, 1);!} return 0; }
%%MAIN
pthread_create(&w$[0].t, 0, f$, &w$[0]); pthread_create(&w$[1].t, 0, f$, &w$[{!1~~0!}]); h$(&w$[{!2~~0!}], 0); h$(0, 1);
--
int a$[6];
void *f$(void *arg) { int id = (int)(long)arg; for (int j = id * 2; j < id * 2 + {!2~~3!}; j++) { a$[{!j~~j + 1 - id~~0!}] = j; } return 0; }
%%MAIN
@two{(void *)(long){!i~~0~~(i / 2)!}^sink(a$[{?1~~3?}]);}@
--
int a$[6];
void *f$(void *arg) { int id = (int)(long)arg; for (int j = {!id~~0~~1 - id / 2!}; j < 4; j += {!2~~1~~3!}) { a$[j]++; } return 0; }
%%MAIN
@two{(void *)(long)i^for (int j = 0; j < 4; j++) { sink(a$[j]); }}@
--
struct R$ { int lo, hi; }; int a$[6]; struct R$ r$[2];
void *f$(void *arg) { struct R$ *r = arg; for (int j = r->lo; j {!<~~<=!} r->hi; j++) { @acc{a$[j]}@ } return 0; }
%%MAIN
for (int i = 0; i < 2; i++) { r$[i].lo = 2 * i; r$[i].hi = 2 * i + {!2~~3!}; }
@two{&r$[{!i~~0!}]^@acc{a$[2]}@}@
--
int a$[6];
void *f$(void *arg) { int *p = arg; p[0] = 1; {?p[1]++;~~memset(p, 0, {!2~~3!} * sizeof *p);~~for (int j = 0; j < {!2~~3!}; j++) { p[j] = j; }?} return 0; }
%%MAIN
@two{&a$[{!2 * i~~i~~0!}]^a$[3] = 1;}@
--
int *a$;
void *f$(void *arg) { int id = (int)(long)arg; a$[id {!~~/ 2~~* 0!}] = id; {?sink(a$[{!id~~1 - id!}]);~~?} return 0; }
%%MAIN
a$ = {?malloc(4 * sizeof(int))~~calloc(4, sizeof(int))?}; {?a$[0] = 0;~~?}
@two{(void *)(long)i^sink(a$[1]);}@
--
int a$[2][2];
void *f$(void *arg) { int id = (int)(long)arg; a$[{!id~~0!}][{?0~~1~~nd() & 1?}] = 3; a$[id][{!1~~2 - id!}]++; return 0; }
%%MAIN
@two{(void *)(long)i^sink(a$[1][1]);}@
--
int next$; int a$[4]; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
void *f$(void *arg) { pthread_mutex_lock(&m$); int id = next${!++~~!}; pthread_mutex_unlock(&m$); a$[id]++; return 0; }
%%MAIN
@two{0^sink(next$);}@
--
struct P$ { int v; int sum; } a$[3];
void *f$(void *arg) { struct P$ *p = arg; p->v = 1; p->sum += p->v; {!~~p = a$; p->sum++;!} return 0; }
%%MAIN
@two{a$ + {!i~~1!}^a$[0].sum += a$[1].sum;}@
--
struct P$ { int v; int sum; } a$[3];
void *f$(void *arg) { int *q = arg; {?*q = 2;~~q[{!0~~1!}]++;~~struct P$ *p = (struct P$ *)((char *)q - offsetof(struct P$, sum)); p->{!sum~~v!} = 3;?} return 0; }
void *g$(void *arg) { struct P$ *p = arg; p->v++; {!~~p->sum = 1;!} return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, &a$[1].sum); pthread_create(&t$, 0, g$, &a$[1]); pthread_join(s$, 0); {!pthread_join(t$, 0);~~!} a$[1].v = 2;
== owned
struct W$ { int *buf, *more; int n; }; struct W$ w$[2];
void *f$(void *arg) { struct W$ *p = arg; {!p->buf[0]++;~~w$[0].buf[0]++;~~p->more[0]++;!} {?p->buf[p->n] = 1;~~p->buf = malloc(8); *p->buf = 1;~~memset(p->buf, 0, 4);~~?} return 0; }
%%MAIN
pthread_t t$[2];
for (int i = 0; i < 2; i++) { int *b = {!malloc(8)~~i ? w$[0].buf : malloc(8)!}; w$[i].buf = b; w$[i].more = malloc(8); w$[i].n = {?0~~1~~i?}; {!~~w$[1 - i].more = b;!} w$[i].buf[0] = 0; }
{!~~if (nd()) { w$[1] = w$[0]; }~~if (nd()) { w$[1].buf = w$[0].buf; }!}
for (int i = 0; i < 2; i++) { pthread_create(&t$[i], 0, f$, &w$[i]); }
{?for (int i = 0; i < 2; i++) { {!pthread_join(t$[i], 0);~~pthread_join(t$[0], 0);~~!} sink(w$[i].buf[0]); }~~?}
--
struct A$ { int n; int *buf; };
void *f$(void *arg) { struct A$ *a = arg; a->buf[0] = a->n; {?free(a->buf);~~?} return 0; }
void *g$(void *arg) { int *p = arg; *p = 5; return 0; }
%%MAIN
pthread_t t$; for (int i = 0; i < {?1~~2?}; i++) { struct A$ *a = malloc(sizeof *a); a->n = i; a->buf = malloc(8); {!~~pthread_create(&t$, 0, g$, a->buf);!} a->buf[0] = 1; pthread_create(&t$, 0, f$, a); {!~~a->buf[0] = 2;~~sink(a->n); a->n = 7;!} }
--
void *f$(void *arg) { int *p = arg; (*p)++; return 0; }
%%MAIN
pthread_t t$; for (int i = 0; i < {?1~~2?}; i++) { int *a = malloc(sizeof *a); *a = i; int e = pthread_create(&t$, 0, f$, a); if (e {!!= 0~~== 0~~!= 11!}) { *a = 3; {?free(a);~~?} } {!~~*a = 2;!} }
--
struct N$ { int id; int v; struct N$ *next; }; struct N$ *last$;
void *f$(void *arg) { struct N$ *p = arg; p->v = p->id; {?p->v++;~~set(&p->v);?} {?sink(p->v);~~?} return 0; }
%%MAIN
pthread_t t$[2]; {!~~struct N$ *one$ = malloc(sizeof *one$);!}
for (int i = 0; i < 2; i++) { struct N$ *p = {!malloc(sizeof *p)~~last$ ? last$ : malloc(sizeof *p)!}; p->id = i; {!~~last$ = p;!} pthread_create(&t$[i], 0, f$, p); {!~~p->id = 3;~~sink(p->v);!} {?pthread_join(t$[i], 0); p->v = 1;~~?} }
--
struct N$ { int v; struct N$ *next; }; struct N$ *head$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
static struct N$ *make$(int v) { struct N$ *n = malloc(sizeof *n); n->v = v; n->next = 0; return n; }
static void push$(struct N$ *n) { {!pthread_mutex_lock(&m$);~~!} n->next = head$; head$ = n; {!pthread_mutex_unlock(&m$);~~!} {!~~n->v = 4;!} }
void *f$(void *arg) { struct N$ *n = make$(1); n->v = 2; push$(n); {!~~n->v++;!} return 0; }
void *g$(void *arg) { struct N$ *n; pthread_mutex_lock(&m$); n = head$; if (n) { {!head$ = n->next;~~!} } pthread_mutex_unlock(&m$); if (n) { {?n->v = 5;~~sink(n->v);?} } return 0; }
%%MAIN
pthread_t s$, t$, u$; {?head$ = make$(0);~~push$(make$(0));?}
pthread_create(&s$, 0, {?f$~~g$?}, 0); pthread_create(&t$, 0, g$, 0);
{?pthread_join(s$, 0); pthread_join(t$, 0); if (head$) { sink(head$->v); }~~?}
--
struct N$ { int v; struct N$ *next; }; struct N$ *head$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
void *f$(void *arg) { struct N$ *n = malloc(sizeof *n); {!n->v = 1; pthread_mutex_lock(&m$); n->next = head$; head$ = n; pthread_mutex_unlock(&m$);~~pthread_mutex_lock(&m$); n->next = head$; head$ = n; pthread_mutex_unlock(&m$); n->v = 1;!} return 0; }
void *g$(void *arg) { pthread_mutex_lock(&m$); for (struct N$ *n = head$; n; n = n->next) { {?n->v++;~~sink(n->v);?} } pthread_mutex_unlock(&m$); {!~~if (head$) { sink(1); }!} return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, 0); pthread_create(&t$, 0, g$, 0);
--
struct B$ { int v; int *p; }; struct B$ *box$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER; int full$;
void *f$(void *arg) { struct B$ *b = malloc(sizeof *b); b->p = {?&b->v~~malloc(sizeof(int))?}; *b->p = 1; pthread_mutex_lock(&m$); if (!full$) { box$ = b; full$ = 1; } {!else { b->v = 0; }~~*b->p = 2; pthread_mutex_unlock(&m$); *b->p = 3; pthread_mutex_lock(&m$);!} pthread_mutex_unlock(&m$); return 0; }
void *g$(void *arg) { struct B$ *b = 0; {!pthread_mutex_lock(&m$); if (full$) { b = box$; full$ = {!0~~1!}; } pthread_mutex_unlock(&m$);~~if (full$) { b = box$; }!} if (b) { (*b->p)++; } return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, 0); pthread_create(&t$, 0, g$, 0); {?pthread_t u$; pthread_create(&u$, 0, g$, 0);~~?}
--
int *slot$[2]; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
static int *fresh$(int v) { int *p = malloc(sizeof *p); *p = v; return p; }
static int *same$(int *p) { return p; }
void *f$(void *arg) { int id = (int)(long)arg; int *p = {?fresh$(id)~~same$(fresh$(id))?}; slot$[{!id~~0!}] = p; *same$(slot$[id]) = 4; {?*p = 2;~~?} return 0; }
%%MAIN
{!~~slot$[0] = slot$[1] = fresh$(0);!}
@two{(void *)(long)i^if (slot$[1]) { *slot$[1] = 3; }}@
--
int **cell$; int x$, y$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
void *f$(void *arg) { int *p; pthread_mutex_lock(&m$); p = *cell$; {!*p = 1; pthread_mutex_unlock(&m$);~~pthread_mutex_unlock(&m$); *p = 1;!} return 0; }
void *g$(void *arg) { pthread_mutex_lock(&m$); {?*cell$ = &y$;~~**cell$ = 3;~~y$ = 3;?} pthread_mutex_unlock(&m$); {!~~x$ = 1;~~y$ = 1;!} return 0; }
%%MAIN
cell$ = malloc(sizeof *cell$); *cell$ = &x$;
pthread_t s$, t$; pthread_create(&s$, 0, f$, 0); pthread_create(&t$, 0, g$, 0); {?pthread_join(s$, 0); {!pthread_join(t$, 0);~~!} x$ = y$;~~?}
--
struct J$ { void (*run)(int *); int *data; }; int x$, y$;
static void one$(int *p) { *p = 1; } static void two$(int *p) { sink(*p); {!~~x$ = 2;!} }
void *f$(void *arg) { struct J$ *j = arg; j->run(j->data); return 0; }
%%MAIN
struct J$ *j$[2]; for (int i = 0; i < 2; i++) { j$[i] = malloc(sizeof *j$[i]); j$[i]->run = i ? one$ : two$; j$[i]->data = {!i ? &x$ : &y$~~&x$!}; }
@two{j$[i]^x$ = 3;}@
--
int *out$;
void *f$(void *arg) { int *p = malloc(sizeof *p); *p = 1; {!~~out$ = p;!} return p; }
%%MAIN
pthread_t s$; void *r$ = 0; int *first$; pthread_create(&s$, 0, f$, 0); {!pthread_join(s$, &r$);~~!} first$ = r$; {!~~first$ = out$;!} if (first$) { *first$ = 2; }
--
int x$; struct { char pad; int *p; } bag$;
void *f$(void *arg) { char *raw = arg; int *p; memcpy(&p, raw, sizeof p); *p = 1; return 0; }
void *g$(void *arg) { int local = 0; int *p = {!&local~~&x$!}; {?*p = 2;~~char b[sizeof p]; memcpy(b, &p, sizeof p); int *q; memcpy(&q, b, sizeof q); *q = 3;?} return 0; }
%%MAIN
int *a$ = &x$; char buf$[sizeof a$]; memcpy(buf$, &a$, sizeof a$);
pthread_t s$, t$; pthread_create(&s$, 0, f$, buf$); pthread_create(&t$, 0, g$, 0); pthread_join(s$, 0); {!pthread_join(t$, 0);~~!} {?x$ = 4;~~?} {!~~pthread_exit(0);!}
--
void *f$(void *arg) { int *p = arg; {?*p = 1;~~(*p)++;?} return 0; }
%%MAIN
pthread_t s$, t$; int a$ = 0, b$ = 0; pthread_create(&s$, 0, f$, &a$); pthread_create(&t$, 0, f$, {!&b$~~&a$!}); {?b$~~a$?} {!+= 0~~= 5!}; {!pthread_join(s$, 0); pthread_join(t$, 0);~~pthread_join(s$, 0);!} a$ = b$; pthread_join(t$, 0);
--
struct N$ { int v; }; struct N$ *pub$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
static struct N$ *alloc$(void) { {?static struct N$ pool; ~~?} struct N$ *n = {!malloc(sizeof *n)~~pub$ ? pub$ : malloc(sizeof *n)!}; return n; }
static void fill$(struct N$ *n) { n->v = 1; }
void *f$(void *arg) { struct N$ *n = alloc$(); fill$(n); {?pthread_mutex_lock(&m$); pub$ = n; pthread_mutex_unlock(&m$);~~{!~~pub$ = n;!}?} {!~~n->v = 3;!} return 0; }
%%MAIN
@two{(void *)0^if (pub$) { fill$(pub$); }}@
--
struct L$ { int v; struct L$ *next; }; struct L$ *list$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
void *f$(void *arg) { pthread_mutex_lock(&m$); struct L$ *n = list$; {!list$ = n ? n->next : 0;~~list$ = n;!} pthread_mutex_unlock(&m$); if (n) { n->v++; {!~~if (n->next) { n->next->v = 2; }!} } return 0; }
%%MAIN
for (int i = 0; i < 2; i++) { struct L$ *n = malloc(sizeof *n); n->v = i; n->next = list$; list$ = n; }
@two{(void *)0^if (list$) { list$->v = 1; }}@
--
int *buf$[2]; int busy$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
void *f$(void *arg) { int *p = malloc(2 * sizeof *p); p[0] = 1; p[1] = 2; int *old; pthread_mutex_lock(&m$); old = buf$[0]; buf$[0] = p; pthread_mutex_unlock(&m$); if (old) { old[0] = 5; } {!~~p[1] = 4;~~if (p) { sink(p[0]); }!} return 0; }
%%MAIN
@two{(void *)0^if (buf$[0]) { buf$[0][1] = 3; }}@
--
struct T$ { int a; int b; }; struct T$ tt$;
void *f$(void *arg) { struct T$ copy = *(struct T$ *)arg; copy.a++; {!~~((struct T$ *)arg)->b = copy.a;!} return 0; }
void *g$(void *arg) { struct T$ *p = malloc(sizeof *p); {?*p = tt$;~~memcpy(p, &tt$, sizeof *p);?} p->b = 2; {!~~memcpy(&tt$, p, {?sizeof *p~~sizeof(int)?});!} return p; }
%%MAIN
pthread_t s$, u$; pthread_create(&s$, 0, f$, &tt$); pthread_create(&u$, 0, g$, (void *)0); {!pthread_join(s$, 0); pthread_join(u$, 0);~~pthread_join(u$, 0);!} tt$.b = 1;
--
struct Q$ { int *item; int full; pthread_mutex_t m; }; struct Q$ q$ = {0, 0, PTHREAD_MUTEX_INITIALIZER};
static void put$(int *p) { pthread_mutex_lock(&q$.m); if (!q$.full) { q$.item = p; q$.full = 1; } pthread_mutex_unlock(&q$.m); }
static int *take$(void) { int *p = 0; pthread_mutex_lock(&q$.m); if (q$.full) { p = q$.item; q$.full = {!0~~1!}; } pthread_mutex_unlock(&q$.m); return p; }
void *f$(void *arg) { int *p = malloc(sizeof *p); *p = 1; put$(p); {!~~*p = 2;!} return 0; }
void *g$(void *arg) { int *p = take$(); if (p) { *p = 3; {!~~put$(p); *p = 4;!} } return 0; }
%%MAIN
pthread_t s$, t$, u$; pthread_create(&s$, 0, f$, (void *)0); pthread_create(&t$, 0, g$, (void *)0); pthread_create(&u$, 0, g$, (void *)0);
--
struct E$ { struct E$ *self; int v; }; struct E$ *keep$;
void *f$(void *arg) { struct E$ *e = malloc(sizeof *e); e->self = e; e->v = 1; struct E$ *x = e->self; x->v = 2; {!~~keep$ = x;!} return 0; }
void *g$(void *arg) { if (keep$) { keep$->v = 3; } return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0); {!pthread_join(s$, 0);~~!} pthread_create(&t$, 0, g$, (void *)0);
--
int x$; long code$; int **deep$;
static void *id$(void *p) { return p; }
void *f$(void *arg) { {?long c = (long)arg; *(int *)(c {!~~+ 0!}) = 1;~~**(int **)arg = 2;~~*(int *)id$(*(void **)arg) = 3;?} return 0; }
%%MAIN
int y$ = 0; int *p$ = &x$; int *q$ = {!&y$~~&x$!}; {!~~q$ = id$(p$);!}
pthread_t s$, t$; pthread_create(&s$, 0, f$, &p$); pthread_create(&t$, 0, f$, &q$); pthread_join(s$, 0); pthread_join(t$, 0);
--
int x$[2]; int (*op$)(int *); static int inc$(int *p) { return ++*p; } static int read$(int *p) { return *p; }
void *f$(void *arg) { int (*o)(int *) = arg ? op$ : read$; o(&x$[{!arg != 0~~0!}]); return 0; }
%%MAIN
op$ = {?inc$~~{!read$~~inc$!}?};
@two{(void *)(long)i^op$(&x$[{!0~~1!}]);}@
--
char *out$; int v$;
static void fill$(char *p, int n) { for (int i = 0; i < n; i++) { p[i] = 1; } {!~~out$ = p;~~if (nd()) { out$ = p + 1; }!} }
static char *same$(char *p) { {?return p;~~return p + nd() % 1;?} }
void *f$(void *arg) { char own[2]; fill$(own, 2); {!~~out$ = same$(own);~~char **w = &out$; *w = own;!} own[0] = 2; {?own[1]++;~~fill$(same$(own), 1);~~?} v$ = 0; return 0; }
void *g$(void *arg) { char *q = out$; if (q) { *q = 3; } char own[2]; {?fill$(own, 1);~~own[0] = 1;?} return 0; }
%%MAIN
{?char more$[2]; fill$(more$, 2);~~?} pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0); pthread_create(&t$, 0, g$, (void *)0); pthread_join(s$, 0); {!pthread_join(t$, 0);~~!} v$ = 1;
--
int *a$, *b$;
static void *grow$(void *p, size_t n) { p = realloc(p, n); if (!p) { exit(0); } return p; }
static int *pick$(int *p) { {?return p;~~return p ? p : a$;?} }
void *f$(void *arg) { *pick$({!b$~~a$!}) = 1; return 0; }
%%MAIN
a$ = grow$(0, 8); b$ = {!grow$(0, 8)~~a$!}; {?a$ = grow$(a$, 16);~~?} *pick$(a$) = 0;
pthread_t t$; pthread_create(&t$, 0, f$, (void *)0); *pick$({!a$~~b$!}) = 2; {?pthread_join(t$, 0); sink(*b$);~~?}
--
struct H$ { long n; long pad; }; char *x$, *y$;
static void *alloc$(size_t n) { struct H$ *h = malloc(n + sizeof *h); if (!h) { exit(0); } h->n = 1; return h + 1; }
static void mark$(void *p) { ((struct H$ *)p)[-1].n = 2; }
void *f$(void *arg) { {!x$[0] = 1;~~mark$(y$);~~y$[0] = 1;!} {?mark$(x$);~~?} return 0; }
%%MAIN
x$ = alloc$(4); y$ = alloc$({?4~~8?}); pthread_t t$; pthread_create(&t$, 0, f$, (void *)0); y$[0] = 2; mark$(y$); {?pthread_join(t$, 0); x$[0] = 2;~~?}
--
struct E$ { int *p, *q; long n; }; struct E$ *e$; int u$, w$;
void *f$(void *arg) { *e$[nd() & 1].{!p~~q!} = 1; {?sink((int)e$[0].n);~~?} return 0; }
%%MAIN
int n$ = 2 + (nd() & 1); {?struct E$ *a$ = malloc(n$ * sizeof *a$);~~struct E$ a$[n$];~~struct E$ *a$ = realloc(0, n$ * sizeof *a$);?}
for (int i = 0; i < n$; i++) { a$[i].p = &u$; a$[i].q = &w$; a$[i].n = i; } {!~~a$[1].p = &w$;!} e$ = a$;
pthread_t t$; pthread_create(&t$, 0, f$, (void *)0); *e$[0].q = 2; pthread_join(t$, 0);
== flags
struct P$ { pthread_mutex_t m; pthread_cond_t c; int go; int x; };
void *f$(void *arg) { struct P$ *p = arg; pthread_mutex_lock(&p->m); {!while (!p->go) { pthread_cond_wait(&p->c, &p->m); }~~if (!p->go) { pthread_cond_wait(&p->c, &p->m); }~~!} p->x++; {?~~p->go = 2;?} pthread_mutex_unlock(&p->m); return 0; }
%%MAIN
struct P$ *p$ = {?malloc(sizeof *p$)~~calloc(1, sizeof *p$)?}; p$->x = 0; p$->go = {!0~~1~~nd()!}; pthread_mutex_init(&p$->m, 0); pthread_cond_init(&p$->c, 0); pthread_t s$, t$; pthread_create(&s$, 0, f$, p$); p$->x++; pthread_create(&t$, 0, f$, p$); {?~~p$->x = 3;?}
{!pthread_mutex_lock(&p$->m); p$->go = 1; pthread_cond_broadcast(&p$->c); pthread_mutex_unlock(&p$->m);~~p$->go = 1; pthread_mutex_lock(&p$->m); pthread_cond_broadcast(&p$->c); pthread_mutex_unlock(&p$->m);!} {!~~p$->x = 4;!}
--
int ready$, x$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
void *f$(void *arg) { {!x$ = 1; pthread_mutex_lock(&m$); ready$ = 1; pthread_mutex_unlock(&m$);~~pthread_mutex_lock(&m$); ready$ = 1; pthread_mutex_unlock(&m$); x$ = 1;!} return 0; }
void *g$(void *arg) { int go; {!pthread_mutex_lock(&m$); go = ready$; pthread_mutex_unlock(&m$);~~go = ready$;!} if ({!go~~!go~~1!}) { @acc{x$}@ } return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, 0); pthread_create(&t$, 0, g$, 0); {!~~pthread_t u$; pthread_create(&u$, 0, g$, 0);!}
--
int done$, x$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
void *f$(void *arg) { {!pthread_mutex_lock(&m$); if (!done$) { x$ = 1; done$ = 1; } pthread_mutex_unlock(&m$);~~if (!done$) { pthread_mutex_lock(&m$); x$ = 1; done$ = 1; pthread_mutex_unlock(&m$); }!} sink(x$); {!~~x$ = 2;!} return 0; }
%%MAIN
@two{0^x$ = 3;}@
--
int mode$ {?~~= 2?}, x$; int table$[2];
void *f$(void *arg) { if (mode$ == 1) { @acc{x$}@ } table$[0]; return 0; }
void *g$(void *arg) { if (mode$ {!== 0~~!= 0~~== 1!}) { @acc{x$}@ } {!~~mode$ = 1;!} return 0; }
%%MAIN
{?mode$ = 1;~~mode$ = nd();~~?}
pthread_t s$, t$; pthread_create(&s$, 0, f$, 0); pthread_create(&t$, 0, g$, 0);
--
atomic_int turn$; int x$;
void *f$(void *arg) { {!while (turn$ != 0) { }~~!} @acc{x$}@ turn$ = 1; {!~~@acc{x$}@!} return 0; }
void *g$(void *arg) { {!while (turn$ != 1) { }~~if (turn$ != 1) { sink(1); }~~while (turn$ == 2) { }!} @acc{x$}@ return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, 0); pthread_create(&t$, 0, g$, 0);
--
atomic_int c$; int x$;
void *f$(void *arg) { if (atomic_fetch_add(&c$, 1) == {!0~~0 * 1 || c$ > 0!}) { @acc{x$}@ } return 0; }
%%MAIN
@two{0^x$ = 1;}@
--
int x$, stop$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
void *f$(void *arg) { pthread_mutex_lock(&m$); int s = stop$; if (!s) { @acc{x$}@ } pthread_mutex_unlock(&m$); {!~~if (!s) { @acc{x$}@ }!} return 0; }
%%MAIN
pthread_t t$; pthread_create(&t$, 0, f$, 0); {!pthread_mutex_lock(&m$); stop$ = 1; pthread_mutex_unlock(&m$);~~stop$ = 1;~~sink(1);!} @acc{x$}@
--
int x$; int k$;
void *f$(void *arg) { int *p = {?arg~~(int *)(uintptr_t)arg?}; {!~~p = &x$;!} *p = *p + 1; return 0; }
%%MAIN
static int y$; pthread_t s$, t$; int v$ = {?nd() != 0~~1~~0?}; int *p$ = v$ ? &x$ : &y$; int *q$ = {!v$~~!v$!} ? &y$ : &x$;
pthread_create(&s$, 0, f$, p$); pthread_create(&t$, 0, f$, q$); {!pthread_join(s$, 0);~~!} *p$ = 1;
--
_Thread_local int x$; int *leak$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER; int y$;
static int *mine$(void) { return {!&x$~~&y$!}; }
void *f$(void *arg) { x$ = 1; (*mine$())++; {!~~int *p = arg; *p = 3;!} return 0; }
%%MAIN
x$ = 1; @two{&x$^x$ = 2;}@
--
int phase$; int x$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
void *f$(void *arg) { pthread_mutex_lock(&m$); if (phase$ == 0) { @acc{x$}@ phase$ = 1; } pthread_mutex_unlock(&m$); return 0; }
void *g$(void *arg) { int p; pthread_mutex_lock(&m$); p = phase$; pthread_mutex_unlock(&m$); if (p == {!1~~0!}) { @acc{x$}@ } return 0; }
%%MAIN
{!~~phase$ = 1;!} pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0); pthread_create(&t$, 0, g$, (void *)0);
--
int a$, b$, x$; pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER;
void *f$(void *arg) { int mine = 0; pthread_mutex_lock(&m$); if (!a$) { a$ = 1; mine = {!1~~0!}; } {!~~mine = 1;!} pthread_mutex_unlock(&m$); if (mine) { @acc{x$}@ } return 0; }
%%MAIN
@two{(void *)0^a$ = 0; x$ = 1;}@
--
int n$ {?= 1~~= 2?}; int a$[3];
void *f$(void *arg) { for (int i = 0; i < n$; i++) { {!if (i == (int)(long)arg) { a$[i]++; }~~a$[i]++;!} } {!~~n$ = 2;!} return 0; }
%%MAIN
@two{(void *)(long)i^n$ = 3;}@
--
atomic_int stage$; int x$;
void *f$(void *arg) { @acc{x$}@ atomic_fetch_add(&stage$, 1); {!~~@acc{x$}@!} return 0; }
void *g$(void *arg) { if (atomic_load(&stage$) {!== 1~~== 0~~<= 1!}) { @acc{x$}@ } return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0); pthread_create(&t$, 0, g$, (void *)0); {!~~pthread_t u$; pthread_create(&u$, 0, f$, (void *)0);!}
--
int x$; pthread_t h$;
void *f$(void *arg) { @acc{x$}@ return 0; }
void *g$(void *arg) { {!pthread_join(h$, 0);~~!} @acc{x$}@ return 0; }
%%MAIN
pthread_t t$; pthread_create(&h$, 0, f$, (void *)0); pthread_create(&t$, 0, g$, (void *)0); {!pthread_join(t$, 0);~~!} @late{x$}@
--
int x$, y$; pthread_t c$[2];
void *leaf$(void *arg) { @acc{x$}@ return 0; }
void *f$(void *arg) { @acc{y$}@ pthread_create(&c$[0], 0, leaf$, (void *)0); {?@acc{y$}@~~?} {!pthread_join(c$[0], 0);~~!} {?@acc{x$}@~~?} return 0; }
%%MAIN
pthread_t t$; pthread_create(&t$, 0, f$, (void *)0); {!pthread_join(t$, 0);~~!} {?pthread_t u$; pthread_create(&u$, 0, leaf$, (void *)0); {!pthread_join(u$, 0);~~!}~~?} @late{x$}@ @late{y$}@
--
int x$;
void *f$(void *arg) { @acc{x$}@ return 0; }
static void one$(void) { pthread_t t; pthread_create(&t, 0, f$, (void *)0); {!pthread_join(t, 0);~~!} }
static void run$(int n) { for (int i = 0; i < n; i++) { one$(); {?@acc{x$}@~~?} } }
%%MAIN
@early{x$}@ run$({?1~~2?}); {?@acc{x$}@~~?} one$(); @late{x$}@
--
int x$; struct { pthread_t h[2]; int n; } pool$;
void *f$(void *arg) { @acc{x$}@ return 0; }
static void start$(void) { pthread_create(&pool$.h[pool$.n{!++~~!}], 0, f$, (void *)0); }
static void stop$(void) { {!while (pool$.n > 0) { pthread_join(pool$.h[--pool$.n], 0); }~~if (pool$.n > 0) { pthread_join(pool$.h[--pool$.n], 0); }!} }
%%MAIN
start$(); {?start$();~~?} stop$(); @acc{x$}@
--
int x$; pthread_t t$; int started$;
void *f$(void *arg) { @acc{x$}@ return 0; }
%%MAIN
if (nd()) { pthread_create(&t$, 0, f$, (void *)0); started$ = 1; } if ({!started$~~nd() && started$~~!started$ && nd()!}) { pthread_join(t$, 0); } @acc{x$}@
== scenario
@locks@
--
@locks@
--
@locks@
--
@slices@
--
@owned@
--
@flags@
--
@containers@
--
@traps@
--
@traps@
)RULES";

} // namespace raceward::test
