// VERDICT: race-free
// UNKNOWN-CALLS: arguments
//
// The program calls a function that the library has returned, with numbers of its own.
#include <pthread.h>

typedef int (*step_function)(int by, long seed);

step_function lib_find(const char *name);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *worker(void *unused) {
  step_function step = lib_find("step");
  int by = step != NULL ? step(1, 2) : 0;
  pthread_mutex_lock(&lock);
  total += by;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
