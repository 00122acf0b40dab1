/* Reading and writing: files, pipes, sockets. The calls themselves are real; a thread waits for
 * its turn before each until it would not block. Buffered I/O of the C library is not seen here. */
#include "outside.h"

#include <errno.h>
#include <limits.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* -- calls that wait for data ------------------------------------------------------------------ */

static void before_reading(int fd) {
  if (rw_self)
    rw_outside_fd(rw_self, fd, POLLIN);
}

static void before_receiving(int fd, int flags) {
  if (rw_self && flags & MSG_DONTWAIT)
    rw_outside_at_once(rw_self, fd, POLLIN);
  else
    before_reading(fd);
}

ssize_t read(int fd, void *to, size_t bytes) {
  before_reading(fd);
  if (rw_self && rw_is_random_device(fd)) {
    rw_fill_randomly(rw_self, to, bytes);
    return (ssize_t)bytes;
  }
  return RW_REAL(read)(fd, to, bytes);
}

ssize_t readv(int fd, const struct iovec *parts, int count) {
  before_reading(fd);
  return RW_REAL(readv)(fd, parts, count);
}

ssize_t recv(int fd, void *to, size_t bytes, int flags) {
  before_receiving(fd, flags);
  return RW_REAL(recv)(fd, to, bytes, flags);
}

ssize_t recvfrom(int fd, void *restrict to, size_t bytes, int flags,
                 struct sockaddr *restrict address, socklen_t *restrict length) {
  before_receiving(fd, flags);
  return RW_REAL(recvfrom)(fd, to, bytes, flags, address, length);
}

ssize_t recvmsg(int fd, struct msghdr *message, int flags) {
  before_receiving(fd, flags);
  return RW_REAL(recvmsg)(fd, message, flags);
}

int accept(int fd, struct sockaddr *restrict address, socklen_t *restrict length) {
  before_reading(fd);
  return RW_REAL(accept)(fd, address, length);
}

int accept4(int fd, struct sockaddr *restrict address, socklen_t *restrict length, int flags) {
  before_reading(fd);
  return RW_REAL(accept4)(fd, address, length, flags);
}

/* -- calls that wait for room ------------------------------------------------------------------ */

/* Pipes and stream sockets report room for something, not for all of it: data that would block
 * in the middle is written in parts, with a step before each. */
enum channel { kOther, kPipe, kStream };

static enum channel channel_of(int fd) {
  struct stat status;
  if (fstat(fd, &status) != 0 || rw_is_nonblocking(fd))
    return kOther;
  if (S_ISFIFO(status.st_mode))
    return kPipe;
  int type = 0;
  socklen_t length = sizeof type;
  if (S_ISSOCK(status.st_mode) && getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &length) == 0 &&
      type == SOCK_STREAM)
    return kStream;
  return kOther;
}

/* A write at one end happens before the read at the other. A connection is identified by both of
 * its addresses; all sockets without addresses share one identity. */
static uint64_t hash_of(const void *bytes, size_t count) {
  uint64_t hash = 14695981039346656037ull;
  for (size_t i = 0; i < count; ++i)
    hash = (hash ^ ((const unsigned char *)bytes)[i]) * 1099511628211ull;
  return hash;
}

static uint64_t connection_of(int fd) {
  struct sockaddr_storage here = {0};
  struct sockaddr_storage there = {0};
  socklen_t here_bytes = sizeof here;
  socklen_t there_bytes = sizeof there;
  if (getsockname(fd, (struct sockaddr *)&here, &here_bytes) ||
      getpeername(fd, (struct sockaddr *)&there, &there_bytes))
    return 1;
  return hash_of(&here, here_bytes) + hash_of(&there, there_bytes);
}

/* Inodes and ports differ between runs: the log has the order of first use. Channels beyond the
 * limit share the last number. */
