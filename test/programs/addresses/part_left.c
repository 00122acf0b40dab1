// VERDICT: race
// ANSWER: unknown
//
// What is left of an address after a byte was overwritten.
#include <pthread.h>
#include <stdlib.h>
static int count;
union word {
  void *pointer;
  unsigned char bytes[8];
  unsigned low;
};
static void *worker(void *unused) {
  union word word = {malloc(48)}; // ACCESS: write 'word.pointer' @21
  word.bytes[7] = 0; // ACCESS: write 'word.bytes[7]' @17
  if ((word.low & 0x40) != 0) // ACCESS: read 'word.low' @13
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
