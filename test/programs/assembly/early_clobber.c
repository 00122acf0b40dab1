// VERDICT: race-free
//
// With `&` the sum is certain.
#include <pthread.h>

static int total;

static void *worker(void *given) {
  int a = 2, b = 3, sum;
  __asm__("movl %1, %0; addl %2, %0" : "=&r"(sum) : "r"(a), "r"(b) : "cc");
  if (sum != 5)
    total++; // ACCESS: read 'total' @10, write 'total' @10
  return given;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return total; // ACCESS: read 'total' @10
}