static uint64_t number_of(uint64_t name) {
  enum { kMostChannels = 1024 };
  static uint64_t met[kMostChannels];
  unsigned at = 0;
  while (at + 1 < kMostChannels && met[at] && met[at] != name)
    ++at;
  met[at] = name;
  return at + 1;
}

uint64_t rw_channel(int fd) {
  const int before = errno;
  struct stat status;
  uint64_t name = 0;
  if (!fstat(fd, &status) && !S_ISCHR(status.st_mode))
    name = S_ISSOCK(status.st_mode) ? connection_of(fd) : hash_of(&status.st_ino, sizeof(ino_t));
  errno = before;
  return name ? number_of(name) : 0;
}

static ssize_t write_in_parts(struct rw_thread *self, int fd, const char *from, size_t bytes,
                              enum channel channel, int flags) {
  size_t done = 0;
  do {
    rw_outside_fd(self, fd, POLLOUT);
    const size_t left = bytes - done;
    const ssize_t n = channel == kPipe
                          ? RW_REAL(write)(fd, from + done, left < PIPE_BUF ? left : PIPE_BUF)
                          : RW_REAL(send)(fd, from + done, left, flags | MSG_DONTWAIT);
    if (n < 0 && errno == EAGAIN)
      continue;
    if (n < 0)
      return done ? (ssize_t)done : -1;
    done += (size_t)n;
  } while (done < bytes);
  return (ssize_t)done;
}

ssize_t write(int fd, const void *from, size_t bytes) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return RW_REAL(write)(fd, from, bytes);
  const enum channel channel = channel_of(fd);
  if (channel != kOther && bytes)
    return write_in_parts(self, fd, from, bytes, channel, 0);
  rw_outside_fd(self, fd, POLLOUT);
  return RW_REAL(write)(fd, from, bytes);
}

ssize_t send(int fd, const void *from, size_t bytes, int flags) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return RW_REAL(send)(fd, from, bytes, flags);
  if (flags & MSG_DONTWAIT)
    rw_outside_at_once(self, fd, POLLOUT);
  else if (channel_of(fd) == kStream && bytes)
    return write_in_parts(self, fd, from, bytes, kStream, flags);
  else
    rw_outside_fd(self, fd, POLLOUT);
  return RW_REAL(send)(fd, from, bytes, flags);
}

static void before_writing(int fd) {
  if (rw_self)
    rw_outside_fd(rw_self, fd, POLLOUT);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
  before_writing(fd);
  return RW_REAL(writev)(fd, parts, count);
}

ssize_t sendto(int fd, const void *from, size_t bytes, int flags, const struct sockaddr *address,
               socklen_t length) {
  before_writing(fd);
  return RW_REAL(sendto)(fd, from, bytes, flags, address, length);
}

ssize_t sendmsg(int fd, const struct msghdr *message, int flags) {
  before_writing(fd);
  return RW_REAL(sendmsg)(fd, message, flags);
}

/* The library's own versions would not call the functions above. */
int eventfd_read(int fd, eventfd_t *value) {
  return read(fd, value, sizeof *value) == sizeof *value ? 0 : -1;
}

int eventfd_write(int fd, eventfd_t value) {
  return write(fd, &value, sizeof value) == sizeof value ? 0 : -1;
}

/* -- calls that only enable others ------------------------------------------------------------- */

int close(int fd) {
  if (rw_self)
    rw_outside_at_once(rw_self, fd, POLLOUT); /* readers see the end */
  return RW_REAL(close)(fd);
}

int shutdown(int fd, int how) {
  if (rw_self)
    rw_outside_at_once(rw_self, fd, POLLOUT);
  return RW_REAL(shutdown)(fd, how);
}

/* Really blocks, and all others with it: its readiness cannot be polled before it has begun. */
int connect(int fd, const struct sockaddr *address, socklen_t length) {
  if (rw_self)
    rw_outside_touch(rw_self);
  return RW_REAL(connect)(fd, address, length);
}
