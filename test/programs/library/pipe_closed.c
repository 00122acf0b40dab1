// VERDICT: race-free
// ANSWER: unknown
//
// The end of what comes through a pipe is told by closing it.
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int count;

static void *sends(void *unused) {
  count = 1;
  close(ends[1]);
  return unused;
}

static void *receives(void *unused) {
  char byte;
  if (read(ends[0], &byte, 1) == 0)
    count = 2;
  return unused;
}

int main(void) {
  pthread_t one, two;
  if (pipe(ends) != 0)
    return 1;
  pthread_create(&one, NULL, sends, NULL);
  pthread_create(&two, NULL, receives, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
