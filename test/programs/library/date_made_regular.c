// VERDICT: race-free
// Members that are out of range are made regular.
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static int x;

static void *run(void *unused) {
  x = 1;
  return 0;
}

int main(void) {
  struct tm date = {0};
  date.tm_year = 100;
  date.tm_mon = 14; // March 2001
  date.tm_mday = 1;
  const time_t when = timegm(&date);
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  if (when != 983404800 || date.tm_mon != 2 || date.tm_year != 101)
    x = 2;
  pthread_join(thread, 0);
  return 0;
}
