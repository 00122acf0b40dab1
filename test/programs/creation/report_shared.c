// VERDICT: race
//
// Without the second thread the program ends, and says how far the first one is.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static char progress[16] = "none";

static void *work(void *unused) {
  progress[0] = 's'; // ACCESS: write 'progress[0]' @15
  return unused;
}

static void *idle(void *unused) {
  return unused;
}

static void check(int error, const char *text) {
  if (error != 0) {
    fprintf(stderr, "error %d: %s\n", error, text); // ACCESS: read '*text' @5 by fprintf, read 'stderr' @13
    exit(EXIT_FAILURE);
  }
}

int main(void) {
  pthread_t first, second;
  check(pthread_create(&first, NULL, work, NULL), "the first thread"); // ACCESS: write 'first' @9 by pthread_create
  check(pthread_create(&second, NULL, idle, NULL), progress); // ACCESS: write 'second' @9 by pthread_create
  pthread_join(first, NULL); // ACCESS: read 'first' @16
  pthread_join(second, NULL); // ACCESS: read 'second' @16
  return 0;
}
