// Vectors of texts in one block of memory, each with a zero at its end (argz.h), and such vectors
// of `name=value` (envz.h). The block is allocated anew when it grows.
#include "model.h"

#include <argz.h>
#include <envz.h>
#include <stdlib.h>
#include <string.h>

size_t argz_count(const char *argz, size_t bytes) {
  size_t count = 0;
  for (size_t i = 0; i < bytes; ++i)
    count += argz[i] == 0;
  return count;
}
error_t argz_append(char **argz, size_t *bytes, const char *added, size_t more) {
  if (more == 0)
    return 0;
  char *grown = realloc(*argz, *bytes + more);
  if (grown == NULL)
    return ENOMEM;
  memcpy(grown + *bytes, added, more);
  *argz = grown;
  *bytes += more;
  return 0;
}
error_t argz_add(char **argz, size_t *bytes, const char *text) {
  return argz_append(argz, bytes, text, strlen(text) + 1);
}
error_t argz_create(char *const *texts, char **argz, size_t *bytes) {
  *argz = NULL;
  *bytes = 0;
  for (; *texts != NULL; ++texts) {
    const error_t error = argz_add(argz, bytes, *texts);
    if (error != 0)
      return error;
  }
  return 0;
}
/// Texts between separators. Several separators are one; after a last one there is an empty text.
error_t argz_add_sep(char **argz, size_t *bytes, const char *text, int separator) {
  const size_t length = strlen(text);
  if (length == 0)
    return 0;
  char *grown = realloc(*argz, *bytes + length + 1);
  if (grown == NULL)
    return ENOMEM;
  size_t end = *bytes;
  for (size_t i = 0; i < length; ++i) {
    if (text[i] != (char)separator)
      grown[end++] = text[i];
    else if (end > 0 && grown[end - 1] != 0)
      grown[end++] = 0;
  }
  grown[end++] = 0;
  *argz = grown;
  *bytes = end;
  return 0;
}
error_t argz_create_sep(const char *text, int separator, char **argz, size_t *bytes) {
  *argz = NULL;
  *bytes = 0;
  return argz_add_sep(argz, bytes, text, separator);
}
void argz_extract(const char *argz, size_t bytes, char **to) {
  size_t count = 0;
  for (size_t i = 0; i < bytes; i += strlen(argz + i) + 1)
    to[count++] = (char *)argz + i;
  to[count] = NULL;
}
/// All zeroes but the last become separators.
void argz_stringify(char *argz, size_t bytes, int separator) {
  for (size_t i = 0; i + 1 < bytes; ++i)
    if (argz[i] == 0)
      argz[i] = (char)separator;
}
char *argz_next(const char *argz, size_t bytes, const char *text) {
  if (text == NULL)
    return bytes > 0 ? (char *)argz : NULL;
  text += strlen(text) + 1;
  return text < argz + bytes ? (char *)text : NULL;
}
void argz_delete(char **argz, size_t *bytes, char *text) {
  if (text == NULL)
    return;
  const size_t removed = strlen(text) + 1;
  const size_t after = *bytes - (size_t)(text - *argz) - removed;
  *bytes -= removed;
  memmove(text, text + removed, after);
  if (*bytes == 0) {
    free(*argz);
    *argz = NULL;
  }
}
error_t argz_insert(char **argz, size_t *bytes, char *before, const char *text) {
  if (before == NULL)
    return argz_add(argz, bytes, text);
  if (before < *argz || before >= *argz + *bytes)
    return EINVAL;
  while (before > *argz && before[-1] != 0)
    --before;
  const size_t place = (size_t)(before - *argz);
  const size_t more = strlen(text) + 1;
  char *grown = realloc(*argz, *bytes + more);
  if (grown == NULL)
    return ENOMEM;
  memmove(grown + place + more, grown + place, *bytes - place);
  memcpy(grown + place, text, more);
  *argz = grown;
  *bytes += more;
  return 0;
}
/// Everywhere in the texts; the block is only exchanged if something was replaced.
error_t argz_replace(char **argz, size_t *bytes, const char *from, const char *to,
                     unsigned *count) {
  const size_t length = strlen(from);
  char *made = NULL;
  size_t made_bytes = 0;
  unsigned replaced = 0;
  if (length == 0)
    return 0;
  for (size_t i = 0; i < *bytes;) {
    const char *text = *argz + i;
    i += strlen(text) + 1;
    const char *found = strstr(text, from);
    unsigned has_part = 0;
    for (; found != NULL; found = strstr(text, from)) {
      error_t error = argz_append(&made, &made_bytes, text, (size_t)(found - text));
      if (error == 0)
        error = argz_append(&made, &made_bytes, to, strlen(to));
      if (error != 0)
        return error;
      text = found + length;
      has_part = 1;
    }
    replaced += has_part; // glibc counts the texts
    if (argz_add(&made, &made_bytes, text) != 0)
      return ENOMEM;
  }
  if (replaced > 0) {
    free(*argz);
    *argz = made;
    *bytes = made_bytes;
    if (count != NULL)
      *count += replaced;
  } else {
    free(made);
  }
  return 0;
}

