// VERDICT: race-free
//
// A character that was put back is the next one.
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
  const int before = ungetc('a', file);
  const int character = fgetc(file);
  pthread_create(&thread, NULL, work, NULL);
  if (before == 'a' && character != 'a')
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
