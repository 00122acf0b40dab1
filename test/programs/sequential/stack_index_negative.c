// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: -1
//
// Only the upper bound is checked.
int __VERIFIER_nondet_int(void);

int main(void) {
  volatile int numbers[4] = {0};
  int i = __VERIFIER_nondet_int();
  if (i >= 4 || i < -2)
    return 0;
  numbers[i] = 1; // VIOLATION
  return 0;
}
