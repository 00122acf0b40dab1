// VERDICT: race-free
// UNKNOWN-CALLS: arguments
//
// Whoever uses the counter holds the lock, in whichever thread.
#include <pthread.h>

void lib_on_event(void (*handler)(int));

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int events;

static void count(int by) {
  pthread_mutex_lock(&lock);
  events += by;
  pthread_mutex_unlock(&lock);
}

int main(void) {
  lib_on_event(count);
  count(1);
  return 0;
}
