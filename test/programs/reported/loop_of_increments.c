// VERDICT: race
//
// The bound of the loop is a constant in memory.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int sum = 0;
static const int rounds = 2;

static void *add(void *unused) {
  for (int i = 0; i < rounds; i++)
    sum++; // ACCESS: read 'sum' @8, write 'sum' @8
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, add, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  assert(sum == 2 * rounds); // ACCESS: read 'sum' @3
  printf("%d", sum); // ACCESS: read 'sum' @16
  return 0;
}
