// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 2
// NATIVE: no, the sanitizer does not see the caller
//
// A table of handlers with a gap.
unsigned __VERIFIER_nondet_uint(void);

static int one(void) {
  return 1;
}

static int (*handlers[3])(void) = {one, one};

int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 3)
    return 0;
  return handlers[i](); // VIOLATION
}
