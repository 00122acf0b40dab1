// VERDICT: race-free
// UNKNOWN-CALLS: arguments
//
// Only a function that nothing calls would give the variable away.
#include <pthread.h>

void lib_tick(int times);
void lib_watch(int *value, void (*changed)(void));

static int value;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void changed(void) {
  value = 0;
}

void watch(void) {
  lib_watch(&value, changed);
}

void begin(void) {
  watch();
}

static void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  value++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  lib_tick(1);
  if (pthread_create(&thread, NULL, worker, NULL) != 0)
    return 1;
  pthread_mutex_lock(&mutex);
  value++;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
