// The environment. Any variable may be set to anything, and keeps its value.
#include "library.h"

enum { kMostVariables = 8, kLongestValue = 15 };

struct __raceward_variable {
  char *name;
  int isSet;
  char value[kLongestValue + 1];
};

/// A program that is interpreted has an empty environment. Any other may have longer values than
/// these: that they are omitted is recorded.
char *getenv(const char *name) {
  static struct __raceward_variable variables[kMostVariables];
  static int count;
  if (!__raceward_input_is_any()) {
    (void)strlen(name);
    return NULL;
  }
  int i = 0;
  while (i < count && strcmp(variables[i].name, name) != 0)
    ++i;
  if (i == kMostVariables)
    __raceward_cannot("more than eight variables of the environment are read");
  struct __raceward_variable *variable = &variables[i];
  if (i == count) {
    const size_t bytes = strlen(name) + 1;
    variable->name = memcpy(__raceward_own_memory(bytes), name, bytes);
    variable->isSet = __VERIFIER_nondet_bool();
    ++count;
    if (variable->isSet) {
      __raceward_note_bound("values of the environment with more than 15 characters were left out");
      for (int at = 0; at < kLongestValue; ++at)
        variable->value[at] = (char)__VERIFIER_nondet_uchar();
    }
  }
  return variable->isSet ? variable->value : NULL;
}
