// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 1
//
// The object is gone at the end of its block.
int __VERIFIER_nondet_int(void);

int main(void) {
  int outer = 1;
  int *pointer = &outer;
  if (__VERIFIER_nondet_int()) {
    int inner = 2;
    pointer = &inner;
  }
  return *pointer; // VIOLATION
}
