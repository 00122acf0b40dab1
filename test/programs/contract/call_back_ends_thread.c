// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// The call-back may end the thread in the middle of the call, before it has joined its own.
#include <pthread.h>

void lib_on_event(void (*handler)(void));
void lib_poll(int descriptor);

static int total;

static void stop(void) {
  pthread_exit(NULL);
}

static void *inner(void *unused) {
  total++;
  return unused;
}

static void *outer(void *unused) {
  pthread_t t;
  if (pthread_create(&t, NULL, inner, NULL) != 0)
    return NULL;
  lib_poll(0);
  pthread_join(t, NULL);
  return unused;
}

int main(void) {
  pthread_t t;
  lib_on_event(stop);
  if (pthread_create(&t, NULL, outer, NULL) != 0)
    return 1;
  pthread_join(t, NULL);
  total++;
  return 0;
}
