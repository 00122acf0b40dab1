// VERDICT: race-free
//
// A stream that gives no character has ended, or it has failed.
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
  const int character = fgetc(file);
  const int ended = feof(file);
  const int failed = ferror(file);
  pthread_create(&thread, NULL, work, NULL);
  if ((character == EOF) != (ended || failed))
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
