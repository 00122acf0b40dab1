// VERDICT: race
// ANSWER: unknown
//
// The third parameter of main is an input that is not followed.
#include <pthread.h>
#include <stddef.h>

static int hits;

static void *worker(void *unused) {
  hits++; // ACCESS: read 'hits' @7, write 'hits' @7
  return unused;
}

int main(int argc, char **argv, char **environment) {
  pthread_t t;
  (void)argc;
  (void)argv;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  if (environment[0] != NULL) // ACCESS: read 'environment[0]' @7
    hits++; // ACCESS: read 'hits' @9, write 'hits' @9
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
