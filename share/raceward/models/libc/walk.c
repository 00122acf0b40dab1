// Walks through folders (ftw.h, fts.h). There are any files, in any number.
#include "model.h"

#include <fts.h>
#include <ftw.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { kLongestPath = 256 };

// The program's function is called for each file, until it returns something else than zero (or
// asks for something else, with FTW_ACTIONRETVAL). It may change the path while it is called.

#define FTW_WALK(name, function_type, stat_type)                                                   \
  int name(const char *path, function_type visit, int most) {                                      \
    raceward_reads_text(path);                                                                     \
    while (raceward_any_bool()) {                                                                  \
      char file[kLongestPath];                                                                     \
      stat_type status;                                                                            \
      raceward_any_bytes(file, sizeof file - 1);                                                   \
      raceward_any_bytes(&status, sizeof status);                                                  \
      file[sizeof file - 1] = 0;                                                                   \
      const int kind = model_number(FTW_F, FTW_SLN);                                               \
      const int result = visit(file, &status, kind);                                               \
      if (result != 0)                                                                             \
        return result;                                                                             \
    }                                                                                              \
    return model_status();                                                                         \
  }
#define NFTW_WALK(name, function_type, stat_type)                                                  \
  int name(const char *path, function_type visit, int most, int flags) {                           \
    raceward_reads_text(path);                                                                     \
    while (raceward_any_bool()) {                                                                  \
      char file[kLongestPath];                                                                     \
      stat_type status;                                                                            \
      struct FTW place;                                                                            \
      raceward_any_bytes(file, sizeof file - 1);                                                   \
      raceward_any_bytes(&status, sizeof status);                                                  \
      file[sizeof file - 1] = 0;                                                                   \
      place.base = model_number(0, kLongestPath - 1);                                              \
      place.level = raceward_any_int() & 0x7fffffff;                                               \
      const int kind = model_number(FTW_F, FTW_SLN);                                               \
      const int result = visit(file, &status, kind, &place);                                       \
      if (flags & FTW_ACTIONRETVAL ? result == FTW_STOP : result != 0)                             \
        return result;                                                                             \
    }                                                                                              \
    return model_status();                                                                         \
  }
typedef struct stat stat_plain;
typedef struct stat64 stat_large;
FTW_WALK(ftw, __ftw_func_t, stat_plain)
FTW_WALK(ftw64, __ftw64_func_t, stat_large)
NFTW_WALK(nftw, __nftw_func_t, stat_plain)
NFTW_WALK(nftw64, __nftw64_func_t, stat_large)

// A walk is an object that has the file which was read last. Files stay until the walk is closed,
// as the program may keep what it wrote to them. Two threads must not use one walk at once.

