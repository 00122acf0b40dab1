// VERDICT: race
//
// After the end of the file on a terminal, there is more to read.
#include <pthread.h>
#include <unistd.h>

static int lines;

static void *worker(void *unused) {
  lines = 1;
  return unused;
}

int main(void) {
  char byte;
  if (read(0, &byte, 1) != 0)
    return 1;
  if (read(0, &byte, 1) != 1)
    return 1;
  pthread_t thread;
  if (pthread_create(&thread, NULL, worker, NULL) != 0)
    return 1;
  lines = 2;
  pthread_join(thread, NULL);
  return 0;
}
