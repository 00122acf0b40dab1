// VERDICT: race-free
//
// The other thread may still wait there.
#include <pthread.h>

static pthread_barrier_t barrier;
static int data;

static void *worker(void *unused) {
  pthread_barrier_wait(&barrier);
  data = 1; // ACCESS: write 'data' @8
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_barrier_destroy(&barrier);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  data = 2; // ACCESS: write 'data' @8
  return 0;
}
