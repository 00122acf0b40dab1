// VERDICT: race-free
//
// As many threads as the array has elements.
#include <pthread.h>

enum { N = 3 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *add(void *arg) {
  pthread_mutex_lock(&m);
  total += *(int *)arg; // ACCESS: read 'total' @9, write 'total' @9, read '*arg' @12
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  int numbers[N];
  for (int i = 0; i < N; i++) {
    numbers[i] = i; // ACCESS: write 'numbers[i]' @16
    pthread_create(&threads[i], NULL, add, &numbers[i]); // ACCESS: write 'threads[i]' @5 by pthread_create
  }
  for (int i = 0; i < N; i++)
    pthread_join(threads[i], NULL); // ACCESS: read 'threads[i]' @18
  return total; // ACCESS: read 'total' @10
}
