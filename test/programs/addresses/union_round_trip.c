// VERDICT: race-free
//
// An address becomes a number through a union, and an address again.
#include <pthread.h>
#include <stdint.h>

union key {
  int *pointer;
  uintptr_t number;
};

static void *worker(void *unused) {
  int own = 0; // ACCESS: write 'own' @7
  union key key;
  key.pointer = &own; // ACCESS: write 'key.pointer' @15
  uintptr_t number = key.number; // ACCESS: read 'key.number' @26
  union key back;
  back.number = number; // ACCESS: write 'back.number' @15
  *back.pointer = 1; // ACCESS: read 'back.pointer' @9, write '*back.pointer' @17
  *(int *)number = 2; // ACCESS: write '*number' @18
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
