// VERDICT: race
//
// Which of two counters is written is only known at run time; the name says both.
#include <pthread.h>

static long even, odd;

static void count(int n) {
  *(n % 2 == 0 ? &even : &odd) += 1;
}

static void *worker(void *unused) {
  for (int i = 0; i < 3; i++)
    count(i);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  long *mine = &even;
  *mine = 10;
  pthread_join(t, NULL);
  return even > odd ? 0 : 1;
}
