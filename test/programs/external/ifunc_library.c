// VERDICT: race
// ANSWER: unknown
//
// The program has an 'atoi' of its own, which code that runs before main chooses.
#include <pthread.h>

int x;

static int count(const char *text) {
  x++; // ACCESS: read 'x' @4, write 'x' @4
  return text[0]; // ACCESS: read 'text[0]' @10
}

static void *choose(void) {
  return (void *)count;
}

int atoi(const char *text) __attribute__((ifunc("choose")));

static void *worker(void *unused) {
  atoi("1");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  x++; // ACCESS: read 'x' @4, write 'x' @4
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
