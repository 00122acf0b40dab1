// VERDICT: race-free
//
// Pointers behind the last conversion are not used.
#include <pthread.h>
#include <stdio.h>

static int seen;

static void *worker(void *unused) {
  printf("%d%%n\n", 1, &seen);
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
