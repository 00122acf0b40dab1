// PROPERTY: assertions
// VERDICT: holds
//
// strtok and its state.
#include <assert.h>
#include <string.h>

int main(void) {
  char line[] = "  set x,12 ";
  assert(strcmp(strtok(line, " ,"), "set") == 0);
  assert(strcmp(strtok(0, " ,"), "x") == 0);
  assert(strcmp(strtok(0, " "), "12") == 0);
  assert(strtok(0, " ,") == 0);
  return 0;
}
