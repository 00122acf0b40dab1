/* The hooks of memory accesses. */
#include "inside.h"

/* Sites with mark 2 are not steps: nothing is logged, and no other thread moves. */
static inline int is_step(struct rw_thread *self, const struct rw_site *site) {
  if (!self)
    return 0;
  __raceward_here.at = site;
  return rw_mark(site) != 2;
}

static inline void plain(uint8_t kind, const void *address, uint64_t bytes,
                         const struct rw_site *site) {
  struct rw_thread *const self = rw_self;
  if (is_step(self, site))
    rw_access(self, kind, 0, address, bytes, site);
}

void __raceward_read(const void *address, uint64_t bytes, const struct rw_site *site) {
  plain(RW_EV_READ, address, bytes, site);
}

void __raceward_write(const void *address, uint64_t bytes, const struct rw_site *site) {
  plain(RW_EV_WRITE, address, bytes, site);
}

void __raceward_set(const void *to, uint64_t bytes, const struct rw_site *site) {
  if (bytes)
    plain(RW_EV_WRITE, to, bytes, site);
}

void __raceward_copy(const void *to, const void *from, uint64_t bytes, const struct rw_site *site) {
  struct rw_thread *const self = rw_self;
  if (!bytes || !is_step(self, site))
    return;
  struct rw_event *const read = rw_access(self, RW_EV_READ, 0, from, bytes, site);
  struct rw_event write = *read;
  read->flags |= RW_MORE;
  write.kind = RW_EV_WRITE;
  write.address = (uint64_t)to;
  rw_log_more(self, &write);
}

static inline void atomic(uint8_t kind, const void *address, uint64_t bytes, uint32_t order,
                          const struct rw_site *site) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return;
  __raceward_here.at = site;
  rw_access(self, kind, (uint8_t)order, address, bytes, site);
}

void __raceward_atomic_read(const void *address, uint64_t bytes, uint32_t order,
                            const struct rw_site *site) {
  atomic(RW_EV_ATOMIC_READ, address, bytes, order, site);
}

void __raceward_atomic_write(const void *address, uint64_t bytes, uint32_t order,
                             const struct rw_site *site) {
  atomic(RW_EV_ATOMIC_WRITE, address, bytes, order, site);
}

void __raceward_atomic_update(const void *address, uint64_t bytes, uint32_t order,
                              const struct rw_site *site) {
  atomic(RW_EV_ATOMIC_UPDATE, address, bytes, order, site);
}

void __raceward_fence(uint32_t order, const struct rw_site *site) {
  atomic(RW_EV_FENCE, 0, 0, order, site);
}

/* The last record of the thread with the token is the last of the log. */
static __thread struct rw_event *compared __attribute__((tls_model("initial-exec")));

void __raceward_compare(const void *address, uint64_t bytes, uint32_t success, uint32_t failure,
                        const struct rw_site *site) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return;
  __raceward_here.at = site;
  self->failure_order = failure;
  compared = rw_access(self, RW_EV_ATOMIC_UPDATE, (uint8_t)success, address, bytes, site);
}

void __raceward_compared(uint32_t succeeded) {
  if (!compared || !rw_self)
    return;
  if (!succeeded) {
    compared->kind = RW_EV_ATOMIC_READ;
    compared->order = (uint8_t)rw_self->failure_order;
  }
  compared = 0;
}
