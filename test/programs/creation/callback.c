// VERDICT: race
//
// What to do without a thread is a call-back that the program has set.
#include <pthread.h>
#include <stddef.h>

static int hits;

static void *work(void *unused) {
  hits++; // ACCESS: read 'hits' @7, write 'hits' @7
  return unused;
}

static void count(int error) {
  hits += error != 0; // ACCESS: read 'hits' @8, write 'hits' @8
}

static void (*onFailure)(int error) = count;

int main(void) {
  pthread_t first, second;
  if (pthread_create(&first, NULL, work, NULL) != 0) // ACCESS: write 'first' @7 by pthread_create
    return 0;
  const int error = pthread_create(&second, NULL, (void *(*)(void *))work, NULL); // ACCESS: write 'second' @21 by pthread_create
  if (error != 0) {
    onFailure(error); // ACCESS: read 'onFailure' @5
    pthread_join(first, NULL); // ACCESS: read 'first' @18
    return 1;
  }
  pthread_join(second, NULL); // ACCESS: read 'second' @16
  pthread_join(first, NULL); // ACCESS: read 'first' @16
  return 0;
}
