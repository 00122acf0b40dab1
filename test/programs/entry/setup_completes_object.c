// The setup gets an object and completes it, with its lock.
// VERDICT: race-free
// OPTIONS: --entry put --entry-setup box_init --entry-memory shared
#include <pthread.h>

struct box {
  int value;
  pthread_mutex_t lock;
};

void box_init(struct box *box) {
  box->value = 0;
  pthread_mutex_init(&box->lock, NULL);
}

void put(struct box *box, int value) {
  pthread_mutex_lock(&box->lock);
  box->value = value;
  pthread_mutex_unlock(&box->lock);
}
