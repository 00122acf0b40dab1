// Patterns for names of files and words of a shell (glob.h, wordexp.h). What matches
// depends on the file system and the environment: any number of any texts.
#include "model.h"

#include <dirent.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <wordexp.h>

int glob_pattern_p(const char *pattern, int quote) {
  for (; *pattern != 0; ++pattern) {
    if (*pattern == '*' || *pattern == '?')
      return 1;
    if (*pattern == '[' && strchr(pattern, ']') != NULL)
      return 1;
    if (*pattern == '\\' && quote && pattern[1] != 0)
      ++pattern;
  }
  return 0;
}

enum { kLongestName = 256 };

static char *any_name(void) {
  char *name = raceward_new(kLongestName);
  name[kLongestName - 1] = 0;
  return name;
}
/// The list ends with a null pointer. Returns the grown one.
static char **add(char **list, size_t place, char *text) {
  char **grown = realloc(list, (place + 2) * sizeof *grown);
  grown[place] = text;
  grown[place + 1] = NULL;
  return grown;
}

/// Whether it is the name of one file, if there is one.
static int is_name(const char *pattern, int flags) {
  const int others = GLOB_BRACE | GLOB_TILDE | GLOB_TILDE_CHECK | GLOB_ALTDIRFUNC | GLOB_MARK;
  return (flags & others) == 0 && strpbrk(pattern, "*?[\\") == NULL;
}

/// Folders are read by functions of the program, if it gave some.
#define WALK(glob_type, stat_type)                                                                 \
  static void walk_##glob_type(glob_type *to, const char *path) {                                  \
    stat_type status;                                                                              \
    void *folder = to->gl_opendir(path);                                                           \
    if (folder != NULL) {                                                                          \
      while (to->gl_readdir(folder) != NULL) {                                                     \
        if (raceward_any_bool())                                                                   \
          to->gl_lstat(path, &status);                                                             \
        if (raceward_any_bool())                                                                   \
          to->gl_stat(path, &status);                                                              \
      }                                                                                            \
      to->gl_closedir(folder);                                                                     \
    }                                                                                              \
  }
typedef struct stat stat_of_glob;
typedef struct stat64 stat_of_glob64;
WALK(glob_t, stat_of_glob)
WALK(glob64_t, stat_of_glob64)

#define GLOB(name, glob_type)                                                                      \
  int name(const char *pattern, int flags, int (*failed)(const char *, int), glob_type *to) {      \
    if (pattern == NULL || to == NULL || (flags & ~__GLOB_FLAGS) != 0) {                           \
      errno = EINVAL;                                                                              \
      return -1;                                                                                   \
    }                                                                                              \
    raceward_reads_text(pattern);                                                                  \
    const size_t reserved = flags & GLOB_DOOFFS ? to->gl_offs : 0;                                 \
    if (!(flags & GLOB_APPEND)) {                                                                  \
      to->gl_pathc = 0;                                                                            \
      to->gl_pathv = NULL;                                                                         \
      if (flags & GLOB_DOOFFS)                                                                     \
        to->gl_pathv = calloc(reserved + 1, sizeof *to->gl_pathv);                                 \
    }                                                                                              \
    to->gl_flags = flags | (raceward_any_bool() ? GLOB_MAGCHAR : 0);                               \
    if (flags & GLOB_ALTDIRFUNC)                                                                   \
      walk_##glob_type(to, pattern);                                                               \
    while (raceward_any_bool()) { /* a folder that cannot be read */                               \
      const int stop = failed != NULL && failed(any_name(), model_any_error()) != 0;             \
      if (stop || (flags & GLOB_ERR))                                                              \
        return GLOB_ABORTED;                                                                       \
    }                                                                                              \
    size_t found = 0;                                                                              \
    const int is_one = is_name(pattern, flags);                                                    \
    for (; !(is_one & (found == 1)) && raceward_any_bool(); ++found)                               \
      to->gl_pathv = add(to->gl_pathv, reserved + to->gl_pathc++,                                  \
                         is_one ? strdup(pattern) : any_name());                                   \
    if (found == 0 && (flags & (GLOB_NOCHECK | GLOB_NOMAGIC))) {                                   \
      to->gl_pathv = add(to->gl_pathv, reserved + to->gl_pathc++, strdup(pattern));                \
      ++found;                                                                                     \
    }                                                                                              \
    return found == 0 ? GLOB_NOMATCH : 0;                                                          \
  }                                                                                                \
  static void release_##glob_type(glob_type *from) {                                               \
    if (from->gl_pathv == NULL)                                                                    \
      return;                                                                                      \
    const size_t reserved = from->gl_flags & GLOB_DOOFFS ? from->gl_offs : 0;                      \
    for (size_t i = 0; i < from->gl_pathc; ++i)                                                    \
      free(from->gl_pathv[reserved + i]);                                                          \
    free(from->gl_pathv);                                                                          \
    from->gl_pathv = NULL;                                                                         \
  }
GLOB(glob, glob_t)
GLOB(glob64, glob64_t)
void globfree(glob_t *from) {
  release_glob_t(from);
}
void globfree64(glob64_t *from) {
  release_glob64_t(from);
}

void wordfree(wordexp_t *from) {
  if (from == NULL || from->we_wordv == NULL)
    return;
  for (size_t i = 0; i < from->we_wordc; ++i)
    free(from->we_wordv[from->we_offs + i]);
  free(from->we_wordv);
  from->we_wordv = NULL;
}
int wordexp(const char *words, wordexp_t *to, int flags) {
  raceward_reads_text(words);
  if (flags & WRDE_REUSE)
    wordfree(to);
  if (raceward_guess_bool())
    return model_guess(WRDE_NOSPACE, WRDE_SYNTAX);
  if (!(flags & WRDE_DOOFFS))
    to->we_offs = 0;
  if (!(flags & WRDE_APPEND) || to->we_wordv == NULL) {
    to->we_wordc = 0;
    to->we_wordv = calloc(to->we_offs + 1, sizeof *to->we_wordv);
  }
  // Without special characters, the words are those of the text.
  const int is_plain = strpbrk(words, "$`\\\"'*?[]~(){}<>|&;#!") == NULL;
  while (is_plain ? raceward_guess_bool() : raceward_any_bool())
    to->we_wordv = add(to->we_wordv, to->we_offs + to->we_wordc++, any_name());
  return 0;
}
