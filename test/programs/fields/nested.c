// VERDICT: race
//
// Structs inside structs, first members among them: the name goes all the way down.
#include <pthread.h>

struct counter {
  unsigned long packets, bytes;
};
struct device {
  struct {
    struct counter rx, tx;
  } stats;
  int up;
};

static struct device eth0;

static void *receive(void *arg) {
  struct device *dev = arg;
  dev->stats.rx.packets++;
  dev->stats.rx.bytes += 64;
  return NULL;
}

int main(void) {
  pthread_t t;
  eth0.up = 1;
  pthread_create(&t, NULL, receive, &eth0);
  eth0.stats.tx.packets++;
  unsigned long all = eth0.stats.tx.packets + eth0.stats.rx.packets;
  pthread_join(t, NULL);
  return (int)all;
}
