// VERDICT: race
// ANSWER: unknown
// DATA-MODEL: ilp32
//
// A list node in allocated memory is summed up byte by byte by a call-back.
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>

typedef void (*visit)(void *state, unsigned char byte);

static int odd;

static void forEachByte(const void *data, size_t bytes, visit each, void *state) {
  for (size_t i = 0; i < bytes; i++)
    each(state, ((const unsigned char *)data)[i]); // ACCESS: read 'data[i]' @17
}

static void add(void *state, unsigned char byte) {
  *(unsigned *)state ^= byte >> 4; // ACCESS: read '*state' @22, write '*state' @22
}

static void *worker(void *unused) {
  void **cell = malloc(sizeof *cell);
  unsigned sum = 0; // ACCESS: write 'sum' @12
  *cell = cell; // ACCESS: write '*cell' @9
  forEachByte(cell, sizeof *cell, add, &sum);
  if (sum == 5) // ACCESS: read 'sum' @7
    odd++; // ACCESS: read 'odd' @8, write 'odd' @8
  free(cell); // ACCESS: write '*cell' @3 by free
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
