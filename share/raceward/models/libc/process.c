// The rest of <stdlib.h>: temporary names, pseudo-terminals, paths, commands, suboptions, sorting
// with an argument, and functions that run at exit.
#include "model.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/// Fills in the six characters before the last `after`, if they are XXXXXX.
static int fill(char *pattern, int after) {
  const size_t length = strlen(pattern);
  if (after < 0 || length < (size_t)after + 6 ||
      strncmp(pattern + length - (size_t)after - 6, "XXXXXX", 6) != 0) {
    errno = EINVAL;
    return 0;
  }
  char *place = pattern + length - (size_t)after - 6;
  for (int i = 0; i < 6; ++i) {
    const int c = model_number(0, 61); // digits, large letters, small ones
    place[i] = (char)('0' + c + (c > 9) * ('A' - '9' - 1) + (c > 35) * ('a' - 'Z' - 1));
  }
  return 1;
}

#define MAKES_FILE(name, after, ...)                                                               \
  int name(char *pattern __VA_ARGS__) {                                                            \
    return fill(pattern, after) ? model_descriptor() : -1;                                         \
  }
// clang-format off
MAKES_FILE(mkstemp, 0)
MAKES_FILE(mkstemp64, 0)
MAKES_FILE(mkostemp, 0, , int flags)
MAKES_FILE(mkostemp64, 0, , int flags)
MAKES_FILE(mkstemps, after, , int after)
MAKES_FILE(mkstemps64, after, , int after)
MAKES_FILE(mkostemps, after, , int after, int flags)
MAKES_FILE(mkostemps64, after, , int after, int flags)
// clang-format on
char *mkdtemp(char *pattern) {
  return fill(pattern, 0) && model_status() == 0 ? pattern : NULL;
}
/// If it finds no name, the pattern is empty.
char *mktemp(char *pattern) {
  if (!fill(pattern, 0) || model_status() < 0)
    pattern[0] = 0;
  return pattern;
}

enum { kPathMax = 4096 };

// Paths are any text: what they are depends on the file system.

char *realpath(const char *path, char *to) {
  if (path == NULL) {
    errno = EINVAL;
    return NULL;
  }
  raceward_reads_text(path);
  if (model_status() < 0)
    return NULL;
  char *result = to == NULL ? malloc(kPathMax) : to;
  if (result == NULL)
    return NULL;
  raceward_writes(result, kPathMax - 1);
  result[0] = '/';
  result[kPathMax - 1] = 0;
  return result;
}
char *canonicalize_file_name(const char *path) {
  return realpath(path, NULL);
}
char *__realpath_chk(const char *path, char *to, size_t room);
char *__realpath_chk(const char *path, char *to, size_t room) {
  return realpath(path, to);
}

// Pseudo-terminals.

int getpt(void) {
  return model_descriptor();
}
int posix_openpt(int flags) {
  return model_descriptor();
}
int grantpt(int number) {
  return model_status();
}
int unlockpt(int number) {
  return model_status();
}
int ptsname_r(int number, char *to, size_t bytes) {
  const int error = model_any_error() & -(int)raceward_any_bool();
  if (error == 0 && bytes > 0) {
    raceward_writes(to, bytes < 20 ? bytes : 20); // "/dev/pts/", and a number
    to[bytes < 20 ? bytes - 1 : 19] = 0;
  }
  if (error != 0)
    errno = error;
  return error;
}
int __ptsname_r_chk(int number, char *to, size_t bytes, size_t room);
int __ptsname_r_chk(int number, char *to, size_t bytes, size_t room) {
  return ptsname_r(number, to, bytes);
}
/// All threads share the buffer.
char *ptsname(int number) {
  static char state_of_ptsname[20];
  return ptsname_r(number, state_of_ptsname, sizeof state_of_ptsname) == 0 ? state_of_ptsname
                                                                           : NULL;
}

/// Another process runs it; what that does to files is not memory of this one.
int system(const char *command) {
  if (command == NULL)
    return raceward_any_bool();
  raceward_reads_text(command);
  const int failed = model_status();
  return raceward_any_int() | failed;
}
int getloadavg(double *to, int count) {
  const int most = count < 0 ? 0 : count < 3 ? count : 3;
  raceward_writes(to, (size_t)most * sizeof *to);
  model_error_number();
  return model_number(-1, most);
}
/// 1 for yes, 0 for no, -1 for neither, as the locale has it.
int rpmatch(const char *answer) {
  raceward_reads_text(answer);
  return model_number(-1, 1);
}

/// Takes `name` or `name=value` from a list with commas. The list is cut at the comma.
int getsubopt(char **list, char *const *names, char **value) {
  char *text = *list;
  *value = NULL;
  if (*text == 0)
    return -1;
  char *end = strchrnul(text, ',');
  char *equals = memchr(text, '=', (size_t)(end - text));
  const size_t length = (size_t)((equals == NULL ? end : equals) - text);
  for (int i = 0; names[i] != NULL; ++i)
    if (strncmp(names[i], text, length) == 0 && names[i][length] == 0) {
      *value = equals == NULL ? NULL : equals + 1;
      if (*end != 0)
        *end++ = 0;
      *list = end;
      return i;
    }
  *value = text;
  if (*end != 0)
    *end++ = 0;
  *list = end;
  return -1;
}

// Sorting. The order gets elements of the array, or of a copy of it that the library has.

typedef int (*order_with)(const void *a, const void *b, void *with);

void qsort_r(void *array, size_t count, size_t size, order_with order, void *with) {
  unsigned char *elements = array;
  if (count < 2 || size == 0)
    return;
  // By insertion: stable, as the sort of glibc is unless the array is very large.
  unsigned char *moved = malloc(size);
  for (size_t i = 1; i < count; ++i) {
    size_t place = i;
    while (place > 0 && order(elements + (place - 1) * size, elements + i * size, with) > 0)
      --place;
    memcpy(moved, elements + i * size, size);
    memmove(elements + (place + 1) * size, elements + place * size, (i - place) * size);
    memcpy(elements + place * size, moved, size);
  }
  free(moved);
}

// Functions that run at exit, in the reverse order, together with those of atexit().

struct at_exit {
  void (*function)(int, void *);
  void *with;
  struct at_exit *next;
};
static struct at_exit *exit_functions;
static pthread_mutex_t lock_of_exit = PTHREAD_MUTEX_INITIALIZER;

static void run_one(void) {
  pthread_mutex_lock(&lock_of_exit);
  struct at_exit *last = exit_functions;
  exit_functions = last->next;
  pthread_mutex_unlock(&lock_of_exit);
  last->function(raceward_any_int(), last->with);
  free(last);
}
int on_exit(void (*function)(int, void *), void *with) {
  struct at_exit *added = malloc(sizeof *added);
  if (added == NULL)
    return -1;
  added->function = function;
  added->with = with;
  pthread_mutex_lock(&lock_of_exit);
  added->next = exit_functions;
  exit_functions = added;
  pthread_mutex_unlock(&lock_of_exit);
  return atexit(run_one);
}
int at_quick_exit(void (*function)(void)) {
  raceward_gap("at_quick_exit: functions that quick_exit() calls are not modelled; use atexit()");
}
