// VERDICT: race-free
//
// The twin of localtime_shared.c: each thread has a struct of its own. What localtime_r() does to
// the time zone is behind a lock of the library.
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void *worker(void *unused) {
  time_t now = time(NULL);
  struct tm date;
  char text[32];
  localtime_r(&now, &date);
  strftime(text, sizeof text, "%H:%M", &date);
  printf("%d\n", date.tm_hour);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
