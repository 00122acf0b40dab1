// VERDICT: race
//
// The arguments are numbered, as in translated texts: the second is where %n writes.
#include <pthread.h>
#include <stdio.h>

static short column;

static void *worker(void *unused) {
  printf("%3$s %1$d%2$hn\n", 5, &column, "items"); // ACCESS: write 'column' @3 by printf
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  int seen = column; // ACCESS: read 'column' @14
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return seen;
}
