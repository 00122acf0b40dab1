// VERDICT: race
//
// With positions an argument may be counted into although it stands before others.
#include <pthread.h>
#include <stdio.h>

static long total;

static void *worker(void *unused) {
  printf("%2$d %3$d%1$ln\n", &total, 4, 5); // ACCESS: write 'total' @3 by printf
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
