// Jansson (<jansson.h>): trees of values.
//
// A value starts with its type and the number of references, which programs change themselves. It
// may be read by many threads. One that was read from a text has children that nobody has put
// there: it is its own child then.
#include "object.h"

typedef struct json_t {
  int type;
  volatile size_t references;
  struct child *children;
  char text[16];
} json_t;

struct child {
  struct child *next;
  json_t *value;
  char key[16];
};

typedef struct {
  int line;
  int column;
  int position;
  char source[80];
  char text[160];
} json_error_t;

static json_t *newValue(int type) {
  json_t *value = model_object(sizeof *value);
  value->type = type;
  value->references = 1;
  return value;
}
static struct child *newChild(json_t *parent, json_t *value) {
  struct child *child = model_object(sizeof *child);
  raceward_guess_bytes(child->key, sizeof child->key - 1);
  child->value = value;
  child->next = parent->children;
  parent->children = child;
  return child;
}

json_t *json_object(void) {
  return newValue(0);
}
json_t *json_array(void) {
  return newValue(1);
}
json_t *json_string(const char *text) {
  raceward_reads_text(text);
  json_t *value = newValue(2);
  raceward_guess_bytes(value->text, sizeof value->text - 1);
  return value;
}
json_t *json_integer(long long number) {
  return newValue(3);
}
json_t *json_real(double number) {
  return raceward_guess_bool() ? NULL : newValue(4);
}
/// There is one of each, whose references are not counted.
static json_t constants[3] = {{.type = 5, .references = (size_t)-1},
                              {.type = 6, .references = (size_t)-1},
                              {.type = 7, .references = (size_t)-1}};
json_t *json_true(void) {
  return &constants[0];
}
json_t *json_false(void) {
  return &constants[1];
}
json_t *json_null(void) {
  return &constants[2];
}

/// The program has given up the last reference.
void json_delete(json_t *value) {
  if (value == NULL)
    return;
  for (struct child *child = value->children; child != NULL;) {
    struct child *next = child->next;
    free(child);
    child = next;
  }
  free(value);
}

static json_t *parsed(json_error_t *error, int isRefused) {
  if (error != NULL)
    raceward_guess_bytes(error, sizeof *error);
  if (isRefused)
    return NULL;
  json_t *value = newValue(model_guess(0, 4));
  raceward_guess_bytes(value->text, sizeof value->text - 1);
  newChild(value, value);
  return value;
}
json_t *json_loads(const char *text, size_t flags, json_error_t *error) {
  raceward_reads_text(text);
  return parsed(error, raceward_guess_bool());
}
json_t *json_loadb(const char *from, size_t bytes, size_t flags, json_error_t *error) {
  raceward_reads(from, bytes);
  return parsed(error, raceward_guess_bool());
}
json_t *json_load_file(const char *name, size_t flags, json_error_t *error) {
  raceward_reads_text(name);
  return parsed(error, raceward_any_failure());
}

static void readsTree(const json_t *value) {
  raceward_reads(value, sizeof *value);
  for (const struct child *child = value->children; child != NULL; child = child->next)
    raceward_reads(child->value, sizeof *value);
}
char *json_dumps(const json_t *value, size_t flags) {
  readsTree(value);
  return raceward_guess_bool() ? NULL : model_guess_text();
}

static json_t *anyChild(const json_t *value) {
  raceward_reads(value, sizeof *value);
  json_t *found = NULL;
  for (const struct child *child = value->children; child != NULL; child = child->next)
    if (raceward_guess_bool())
      found = child->value;
  return found;
}
json_t *json_object_get(const json_t *value, const char *key) {
  raceward_reads_text(key);
  return value != NULL ? anyChild(value) : NULL;
}
json_t *json_array_get(const json_t *value, size_t index) {
  return value != NULL ? anyChild(value) : NULL;
}
size_t json_array_size(const json_t *value) {
  if (value == NULL)
    return 0;
  raceward_reads(value, sizeof *value);
  return raceward_guess_size();
}
size_t json_object_size(const json_t *value) {
  return json_array_size(value);
}

int json_object_set_new_nocheck(json_t *object, const char *key, json_t *value) {
  raceward_reads_text(key);
  if (value == NULL || object == NULL)
    return -1;
  newChild(object, value);
  return 0;
}
int json_object_set_new(json_t *object, const char *key, json_t *value) {
  return json_object_set_new_nocheck(object, key, value);
}
int json_array_append_new(json_t *array, json_t *value) {
  if (value == NULL || array == NULL)
    return -1;
  newChild(array, value);
  return 0;
}
int json_object_clear(json_t *object) {
  if (object == NULL)
    return -1;
  object->children = NULL;
  return 0;
}

const char *json_string_value(const json_t *value) {
  if (value == NULL || value->type != 2)
    return NULL;
  return value->text;
}
long long json_integer_value(const json_t *value) {
  if (value != NULL)
    raceward_reads(value, sizeof *value);
  return (long long)raceward_guess_long();
}
double json_real_value(const json_t *value) {
  double number;
  if (value != NULL)
    raceward_reads(value, sizeof *value);
  raceward_guess_bytes(&number, sizeof number);
  return number;
}

