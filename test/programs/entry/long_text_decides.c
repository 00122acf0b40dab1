// A text may be longer than those that are executed.
// VERDICT: race
// ANSWER: unknown
// OPTIONS: --entry command
#include <string.h>

static int commands;

void command(const char *word) {
  if (strlen(word) > 20)
    commands++;
}
