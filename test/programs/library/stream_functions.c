// VERDICT: race
//
// A stream calls the functions that it was given, in the thread that prints.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <sys/types.h>

static int count;
static FILE *stream;

static ssize_t put(void *cookie, const char *from, size_t bytes) {
  ++*(int *)cookie;
  (void)from;
  return (ssize_t)bytes;
}

static void *first(void *unused) {
  if (stream != NULL)
    fputs("a", stream);
  return unused;
}

static void *second(void *unused) {
  count = 3;
  return unused;
}

int main(void) {
  pthread_t one, two;
  cookie_io_functions_t functions = {NULL, put, NULL, NULL};
  stream = fopencookie(&count, "w", functions);
  pthread_create(&one, NULL, first, NULL);
  pthread_create(&two, NULL, second, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  return 0;
}
