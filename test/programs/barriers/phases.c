// VERDICT: race-free
//
// Each writes its own part, and reads the other's behind the barrier.
#include <pthread.h>

static pthread_barrier_t barrier;
static int part[2], sum[2];

static void *worker(void *arg) {
  int me = *(int *)arg; // ACCESS: read '*arg' @12
  part[me] = me + 1; // ACCESS: write 'part[me]' @12
  pthread_barrier_wait(&barrier);
  sum[me] = part[0] + part[1]; // ACCESS: write 'sum[me]' @11, read 'part[0]' @13, read 'part[1]' @23
  return NULL;
}

int main(void) {
  pthread_t t;
  int first = 0, second = 1; // ACCESS: write 'first' @7, write 'second' @18
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&t, NULL, worker, &first); // ACCESS: write 't' @3 by pthread_create
  worker(&second);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  pthread_barrier_destroy(&barrier);
  return sum[0] - sum[1]; // ACCESS: read 'sum[0]' @10, read 'sum[1]' @19
}
