// VERDICT: race
// ANSWER: unknown
//
// A member of a struct that shares its memory with a pointer is half of the address.
#include <pthread.h>
#include <stdlib.h>
static int count;
union word {
  void *pointer;
  struct {
    unsigned low, high;
  } halves;
};
static void *worker(void *unused) {
  union word word = {malloc(48)}; // ACCESS: write 'word.pointer' @21
  if ((word.halves.low & 0x40) != 0) // ACCESS: read 'word.halves.low' @20
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
