// VERDICT: race
// ANSWER: unknown
// DATA-MODEL: ilp32
//
// Whether a thread counts depends on the number of its handle, which the system gives.
#include <pthread.h>
#include <stddef.h>

static int counted;

static int isChosen(pthread_t thread) {
  unsigned long number = (unsigned long)thread;
  return (number / 3) % 2 == 1;
}

static void *worker(void *unused) {
  if (isChosen(pthread_self()))
    counted++; // ACCESS: read 'counted' @12, write 'counted' @12
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return 0;
}
