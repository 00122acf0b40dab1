// VERDICT: race
//
// Two threads add descriptors to one set.
#include <pthread.h>

static unsigned long words[16];

static void add(unsigned fd) {
  __asm__ volatile("btsl %1,%0" : "=m"(words[fd / 64]) : "r"(fd % 64) : "cc", "memory"); // ACCESS: read 'words[fd / 64][(fd % 64 >> 5) * 4]' @3, write 'words[fd / 64][(fd % 64 >> 5) * 4]' @3
}

static void *worker(void *unused) {
  add(3);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  add(5);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
