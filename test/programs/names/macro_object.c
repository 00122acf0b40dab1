// VERDICT: race
//
// The access hides behind an object-like macro: the report has to name the member that
// the macro stands for, at the line where it is used.
#include <pthread.h>

struct stats {
  long dropped;
  long hits;
};

static struct stats stats;
#define HITS stats.hits

static void *worker(void *unused) {
  HITS++; // ACCESS: read 'stats.hits' @7, write 'stats.hits' @7
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  HITS += 2; // ACCESS: read 'stats.hits' @8, write 'stats.hits' @8
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return HITS == 3 ? 0 : 1; // ACCESS: read 'stats.hits' @10
}
