// PROPERTY: memory-safety
// VERDICT: violated
// STDIN: \0
//
// Cutting off the newline of a line that begins with a zero.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *line = malloc(4);
  if (line == NULL || fgets(line, 4, stdin) == NULL)
    return 0;
  line[strlen(line) - 1] = 0; // VIOLATION
  free(line);
  return 0;
}
