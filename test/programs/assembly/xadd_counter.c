// VERDICT: race-free
//
// Each thread takes its own element by a counter.
#include <pthread.h>

static long taken;
static int finished;
static int work[4];

static void *worker(void *unused) {
  long mine = 1;
  __asm__ volatile("lock; xaddq %0, %1" : "+r"(mine), "+m"(taken) : : "memory", "cc"); // ACCESS: atomic read-write (seq_cst) 'taken' @3
  work[mine & 3]++; // ACCESS: read 'work[mine & 3]' @17, write 'work[mine & 3]' @17
  __asm__ volatile("lock; incl %0" : "+m"(finished) : : "memory", "cc"); // ACCESS: atomic read-write (seq_cst) 'finished' @3
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return work[0] + finished; // ACCESS: read 'work[0]' @10, read 'finished' @20
}
