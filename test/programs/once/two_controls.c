// VERDICT: race
//
// Two controls: each calls the function once.
#include <pthread.h>

static pthread_once_t first = PTHREAD_ONCE_INIT, second = PTHREAD_ONCE_INIT;
static int base;

static void make(void) {
  base = 7; // ACCESS: write 'base' @8
}

static void *worker(void *unused) {
  pthread_once(&first, make);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_once(&second, make);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return base; // ACCESS: read 'base' @10
}
