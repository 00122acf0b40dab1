// VERDICT: race
//
// A constructor starts a thread before main begins; a destructor runs after it.
#include <pthread.h>

static pthread_t watchdog;
static int beats;

static void *watch(void *unused) {
  beats++; // ACCESS: read 'beats' @8, write 'beats' @8
  return unused;
}

__attribute__((constructor)) static void start(void) {
  pthread_create(&watchdog, NULL, watch, NULL); // ACCESS: write 'watchdog' @3 by pthread_create
}

__attribute__((destructor)) static void stop(void) {
  pthread_join(watchdog, NULL); // ACCESS: read 'watchdog' @16
  beats = 0; // ACCESS: write 'beats' @9
}

int main(void) {
  beats = 1; // ACCESS: write 'beats' @9
  return 0;
}
