// PROPERTY: assertions
// VERDICT: holds
// STDIN: xyz
//
// A character is a byte, or the end of input, which stays.
#include <assert.h>
#include <stdio.h>

int main(void) {
  for (int i = 0; i < 4; ++i) {
    int c = getchar();
    assert(c == EOF || (c >= 0 && c <= 255));
    if (c == EOF) {
      assert(feof(stdin));
      assert(getchar() == EOF);
      return 0;
    }
    assert(!feof(stdin));
  }
  return 0;
}
