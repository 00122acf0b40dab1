// VERDICT: race-free
//
// Destroyed and initialised for another number of threads.
#include <pthread.h>

static pthread_barrier_t barrier;
static int part[3];

static void *worker(void *arg) {
  *(int *)arg = 1; // ACCESS: write '*arg' @15
  pthread_barrier_wait(&barrier);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&a, NULL, worker, &part[0]); // ACCESS: write 'a' @3 by pthread_create
  pthread_barrier_wait(&barrier);
  int sum = part[0]; // ACCESS: read 'part[0]' @13
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_barrier_destroy(&barrier);
  pthread_barrier_init(&barrier, NULL, 3);
  pthread_create(&a, NULL, worker, &part[1]); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, &part[2]); // ACCESS: write 'b' @3 by pthread_create
  pthread_barrier_wait(&barrier);
  sum += part[1] + part[2]; // ACCESS: read 'part[1]' @10, read 'part[2]' @20
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return sum;
}
