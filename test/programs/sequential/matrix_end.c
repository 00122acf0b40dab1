// PROPERTY: memory-safety
// VERDICT: violated
// INPUTS: 2, 3
//
// Row and column are each in range, but of each other's range.
unsigned __VERIFIER_nondet_uint(void);

static int matrix[3][4];

int main(void) {
  unsigned row = __VERIFIER_nondet_uint();
  unsigned column = __VERIFIER_nondet_uint();
  if (row >= 3 || column >= 4)
    return 0;
  matrix[row][column] = 1;
  int *flat = &matrix[0][0];
  return flat[column * 4 + row]; // VIOLATION
}
