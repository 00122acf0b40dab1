// VERDICT: race
//
// A barrier for one holds nobody.
#include <pthread.h>

static pthread_barrier_t barrier;
static int data;

static void *writer(void *unused) {
  data = 1; // ACCESS: write 'data' @8
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, NULL, 1);
  pthread_create(&t, NULL, writer, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_barrier_wait(&barrier);
  int seen = data; // ACCESS: read 'data' @14
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return seen;
}
