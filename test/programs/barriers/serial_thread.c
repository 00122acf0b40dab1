// VERDICT: race-free
//
// One of them sums up, the others wait for that at a second barrier.
#include <pthread.h>

static pthread_barrier_t barrier;
static int part[2], sum;

static int worker(int me) {
  part[me] = me; // ACCESS: write 'part[me]' @12
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
    sum = part[0] + part[1]; // ACCESS: write 'sum' @9, read 'part[0]' @11, read 'part[1]' @21
  pthread_barrier_wait(&barrier);
  return sum; // ACCESS: read 'sum' @10
}

static void *second(void *unused) {
  return worker(1) ? unused : NULL;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&t, NULL, second, NULL); // ACCESS: write 't' @3 by pthread_create
  int result = worker(0);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return result;
}
