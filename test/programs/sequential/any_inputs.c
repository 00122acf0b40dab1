// PROPERTY: assertions
// VERDICT: violated
// FLAGS: -Iinclude
// INPUTS: 4, 3, 9, 9, 9, 1
//
// The vocabulary of raceward.h.
#include <raceward.h>

int main(void) {
  int n = raceward_any_int();
  unsigned char bytes[4];
  raceward_assume(n > 3);
  raceward_any_bytes(bytes, sizeof bytes);
  if (raceward_any_bool())
    raceward_check(n != bytes[0] + 1); // VIOLATION
  return 0;
}
