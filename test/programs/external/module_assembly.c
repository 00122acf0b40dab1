// VERDICT: race
// ANSWER: unknown
//
// Assembly outside of functions makes a second name for a variable.
#include <pthread.h>

static __attribute__((used)) int total;
extern int sum;
__asm__(".globl sum\n\t.set sum, total");

static void *worker(void *unused) {
  sum = 1; // ACCESS: write 'sum' @7
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  total = 2; // ACCESS: write 'total' @9
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
