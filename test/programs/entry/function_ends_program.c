// One of the functions ends the program, and what was registered for that runs during calls.
// VERDICT: race
// OPTIONS: --entry add,quit --entry-setup start
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void reset(void) {
  total = 0;
}

void start(void) {
  atexit(reset);
}

void add(int n) {
  pthread_mutex_lock(&lock);
  total += n;
  pthread_mutex_unlock(&lock);
}

void quit(void) {
  exit(0);
}
