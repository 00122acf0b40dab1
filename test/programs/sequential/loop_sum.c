// PROPERTY: assertions
// VERDICT: holds
//
// A loop whose length is an input.
extern void reach_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 12)
    return 0;
  int sum = 0;
  for (int i = 1; i <= n; ++i)
    sum += i;
  if (sum != n * (n + 1) / 2)
    reach_error();
  return 0;
}
