// VERDICT: race-free
// ANSWER: unknown
//
// As file_missing.c: if 'limit' is another name for 'level', both threads count.
#include <pthread.h>

extern int limit;
int level;
static int count;

static void *worker(void *unused) {
  if (level) // ACCESS: read 'level' @7
    count++; // ACCESS: read 'count' @10, write 'count' @10
  return unused;
}

int main(void) {
  pthread_t t, u;
  limit = 1; // ACCESS: write 'limit' @9
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_create(&u, NULL, worker, NULL); // ACCESS: write 'u' @3 by pthread_create
  pthread_join(t, NULL); // ACCESS: read 't' @16
  pthread_join(u, NULL); // ACCESS: read 'u' @16
  return count; // ACCESS: read 'count' @10
}
