// VERDICT: race
// ANSWER: unknown
//
// The bytes of an address are copied as a text.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int count;
static void *worker(void *unused) {
  void *item = malloc(48); // ACCESS: write 'item' @9
  char text[8];
  strncpy(text, (char *)&item, sizeof text); // ACCESS: write 'text' @3 by strncpy, read 'item' @3 by strncpy
  if ((text[0] & 0x40) != 0) // ACCESS: read 'text[0]' @8
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
