// VERDICT: race
//
// The environment of floating-point arithmetic is what it was before: numbers are rounded as usual.
#include <fenv.h>
#include <pthread.h>

static int shared;

static void *worker(void *unused) {
  shared = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  fenv_t before;
  volatile double one = 1, three = 3;
  pthread_create(&t, NULL, worker, NULL);
  feholdexcept(&before);
  fesetenv(&before);
  if (one / three == 1.0 / 3.0)
    shared = 2;
  pthread_join(t, NULL);
  return 0;
}
