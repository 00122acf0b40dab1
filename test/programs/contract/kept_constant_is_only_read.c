// VERDICT: race-free
// UNKNOWN-CALLS: arguments
//
// What was given as a constant is not written by later calls either.
#include <pthread.h>

void lib_name(const char *name);
void lib_tick(int seconds);

static void *worker(void *unused) {
  lib_tick(1);
  return unused;
}

int main(void) {
  pthread_t t;
  char name[16] = "a";
  lib_name(name);
  pthread_create(&t, NULL, worker, NULL);
  lib_tick(2);
  int first = name[0];
  pthread_join(t, NULL);
  return first;
}
