// VERDICT: race-free
//
// The twin of string_functions.c: each thread formats into a buffer of its own.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const char *const greeting = "hello";

static char *shout(const char *text) {
  size_t length = strlen(text);
  char *copy = malloc(length + 2);
  if (copy) {
    memcpy(copy, text, length);
    strcpy(copy + length, "!");
  }
  return copy;
}

static void *worker(void *unused) {
  free(shout(greeting));
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  char *mine = shout(greeting);
  pthread_join(t, NULL);
  free(mine);
  return 0;
}