#define FTS_WALK(prefix, walk_type, entry_type, stat_type)                                         \
  static entry_type *prefix##_entry(walk_type *walk, entry_type *parent) {                         \
    entry_type *made = raceward_new(sizeof *made + kLongestPath);                                  \
    made->fts_cycle = NULL;                                                                        \
    made->fts_link = NULL;                                                                         \
    made->fts_parent = parent;                                                                     \
    made->fts_number = 0;                                                                          \
    made->fts_pointer = NULL;                                                                      \
    made->fts_path = walk->fts_path;                                                               \
    made->fts_accpath = raceward_any_bool() ? walk->fts_path : made->fts_name;                     \
    made->fts_statp = raceward_new(sizeof(stat_type));                                             \
    made->fts_info = (unsigned short)model_number(FTS_D, FTS_W);                                   \
    made->fts_level = (short)model_number(FTS_ROOTPARENTLEVEL, SHRT_MAX);                          \
    made->fts_pathlen = (unsigned short)model_up_to(kLongestPath - 1);                             \
    made->fts_namelen = (unsigned short)model_up_to(kLongestPath - 1);                             \
    made->fts_name[made->fts_namelen] = 0;                                                         \
    return made;                                                                                   \
  }                                                                                                \
  static int prefix##_any_order(const entry_type **a, const entry_type **b) {                      \
    return 0;                                                                                      \
  }                                                                                                \
  static void prefix##_sort(walk_type *walk, entry_type *a, entry_type *b) {                       \
    const entry_type *left = a;                                                                    \
    const entry_type *right = b;                                                                   \
    int (*order)(const entry_type **, const entry_type **) =                                       \
        (int (*)(const entry_type **, const entry_type **))(void *)walk->fts_compar;               \
    if (order == NULL)                                                                             \
      order = prefix##_any_order;                                                                  \
    order(&left, &right);                                                                          \
  }                                                                                                \
  walk_type *prefix##_open(char *const *paths, int options,                                        \
                           int (*order)(const entry_type **, const entry_type **)) {               \
    for (; *paths != NULL; ++paths)                                                                \
      raceward_reads_text(*paths);                                                                 \
    if (model_status() < 0)                                                                        \
      return NULL;                                                                                 \
    walk_type *walk = malloc(sizeof *walk);                                                        \
    walk->fts_path = raceward_new(kLongestPath);                                                   \
    walk->fts_compar = (int (*)(const void *, const void *))(void *)order;                         \
    walk->fts_options = options;                                                                   \
    walk->fts_child = NULL;                                                                        \
    walk->fts_cur = prefix##_entry(walk, NULL);                                                    \
    while (raceward_any_bool()) /* the paths are sorted, too */                                    \
      prefix##_sort(walk, walk->fts_cur, prefix##_entry(walk, NULL));                              \
    return walk;                                                                                   \
  }                                                                                                \
  entry_type *prefix##_read(walk_type *walk) {                                                     \
    if (walk->fts_cur == NULL || raceward_any_bool()) {                                            \
      errno = model_any_error() & -(int)raceward_any_bool(); /* 0 at the end */                    \
      walk->fts_cur = NULL;                                                                        \
      return NULL;                                                                                 \
    }                                                                                              \
    entry_type *before = walk->fts_cur;                                                            \
    if (raceward_any_bool()) /* a folder that was left, or is to be read again */                  \
      return before;                                                                               \
    entry_type *next = prefix##_entry(walk, before);                                               \
    raceward_writes(walk->fts_path, kLongestPath - 1);                                             \
    walk->fts_path[kLongestPath - 1] = 0;                                                          \
    while (raceward_any_bool())                                                                    \
      prefix##_sort(walk, next, prefix##_entry(walk, before));                                     \
    walk->fts_cur = next;                                                                          \
    return next;                                                                                   \
  }                                                                                                \
  entry_type *prefix##_children(walk_type *walk, int options) {                                    \
    entry_type *list = NULL;                                                                       \
    if (options != 0 && options != FTS_NAMEONLY) {                                                 \
      errno = EINVAL;                                                                              \
      return NULL;                                                                                 \
    }                                                                                              \
    while (raceward_any_bool()) {                                                                  \
      entry_type *added = prefix##_entry(walk, walk->fts_cur);                                     \
      if (list != NULL)                                                                            \
        prefix##_sort(walk, added, list);                                                          \
      added->fts_link = list;                                                                      \
      list = added;                                                                                \
    }                                                                                              \
    walk->fts_child = list;                                                                        \
    if (list == NULL)                                                                              \
      errno = model_any_error() & -(int)raceward_any_bool();                                       \
    return list;                                                                                   \
  }                                                                                                \
  int prefix##_set(walk_type *walk, entry_type *entry, int what) {                                 \
    if (what < 0 || what > FTS_SKIP) {                                                             \
      errno = EINVAL;                                                                              \
      return 1;                                                                                    \
    }                                                                                              \
    entry->fts_instr = (unsigned short)what;                                                       \
    return 0;                                                                                      \
  }                                                                                                \
  int prefix##_close(walk_type *walk) {                                                            \
    free(walk->fts_path);                                                                          \
    free(walk);                                                                                    \
    return model_status();                                                                         \
  }
FTS_WALK(fts, FTS, FTSENT, struct stat)
FTS_WALK(fts64, FTS64, FTSENT64, struct stat64)
