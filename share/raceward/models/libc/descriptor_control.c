// What is done with descriptors, besides reading and writing them: control, locks, copies within
// the kernel, and input and output in several parts.
//
// Locks of files that one thread can hold against another (flock, F_OFD_SETLK) order threads. That
// is not followed: the machine stops there, and provers do not rely on it.
#include "system.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/fanotify.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/sendfile.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <unistd.h>

static const char kFileLocks[] =
    "a lock of a file may order threads, which is not modelled; use a mutex for threads";

// -- control -------------------------------------------------------------------------------

/// Commands that are not listed fail, whatever their argument.
static int control(int descriptor, int command, void *argument) {
  if (model_is_bad(descriptor))
    return -1;
  switch (command) {
  case F_DUPFD:
  case F_DUPFD_CLOEXEC:
    return model_or_error(raceward_new_descriptor(descriptor));
  // What the program has opened and set, except for standard streams, is not kept.
  case F_GETFD:
    return model_status() < 0 ? -1 : model_guess(0, FD_CLOEXEC);
  case F_GETFL:
    if (model_status() < 0)
      return -1;
    return (descriptor <= 2 ? raceward_any_int() : raceward_guess_int()) & 0x7fffffff;
  case F_GETSIG:
  case F_GETPIPE_SZ:
  case F_GET_SEALS:
    return model_status() < 0 ? -1 : raceward_guess_int() & 0x7fffffff;
  case F_GETLEASE:
    return model_status() < 0 ? -1 : model_guess(0, 2);
  case F_GETOWN: // may be negative, which is no error
    model_error_number();
    return raceward_guess_int();
  case F_SETFD:
  case F_SETFL:
  case F_SETOWN:
  case F_SETSIG:
  case F_SETLEASE:
  case F_NOTIFY:
  case F_ADD_SEALS:
    return model_status();
  case F_SETPIPE_SZ:
    return model_natural();
  case F_GETLK:
#if F_GETLK64 != F_GETLK
  case F_GETLK64:
#endif
  case F_OFD_GETLK: {
    // What it finds says nothing about the order of threads: they may lock right afterwards.
    const size_t bytes = command == F_GETLK ? sizeof(struct flock) : sizeof(struct flock64);
    raceward_reads(argument, bytes);
    raceward_writes(argument, bytes);
    return model_status();
  }
  case F_SETLK: // locks of the process
  case F_SETLKW:
    raceward_reads(argument, sizeof(struct flock));
    return model_status();
#if F_SETLK64 != F_SETLK
  case F_SETLK64:
  case F_SETLKW64:
    raceward_reads(argument, sizeof(struct flock64));
    return model_status();
#endif
  case F_OFD_SETLK:
  case F_OFD_SETLKW:
    raceward_reads(argument, sizeof(struct flock64));
    raceward_not_executed(kFileLocks);
    return model_status();
  case F_GETOWN_EX:
    raceward_guess_bytes(argument, sizeof(struct f_owner_ex));
    return model_status();
  case F_SETOWN_EX:
    raceward_reads(argument, sizeof(struct f_owner_ex));
    return model_status();
  case F_GET_RW_HINT:
  case F_GET_FILE_RW_HINT:
    raceward_guess_bytes(argument, sizeof(uint64_t));
    return model_status();
  case F_SET_RW_HINT:
  case F_SET_FILE_RW_HINT:
    raceward_reads(argument, sizeof(uint64_t));
    return model_status();
  default:
    return model_failure();
  }
}

/// Whether there is an argument, and it points to memory.
static int takesPointer(int command) {
  switch (command) {
  case F_GETLK:
  case F_SETLK:
  case F_SETLKW:
#if F_GETLK64 != F_GETLK
  case F_GETLK64:
  case F_SETLK64:
  case F_SETLKW64:
#endif
  case F_OFD_GETLK:
  case F_OFD_SETLK:
  case F_OFD_SETLKW:
  case F_GETOWN_EX:
  case F_SETOWN_EX:
  case F_GET_RW_HINT:
  case F_SET_RW_HINT:
  case F_GET_FILE_RW_HINT:
  case F_SET_FILE_RW_HINT:
    return 1;
  default:
    return 0;
  }
}

#define CONTROL(function)                                                                          \
  int raceward_fixed_##function(int descriptor, int command, void *argument) {                     \
    return control(descriptor, command, argument);                                                 \
  }                                                                                                \
  int function(int descriptor, int command, ...) {                                                 \
    if (!takesPointer(command))                                                                    \
      return control(descriptor, command, NULL);                                                   \
    va_list list;                                                                                  \
    va_start(list, command);                                                                       \
    void *const argument = va_arg(list, void *);                                                   \
    va_end(list);                                                                                  \
    return control(descriptor, command, argument);                                                 \
  }

CONTROL(fcntl)
CONTROL(fcntl64)
CONTROL(__fcntl)
CONTROL(__fcntl64)

