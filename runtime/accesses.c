/* Functions that the compiler calls before each access: those of ThreadSanitizer, preceded by
 * the schedule. The caller's address is passed on, so that reports name the program's place. */
#include "raceward_runtime.h"

enum { kSeqCst = 5 };

/* Puts a place of the program on ThreadSanitizer's stack, for functions without a pc argument. */
#define RW_AS_CALLED_FROM(pc, call)                                                                \
  do {                                                                                             \
    __real___tsan_func_entry(pc);                                                                  \
    call;                                                                                          \
    __real___tsan_func_exit();                                                                     \
  } while (0)

static int in_section(void) {
  const struct rw_thread *self = rw_self();
  return self && self->section_depth > 0;
}

/* The last step is done when ThreadSanitizer has seen it; the others, when the program has
 * performed the announced access. */
static void rw_accessed(unsigned step) {
  if (step != RW_NO_STEP && step + 1 == raceward_schedule.step_count)
    rw_done(step);
  else
    rw_done_later(step);
}

/* Accesses of an atomic section are sequentially consistent atomic ones. */
#define RW_PLAIN(name, action, bits, as_atomic)                                                    \
  void __tsan_##name##_pc(void *address, void *pc);                                                \
  void __wrap___tsan_##name(void *address) {                                                       \
    void *pc = RW_PC;                                                                              \
    if (in_section() && (unsigned long)address % (bits / 8) == 0) {                                \
      RW_AS_CALLED_FROM(pc, as_atomic);                                                            \
      return;                                                                                      \
    }                                                                                              \
    const unsigned step = rw_arrive(action, "", pc, address, bits / 8);                            \
    __tsan_##name##_pc(address, pc);                                                               \
    rw_accessed(step);                                                                             \
  }

#define RW_ATOMIC_OF(bits, type)                                                                   \
  type __real___tsan_atomic##bits##_load(const volatile type *, int);                              \
  type __real___tsan_atomic##bits##_fetch_add(volatile type *, type, int);

RW_ATOMIC_OF(8, unsigned char)
RW_ATOMIC_OF(16, unsigned short)
RW_ATOMIC_OF(32, unsigned)
RW_ATOMIC_OF(64, unsigned long)

#define RW_READ_AND_WRITE(bytes, bits)                                                             \
  RW_PLAIN(read##bytes, RW_READ, bits, __real___tsan_atomic##bits##_load(address, kSeqCst))        \
  RW_PLAIN(write##bytes, RW_WRITE, bits,                                                           \
           __real___tsan_atomic##bits##_fetch_add(address, 0, kSeqCst))

RW_READ_AND_WRITE(1, 8)
RW_READ_AND_WRITE(2, 16)
RW_READ_AND_WRITE(4, 32)
RW_READ_AND_WRITE(8, 64)

void __tsan_read_range_pc(void *address, unsigned long bytes, void *pc);
void __tsan_write_range_pc(void *address, unsigned long bytes, void *pc);

/* Accesses without an atomic counterpart. */
#define RW_RANGE(name, action, bytes, range)                                                       \
  void __wrap___tsan_##name(void *address) {                                                       \
    void *pc = RW_PC;                                                                              \
    const unsigned step = rw_arrive(action, "", pc, address, bytes);                               \
    range(address, bytes, pc);                                                                     \
    rw_accessed(step);                                                                             \
  }

RW_RANGE(read16, RW_READ, 16, __tsan_read_range_pc)
RW_RANGE(write16, RW_WRITE, 16, __tsan_write_range_pc)
RW_RANGE(unaligned_read2, RW_READ, 2, __tsan_read_range_pc)
RW_RANGE(unaligned_read4, RW_READ, 4, __tsan_read_range_pc)
RW_RANGE(unaligned_read8, RW_READ, 8, __tsan_read_range_pc)
RW_RANGE(unaligned_read16, RW_READ, 16, __tsan_read_range_pc)
RW_RANGE(unaligned_write2, RW_WRITE, 2, __tsan_write_range_pc)
RW_RANGE(unaligned_write4, RW_WRITE, 4, __tsan_write_range_pc)
RW_RANGE(unaligned_write8, RW_WRITE, 8, __tsan_write_range_pc)
RW_RANGE(unaligned_write16, RW_WRITE, 16, __tsan_write_range_pc)

void __wrap___tsan_read_range(void *address, unsigned long bytes) {
  const unsigned step = rw_arrive(RW_READ, "", RW_PC, address, bytes);
  __tsan_read_range_pc(address, bytes, RW_PC);
  rw_accessed(step);
}

void __wrap___tsan_write_range(void *address, unsigned long bytes) {
  const unsigned step = rw_arrive(RW_WRITE, "", RW_PC, address, bytes);
  __tsan_write_range_pc(address, bytes, RW_PC);
  rw_accessed(step);
}

/* Copies of structures and the like. The schedule has one step for the whole. */
void *__real___tsan_memcpy(void *to, const void *from, unsigned long bytes);
void *__real___tsan_memmove(void *to, const void *from, unsigned long bytes);
void *__real___tsan_memset(void *to, int byte, unsigned long bytes);

void *__wrap___tsan_memcpy(void *to, const void *from, unsigned long bytes) {
  const unsigned step = rw_arrive(RW_READ | RW_WRITE | RW_ACCESS, "", RW_PC, 0, 0);
  RW_AS_CALLED_FROM(RW_PC, __real___tsan_memcpy(to, from, bytes));
  rw_done(step);
  return to;
}

void *__wrap___tsan_memmove(void *to, const void *from, unsigned long bytes) {
  const unsigned step = rw_arrive(RW_READ | RW_WRITE | RW_ACCESS, "", RW_PC, 0, 0);
  RW_AS_CALLED_FROM(RW_PC, __real___tsan_memmove(to, from, bytes));
  rw_done(step);
  return to;
}

void *__wrap___tsan_memset(void *to, int byte, unsigned long bytes) {
  const unsigned step = rw_arrive(RW_WRITE | RW_ACCESS, "", RW_PC, 0, 0);
  RW_AS_CALLED_FROM(RW_PC, __real___tsan_memset(to, byte, bytes));
  rw_done(step);
  return to;
}

/* -- functions ------------------------------------------------------------------------------ */

void __wrap___tsan_func_entry(void *caller) {
  __real___tsan_func_entry(caller);
  rw_pass_by();
  if (rw_self() && rw_where_of(RW_PC)->is_section)
    rw_section_begins(caller);
}

void __wrap___tsan_func_exit(void) {
  rw_pass_by();
  if (rw_self() && rw_where_of(RW_PC)->is_section)
    rw_section_ends();
  __real___tsan_func_exit();
}

/* Library functions whose accesses are steps are called through a stub, see the schedule. */
void raceward_before_call(const char *name, void *pc) {
  if (rw_self() && rw_where_of(pc)->line == 0)
    return; /* called by the runtime */
  rw_done_later(rw_arrive(RW_READ | RW_WRITE | RW_ACCESS | RW_ATOMIC, name, pc, 0, 0));
}
