// VERDICT: race
//
// The twin of rounds.c: nothing separates reading from the next round's writing.
#include <pthread.h>

static pthread_barrier_t barrier;
static int cell[2];

static int worker(int me) {
  int sum = 0;
  for (int round = 0; round < 2; round++) {
    cell[me] = round; // ACCESS: write 'cell[me]' @14
    pthread_barrier_wait(&barrier);
    sum += cell[1 - me]; // ACCESS: read 'cell[1 - me]' @12
  }
  return sum;
}

static void *second(void *unused) {
  return worker(1) ? unused : NULL;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&t, NULL, second, NULL); // ACCESS: write 't' @3 by pthread_create
  int sum = worker(0);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return sum;
}
