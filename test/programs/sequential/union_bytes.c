// PROPERTY: assertions
// VERDICT: holds
//
// The bytes of a number, from the lowest.
#include <assert.h>
#include <stdint.h>

unsigned __VERIFIER_nondet_uint(void);

union Word {
  uint32_t word;
  uint16_t halves[2];
  uint8_t bytes[4];
};

int main(void) {
  union Word u;
  u.word = __VERIFIER_nondet_uint();
  uint32_t word = u.word;
  assert(u.bytes[0] == (word & 0xff) && u.bytes[3] == word >> 24);
  u.bytes[1] = 0;
  assert(u.word == (word & 0xffff00ff));
  assert(u.halves[1] == word >> 16);
  return 0;
}
