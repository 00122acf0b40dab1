// PROPERTY: assertions
// VERDICT: violated
// INPUTS: 1, 0x1234
//
// Written as one member, read as another.
#include <assert.h>

int __VERIFIER_nondet_int(void);

struct Value {
  enum { Number, Text } tag;
  union {
    int number;
    char text[4];
  };
};

int main(void) {
  struct Value v;
  v.tag = __VERIFIER_nondet_int() ? Text : Number;
  v.number = __VERIFIER_nondet_int();
  if (v.tag == Text)
    assert(v.text[1] != 0x12); // VIOLATION
  return 0;
}
