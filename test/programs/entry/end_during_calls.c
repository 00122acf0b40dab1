// What runs at the end of the program may run during calls, if callers do not wait for them.
// VERDICT: race
// ANSWER: unknown
// OPTIONS: --entry add
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

void add(int n) {
  pthread_mutex_lock(&lock);
  total += n;
  pthread_mutex_unlock(&lock);
}

__attribute__((destructor)) static void reset(void) {
  total = 0;
}
