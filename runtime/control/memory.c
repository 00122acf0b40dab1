/* The heap of controlled threads.
 *
 * Every thread has an arena, a range of addresses that depends only on its creator and its
 * number among the creator's children. Addresses that a thread gets depend on its own
 * allocations and frees, and so on the schedule only as far as its own steps do. A block returns
 * to the thread that allocated it:
 *  - freed by that thread, it waits in a queue and is reused after some others;
 *  - freed by another thread, it is reused only when the arena has grown large.
 * The headers lie before the blocks, so a program that writes to freed memory breaks no queue. */
#include "arenas.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

enum {
  kHeader = 16,
  kSmall = 1024,               /* up to here one class for each 16 bytes */
  kSmallClasses = kSmall / 16, /* then four for each doubling */
  kClasses = kSmallClasses + 4 * 26,
  kQueueBytes = 1 << 18, /* freed blocks wait until their class has this many bytes … */
  kQueueBlocks = 64,     /* … or this many blocks */
  kPagesBack = 1 << 18,  /* blocks of this size or more return their pages */
  kPage = 4096,
};
#define RW_GROWN_LARGE (256ull << 20)

enum { kLive = 0x52774c01, kFreed = 0x52774602, kAligned = 0x52774103 };

struct header {
  uint32_t state;
  uint32_t size_class;
  uint64_t word; /* live: bytes asked for; freed: next in the queue; aligned: the real header */
};

struct queue {
  struct header *first;
  struct header *last;
  uint32_t count;
};

struct arena {
  uintptr_t next; /* 0: not mapped yet */
  uintptr_t end;
  struct queue own[kClasses];
  struct queue foreign[kClasses];
};
static struct arena arenas[RW_MOST_THREADS]; /* by index of the thread's place */
static uint8_t user_of[RW_ARENAS];           /* index + 1 */

/* -- sizes ------------------------------------------------------------------------------------- */

static unsigned class_of(size_t bytes) {
  if (bytes <= kSmall)
    return bytes ? (unsigned)((bytes - 1) / 16) : 0;
  const unsigned log = 63 - (unsigned)__builtin_clzll(bytes - 1);
  const unsigned quarter = (unsigned)((bytes - 1) >> (log - 2) & 3);
  return kSmallClasses + (log - 10) * 4 + quarter;
}

static size_t bytes_of(unsigned size_class) {
  if (size_class < kSmallClasses)
    return (size_class + 1) * 16ul;
  const unsigned above = size_class - kSmallClasses;
  return (5ul + above % 4) << (above / 4 + 8);
}

/* -- arenas ------------------------------------------------------------------------------------ */

static uintptr_t start_of(uint32_t arena) {
  return RW_ARENAS_AT + ((uintptr_t)arena << RW_ARENA_BITS);
}

uint32_t rw_arena_of_child(struct rw_thread *creator) {
  const uint32_t nth = ++creator->children;
  /* The children of main in order; others are hashed over the rest. */
  uint32_t arena = nth;
  if (creator->arena != 0 || nth >= RW_MOST_THREADS) {
    const uint64_t name = ((uint64_t)creator->arena << 32 | nth) * 0x9e3779b97f4a7c15u;
    arena = RW_MOST_THREADS + (uint32_t)(name >> 40) % (RW_ARENAS - RW_MOST_THREADS);
  }
  while (user_of[arena])
    arena = arena + 1 < RW_ARENAS ? arena + 1 : RW_MOST_THREADS;
  return arena;
}

void rw_use_arena(struct rw_thread *thread, uint32_t arena, unsigned index) {
  thread->arena = arena;
  thread->index = index;
  user_of[arena] = (uint8_t)(index + 1);
}

static void *map(uintptr_t at, size_t bytes) {
  void *const got =
      RW_REAL(mmap)((void *)at, bytes, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got != (void *)at)
    rw_end(RW_REFUSED, "cannot reserve addresses: %s", strerror(errno));
  return got;
}

void *rw_map_stack(const struct rw_thread *thread, size_t bytes) {
  const uintptr_t end = start_of(thread->arena) + (1ull << RW_ARENA_BITS) - kPage;
  return map(end - bytes, bytes);
}

static void open_arena(struct arena *arena, uint32_t number) {
  const uintptr_t start = start_of(number);
  const size_t bytes = (1ull << RW_ARENA_BITS) - RW_STACK_ROOM;
  map(start, bytes);
  arena->next = start;
  arena->end = start + bytes;
}

/* -- queues of freed blocks -------------------------------------------------------------------- */

static void put(struct queue *queue, struct header *block) {
  block->word = 0;
  if (queue->last)
    queue->last->word = (uint64_t)block;
  else
    queue->first = block;
  queue->last = block;
  ++queue->count;
}

static struct header *take(struct queue *queue) {
  struct header *const block = queue->first;
  queue->first = (struct header *)block->word;
  if (!queue->first)
    queue->last = 0;
  --queue->count;
  return block;
}

static int is_due(const struct queue *queue, size_t bytes) {
  return queue->count > kQueueBlocks || queue->count * bytes > kQueueBytes;
}

