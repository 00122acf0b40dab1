// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 4
//
// One past the end of a local array.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  volatile int v[4] = {1, 2, 3, 4};
  unsigned i = __VERIFIER_nondet_uint();
  if (i > 4)
    return 0;
  return v[i]; // VIOLATION
}
