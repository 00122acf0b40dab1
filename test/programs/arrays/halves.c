// VERDICT: race-free
//
// Each thread fills its own half of an array: the same site twice, on different elements.
#include <pthread.h>

#define SIZE 8
static int squares[SIZE];

static void *fill(void *arg) {
  int *half = arg;
  for (int i = 0; i < SIZE / 2; i++)
    half[i] = i * i; // ACCESS: write 'half[i]' @13
  return NULL;
}

int main(void) {
  pthread_t low, high;
  pthread_create(&low, NULL, fill, squares); // ACCESS: write 'low' @3 by pthread_create
  pthread_create(&high, NULL, fill, squares + SIZE / 2); // ACCESS: write 'high' @3 by pthread_create
  pthread_join(low, NULL); // ACCESS: read 'low' @16
  pthread_join(high, NULL); // ACCESS: read 'high' @16
  return squares[SIZE - 1]; // ACCESS: read 'squares[7]' @10
}
