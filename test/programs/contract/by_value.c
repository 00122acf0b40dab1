// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// Structs that are passed by value hold the address: one that fits into registers, and one that
// does not.
#include <pthread.h>

struct small {
  int *to;
};
struct large {
  long numbers[8];
  int *to;
};

int lib_small(struct small job);
int lib_large(struct large job);

static int first, second;

static void *worker(void *unused) {
  lib_small((struct small){&first});
  lib_large((struct large){.to = &second});
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  first = 1;
  second = 1;
  pthread_join(t, NULL);
  return 0;
}
