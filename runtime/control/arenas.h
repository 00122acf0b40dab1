/* Address ranges for the heaps and stacks of threads. */
#ifndef RACEWARD_CONTROL_ARENAS_H
#define RACEWARD_CONTROL_ARENAS_H

#include "inside.h"

/* Far from the addresses that the kernel uses for programs, libraries and stacks. */
#define RW_ARENAS_AT 0x100000000000ull
#define RW_ARENA_BITS 34
#define RW_ARENAS 4096u
#define RW_STACK_ROOM (1ull << 30)

uint32_t rw_arena_of_child(struct rw_thread *creator);
void rw_use_arena(struct rw_thread *thread, uint32_t arena, unsigned index);
/* Logs it, if the program itself made the call. */
void rw_log_block(struct rw_thread *self, uint8_t flag, const void *block, uint64_t bytes);
void rw_log_freed(struct rw_thread *self, const void *block, uint64_t bytes);
/* Memory moves between threads: a release by the one, an acquire by the other. */
void rw_meet(struct rw_thread *self, const void *address, uint8_t order);
void *rw_map_stack(const struct rw_thread *thread, size_t bytes);

#endif
