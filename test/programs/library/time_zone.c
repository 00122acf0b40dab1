// VERDICT: race
//
// Converting to local time sets `timezone`, which the other thread reads.
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static long offset;

static void *worker(void *unused) {
  time_t now = time(NULL);
  struct tm date;
  localtime_r(&now, &date);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  offset = timezone;
  pthread_join(t, NULL);
  return offset != 0;
}
