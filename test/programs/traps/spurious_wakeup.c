// VERDICT: race
//
// POSIX lets pthread_cond_wait return before anybody signals, so nothing orders the write
// before the read.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int data;

static void *waiter(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&changed, &lock);
  int copy = data; // ACCESS: read 'data' @14
  pthread_mutex_unlock(&lock);
  return copy ? unused : NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL); // ACCESS: write 't' @3 by pthread_create
  data = 1; // ACCESS: write 'data' @8
  pthread_cond_signal(&changed);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
