// VERDICT: race-free
//
// The program calls main with a number of its own.
#include <pthread.h>

static int hits;

static void *worker(void *unused) {
  hits++; // ACCESS: read 'hits' @7, write 'hits' @7
  return unused;
}

int main(int argc, char **argv) {
  pthread_t t;
  if (argc != 7)
    return main(7, argv);
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  if (argc == 8)
    hits++; // ACCESS: read 'hits' @9, write 'hits' @9
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
