// PROPERTY: assertions
// VERDICT: violated
// NATIVE: no, the variable would have to be set
//
// Any variable can have any value.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  const char *level = getenv("RACEWARD_TEST_LEVEL");
  if (level == NULL)
    return 0;
  assert(level[0] != 'x' || level[1] != 0); // VIOLATION
  return 0;
}
