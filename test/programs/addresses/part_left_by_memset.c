// VERDICT: race
// ANSWER: unknown
//
// What is left of an address after memset() of its other half.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int count;
static void *worker(void *unused) {
  void *item = malloc(48); // ACCESS: write 'item' @9
  unsigned long bits;
  memcpy(&bits, &item, sizeof bits); // ACCESS: write 'bits' @3 by memcpy, read 'item' @3 by memcpy
  memset((char *)&bits + 4, 0, 4); // ACCESS: write 'bits+4' @3 by memset
  if ((bits & 0x40) != 0) // ACCESS: read 'bits' @8
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
