// A text has any content.
// VERDICT: race
// OPTIONS: --entry command
#include <string.h>

static int commands;

void command(const char *word) {
  if (strcmp(word, "go") == 0)
    commands++;
}
