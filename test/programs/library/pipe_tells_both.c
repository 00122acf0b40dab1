// VERDICT: race
//
// What comes through a pipe orders what lies before the write; the race is behind it. A hunted run
// follows the pipe.
#include <pthread.h>
#include <unistd.h>

static int ends[2];
static int before;
static int behind;

static void *first(void *unused) {
  before = 1;
  if (write(ends[1], "a", 1) == 1)
    behind = 1;
  return unused;
}

static void *second(void *unused) {
  char byte = 0;
  if (read(ends[0], &byte, 1) == 1 && byte == 'a') {
    before = 2;
    behind = 2;
  }
  return unused;
}

int main(void) {
  pthread_t one, two;
  if (pipe(ends) != 0)
    return 1;
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
