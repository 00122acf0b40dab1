// PROPERTY: assertions
// VERDICT: violated
// NATIVE: no, the clock would have to be right
//
// Every second is a time.
#include <assert.h>
#include <time.h>

int main(void) {
  time_t now = time(NULL);
  assert(now != 1234567890); // VIOLATION
  return 0;
}
