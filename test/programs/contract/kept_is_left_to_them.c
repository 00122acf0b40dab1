// VERDICT: race-free
// UNKNOWN-CALLS: arguments
//
// The program leaves alone what it has given away. What calls in two threads do with it is theirs
// to order.
#include <pthread.h>

struct options {
  int level;
};

void lib_start(struct options *options);
int lib_step(int by);

static struct options options = {3};

static void *worker(void *unused) {
  lib_step(1);
  return unused;
}

int main(void) {
  pthread_t first, second;
  lib_start(&options);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return options.level;
}
