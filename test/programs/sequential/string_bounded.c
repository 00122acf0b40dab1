// PROPERTY: memory-safety
// VERDICT: holds
//
// string_symbolic_end.c with functions that know where to stop.
#include <stdlib.h>
#include <string.h>

char __VERIFIER_nondet_char(void);

int main(void) {
  char *text = malloc(3);
  if (!text)
    return 0;
  for (int i = 0; i < 3; ++i)
    text[i] = __VERIFIER_nondet_char();
  size_t length = strnlen(text, 3);
  char *copy = strndup(text, 3);
  char *found = memchr(text, 'x', 3);
  if (copy && strlen(copy) == length && found)
    *found = 'y';
  free(copy);
  free(text);
  return strncmp("ab", "abc", 2);
}
