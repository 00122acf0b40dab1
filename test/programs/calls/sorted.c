// VERDICT: race-free
//
// qsort reads and writes the array and calls back into the program.
#include <pthread.h>
#include <stdlib.h>

static int numbers[4] = {3, 1, 2, 0};

static int byValue(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b; // ACCESS: read '*a' @10, read '*b' @28
}

static void *sort(void *arg) {
  qsort(arg, 4, sizeof(int), byValue); // ACCESS: read '*arg' @3 by qsort, write '*arg' @3 by qsort
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, sort, numbers); // ACCESS: write 't' @3 by pthread_create
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return numbers[0]; // ACCESS: read 'numbers[0]' @10
}
