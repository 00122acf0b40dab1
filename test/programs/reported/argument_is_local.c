// VERDICT: race
//
// Both threads get the address of a variable on the stack of main.
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
  pthread_create(&b, NULL, three, &number); // ACCESS: write 'b' @3 by pthread_create
  return 0;
}
