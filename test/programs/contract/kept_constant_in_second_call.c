// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// A function keeps a pointer to a constant, and another one reads there in the other thread.
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
  name[0] = 'b';
  pthread_join(t, NULL);
  return 0;
}
