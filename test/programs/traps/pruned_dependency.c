// VERDICT: race
//
// If `setter` runs first, `reader` sees `done` and never reads `result`; from `result = 1` on
// every state of that run is safe by locksets. Whoever prunes there skips the only reversal
// that leads to the race.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done, result;

static void *setter(void *unused) {
  result = 1; // ACCESS: write 'result' @10
  pthread_mutex_lock(&lock);
  done = 1; // ACCESS: write 'done' @8
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *reader(void *unused) {
  int copy = 0;
  pthread_mutex_lock(&lock);
  int seen = done; // ACCESS: read 'done' @14
  pthread_mutex_unlock(&lock);
  if (seen == 0)
    copy = result; // ACCESS: read 'result' @12
  return copy ? unused : NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, setter, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, reader, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return 0;
}
