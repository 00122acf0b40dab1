// VERDICT: race
//
// The twin of halves.c: the classic error by one makes the halves overlap.
#include <pthread.h>

#define SIZE 8
static int squares[SIZE];

static void *fill(void *arg) {
  int *half = arg;
  for (int i = 0; i <= SIZE / 2; i++)
    *(half + i) = i * i;
  return NULL;
}

int main(void) {
  pthread_t low;
  pthread_create(&low, NULL, fill, squares);
  for (int i = SIZE / 2; i < SIZE; i++)
    squares[i] = -i;
  pthread_join(low, NULL);
  return squares[SIZE - 1];
}
