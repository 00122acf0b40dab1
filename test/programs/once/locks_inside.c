// VERDICT: race-free
//
// The function locks what its callers lock.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void make(void) {
  pthread_mutex_lock(&m);
  count = 10; // ACCESS: write 'count' @9
  pthread_mutex_unlock(&m);
}

static void *worker(void *unused) {
  pthread_once(&once, make);
  pthread_mutex_lock(&m);
  count++; // ACCESS: read 'count' @8, write 'count' @8
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return count; // ACCESS: read 'count' @10
}
