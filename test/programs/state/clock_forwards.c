// VERDICT: race-free
//
// The second thread looks at the clock after the first has ended.
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static long a, b;
static int x;

static long now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at); // ACCESS: write 'at' @3 by clock_gettime
  return at.tv_sec; // ACCESS: read 'at.tv_sec' @13
}

static void *first(void *unused) {
  a = now(); // ACCESS: write 'a' @5
  return unused;
}

static void *second(void *unused) {
  b = now(); // ACCESS: write 'b' @5
  return unused;
}

static void *count(void *unused) {
  x++; // ACCESS: read 'x' @4, write 'x' @4
  return unused;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, NULL, first, NULL); // ACCESS: write 's' @3 by pthread_create
  pthread_join(s, NULL); // ACCESS: read 's' @16
  pthread_create(&t, NULL, second, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_join(t, NULL); // ACCESS: read 't' @16
  if (b < a) { // ACCESS: read 'b' @7, read 'a' @11
    pthread_create(&s, NULL, count, NULL); // ACCESS: write 's' @5 by pthread_create
    pthread_create(&t, NULL, count, NULL); // ACCESS: write 't' @5 by pthread_create
  }
  return 0;
}
