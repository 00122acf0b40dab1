// VERDICT: race
//
// The second attempt is made where the first one has succeeded.
#include <pthread.h>
#include <stddef.h>

static int result;

static void *work(void *unused) {
  result = 5; // ACCESS: write 'result' @10
  return unused;
}

int main(void) {
  pthread_t thread, other;
  const int first = pthread_create(&thread, NULL, work, NULL); // ACCESS: write 'thread' @21 by pthread_create
  const int second = pthread_create(&other, NULL, work, NULL); // ACCESS: write 'other' @22 by pthread_create
  if (first == 0)
    pthread_join(thread, NULL); // ACCESS: read 'thread' @18
  if (second == 0)
    pthread_join(other, NULL); // ACCESS: read 'other' @18
  return result; // ACCESS: read 'result' @10
}
