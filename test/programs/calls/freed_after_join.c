// VERDICT: race-free
//
// The twin of use_after_free.c; realloc moves the object while nobody else has it.
#include <pthread.h>
#include <stdlib.h>

static int *numbers;

static void *lookup(void *unused) {
  numbers[1] = 3;
  return unused;
}

int main(void) {
  pthread_t t;
  numbers = calloc(2, sizeof *numbers);
  if (!numbers)
    return 1;
  pthread_create(&t, NULL, lookup, NULL);
  pthread_join(t, NULL);
  int *more = realloc(numbers, 4 * sizeof *more);
  if (!more)
    return 1;
  more[3] = more[1];
  free(more);
  return 0;
}
