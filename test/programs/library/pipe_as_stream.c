// VERDICT: race-free
// ANSWER: unknown
//
// The same through a stream.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int ends[2];
static int count;

static void *first(void *unused) {
  count = 1;
  if (write(ends[1], "a", 1) != 1)
    return NULL;
  return unused;
}

static void *second(void *unused) {
  FILE *stream = fdopen(ends[0], "r");
  if (stream != NULL && fgetc(stream) == 'a')
    count = 2;
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
