// PROPERTY: assertions
// VERDICT: holds
//
// strtok() remembers where it was.
#include <assert.h>
#include <string.h>

int main(void) {
  char text[] = "a,bc;";
  assert(strcmp(strtok(text, ",;"), "a") == 0);
  assert(strcmp(strtok(NULL, ",;"), "bc") == 0);
  assert(strtok(NULL, ",;") == NULL);
  return 0;
}
