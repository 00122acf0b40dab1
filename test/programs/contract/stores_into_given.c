// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// The function stores an address that it has from before into the struct that it is given.
#include <pthread.h>

struct slot {
  int *item;
};

void lib_put(int *item);
void lib_look(struct slot *slot);

static int number;

static void *worker(void *unused) {
  struct slot slot = {NULL};
  lib_look(&slot);
  if (slot.item != NULL)
    *slot.item = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  lib_put(&number);
  pthread_create(&t, NULL, worker, NULL);
  number = 2;
  pthread_join(t, NULL);
  return 0;
}
