// VERDICT: race
// ANSWER: unknown
//
// How much of an address is copied is an input.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int count;
int __VERIFIER_nondet_int(void);
static void *worker(void *unused) {
  void *item = malloc(48); // ACCESS: write 'item' @9
  unsigned long bits = 0; // ACCESS: write 'bits' @17
  int length = __VERIFIER_nondet_int();
  if (length < 0 || length > 8)
    return unused;
  memcpy(&bits, &item, (size_t)length); // ACCESS: write 'bits' @3 by memcpy, read 'item' @3 by memcpy
  if (length == 4 && (bits & 0x40) != 0) // ACCESS: read 'bits' @23
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
