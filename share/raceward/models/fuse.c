// FUSE, versions 2 and 3 (<fuse.h>): file systems as a program.
//
// The operations are called by threads of the library, as many as it likes, unless the program has
// asked for a single one. The table of operations is not the same in both versions; its size tells
// them apart. The program's argument is what fuse_get_context() shows.
#include "object.h"

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>

typedef struct {
  int argc;
  char **argv;
  int allocated;
} Arguments;

typedef struct { // the fields that both versions have in front
  int flags;
  char rest[60];
} File;

typedef struct fuse {
  char changed;
  const void *operations; ///< a copy of the table
  size_t bytes;
  void *data;
} Fuse;

struct context {
  Fuse *fuse;
  unsigned user, group;
  int process;
  void *data;
  unsigned mask;
};

static _Thread_local struct context context;
struct context *fuse_get_context(void) {
  return &context;
}

typedef int Named(const char *);
typedef int WithMode(const char *, unsigned);
typedef int WithFile(const char *, File *);
typedef int WithTwo(const char *, const char *);
typedef int Fill2(void *, const char *, const struct stat *, off_t);
typedef int Fill3(void *, const char *, const struct stat *, off_t, int);

static int fill2(void *buffer, const char *name, const struct stat *status, off_t offset) {
  raceward_reads_text(name);
  if (status != NULL)
    raceward_reads(status, sizeof *status);
  return raceward_any_bool();
}
static int fill3(void *buffer, const char *name, const struct stat *status, off_t offset,
                 int flags) {
  return fill2(buffer, name, status, offset);
}

// Calls what is at a place of the table, if there is something, or does not.
#define CALL(PLACE, TYPE, ...)                                                                     \
  if (raceward_any_bool())                                                                         \
  MODEL_CALL((__typeof__(TYPE) *)table[PLACE], __VA_ARGS__)

/// What both versions have in common, from place `open` on.
static void callsCommon(void *const *table, int open, const char *path, File *file) {
  enum { kBlock = 64 };
  char block[kBlock];
  struct statvfs system;
  CALL(open, WithFile, path, file);
  CALL(open + 1, int(const char *, char *, size_t, off_t, File *), path, block,
       (size_t)model_number(0, kBlock), (off_t)raceward_any_long(), file);
  CALL(open + 2, int(const char *, const char *, size_t, off_t, File *), path, block,
       (size_t)model_number(0, kBlock), (off_t)raceward_any_long(), file);
  CALL(open + 3, int(const char *, struct statvfs *), path, &system);
  CALL(open + 4, WithFile, path, file);
  CALL(open + 5, WithFile, path, file);
  CALL(open + 6, int(const char *, int, File *), path, raceward_any_int(), file);
  CALL(open + 7, int(const char *, const char *, const char *, size_t, int), path, path, block,
       (size_t)model_number(0, kBlock), raceward_any_int());
  CALL(open + 8, int(const char *, const char *, char *, size_t), path, path, block,
       (size_t)model_number(0, kBlock));
  CALL(open + 9, int(const char *, char *, size_t), path, block, (size_t)model_number(0, kBlock));
  CALL(open + 10, WithTwo, path, path);
  CALL(open + 11, WithFile, path, file);
  CALL(open + 13, WithFile, path, file);
  CALL(open + 14, int(const char *, int, File *), path, raceward_any_int(), file);
}

