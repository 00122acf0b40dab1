// VERDICT: race
// ANSWER: unknown
//
// The address of an object is copied into a number by memcpy, and decides what happens.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct key {
  uintptr_t value;
};

static int odd;

static void *worker(void *unused) {
  void *object = malloc(4); // ACCESS: write 'object' @9
  struct key key;
  memcpy(&key, &object, sizeof key); // ACCESS: write 'key' @3 by memcpy, read 'object' @3 by memcpy
  if (key.value / 16 % 2 == 1) // ACCESS: read 'key.value' @11
    odd++; // ACCESS: read 'odd' @8, write 'odd' @8
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
