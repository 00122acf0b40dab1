// VERDICT: race-free
// A number of seconds has one date.
#include <pthread.h>
#include <time.h>

static int x;

static void *run(void *unused) {
  x = 1;
  return 0;
}

int main(void) {
  const time_t when = 1709164799; // 2024-02-28 23:59:59
  struct tm date;
  gmtime_r(&when, &date);
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  if (date.tm_year != 124 || date.tm_mon != 1 || date.tm_mday != 28 || date.tm_wday != 3)
    x = 2;
  pthread_join(thread, 0);
  return 0;
}
