// VERDICT: race
// ANSWER: unknown
//
// Memory that was freed may be used again: the addresses are compared by exclusive or.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static int count;

static void *worker(void *unused) {
  count++; // ACCESS: read 'count' @8, write 'count' @8
  return unused;
}

int main(void) {
  pthread_t thread;
  char *item = malloc(8);
  uintptr_t bits = (uintptr_t)item;
  free(item); // ACCESS: write '*item' @3 by free
  item = malloc(8);
  bits ^= (uintptr_t)item;
  pthread_create(&thread, NULL, worker, NULL); // ACCESS: write 'thread' @3 by pthread_create
  if (bits == 0)
    count++; // ACCESS: read 'count' @10, write 'count' @10
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return 0;
}
