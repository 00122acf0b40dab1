// VERDICT: race-free
//
// The function waits for itself: undefined, and for ever on most systems.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int count;

static void make(void) {
  pthread_once(&once, make);
  count++; // ACCESS: read 'count' @8, write 'count' @8
}

static void *worker(void *unused) {
  pthread_once(&once, make);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return count; // ACCESS: read 'count' @10
}
