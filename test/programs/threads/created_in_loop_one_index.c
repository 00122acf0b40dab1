// VERDICT: race
//
// The twin of created_in_loop.c: all get the address of the index itself.
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
  int i;
  for (i = 0; i < N; i++) // ACCESS: write 'i' @10, read 'i' @15, read 'i' @23, write 'i' @23
    pthread_create(&threads[i], NULL, add, &i); // ACCESS: write 'threads[i]' @5 by pthread_create, read 'i' @29
  for (int k = 0; k < N; k++)
    pthread_join(threads[k], NULL); // ACCESS: read 'threads[k]' @18
  return total; // ACCESS: read 'total' @10
}
