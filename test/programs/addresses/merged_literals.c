// VERDICT: race
// ANSWER: unknown
//
// C11 6.4.5: whether the end of one literal is the other is open, and linkers make it so.
#include <pthread.h>

int x;

static void *worker(void *unused) {
  x++; // ACCESS: read 'x' @4, write 'x' @4
  return unused;
}

int main(void) {
  const char *longer = "xabc";
  const char *shorter = "abc";
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  if (longer + 1 == shorter)
    x++; // ACCESS: read 'x' @6, write 'x' @6
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
