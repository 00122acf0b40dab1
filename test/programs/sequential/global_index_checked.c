// PROPERTY: memory-safety
// VERDICT: holds
//
// stack_index_negative.c with one comparison that covers both ends.
int __VERIFIER_nondet_int(void);

static int numbers[4];

int main(void) {
  int i = __VERIFIER_nondet_int();
  if ((unsigned)i >= 4)
    return 0;
  numbers[i] = 1;
  return numbers[3 - i];
}
