// VERDICT: race
//
// One lock of a table is let go by an index that may be its own.
#include <pthread.h>
#include <stddef.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t locks[8];
static int data;

static void *worker(void *unused) {
  pthread_mutex_lock(&locks[4]);
  data++;
  pthread_mutex_unlock(&locks[4]);
  return unused;
}

int main(void) {
  pthread_mutexattr_t checked;
  pthread_mutexattr_init(&checked);
  pthread_mutexattr_settype(&checked, PTHREAD_MUTEX_ERRORCHECK);
  for (int i = 0; i < 8; i++)
    pthread_mutex_init(&locks[i], &checked);
  int i = __VERIFIER_nondet_int() & 7;
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&locks[4]);
  pthread_mutex_unlock(&locks[i]);
  data++;
  pthread_mutex_unlock(&locks[4]);
  return 0;
}
