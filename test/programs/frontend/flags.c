// VERDICT: race-free
// FLAGS: -DUSE_LOCK -DLIMIT=3
//
// What the program does depends on the flags of its build.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *worker(void *unused) {
#ifdef USE_LOCK
  pthread_mutex_lock(&lock);
#endif
  if (value < LIMIT) // ACCESS: read 'value' @7
    value++; // ACCESS: read 'value' @10, write 'value' @10
#ifdef USE_LOCK
  pthread_mutex_unlock(&lock);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return value; // ACCESS: read 'value' @10
}
