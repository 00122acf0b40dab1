// VERDICT: race-free
// ANSWER: unknown
//
// Standard output is a pipe that another thread reads from, and waits for.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];
static int data;

static void *reader(void *unused) {
  char text[8];
  if (read(ends[0], text, 1) == 1)
    data++;
  return unused;
}

int main(void) {
  pthread_t t;
  if (pipe(ends) != 0)
    return 1;
  dup2(ends[1], 1);
  pthread_create(&t, NULL, reader, NULL);
  data++;
  write(1, "x", 1);
  pthread_join(t, NULL);
  return 0;
}
