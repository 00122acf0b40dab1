// VERDICT: race-free
//
// Texts that differ lie in different places.
#include <pthread.h>

static const char *first = "abc";
static const char *second = "abd";
static int same;

static void *worker(void *unused) {
  if (first == second) // ACCESS: read 'first' @7, read 'second' @16
    same++; // ACCESS: read 'same' @9, write 'same' @9
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
