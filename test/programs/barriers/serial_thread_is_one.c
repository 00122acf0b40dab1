// VERDICT: race-free
//
// Only one of them is the serial thread.
#include <pthread.h>

static pthread_barrier_t barrier;
static int owner;

static void worker(int me) {
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
    owner = me; // ACCESS: write 'owner' @11
}

static void *second(void *unused) {
  worker(1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&t, NULL, second, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(0);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return owner; // ACCESS: read 'owner' @10
}
