// VERDICT: race
//
// The twin of binary_lock.c: the input decides how many may enter.
#include <pthread.h>
#include <semaphore.h>

extern int __VERIFIER_nondet_int(void);

static sem_t some;
static int count;

static void *bump(void *unused) {
  sem_wait(&some);
  count++; // ACCESS: read 'count' @8, write 'count' @8
  sem_post(&some);
  return unused;
}

int main(void) {
  pthread_t t;
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 2)
    return 0;
  sem_init(&some, 0, (unsigned)n);
  pthread_create(&t, NULL, bump, NULL); // ACCESS: write 't' @3 by pthread_create
  bump(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return count; // ACCESS: read 'count' @10
}
