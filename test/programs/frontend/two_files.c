// VERDICT: race
// WITH: two_files_counter.c
//
// The racing accesses stand in two files, each with a static variable of the same name.
#include <pthread.h>

extern int total;
void countUp(void);
static int calls;

static void *worker(void *unused) {
  calls++; // ACCESS: read 'calls' @8, write 'calls' @8
  countUp();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  total = 0; // ACCESS: write 'total' @9
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return calls; // ACCESS: read 'calls' @10
}
