// VERDICT: race
//
// `look` reads `value` only while `closed` is 0, and then is ordered with `set`. The race needs
// set, look, close in this order. A search that has seen `look` first, and lets it sleep while it
// goes on with the input, sees it again only after `close`, where it does not read `value`.
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int closed, value, late;

static int seen;

void __VERIFIER_atomic_look(void) {
  if (!closed) // ACCESS: read 'closed' @8
    seen = value; // ACCESS: read 'value' @12, write 'seen' @10
}

void __VERIFIER_atomic_close(void) { closed = 1; } // ACCESS: write 'closed' @45

void __VERIFIER_atomic_set(void) { value = 1; } // ACCESS: write 'value' @42

static void *looker(void *unused) {
  __VERIFIER_atomic_look();
  if (seen) // ACCESS: read 'seen' @7
    late = 1; // ACCESS: write 'late' @10
  return unused;
}

static void *chooser(void *unused) {
  if (__VERIFIER_nondet_int())
    late = 2; // ACCESS: write 'late' @10
  else
    late = 3; // ACCESS: write 'late' @10
  return unused;
}

static void *closer(void *unused) {
  __VERIFIER_atomic_close();
  return unused;
}

static void *setter(void *unused) {
  __VERIFIER_atomic_set();
  return unused;
}

int main(void) {
  pthread_t a, b, c, d;
  pthread_create(&a, NULL, looker, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, chooser, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_create(&c, NULL, closer, NULL); // ACCESS: write 'c' @3 by pthread_create
  pthread_create(&d, NULL, setter, NULL); // ACCESS: write 'd' @3 by pthread_create
  return 0;
}
