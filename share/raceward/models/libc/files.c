// Names, attributes and extended attributes of files. The file system is not memory: two threads
// that use one file do not race.
#include "system.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

// -- functions of a name -------------------------------------------------------------------

#define OF_NAME(function, ...)                                                                     \
  int function(const char *path __VA_OPT__(, ) __VA_ARGS__) {                                      \
    return model_status_of_path(path);                                                             \
  }
#define OF_NAME_AT(function, ...)                                                                  \
  int function(int folder, const char *path __VA_OPT__(, ) __VA_ARGS__) {                          \
    return model_status_of_path(path);                                                             \
  }

OF_NAME(access, int mode)
OF_NAME(eaccess, int mode)
OF_NAME(euidaccess, int mode)
OF_NAME(chroot)
OF_NAME(rmdir)
OF_NAME(unlink)
OF_NAME(revoke)
OF_NAME(mkdir, mode_t mode)
OF_NAME(mkfifo, mode_t mode)
OF_NAME(mknod, mode_t mode, dev_t device)
OF_NAME(chmod, mode_t mode)
OF_NAME(lchmod, mode_t mode)
OF_NAME(chown, uid_t user, gid_t group)
OF_NAME(lchown, uid_t user, gid_t group)
OF_NAME(truncate, off_t length)
OF_NAME(truncate64, off64_t length)
OF_NAME_AT(faccessat, int mode, int flags)
OF_NAME_AT(fchmodat, mode_t mode, int flags)
OF_NAME_AT(fchownat, uid_t user, gid_t group, int flags)
OF_NAME_AT(mkdirat, mode_t mode)
OF_NAME_AT(mkfifoat, mode_t mode)
OF_NAME_AT(mknodat, mode_t mode, dev_t device)
OF_NAME_AT(unlinkat, int flags)

/// Without a name, accounting ends.
int acct(const char *path) {
  if (path != NULL)
    raceward_reads_text(path);
  return model_status();
}

int __xmknod(int version, const char *path, mode_t mode, dev_t *device) {
  raceward_reads(device, sizeof *device);
  return model_status_of_path(path);
}

int __xmknodat(int version, int folder, const char *path, mode_t mode, dev_t *device) {
  raceward_reads(device, sizeof *device);
  return model_status_of_path(path);
}

int link(const char *from, const char *to) {
  return model_status_of_paths(from, to);
}

int symlink(const char *from, const char *to) {
  return model_status_of_paths(from, to);
}

int linkat(int fromFolder, const char *from, int toFolder, const char *to, int flags) {
  return model_status_of_paths(from, to);
}

int symlinkat(const char *from, int folder, const char *to) {
  return model_status_of_paths(from, to);
}

// A function of its own: the program may define readlink() itself.
static ssize_t targetOf(const char *path, char *to, size_t bytes) {
  if (model_reads_path(path) != 0)
    return -1;
  raceward_writes(to, bytes);
  const ssize_t length = model_count(bytes);
  return length | -(length == 0); // a link has a target
}

ssize_t readlink(const char *restrict path, char *restrict to, size_t bytes) {
  return targetOf(path, to, bytes);
}

ssize_t readlinkat(int folder, const char *restrict path, char *restrict to, size_t bytes) {
  return targetOf(path, to, bytes);
}

ssize_t __readlink_chk(const char *path, char *to, size_t bytes, size_t room) {
  return targetOf(path, to, bytes);
}

ssize_t __readlinkat_chk(int folder, const char *path, char *to, size_t bytes, size_t room) {
  return targetOf(path, to, bytes);
}

// -- functions of a descriptor -------------------------------------------------------------

#define OF_DESCRIPTOR(function, ...)                                                               \
  int function(int descriptor __VA_OPT__(, ) __VA_ARGS__) {                                        \
    if (descriptor < 0)                                                                            \
      return model_failure();                                                                      \
    return model_status();                                                                         \
  }

