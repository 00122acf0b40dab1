// VERDICT: race
//
// What the caller adds after the call is not done once.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int base, total;

static void make(void) {
  base = 7; // ACCESS: write 'base' @8
}

static void *worker(void *unused) {
  pthread_once(&once, make);
  total = base + 1; // ACCESS: write 'total' @9, read 'base' @11
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
