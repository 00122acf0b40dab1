// VERDICT: race
// ANSWER: unknown
//
// An address is printed, and the text decides what happens.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fours;

static void *worker(void *unused) {
  char text[40];
  snprintf(text, sizeof text, "%p", malloc(4)); // ACCESS: write 'text' @3 by snprintf
  if (text[strlen(text) - 2] == '4') // ACCESS: read 'text[strlen(…) - 2]' @7, read 'text' @12 by strlen
    fours++; // ACCESS: read 'fours' @10, write 'fours' @10
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL); // ACCESS: write 'a' @3 by pthread_create
  pthread_create(&b, NULL, worker, NULL); // ACCESS: write 'b' @3 by pthread_create
  pthread_join(a, NULL); // ACCESS: read 'a' @16
  pthread_join(b, NULL); // ACCESS: read 'b' @16
  return 0;
}
