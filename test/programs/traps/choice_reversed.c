// VERDICT: race
//
// If `first` runs first with n > 5, the branch of `second` on n <= 5 has one outcome left.
// With the two reversed it has two, and one of them races: outcomes belong to a state, not
// to the run that asked for it.
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n, done, shared;

static void *first(void *unused) {
  pthread_mutex_lock(&lock);
  if (n > 5) // ACCESS: read 'n' @7
    done = 2; // ACCESS: write 'done' @10
  else
    done = 1; // ACCESS: write 'done' @10
  pthread_mutex_unlock(&lock);
  shared = 2; // ACCESS: write 'shared' @10
  return unused;
}

static void *second(void *unused) {
  int seen = 1;
  pthread_mutex_lock(&lock);
  if (n <= 5) // ACCESS: read 'n' @7
    seen = done; // ACCESS: read 'done' @12
  pthread_mutex_unlock(&lock);
  if (seen == 0)
    shared = 1; // ACCESS: write 'shared' @12
  return unused;
}

int main(void) {
  pthread_t a, b;
  n = __VERIFIER_nondet_int(); // ACCESS: write 'n' @5
  pthread_create(&a, NULL, first, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, second, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return 0;
}
