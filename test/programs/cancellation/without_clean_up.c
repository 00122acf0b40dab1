// VERDICT: race-free
//
// The mutex stays locked for ever, but a join orders all that the thread did.
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *unused) {
  pthread_mutex_lock(&m);
  count++;
  sleep(1);
  count++;
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_cancel(t);
  pthread_join(t, NULL);
  return count;
}