int flock(int descriptor, int operation) {
  if (descriptor < 0)
    return model_failure();
  if ((operation & LOCK_UN) == 0)
    raceward_not_executed(kFileLocks);
  return model_status();
}

// Locks of the process.

int lockf(int descriptor, int command, off_t length) {
  if (descriptor < 0)
    return model_failure();
  return model_status();
}

int lockf64(int descriptor, int command, off64_t length) {
  if (descriptor < 0)
    return model_failure();
  return model_status();
}

// -- space and advice ----------------------------------------------------------------------

#define SPACE(suffix, offset)                                                                      \
  int fallocate##suffix(int descriptor, int mode, offset from, offset length) {                    \
    if (model_is_bad(descriptor))                                                                  \
      return -1;                                                                                   \
    return model_status();                                                                         \
  }                                                                                                \
  int posix_fallocate##suffix(int descriptor, offset from, offset length) {                        \
    return descriptor < 0 ? model_any_error() : model_error();                                     \
  }                                                                                                \
  int posix_fadvise##suffix(int descriptor, offset from, offset length, int advice) {              \
    return descriptor < 0 ? model_any_error() : model_error();                                     \
  }

SPACE(, off_t)
SPACE(64, off64_t)

ssize_t readahead(int descriptor, off64_t from, size_t bytes) {
  if (model_is_bad(descriptor))
    return -1;
  return model_status();
}

int sync_file_range(int descriptor, off64_t from, off64_t length, unsigned flags) {
  if (descriptor < 0)
    return model_failure();
  return model_status();
}

int close_range(unsigned first, unsigned last, int flags) {
  raceward_closes(RACEWARD_ANY);
  return model_status();
}

void closefrom(int first) {
  raceward_closes(RACEWARD_ANY);
}

int getdtablesize(void) {
  static char state_of_table;
  return model_is_told(&state_of_table) ? model_guess(1, INT_MAX) : model_number(1, INT_MAX);
}

// -- handles of files ----------------------------------------------------------------------

int name_to_handle_at(int folder, const char *path, struct file_handle *to, int *mount, int flags) {
  raceward_reads_text(path);
  const unsigned bytes = to->handle_bytes;
  raceward_writes(&to->handle_bytes, sizeof to->handle_bytes);
  raceward_writes(&to->handle_type, sizeof to->handle_type);
  raceward_writes(to->f_handle, bytes);
  raceward_writes(mount, sizeof *mount);
  return model_status();
}

int open_by_handle_at(int folder, struct file_handle *handle, int flags) {
  raceward_reads(handle, sizeof *handle + handle->handle_bytes);
  return model_descriptor();
}

// -- copies within the kernel --------------------------------------------------------------

/// An offset that is given is used instead of that of the file, and moved.
static void movesOffset(void *offset, size_t bytes) {
  if (offset == NULL)
    return;
  raceward_reads(offset, bytes);
  raceward_writes(offset, bytes);
}

ssize_t sendfile(int to, int from, off_t *offset, size_t bytes) {
  if ((to < 0) | (from < 0)) {
    if (offset != NULL)
      raceward_reads(offset, sizeof *offset);
    return model_failure();
  }
  raceward_receives(from);
  raceward_loses(to, bytes);
  movesOffset(offset, sizeof *offset);
  return model_count(bytes);
}

ssize_t sendfile64(int to, int from, off64_t *offset, size_t bytes) {
  if ((to < 0) | (from < 0)) {
    if (offset != NULL)
      raceward_reads(offset, sizeof *offset);
    return model_failure();
  }
  raceward_receives(from);
  raceward_loses(to, bytes);
  movesOffset(offset, sizeof *offset);
  return model_count(bytes);
}

ssize_t copy_file_range(int from, off64_t *fromOffset, int to, off64_t *toOffset, size_t bytes,
                        unsigned flags) {
  if ((to < 0) | (from < 0))
    return model_failure();
  movesOffset(fromOffset, sizeof *fromOffset);
  movesOffset(toOffset, sizeof *toOffset);
  return model_count(bytes);
}

ssize_t splice(int from, off64_t *fromOffset, int to, off64_t *toOffset, size_t bytes,
               unsigned flags) {
  if ((to < 0) | (from < 0))
    return model_failure();
  raceward_receives(from);
  raceward_loses(to, bytes);
  movesOffset(fromOffset, sizeof *fromOffset);
  movesOffset(toOffset, sizeof *toOffset);
  return model_count(bytes);
}

ssize_t tee(int from, int to, size_t bytes, unsigned flags) {
  if ((to < 0) | (from < 0))
    return model_failure();
  raceward_receives(from);
  raceward_loses(to, bytes);
  return model_count(bytes);
}

/// Its memory is part of the pipe afterwards, and read whenever the other end reads.
ssize_t vmsplice(int descriptor, const struct iovec *parts, size_t count, unsigned flags) {
  raceward_gap("memory that vmsplice() gives to a pipe is used later; write() is modelled");
}

