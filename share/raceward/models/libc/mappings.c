// Mapped memory. It is new memory, in whole pages. What a mapping of a file shows may be shown by
// another mapping, too: then it is memory that the library kept, which provers follow and the
// machine does not. Mappings of one file in other processes are not seen.
#include "system.h"

#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <unistd.h>

enum { kPage = 4096 };

static size_t wholePages(size_t bytes) {
  return (bytes + (kPage - 1)) & ~(size_t)(kPage - 1);
}

/// Memory that others may have mapped as well.
static void *sharedMemory(size_t bytes) {
  void *memory = raceward_new(bytes);
  raceward_keeps(memory);
  if (raceward_any_bool())
    memory = raceward_kept();
  return memory;
}

/// Where the program chooses. What was there is gone, and what comes is there for all pointers.
static void *mapAt(void *at, size_t bytes, int flags) {
  if ((flags & MAP_ANONYMOUS) == 0 && (flags & MAP_TYPE) != MAP_PRIVATE)
    raceward_gap("mmap() of a file at an address that the program chooses is not modelled, since "
                 "another mapping may show the same; without MAP_FIXED it is");
  raceward_not_executed("mmap() at an address that the program chooses is not modelled");
  raceward_writes(at, bytes);
  return at;
}

static void *map(void *at, size_t bytes, int flags) {
  if (raceward_any_failure()) {
    model_failure();
    return MAP_FAILED;
  }
  bytes = wholePages(bytes);
  if ((flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) != 0)
    return mapAt(at, bytes, flags);
  if ((flags & MAP_ANONYMOUS) != 0) {
    void *const memory = raceward_new(bytes);
    __builtin_memset(memory, 0, bytes);
    return memory;
  }
  if ((flags & MAP_TYPE) == MAP_PRIVATE)
    return raceward_new(bytes); // changes by others may show, but not those by this program
  return sharedMemory(bytes);
}

void *mmap(void *at, size_t bytes, int protection, int flags, int descriptor, off_t from) {
  return map(at, bytes, flags);
}

void *mmap64(void *at, size_t bytes, int protection, int flags, int descriptor, off64_t from) {
  return map(at, bytes, flags);
}

/// As free(): who uses the memory at the same time, races.
int munmap(void *memory, size_t bytes) {
  raceward_writes(memory, wholePages(bytes));
  return model_status();
}

/// Memory that grows may move; only its new place is valid then.
void *mremap(void *memory, size_t bytes, size_t newBytes, int flags, ...) {
  if (raceward_any_failure()) {
    model_failure();
    return MAP_FAILED;
  }
  bytes = wholePages(bytes);
  newBytes = wholePages(newBytes);
  if ((flags & ~MREMAP_MAYMOVE) != 0) {
    // For provers, the place that the program chooses is memory that there is, or other memory.
    raceward_not_executed("mremap() to an address that the program chooses is not modelled");
    va_list list;
    va_start(list, flags);
    void *const place = va_arg(list, void *);
    va_end(list);
    raceward_writes(memory, bytes);
    if (raceward_any_bool())
      return sharedMemory(newBytes);
    __builtin_memcpy(place, memory, bytes);
    return place;
  }
  if (newBytes <= bytes) {
    raceward_writes((char *)memory + newBytes, bytes - newBytes);
    return memory;
  }
  if ((flags & MREMAP_MAYMOVE) == 0) {
    raceward_not_executed("memory that mremap() lets grow in its place is not modelled; "
                          "MREMAP_MAYMOVE is");
    return memory;
  }
  char *const moved = raceward_new(newBytes);
  __builtin_memset(moved + bytes, 0, newBytes - bytes);
  __builtin_memcpy(moved, memory, bytes);
  raceward_keeps(moved); // it may show the same file as others
  raceward_writes(memory, bytes);
  return moved;
}

int remap_file_pages(void *memory, size_t bytes, int protection, size_t page, int flags) {
  raceward_gap("remap_file_pages() is not modelled; mmap() is");
}

/// Some advice takes the content away.
static void advise(void *memory, size_t bytes, int advice) {
  if ((advice == MADV_DONTNEED) | (advice == MADV_FREE) | (advice == MADV_REMOVE) |
      (advice == MADV_DONTNEED_LOCKED))
    raceward_writes(memory, wholePages(bytes));
}

