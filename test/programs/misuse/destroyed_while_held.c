// VERDICT: race-free
//
// The other thread may be inside.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *bump(void *unused) {
  pthread_mutex_lock(&m);
  count++; // ACCESS: read 'count' @8, write 'count' @8
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, bump, NULL); // ACCESS: write 't' @3 by pthread_create
  bump(NULL);
  pthread_mutex_destroy(&m);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
