// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// What a call returned may be written by a later one in another thread.
#include <pthread.h>

const char *lib_message(int number);
void lib_tick(int seconds);

static _Atomic int last;

static void *worker(void *unused) {
  lib_tick(1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  const char *message = lib_message(1);
  if (message != NULL)
    last = message[0];
  pthread_join(t, NULL);
  return last;
}
