// VERDICT: race
//
// Which of two counters is written is only known at run time; the name says both.
#include <pthread.h>

static long even, odd;

static void count(int n) {
  *(n % 2 == 0 ? &even : &odd) += 1; // ACCESS: read '*(n % 2 == 0 ? &even : &odd)' @32, write '*(n % 2 == 0 ? &even : &odd)' @32
}

static void *worker(void *unused) {
  for (int i = 0; i < 3; i++)
    count(i);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  long *mine = &even;
  *mine = 10; // ACCESS: write '*mine' @9
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return even > odd ? 0 : 1; // ACCESS: read 'even' @10, read 'odd' @17
}
