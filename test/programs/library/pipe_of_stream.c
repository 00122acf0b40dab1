// VERDICT: race-free
// ANSWER: unknown
//
// The first byte comes through a stream.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];
static int count;

static void *sends(void *unused) {
  FILE *stream = fdopen(dup(ends[1]), "w");
  if (stream == NULL || fputc('a', stream) == EOF || fflush(stream) != 0)
    _exit(0);
  if (dprintf(ends[1], "%d", 1) != 1 || write(ends[1], "b", 1) != 1)
    _exit(0);
  count = 1;
  return unused;
}

static void *receives(void *unused) {
  char byte = 0;
  if (read(ends[0], &byte, 1) == 1 && byte == 'b')
    count = 2; // never
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
