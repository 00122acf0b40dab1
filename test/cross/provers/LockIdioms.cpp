#include "Idioms.h"

namespace raceward::test {

// locked{K^M^N^L^P}   two functions for threads that run P and then touch L under the lock M of
//                     kind K; N is another lock
const std::string_view kLockIdioms = R"RULES(
== locked
@workers{#5^@#1Body{#2^#4}@^{!@#1Body{#2^#4}@~~@#1Body{#3^#4}@!}}@
--
@workers{#5^@#1Body{#2^#4}@ {?@#1Body{#2^#4}@~~?}^@#1Body{#2^#4}@}@
== locks
{?static ~~?}pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER, n$ = PTHREAD_MUTEX_INITIALIZER; int x$;
@locked{mx^&m$^&n$^x$^}@
%%MAIN
@threads{(void *)0^(void *)0^mx^&m$^x$}@
--
pthread_spinlock_t m$, n$; int x$;
@locked{sp^&m$^&n$^x$^}@
%%MAIN
pthread_spin_init(&m$, 0); pthread_spin_init(&n$, 0);
@threads{(void *)0^(void *)0^sp^&m$^x$}@
--
atomic_int m$, n$; int x$;
@locked{hs^&m$^&n$^x$^}@
%%MAIN
@threads{(void *)0^(void *)0^hs^&m$^x$}@
--
int x$; int y$;
@locked{se^0^0^x$^}@
%%MAIN
@threads{(void *)0^(void *)0^se^0^x$}@
--
pthread_once_t o$ = PTHREAD_ONCE_INIT, q$ = PTHREAD_ONCE_INIT; int x$;
void make$(void) { x$ = 1; }
void *f$(void *arg) { {!pthread_once(&o$, make$);~~!} {?int r = x$; (void)r;~~?} {!~~make$();!} return 0; }
void *g$(void *arg) { {!~~x$++;!} {!pthread_once(&o$, make$);~~pthread_once(&q$, make$);!} int r = x$; (void)r; {!~~x$ = 2;!} return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, 0); pthread_create(&t$, 0, {?f$~~g$?}, 0);
--
pthread_mutex_t m$, n$; int x$;
@locked{mx^&m$^&n$^x$^}@
%%MAIN
pthread_mutexattr_t a$; pthread_mutexattr_init(&a$); pthread_mutexattr_settype(&a$, PTHREAD_MUTEX_RECURSIVE);
pthread_mutex_init(&m$, &a$); pthread_mutex_init(&n$, {?&a$~~0?});
@threads{(void *)0^(void *)0^mx^&m$^x$}@
--
pthread_mutex_t m$; int x$;
void *f$(void *arg) { pthread_mutex_lock(&m$); pthread_mutex_lock(&m$); @acc{x$}@ pthread_mutex_unlock(&m$); {!@acc{x$}@ pthread_mutex_unlock(&m$);~~pthread_mutex_unlock(&m$); @acc{x$}@!} return 0; }
%%MAIN
pthread_mutexattr_t a$; pthread_mutexattr_init(&a$); pthread_mutexattr_settype(&a$, PTHREAD_MUTEX_RECURSIVE);
pthread_mutex_init(&m$, &a$);
pthread_t s$, t$; pthread_create(&s$, 0, f$, 0); pthread_create(&t$, 0, f$, 0);
--
struct S$ { pthread_mutex_t m, n; int x, y; };
struct S$ s1$ = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, 0, 0};
struct S$ s2$ = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, 0, 0};
@locked{mx^&p->m^&p->n^@=objectdata@^struct S$ *p = @=objectfrom@;}@
%%MAIN
{ struct S$ *p = &s1$; (void)p;
@threads{&s1$^{!&s1$~~&s2$!}^mx^&p->m^@=objectdata@}@ }
--
struct S$ { pthread_mutex_t m, n; int x, y; } s1$; struct S$ *gp$;
@locked{mx^&p->m^&p->n^p->x^struct S$ *p = {?arg~~arg~~gp$?};}@
%%MAIN
{ struct S$ *p = malloc(sizeof *p);
pthread_mutex_init(&p->m, 0); pthread_mutex_init(&p->n, 0); p->x = 0; gp$ = p;
@threads{p^p^mx^&p->m^p->x}@ }
--
struct I$ { int v; }; struct T$ { pthread_mutex_t m, n; struct I$ *item; }; struct C$ { struct T$ *t; } c$[2];
@locked{mx^&p->t->m^&p->t->n^p->t->item->v^struct C$ *p = arg;}@
%%MAIN
{ struct T$ *t = malloc(sizeof *t), *u = malloc(sizeof *u);
pthread_mutex_init(&t->m, 0); pthread_mutex_init(&t->n, 0); pthread_mutex_init(&u->m, 0); pthread_mutex_init(&u->n, 0);
t->item = malloc(sizeof *t->item); t->item->v = 0; u->item = t->item; c$[0].t = t; c$[1].t = {!t~~u!};
@threads{&c$[0]^&c$[{?1~~0~~1?}]^mx^&t->m^t->item->v}@ }
--
struct I$ { int v; } *item$; struct T$ { pthread_mutex_t m, n; }; struct C$ { struct T$ *t; int key; };
static struct T$ *made$(void) { struct T$ *t = malloc(sizeof *t); pthread_mutex_init(&t->m, 0); pthread_mutex_init(&t->n, 0); return t; }
static pthread_mutex_t *of$(struct C$ *c) { return {!&c->t->m~~c->key ? &c->t->m : &c->t->n!}; }
@locked{mx^of$(p)^&p->t->n^item$->v^struct C$ *p = arg;}@
%%MAIN
{ struct T$ *t = made$(); item$ = malloc(sizeof *item$); item$->v = 0;
struct C$ *a = malloc(sizeof *a), *b = malloc(sizeof *b); a->t = t; a->key = 0; b->t = {!t~~made$()!}; b->key = 1;
@threads{a^b^mx^&t->m^item$->v}@ }
--
pthread_mutex_t m$[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER}; int x$[3];
@locked{mx^&m$[i]^&m$[1 - i]^x$[{!i~~i~~1 - i~~0!}]^int i = (int)(long)arg;}@
%%MAIN
@threads{(void *)0L^(void *){?0L~~1L~~1L?}^mx^&m$[0]^x$[0]}@
--
pthread_mutex_t m$[3]; int x$[3];
@locked{mx^&m$[i]^&m$[0]^x$[i]^int i = (int)(long)arg {!~~/ 2~~% 2!};}@
%%MAIN
for (int i = 0; i < 3; i++) { pthread_mutex_init(&m$[i], 0); }
@threads{(void *){?1L~~2L?}^(void *){?1L~~2L?}^mx^&m$[1]^x$[{!1~~2!}]}@
--
struct N$ { struct N$ *next; int x; }; struct N$ *h$[2]; pthread_mutex_t m$[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER}; struct N$ *last$;
struct N$ *make$(void) { struct N$ *n = malloc(sizeof *n); n->next = 0; n->x = 0; return n; }
void add$(int i, struct N$ *n) { n->next = h$[{!i~~1 - i!}]; h$[i] = n; }
void use$(int i) { pthread_mutex_lock(&m$[{!i~~1 - i!}]); {?for (struct N$ *p = h$[i]; p; p = p->next) { @acc{p->x}@ }~~if (h$[i]) { @acc{h$[i]->x}@ }?} pthread_mutex_unlock(&m$[i]); }
void *f$(void *arg) { int i = (int)(long)arg; {?use$(i);~~use$(1 - i);?} {?struct N$ *n = make$(); pthread_mutex_lock(&m$[i]); add$(i, n); {!~~add$(1 - i, n);!} pthread_mutex_unlock(&m$[i]); {!~~@acc{n->x}@!}~~?} return 0; }
%%MAIN
add$(0, make$()); { struct N$ *n = make$(); add$(1, n); {!~~h$[0] = n;!} {!~~h$[1]->next = h$[0];!} {!~~last$ = n; h$[0]->next = last$;!} {!~~memcpy(&h$[0], &h$[1], sizeof h$[0]);!} }
pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *){?0L~~1L?}); pthread_create(&t$, 0, f$, (void *){?0L~~1L?});
--
struct N$ { struct N$ *next; int x; }; struct Q$ { pthread_mutex_t m; struct N$ *head; } q$ = {PTHREAD_MUTEX_INITIALIZER, 0}, r$ = {PTHREAD_MUTEX_INITIALIZER, 0};
void put$(struct Q$ *q, {?int v~~long v?}) { struct N$ *n = malloc(sizeof *n); n->x = (int)v; pthread_mutex_lock(&q->m); n->next = {!q->head~~q == &q$ ? r$.head : q->head!}; q->head = n; pthread_mutex_unlock(&q->m); }
void use$(struct Q$ *q) { pthread_mutex_lock({!&q->m~~&r$.m!}); struct N$ *n = q->head; if (n) { @acc{n->x}@ {!~~r$.head = n;!} } pthread_mutex_unlock({!&q->m~~&r$.m!}); {!~~if (n) { @acc{n->x}@ }!} }
void *f$(void *arg) { {?put$(arg, 1);~~?} use$({?arg~~&q$~~&r$?}); return 0; }
%%MAIN
put$(&q$, 1); put$(&r$, 2);
pthread_t s$, t$; pthread_create(&s$, 0, f$, {?&q$~~&r$?}); pthread_create(&t$, 0, f$, {?&q$~~&r$?});
--
struct S$ { pthread_mutex_t m; int x; struct S$ *other; } a$[2] = {{PTHREAD_MUTEX_INITIALIZER, 0, &a$[1]}, {PTHREAD_MUTEX_INITIALIZER, 0, &a$[0]}};
@locked{mx^&p->m^&p->other->m^p->x^struct S$ *p = {?arg~~arg~~((struct S$ *)arg)->other->other?};}@
%%MAIN
@threads{&a$[0]^{?&a$[0]~~&a$[1]~~a$[0].other~~a$[1].other?}^mx^&a$[0].m^a$[{!0~~1!}].x}@
--
pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER, n$ = PTHREAD_MUTEX_INITIALIZER; int x$;
pthread_mutex_t *pm$ = &m$; pthread_mutex_t *pn$ = &n$;
@locked{mx^pm$^pn$^x$^}@
%%MAIN
{!~~pm$ = nd() ? &m$ : &n$;!}
@threads{(void *)0^(void *)0^mx^{!&m$~~&n$!}^x$}@
--
pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER, n$ = PTHREAD_MUTEX_INITIALIZER; int x$;
struct S$ { pthread_mutex_t *lock; int *data; } a$ = {&m$, &x$}, b$ = {{!&m$~~&n$!}, &x$};
@locked{mx^p->lock^&n$^{?x$~~(*p->data)?}^struct S$ *p = arg;}@
%%MAIN
@threads{&a$^{?&b$~~&a$?}^mx^&m$^x$}@
--
pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER, n$ = PTHREAD_MUTEX_INITIALIZER; int x$;
static pthread_mutex_t *which$(int i) { return {!&m$~~i ? &m$ : &n$!}; }
@locked{mx^which$(1)^which$(0)^x$^}@
%%MAIN
@threads{(void *)0^(void *)0^mx^which$({!1~~0!})^x$}@
--
pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER, n$ = PTHREAD_MUTEX_INITIALIZER; int x$; int *al$ = &x$;
union { int *p; uintptr_t u; } un$; uintptr_t u$; struct { int y; int x; } st$; int *vec$[2];
static int *where$(void) { return al$; }
static int *pick$(int *a, int *b, int i) { return i ? a : b; }
@locked{mx^&m$^&n$^@lvalue@^}@
%%MAIN
un$.p = &x$; u$ = (uintptr_t)&x$ {?~~+ 4?} {?~~- 0?}; u$ = (uintptr_t)&x$; { int *q = &x$; memcpy(&vec$[1], &q, sizeof q); }
@threads{(void *)0^(void *)0^mx^&m$^@lvalue@}@
--
pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER; int x$;
static void enter$(void) { pthread_mutex_lock(&m$); }
static void leave$(void) { {!pthread_mutex_unlock(&m$);~~if (x$ > 0) { pthread_mutex_unlock(&m$); }!} }
static int enterIf$(int c) { if (c) { pthread_mutex_lock(&m$); } return {!c~~1!}; }
static void work$(void) { enter$(); @acc{x$}@ {!leave$();~~leave$(); @acc{x$}@!} }
static void work2$(void) { if (enterIf$(nd() != 0)) { @acc{x$}@ leave$(); } }
void *f$(void *arg) { {?work$();~~work2$();~~enter$(); sink(get(&x$)); leave$(); {!~~@acc{x$}@!}?} return 0; }
void *g$(void *arg) { void (*run)(void) = {?work$~~work2$~~nd() ? work$ : work2$?}; run(); return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, 0); pthread_create(&t$, 0, g$, 0);
{!pthread_join(s$, 0); pthread_join(t$, 0);~~pthread_join(t$, 0);!} @late{x$}@
--
pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c$ = PTHREAD_COND_INITIALIZER; int ready$, x$;
void *f$(void *arg) { pthread_mutex_lock(&m$); {!while~~if!} (!ready$) { {!~~x$ = 1;!} pthread_cond_wait(&c$, &m$); } {!@acc{x$}@ pthread_mutex_unlock(&m$);~~pthread_mutex_unlock(&m$); @acc{x$}@!} return 0; }
void *g$(void *arg) { {?@acc{x$}@~~?} pthread_mutex_lock(&m$); ready$ = 1; {?@acc{x$}@~~?} {?pthread_cond_signal(&c$);~~pthread_cond_broadcast(&c$);?} pthread_mutex_unlock(&m$); {!~~@acc{x$}@!} return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, 0); pthread_create(&t$, 0, g$, 0); {?pthread_join(t$, 0); pthread_join(s$, 0); @late{x$}@~~?}
--
pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c$ = PTHREAD_COND_INITIALIZER; int ready$, x$;
void *f$(void *arg) { pthread_mutex_lock(&m$); {!while~~if!} (!ready$) { pthread_cond_wait(&c$, &m$); } pthread_mutex_unlock(&m$); @acc{x$}@ return 0; }
void *g$(void *arg) { {!@acc{x$}@~~!} pthread_mutex_lock(&m$); ready$ = 1; pthread_cond_signal(&c$); pthread_mutex_unlock(&m$); {!~~@acc{x$}@!} return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, 0); pthread_create(&t$, 0, g$, 0);
--
pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER, n$ = PTHREAD_MUTEX_INITIALIZER; int x$;
void *f$(void *arg) { pthread_mutex_lock(&m$); pthread_mutex_lock(&n$); @acc{x$}@ pthread_mutex_unlock({?&m$~~&n$?}); {!~~@acc{x$}@!} return 0; }
void *g$(void *arg) { pthread_mutex_lock({?&m$~~&n$?}); @acc{x$}@ return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, 0); pthread_create(&t$, 0, g$, 0);
--
pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER; int x$, y$; int on$ {?= 1~~?};
void *f$(void *arg) { if (on$) { pthread_mutex_lock(&m$); } @acc{x$}@ if (on$) { pthread_mutex_unlock(&m$); } return 0; }
void *g$(void *arg) { pthread_mutex_lock(&m$); @acc{x$}@ pthread_mutex_unlock(&m$); {!~~on$ = 0;!} return 0; }
%%MAIN
{!on$ = 1;~~on$ = nd();~~!}
pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0); pthread_create(&t$, 0, {?f$~~g$?}, (void *)0);
--
struct A$ { int n; pthread_mutex_t lock; int bal; }; struct A$ acc$[2];
static void move$(struct A$ *from, struct A$ *to) { pthread_mutex_lock(&from->lock); from->bal--; {!pthread_mutex_unlock(&from->lock); pthread_mutex_lock(&to->lock); to->bal++; pthread_mutex_unlock(&to->lock);~~to->bal++; pthread_mutex_unlock(&from->lock);!} }
void *f$(void *arg) { long i = (long)arg; move$(&acc$[i], &acc$[1 - i]); return 0; }
%%MAIN
for (int i = 0; i < 2; i++) { pthread_mutex_init(&acc$[i].lock, 0); acc$[i].bal = 10; }
pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0L); pthread_create(&t$, 0, f$, (void *){?0L~~1L?}); {?pthread_join(s$, 0); {!pthread_join(t$, 0);~~!} acc$[0].bal = 0;~~?}
--
struct H$ { pthread_mutex_t lock; struct D$ *d; }; struct D$ { int v; struct H$ *up; }; struct H$ h$ = {PTHREAD_MUTEX_INITIALIZER, 0}; struct H$ k$ = {PTHREAD_MUTEX_INITIALIZER, 0};
static void touch$(struct D$ *d) { pthread_mutex_lock(&d->up->lock); @acc{d->v}@ pthread_mutex_unlock(&d->up->lock); }
void *f$(void *arg) { touch$(arg); {!~~pthread_mutex_lock(&h$.lock); ((struct D$ *)arg)->up = &k$; pthread_mutex_unlock(&h$.lock);!} return 0; }
void *g$(void *arg) { struct D$ *d = arg; {?touch$(d);~~pthread_mutex_lock(&{!h$~~k$!}.lock); d->v = 1; pthread_mutex_unlock(&{!h$~~k$!}.lock);?} return 0; }
%%MAIN
struct D$ *d$ = malloc(sizeof *d$); d$->v = 0; d$->up = &h$; h$.d = d$;
pthread_t s$, t$; pthread_create(&s$, 0, f$, d$); pthread_create(&t$, 0, g$, d$);
--
pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER, n$ = PTHREAD_MUTEX_INITIALIZER; int x$;
void *f$(void *arg) { pthread_mutex_t *l = &m$; for (int k = 0; k < 2; k++) { pthread_mutex_lock(l); @acc{x$}@ pthread_mutex_unlock(l); {!~~l = &n$;!} } return 0; }
void *g$(void *arg) { pthread_mutex_t *l = {!&m$~~nd() ? &m$ : &n$!}; pthread_mutex_lock(l); @acc{x$}@ pthread_mutex_unlock(l); return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0); pthread_create(&t$, 0, g$, (void *)0);
--
pthread_mutex_t m$[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER}; int x$[2]; int idx$;
void *f$(void *arg) { int i = {?idx$~~nd() & 1~~(int)(long)arg?}; pthread_mutex_lock(&m$[i]); {!~~i = 1 - i;!} @acc{x$[i]}@ {!~~i = 1 - i;!} pthread_mutex_unlock(&m$[i]); return 0; }
%%MAIN
idx$ = {?0~~nd() & 1?};
pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0L); pthread_create(&t$, 0, f$, (void *)1L); {!~~idx$ = 1;!}
--
pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER; int x$;
static int get$(int c) { pthread_mutex_lock(&m$); if (c) { {!pthread_mutex_unlock(&m$);~~!} return 1; } return 0; }
void *f$(void *arg) { if (!get$(nd())) { @acc{x$}@ pthread_mutex_unlock(&m$); } {!~~else { @acc{x$}@ }!} return 0; }
void *g$(void *arg) { int r = get$({?0~~1~~nd()?}); if (r {!== 0~~!= 0!}) { @acc{x$}@ pthread_mutex_unlock(&m$); } return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0); pthread_create(&t$, 0, g$, (void *)0);
--
pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER; int x$; int depth$;
static void rec$(int n) { {?@acc{x$}@~~?} if (n > 0) { {!~~pthread_mutex_unlock(&m$); x$ = 1; pthread_mutex_lock(&m$);!} rec$(n - 1); } @acc{x$}@ }
void *f$(void *arg) { pthread_mutex_lock(&m$); rec$({?1~~2?}); pthread_mutex_unlock(&m$); return 0; }
void *g$(void *arg) { {!pthread_mutex_lock(&m$); rec$(0); pthread_mutex_unlock(&m$);~~rec$(0);!} return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0); pthread_create(&t$, 0, g$, (void *)0);
--
pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER; int x$, y$;
void *f$(void *arg) { pthread_mutex_lock(&m$); __VERIFIER_atomic_begin(); x$ = 1; __VERIFIER_atomic_end(); pthread_mutex_unlock(&m$); return 0; }
void *g$(void *arg) { {!pthread_mutex_lock(&m$); x$++; pthread_mutex_unlock(&m$);~~x$++;~~__VERIFIER_atomic_begin(); pthread_mutex_t *l = &m$; (void)l; __VERIFIER_atomic_end(); x$++;!} return 0; }
void *h$(void *arg) { {?__VERIFIER_atomic_begin(); x$ = 3; __VERIFIER_atomic_end();~~__VERIFIER_atomic_set(&x$);?} return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0); pthread_create(&t$, 0, {?g$~~h$?}, (void *)0); {!~~pthread_t u$; pthread_create(&u$, 0, g$, (void *)0);!}
--
atomic_int l$; int x$;
void *f$(void *arg) { int e = 0; if ({!atomic_compare_exchange_strong(&l$, &e, 1)~~!atomic_compare_exchange_strong(&l$, &e, 1)~~atomic_load(&l$) == 0!}) { @acc{x$}@ {!atomic_store(&l$, 0);~~atomic_store(&l$, 0); x$ = 1;!} } return 0; }
%%MAIN
@two{(void *)0^sink(x$);}@
--
atomic_int l$; int x$;
void *f$(void *arg) { {!while (atomic_exchange(&l$, 1)) { }~~while (atomic_load(&l$)) { } atomic_store(&l$, 1);~~while (atomic_exchange(&l$, 0)) { }!} @acc{x$}@ {!l$ = 0;~~l$ = 0; x$++;!} return 0; }
%%MAIN
@two{(void *)0^x$ = 4;}@
--
atomic_flag l$ = ATOMIC_FLAG_INIT; int x$;
void *f$(void *arg) { {!while (atomic_flag_test_and_set(&l$)) { }~~if (atomic_flag_test_and_set(&l$)) { sink(1); }!} @acc{x$}@ atomic_flag_clear(&l$); {!~~@acc{x$}@!} return 0; }
%%MAIN
@two{(void *)0^x$ = 4;}@
--
atomic_int l$, k$; int x$;
static void take$(atomic_int *p) { assumeLock(p); }
static void give$(atomic_int *p) { {!atomic_store(p, 0);~~*(int *)p = 0;!} }
void *f$(void *arg) { take$(&l$); @acc{x$}@ give$(&l$); return 0; }
void *g$(void *arg) { atomic_int *p = {!&l$~~&k$!}; take$(p); @acc{x$}@ {!~~give$(p); take$(&k$); x$ = 1; p = &k$;!} give$(p); return 0; }
%%MAIN
pthread_t s$, t$; pthread_create(&s$, 0, f$, (void *)0); pthread_create(&t$, 0, g$, (void *)0);
--
int l$; int x$;
void *f$(void *arg) { __VERIFIER_atomic_begin(); __VERIFIER_assume(l$ == {!0~~0 || l$ == 1!}); l$ = 1; __VERIFIER_atomic_end(); @acc{x$}@ {!__VERIFIER_atomic_begin(); l$ = 0; __VERIFIER_atomic_end();~~l$ = 0;!} return 0; }
%%MAIN
@two{(void *)0^x$ = 4;}@
== objectdata
p->x
--
p->x
--
s1$.x
== objectfrom
arg
--
&s1$
--
(struct S$ *)arg
== lvalue
x$
--
x$
--
(*al$)
--
(*un$.p)
--
(*(int *)un$.u)
--
(*(int *)u$)
--
(*where$())
--
(*pick$(&x$, &st$.x, {!1~~0!}))
--
(*vec$[1])
)RULES";

} // namespace raceward::test
