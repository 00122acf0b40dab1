// VERDICT: race-free
//
// The usual: without its threads the program ends.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int data[2];

static void *worker(void *argument) {
  *(int *)argument += 1; // ACCESS: read '*argument' @20, write '*argument' @20
  return NULL;
}

static void check(int error, const char *what) {
  if (error != 0) {
    fprintf(stderr, "%s: %s\n", what, strerror(error)); // ACCESS: read 'stderr' @13, read '*what' @5 by fprintf, read '*strerror(…)' @5 by fprintf
    exit(EXIT_FAILURE);
  }
}

int main(void) {
  pthread_t a, b;
  check(pthread_create(&a, NULL, worker, &data[0]), "pthread_create"); // ACCESS: write 'a' @9 by pthread_create
  int error = pthread_create(&b, NULL, worker, &data[1]); // ACCESS: write 'b' @15 by pthread_create
  if (error) {
    perror("pthread_create");
    exit(1);
  }
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return data[0] + data[1]; // ACCESS: read 'data[0]' @10, read 'data[1]' @20
}
