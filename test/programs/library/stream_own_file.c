// VERDICT: race-free
// ANSWER: unknown
//
// What is in a temporary file is what the program wrote, which is not followed.
#include <pthread.h>
#include <stdio.h>

static int count;

static void *work(void *unused) {
  count = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  FILE *file = tmpfile();
  if (file == NULL)
    return 1;
  pthread_create(&thread, NULL, work, NULL);
  if (fgetc(file) != EOF)
    count = 2;
  pthread_join(thread, NULL);
  return 0;
}
