// VERDICT: race-free
//
// Each thread fills its own half of an array: the same site twice, on different elements.
#include <pthread.h>

#define SIZE 8
static int squares[SIZE];

static void *fill(void *arg) {
  int *half = arg;
  for (int i = 0; i < SIZE / 2; i++)
    half[i] = i * i;
  return NULL;
}

int main(void) {
  pthread_t low, high;
  pthread_create(&low, NULL, fill, squares);
  pthread_create(&high, NULL, fill, squares + SIZE / 2);
  pthread_join(low, NULL);
  pthread_join(high, NULL);
  return squares[SIZE - 1];
}
