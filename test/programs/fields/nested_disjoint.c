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
  rx->packets++; // ACCESS: read 'rx->packets' @14, write 'rx->packets' @14
  rx->bytes += 64; // ACCESS: read 'rx->bytes' @13, write 'rx->bytes' @13
  return NULL;
}

int main(void) {
  pthread_t t;
  struct device eth0 = {{0, 0}, {0, 0}}; // ACCESS: write 'eth0' @17
  pthread_create(&t, NULL, receive, &eth0); // ACCESS: write 't' @3 by pthread_create
  eth0.tx.packets++; // ACCESS: read 'eth0.tx.packets' @18, write 'eth0.tx.packets' @18
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return (int)(eth0.tx.packets + eth0.rx.packets); // ACCESS: read 'eth0.tx.packets' @24, read 'eth0.rx.packets' @42
}
