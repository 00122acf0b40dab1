// VERDICT: race-free
//
// The older builtins are all seq_cst, but for the lock's two, which are not used here.
#include <pthread.h>

static int busy, count;

static void *bump(void *unused) {
  while (!__sync_bool_compare_and_swap(&busy, 0, 1)) // ACCESS: atomic read-write (seq_cst) 'busy' @11
    ;
  count++; // ACCESS: read 'count' @8, write 'count' @8
  __sync_fetch_and_sub(&busy, 1); // ACCESS: atomic read-write (seq_cst) 'busy' @3
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, bump, NULL); // ACCESS: write 't' @3 by pthread_create
  bump(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return count; // ACCESS: read 'count' @10
}
