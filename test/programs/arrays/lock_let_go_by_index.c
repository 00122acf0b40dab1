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
  data++; // ACCESS: read 'data' @7, write 'data' @7
  pthread_mutex_unlock(&locks[4]);
  return unused;
}

int main(void) {
  pthread_mutexattr_t checked;
  pthread_mutexattr_init(&checked); // ACCESS: write 'checked' @3 by pthread_mutexattr_init
  pthread_mutexattr_settype(&checked, PTHREAD_MUTEX_ERRORCHECK); // ACCESS: write 'checked' @3 by pthread_mutexattr_settype
  for (int i = 0; i < 8; i++)
    pthread_mutex_init(&locks[i], &checked); // ACCESS: read 'checked' @5 by pthread_mutex_init
  int i = __VERIFIER_nondet_int() & 7;
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL); // ACCESS: write 'thread' @3 by pthread_create
  pthread_mutex_lock(&locks[4]);
  pthread_mutex_unlock(&locks[i]);
  data++; // ACCESS: read 'data' @7, write 'data' @7
  pthread_mutex_unlock(&locks[4]);
  return 0;
}
