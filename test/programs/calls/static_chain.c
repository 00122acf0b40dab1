// VERDICT: race
// ANSWER: unknown
//
// The chain is passed beside the arguments: 'increase' gets the address of 'x'.
#include <pthread.h>

int x, y;

static void increase(int *p) {
  (*p)++; // ACCESS: read '*p' @7, write '*p' @7
}

static void *worker(void *unused) {
  __builtin_call_with_static_chain(increase(&x), &y);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  x++; // ACCESS: read 'x' @4, write 'x' @4
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
