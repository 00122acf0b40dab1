// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 1000000000
//
// Far outside, where another object might be.
int __VERIFIER_nondet_int(void);

static char small[8];

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i >= 0 && i != 8)
    small[i] = 1; // VIOLATION
  return 0;
}
