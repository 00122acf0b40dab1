// VERDICT: race-free
//
// The twin of weak_variable.c: whether the variable is there or not, the lock is held.
#include <pthread.h>

extern int level __attribute__((weak));
static int defaults;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  if (&level == NULL)
    defaults++; // ACCESS: read 'defaults' @13, write 'defaults' @13
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_create(&u, NULL, worker, NULL); // ACCESS: write 'u' @3 by pthread_create
  pthread_join(t, NULL); // ACCESS: read 't' @16
  pthread_join(u, NULL); // ACCESS: read 'u' @16
  return defaults; // ACCESS: read 'defaults' @10
}
