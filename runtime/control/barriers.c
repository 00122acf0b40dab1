/* Barriers: arrivals are counted in the object, where the library has its own counter. */
#include "inside.h"

/* The library's layout. `arrived` never goes back here. */
struct barrier {
  uint32_t arrived;
  uint32_t round;
  uint32_t count;
};

/* The log numbers the arrivals at one address over the whole run, also when the barrier there is
 * initialised anew. */
enum { kMostBarriers = 1024 };
static struct history {
  const void *address;
  uint32_t arrivals;
  uint32_t before; /* … the barrier that is there now was initialised */
} histories[kMostBarriers];

static struct history *history_of(const void *address) {
  for (unsigned i = 0; i < kMostBarriers; ++i) {
    if (!histories[i].address)
      histories[i].address = address;
    if (histories[i].address == address)
      return &histories[i];
  }
  rw_end(RW_REFUSED, "the program has more than %d barriers", kMostBarriers);
}

static int is_complete(const struct rw_thread *thread) {
  const struct barrier *barrier = thread->object;
  return barrier->arrived >= thread->wanted;
}

int pthread_barrier_wait(pthread_barrier_t *object) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return RW_REAL(pthread_barrier_wait)(object);
  struct barrier *const barrier = (struct barrier *)object;
  struct rw_event *const arrival = rw_call(self, RW_EV_ARRIVE, object);
  const uint32_t count = barrier->count;
  arrival->bytes = count;
  const uint32_t number = barrier->arrived++;
  const uint32_t first = number - number % count;
  struct history *const history = history_of(object);
  const uint32_t first_in_log = history->before + first;
  ++history->arrivals;
  const struct rw_what pass = {.kind = RW_EV_PASS,
                               .site = rw_call_site(),
                               .address = object,
                               .bytes = count,
                               .extra = first_in_log,
                               .test = is_complete,
                               .object = object,
                               .wanted = first + count};
  rw_step(self, &pass);
  return number % count == count - 1 ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

int pthread_barrier_init(pthread_barrier_t *object, const pthread_barrierattr_t *attributes,
                         unsigned count) {
  if (rw_self) {
    struct history *const history = history_of(object);
    history->before = history->arrivals;
    rw_objects_changed();
  }
  return RW_REAL(pthread_barrier_init)(object, attributes, count);
}

/* The library's waits for those that leave, and counts them otherwise. */
int pthread_barrier_destroy(pthread_barrier_t *object) {
  return rw_self ? 0 : RW_REAL(pthread_barrier_destroy)(object);
}
