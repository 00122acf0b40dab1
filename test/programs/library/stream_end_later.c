// VERDICT: race-free
// ANSWER: unknown
//
// Which end a stream had is not kept once there are threads.
#include <pthread.h>
#include <stdio.h>

static int count;

static void *work(void *unused) {
  count = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  FILE *file = fopen("data", "r");
  if (file == NULL)
    return 1;
  clearerr(file);
  pthread_create(&thread, NULL, work, NULL);
  if (feof(file))
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
