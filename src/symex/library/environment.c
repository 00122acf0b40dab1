// What models of getenv() and the like (share/raceward/models/libc/environment.c) are made of. Any
// variable may be set to anything, and keeps its value until the program changes it.
#include "library.h"

enum { kMostVariables = 64, kLongestValue = 15 };

struct __raceward_variable {
  char *name;
  int isSet;
  char *value;
  char any[kLongestValue + 1];
};
static struct __raceward_variable __raceward_variables[kMostVariables];
static int __raceward_variable_count;
/// No variable is set but those that the program sets.
static int __raceward_environment_is_empty;

/// Null if it has not been used yet. The name ends at a zero or a '='.
static struct __raceward_variable *__raceward_find_variable(const char *name) {
  for (int i = 0; i < __raceward_variable_count; ++i) {
    const char *known = __raceward_variables[i].name;
    size_t at = 0;
    while (known[at] != 0 && known[at] == name[at])
      ++at;
    if (known[at] == 0 && (name[at] == 0 || name[at] == '='))
      return &__raceward_variables[i];
  }
  return NULL;
}

static struct __raceward_variable *__raceward_add_variable(const char *name) {
  if (__raceward_variable_count == kMostVariables)
    __raceward_cannot("more than 64 variables of the environment are used");
  struct __raceward_variable *added = &__raceward_variables[__raceward_variable_count++];
  const char *end = strchr(name, '=');
  const size_t length = end == NULL ? strlen(name) : (size_t)(end - name);
  added->name = memcpy(__raceward_own_memory(length + 1), name, length);
  added->name[length] = 0;
  return added;
}

/// A program that is interpreted has an empty environment. Any other may have longer values than
/// these: that they are omitted is recorded.
char *raceward_variable(const char *name) {
  struct __raceward_variable *variable = __raceward_find_variable(name);
  if (variable == NULL) {
    (void)strlen(name);
    if (__raceward_environment_is_empty || !__raceward_input_is_any())
      return NULL;
    variable = __raceward_add_variable(name);
    variable->isSet = __VERIFIER_nondet_bool();
    variable->value = variable->any;
    if (variable->isSet) {
      __raceward_note_bound("values of the environment with more than 15 characters were left out");
      for (int at = 0; at < kLongestValue; ++at)
        variable->any[at] = (char)__VERIFIER_nondet_uchar();
    }
  }
  return variable->isSet ? variable->value : NULL;
}

/// glibc never releases old values: a program may still have them.
static void __raceward_set_variable(const char *name, char *value) {
  struct __raceward_variable *variable = __raceward_find_variable(name);
  if (variable == NULL)
    variable = __raceward_add_variable(name);
  variable->isSet = value != NULL;
  variable->value = value;
}

static int __raceward_is_variable_name(const char *name) {
  if (name != NULL && name[0] != 0 && strchr(name, '=') == NULL)
    return 1;
  *__errno_location() = kEinval;
  return 0;
}

int raceward_set_variable(const char *name, const char *value, int replaces) {
  if (!__raceward_is_variable_name(name))
    return -1;
  char *copy = strdup(value);
  if (replaces || raceward_variable(name) == NULL)
    __raceward_set_variable(name, copy);
  return 0;
}

int raceward_unset_variable(const char *name) {
  if (!__raceward_is_variable_name(name))
    return -1;
  __raceward_set_variable(name, NULL);
  return 0;
}

/// The text itself becomes part of the environment.
int raceward_put_variable(char *text, void *outside) {
  (void)outside; // for provers
  __raceward_set_variable(text, strchr(text, '=') + 1);
  return 0;
}
void *raceward_outside(void) {
  return NULL;
}

int raceward_clear_variables(void) {
  for (int i = 0; i < __raceward_variable_count; ++i)
    __raceward_variables[i].isSet = 0;
  __raceward_environment_is_empty = 1;
  return 0;
}
