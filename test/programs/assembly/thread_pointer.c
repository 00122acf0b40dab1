// VERDICT: race-free
//
// The address of its own data tells a thread from another one.
#include <pthread.h>

static void *owner;
static int total;

static void *self(void) {
  void *own;
  __asm__("movq %%fs:0, %0" : "=r"(own));
  return own;
}

static void *worker(void *unused) {
  if (self() == owner) // ACCESS: read 'owner' @17
    total++; // ACCESS: read 'total' @10, write 'total' @10
  return unused;
}

int main(void) {
  pthread_t t;
  owner = self(); // ACCESS: write 'owner' @9
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return total; // ACCESS: read 'total' @10
}
