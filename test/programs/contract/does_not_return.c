// VERDICT: race-free
// UNKNOWN-CALLS: arguments
//
// The function ends the program, or the thread.
#include <pthread.h>

_Noreturn void lib_fail(const char *why);
int lib_step(int by);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *worker(void *unused) {
  int by = lib_step(1);
  if (by < 0)
    lib_fail("no step");
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
