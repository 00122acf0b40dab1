// The object has its own lock, and the driver sets it up.
// VERDICT: race-free
// OPTIONS: --entry put,get --entry-memory shared
#include <pthread.h>

struct box {
  int value;
  pthread_mutex_t lock;
};

void put(struct box *box, int value) {
  pthread_mutex_lock(&box->lock);
  box->value = value;
  pthread_mutex_unlock(&box->lock);
}

int get(struct box *box) {
  pthread_mutex_lock(&box->lock);
  int value = box->value;
  pthread_mutex_unlock(&box->lock);
  return value;
}
