// N threads write a[i] = a[i-1] + 1 while one searches from the right for a zero: how far it
// gets depends on who was there before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 12
#endif

static atomic_int a[N + 1];
static int numbers[N + 1];

static void *search(void *unused) {
  int i = N;
  while (atomic_load(&a[i]) != 0)
    --i;
  assert(i >= 0);
  return unused;
}

static void *write(void *number) {
  int i = *(int *)number;
  atomic_store(&a[i], atomic_load(&a[i - 1]) + 1);
  return 0;
}

int main(void) {
  pthread_t threads[N + 1];
  pthread_create(&threads[0], 0, search, 0);
  for (int i = 1; i <= N; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], 0, write, &numbers[i]);
  }
  for (int i = 0; i <= N; i++)
    pthread_join(threads[i], 0);
  assert(atomic_load(&a[1]) == 1);
  return 0;
}
