// VERDICT: race
// ANSWER: unknown
//
// Pointers are sorted by their bytes: which one comes first is up to the system.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int swaps;

static int order(const void *a, const void *b) {
  return memcmp(a, b, sizeof(void *)); // ACCESS: read '*a' @10 by memcmp, read '*b' @10 by memcmp
}

static void *worker(void *unused) {
  void *items[2] = {malloc(4), malloc(4)}; // ACCESS: write 'items[0]' @20, write 'items[1]' @20
  if (order(&items[0], &items[1]) > 0)
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
