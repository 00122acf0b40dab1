// VERDICT: race
//
// All threads get the same struct from localtime(): one call writes what the other reads.
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void *worker(void *unused) {
  time_t now = time(NULL);
  const struct tm *date = localtime(&now);
  printf("%d\n", date->tm_hour);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  worker(NULL);
  pthread_join(t, NULL);
  return 0;
}
