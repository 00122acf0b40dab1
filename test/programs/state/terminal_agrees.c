// VERDICT: race-free
//
// Whether standard input is a terminal is the same for all threads, also while another one is
// about to ask.
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int a, b, x;

static void *first(void *unused) {
  a = isatty(0); // ACCESS: write 'a' @5
  return unused;
}

static void *second(void *unused) {
  b = isatty(0); // ACCESS: write 'b' @5
  return unused;
}

static void *count(void *unused) {
  x++; // ACCESS: read 'x' @4, write 'x' @4
  return unused;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, NULL, first, NULL); // ACCESS: write 's' @3 by pthread_create
  pthread_create(&t, NULL, second, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_join(s, NULL); // ACCESS: read 's' @16
  pthread_join(t, NULL); // ACCESS: read 't' @16
  if (a != b) { // ACCESS: read 'a' @7, read 'b' @12
    pthread_create(&s, NULL, count, NULL); // ACCESS: write 's' @5 by pthread_create
    pthread_create(&t, NULL, count, NULL); // ACCESS: write 't' @5 by pthread_create
  }
  return 0;
}
