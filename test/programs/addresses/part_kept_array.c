// VERDICT: race
// ANSWER: unknown
//
// A part of an address is kept as a number, by way of: array.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static int count;
static void *worker(void *unused) {
  void *item = malloc(4); // ACCESS: write 'item' @9
  int part[2] = {*(int *)&item}; // ACCESS: write 'part[0]' @17, write '*(…)' @17, read 'item' @18
  if ((part[0] >> 4 & 1) != 0) // ACCESS: read 'part[0]' @8
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
