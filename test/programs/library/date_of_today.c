// VERDICT: race-free
//
// No clock shows a time whose year is too large for an int, so that the conversion does not fail.
#include <pthread.h>
#include <time.h>

static int hours;

static void *worker(void *unused) {
  hours = 1;
  return unused;
}

int main(void) {
  const time_t then = time(NULL);
  if (localtime(&then) != NULL)
    return 0;
  pthread_t thread;
  if (pthread_create(&thread, NULL, worker, NULL) != 0)
    return 1;
  hours = 2;
  pthread_join(thread, NULL);
  return 0;
}
