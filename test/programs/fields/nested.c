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
  dev->stats.rx.packets++; // ACCESS: read 'dev->stats.rx.packets' @24, write 'dev->stats.rx.packets' @24
  dev->stats.rx.bytes += 64; // ACCESS: read 'dev->stats.rx.bytes' @23, write 'dev->stats.rx.bytes' @23
  return NULL;
}

int main(void) {
  pthread_t t;
  eth0.up = 1; // ACCESS: write 'eth0.up' @11
  pthread_create(&t, NULL, receive, &eth0); // ACCESS: write 't' @3 by pthread_create
  eth0.stats.tx.packets++; // ACCESS: read 'eth0.stats.tx.packets' @24, write 'eth0.stats.tx.packets' @24
  unsigned long all = eth0.stats.tx.packets + eth0.stats.rx.packets; // ACCESS: read 'eth0.stats.tx.packets' @37, read 'eth0.stats.rx.packets' @61
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return (int)all;
}