// Names of the functions behind the inline ones.
size_t __argz_count(const char *argz, size_t bytes) {
  return argz_count(argz, bytes);
}
error_t __argz_create(char *const *texts, char **argz, size_t *bytes) {
  return argz_create(texts, argz, bytes);
}
void __argz_extract(const char *argz, size_t bytes, char **to) {
  argz_extract(argz, bytes, to);
}
void __argz_stringify(char *argz, size_t bytes, int separator) {
  argz_stringify(argz, bytes, separator);
}
char *__argz_next(const char *argz, size_t bytes, const char *text) {
  return argz_next(argz, bytes, text);
}

// name=value. A name may come with its value, which is not compared.

char *envz_entry(const char *envz, size_t bytes, const char *name) {
  for (size_t i = 0; i < bytes; i += strlen(envz + i) + 1) {
    const char *entry = envz + i;
    size_t at = 0;
    while (name[at] != 0 && name[at] != '=' && name[at] == entry[at])
      ++at;
    if ((name[at] == 0 || name[at] == '=') && (entry[at] == 0 || entry[at] == '='))
      return (char *)entry;
  }
  return NULL;
}
char *envz_get(const char *envz, size_t bytes, const char *name) {
  char *entry = envz_entry(envz, bytes, name);
  if (entry == NULL)
    return NULL;
  entry = strchr(entry, '=');
  return entry == NULL ? NULL : entry + 1;
}
void envz_remove(char **envz, size_t *bytes, const char *name) {
  char *entry = envz_entry(*envz, *bytes, name);
  if (entry != NULL)
    argz_delete(envz, bytes, entry);
}
error_t envz_add(char **envz, size_t *bytes, const char *name, const char *value) {
  envz_remove(envz, bytes, name);
  if (value == NULL)
    return argz_add(envz, bytes, name);
  const size_t start = *bytes;
  error_t error = argz_add(envz, bytes, name);
  if (error == 0) {
    (*envz)[start + strlen(name)] = '=';
    error = argz_add(envz, bytes, value);
  }
  return error;
}
error_t envz_merge(char **envz, size_t *bytes, const char *added, size_t more, int override) {
  for (size_t i = 0; i < more; i += strlen(added + i) + 1) {
    char *old = envz_entry(*envz, *bytes, added + i);
    if (old != NULL && !override)
      continue;
    if (old != NULL)
      argz_delete(envz, bytes, old);
    const error_t error = argz_add(envz, bytes, added + i);
    if (error != 0)
      return error;
  }
  return 0;
}
/// Removes the entries without a value.
void envz_strip(char **envz, size_t *bytes) {
  for (size_t i = 0; i < *bytes;) {
    char *entry = *envz + i;
    const size_t length = strlen(entry) + 1;
    if (strchr(entry, '=') != NULL) {
      i += length;
      continue;
    }
    memmove(entry, entry + length, *bytes - i - length);
    *bytes -= length;
  }
}
