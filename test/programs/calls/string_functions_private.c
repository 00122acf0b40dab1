// VERDICT: race-free
//
// The twin of string_functions.c: each thread formats into a buffer of its own.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const char *const greeting = "hello";

static char *shout(const char *text) {
  size_t length = strlen(text); // ACCESS: read '*text' @19 by strlen
  char *copy = malloc(length + 2);
  if (copy) {
    memcpy(copy, text, length); // ACCESS: write '*copy' @5 by memcpy, read '*text' @5 by memcpy
    strcpy(copy + length, "!"); // ACCESS: write 'copy[length]' @5 by strcpy
  }
  return copy;
}

static void *worker(void *unused) {
  free(shout(greeting)); // ACCESS: write '*shout(…)' @3 by free
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  char *mine = shout(greeting);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  free(mine); // ACCESS: write '*mine' @3 by free
  return 0;
}
