// PROPERTY: assertions
// VERDICT: holds
//
// Members survive an assignment and a memcpy; nobody looks at the padding.
#include <assert.h>
#include <string.h>

char __VERIFIER_nondet_char(void);
long __VERIFIER_nondet_long(void);

struct Mixed {
  char first;
  long second;
  char third;
};

int main(void) {
  struct Mixed a;
  a.first = __VERIFIER_nondet_char();
  a.second = __VERIFIER_nondet_long();
  a.third = 'z';
  struct Mixed b = a;
  struct Mixed c[2];
  memcpy(&c[1], &b, sizeof b);
  assert(c[1].first == a.first && c[1].second == a.second && c[1].third == 'z');
  return 0;
}
