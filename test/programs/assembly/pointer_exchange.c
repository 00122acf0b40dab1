// VERDICT: race-free
//
// An object goes from one thread to the other by an exchange of pointers.
#include <pthread.h>
#include <stdlib.h>

static int *box;

static int *swap(int *value) {
  __asm__ volatile("xchgq %0, %1" : "+r"(value), "+m"(box) : : "memory"); // ACCESS: atomic read-write (seq_cst) 'box' @3
  return value;
}

static void *producer(void *unused) {
  int *made = malloc(sizeof *made);
  if (!made)
    return unused;
  *made = 1; // ACCESS: write '*made' @9
  swap(made);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, producer, NULL); // ACCESS: write 't' @3 by pthread_create
  int *got = swap(NULL);
  if (got)
    *got += 1; // ACCESS: read '*got' @10, write '*got' @10
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
