// PROPERTY: assertions
// VERDICT: holds
// STATUS: 3
//
// A variable of the environment keeps its value. That longer ones were not looked at is a
// gap, and not an answer.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  if (getenv("LEVEL") == NULL)
    return 0;
  const char *level = getenv("LEVEL");
  assert(level != NULL);
  return level[0];
}
