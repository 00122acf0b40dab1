// VERDICT: race
// ANSWER: unknown
//
// A variable that may be missing: its address is null then, also behind a function.
#include <pthread.h>

struct options {
  int verbose;
};
extern struct options options __attribute__((weak));
static int defaults;

static struct options *find(void) { return &options; }

static void *worker(void *unused) {
  if (find() == NULL)
    defaults++; // ACCESS: read 'defaults' @13, write 'defaults' @13
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  if (!find())
    defaults++; // ACCESS: read 'defaults' @13, write 'defaults' @13
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return defaults; // ACCESS: read 'defaults' @10
}
