// PROPERTY: memory-safety
// VERDICT: holds
//
// Exactly full, with the zero.
#include <stdlib.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  const char *names[3] = {"a", "bcd", ""};
  unsigned i = __VERIFIER_nondet_uint();
  if (i >= 3)
    return 0;
  char *text = malloc(strlen(names[i]) + 4);
  if (!text)
    return 0;
  strcpy(text, "<");
  strcat(text, names[i]);
  strncat(text, ">>>", 2);
  char *end = text + strlen(text);
  end[-1] = 0;
  free(text);
  return 0;
}
