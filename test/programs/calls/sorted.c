// VERDICT: race-free
//
// qsort reads and writes the array and calls back into the program.
#include <pthread.h>
#include <stdlib.h>

static int numbers[4] = {3, 1, 2, 0};

static int byValue(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}

static void *sort(void *arg) {
  qsort(arg, 4, sizeof(int), byValue);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, sort, numbers);
  pthread_join(t, NULL);
  return numbers[0];
}
