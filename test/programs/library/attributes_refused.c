// VERDICT: race
//
// Properties that do not exist are refused, and a refused one is not set.
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <time.h>

static int count;

static void *work(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_attr_t a;
  pthread_mutexattr_t m;
  pthread_condattr_t c;
  pthread_rwlockattr_t r;
  pthread_barrierattr_t b;
  int state = 99;
  pthread_create(&t, NULL, work, NULL);
  pthread_attr_init(&a);
  pthread_mutexattr_init(&m);
  pthread_condattr_init(&c);
  pthread_rwlockattr_init(&r);
  pthread_barrierattr_init(&b);
  if (pthread_attr_setdetachstate(&a, 99) == EINVAL && pthread_attr_setstacksize(&a, 1) == EINVAL &&
      pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS) == ENOTSUP &&
      pthread_attr_setschedpolicy(&a, 99) == EINVAL &&
      pthread_attr_setinheritsched(&a, 99) == EINVAL &&
      pthread_mutexattr_setprotocol(&m, 99) == EINVAL &&
      pthread_mutexattr_setpshared(&m, 99) == EINVAL &&
      pthread_condattr_setclock(&c, CLOCK_PROCESS_CPUTIME_ID) == EINVAL &&
      pthread_condattr_setpshared(&c, 99) == EINVAL &&
      pthread_rwlockattr_setkind_np(&r, 99) == EINVAL &&
      pthread_rwlockattr_setpshared(&r, 99) == EINVAL &&
      pthread_barrierattr_setpshared(&b, 99) == EINVAL && pthread_setconcurrency(-1) == EINVAL &&
      pthread_setname_np(pthread_self(), "longer than it may be") == ERANGE &&
      pthread_attr_getdetachstate(&a, &state) == 0 && state == PTHREAD_CREATE_JOINABLE)
    count++;
  pthread_join(t, NULL);
  return 0;
}
