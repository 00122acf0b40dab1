// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// The call-back may run in the thread that calls the library, and set the flag of that thread.
#include <pthread.h>

void lib_on_event(void (*handler)(void));
void lib_poll(int descriptor);

static _Thread_local int seen;
static int total;

static void note(void) {
  seen = 1;
}

static void *worker(void *unused) {
  seen = 0;
  lib_poll(0);
  if (seen)
    total++;
  return unused;
}

int main(void) {
  pthread_t first, second;
  lib_on_event(note);
  pthread_create(&first, NULL, worker, NULL);
  pthread_create(&second, NULL, worker, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
