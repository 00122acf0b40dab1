// VERDICT: race
// ANSWER: unknown
//
// The lower half of an address, through a union.
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

union word {
  void *pointer;
  uint32_t halves[2];
};

static int data;

static void *worker(void *argument) {
  union word w;
  w.pointer = argument; // ACCESS: write 'w.pointer' @13
  if (w.halves[0] / 64 % 2 == 1) // ACCESS: read 'w.halves[0]' @7
    data++; // ACCESS: read 'data' @9, write 'data' @9
  return NULL;
}

int main(void) {
  pthread_t a, b;
  static int one, two;
  pthread_create(&a, NULL, worker, &one); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, &two); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return 0;
}
