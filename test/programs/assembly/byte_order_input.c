// VERDICT: race
//
// The input that makes it so is found: 0x3412.
#include <pthread.h>

unsigned short __VERIFIER_nondet_ushort(void);
static int found;

static void *worker(void *unused) {
  unsigned short x = __VERIFIER_nondet_ushort();
  __asm__("rorw $8, %w0" : "+r"(x) : : "cc");
  if (x == 0x1234)
    found++; // ACCESS: read 'found' @10, write 'found' @10
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  worker(NULL);
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return found; // ACCESS: read 'found' @10
}
