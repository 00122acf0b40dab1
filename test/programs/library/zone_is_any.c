// VERDICT: race
// It may be hours from UTC.
#include <pthread.h>
#include <time.h>

static int x;

static void *run(void *unused) {
  x = 1;
  return 0;
}

int main(void) {
  time_t when = 0;
  const struct tm first = *localtime(&when);
  const struct tm second = *localtime(&when);
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  if (first.tm_hour == 5)
    x = 2;
  pthread_join(thread, 0);
  return 0;
}
