// VERDICT: race-free
// ANSWER: unknown
//
// The file that defines 'limit' is not given. It may be another name for 'level' there.
#include <pthread.h>

extern int limit;
int level;

static void *worker(void *unused) {
  limit = 9; // ACCESS: write 'limit' @9
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  level = 1; // ACCESS: write 'level' @9
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
