#include "Idioms.h"

namespace raceward::test {

// threads{A^B^K^M^L}  f$(A) and g$(B) are created and joined; main touches L itself, guarded by
//                     the lock M of kind K where it is not alone
const std::string_view kThreadIdioms = R"RULES(
== early
--
--
@acc{#1}@
== middle
--
--
--
@#1A{#2}@ @acc{#3}@ @#1R{#2}@
--
{!~~@acc{#3}@!}
== late
--
@acc{#1}@
--
@acc{#1}@
== threads
{!@early{#5}@~~!} pthread_t s$, t$;
pthread_create(&s$, 0, f$, #1); {!~~@acc{#5}@!} pthread_create(&t$, 0, g$, #2);
@middle{#3^#4^#5}@
{!pthread_join(s$, 0); pthread_join(t$, 0);~~pthread_join(s$, 0);~~pthread_join(t$, 0);~~if (nd()) { pthread_join(s$, 0); } pthread_join(t$, 0);!}
@late{#5}@
--
@early{#5}@ pthread_t s$, t$;
pthread_create({!&s$~~&t$!}, 0, f$, #1); pthread_create(&t$, 0, g$, #2);
{!pthread_join(s$, 0); pthread_join(t$, 0); @late{#5}@~~pthread_join(s$, 0); @acc{#5}@ pthread_join(t$, 0);~~@acc{#5}@ pthread_join(t$, 0);!}
--
@early{#5}@ pthread_t t$[2];
for (int i = 0; i < 2; i++) { pthread_create(&t$[i], 0, {?f$~~i ? f$ : g$?}, i == 0 ? #1 : #2); {!~~@acc{#5}@!} }
@middle{#3^#4^#5}@
for (int i = {!0~~1!}; i < {!2~~1!}; i++) { {!~~if (i == 1 && nd()) { break; }!} pthread_join({!t$[i]~~t$[0]!}, 0); }
@late{#5}@
--
@early{#5}@ pthread_t t$[3]; int n$ = {?2~~nd() ? 1 : 2~~1?}; int k$ = 0;
while (k$ < n$) { pthread_create(&t$[k$], 0, f$, k$ == 0 ? #1 : #2); k$++; }
{!for (int i = 0; i < n$; i++) { pthread_join(t$[i], 0); }~~for (int i = 1; i < n$; i++) { pthread_join(t$[i], 0); }~~for (int i = 0; i + 1 < n$; i++) { pthread_join(t$[i], 0); }~~while (--k$ > 0) { pthread_join(t$[k$], 0); }!}
@late{#5}@
--
@early{#5}@ pthread_t t$;
for (int i = 0; i < 2; i++) { pthread_create(&t$, 0, f$, i ? #1 : #2); {!pthread_join(t$, 0);~~if (i == 1) { pthread_join(t$, 0); }!} {?@acc{#5}@~~?} }
@late{#5}@
--
@early{#5}@ pthread_t t$;
pthread_create(&t$, 0, f$, #1); {!pthread_join(t$, 0);~~!} {?@acc{#5}@~~?}
pthread_create(&t$, 0, g$, #2); {!pthread_join(t$, 0);~~pthread_detach(t$);!} @late{#5}@
--
@early{#5}@
pthread_create(&h$[0], 0, f$, #1); pthread_create(&h$[1], 0, g$, #2);
@middle{#3^#4^#5}@
{!joinAll$();~~joinOne$(0);~~!} @late{#5}@
--
@early{#5}@
joinOne$(startOne$(0, f$, #1)); {?@acc{#5}@~~?} {!joinOne$(startOne$(1, g$, #2));~~startOne$(1, g$, #2);!} @late{#5}@
--
@early{#5}@ pthread_t t$;
pthread_create(&t$, 0, spawner$, #1); {?@acc{z$}@~~?} @middle{#3^#4^#5}@ {!pthread_join(t$, 0);~~!} @late{#5}@
--
@early{#5}@ pthread_t s$, t$;
pthread_create(&s$, 0, f$, #1);
if (nd()) { pthread_create(&t$, 0, g$, #2); {!pthread_join(t$, 0);~~!} }
{!pthread_join(s$, 0);~~if (nd()) { pthread_join(s$, 0); }!} @late{#5}@
--
@early{#5}@ pthread_t t$;
if (pthread_create(&t$, 0, f$, #1) {!==~~!=!} 0) { pthread_join(t$, 0); } @late{#5}@
--
@early{#5}@ pthread_t t$[2], u$[2];
for (int i = 0; i < 2; i++) { pthread_create(&t$[i], 0, f$, #1); }
{!for (int i = 0; i < 2; i++) { pthread_join(t$[i], 0); }~~pthread_join(t$[1], 0);~~!}
@acc{#5}@
pthread_create(&u$[0], 0, g$, #2); {!pthread_join(u$[0], 0);~~pthread_join(t$[0], 0);!} @late{#5}@
--
@early{#5}@ struct { pthread_t *t; int n; } p$ = {calloc(4, sizeof(pthread_t)), 0}; int k$ = 2 + (nd() & 1);
{?{!p$.n = k$;~~p$.n = 1;~~p$.n = 0 * k$;!} for (int i = 0; i < k$; i++) { pthread_create(&p$.t[i], 0, f$, #1); }~~int i$; for (i$ = 0; i$ < k$; i$++) { {!~~p$.n = i$;!} if (pthread_create(&p$.t[i$], 0, f$, #1)) { break; } } {!p$.n = i$;~~!}?}
for (int i = 0; i < p$.n; i++) { pthread_join(p$.t[i], 0); } @late{#5}@
== workers
int z$; pthread_t h$[2];
void *f$(void *arg) { #1 #2 return 0; }
void *g$(void *arg) { #1 #3 return 0; }
void *spawner$(void *arg) { pthread_t t; {?z$ = 1;~~?} pthread_create(&t, 0, {?f$~~g$?}, arg); {?~~#1 #2?} {!pthread_join(t, 0);~~!} return 0; }
static void joinOne$(int i) { pthread_join(h$[i], 0); }
static void joinAll$(void) { for (int i = 0; i < 2; i++) { joinOne$(i); } }
static int startOne$(int i, void *(*run)(void *), void *arg) { pthread_create(&h$[i], 0, run, arg); return i; }
)RULES";

} // namespace raceward::test
