// VERDICT: race
//
// A record is passed by value to a call-back. The caller reads all of it, also the part that the
// call-back does not look at.
#include <pthread.h>

struct stats {
  long hits, misses, bytes[4];
};
static struct stats now;

static long total(struct stats s) { return s.hits + s.misses; } // ACCESS: read 's.hits' @46, read 's.misses' @55
static long nothing(struct stats s) { return 0; }
static long (*const views[])(struct stats) = {nothing, total};

static void *worker(void *unused) {
  now.bytes[3] = 7; // ACCESS: write 'now.bytes[3]' @16
  return unused;
}

int main(int argc, char **argv) {
  pthread_t t;
  (void)argv;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  long seen = views[argc > 1](now); // ACCESS: read 'views[argc > 1]' @15, read 'now' @15
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return (int)seen;
}
