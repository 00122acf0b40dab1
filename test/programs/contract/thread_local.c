// VERDICT: race-free
// UNKNOWN-CALLS: arguments
//
// Each thread has a variable of its own, which is given to nobody.
#include <pthread.h>

int lib_step(int by);

static _Thread_local int total;

static void *worker(void *unused) {
  total += lib_step(1);
  total += lib_step(total);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
