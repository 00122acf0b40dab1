// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// A table of functions leads to what gives the variable away.
#include <pthread.h>

void lib_watch(int *value, void (*changed)(void));

static int value;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void changed(void) {
  value = 0;
}

void watch(void) {
  lib_watch(&value, changed);
}

static void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  value++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void (*const begin[])(void) = {watch};

int main(void) {
  pthread_t thread;
  if (pthread_create(&thread, NULL, worker, NULL) != 0)
    return 1;
  begin[0]();
  pthread_mutex_lock(&mutex);
  value++;
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  return 0;
}
