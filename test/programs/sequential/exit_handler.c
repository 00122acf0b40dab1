// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 3
//
// exit() runs the handlers, the last one first.
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int open_files;

static void checkFiles(void) {
  assert(open_files == 0); // VIOLATION
}

static void closeOne(void) {
  open_files--;
}

int main(void) {
  atexit(checkFiles);
  atexit(closeOne);
  open_files = 1;
  if (__VERIFIER_nondet_int() == 3)
    open_files = 2;
  exit(0);
}
