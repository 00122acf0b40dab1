// VERDICT: race-free
// A text that matches is a date.
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
  const char *end = strptime("2024-02-29T10", "%Y-%m-%dT%H", &date);
  pthread_t thread;
  pthread_create(&thread, 0, run, 0);
  if (end == 0 || date.tm_mday != 29 || date.tm_wday != 4)
    x = 2;
  pthread_join(thread, 0);
  return 0;
}
