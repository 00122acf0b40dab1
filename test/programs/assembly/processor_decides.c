// VERDICT: race
//
// Some processor has this feature.
#include <cpuid.h>
#include <pthread.h>

static int total;

static void *worker(void *unused) {
  unsigned a, b, c, d;
  __cpuid(1, a, b, c, d); // ACCESS: read 'raceward.processor+16' @3, read 'raceward.processor+20' @3, read 'raceward.processor+24' @3, read 'raceward.processor+28' @3
  if (c & 4)
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
