// VERDICT: race-free
//
// Two barriers in each round: one after writing, one after reading.
#include <pthread.h>

static pthread_barrier_t barrier;
static int cell[2];

static void worker(int me) {
  for (int round = 0; round < 2; round++) {
    cell[me] = round; // ACCESS: write 'cell[me]' @14
    pthread_barrier_wait(&barrier);
    int other = cell[1 - me]; // ACCESS: read 'cell[1 - me]' @17
    pthread_barrier_wait(&barrier);
    if (other != round)
      return;
  }
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
  return 0;
}
