// json-c (<json-c/json.h>): trees of values.
//
// Nothing in it is locked: references are counted in the value, and asking for its text keeps the
// text there, so that both change it. A value that was read from a text has children that nobody
// has put there: it is its own child then. What json_object_get() does is not here: another library
// has a function of that name.
#include "object.h"

struct json_object {
  char changed;
  struct child *children;
  struct json_object *parsed; ///< what stands for all the values that came with it
  char *text;
};

struct child {
  struct child *next;
  struct json_object *value;
};

static struct json_object *newValue(void) {
  return model_object(sizeof(struct json_object));
}
struct json_object *json_object_new_object(void) {
  return newValue();
}
struct json_object *json_object_new_array(void) {
  return newValue();
}
struct json_object *json_object_new_boolean(int value) {
  return newValue();
}
struct json_object *json_object_new_int(int32_t value) {
  return newValue();
}
struct json_object *json_object_new_int64(int64_t value) {
  return newValue();
}
struct json_object *json_object_new_double(double value) {
  return newValue();
}
struct json_object *json_object_new_string(const char *text) {
  raceward_reads_text(text);
  return newValue();
}
struct json_object *json_object_new_string_len(const char *text, int length) {
  raceward_reads(text, (size_t)length);
  return newValue();
}
static struct json_object *parsed(int isRefused) {
  if (isRefused)
    return NULL;
  struct json_object *value = newValue();
  value->parsed = value;
  return value;
}
struct json_object *json_tokener_parse(const char *text) {
  raceward_reads_text(text);
  return parsed(raceward_guess_bool());
}
struct json_object *json_object_from_file(const char *name) {
  raceward_reads_text(name);
  return parsed(raceward_any_failure());
}

/// The last reference ends it, and with it its children.
int json_object_put(struct json_object *value) {
  if (value == NULL)
    return 0;
  model_changes(value);
  return raceward_guess_bool();
}

static int add(struct json_object *value, struct json_object *child) {
  struct child *entry = model_object(sizeof *entry);
  model_changes(value);
  entry->value = child;
  entry->next = value->children;
  value->children = entry;
  return model_guess(-1, 0);
}
int json_object_object_add(struct json_object *value, const char *key, struct json_object *child) {
  raceward_reads_text(key);
  return add(value, child);
}
int json_object_array_add(struct json_object *value, struct json_object *child) {
  return add(value, child);
}
void json_object_object_del(struct json_object *value, const char *key) {
  model_changes(value);
  raceward_reads_text(key);
}

static struct json_object *anyChild(const struct json_object *value) {
  model_looks_at(value);
  struct json_object *found = raceward_guess_bool() ? value->parsed : NULL;
  for (const struct child *entry = value->children; entry != NULL; entry = entry->next)
    if (raceward_guess_bool())
      found = entry->value;
  return found;
}
int json_object_object_get_ex(const struct json_object *value, const char *key,
                              struct json_object **to) {
  raceward_reads_text(key);
  struct json_object *child = value != NULL ? anyChild(value) : NULL;
  if (to != NULL)
    *to = child;
  return child != NULL;
}
struct json_object *json_object_object_get(const struct json_object *value, const char *key) {
  raceward_reads_text(key);
  return value != NULL ? anyChild(value) : NULL;
}
struct json_object *json_object_array_get_idx(const struct json_object *value, size_t index) {
  return value != NULL ? anyChild(value) : NULL;
}
size_t json_object_array_length(const struct json_object *value) {
  model_looks_at(value);
  return raceward_guess_size();
}
int json_object_get_type(const struct json_object *value) {
  if (value == NULL)
    return 0;
  model_looks_at(value);
  return model_guess(0, 6);
}
int json_object_is_type(const struct json_object *value, int type) {
  if (value == NULL)
    return type == 0;
  model_looks_at(value);
  return raceward_guess_bool();
}

int json_object_get_boolean(const struct json_object *value) {
  if (value == NULL)
    return 0;
  model_looks_at(value);
  return raceward_guess_bool();
}
int32_t json_object_get_int(const struct json_object *value) {
  if (value == NULL)
    return 0;
  model_looks_at(value);
  return raceward_guess_int();
}
int64_t json_object_get_int64(const struct json_object *value) {
  if (value == NULL)
    return 0;
  model_looks_at(value);
  return (long long)raceward_guess_long();
}
double json_object_get_double(const struct json_object *value) {
  double number = 0;
  if (value != NULL) {
    model_looks_at(value);
    raceward_guess_bytes(&number, sizeof number);
  }
  return number;
}

static const char *textOf(struct json_object *value) {
  if (value == NULL)
    return raceward_guess_bool() ? NULL : model_guess_text();
  model_changes(value);
  value->text = model_guess_text();
  return value->text;
}
const char *json_object_get_string(struct json_object *value) {
  return value == NULL ? NULL : textOf(value);
}
int json_object_get_string_len(const struct json_object *value) {
  if (value == NULL)
    return 0;
  model_looks_at(value);
  return model_guess(0, 15);
}
const char *json_object_to_json_string(struct json_object *value) {
  return textOf(value);
}
const char *json_object_to_json_string_ext(struct json_object *value, int flags) {
  return textOf(value);
}
const char *json_object_to_json_string_length(struct json_object *value, int flags,
                                              size_t *length) {
  if (length != NULL)
    *length = (size_t)model_guess(0, 15);
  return textOf(value);
}
