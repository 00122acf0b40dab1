// Callers pass two objects of one type: the lock of the one does not protect the other.
// VERDICT: race
// ANSWER: unknown
// OPTIONS: --entry transfer --entry-memory shared
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  int balance;
};

void transfer(struct account *from, struct account *to) {
  pthread_mutex_lock(&from->lock);
  to->balance++;
  pthread_mutex_unlock(&from->lock);
}
