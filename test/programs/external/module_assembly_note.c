// VERDICT: race-free
//
// The twin of module_assembly.c: what stands there is for the reader of the object file.
#include <pthread.h>

static int total;
static int sum;
__asm__(".ident \"sum 1.0\"");

static void *worker(void *unused) {
  sum = 1; // ACCESS: write 'sum' @7
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  total = 2; // ACCESS: write 'total' @9
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return sum + total; // ACCESS: read 'sum' @10, read 'total' @16
}
