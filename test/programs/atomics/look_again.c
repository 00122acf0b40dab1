// VERDICT: race-free
// REDUCTION: optimal
//
// The flag that a loop has looked at is written before its iteration ends, so the loop looks again
// without having slept. Were the flag written later, it would sleep here: the next iteration is no
// step that can be moved before the write.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, cancelled;
static int data;

static void *wait(void *unused) {
  while (!(ready | cancelled)) // ACCESS: atomic read (seq_cst) 'ready' @12, atomic read (seq_cst) 'cancelled' @20
    ;
  data++; // ACCESS: read 'data' @7, write 'data' @7
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, wait, NULL); // ACCESS: write 't' @3 by pthread_create
  data = 1; // ACCESS: write 'data' @8
  ready = 1; // ACCESS: atomic write (seq_cst) 'ready' @9
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return data; // ACCESS: read 'data' @10
}