OF_DESCRIPTOR(fchmod, mode_t mode)
OF_DESCRIPTOR(fchown, uid_t user, gid_t group)
OF_DESCRIPTOR(fsync)
OF_DESCRIPTOR(fdatasync)
OF_DESCRIPTOR(syncfs)
OF_DESCRIPTOR(ftruncate, off_t length)
OF_DESCRIPTOR(ftruncate64, off64_t length)

void sync(void) {}

/// The mask, with another bit once it is known. Asking orders no accesses.
static unsigned state_of_mask;

enum { kAllRights = 0777, kIsKnown = 01000 };

static mode_t changesMask(mode_t mask) {
  const unsigned before =
      __atomic_exchange_n(&state_of_mask, (mask & kAllRights) | kIsKnown, __ATOMIC_RELAXED);
  return (before & kIsKnown) != 0 ? before & kAllRights : raceward_any_uint() & kAllRights;
}

mode_t umask(mode_t mask) {
  return changesMask(mask);
}

mode_t getumask(void) {
  const mode_t mask = changesMask(0);
  changesMask(mask);
  return mask;
}

// -- attributes ----------------------------------------------------------------------------

/// With AT_EMPTY_PATH, newer kernels take a descriptor without a path.
static int readsPathOrNone(const char *path, int flags) {
  return path == NULL && (flags & AT_EMPTY_PATH) != 0 ? 0 : model_reads_path(path);
}

// Programs of an older library call __xstat() and its relatives, with a version of the struct.
// Sizes are not negative.
#define STAT(suffix)                                                                               \
  int stat##suffix(const char *restrict path, struct stat##suffix *restrict to) {                  \
    if (model_reads_path(path) != 0)                                                               \
      return -1;                                                                                   \
    raceward_writes(to, sizeof *to);                                                               \
    to->st_size &= (__typeof__(to->st_size))(~0ull >> (65 - 8 * sizeof to->st_size));              \
    return model_status();                                                                         \
  }                                                                                                \
  int lstat##suffix(const char *restrict path, struct stat##suffix *restrict to) {                 \
    if (model_reads_path(path) != 0)                                                               \
      return -1;                                                                                   \
    raceward_writes(to, sizeof *to);                                                               \
    to->st_size &= (__typeof__(to->st_size))(~0ull >> (65 - 8 * sizeof to->st_size));              \
    return model_status();                                                                         \
  }                                                                                                \
  int fstat##suffix(int descriptor, struct stat##suffix *to) {                                     \
    if (model_is_bad(descriptor))                                                                  \
      return -1;                                                                                   \
    raceward_writes(to, sizeof *to);                                                               \
    to->st_size &= (__typeof__(to->st_size))(~0ull >> (65 - 8 * sizeof to->st_size));              \
    return model_status();                                                                         \
  }                                                                                                \
  int fstatat##suffix(int folder, const char *restrict path, struct stat##suffix *restrict to,     \
                      int flags) {                                                                 \
    if (readsPathOrNone(path, flags) != 0)                                                         \
      return -1;                                                                                   \
    raceward_writes(to, sizeof *to);                                                               \
    to->st_size &= (__typeof__(to->st_size))(~0ull >> (65 - 8 * sizeof to->st_size));              \
    return model_status();                                                                         \
  }                                                                                                \
  int __xstat##suffix(int version, const char *path, struct stat##suffix *to) {                    \
    if (model_reads_path(path) != 0)                                                               \
      return -1;                                                                                   \
    raceward_writes(to, sizeof *to);                                                               \
    to->st_size &= (__typeof__(to->st_size))(~0ull >> (65 - 8 * sizeof to->st_size));              \
    return model_status();                                                                         \
  }                                                                                                \
  int __lxstat##suffix(int version, const char *path, struct stat##suffix *to) {                   \
    if (model_reads_path(path) != 0)                                                               \
      return -1;                                                                                   \
    raceward_writes(to, sizeof *to);                                                               \
    to->st_size &= (__typeof__(to->st_size))(~0ull >> (65 - 8 * sizeof to->st_size));              \
    return model_status();                                                                         \
  }                                                                                                \
  int __fxstat##suffix(int version, int descriptor, struct stat##suffix *to) {                     \
    if (descriptor < 0)                                                                            \
      return model_failure();                                                                      \
    raceward_writes(to, sizeof *to);                                                               \
    to->st_size &= (__typeof__(to->st_size))(~0ull >> (65 - 8 * sizeof to->st_size));              \
    return model_status();                                                                         \
  }                                                                                                \
  int __fxstatat##suffix(int version, int folder, const char *path, struct stat##suffix *to,       \
                         int flags) {                                                              \
    if (readsPathOrNone(path, flags) != 0)                                                         \
      return -1;                                                                                   \
    raceward_writes(to, sizeof *to);                                                               \
    to->st_size &= (__typeof__(to->st_size))(~0ull >> (65 - 8 * sizeof to->st_size));              \
    return model_status();                                                                         \
  }

