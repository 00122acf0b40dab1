// VERDICT: race
// ANSWER: unknown
//
// Which of four addresses a part is read of is an input.
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
static int count;
static void *worker(void *unused) {
  void *items[4], *item;
  for (int i = 0; i < 4; i++)
    items[i] = malloc(8); // ACCESS: write 'items[i]' @14
  int index = __VERIFIER_nondet_int();
  if (index < 0 || index >= 4)
    return unused;
  item = items[index]; // ACCESS: write 'item' @8, read 'items[index]' @10
  if ((*(unsigned *)&item & 0x40) != 0) // ACCESS: read 'item' @8
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
