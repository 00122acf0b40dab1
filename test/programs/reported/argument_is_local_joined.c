// VERDICT: race-free
//
// The same, but the first thread is joined before the second begins.
#include <pthread.h>

static void *two(void *place) {
  *(int *)place = 2; // ACCESS: write '*place' @17
  return NULL;
}

static void *three(void *place) {
  *(int *)place = 3; // ACCESS: write '*place' @17
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int number;
  pthread_create(&a, NULL, two, &number); // ACCESS: write 'a' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_create(&b, NULL, three, &number); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return number == 3; // ACCESS: read 'number' @10
}
