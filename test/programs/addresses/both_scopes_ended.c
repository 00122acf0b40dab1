// VERDICT: race
// ANSWER: unknown
//
// The variables of two blocks may lie at one address.
#include <pthread.h>
#include <stdint.h>

static int count;

static void *worker(void *unused) {
  count++; // ACCESS: read 'count' @8, write 'count' @8
  return unused;
}

int main(void) {
  pthread_t thread;
  uintptr_t first, second;
  {
    int a = 1; // ACCESS: write 'a' @9
    first = (uintptr_t)&a;
  }
  {
    int b = 2; // ACCESS: write 'b' @9
    second = (uintptr_t)&b;
  }
  pthread_create(&thread, NULL, worker, NULL); // ACCESS: write 'thread' @3 by pthread_create
  if (first == second)
    count++; // ACCESS: read 'count' @10, write 'count' @10
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return 0;
}
