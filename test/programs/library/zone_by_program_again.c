// VERDICT: race
// It has left it to the system again.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static int x;

static void *run(void *unused) {
  x = 1;
  return 0;
}

int main(void) {
  setenv("TZ", "UTC0", 1);
  unsetenv("TZ");
  const time_t when = 0;
  struct tm date;
  localtime_r(&when, &date);
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  if (date.tm_hour == 7)
    x = 2;
  pthread_join(thread, 0);
  return 0;
}
