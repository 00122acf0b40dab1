// PROPERTY: assertions
// VERDICT: violated
// INPUTS: -3, -1, -2
//
// A maximum that starts at zero is wrong for negative numbers.
extern void reach_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int numbers[3];
  int largest = 0;
  for (int i = 0; i < 3; ++i) {
    numbers[i] = __VERIFIER_nondet_int();
    if (numbers[i] > largest)
      largest = numbers[i];
  }
  for (int i = 0; i < 3; ++i)
    if (numbers[i] == largest)
      return 0;
  reach_error(); // VIOLATION
}
