// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// Each thread lets the function write a number of its own. It keeps the address, and may write there
// when the other thread calls it.
#include <pthread.h>

int lib_measure(int *value, double *error);

static void *worker(void *unused) {
  int value = 0;
  double error = 0;
  lib_measure(&value, &error);
  value++;
  lib_measure(&value, &error);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
