// VERDICT: race
// ANSWER: unknown
//
// The order of two addresses is kept in a variable, and read through a pointer to it.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int swaps;

static void *worker(void *unused) {
  void *items[2] = {malloc(4), malloc(4)}; // ACCESS: write 'items[0]' @20, write 'items[1]' @20
  int order;
  const int *volatile told = &order; // ACCESS: write 'told' @23
  order = memcmp(&items[0], &items[1], sizeof(void *)); // ACCESS: read 'items' @11 by memcmp, read 'items[1]' @11 by memcmp, write 'order' @9
  if (*told > 0) // ACCESS: read 'told' @8, read '*told' @7
    swaps++; // ACCESS: read 'swaps' @10, write 'swaps' @10
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
