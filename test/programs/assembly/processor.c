// VERDICT: race-free
//
// A processor gives the same answer to both threads, with the register saved that the compiler
// needs: only one of them writes.
#include <pthread.h>

static int total;

static unsigned features(void) {
  unsigned a, b, c, d;
  __asm__ volatile("xchgq %%rbx, %q1; cpuid; xchgq %%rbx, %q1" // ACCESS: read 'raceward.processor+16' @3, read 'raceward.processor+20' @3, read 'raceward.processor+24' @3, read 'raceward.processor+28' @3
                   : "=a"(a), "=r"(b), "=c"(c), "=d"(d)
                   : "0"(1), "2"(0));
  return d;
}

static void *worker(void *unused) {
  if (features() & 1)
    total++; // ACCESS: read 'total' @10, write 'total' @10
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  if (!(features() & 1))
    total--; // ACCESS: read 'total' @10, write 'total' @10
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return total; // ACCESS: read 'total' @10
}