STAT()
STAT(64)

int statx(int folder, const char *restrict path, int flags, unsigned mask,
          struct statx *restrict to) {
  if (readsPathOrNone(path, flags) != 0)
    return -1;
  raceward_writes(to, sizeof *to);
  return model_status();
}

#define STATFS(what, suffix)                                                                       \
  int what##suffix(const char *path, struct what##suffix *to) {                                    \
    if (model_reads_path(path) != 0)                                                               \
      return -1;                                                                                   \
    raceward_writes(to, sizeof *to);                                                               \
    return model_status();                                                                         \
  }                                                                                                \
  int f##what##suffix(int descriptor, struct what##suffix *to) {                                   \
    if (model_is_bad(descriptor))                                                                  \
      return -1;                                                                                   \
    raceward_writes(to, sizeof *to);                                                               \
    return model_status();                                                                         \
  }

STATFS(statfs, )
STATFS(statfs, 64)
STATFS(statvfs, )
STATFS(statvfs, 64)

/// Most limits are the same for all files; those of a file system stay what they are.
static long limitOfFiles(int name) {
  if (model_status() < 0)
    return -1;
  switch (name) {
  case _PC_PATH_MAX:
    return 4096;
  case _PC_PIPE_BUF:
    return 4096;
  case _PC_MAX_CANON:
  case _PC_MAX_INPUT:
    return 255;
  default:
    return raceward_guess_long() & 0x7fffffff;
  }
}

long pathconf(const char *path, int name) {
  raceward_reads_text(path);
  return limitOfFiles(name);
}

long fpathconf(int descriptor, int name) {
  if (descriptor < 0)
    return model_failure();
  return limitOfFiles(name);
}

// -- times ---------------------------------------------------------------------------------

/// Without times, it is the current one that is set.
static int setTimes(const void *times, size_t bytes) {
  if (times != NULL)
    raceward_reads(times, bytes);
  return model_status();
}

/// Without a path it is about a descriptor, or fails: that is up to the version.
static int setTimesOf(const char *path, const void *times, size_t bytes) {
  if (path != NULL)
    raceward_reads_text(path);
  return setTimes(times, bytes);
}

int utime(const char *path, const struct utimbuf *times) {
  return setTimesOf(path, times, sizeof *times);
}

int utimes(const char *path, const struct timeval times[2]) {
  return setTimesOf(path, times, 2 * sizeof *times);
}

int lutimes(const char *path, const struct timeval times[2]) {
  return setTimesOf(path, times, 2 * sizeof *times);
}

int futimes(int descriptor, const struct timeval times[2]) {
  if (descriptor < 0)
    return model_failure();
  return setTimes(times, 2 * sizeof *times);
}

int futimesat(int folder, const char *path, const struct timeval times[2]) {
  return setTimesOf(path, times, 2 * sizeof *times);
}

