// VERDICT: race
// ANSWER: unknown
//
// The data of a thread begins with its own address. Only the address is known.
#include <pthread.h>

static int total;

static void *worker(void *unused) {
  void **own;
  __asm__("movq %%fs:0, %0" : "=r"(own));
  if (own[0]) // ACCESS: read 'own[0]' @7
    total++; // ACCESS: read 'total' @10, write 'total' @10
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return total; // ACCESS: read 'total' @10
}
