// VERDICT: race
//
// The producer goes on writing to what it has given away.
#include <pthread.h>

static int object;
static int *box;

static void *producer(void *unused) {
  int *value = &object;
  *value = 1; // ACCESS: write '*value' @10
  __asm__ volatile("xchgq %0, %1" : "+r"(value), "+m"(box) : : "memory"); // ACCESS: atomic read-write (seq_cst) 'box' @3
  object = 2; // ACCESS: write 'object' @10
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL); // ACCESS: write 't' @3 by pthread_create
  int *got = 0;
  __asm__ volatile("lock; xchg %0, %1" : "+r"(got), "+m"(box) : : "memory"); // ACCESS: atomic read-write (seq_cst) 'box' @3
  if (got)
    *got += 1; // ACCESS: read '*got' @10, write '*got' @10
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
