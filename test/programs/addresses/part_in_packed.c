// VERDICT: race
// ANSWER: unknown
//
// An address lies where no pointer would be aligned.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int count;
struct __attribute__((packed)) packet {
  char tag;
  unsigned low, high;
};
static void *worker(void *unused) {
  struct packet packet;
  void *item = malloc(48); // ACCESS: write 'item' @9
  memcpy(&packet.low, &item, sizeof item); // ACCESS: write 'packet.low' @3 by memcpy, read 'item' @3 by memcpy
  if ((packet.low & 0x40) != 0) // ACCESS: read 'packet.low' @15
    count++; // ACCESS: read 'count' @10, write 'count' @10
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return 0;
}
