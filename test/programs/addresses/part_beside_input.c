// VERDICT: race
// ANSWER: unknown
//
// A part of an address is read after a member beside it was written at an index that is an input.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
struct item {
  void *memory;
  int number;
};
static int count;
static void *worker(void *unused) {
  struct item items[300] = {{0}}; // ACCESS: write 'items' @15
  for (int i = 0; i < 300; i++)
    items[i].memory = &items[i]; // ACCESS: write 'items[i].memory' @21
  int index = __VERIFIER_nondet_int();
  if (index < 0 || index >= 300)
    return unused;
  items[index].number = 9; // ACCESS: write 'items[index].number' @23
  if ((*(unsigned *)&items[3].memory & 0x40) != 0) // ACCESS: read 'items[3].memory' @8
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
