// VERDICT: race
// ANSWER: unknown
//
// A pointer is looked at as a struct, in a helper.
#include <pthread.h>
#include <stdlib.h>
static int count;
struct halves {
  unsigned low, high;
};
static unsigned lowOf(struct halves *halves) { return halves->low; } // ACCESS: read 'halves->low' @63
static void *worker(void *unused) {
  void *item = malloc(48); // ACCESS: write 'item' @9
  if ((lowOf((struct halves *)&item) & 0x40) != 0)
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
