// Two threads take turns as they like at i += j and j += i, N times each. The largest value
// is a Fibonacci number.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 7
#endif

static atomic_int i = 1, j = 1;

static void *first(void *unused) {
  for (int k = 0; k < N; k++)
    atomic_store(&i, atomic_load(&i) + atomic_load(&j));
  return unused;
}

static void *second(void *unused) {
  for (int k = 0; k < N; k++)
    atomic_store(&j, atomic_load(&j) + atomic_load(&i));
  return unused;
}

int main(void) {
  int previous = 0, largest = 1;
  for (int k = 0; k < 2 * N + 1; k++) {
    int sum = previous + largest;
    previous = largest;
    largest = sum;
  }
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load(&i) <= largest && atomic_load(&j) <= largest);
  return 0;
}
