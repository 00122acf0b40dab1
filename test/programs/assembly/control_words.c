// VERDICT: race-free
//
// Each thread looks at its own modes of computing, and keeps them.
#include <pthread.h>

static int changed;

static void *worker(void *unused) {
  unsigned short control;
  unsigned status;
  __asm__ volatile("fnstcw %0" : "=m"(control)); // ACCESS: read 'raceward.x87-control' @3
  __asm__ volatile("stmxcsr %0" : "=m"(status)); // ACCESS: read 'raceward.mxcsr' @3
  if (control != 0x37f || (status & ~0x3fu) != 0x1f80)
    changed++; // ACCESS: read 'changed' @12, write 'changed' @12
  __asm__ volatile("fldcw %0" : : "m"(control)); // ACCESS: write 'raceward.x87-control' @3
  __asm__ volatile("ldmxcsr %0" : : "m"(status)); // ACCESS: write 'raceward.mxcsr' @3
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return changed; // ACCESS: read 'changed' @10
}
