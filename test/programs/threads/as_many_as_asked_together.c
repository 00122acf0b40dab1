// VERDICT: race
//
// The twin of as_many_as_asked.c: with two of them they meet.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int total;

static void *add(void *unused) {
  total++; // ACCESS: read 'total' @8, write 'total' @8
  return unused;
}

int main(void) {
  pthread_t threads[3];
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 3)
    return 0;
  for (int i = 0; i < n; i++)
    pthread_create(&threads[i], NULL, add, NULL); // ACCESS: write 'threads[i]' @5 by pthread_create
  for (int i = 0; i < n; i++)
    pthread_join(threads[i], NULL); // ACCESS: read 'threads[i]' @18
  return total; // ACCESS: read 'total' @10
}
