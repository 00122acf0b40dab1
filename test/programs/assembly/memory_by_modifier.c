// VERDICT: race
// ANSWER: unknown
//
// The modifier `a` makes memory of an operand in a register.
#include <pthread.h>

static unsigned long shared;

static unsigned long sum(void) {
  unsigned long of = 0;
  __asm__ volatile("crc32q %a1, %0" : "+r"(of) : "r"(&shared));
  return of;
}

static void *worker(void *unused) {
  shared = 1; // ACCESS: write 'shared' @10
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  int is_zero = sum() == 0;
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return is_zero;
}
