// Dispatch by switch: a small stack machine runs unknown code on unknown data.
#include "input.h"

enum { STEPS = 4, DEPTH = 8 };

static int run(const unsigned char *code, int n) {
  int stack[DEPTH] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
  int top = 2;
  for (int i = 0; i < n; i++) {
    switch (code[i] & 15) {
    case 0:
      stack[top++] = i;
      break;
    case 1:
      if (top < 1)
        return -1;
      stack[top] = stack[top - 1];
      top++;
      break;
    case 2:
      if (top < 2)
        return -1;
      top--;
      stack[top - 1] += stack[top];
      break;
    case 3:
      if (top < 2)
        return -1;
      top--;
      stack[top - 1] -= stack[top];
      break;
    case 4:
      if (top < 2)
        return -1;
      top--;
      stack[top - 1] ^= stack[top];
      break;
    case 5:
      if (top < 1)
        return -1;
      stack[top - 1] = -stack[top - 1];
      break;
    case 6:
      if (top < 1)
        return -1;
      if (stack[top - 1] == 0)
        return 0;
      break;
    case 7:
      if (top < 2)
        return -1;
      top--;
      stack[top - 1] = stack[top - 1] < stack[top];
      break;
    default:
      return -2;
    }
  }
  return top;
}

int main(void) {
  unsigned char code[STEPS];
  for (int i = 0; i < STEPS; i++)
    code[i] = __VERIFIER_nondet_uchar();
  int result = run(code, STEPS);
  check(result >= -2 && result <= DEPTH);
  return result < 0;
}