int futimens(int descriptor, const struct timespec times[2]) {
  if (descriptor < 0)
    return model_failure();
  return setTimes(times, 2 * sizeof *times);
}

int utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
  return setTimesOf(path, times, 2 * sizeof *times);
}

// -- extended attributes -------------------------------------------------------------------

/// A size of 0 asks how many bytes there are.
static ssize_t attribute(void *to, size_t bytes) {
  raceward_writes(to, bytes);
  return model_count(bytes == 0 ? 65536 : bytes);
}

#define ATTRIBUTES(prefix, what, missing)                                                          \
  ssize_t prefix##getxattr(what, const char *name, void *to, size_t bytes) {                       \
    if ((missing | model_reads_path(name)) != 0)                                                   \
      return -1;                                                                                   \
    return attribute(to, bytes);                                                                   \
  }                                                                                                \
  ssize_t prefix##listxattr(what, char *to, size_t bytes) {                                        \
    return missing != 0 ? -1 : attribute(to, bytes);                                               \
  }                                                                                                \
  int prefix##setxattr(what, const char *name, const void *from, size_t bytes, int flags) {        \
    if ((missing | model_reads_path(name)) != 0)                                                   \
      return -1;                                                                                   \
    raceward_reads(from, bytes);                                                                   \
    return model_status();                                                                         \
  }                                                                                                \
  int prefix##removexattr(what, const char *name) {                                                \
    return (missing | model_reads_path(name)) != 0 ? -1 : model_status();                          \
  }

ATTRIBUTES(, const char *path, model_reads_path(path))
ATTRIBUTES(l, const char *path, model_reads_path(path))
ATTRIBUTES(f, int descriptor, (descriptor < 0 ? model_failure() : 0))

// -- the current directory and texts of the system -----------------------------------------

enum { kLongestPath = 4096 };

/// It stays the same until the program changes it, which is not followed.
static char state_of_directory;

int chdir(const char *path) {
  model_is_told(&state_of_directory);
  return model_status_of_path(path);
}

int fchdir(int descriptor) {
  model_is_told(&state_of_directory);
  return descriptor < 0 ? model_failure() : model_status();
}

/// Without a buffer the text is in new memory, of the given size if there is one. It is absolute.
static char *currentDirectory(char *to, size_t bytes) {
  if (to == NULL && bytes == 0)
    bytes = kLongestPath;
  if (raceward_any_bool() || bytes < 2) {
    model_failure();
    return NULL;
  }
  if (to == NULL)
    to = raceward_new(bytes);
  model_tells(&state_of_directory, to, bytes);
  to[0] = '/';
  to[bytes - 1] = 0;
  return to;
}

char *getcwd(char *to, size_t bytes) {
  return currentDirectory(to, bytes);
}

char *__getcwd_chk(char *to, size_t bytes, size_t room) {
  return currentDirectory(to, bytes);
}

// The buffer has room for the longest path.

char *getwd(char *to) {
  return currentDirectory(to, kLongestPath);
}

char *__getwd_chk(char *to, size_t room) {
  return currentDirectory(to, kLongestPath);
}

/// Returns $PWD if that is right.
char *get_current_dir_name(void) {
  const char *const given = getenv("PWD");
  if (given != NULL)
    raceward_reads_text(given);
  return currentDirectory(NULL, 0);
}

/// Settings of the library, which are always the same.
static size_t settingOf(char *to, size_t bytes) {
  if (to != NULL && bytes > 0) {
    raceward_guess_bytes(to, bytes);
    to[bytes - 1] = 0;
  }
  model_error_number();
  return raceward_guess_size() % kLongestPath;
}

size_t confstr(int name, char *to, size_t bytes) {
  return settingOf(to, bytes);
}

size_t __confstr_chk(int name, char *to, size_t bytes, size_t room) {
  return settingOf(to, bytes);
}
