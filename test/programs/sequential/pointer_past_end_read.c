// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 7
//
// A sentinel that is not there.
int __VERIFIER_nondet_int(void);

int main(void) {
  int v[3] = {1, 2, 3};
  int wanted = __VERIFIER_nondet_int();
  const int *at = v;
  while (*at != wanted) // VIOLATION
    ++at;
  return (int)(at - v);
}
