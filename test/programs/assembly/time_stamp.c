// VERDICT: race
//
// The time is any time: both threads may write.
#include <pthread.h>

static int total;

static unsigned long long now(void) {
  unsigned low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return (unsigned long long)high << 32 | low;
}

static void *worker(void *unused) {
  if (now() % 1000 == 7)
    total++; // ACCESS: read 'total' @10, write 'total' @10
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return total; // ACCESS: read 'total' @10
}
