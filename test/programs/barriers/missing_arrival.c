// VERDICT: race-free
//
// Three are expected and two come: nobody ever gets behind the barrier.
#include <pthread.h>

static pthread_barrier_t barrier;
static int count;

static void *worker(void *unused) {
  pthread_barrier_wait(&barrier);
  count++; // ACCESS: read 'count' @8, write 'count' @8
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, NULL, 3);
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return count; // ACCESS: read 'count' @10
}
