// VERDICT: race
//
// glibc gives constructors what main gets.
#include <pthread.h>

static int hits;
static int words;

__attribute__((constructor)) static void atStart(int argc, char **argv) {
  (void)argv;
  words = argc; // ACCESS: write 'words' @9
}

static void *worker(void *unused) {
  hits++; // ACCESS: read 'hits' @7, write 'hits' @7
  return unused;
}

int main(int argc, char **argv) {
  pthread_t t;
  (void)argc;
  (void)argv;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  if (words > 2) // ACCESS: read 'words' @7
    hits++; // ACCESS: read 'hits' @9, write 'hits' @9
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
