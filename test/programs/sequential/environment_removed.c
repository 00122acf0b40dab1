// PROPERTY: assertions
// VERDICT: holds
//
// putenv() makes a text part of the environment; clearenv() and unsetenv() remove variables.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

static char text[] = "A=1";

int main(void) {
  clearenv();
  assert(getenv("LEVEL") == NULL);
  setenv("LEVEL", "1", 1);
  setenv("LEVEL", "2", 0);
  assert(getenv("LEVEL")[0] == '1');
  unsetenv("LEVEL");
  assert(getenv("LEVEL") == NULL);
  putenv(text);
  text[2] = '3';
  assert(getenv("A") == text + 2 && getenv("A")[0] == '3');
  assert(setenv("A=B", "1", 1) == -1);
  return 0;
}
