// File descriptors: opening, reading, writing, closing.
//
// Descriptors 0 to 2 are standard input and output. What is read from another one is any bytes, and
// what is written to it disappears. Only pipes are different, since threads of the program write
// what comes out of them: the read happens after the write, and gets those bytes and no others. A
// hunted run follows that (pipes.h); a search ends a path there (raceward_receives). Files do not
// order threads.
#include "pipes.h"

#include <fcntl.h>
#include <unistd.h>

static int open_file(const char *path) {
  return model_reads_path(path) != 0 ? -1 : model_descriptor();
}
int open(const char *path, int flags, ...) {
  return open_file(path);
}
int open64(const char *path, int flags, ...) {
  return open_file(path);
}
int __open(const char *path, int flags, ...) {
  return open_file(path);
}
int __open64(const char *path, int flags, ...) {
  return open_file(path);
}
int __open_2(const char *path, int flags) {
  return open_file(path);
}
int __open64_2(const char *path, int flags) {
  return open_file(path);
}
int openat(int folder, const char *path, int flags, ...) {
  return open_file(path);
}
int openat64(int folder, const char *path, int flags, ...) {
  return open_file(path);
}
int __openat_2(int folder, const char *path, int flags) {
  return open_file(path);
}
int __openat64_2(int folder, const char *path, int flags) {
  return open_file(path);
}
int creat(const char *path, mode_t mode) {
  return open_file(path);
}
int creat64(const char *path, mode_t mode) {
  return open_file(path);
}

int close(int descriptor) {
  if (model_is_bad(descriptor))
    return -1;
  raceward_closes(descriptor);
  return model_status();
}
int __close(int descriptor) {
  return close(descriptor);
}

int dup(int descriptor) {
  if (model_is_bad(descriptor))
    return -1;
  return model_or_error(raceward_new_descriptor(descriptor));
}
static int duplicate(int descriptor, int as) {
  if ((descriptor < 0) | (as < 0))
    return model_failure();
  raceward_refers(as, descriptor);
  return as | model_status();
}
int dup2(int descriptor, int as) {
  return duplicate(descriptor, as);
}
int __dup2(int descriptor, int as) {
  return duplicate(descriptor, as);
}
int dup3(int descriptor, int as, int flags) {
  return duplicate(descriptor, as);
}

static int open_pipe(int *ends) {
  int reads = -1;
  int writes = -1;
  if (model_channels(&reads, &writes) != 0)
    return -1;
  ends[0] = reads;
  ends[1] = writes;
  model_connects(reads, writes);
  return 0;
}
int pipe(int ends[2]) {
  return open_pipe(ends);
}
int __pipe(int ends[2]) {
  return open_pipe(ends);
}
int pipe2(int ends[2], int flags) {
  return open_pipe(ends);
}

// -- reading and writing -------------------------------------------------------------------------

static ssize_t receive(int descriptor, void *to, size_t bytes) {
  if (descriptor == 0)
    return (ssize_t)raceward_gets(to, bytes);
  if (model_is_bad(descriptor))
    return -1;
  struct model_pipe *const pipe = model_read_end(descriptor);
  if (pipe != NULL)
    return model_takes(pipe, descriptor, to, bytes);
  raceward_receives(descriptor);
  raceward_writes(to, bytes);
  return model_count(bytes);
}
ssize_t read(int descriptor, void *to, size_t bytes) {
  return receive(descriptor, to, bytes);
}
ssize_t __read(int descriptor, void *to, size_t bytes) {
  return receive(descriptor, to, bytes);
}
ssize_t __read_chk(int descriptor, void *to, size_t bytes, size_t room) {
  return receive(descriptor, to, bytes);
}

static ssize_t send_to(int descriptor, const void *from, size_t bytes) {
  struct model_pipe *const pipe = model_write_end(descriptor);
  return pipe != NULL ? model_gives(pipe, descriptor, from, bytes)
                      : model_sends(descriptor, from, bytes);
}
ssize_t write(int descriptor, const void *from, size_t bytes) {
  return send_to(descriptor, from, bytes);
}
ssize_t __write(int descriptor, const void *from, size_t bytes) {
  return send_to(descriptor, from, bytes);
}

/// The end of a file is up to others; where its program is in it is not followed.
static long long position(int descriptor, long long by, int whence) {
  if (model_is_bad(descriptor) || model_status() < 0)
    return -1;
  const long most = (long)((size_t)-1 >> 1);
  if (whence == SEEK_SET) { // some devices, as /dev/null, do not move
    const long long stays = -(long long)((by != 0) & raceward_guess_bool());
    return (by & ~stays) | (raceward_guess_long() & most & stays);
  }
  return whence == SEEK_CUR ? raceward_guess_long() & most : raceward_any_long() & most;
}

// At a position: a file, which is not standard input.
#define AT_POSITION(suffix, offset)                                                                \
  ssize_t pread##suffix(int descriptor, void *to, size_t bytes, offset at) {                       \
    if (descriptor < 0)                                                                            \
      return model_failure();                                                                      \
    raceward_receives(descriptor);                                                                 \
    raceward_writes(to, bytes);                                                                    \
    return model_count(bytes);                                                                     \
  }                                                                                                \
  ssize_t pwrite##suffix(int descriptor, const void *from, size_t bytes, offset at) {              \
    if (descriptor < 0)                                                                            \
      return model_failure();                                                                      \
    raceward_reads(from, bytes);                                                                   \
    return model_count(bytes);                                                                     \
  }                                                                                                \
  ssize_t __pread##suffix##_chk(int descriptor, void *to, size_t bytes, offset at, size_t room) {  \
    return pread##suffix(descriptor, to, bytes, at);                                               \
  }                                                                                                \
  offset lseek##suffix(int descriptor, offset by, int whence) {                                    \
    return (offset)position(descriptor, by, whence);                                               \
  }
AT_POSITION(, off_t)
AT_POSITION(64, off64_t)
ssize_t __pread64(int descriptor, void *to, size_t bytes, off64_t at) {
  return pread64(descriptor, to, bytes, at);
}
ssize_t __pwrite64(int descriptor, const void *from, size_t bytes, off64_t at) {
  return pwrite64(descriptor, from, bytes, at);
}
off_t __lseek(int descriptor, off_t by, int whence) {
  return lseek(descriptor, by, whence);
}
