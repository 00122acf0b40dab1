// VERDICT: race
// ANSWER: unknown
//
// The stream is written when the process ends, beside the thread.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static int count;

static ssize_t take(void *unused, const char *text, size_t bytes) {
  count = 2;
  return (ssize_t)bytes;
}

static void *work(void *unused) {
  count = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  const cookie_io_functions_t functions = {.write = take};
  FILE *stream = fopencookie(NULL, "w", functions);
  if (stream == NULL)
    return 1;
  fputs("text", stream);
  pthread_create(&thread, NULL, work, NULL);
  exit(0);
}
