// VERDICT: race
// ANSWER: unknown
//
// A table is indexed by the bytes of a pointer: two threads may get the same slot.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int value;
};

static int slots[16];

static unsigned mix(const void *data, size_t bytes) {
  const unsigned char *at = data;
  unsigned sum = 17;
  while (bytes-- > 0) {
    unsigned char byte = *at++; // ACCESS: read '*at' @26
    sum = sum * 31 + byte;
  }
  return sum;
}

static void *worker(void *unused) {
  struct node *mine = malloc(sizeof *mine);
  struct node key = {mine, 1}; // ACCESS: write 'key.next' @21, write 'key.value' @21
  slots[mix(&key.next, sizeof key.next) % 16]++; // ACCESS: read 'slots[mix(…) % 16]' @46, write 'slots[mix(…) % 16]' @46
  free(mine); // ACCESS: write '*mine' @3 by free
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
