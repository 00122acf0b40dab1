/* Cancels a waiting thread: it continues, and the library's own check ends it. */
#include "inside.h"

int pthread_cancel(pthread_t handle) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return RW_REAL(pthread_cancel)(handle);
  rw_call(self, RW_EV_LOCAL, 0);
  for (unsigned t = 0; t < rw_control->thread_count; ++t)
    if (pthread_equal(rw_threads[t]->handle, handle)) {
      rw_threads[t]->is_cancelled = 1;
      rw_objects_changed();
    }
  return RW_REAL(pthread_cancel)(handle);
}

void rw_test_cancel(struct rw_thread *self) {
  if (self->is_cancelled)
    pthread_testcancel();
}
