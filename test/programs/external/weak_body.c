// VERDICT: race
//
// The default of a function that others may define is what runs here.
#include <pthread.h>

static int calls;

__attribute__((weak)) void notify(void) { calls++; } // ACCESS: read 'calls' @48, write 'calls' @48

static void *worker(void *unused) {
  if (notify)
    notify();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  notify();
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return calls; // ACCESS: read 'calls' @10
}