/// What came later, from place `ioctl` on.
static void callsLater(void *const *table, int ioctl, const char *path, File *file) {
  struct {
    size_t count, index, offset, size;
    int flags;
    void *memory;
    int descriptor;
    off_t place;
  } buffers = {1, 0, 0, 64, 0, NULL, 0, 0};
  char block[64];
  void *result = NULL;
  unsigned events = 0;
  buffers.memory = block;
  CALL(ioctl, int(const char *, unsigned, void *, File *, unsigned, void *), path,
       raceward_any_uint(), NULL, file, raceward_any_uint(), block);
  CALL(ioctl + 1, int(const char *, File *, void *, unsigned *), path, file, NULL, &events);
  CALL(ioctl + 2, int(const char *, void *, off_t, File *), path, &buffers,
       (off_t)raceward_any_long(), file);
  CALL(ioctl + 3, int(const char *, void **, size_t, off_t, File *), path, &result, sizeof block,
       (off_t)raceward_any_long(), file);
  CALL(ioctl + 4, int(const char *, File *, int), path, file, raceward_any_int());
  CALL(ioctl + 5, int(const char *, int, off_t, off_t, File *), path, raceward_any_int(),
       (off_t)raceward_any_long(), (off_t)raceward_any_long(), file);
}
static void locks(void *const *table, int place, const char *path, File *file) {
  struct flock lock;
  memset(&lock, 0, sizeof lock);
  CALL(place, int(const char *, File *, int, struct flock *), path, file, raceward_any_int(),
       &lock);
}
static void maps(void *const *table, int place, const char *path) {
  uint64_t block = raceward_any_ulonglong();
  CALL(place, int(const char *, size_t, uint64_t *), path, 512, &block);
}

static void calls3(void *const *table, size_t entries) {
  enum { kOpen = 12, kReadFolder = 24, kAccess = 29 };
  const char *path = model_text();
  File *file = model_object(sizeof *file);
  struct stat status;
  struct timespec times[2] = {{0, 0}, {0, 0}};
  char link[64];
  CALL(0, int(const char *, struct stat *, File *), path, &status, file);
  CALL(1, int(const char *, char *, size_t), path, link, sizeof link);
  CALL(2, int(const char *, unsigned, dev_t), path, raceward_any_uint(), 0);
  CALL(3, WithMode, path, raceward_any_uint());
  CALL(4, Named, path);
  CALL(5, Named, path);
  CALL(6, WithTwo, path, path);
  CALL(7, int(const char *, const char *, unsigned), path, path, raceward_any_uint());
  CALL(8, WithTwo, path, path);
  CALL(9, int(const char *, unsigned, File *), path, raceward_any_uint(), file);
  CALL(10, int(const char *, unsigned, unsigned, File *), path, raceward_any_uint(),
       raceward_any_uint(), file);
  CALL(11, int(const char *, off_t, File *), path, (off_t)raceward_any_long(), file);
  callsCommon(table, kOpen, path, file);
  CALL(kReadFolder, int(const char *, void *, Fill3 *, off_t, File *, int), path, link, fill3,
       (off_t)raceward_any_long(), file, raceward_any_int());
  CALL(kAccess, int(const char *, int), path, raceward_any_int());
  CALL(kAccess + 1, int(const char *, unsigned, File *), path, raceward_any_uint(), file);
  locks(table, kAccess + 2, path, file);
  CALL(kAccess + 3, int(const char *, const struct timespec *, File *), path, times, file);
  maps(table, kAccess + 4, path);
  callsLater(table, kAccess + 5, path, file);
  if (entries > 40)
    CALL(40, ssize_t(const char *, File *, off_t, const char *, File *, off_t, size_t, int), path,
         file, (off_t)raceward_any_long(), path, file, (off_t)raceward_any_long(),
         raceward_any_size(), 0);
  if (entries > 41)
    CALL(41, off_t(const char *, off_t, int, File *), path, (off_t)raceward_any_long(),
         raceward_any_int(), file);
}

static void calls2(void *const *table, size_t entries) {
  enum { kOpen = 14, kReadFolder = 26, kAccess = 31 };
  const char *path = model_text();
  File *file = model_object(sizeof *file);
  struct stat status;
  struct timespec times[2] = {{0, 0}, {0, 0}};
  char link[64];
  CALL(0, int(const char *, struct stat *), path, &status);
  CALL(1, int(const char *, char *, size_t), path, link, sizeof link);
  CALL(3, int(const char *, unsigned, dev_t), path, raceward_any_uint(), 0);
  CALL(4, WithMode, path, raceward_any_uint());
  CALL(5, Named, path);
  CALL(6, Named, path);
  CALL(7, WithTwo, path, path);
  CALL(8, WithTwo, path, path);
  CALL(9, WithTwo, path, path);
  CALL(10, WithMode, path, raceward_any_uint());
  CALL(11, int(const char *, unsigned, unsigned), path, raceward_any_uint(), raceward_any_uint());
  CALL(12, int(const char *, off_t), path, (off_t)raceward_any_long());
  CALL(13, int(const char *, void *), path, times);
  callsCommon(table, kOpen, path, file);
  CALL(kReadFolder, int(const char *, void *, Fill2 *, off_t, File *), path, link, fill2,
       (off_t)raceward_any_long(), file);
  CALL(kAccess, int(const char *, int), path, raceward_any_int());
  CALL(kAccess + 1, int(const char *, unsigned, File *), path, raceward_any_uint(), file);
  CALL(kAccess + 2, int(const char *, off_t, File *), path, (off_t)raceward_any_long(), file);
  CALL(kAccess + 3, int(const char *, struct stat *, File *), path, &status, file);
  locks(table, kAccess + 4, path, file);
  CALL(kAccess + 5, int(const char *, const struct timespec *), path, times);
  maps(table, kAccess + 6, path);
  if (entries >= 45)
    callsLater(table, kAccess + 8, path, file);
}

