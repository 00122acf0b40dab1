// A semaphore that callers have set up may let several in.
// VERDICT: race
// ANSWER: unknown
// OPTIONS: --entry put --entry-memory shared
#include <semaphore.h>

struct box {
  sem_t free;
  int value;
};

void put(struct box *box, int value) {
  sem_wait(&box->free);
  box->value = value;
  sem_post(&box->free);
}
