// VERDICT: race
//
// An interpreter with computed goto and a switch with ranges: control flow that needs
// more than two ways out.
#include <pthread.h>

int __VERIFIER_nondet_int(void);
static int accumulator;

static void run(const unsigned char *code) {
  static const void *const actions[] = {&&stop, &&increment, &&clear};
  goto *actions[*code++]; // ACCESS: read 'actions[*code]' @9, read '*code' @17
increment:
  accumulator++; // ACCESS: read 'accumulator' @14, write 'accumulator' @14
  goto *actions[*code++]; // ACCESS: read 'actions[*code]' @9, read '*code' @17
clear:
  accumulator = 0; // ACCESS: write 'accumulator' @15
  goto *actions[*code++]; // ACCESS: read 'actions[*code]' @9, read '*code' @17
stop:
  return;
}

static int classify(int c) {
  switch (c) {
  case '0' ... '9':
    return accumulator; // ACCESS: read 'accumulator' @12
  case 'a' ... 'z':
  case 'A' ... 'Z':
    return 1;
  default:
    return 0;
  }
}

static void *worker(void *unused) {
  static const unsigned char program[] = {2, 1, 1, 0};
  run(program);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL); // ACCESS: write 't' @3 by pthread_create
  int class = classify(__VERIFIER_nondet_int());
  pthread_join(t, NULL); // ACCESS: read 't' @16
  return class;
}
