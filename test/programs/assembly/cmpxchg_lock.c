// VERDICT: race-free
//
// A lock by compare-and-swap, with its result as a flag and by an instruction.
#include <pthread.h>

static int held;
static int counter;

static int take(int *lock) {
  int expected = 0;
  unsigned char done;
  __asm__ volatile("lock; cmpxchgl %3, %1\n\tsete %0" // ACCESS: atomic read-write (seq_cst) '*lock' @3
                   : "=q"(done), "+m"(*lock), "+a"(expected)
                   : "r"(1)
                   : "memory", "cc");
  return done;
}

static int give(int *lock) {
  int expected = 1, done;
  __asm__ volatile("lock cmpxchg %3, %1" // ACCESS: atomic read-write (seq_cst) '*lock' @3
                   : "=@ccz"(done), "+m"(*lock), "+a"(expected)
                   : "r"(0)
                   : "memory");
  return done;
}

static void *worker(void *unused) {
  while (!take(&held))
    ;
  counter++; // ACCESS: read 'counter' @10, write 'counter' @10
  give(&held);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return counter; // ACCESS: read 'counter' @10
}
