// VERDICT: race-free
// UNKNOWN-CALLS: arguments
//
// Only one thread calls such functions. It may give them what is its own, and use it afterwards.
#include <pthread.h>

int lib_measure(int *value, double *error);

static int total;

static void *worker(void *unused) {
  for (int i = 0; i < 10; i++)
    total += i;
  return unused;
}

int main(void) {
  pthread_t t;
  int value = 0;
  double error = 0;
  pthread_create(&t, NULL, worker, NULL);
  lib_measure(&value, &error);
  value++;
  lib_measure(&value, &error);
  pthread_join(t, NULL);
  return total;
}
