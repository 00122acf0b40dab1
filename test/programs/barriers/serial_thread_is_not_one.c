// VERDICT: race
//
// The twin of serial_thread_is_one.c: of three threads two are not.
#include <pthread.h>

static pthread_barrier_t barrier;
static int owner;

static void worker(int me) {
  if (pthread_barrier_wait(&barrier) != PTHREAD_BARRIER_SERIAL_THREAD)
    owner = me; // ACCESS: write 'owner' @11
}

static void *second(void *unused) {
  worker(1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_barrier_init(&barrier, NULL, 3);
  pthread_create(&a, NULL, second, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, second, NULL); // ACCESS: write 'b' @3 by pthread_create
  worker(0);
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return owner; // ACCESS: read 'owner' @10
}
