// VERDICT: race
// ANSWER: unknown
//
// How long an address is when it is printed is up to the system.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int lines;

static void *worker(void *unused) {
  if (printf("%p\n", malloc(4)) == 15)
    lines++; // ACCESS: read 'lines' @10, write 'lines' @10
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
