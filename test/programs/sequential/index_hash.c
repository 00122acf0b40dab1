// PROPERTY: assertions
// VERDICT: holds
//
// A small hash table with open addressing: what was put in is found.
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

static unsigned char keys[4];

static int slotOf(unsigned char key) {
  for (int i = 0; i < 4; ++i) {
    int slot = (key + i) % 4;
    if (keys[slot] == 0 || keys[slot] == key)
      return slot;
  }
  return -1;
}

int main(void) {
  unsigned char a = __VERIFIER_nondet_uchar();
  unsigned char b = __VERIFIER_nondet_uchar();
  if (a == 0 || b == 0)
    return 0;
  keys[slotOf(a)] = a;
  keys[slotOf(b)] = b;
  assert(keys[slotOf(a)] == a && keys[slotOf(b)] == b);
  assert((slotOf(a) == slotOf(b)) == (a == b));
  return 0;
}
