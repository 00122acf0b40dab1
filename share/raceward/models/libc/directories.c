// Directories. A stream is an object of the library that holds the entry that readdir() returns:
// two threads that read from one stream race, as one overwrites what the other looks at.
#include "system.h"

#include <dirent.h>
#include <stdlib.h>

/// The library's own type; what is in there is its affair.
struct __dirstream {
  int descriptor;
  union {
    struct dirent small;
    struct dirent64 large;
  } entry;
};

static DIR *newStream(int descriptor) {
  if (raceward_any_bool()) {
    model_failure();
    return NULL;
  }
  DIR *const stream = raceward_new(sizeof *stream);
  stream->descriptor = descriptor;
  return stream;
}

DIR *opendir(const char *path) {
  raceward_reads_text(path);
  return newStream(model_number(3, (1 << 20) - 1));
}

DIR *fdopendir(int descriptor) {
  if (model_is_bad(descriptor))
    return NULL;
  return newStream(descriptor);
}

int closedir(DIR *stream) {
  raceward_closes(stream->descriptor);
  free(stream);
  return model_status();
}

int dirfd(DIR *stream) {
  return stream->descriptor;
}

// The place in the directory is behind a lock of the stream, which must not be closed meanwhile.

static void usesStream(DIR *stream) {
  raceward_reads(&stream->descriptor, sizeof stream->descriptor);
}

long telldir(DIR *stream) {
  usesStream(stream);
  return raceward_any_long();
}

void seekdir(DIR *stream, long place) {
  usesStream(stream);
  model_error_number();
}

void rewinddir(DIR *stream) {
  usesStream(stream);
}

// At the end errno keeps its value; there may be an error instead. The entry before is gone then,
// too. readdir_r() has its result in memory of the program.

enum { kAlignment = 8 };

#define ENTRIES(suffix, member)                                                                    \
  /* Programs copy as many bytes as an entry says that it has: its name is among them. */          \
  static void anyEntry##suffix(struct dirent##suffix *to) {                                        \
    raceward_writes(to, sizeof *to);                                                               \
    const size_t length = 1 + model_up_to(sizeof to->d_name - 2);                                  \
    const size_t bytes = offsetof(struct dirent##suffix, d_name) + length + 1;                     \
    to->d_name[0] = (char)(to->d_name[0] | (to->d_name[0] == 0)); /* not empty */                  \
    to->d_name[length] = 0;                                                                        \
    to->d_reclen = (unsigned short)((bytes + kAlignment - 1) / kAlignment * kAlignment);           \
  }                                                                                                \
  struct dirent##suffix *readdir##suffix(DIR *stream) {                                            \
    usesStream(stream);                                                                            \
    anyEntry##suffix(&stream->entry.member);                                                       \
    if (raceward_any_bool()) {                                                                     \
      model_status();                                                                              \
      return NULL;                                                                                 \
    }                                                                                              \
    return &stream->entry.member;                                                                  \
  }                                                                                                \
  int readdir##suffix##_r(DIR *restrict stream, struct dirent##suffix *restrict to,                \
                          struct dirent##suffix **restrict result) {                               \
    usesStream(stream);                                                                            \
    if (raceward_any_bool()) {                                                                     \
      *result = NULL;                                                                              \
      return model_error();                                                                        \
    }                                                                                              \
    anyEntry##suffix(to);                                                                          \
    *result = to;                                                                                  \
    return 0;                                                                                      \
  }                                                                                                \
  /* The entries that the filter wants, each in memory of its own, and the list of them. */        \
  static int scan##suffix(                                                                         \
      struct dirent##suffix ***to, int (*isWanted)(const struct dirent##suffix *),                 \
      int (*compare)(const struct dirent##suffix **, const struct dirent##suffix **)) {            \
    if (raceward_any_bool())                                                                       \
      return model_failure();                                                                      \
    enum { kMost = 1 << 16 };                                                                      \
    int count = 0;                                                                                 \
    struct dirent##suffix **list = raceward_new(sizeof *list);                                     \
    while (raceward_any_bool()) {                                                                  \
      raceward_assume(count < kMost);                                                              \
      struct dirent##suffix *const entry = raceward_new(sizeof *entry);                            \
      anyEntry##suffix(entry);                                                                     \
      if (isWanted != NULL && isWanted(entry) == 0) {                                              \
        free(entry);                                                                               \
        continue;                                                                                  \
      }                                                                                            \
      struct dirent##suffix **const longer = raceward_new((size_t)(count + 1) * sizeof *longer);   \
      for (int i = 0; i < count; ++i)                                                              \
        longer[i] = list[i];                                                                       \
      longer[count++] = entry;                                                                     \
      free(list);                                                                                  \
      list = longer;                                                                               \
    }                                                                                              \
    /* The order is any: the entries are. */                                                       \
    if (compare != NULL)                                                                           \
      for (int i = 1; i < count; ++i)                                                              \
        (void)compare((const struct dirent##suffix **)&list[i - 1],                                \
                      (const struct dirent##suffix **)&list[i]);                                   \
    *to = list;                                                                                    \
    return count;                                                                                  \
  }                                                                                                \
  int scandir##suffix(                                                                             \
      const char *restrict path, struct dirent##suffix ***restrict to,                             \
      int (*isWanted)(const struct dirent##suffix *),                                              \
      int (*compare)(const struct dirent##suffix **, const struct dirent##suffix **)) {            \
    raceward_reads_text(path);                                                                     \
    return scan##suffix(to, isWanted, compare);                                                    \
  }                                                                                                \
  int scandirat##suffix(                                                                           \
      int folder, const char *restrict path, struct dirent##suffix ***restrict to,                 \
      int (*isWanted)(const struct dirent##suffix *),                                              \
      int (*compare)(const struct dirent##suffix **, const struct dirent##suffix **)) {            \
    raceward_reads_text(path);                                                                     \
    return scan##suffix(to, isWanted, compare);                                                    \
  }                                                                                                \
  int alphasort##suffix(const struct dirent##suffix **a, const struct dirent##suffix **b) {        \
    raceward_reads_text((*a)->d_name);                                                             \
    raceward_reads_text((*b)->d_name);                                                             \
    return raceward_any_int();                                                                     \
  }                                                                                                \
  int versionsort##suffix(const struct dirent##suffix **a, const struct dirent##suffix **b) {      \
    raceward_reads_text((*a)->d_name);                                                             \
    raceward_reads_text((*b)->d_name);                                                             \
    return raceward_any_int();                                                                     \
  }

ENTRIES(, small)
ENTRIES(64, large)

ssize_t getdents64(int descriptor, void *to, size_t bytes) {
  if (descriptor < 0)
    return model_failure();
  raceward_writes(to, bytes);
  return model_count(bytes);
}

ssize_t getdirentries(int descriptor, char *restrict to, size_t bytes, off_t *restrict from) {
  if (descriptor < 0)
    return model_failure();
  raceward_writes(to, bytes);
  raceward_writes(from, sizeof *from);
  return model_count(bytes);
}

ssize_t getdirentries64(int descriptor, char *restrict to, size_t bytes, off64_t *restrict from) {
  if (descriptor < 0)
    return model_failure();
  raceward_writes(to, bytes);
  raceward_writes(from, sizeof *from);
  return model_count(bytes);
}