/* -- allocating -------------------------------------------------------------------------------- */

void rw_log_block(struct rw_thread *self, uint8_t flag, const void *block, uint64_t bytes) {
  const struct rw_what what = {.kind = RW_EV_LOCAL,
                               .flags = flag,
                               .site = rw_call_site(),
                               .address = block,
                               .extra = bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes};
  rw_step(self, &what);
}

/* The lifetime of an object ends, a write to all of it, if the program itself requests that. A
 * library that frees shared memory may order that by means that are not seen. */
static int is_asked_for(const struct rw_thread *self, const struct rw_site *site) {
  static const char *const names[] = {"free", "cfree", "realloc", "reallocarray", "munmap"};
  if (!site)
    return 0;
  if (!site->callee[0]) /* a call through a pointer */
    return self->called == (const void *)free || self->called == (const void *)realloc;
  for (unsigned i = 0; i < sizeof names / sizeof names[0]; ++i)
    if (!strcmp(site->callee, names[i]))
      return 1;
  return !strncmp(site->callee, "_Zdl", 4) || !strncmp(site->callee, "_Zda", 4);
}

void rw_log_freed(struct rw_thread *self, const void *block, uint64_t bytes) {
  const struct rw_site *const site = rw_call_site();
  if (!bytes || !is_asked_for(self, site)) {
    rw_log_block(self, RW_FREED, block, bytes);
    return;
  }
  const struct rw_what what = {.kind = RW_EV_WRITE,
                               .flags = RW_FREED,
                               .site = site,
                               .address = block,
                               .bytes = bytes > RW_MOST_FREED ? RW_MOST_FREED : (uint32_t)bytes};
  rw_step(self, &what);
}

void rw_meet(struct rw_thread *self, const void *address, uint8_t order) {
  const struct rw_what what = {.kind = RW_EV_ATOMIC_UPDATE,
                               .order = order,
                               .flags = RW_MEETING,
                               .site = rw_call_site(),
                               .address = address,
                               .bytes = 1};
  rw_step(self, &what);
}

static struct header *get_block(struct rw_thread *self, size_t bytes, int *is_fresh,
                                int *is_foreign) {
  const unsigned size_class = class_of(bytes);
  if (size_class >= kClasses)
    return 0;
  struct arena *const arena = &arenas[self->index];
  if (!arena->next)
    open_arena(arena, self->arena);
  const size_t room = bytes_of(size_class);
  *is_fresh = 0;
  *is_foreign = 0;
  if (is_due(&arena->own[size_class], room))
    return take(&arena->own[size_class]);
  if (arena->foreign[size_class].first && arena->next - start_of(self->arena) > RW_GROWN_LARGE) {
    *is_foreign = 1;
    return take(&arena->foreign[size_class]);
  }
  if (arena->end - arena->next < room + kHeader)
    return arena->own[size_class].first ? take(&arena->own[size_class]) : 0;
  struct header *const block = (struct header *)arena->next;
  arena->next += room + kHeader;
  *is_fresh = 1;
  block->size_class = size_class;
  return block;
}

static void *allocate(struct rw_thread *self, size_t bytes, int is_zeroed, const void *caller) {
  int is_fresh;
  int is_foreign;
  struct header *const block = get_block(self, bytes, &is_fresh, &is_foreign);
  if (!block) {
    errno = ENOMEM;
    return 0;
  }
  block->state = kLive;
  block->word = bytes;
  if (is_zeroed && !is_fresh)
    memset(block + 1, 0, bytes);
  if (is_foreign)
    rw_meet(self, block, RW_ACQUIRE);
  if (rw_control->log_allocations && !rw_is_system(caller))
    rw_log_block(self, RW_ALLOCATED, block + 1, bytes);
  return block + 1;
}

/* A header right before the aligned address leads to the block. */
static void *allocate_aligned(struct rw_thread *self, size_t alignment, size_t bytes,
                              const void *caller) {
  if (alignment <= kHeader)
    return allocate(self, bytes, 0, caller);
  if (bytes > SIZE_MAX / 2 || alignment > SIZE_MAX / 4) {
    errno = ENOMEM;
    return 0;
  }
  char *const block = allocate(self, bytes + alignment, 0, caller);
  if (!block)
    return 0;
  const uintptr_t aligned = ((uintptr_t)block + alignment - 1) & ~(alignment - 1);
  if (aligned == (uintptr_t)block)
    return block;
  struct header *const marker = (struct header *)aligned - 1;
  marker->state = kAligned;
  marker->word = (uint64_t)((struct header *)block - 1);
  return (void *)aligned;
}

/* -- freeing ----------------------------------------------------------------------------------- */

static int is_ours(const void *block) {
  return (uintptr_t)block - RW_ARENAS_AT < (uintptr_t)RW_ARENAS << RW_ARENA_BITS;
}

static struct header *header_of(void *block) {
  struct header *const header = (struct header *)block - 1;
  return header->state == kAligned ? (struct header *)header->word : header;
}

static size_t room_at(void *block) {
  struct header *const header = header_of(block);
  return (size_t)((char *)(header + 1) + bytes_of(header->size_class) - (char *)block);
}

