// VERDICT: race
//
// How much is set to zero is known at run time only.
#include <pthread.h>
#include <stddef.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static long table[16];

static void *worker(void *unused) {
  memset(&table[2], 0, sizeof table[0] * (unsigned)(__VERIFIER_nondet_int() & 7)); // ACCESS: write 'table[2]' @3 by memset
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL); // ACCESS: write 'thread' @3 by pthread_create
  long third = table[3]; // ACCESS: read 'table[3]' @16
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return (int)third;
}
