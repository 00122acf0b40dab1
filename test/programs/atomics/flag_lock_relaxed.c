// VERDICT: race
//
// The twin of flag_lock.c: it excludes, and orders nothing.
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag busy = ATOMIC_FLAG_INIT;
static int count;

static void *bump(void *unused) {
  while (atomic_flag_test_and_set_explicit(&busy, memory_order_relaxed)) // ACCESS: atomic read-write (relaxed) 'busy._Value' @10
    ;
  count++; // ACCESS: read 'count' @8, write 'count' @8
  atomic_flag_clear_explicit(&busy, memory_order_relaxed); // ACCESS: atomic write (relaxed) 'busy._Value' @3
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, bump, NULL); // ACCESS: write 't' @3 by pthread_create
  bump(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return count; // ACCESS: read 'count' @10
}
