// VERDICT: race-free
//
// What is said about a missing thread consists of numbers and constants: nothing new can happen.
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int total;

static void *worker(void *argument) {
  total += *(int *)argument; // ACCESS: read 'total' @9, write 'total' @9, read '*argument' @12
  return NULL;
}

static void check(int error, const char *text) {
  if (error != 0) {
    fprintf(stderr, "%s: %s (%d)\n", text, strerror(error), error); // ACCESS: read '*text' @5 by fprintf, read '*strerror(…)' @5 by fprintf, read 'stderr' @13
    errno = error; // ACCESS: write '*__errno_location()' @11
    perror(text); // ACCESS: read '*text' @5 by perror
    exit(EXIT_FAILURE);
  }
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    const char *what = "pthread_create";
    pthread_t thread;
    int error = pthread_create(&thread, NULL, worker, &(int){1}); // ACCESS: write 'thread' @17 by pthread_create, write '<compound literal>' @56
    check(error, what);
    pthread_join(thread, NULL); // ACCESS: read 'thread' @18
  }
  return total; // ACCESS: read 'total' @10
}
