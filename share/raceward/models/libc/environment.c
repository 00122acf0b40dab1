// The environment (<stdlib.h>). What its variables are is up to the machine; here is what threads
// can see: one object for all of it, and the texts of putenv(), which stay memory of the program.
#include "environment.h"

#include <stdlib.h>
#include <string.h>

struct model_environment state_of_environment;

/// The place of a variable among the texts; their number if it is not there. Names end at a zero or
/// a '='. It reads as getenv() does: up to the first difference.
static unsigned placeOf(const char *name) {
  for (unsigned i = 0; i < state_of_environment.count; ++i) {
    const char *const text = state_of_environment.texts[i];
    size_t at = 0;
    while (name[at] != 0 && name[at] != '=' && text[at] == name[at])
      ++at;
    if ((name[at] == 0 || name[at] == '=') && (text[at] == 0 || text[at] == '='))
      return i;
  }
  return state_of_environment.count;
}

static void changes(void) {
  state_of_environment.count = state_of_environment.count;
  ++state_of_environment.changes;
}

/// Whether it is the variable of the time zone: `name` ends at a zero or a '='.
static int isZone(const char *name) {
  return name != NULL && name[0] == 'T' && name[1] == 'Z' && (name[2] == 0 || name[2] == '=');
}
static int isOne(const char *text, const char *zone) {
  return strncmp(text, zone, 3) == 0 && (text[3] == 0 || (text[3] == '0' && text[4] == 0));
}
static enum model_zone zoneOf(const char *text) {
  return isOne(text, "UTC") ? kZoneUtc : isOne(text, "GMT") ? kZoneGmt : kZoneOfProgram;
}

/// The variable has another value now, or none.
static void forgets(const char *name) {
  if (name == NULL)
    return;
  const unsigned place = placeOf(name);
  if (place < state_of_environment.count)
    state_of_environment.texts[place] = state_of_environment.texts[--state_of_environment.count];
}

char *getenv(const char *name) {
  const unsigned place = placeOf(name);
  if (place < state_of_environment.count)
    return state_of_environment.texts[place] + strlen(name) + 1;
  return raceward_variable(name);
}
char *secure_getenv(const char *name) {
  return getenv(name);
}
char *__secure_getenv(const char *name);
char *__secure_getenv(const char *name) {
  return getenv(name);
}

int setenv(const char *name, const char *value, int replaces) {
  changes();
  if (replaces)
    forgets(name);
  if (isZone(name))
    state_of_environment.zone = replaces ? zoneOf(value) : kZoneOfProgram;
  return raceward_set_variable(name, value, replaces);
}

int unsetenv(const char *name) {
  changes();
  forgets(name);
  if (isZone(name))
    state_of_environment.zone = kZoneOfSystem;
  return raceward_unset_variable(name);
}

/// Without a '=' the variable is removed. Programs that walk through `environ` find the text, too.
int putenv(char *text) {
  changes();
  if (isZone(text)) // the text may change later
    state_of_environment.zone = text[2] == 0 ? kZoneOfSystem : kZoneOfProgram;
  size_t end = 0;
  while (text[end] != 0 && text[end] != '=')
    ++end;
  if (text[end] == 0) {
    forgets(text);
    return raceward_unset_variable(text);
  }
  unsigned place = placeOf(text);
  if (place == kMostTexts) {
    raceward_not_executed("putenv() is called for more than 16 variables: use setenv()");
    --place;
  }
  state_of_environment.texts[place] = text;
  state_of_environment.count += place == state_of_environment.count;
  return raceward_put_variable(text, raceward_outside());
}

int clearenv(void) {
  changes();
  state_of_environment.count = 0;
  state_of_environment.zone = kZoneOfSystem;
  return raceward_clear_variables();
}
