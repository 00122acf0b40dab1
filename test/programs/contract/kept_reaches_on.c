// VERDICT: race
// ANSWER: unknown
// UNKNOWN-CALLS: arguments
//
// The pointer is stored into the struct after that was given.
#include <pthread.h>

struct holder {
  int *to;
};

void lib_put(struct holder *holder);
void lib_tick(int seconds);

static int number;
static struct holder holder;

static void *worker(void *unused) {
  lib_tick(1);
  return unused;
}

int main(void) {
  pthread_t t;
  lib_put(&holder);
  holder.to = &number;
  pthread_create(&t, NULL, worker, NULL);
  number = 2;
  pthread_join(t, NULL);
  return 0;
}