/// Version 3 has 40 to 42 entries. Version 2 has 38 to 45, one of which is not a pointer.
static int isVersion3(const Fuse *fuse) {
  const size_t entries = fuse->bytes / sizeof(void *);
  return entries >= 40 && entries <= 42;
}

static void *serves(void *given) {
  const Fuse *fuse = given;
  context.fuse = given;
  context.data = fuse->data;
  while (raceward_any_bool()) {
    if (isVersion3(fuse))
      calls3(fuse->operations, fuse->bytes / sizeof(void *));
    else
      calls2(fuse->operations, fuse->bytes / sizeof(void *));
  }
  return NULL;
}

typedef void *Begin3(void *, void *);
typedef void *Begin2(void *);
typedef void End(void *);

static void begins(Fuse *fuse) {
  void *const *table = fuse->operations;
  char connection[128];
  char settings[128];
  memset(connection, 0, sizeof connection);
  memset(settings, 0, sizeof settings);
  context.fuse = fuse;
  context.data = fuse->data;
  if (isVersion3(fuse)) {
    Begin3 *begin = MODEL_GIVEN((Begin3 *)table[27]);
    if (begin != (Begin3 *)(void *)model_no_function)
      fuse->data = begin(connection, settings);
  } else {
    Begin2 *begin = MODEL_GIVEN((Begin2 *)table[29]);
    if (begin != (Begin2 *)(void *)model_no_function)
      fuse->data = begin(connection);
  }
}
static void ends(Fuse *fuse) {
  void *const *table = fuse->operations;
  MODEL_CALL((End *)table[isVersion3(fuse) ? 28 : 30], fuse->data);
}

Fuse *fuse_new(Arguments *arguments, const void *operations, size_t bytes, void *data) {
  raceward_reads(arguments, sizeof *arguments);
  for (int i = 0; i < arguments->argc; ++i)
    raceward_reads_text(arguments->argv[i]);
  if (raceward_any_failure())
    return NULL;
  Fuse *fuse = model_object(sizeof *fuse);
  void *copy = raceward_new(bytes);
  memcpy(copy, operations, bytes);
  fuse->operations = copy;
  fuse->bytes = bytes;
  fuse->data = data;
  return fuse;
}
int fuse_loop(Fuse *fuse) {
  begins(fuse);
  serves(fuse);
  return raceward_any_int();
}
static int servesByMany(Fuse *fuse) {
  size_t count = 1;
  while (raceward_any_bool())
    ++count;
  pthread_t *threads = raceward_new(count * sizeof *threads);
  begins(fuse);
  for (size_t i = 0; i < count; ++i)
    pthread_create(&threads[i], NULL, serves, fuse);
  for (size_t i = 0; i < count; ++i)
    pthread_join(threads[i], NULL);
  free(threads);
  return raceward_any_int();
}
int fuse_loop_mt(Fuse *fuse) {
  return servesByMany(fuse);
}
int fuse_loop_mt_31(Fuse *fuse, int clones) {
  return servesByMany(fuse);
}
void fuse_destroy(Fuse *fuse) {
  ends(fuse);
  free(fuse);
}
int fuse_main_real(int count, char **arguments, const void *operations, size_t bytes, void *data) {
  Arguments given = {count, arguments, 0};
  Fuse *fuse = fuse_new(&given, operations, bytes, data);
  if (fuse == NULL)
    return 1;
  if (raceward_any_bool())
    servesByMany(fuse);
  else
    fuse_loop(fuse); // option -s
  fuse_destroy(fuse);
  return raceward_any_int();
}

