// VERDICT: race-free
//
// A stream that has ended stays so until the program clears that.
#include <pthread.h>
#include <stdio.h>

static int lines;

static void *worker(void *unused) {
  lines = 1;
  return unused;
}

int main(void) {
  if (getchar() != EOF)
    return 1;
  if (getchar() == EOF)
    return 1;
  pthread_t thread;
  if (pthread_create(&thread, NULL, worker, NULL) != 0)
    return 1;
  lines = 2;
  pthread_join(thread, NULL);
  return 0;
}
