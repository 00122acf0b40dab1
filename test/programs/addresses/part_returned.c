// VERDICT: race
// ANSWER: unknown
//
// A struct of two halves is returned by value.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int count;
struct halves {
  int low, high;
};
static struct halves split(void *item) { // ACCESS: write 'item' @0
  struct halves halves;
  memcpy(&halves, &item, sizeof halves); // ACCESS: write 'halves' @3 by memcpy, read 'item' @3 by memcpy
  return halves; // ACCESS: read 'halves' @3
}
static void *worker(void *unused) {
  struct halves halves = split(malloc(48)); // ACCESS: write 'halves' @26
  if ((halves.low & 0x40) != 0) // ACCESS: read 'halves.low' @15
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
