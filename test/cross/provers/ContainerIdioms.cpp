#include "Idioms.h"

namespace raceward::test {

// Objects that change hands through lists under a lock, and what goes wrong with them.
const std::string_view kContainerIdioms = R"RULES(
== consumers
pthread_t s$, t$, u$; pthread_create(&s$, 0, {?f$~~g$?}, #1); pthread_create(&t$, 0, g$, #1); {?~~pthread_create(&u$, 0, f$, #1);?} {?~~#2?}
== usenode
n->v++;
--
n->v = 2; {?free(n);~~?}
--
sink(n->v); free(n);
--
set(&n->v);
== containers
struct N$ { int v; struct N$ *next; }; struct Q$ { pthread_mutex_t m; struct N$ *head, *tail; int n; } q$ = {PTHREAD_MUTEX_INITIALIZER}; pthread_mutex_t other$ = PTHREAD_MUTEX_INITIALIZER; struct N$ *last$;
static void push$(struct Q$ *q, struct N$ *n) { {!n->next = 0;~~!} {!pthread_mutex_lock(&q->m);~~~~pthread_mutex_trylock(&q->m);~~pthread_mutex_lock(&other$);!} if (q->tail) { q->tail->next = n; } else { q->head = n; } {!q->tail = n;~~if (!q->tail) { q->tail = n; }!} q->n++; {!~~last$ = n;!} pthread_mutex_unlock(&q->m); {!~~n->v = 4;~~n->next = 0;!} }
static struct N$ *pop$(struct Q$ *q) { pthread_mutex_lock(&q->m); struct N$ *n = q->head; if (n) { {!q->head = n->next;~~~~pthread_mutex_unlock(&q->m); pthread_mutex_lock(&q->m); q->head = n->next;!} {!if (!q->head) { q->tail = 0; }~~~~if (nd()) { q->tail = 0; }!} q->n--; } {!~~else { n = q->tail; }~~if (n && nd()) { n = n->next; }~~if (!n) { n = last$; }!} pthread_mutex_unlock(&q->m); return n; }
void *f$(void *arg) { struct N$ *n = malloc(sizeof *n); n->v = 1; {!~~n->next = 0;!} push$(&q$, n); {!~~push$(&q$, n);~~sink(n->v);~~n->v++;~~free(n);!} return 0; }
void *g$(void *arg) { struct N$ *n = pop$(&q$); if (n) { @usenode@ {!~~push$(&q$, n); n->v = 3;~~push$(&q$, n);!} } return 0; }
%%MAIN
struct N$ *first$ = malloc(sizeof *first$); first$->v = 0; push$(&q$, first$);
@consumers{0^{!~~first$->v = 5;~~free(first$);!}}@
--
struct N$ { struct N$ *next; int v; }; struct Q$ { struct N$ *head, *tail; pthread_mutex_t m; };
static void push$(struct Q$ *q, struct N$ *n) { n->next = {!0~~n->next~~q->head!}; pthread_mutex_lock(&q->m); if ({!!q->head~~q->tail == 0~~nd()!}) { q->head = n; } else { q->tail->next = n; } q->tail = n; {!pthread_mutex_unlock(&q->m);~~pthread_mutex_unlock(&q->m); n->v = 2;!} }
static struct N$ *pop$(struct Q$ *q) { struct N$ *n; {!pthread_mutex_lock(&q->m); n = q->head;~~n = q->head; pthread_mutex_lock(&q->m);!} if (n == 0) { pthread_mutex_unlock(&q->m); return 0; } q->head = {!n->next~~q->tail~~n!}; {!pthread_mutex_unlock(&q->m);~~!} return n; }
void *f$(void *arg) { struct Q$ *q = arg; struct N$ *n = malloc(sizeof *n); n->v = 1; n->next = 0; push$(q, n); return 0; }
void *g$(void *arg) { struct Q$ *q = arg; struct N$ *n = pop$(q); if (n) { @usenode@ } return 0; }
%%MAIN
struct Q$ *q$ = {?malloc(sizeof *q$)~~calloc(1, sizeof *q$)?}; q$->head = {!0~~0~~malloc(sizeof *q$->head)!}; q$->tail = 0; pthread_mutex_init(&q$->m, 0); {?~~push$(q$, calloc(1, sizeof(struct N$)));?}
@consumers{q$^{!~~pthread_mutex_init(&q$->m, 0);~~q$->head = 0;~~free(q$);!}}@
--
struct N$ { int v; struct N$ *next; }; static struct N$ *head$; static pthread_mutex_t m$ = PTHREAD_MUTEX_INITIALIZER, k$ = PTHREAD_MUTEX_INITIALIZER;
static void push$(struct N$ *n) { pthread_mutex_lock(&m$); n->next = head$; head$ = n; {!~~n->next = n;!} pthread_mutex_unlock(&m$); {!~~n->v = 3;!} }
static struct N$ *pop$(void) { {!pthread_mutex_lock(&m$);~~pthread_mutex_lock(&k$);!} struct N$ *n = head$; if (n) { {!head$ = n->next;~~pthread_mutex_unlock(&m$); head$ = n->next; pthread_mutex_lock(&m$);~~head$ = 0;~~if (n->next) { head$ = n->next; }!} } {!pthread_mutex_unlock(&m$);~~pthread_mutex_unlock(&k$);!} return n; }
static struct N$ *find$(int v) { struct N$ *n; pthread_mutex_lock(&m$); for (n = head$; n; n = n->next) { if (n->v == v) { break; } } {!if (n) { n->v = 8; } n = 0;~~!} pthread_mutex_unlock(&m$); return n; }
void *f$(void *arg) { struct N$ *n = malloc(sizeof *n); n->v = 1; push$(n); {?~~n = find$(1); if (n) { n->v = 9; }?} return 0; }
void *g$(void *arg) { struct N$ *n = pop$(); if (n) { @usenode@ {!~~push$(n); sink(n->v);!} } {?~~find$(2);?} return 0; }
%%MAIN
{?head$ = calloc(1, sizeof *head$);~~push$(calloc(1, sizeof(struct N$)));~~?} @consumers{0^{!~~if (head$) { head$->v = 4; }!}}@
--
struct N$ { int v; struct N$ *next; }; struct Q$ { pthread_mutex_t m; struct N$ *head; } q$ = {PTHREAD_MUTEX_INITIALIZER}, p$ = {PTHREAD_MUTEX_INITIALIZER};
static void push$(struct Q$ *q, struct N$ *n) { pthread_mutex_lock(&q->m); n->next = q->head; q->head = n; pthread_mutex_unlock(&q->m); }
static struct N$ *take$(struct Q$ *q) { pthread_mutex_lock(&q->m); struct N$ *all = q->head; {!q->head = 0;~~~~if (nd()) { q->head = 0; }~~q->head = all ? all->next : 0;!} pthread_mutex_unlock(&q->m); return all; }
void *f$(void *arg) { struct N$ *n = malloc(sizeof *n); n->v = 1; push$({?&q$~~&p$~~nd() ? &q$ : &p$?}, n); {!~~push$(&p$, n);~~n->v = 2;!} return 0; }
void *g$(void *arg) { for (struct N$ *n = take$(&q$), *next; n; n = next) { next = n->next; n->v++; {!push$(&p$, n);~~push$(&p$, n); n->v = 3;~~free(n);~~push$(&p$, n); push$(&p$, n);!} } {?~~for (struct N$ *n = take$(&p$); n; n = n->next) { n->v = 5; }?} return 0; }
%%MAIN
push$(&q$, calloc(1, sizeof(struct N$))); {?push$(&q$, calloc(1, sizeof(struct N$)));~~?} @consumers{0^{!~~p$.head = q$.head;~~p$ = q$;!}}@
--
struct N$ { struct N$ *next; int *data; }; struct Q$ { pthread_mutex_t m; struct N$ *head; int n; } q$ = {PTHREAD_MUTEX_INITIALIZER}; int x$;
static void push$(struct Q$ *q, int *data) { struct N$ *n = malloc(sizeof *n); n->data = data; pthread_mutex_lock(&q->m); n->next = q->head; q->head = n; q->n++; pthread_mutex_unlock(&q->m); {!~~n->data = 0;~~*data = 3;!} }
static int *pop$(struct Q$ *q) { int *data = 0; pthread_mutex_lock(&q->m); if (q->n {!> 0~~>= 0~~!= 5!}) { struct N$ *n = q->head; if (n) { q->head = n->next; {!q->n--;~~!} data = n->data; {!free(n);~~~~free(data);!} } } pthread_mutex_unlock(&q->m); return data; }
void *f$(void *arg) { int *p = {!malloc(sizeof *p)~~&x$!}; *p = 1; push$(&q$, p); {!~~push$(&q$, p);~~*p = 4;~~sink(*p);!} return 0; }
void *g$(void *arg) { int *p = pop$(&q$); if (p) { (*p)++; {!~~push$(&q$, p); *p = 2;!} } return 0; }
%%MAIN
int *first$ = malloc(sizeof *first$); *first$ = 0; push$(&q$, first$); {!~~push$(&q$, first$);!} @consumers{0^{!~~*first$ = 4;~~x$ = 2;!}}@
--
struct N$ { struct N$ *next; int v; }; struct Q$ { pthread_mutex_t m; pthread_cond_t c; struct N$ *head, *tail; int n; int stop; };
static void push$(struct Q$ *q, struct N$ *n) { n->next = 0; pthread_mutex_lock(&q->m); if (q->n++ == {!0~~1!}) { q->head = n; } else { q->tail->next = n; } q->tail = n; pthread_cond_signal(&q->c); pthread_mutex_unlock(&q->m); }
static struct N$ *pop$(struct Q$ *q) { struct N$ *n = 0; pthread_mutex_lock(&q->m); {!while (q->n == 0 && !q->stop) { pthread_cond_wait(&q->c, &q->m); } if (q->n > 0) { n = q->head; q->head = n->next; {!q->n--;~~q->n = 0;!} }~~n = q->head; while (q->n == 0 && !q->stop) { pthread_cond_wait(&q->c, &q->m); } if (n) { q->head = n->next; {!q->n--;~~q->n = 0;!} }~~while (q->n == 0 && !q->stop) { pthread_cond_wait(&q->c, &q->m); } if (q->n > 0) { n = q->head; if (n->next) { pthread_cond_wait(&q->c, &q->m); } q->head = n->next; {!q->n--;~~q->n = 0;!} }!} pthread_mutex_unlock(&q->m); return n; }
void *f$(void *arg) { struct N$ *n = malloc(sizeof *n); n->v = 1; push$(arg, n); {!~~n->v = 2;!} return 0; }
void *g$(void *arg) { struct N$ *n = pop$(arg); if (n) { @usenode@ } return 0; }
%%MAIN
struct Q$ *q$ = calloc(1, sizeof *q$); pthread_mutex_init(&q$->m, 0); pthread_cond_init(&q$->c, 0); pthread_t s$, t$, u$; pthread_create(&s$, 0, f$, q$); pthread_create(&t$, 0, g$, q$); pthread_create(&u$, 0, {?f$~~g$?}, q$);
{?pthread_mutex_lock(&q$->m); q$->stop = 1; pthread_cond_broadcast(&q$->c); pthread_mutex_unlock(&q$->m);~~?} {?pthread_join(s$, 0); {!pthread_join(t$, 0);~~!} pthread_join(u$, 0); while (q$->head) { struct N$ *n = q$->head; q$->head = n->next; n->v = 7; free(n); } free(q$);~~?}
--
struct N$ { struct N$ *prev, *next; int v; }; struct Q$ { int i; pthread_mutex_t m; struct N$ *head, *tail; }; struct Q$ *all$;
static void push$(struct Q$ *q, struct N$ *n) { {!pthread_mutex_lock(&q->m);~~if (pthread_mutex_trylock(&q->m) == 0) { sink(1); }~~!} n->next = 0; {!n->prev = q->tail;~~n->prev = 0;!} if (q->tail) { q->tail->next = n; } else { q->head = n; } {!q->tail = n;~~if (!q->tail) { q->tail = n; }!} pthread_mutex_unlock(&q->m); {!~~n->v = 5;!} }
static struct N$ *newest$(struct Q$ *q) { {?pthread_mutex_lock(&q->m);~~if (pthread_mutex_trylock(&q->m) != 0) { return 0; }?} struct N$ *n = q->tail; if (n) { q->tail = n->prev; if (q->tail) { {!q->tail->next = 0;~~q->tail->next = n;!} } else { {!q->head = 0;~~!} } } pthread_mutex_unlock(&q->m); return n; }
static struct N$ *oldest$(struct Q$ *q) { {?pthread_mutex_lock(&q->m);~~if (pthread_mutex_trylock(&q->m) != 0) { return 0; }?} struct N$ *n = q->head; if (n) { q->head = n->next; if (q->head) { {!q->head->prev = 0;~~!} } else { {!q->tail = 0;~~!} } } {!pthread_mutex_unlock(&q->m);~~pthread_mutex_unlock(&q->m); if (n && n->next) { n->next->v = 2; }!} return n; }
void *f$(void *arg) { struct N$ *n = malloc(sizeof *n); n->v = 1; push$(arg, n); {!~~n->v = 2;!} return 0; }
void *g$(void *arg) { struct Q$ *q = arg; {?~~q = &all$[(q->i + 1) % 3];?} struct N$ *n = {?newest$(q)~~oldest$(q)~~nd() ? oldest$(q) : newest$(q)?}; if (n) { @usenode@ {!~~push$(q, n); n->v = 3;!} } return 0; }
%%MAIN
all$ = calloc(3, sizeof *all$); for (int i = 0; i < 3; i++) { all$[i].i = i; pthread_mutex_init(&all$[i].m, 0); } push$(&all$[1], calloc(1, sizeof(struct N$))); {?push$(&all$[1], calloc(1, sizeof(struct N$)));~~?} {!~~all$[2].head = all$[1].head; all$[2].tail = all$[1].tail;!}
@consumers{&all$[1]^{!~~all$[1].head = 0;!}}@
)RULES";

} // namespace raceward::test
