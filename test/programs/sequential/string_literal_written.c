// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 1
//
// A literal is not an array of one's own.
int __VERIFIER_nondet_int(void);

int main(void) {
  char own[] = "abc";
  char *text = __VERIFIER_nondet_int() ? "abc" : own;
  text[0] = 'x'; // VIOLATION
  return own[0];
}
