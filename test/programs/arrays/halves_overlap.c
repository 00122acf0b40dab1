// VERDICT: race
//
// The twin of halves.c: the classic error by one makes the halves overlap.
#include <pthread.h>

#define SIZE 8
static int squares[SIZE];

static void *fill(void *arg) {
  int *half = arg;
  for (int i = 0; i <= SIZE / 2; i++)
    *(half + i) = i * i; // ACCESS: write 'half[i]' @17
  return NULL;
}

int main(void) {
  pthread_t low;
  pthread_create(&low, NULL, fill, squares); // ACCESS: write 'low' @3 by pthread_create
  for (int i = SIZE / 2; i < SIZE; i++)
    squares[i] = -i; // ACCESS: write 'squares[i]' @16
  pthread_join(low, NULL); // ACCESS: read 'low' @16
  return squares[SIZE - 1]; // ACCESS: read 'squares[7]' @10
}
