// VERDICT: race
// ANSWER: unknown
// WITH: inline_differs_other.c
//
// C11 6.7.4: whether the inline definition is called, or that of the other file, is open.
#include <pthread.h>

int x;

inline void touch(void) {
  x++;
}

static void *worker(void *unused) {
  touch();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  x++; // ACCESS: read 'x' @4, write 'x' @4
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
