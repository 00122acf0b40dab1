// VERDICT: race-free
//
// The twin of nested.c: one thread per direction, and the sum after both.
#include <pthread.h>

struct counter {
  unsigned long packets, bytes;
};
struct device {
  struct counter rx, tx;
};

static void *receive(void *arg) {
  struct counter *rx = &((struct device *)arg)->rx;
  rx->packets++;
  rx->bytes += 64;
  return NULL;
}

int main(void) {
  pthread_t t;
  struct device eth0 = {{0, 0}, {0, 0}};
  pthread_create(&t, NULL, receive, &eth0);
  eth0.tx.packets++;
  pthread_join(t, NULL);
  return (int)(eth0.tx.packets + eth0.rx.packets);
}
