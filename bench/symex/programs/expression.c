// A recursive descent parser: sums and products of digits, with brackets.
#include "input.h"

enum { LENGTH = 6 };

struct Parser {
  const char *at;
  int broken;
};

static int sum(struct Parser *p);

static int factor(struct Parser *p) {
  char c = *p->at;
  if (c == '(') {
    p->at++;
    int value = sum(p);
    if (*p->at != ')') {
      p->broken = 1;
      return 0;
    }
    p->at++;
    return value;
  }
  if (c == '-') {
    p->at++;
    return -factor(p);
  }
  if (c < '0' || c > '9') {
    p->broken = 1;
    return 0;
  }
  int value = 0;
  while (*p->at >= '0' && *p->at <= '9')
    value = value * 10 + (*p->at++ - '0');
  return value;
}

static int product(struct Parser *p) {
  int value = factor(p);
  while (!p->broken && *p->at == '*') {
    p->at++;
    value *= factor(p);
  }
  return value;
}

static int sum(struct Parser *p) {
  int value = product(p);
  while (!p->broken && (*p->at == '+' || *p->at == '-')) {
    char sign = *p->at++;
    int more = product(p);
    value = sign == '+' ? value + more : value - more;
  }
  return value;
}

int main(void) {
  char text[LENGTH + 1];
  for (int i = 0; i < LENGTH; i++)
    text[i] = (char)__VERIFIER_nondet_uchar();
  text[LENGTH] = 0;
  struct Parser parser = {text, 0};
  int value = sum(&parser);
  if (parser.broken || *parser.at)
    return 1;
  check(value <= 999999);
  return value > 100;
}
