// VERDICT: race-free
//
// An address is copied in two halves, the higher one first.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static int count;
struct halves {
  unsigned low, high;
};
static void *worker(void *unused) {
  int *item = malloc(4), *same; // ACCESS: write 'item' @8
  struct halves from, to;
  memcpy(&from, &item, sizeof from); // ACCESS: write 'from' @3 by memcpy, read 'item' @3 by memcpy
  to.high = from.high; // ACCESS: write 'to.high' @11, read 'from.high' @18
  to.low = from.low; // ACCESS: write 'to.low' @10, read 'from.low' @17
  memcpy(&same, &to, sizeof to); // ACCESS: write 'same' @3 by memcpy, read 'to' @3 by memcpy
  *same = 3; // ACCESS: read 'same' @4, write '*same' @9
  if (*item != 3) // ACCESS: read '*item' @7, read 'item' @8
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
