// VERDICT: race
//
// The address is in a register, and only the text tells that it is followed.
#include <pthread.h>

static int counter[2];

static void *worker(void *unused) {
  __asm__ volatile("addl $1, 4(%0)" : : "r"(counter) : "memory", "cc"); // ACCESS: read 'counter[1]' @3, write 'counter[1]' @3
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  counter[1]--; // ACCESS: read 'counter[1]' @13, write 'counter[1]' @13
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