void *json_object_iter(json_t *object) {
  return object != NULL ? object->children : NULL;
}
void *json_object_iter_next(json_t *object, void *place) {
  return object != NULL && place != NULL ? ((struct child *)place)->next : NULL;
}
const char *json_object_iter_key(void *place) {
  return place != NULL ? ((struct child *)place)->key : NULL;
}
json_t *json_object_iter_value(void *place) {
  return place != NULL ? ((struct child *)place)->value : NULL;
}
void *json_object_key_to_iter(const char *key) {
  return key != NULL ? (void *)((uintptr_t)key - offsetof(struct child, key)) : NULL;
}

/// The format says which kinds of pointers follow. In an object, a key precedes each value.
int json_unpack_ex(json_t *root, json_error_t *error, size_t flags, const char *format, ...) {
  enum { kDeepest = 16 };
  char isObject[kDeepest] = {0};
  int depth = 0;
  int wantsKey = 0;
  va_list values;
  va_start(values, format);
  if (error != NULL)
    raceward_guess_bytes(error, sizeof *error);
  if (root != NULL)
    readsTree(root);
  for (; *format != 0; ++format) {
    switch (*format) {
    case '{':
    case '[':
      if (depth + 1 == kDeepest) // formats are written by hand
        return -1;
      isObject[++depth] = *format == '{';
      wantsKey = isObject[depth];
      continue;
    case '}':
    case ']':
      --depth;
      break;
    case 's':
      if (wantsKey) {
        raceward_reads_text(va_arg(values, const char *));
        wantsKey = 0;
        continue;
      }
      *va_arg(values, const char **) =
          root != NULL && raceward_guess_bool() ? anyChild(root)->text : NULL;
      break;
    case '%':
      *va_arg(values, size_t *) = (size_t)model_guess(0, 15);
      break;
    case 'b':
    case 'i':
      *va_arg(values, int *) = raceward_guess_int();
      break;
    case 'I':
      *va_arg(values, long long *) = (long long)raceward_guess_long();
      break;
    case 'f':
    case 'F':
      raceward_guess_bytes(va_arg(values, double *), sizeof(double));
      break;
    case 'o':
    case 'O':
      *va_arg(values, json_t **) = root != NULL ? anyChild(root) : NULL;
      break;
    default: // separators, `n`, `!`, `*` and `?`
      continue;
    }
    wantsKey = isObject[depth];
  }
  va_end(values);
  return model_guess(-1, 0);
}

/// A text of json_pack(): in several parts, and with their lengths, if the format says so. Returns
/// what follows in the format.
static const char *packsText(const char *format, va_list *values) {
  do {
    const char *text = va_arg(*values, const char *);
    ++format;
    if (*format == '#') {
      raceward_reads(text, (size_t)va_arg(*values, int));
      ++format;
    } else if (*format == '%') {
      raceward_reads(text, va_arg(*values, size_t));
      ++format;
    } else {
      model_reads_text_if_given(text); // s? and s* take none
    }
  } while (*format == '+');
  return format;
}

/// Values of all depths are children of the outermost one. Null if a text is not UTF-8.
static json_t *packs(const char *format, va_list *values) {
  enum { kDeepest = 16 };
  char isObject[kDeepest] = {0};
  int depth = 0;
  int wantsKey = 0;
  json_t *root = NULL;
  while (*format != 0) {
    json_t *value = NULL;
    switch (*format) {
    case '{':
    case '[':
      if (depth + 1 == kDeepest) // formats are written by hand
        return NULL;
      value = newValue(*format == '[');
      isObject[++depth] = *format == '{';
      break;
    case '}':
    case ']':
      --depth;
      break;
    case 's':
      format = packsText(format, values) - 1;
      if (wantsKey) {
        wantsKey = 0;
        ++format;
        continue;
      }
      value = newValue(2);
      raceward_guess_bytes(value->text, sizeof value->text - 1);
      break;
    case 'b':
    case 'i':
      (void)va_arg(*values, int);
      value = newValue(3);
      break;
    case 'I':
      (void)va_arg(*values, long long);
      value = newValue(3);
      break;
    case 'f':
      (void)va_arg(*values, double);
      value = newValue(4);
      break;
    case 'n':
      value = newValue(7);
      break;
    case 'o': // the reference is that of the program
    case 'O':
      value = va_arg(*values, json_t *);
      if (value != NULL && *format == 'O')
        __atomic_fetch_add(&value->references, 1, __ATOMIC_SEQ_CST);
      break;
    default: // spaces, ':' and ','; '?' and '*' after what may be null
      ++format;
      continue;
    }
    if (root == NULL)
      root = value;
    else if (value != NULL)
      newChild(root, value);
    wantsKey = depth > 0 && isObject[depth];
    ++format;
  }
  return raceward_guess_bool() ? NULL : root;
}

json_t *json_pack(const char *format, ...) {
  va_list values;
  va_start(values, format);
  json_t *value = packs(format, &values);
  va_end(values);
  return value;
}
json_t *json_pack_ex(json_error_t *error, size_t flags, const char *format, ...) {
  va_list values;
  va_start(values, format);
  if (error != NULL)
    raceward_guess_bytes(error, sizeof *error);
  json_t *value = packs(format, &values);
  va_end(values);
  return value;
}
