/* Mappings: addresses that one thread unmaps may be given to another one. */
#include "arenas.h"

#include <sys/mman.h>

/* All mappings synchronise here: tracking their overlaps is not worth a table. */
static char meeting_point;
static int is_any_given_back;

void *mmap(void *at, size_t bytes, int protection, int flags, int fd, off_t offset) {
  struct rw_thread *const self = rw_self;
  if (!self || RW_CALLER_IS_SYSTEM)
    return RW_REAL(mmap)(at, bytes, protection, flags, fd, offset);
  if (is_any_given_back)
    rw_meet(self, &meeting_point, RW_ACQUIRE);
  void *const got = RW_REAL(mmap)(at, bytes, protection, flags, fd, offset);
  if (got != MAP_FAILED && rw_control->log_allocations)
    rw_log_block(self, RW_ALLOCATED, got, bytes);
  return got;
}

/* Its other name, for programs with -D_FILE_OFFSET_BITS=64. */
void *mmap64(void *, size_t, int, int, int, off_t) __attribute__((alias("mmap")));

int munmap(void *at, size_t bytes) {
  struct rw_thread *const self = rw_self;
  if (!self || RW_CALLER_IS_SYSTEM)
    return RW_REAL(munmap)(at, bytes);
  rw_log_freed(self, at, bytes);
  rw_meet(self, &meeting_point, RW_RELEASE);
  is_any_given_back = 1;
  return RW_REAL(munmap)(at, bytes);
}
