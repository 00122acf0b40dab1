// iniParser (<iniparser.h>): files of settings. Looking up does not change what was loaded.
#include "object.h"

typedef struct {
  char changed;
  char *text; ///< stands for all values and names
} Settings;

Settings *iniparser_load(const char *name) {
  raceward_reads_text(name);
  if (raceward_any_failure())
    return NULL;
  Settings *settings = model_object(sizeof *settings);
  settings->text = model_text();
  return settings;
}
void iniparser_freedict(Settings *settings) {
  if (settings == NULL)
    return;
  free(settings->text);
  free(settings);
}

static int finds(const Settings *settings, const char *key) {
  if (settings == NULL || key == NULL)
    return 0;
  model_looks_at(settings);
  raceward_reads_text(key);
  return raceward_any_bool();
}
const char *iniparser_getstring(const Settings *settings, const char *key, const char *otherwise) {
  return finds(settings, key) ? settings->text : otherwise;
}
int iniparser_getint(const Settings *settings, const char *key, int otherwise) {
  return finds(settings, key) ? raceward_any_int() : otherwise;
}
int iniparser_getboolean(const Settings *settings, const char *key, int otherwise) {
  return finds(settings, key) ? raceward_any_bool() : otherwise;
}
double iniparser_getdouble(const Settings *settings, const char *key, double otherwise) {
  double number = otherwise;
  if (finds(settings, key))
    raceward_any_bytes(&number, sizeof number);
  return number;
}
int iniparser_find_entry(const Settings *settings, const char *key) {
  return finds(settings, key);
}
int iniparser_getnsec(const Settings *settings) {
  model_looks_at(settings);
  return raceward_any_int();
}
int iniparser_getsecnkeys(const Settings *settings, const char *section) {
  return finds(settings, section) ? model_number(0, 1 << 16) : 0;
}
/// The program has room for as many as iniparser_getsecnkeys() says.
const char **iniparser_getseckeys(const Settings *settings, const char *section,
                                  const char **keys) {
  if (!finds(settings, section))
    return NULL;
  raceward_writes_all(keys);
  keys[0] = settings->text;
  return keys;
}
