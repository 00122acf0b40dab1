// VERDICT: race
// ANSWER: unknown
//
// An address is written, and a part of it read, at an index that is an input.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
static int count;
static void *worker(void *unused) {
  void *items[40] = {0}; // ACCESS: write 'items' @9
  int index = __VERIFIER_nondet_int();
  if (index < 0 || index >= 40)
    return unused;
  items[index] = malloc(8); // ACCESS: write 'items[index]' @16
  if ((*(unsigned *)&items[index] & 0x40) != 0) // ACCESS: read 'items[index]' @8
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
