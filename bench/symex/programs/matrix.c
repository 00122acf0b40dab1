// Fixed point arithmetic: a matrix times an unknown vector, each element cut to a range.
#include "input.h"

enum { N = 3, ROUNDS = 1, ONE = 1 << 8 };

static const int matrix[N][N] = {{200, -31, 17}, {-64, 250, 12}, {3, 77, -128}};

static int cut(int x) {
  if (x > 4 * ONE)
    return 4 * ONE;
  if (x < -4 * ONE)
    return -4 * ONE;
  return x;
}

int main(void) {
  int vector[N], next[N];
  for (int i = 0; i < N; i++)
    vector[i] = (int)__VERIFIER_nondet_uchar() * 16 - 8 * ONE;
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < N; i++) {
      int sum = 0;
      for (int j = 0; j < N; j++)
        sum += matrix[i][j] * vector[j];
      next[i] = cut(sum / ONE);
    }
    for (int i = 0; i < N; i++)
      vector[i] = next[i];
  }
  int result = 0;
  for (int i = 0; i < N; i++) {
    check(vector[i] <= 4 * ONE && vector[i] >= -4 * ONE);
    result += vector[i];
  }
  return result > 0;
}
