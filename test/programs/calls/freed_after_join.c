// VERDICT: race-free
//
// The twin of use_after_free.c; realloc moves the object while nobody else has it.
#include <pthread.h>
#include <stdlib.h>

static int *numbers;

static void *lookup(void *unused) {
  numbers[1] = 3; // ACCESS: read 'numbers' @3, write 'numbers[1]' @14
  return unused;
}

int main(void) {
  pthread_t t;
  numbers = calloc(2, sizeof *numbers); // ACCESS: write 'numbers' @11
  if (!numbers) // ACCESS: read 'numbers' @8
    return 1;
  pthread_create(&t, NULL, lookup, NULL); // ACCESS: write 't' @3 by pthread_create
  pthread_join(t, NULL); // ACCESS: read 't' @16
  int *more = realloc(numbers, 4 * sizeof *more); // ACCESS: write '*numbers' @15 by realloc, read 'numbers' @23
  if (!more)
    return 1;
  more[3] = more[1]; // ACCESS: write 'more[3]' @11, read 'more[1]' @13
  free(more); // ACCESS: write '*more' @3 by free
  return 0;
}
