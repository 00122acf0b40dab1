/* Barriers: arrivals are counted in the object, in place of the library's counter. */
#include "inside.h"

/* The library's layout. `arrived` never decreases here. */
struct barrier {
  uint32_t arrived;
  uint32_t round;
  uint32_t count;
};

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
  arrival->extra = first;
  const struct rw_what pass = {.kind = RW_EV_PASS,
                               .site = rw_call_site(),
                               .address = object,
                               .bytes = count,
                               .extra = first,
                               .test = is_complete,
                               .object = object,
                               .wanted = first + count};
  rw_step(self, &pass);
  return number % count == count - 1 ? PTHREAD_BARRIER_SERIAL_THREAD : 0;
}

/* The library's function waits for threads that leave, and counts differently. */
int pthread_barrier_destroy(pthread_barrier_t *object) {
  return rw_self ? 0 : RW_REAL(pthread_barrier_destroy)(object);
}
