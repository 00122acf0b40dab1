// VERDICT: race
// ANSWER: unknown
//
// Memory that was freed may be used again: the addresses are compared by memcmp().
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int count;

static void *worker(void *unused) {
  count++; // ACCESS: read 'count' @8, write 'count' @8
  return unused;
}

int main(void) {
  pthread_t thread;
  char *item = malloc(8), *old; // ACCESS: write 'item' @9
  memcpy(&old, &item, sizeof old); // ACCESS: write 'old' @3 by memcpy, read 'item' @3 by memcpy
  free(item); // ACCESS: write '*item' @3 by free, read 'item' @8
  item = malloc(8); // ACCESS: write 'item' @8
  pthread_create(&thread, NULL, worker, NULL); // ACCESS: write 'thread' @3 by pthread_create
  if (memcmp(&old, &item, sizeof old) == 0) // ACCESS: read 'old' @7 by memcmp, read 'item' @7 by memcmp
    count++; // ACCESS: read 'count' @10, write 'count' @10
  pthread_join(thread, NULL); // ACCESS: read 'thread' @16
  return 0;
}
