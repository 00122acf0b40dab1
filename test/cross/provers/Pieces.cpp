#include "Idioms.h"

namespace raceward::test {

// acc{L}            an access of the int L, mostly a write
// body{K^M^L}       L guarded by the lock M of kind K, in a thread
// KA{M}, KR{M}      acquiring and releasing a lock of kind K: mx (mutex), sp (spin lock),
//                   hs (hand-made spin lock, an atomic_int), se (atomic section)
const std::string_view kPieces = R"RULES(
== acc
PAUSE #1 = #1 + 1;
--
PAUSE #1++;
--
PAUSE #1 = 7;
--
if (#1 < 2) { PAUSE #1 = #1 + 1; }
--
set(&#1);
--
{ int *q = &#1; PAUSE *q += 1; }
--
memset(&#1, 0, sizeof(int));
--
sink(#1);
--
sink(get(&#1));
== n
{?1~~2~~2~~1 + (nd() != 0)?}
== mxA
pthread_mutex_lock(#1);
--
pthread_mutex_lock(#1);
--
lockIt(#1);
--
if (pthread_mutex_lock(#1) != 0) { abort(); }
== mxR
pthread_mutex_unlock(#1);
--
pthread_mutex_unlock(#1);
--
unlockIt(#1);
== spA
pthread_spin_lock(#1);
== spR
pthread_spin_unlock(#1);
== seA
__VERIFIER_atomic_begin();
== seR
__VERIFIER_atomic_end();
== hsA
{?while (atomic_exchange(#1, 1) != 0) { }~~casLock(#1);~~assumeLock(#1);?}
== hsR
{?atomic_store(#1, 0);~~*(#1) = 0;~~{!__VERIFIER_atomic_begin(); CELL(#1) = 0; __VERIFIER_atomic_end();~~*(int *)(#1) = 0;!}?}
== mxTry
if (pthread_mutex_trylock(#1) {!==~~!=!} 0) { @acc{#2}@ pthread_mutex_unlock(#1); }
--
{ int r = pthread_mutex_trylock(#1); if ({!!r~~r~~1~~r >= 0!}) { @acc{#2}@ pthread_mutex_unlock(#1); } }
--
if (tryIt(#1)) { {!@acc{#2}@ pthread_mutex_unlock(#1);~~pthread_mutex_unlock(#1); @acc{#2}@!} }
--
{ int r = pthread_mutex_trylock(#1); if (r != 0) { {!return 0;~~sink(r);~~if (nd()) { return 0; }!} } @acc{#2}@ if (r == 0) { pthread_mutex_unlock(#1); } }
--
{ int r = pthread_mutex_trylock(#1); if (r) { {!pthread_mutex_lock(#1);~~!} } @acc{#2}@ pthread_mutex_unlock(#1); }
--
if (pthread_mutex_trylock(#1) == EBUSY) { {!return 0;~~!} } @acc{#2}@ pthread_mutex_unlock(#1);
--
{ struct timespec ts = {0, 0}; if (pthread_mutex_timedlock(#1, &ts) {!==~~!=!} 0) { @acc{#2}@ pthread_mutex_unlock(#1); } }
--
{ int held = tryIt(#1); if (held) { @acc{#2}@ } {!~~@acc{#2}@!} if (held) { pthread_mutex_unlock(#1); } }
== mxBody
@guarded{mx^#1^#2}@
--
@guarded{mx^#1^#2}@
--
@mxTry{#1^#2}@
--
{?lockedSet(#1, &#2);~~{!lockedSet(#1, &#2);~~set(&#2);!}~~lockIt(#1); set(&#2); unlockIt(#1);?}
== spBody
@guarded{sp^#1^#2}@
--
if (pthread_spin_trylock(#1) {!==~~!=!} 0) { @acc{#2}@ pthread_spin_unlock(#1); }
== hsBody
@guarded{hs^#1^#2}@
== seBody
@guarded{se^#1^#2}@
--
{!__VERIFIER_atomic_set(&#2);~~set(&#2);!}
== guarded
@#1A{#2}@ @acc{#3}@ @#1R{#2}@
--
{!@#1A{#2}@ @acc{#3}@ @#1R{#2}@~~@acc{#3}@~~@#1A{#2}@ @#1R{#2}@ @acc{#3}@~~@acc{#3}@ @#1A{#2}@ @#1R{#2}@!}
--
@#1A{#2}@ @acc{#3}@ {!@acc{#3}@ @#1R{#2}@~~@#1R{#2}@ @acc{#3}@!}
--
if (nd()) { @#1A{#2}@ @acc{#3}@ @#1R{#2}@ } {!~~else { @acc{#3}@ }!}
--
for (int k = 0; k < @n@; k++) { {!@#1A{#2}@~~!} {!@acc{#3}@ @#1R{#2}@~~@#1R{#2}@ @acc{#3}@!} }
--
{ int c = nd() != 0; {!@#1A{#2}@~~if (c) { @#1A{#2}@ }!} @acc{#3}@ {!@#1R{#2}@~~if (c) { @#1R{#2}@ }!} }
--
{ int c = nd() != 0; if (c) { @#1A{#2}@ } if ({!c~~!c~~1!}) { @acc{#3}@ } if (c) { @#1R{#2}@ } }
--
{ int v; @#1A{#2}@ v = #3; @#1R{#2}@ {!@#1A{#2}@ #3 = v + 1; @#1R{#2}@~~#3 = v + 1;!} }
--
@#1A{#2}@ if (nd()) { {!~~@acc{#3}@!} @#1R{#2}@ return 0; } @acc{#3}@ @#1R{#2}@
--
@#1A{#2}@ if (nd()) { @#1R{#2}@ {!return 0;~~!} @#1A{#2}@ } @acc{#3}@ @#1R{#2}@
--
@#1A{#2}@ switch (nd() & 1) { case 0: @acc{#3}@ {!break;~~@#1R{#2}@ @acc{#3}@ @#1A{#2}@ break;!} default: @acc{#3}@ } @#1R{#2}@
--
{ int *q; @#1A{#2}@ q = &#3; {!*q = 3; @#1R{#2}@~~@#1R{#2}@ *q = 3;!} }
== prelude
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
#ifdef CROSS_JUDGE
extern void cross_pause(void);
#define PAUSE cross_pause();
#define CELL(l) (*(l))
#define WHOLE(s) __VERIFIER_atomic_begin(); s __VERIFIER_atomic_end();
#else
#define PAUSE
#define CELL(l) (*(int *)(l))
#define WHOLE(s) s
#endif
#define nd() __VERIFIER_nondet_int()
static void set(int *p) { PAUSE *p = 5; }
static int get(int *p) { PAUSE return *p; }
static void sink(int v) { (void)v; }
static void lockIt(pthread_mutex_t *m) { pthread_mutex_lock(m); }
static void unlockIt(pthread_mutex_t *m) { pthread_mutex_unlock(m); }
static int tryIt(pthread_mutex_t *m) { return pthread_mutex_trylock(m) == 0; }
static void lockedSet(pthread_mutex_t *m, int *p) { pthread_mutex_lock(m); *p = 6; pthread_mutex_unlock(m); }
static void casLock(atomic_int *l) { int e = 0; while (!atomic_compare_exchange_strong(l, &e, 1)) { e = 0; } }
static void assumeLock(atomic_int *l) { __VERIFIER_atomic_begin(); __VERIFIER_assume(CELL(l) == 0); CELL(l) = 1; __VERIFIER_atomic_end(); }
void __VERIFIER_atomic_set(int *p) { WHOLE(*p = 4;) }
)RULES";

} // namespace raceward::test
