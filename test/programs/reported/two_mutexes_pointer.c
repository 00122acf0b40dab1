// VERDICT: race
//
// Two mutexes for one variable, which one side reaches through a pointer.
#include <pthread.h>

static int count;
static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  int *here = &count;
  pthread_mutex_lock(&left);
  *here = *here + 1; // ACCESS: write '*here' @9, read '*here' @11
  pthread_mutex_unlock(&left);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_mutex_lock(&right);
  count = count + 1; // ACCESS: write 'count' @9, read 'count' @11
  pthread_mutex_unlock(&right);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
