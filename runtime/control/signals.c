/* Signals: waiting for them, and timers, which send them in real time. */
#include "outside.h"

#include <errno.h>
#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

struct awaited {
  const sigset_t *set;
  const struct rw_thread *thread;
};

static int is_pending(const void *argument) {
  const struct awaited *awaited = argument;
  sigset_t pending;
  sigpending(&pending); /* of the process; the caller is another thread */
  for (int number = 1; number < 65; ++number)
    if (sigismember(awaited->set, number) == 1 &&
        (sigismember(&pending, number) == 1 || awaited->thread->sent_signals >> (number - 1) & 1))
      return 1;
  return 0;
}

/* 1: timed out. */
static int stand(struct rw_thread *self, const sigset_t *set, uint64_t deadline) {
  const struct awaited awaited = {set, self};
  const struct rw_outside what = {
      .is_ready = is_pending, .argument = &awaited, .deadline = deadline};
  const int gave_up = rw_outside_step(self, &what);
  for (int number = 1; number < 65; ++number)
    if (sigismember(set, number) == 1)
      self->sent_signals &= ~(1ull << (number - 1));
  return gave_up;
}

int sigwait(const sigset_t *restrict set, int *restrict number) {
  if (rw_self)
    stand(rw_self, set, 0);
  return RW_REAL(sigwait)(set, number);
}

int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info) {
  if (rw_self)
    stand(rw_self, set, 0);
  return RW_REAL(sigwaitinfo)(set, info);
}

int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info,
                 const struct timespec *restrict length) {
  if (!rw_self || !length)
    return rw_self ? sigwaitinfo(set, info) : RW_REAL(sigtimedwait)(set, info, length);
  stand(rw_self, set, rw_after(length) + 1);
  static const struct timespec now = {0, 0};
  return RW_REAL(sigtimedwait)(set, info, &now);
}

/* -- waiting for a handler --------------------------------------------------------------------- */

static int is_interrupted(const void *argument) {
  return ((const struct rw_thread *)argument)->is_interrupted;
}

static int stand_until_interrupted(struct rw_thread *self) {
  const struct rw_outside what = {.is_ready = is_interrupted, .argument = self};
  rw_outside_step(self, &what);
  errno = EINTR;
  return -1;
}

int pause(void) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return RW_REAL(pause)();
  self->is_interrupted = 0;
  return stand_until_interrupted(self);
}

int sigsuspend(const sigset_t *mask) {
  struct rw_thread *const self = rw_self;
  if (!self)
    return RW_REAL(sigsuspend)(mask);
  sigset_t pending;
  sigpending(&pending);
  self->is_interrupted = 0;
  for (int number = 1; number < 65; ++number)
    if (sigismember(&pending, number) == 1 && sigismember(mask, number) == 0)
      self->is_interrupted = 1; /* delivered as soon as the mask is set */
  sigset_t before;
  pthread_sigmask(SIG_SETMASK, mask, &before);
  const int result = stand_until_interrupted(self);
  pthread_sigmask(SIG_SETMASK, &before, 0);
  errno = EINTR;
  return result;
}

int pthread_kill(pthread_t handle, int number) {
  if (rw_self) {
    rw_outside_touch(rw_self);
    for (unsigned t = 0; t < rw_control->thread_count; ++t)
      if (number > 0 && pthread_equal(rw_threads[t]->handle, handle))
        rw_threads[t]->sent_signals |= 1ull << (number - 1);
  }
  return RW_REAL(pthread_kill)(handle, number);
}

int kill(pid_t pid, int number) {
  if (rw_self)
    rw_outside_touch(rw_self);
  return RW_REAL(kill)(pid, number);
}

/* -- timers ------------------------------------------------------------------------------------ */

unsigned alarm(unsigned seconds) {
  rw_others_may_act = 1;
  return RW_REAL(alarm)(seconds);
}

int setitimer(__itimer_which_t which, const struct itimerval *restrict value,
              struct itimerval *restrict old) {
  rw_others_may_act = 1;
  return RW_REAL(setitimer)(which, value, old);
}

int timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict timer) {
  rw_others_may_act = 1;
  return RW_REAL(timer_create)(clock, event, timer);
}
