// VERDICT: race
#include <pthread.h>
#include <string.h>

static int hits;
static int isParallel;

static void *worker(void *unused) {
  if (isParallel) // ACCESS: read 'isParallel' @7
    hits++; // ACCESS: read 'hits' @9, write 'hits' @9
  return unused;
}

int main(int argc, char **argv) {
  pthread_t t;
  for (int i = 1; i < argc; ++i)
    if (strcmp(argv[i], "-p") == 0) // ACCESS: read '*argv[i]' @9 by strcmp, read 'argv[i]' @16
      isParallel = 1; // ACCESS: write 'isParallel' @18
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  if (isParallel) // ACCESS: read 'isParallel' @7
    hits++; // ACCESS: read 'hits' @9, write 'hits' @9
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
