// VERDICT: race
//
// A time that comes from elsewhere may be of a year that no int holds.
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static int hours;

static void *worker(void *unused) {
  hours = 1;
  return unused;
}

int main(void) {
  time_t then = 0;
  if (fread(&then, sizeof then, 1, stdin) != 1)
    return 1;
  if (localtime(&then) != NULL)
    return 0;
  pthread_t thread;
  if (pthread_create(&thread, NULL, worker, NULL) != 0)
    return 1;
  hours = 2;
  pthread_join(thread, NULL);
  return 0;
}
