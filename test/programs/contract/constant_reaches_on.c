// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// The struct is constant, and what a pointer in it points to is not.
#include <pthread.h>

struct job {
  int *result;
};

int lib_run(const struct job *job);

static int result;

static void *worker(void *unused) {
  const struct job job = {&result};
  lib_run(&job);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  result = 2;
  pthread_join(t, NULL);
  return 0;
}
