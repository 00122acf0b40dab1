/* Random numbers of the system: replaced by a sequence per thread, the same in every run. */
#include "outside.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static uint64_t next_number(struct rw_thread *self) {
  uint64_t z = ((uint64_t)self->arena << 32) + ++self->randoms * 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

void rw_fill_randomly(struct rw_thread *self, void *to, size_t bytes) {
  char *at = to;
  while (bytes) {
    const uint64_t number = next_number(self);
    const size_t part = bytes < sizeof number ? bytes : sizeof number;
    memcpy(at, &number, part);
    at += part;
    bytes -= part;
  }
}

int rw_is_random_device(int fd) {
  struct stat status;
  return fstat(fd, &status) == 0 && S_ISCHR(status.st_mode) && major(status.st_rdev) == 1 &&
         (minor(status.st_rdev) == 8 || minor(status.st_rdev) == 9);
}

ssize_t getrandom(void *to, size_t bytes, unsigned flags) {
  if (!rw_self)
    return RW_REAL(getrandom)(to, bytes, flags);
  rw_fill_randomly(rw_self, to, bytes);
  return (ssize_t)bytes;
}

int getentropy(void *to, size_t bytes) {
  if (!rw_self || bytes > 256)
    return RW_REAL(getentropy)(to, bytes);
  rw_fill_randomly(rw_self, to, bytes);
  return 0;
}

uint32_t arc4random(void) {
  return rw_self ? (uint32_t)next_number(rw_self) : RW_REAL(arc4random)();
}

void arc4random_buf(void *to, size_t bytes) {
  if (rw_self)
    rw_fill_randomly(rw_self, to, bytes);
  else
    RW_REAL(arc4random_buf)(to, bytes);
}

uint32_t arc4random_uniform(uint32_t end) {
  if (!rw_self)
    return RW_REAL(arc4random_uniform)(end);
  return end ? (uint32_t)(next_number(rw_self) % end) : 0;
}

/* std::random_device::_M_getval(), which asks the processor. */
unsigned random_device_value(void *device) __asm__("_ZNSt13random_device9_M_getvalEv");
unsigned random_device_value(void *device) {
  if (rw_self)
    return (unsigned)next_number(rw_self);
  static unsigned (*real)(void *);
  if (!real)
    real = (unsigned (*)(void *))rw_find("_ZNSt13random_device9_M_getvalEv");
  return real(device);
}