// -- input and output in several parts -----------------------------------------------------

static ssize_t readParts(int descriptor, const struct iovec *parts, int count) {
  if (descriptor < 0)
    return model_failure();
  raceward_receives(descriptor);
  return model_count(model_writes_parts(parts, (size_t)count));
}

static ssize_t writeParts(int descriptor, const struct iovec *parts, int count) {
  if (descriptor < 0)
    return model_failure();
  const size_t bytes = model_reads_parts(parts, (size_t)count);
  raceward_loses(descriptor, bytes);
  return model_count(bytes);
}

ssize_t readv(int descriptor, const struct iovec *parts, int count) {
  return readParts(descriptor, parts, count);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  return writeParts(descriptor, parts, count);
}

#define PARTS_AT(suffix, suffix2, offset)                                                          \
  ssize_t preadv##suffix(int descriptor, const struct iovec *parts, int count, offset at) {        \
    return readParts(descriptor, parts, count);                                                    \
  }                                                                                                \
  ssize_t pwritev##suffix(int descriptor, const struct iovec *parts, int count, offset at) {       \
    return writeParts(descriptor, parts, count);                                                               \
  }                                                                                                \
  ssize_t preadv##suffix2(int descriptor, const struct iovec *parts, int count, offset at,         \
                          int flags) {                                                             \
    return readParts(descriptor, parts, count);                                                    \
  }                                                                                                \
  ssize_t pwritev##suffix2(int descriptor, const struct iovec *parts, int count, offset at,        \
                           int flags) {                                                            \
    return writeParts(descriptor, parts, count);                                                               \
  }

PARTS_AT(, 2, off_t)
PARTS_AT(64, 64v2, off64_t)

/// The other process may be this one.
ssize_t process_vm_readv(pid_t process, const struct iovec *to, unsigned long toCount,
                         const struct iovec *from, unsigned long fromCount, unsigned long flags) {
  const size_t bytes = model_writes_parts(to, toCount);
  if (process == getpid())
    model_reads_parts(from, fromCount);
  else
    raceward_reads(from, fromCount * sizeof *from);
  return model_count(bytes);
}

ssize_t process_vm_writev(pid_t process, const struct iovec *from, unsigned long fromCount,
                          const struct iovec *to, unsigned long toCount, unsigned long flags) {
  const size_t bytes = model_reads_parts(from, fromCount);
  if (process == getpid())
    model_writes_parts(to, toCount);
  else
    raceward_reads(to, toCount * sizeof *to);
  return model_count(bytes);
}

// -- descriptors that are not files --------------------------------------------------------

int eventfd(unsigned count, int flags) {
  return model_channel();
}

/// Waits for a write, by another thread as a rule.
int eventfd_read(int descriptor, eventfd_t *to) {
  if (model_is_bad(descriptor))
    return -1;
  raceward_receives(descriptor);
  raceward_writes(to, sizeof *to);
  return model_status();
}

int eventfd_write(int descriptor, eventfd_t count) {
  if (model_is_bad(descriptor))
    return -1;
  return model_status();
}

int timerfd_create(clockid_t clock, int flags) {
  return model_descriptor();
}

int timerfd_settime(int descriptor, int flags, const struct itimerspec *time,
                    struct itimerspec *before) {
  raceward_reads(time, sizeof *time);
  if (before != NULL)
    raceward_writes(before, sizeof *before);
  return model_status();
}

int timerfd_gettime(int descriptor, struct itimerspec *to) {
  if (descriptor < 0)
    return model_failure();
  raceward_writes(to, sizeof *to);
  return model_status();
}

int inotify_init(void) {
  return model_descriptor();
}

int inotify_init1(int flags) {
  return model_descriptor();
}

int inotify_add_watch(int descriptor, const char *path, uint32_t mask) {
  return model_reads_path(path) != 0 ? -1 : model_natural();
}

int inotify_rm_watch(int descriptor, int watch) {
  if (descriptor < 0)
    return model_failure();
  return model_status();
}

int fanotify_init(unsigned flags, unsigned fileFlags) {
  return model_descriptor();
}

/// Without a name it is about the folder itself.
int fanotify_mark(int descriptor, unsigned flags, uint64_t mask, int folder, const char *path) {
  if (path != NULL)
    raceward_reads_text(path);
  return model_status();
}

int memfd_create(const char *name, unsigned flags) {
  return model_reads_path(name) != 0 ? -1 : model_descriptor();
}

// -- random bytes --------------------------------------------------------------------------

ssize_t getrandom(void *to, size_t bytes, unsigned flags) {
  raceward_writes(to, bytes);
  return model_count(bytes);
}

int getentropy(void *to, size_t bytes) {
  raceward_writes(to, bytes);
  return model_status();
}
