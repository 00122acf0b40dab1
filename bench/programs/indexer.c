// N threads put four messages each into a hash table of 128 places, by compare and exchange.
// From N = 12 on some want the same place.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 15
#endif

enum { SIZE = 128, MESSAGES = 4 };

static atomic_int table[SIZE];
static int numbers[N];

static void *insert(void *number) {
  int thread = *(int *)number;
  for (int m = 1; m <= MESSAGES; m++) {
    int message = m * 11 + thread;
    int place = message * 7 % SIZE;
    int empty = 0;
    while (!atomic_compare_exchange_strong(&table[place], &empty, message)) {
      assert(empty != 0);
      empty = 0;
      place = (place + 1) % SIZE;
    }
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) {
    numbers[i] = i;
    pthread_create(&threads[i], 0, insert, &numbers[i]);
  }
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], 0);
  return 0;
}
