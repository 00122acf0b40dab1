// VERDICT: race
// ANSWER: unknown
//
// A table is indexed by an address, which becomes a number through a union.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

union key {
  void *pointer;
  uintptr_t number;
};

static int slots[16];

static unsigned slot_of(union key key) { // ACCESS: write 'key.pointer' @0
  return key.number / 16 % 16; // ACCESS: read 'key.number' @14
}

static void *worker(void *unused) {
  union key key;
  key.pointer = malloc(4); // ACCESS: write 'key.pointer' @15
  slots[slot_of(key)]++; // ACCESS: read 'key.pointer' @9, read 'slots[slot_of(…)]' @22, write 'slots[slot_of(…)]' @22
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
