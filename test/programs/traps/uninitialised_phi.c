// VERDICT: race
//
// `choice` may hold anything if the input is 0. Promotion to registers would fold
// phi(5, undef) to 5, and the write in main with it.
#include <pthread.h>

int __VERIFIER_nondet_int(void);

static int shared;

static void *writer(void *unused) {
  shared = 1; // ACCESS: write 'shared' @10
  return unused;
}

int main(void) {
  pthread_t t;
  int choice;
  if (__VERIFIER_nondet_int())
    choice = 5;
  pthread_create(&t, NULL, writer, NULL); // ACCESS: write 't' @3 by pthread_create
  if (choice != 5)
    shared = 2; // ACCESS: write 'shared' @12
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return 0;
}
