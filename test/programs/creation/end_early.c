// VERDICT: race
//
// Without the second thread main tells the first one to stop, by a variable of its own, and ends.
#include <pthread.h>
#include <stddef.h>

static void *work(void *argument) {
  const int *stop = argument;
  return *stop ? NULL : argument; // ACCESS: read '*stop' @10
}

static void *idle(void *unused) {
  return unused;
}

int main(void) {
  pthread_t first, second;
  int stop = 0; // ACCESS: write 'stop' @7
  if (pthread_create(&first, NULL, work, &stop) != 0) // ACCESS: write 'first' @7 by pthread_create
    return 1;
  if (pthread_create(&second, NULL, idle, NULL) != 0) { // ACCESS: write 'second' @7 by pthread_create
    stop = 1; // ACCESS: write 'stop' @10
    return 1;
  }
  pthread_join(first, NULL); // ACCESS: read 'first' @16
  pthread_join(second, NULL); // ACCESS: read 'second' @16
  return 0;
}
