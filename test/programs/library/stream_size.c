// VERDICT: race
//
// A file may have any size.
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
  fseek(file, 0, SEEK_END);
  const long size = ftell(file);
  rewind(file);
  if (size < 0 || ftell(file) > 0)
    return 2;
  pthread_create(&thread, NULL, work, NULL);
  if (size == 5)
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
