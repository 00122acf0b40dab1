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
  if (value < LIMIT)
    value++;
#ifdef USE_LOCK
  pthread_mutex_unlock(&lock);
#endif
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return value;
}
