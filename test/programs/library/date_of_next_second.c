// VERDICT: race
// The next second is the day that not all years have.
#include <pthread.h>
#include <time.h>

static int x;

static void *run(void *unused) {
  x = 1;
  return 0;
}

int main(void) {
  const time_t when = 1709164800; // 2024-02-29
  struct tm date;
  gmtime_r(&when, &date);
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  if (date.tm_mon == 1 && date.tm_mday == 29)
    x = 2;
  pthread_join(thread, 0);
  return 0;
}
