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
  HITS++;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  HITS += 2;
  pthread_join(t, NULL);
  return HITS == 3 ? 0 : 1;
}