int fuse_mount(Fuse *fuse, const char *path) {
  model_changes(fuse);
  raceward_reads_text(path);
  return model_number(-1, 0);
}
void fuse_unmount(Fuse *fuse) {
  model_changes(fuse);
}
void fuse_exit(Fuse *fuse) {}
int fuse_daemonize(int foreground) {
  return model_number(-1, 0);
}
struct fuse_session;
struct fuse_session *fuse_get_session(Fuse *fuse) {
  model_looks_at(fuse);
  return (struct fuse_session *)fuse;
}
int fuse_session_fd(struct fuse_session *session) {
  model_looks_at(session);
  return raceward_any_int();
}
/// The handlers end the loop, and touch nothing of the program.
int fuse_set_signal_handlers(struct fuse_session *session) {
  model_looks_at(session);
  return model_number(-1, 0);
}
void fuse_remove_signal_handlers(struct fuse_session *session) {
  model_looks_at(session);
}
void fuse_lib_help(Arguments *arguments) {
  raceward_reads(arguments, sizeof *arguments);
}
void fuse_lowlevel_version(void) {}
const char *fuse_pkgversion(void) {
  return model_text();
}
int fuse_version(void) {
  return raceward_any_int();
}

// -- options -----------------------------------------------------------------------------------

struct fuse_opt {
  const char *text;
  unsigned long offset;
  int value;
};

int fuse_opt_insert_arg(Arguments *arguments, int place, const char *text) {
  raceward_reads_text(text);
  const int count = arguments->argc;
  char **list = raceward_new((size_t)(count + 2) * sizeof *list);
  for (int i = 0; i < place; ++i)
    list[i] = arguments->argv[i];
  list[place] = strdup(text);
  for (int i = place; i < count; ++i)
    list[i + 1] = arguments->argv[i];
  list[count + 1] = NULL;
  if (arguments->allocated)
    free(arguments->argv);
  arguments->argv = list;
  arguments->argc = count + 1;
  arguments->allocated = 1;
  return 0;
}
int fuse_opt_add_arg(Arguments *arguments, const char *text) {
  return fuse_opt_insert_arg(arguments, arguments->argc, text);
}
void fuse_opt_free_args(Arguments *arguments) {
  if (arguments->argv != NULL && arguments->allocated)
    free(arguments->argv);
  arguments->argc = 0;
  arguments->argv = NULL;
  arguments->allocated = 0;
}

/// Options that match set a member of the program's struct: an int, or what their format says.
/// Others go to the program's function, which may keep them.
int fuse_opt_parse(Arguments *arguments, void *data, const struct fuse_opt *options,
                   int (*function)(void *, const char *, int, Arguments *)) {
  enum { kKeep = -3, kOther = -1, kNoOption = -2, kCall = 0x7fffffff };
  for (int i = 1; i < arguments->argc; ++i) { // the first one is the name of the program
    const char *argument = arguments->argv[i];
    raceward_reads_text(argument);
    for (const struct fuse_opt *option = options; option != NULL && option->text != NULL;
         ++option) {
      raceward_reads_text(option->text);
      if (!raceward_any_bool())
        continue;
      if (option->offset == -1U) { // as FUSE_OPT_KEY() says, also with 64 bits
        if (function != NULL && option->value != kKeep)
          MODEL_CALL(function, data, argument, option->value, arguments);
        continue;
      }
      char *to = (char *)data + option->offset;
      const char *format = option->text;
      while (*format != 0 && *format != '%')
        ++format;
      if (*format == 0)
        *(int *)(void *)to = option->value;
      else if (format[1] == 's')
        *(char **)(void *)to = model_text();
      else if (format[1] == 'l')
        *(long *)(void *)to = raceward_any_long();
      else
        *(int *)(void *)to = raceward_any_int();
    }
    if (raceward_any_bool())
      MODEL_CALL(function, data, argument, raceward_any_bool() ? kOther : kNoOption, arguments);
  }
  return model_number(-1, 0);
}
