// PROPERTY: memory-safety
// VERDICT: holds
// STDIN: a long line
//
// fgets() never writes more than it was told, and the end of the string is in it.
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[4];
  if (fgets(line, sizeof line, stdin) == NULL)
    return 0;
  return line[strlen(line)];
}
