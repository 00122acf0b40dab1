// Callers pass an object that is a part of another one, and each function has its own lock.
// VERDICT: race
// ANSWER: unknown
// OPTIONS: --entry total,add --entry-memory shared
#include <pthread.h>

struct counter {
  int value;
};

struct statistics {
  int version;
  struct counter counters[4];
};

static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t writing = PTHREAD_MUTEX_INITIALIZER;

int total(const struct statistics *all) {
  int sum = 0;
  pthread_mutex_lock(&reading);
  for (int i = 0; i < 4; i++)
    sum += all->counters[i].value;
  pthread_mutex_unlock(&reading);
  return sum;
}

void add(struct counter *counter) {
  pthread_mutex_lock(&writing);
  counter->value++;
  pthread_mutex_unlock(&writing);
}