int madvise(void *memory, size_t bytes, int advice) {
  advise(memory, bytes, advice);
  return model_status();
}

/// POSIX_MADV_DONTNEED leaves the content.
int posix_madvise(void *memory, size_t bytes, int advice) {
  return model_error();
}

/// The process may be this one.
ssize_t process_madvise(int process, const struct iovec *parts, size_t count, int advice,
                        unsigned flags) {
  size_t bytes = 0;
  for (size_t i = 0; i < count; ++i) {
    advise(parts[i].iov_base, parts[i].iov_len, advice);
    bytes += parts[i].iov_len;
  }
  return model_count(bytes);
}

int process_mrelease(int process, unsigned flags) {
  return model_status();
}

// These touch no content. The kernel may write a shared mapping to its file at any time; that is
// not an access that msync() makes.

int msync(void *memory, size_t bytes, int flags) {
  return model_status();
}

int mprotect(void *memory, size_t bytes, int protection) {
  return model_status();
}

int __mprotect(void *memory, size_t bytes, int protection) {
  return model_status();
}

int pkey_mprotect(void *memory, size_t bytes, int protection, int key) {
  return model_status();
}

int pkey_alloc(unsigned flags, unsigned rights) {
  return model_natural();
}

int pkey_free(int key) {
  return model_status();
}

int pkey_set(int key, unsigned rights) {
  return model_status();
}

int pkey_get(int key) {
  return model_natural();
}

int mlock(const void *memory, size_t bytes) {
  return model_status();
}

int mlock2(const void *memory, size_t bytes, unsigned flags) {
  return model_status();
}

int munlock(const void *memory, size_t bytes) {
  return model_status();
}

int mlockall(int flags) {
  return model_status();
}

int munlockall(void) {
  return model_status();
}

int mincore(void *memory, size_t bytes, unsigned char *to) {
  raceward_writes(to, wholePages(bytes) / kPage);
  return model_status();
}

int shm_open(const char *name, int flags, mode_t mode) {
  raceward_reads_text(name);
  return model_descriptor();
}

int shm_unlink(const char *name) {
  raceward_reads_text(name);
  return model_status();
}

// -- System V ------------------------------------------------------------------------------

/// The largest size that the program asked for. What is attached is that large.
static size_t largestSegment;

int shmget(key_t key, size_t bytes, int flags) {
  size_t largest = __atomic_load_n(&largestSegment, __ATOMIC_SEQ_CST);
  while (largest < bytes && !__atomic_compare_exchange_n(&largestSegment, &largest, bytes, 0,
                                                         __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
  }
  return model_natural();
}

void *shmat(int segment, const void *at, int flags) {
  if (at != NULL)
    raceward_gap("shmat() at an address that the program chooses is not modelled");
  if (raceward_any_failure()) {
    model_failure();
    return (void *)-1;
  }
  const size_t bytes = __atomic_load_n(&largestSegment, __ATOMIC_SEQ_CST);
  if (bytes == 0)
    raceward_not_executed("the size of memory that another process made is not known");
  return sharedMemory(wholePages(bytes));
}

/// The size is not given: that it is there no more is not seen.
int shmdt(const void *memory) {
  raceward_writes_all((void *)memory);
  return model_status();
}

int shmctl(int segment, int command, struct shmid_ds *data) {
  switch (command) {
  case IPC_SET:
    raceward_reads(data, sizeof *data);
    return model_status();
  case IPC_STAT:
  case SHM_STAT:
  case SHM_STAT_ANY:
    raceward_writes(data, sizeof *data);
    return model_natural();
  case IPC_INFO:
    raceward_writes(data, sizeof(struct shminfo));
    return model_natural();
  case SHM_INFO:
    raceward_writes(data, sizeof(struct shm_info));
    return model_natural();
  default: // IPC_RMID, SHM_LOCK, SHM_UNLOCK
    return model_status();
  }
}

// -- the end of the data segment -----------------------------------------------------------

int brk(void *end) {
  raceward_gap("the memory of brk() is not modelled; that of malloc() and mmap() is");
}

void *sbrk(intptr_t more) {
  raceward_gap("the memory of sbrk() is not modelled; that of malloc() and mmap() is");
}
