// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 3, 3
//
// An array whose length is an input.
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned length = __VERIFIER_nondet_uint();
  unsigned index = __VERIFIER_nondet_uint();
  if (length == 0 || length > 4 || index > length)
    return 0;
  volatile int v[length];
  v[0] = 0;
  v[index] = 1; // VIOLATION
  return 0;
}
