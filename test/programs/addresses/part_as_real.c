// VERDICT: race
// ANSWER: unknown
//
// An address is looked at as a floating-point number.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int count;
static void *worker(void *unused) {
  void *item = malloc(48); // ACCESS: write 'item' @9
  double number;
  memcpy(&number, &item, sizeof number); // ACCESS: write 'number' @3 by memcpy, read 'item' @3 by memcpy
  if (number > 4.0e-310) // ACCESS: read 'number' @7
    count++; // ACCESS: read 'count' @10, write 'count' @10
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
