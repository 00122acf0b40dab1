// VERDICT: race
//
// The twin of pop_unlocks.c: counted behind it.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void unlock(void *mutex) {
  pthread_mutex_unlock(mutex);
}

static void *work(void *unused) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(unlock, &m);
  pthread_cleanup_pop(1);
  count++;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
  return count;
}
