// VERDICT: race
//
// The number of arguments is looked at through its address.
#include <pthread.h>

static int hits;

static void *worker(void *unused) {
  hits++; // ACCESS: read 'hits' @7, write 'hits' @7
  return unused;
}

static int isVerbose(const int *words) {
  return *words == 2; // ACCESS: read '*words' @10
}

int main(int argc, char *argv[]) { // ACCESS: write 'argc' @0
  pthread_t t;
  (void)argv;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  if (isVerbose(&argc))
    hits++; // ACCESS: read 'hits' @9, write 'hits' @9
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
