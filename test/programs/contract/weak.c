// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// A weak function may be missing: its address is null then.
#include <pthread.h>

__attribute__((weak)) int lib_step(int by);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *worker(void *unused) {
  if (lib_step != NULL) {
    int by = lib_step(1);
    pthread_mutex_lock(&lock);
    total += by;
    pthread_mutex_unlock(&lock);
  } else {
    total++;
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
