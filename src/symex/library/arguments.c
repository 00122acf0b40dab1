// The arguments of main, if they are not given.
#include "library.h"

enum { kMostArguments = 7, kLongestArgument = 15 };

/// Runs before main. The list has the name of the program and room for seven texts of 15
/// characters; other arguments of main are recorded as omitted.
void __raceward_argv(int count, char **list, int looksAtList, int looksAtEnvironment) {
  __VERIFIER_assume(count >= 1);
  if (looksAtEnvironment)
    __raceward_note_bound("variables of the environment that main gets were left out");
  if (!looksAtList)
    return;
  __raceward_note_bound("more than seven arguments of the program, or longer ones than 15 "
                        "characters, were left out");
  __VERIFIER_assume(count <= kMostArguments + 1);
  for (int i = 1; i <= kMostArguments; ++i) {
    if (i == count) {
      list[i] = NULL;
      return;
    }
    for (int at = 0; at < kLongestArgument; ++at)
      list[i][at] = (char)__VERIFIER_nondet_uchar();
  }
}
