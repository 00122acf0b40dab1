// VERDICT: race
//
// The result is read through a pointer that was taken before. Where there is no second thread, main
// does the work while the first one does.
#include <pthread.h>
#include <stddef.h>

static int shared;

static void *work(void *unused) {
  shared = 5; // ACCESS: write 'shared' @10
  return unused;
}

static void *nothing(void *unused) {
  return unused;
}

int main(void) {
  pthread_t first, second;
  int error;
  const int *results[1];
  results[0] = &error; // ACCESS: write 'results[0]' @14
  if (pthread_create(&first, NULL, work, NULL) != 0) // ACCESS: write 'first' @7 by pthread_create
    return 1;
  error = pthread_create(&second, NULL, nothing, NULL); // ACCESS: write 'error' @9, write 'second' @11 by pthread_create
  if (*results[0] != 0) // ACCESS: read 'results[0]' @8, read '*results[0]' @7
    work(NULL);
  else
    pthread_join(second, NULL); // ACCESS: read 'second' @18
  pthread_join(first, NULL); // ACCESS: read 'first' @16
  return 0;
}
