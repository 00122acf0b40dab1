// VERDICT: race
// ANSWER: unknown
//
// Half of an address is compared by an atomic operation.
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>

static int count;
union word {
  void *pointer;
  _Atomic unsigned low;
};
static void *worker(void *unused) {
  union word word = {malloc(48)}; // ACCESS: write 'word.pointer' @21
  unsigned expected = 0x12345670;
  if (atomic_compare_exchange_strong(&word.low, &expected, 7)) // ACCESS: atomic read-write (seq_cst) 'word.low' @7
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
