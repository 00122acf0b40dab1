// VERDICT: race
//
// A constructor starts a thread before main begins; a destructor runs after it.
#include <pthread.h>

static pthread_t watchdog;
static int beats;

static void *watch(void *unused) {
  beats++;
  return unused;
}

__attribute__((constructor)) static void start(void) {
  pthread_create(&watchdog, NULL, watch, NULL);
}

__attribute__((destructor)) static void stop(void) {
  pthread_join(watchdog, NULL);
  beats = 0;
}

int main(void) {
  beats = 1;
  return 0;
}
