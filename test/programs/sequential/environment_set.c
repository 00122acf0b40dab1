// PROPERTY: assertions
// VERDICT: violated
//
// A variable of the environment that was not set is so after setenv().
#include <assert.h>
#include <stdlib.h>

int main(void) {
  if (getenv("LEVEL") != NULL)
    return 0;
  setenv("LEVEL", "high", 0);
  const char *level = getenv("LEVEL");
  assert(level == NULL || level[0] != 'h'); // VIOLATION
  return 0;
}