static void give_pages_back(struct header *header) {
  const size_t room = bytes_of(header->size_class);
  if (room < kPagesBack)
    return;
  const uintptr_t begin = ((uintptr_t)(header + 1) + kPage - 1) & -(uintptr_t)kPage;
  const uintptr_t end = ((uintptr_t)(header + 1) + room) & -(uintptr_t)kPage;
  madvise((void *)begin, end - begin, MADV_DONTNEED);
}

/* Uncontrolled callers have no effect: a thread that has ended, the end of the process. */
static void release(struct rw_thread *self, void *block, const void *caller) {
  if (!self)
    return;
  struct header *const header = header_of(block);
  if (header->state != kLive)
    abort(); /* double free, or not a block */
  if (!rw_is_system(caller))
    rw_log_freed(self, block, header->word - (size_t)((char *)block - (char *)(header + 1)));
  header->state = kFreed;
  give_pages_back(header);
  const uint32_t number = (uint32_t)(((uintptr_t)header - RW_ARENAS_AT) >> RW_ARENA_BITS);
  struct arena *const arena = &arenas[user_of[number] - 1];
  if (number == self->arena) {
    put(&arena->own[header->size_class], header);
    return;
  }
  /* C11, 7.22.3: freeing a block synchronises with its next allocation. If that cannot be a
   * step, the block is not reused. */
  if (rw_is_system(caller))
    return;
  rw_meet(self, header, RW_RELEASE);
  put(&arena->foreign[header->size_class], header);
}

/* -- the library's functions ------------------------------------------------------------------- */

#define RW_CALLER __builtin_return_address(0)

void *malloc(size_t bytes) {
  return rw_self ? allocate(rw_self, bytes, 0, RW_CALLER) : __libc_malloc(bytes);
}

void *calloc(size_t count, size_t each) {
  if (!rw_self)
    return __libc_calloc(count, each);
  size_t bytes;
  if (__builtin_mul_overflow(count, each, &bytes)) {
    errno = ENOMEM;
    return 0;
  }
  return allocate(rw_self, bytes, 1, RW_CALLER);
}

void free(void *block) {
  if (!block)
    return;
  if (is_ours(block))
    release(rw_self, block, RW_CALLER);
  else
    __libc_free(block);
}

static void *move_block(void *block, size_t bytes, const void *caller) {
  if (!is_ours(block))
    return __libc_realloc(block, bytes);
  const size_t room = room_at(block);
  if (bytes <= room && (bytes >= room / 2 || room <= kSmall)) {
    struct header *const header = header_of(block);
    const size_t before = (size_t)((char *)block - (char *)(header + 1));
    /* Even if the block stays in place, the old object has ended. */
    if (rw_self && !rw_is_system(caller))
      rw_log_freed(rw_self, block, header->word - before);
    header->word = bytes + before;
    return block;
  }
  void *const moved = rw_self ? allocate(rw_self, bytes, 0, caller) : __libc_malloc(bytes);
  if (!moved)
    return 0;
  memcpy(moved, block, bytes < room ? bytes : room);
  release(rw_self, block, caller);
  return moved;
}

void *realloc(void *block, size_t bytes) {
  if (!block)
    return rw_self ? allocate(rw_self, bytes, 0, RW_CALLER) : __libc_malloc(bytes);
  if (!bytes) {
    if (is_ours(block))
      release(rw_self, block, RW_CALLER);
    else
      __libc_free(block);
    return 0;
  }
  return move_block(block, bytes, RW_CALLER);
}

void *reallocarray(void *block, size_t count, size_t each) {
  size_t bytes;
  if (__builtin_mul_overflow(count, each, &bytes)) {
    errno = ENOMEM;
    return 0;
  }
  return realloc(block, bytes);
}

void *memalign(size_t alignment, size_t bytes) {
  return rw_self ? allocate_aligned(rw_self, alignment, bytes, RW_CALLER)
                 : __libc_memalign(alignment, bytes);
}

void *aligned_alloc(size_t alignment, size_t bytes) {
  return rw_self ? allocate_aligned(rw_self, alignment, bytes, RW_CALLER)
                 : __libc_memalign(alignment, bytes);
}

void *valloc(size_t bytes) {
  return rw_self ? allocate_aligned(rw_self, kPage, bytes, RW_CALLER)
                 : __libc_memalign(kPage, bytes);
}

void *pvalloc(size_t bytes) {
  return valloc((bytes + kPage - 1) & -(size_t)kPage);
}

int posix_memalign(void **result, size_t alignment, size_t bytes) {
  if (alignment < sizeof(void *) || (alignment & (alignment - 1)))
    return EINVAL;
  void *const block = rw_self ? allocate_aligned(rw_self, alignment, bytes, RW_CALLER)
                              : __libc_memalign(alignment, bytes);
  if (!block)
    return ENOMEM;
  *result = block;
  return 0;
}

size_t malloc_usable_size(void *block) {
  if (!block)
    return 0;
  return is_ours(block) ? room_at(block) : RW_REAL(malloc_usable_size)(block);
}
