// Timers of a process (timer_create() and relatives, <time.h>).
//
// One that notifies by a thread does so in a thread of its own for each time that it expires. Such
// a thread may be delayed as long as one likes, so that all of them are created when the timer is
// set; stopping or deleting the timer does not wait for them. One that sends a signal does nothing
// more: a handler that is installed runs at any time.
#include "object.h"

#include <pthread.h>
#include <signal.h>
#include <time.h>

struct timer {
  void (*function)(union sigval);
  union sigval value;
};

static void *expire(void *given) {
  const struct timer *timer = given;
  MODEL_CALL(timer->function, timer->value);
  return NULL;
}

int timer_create(clockid_t clock, struct sigevent *event, timer_t *to) {
  if (raceward_any_failure()) {
    errno = EAGAIN;
    return -1;
  }
  struct timer *timer = raceward_new(sizeof *timer);
  timer->function = NULL;
  if (event != NULL && event->sigev_notify == SIGEV_THREAD) {
    timer->function = event->sigev_notify_function;
    timer->value = event->sigev_value;
    if (event->sigev_notify_attributes != NULL)
      raceward_reads(event->sigev_notify_attributes, sizeof(pthread_attr_t));
  } else if (event != NULL && event->sigev_notify == SIGEV_SIGNAL) {
    raceward_keeps(event->sigev_value.sival_ptr); // handlers get it in siginfo_t
  }
  *to = timer;
  return 0;
}

static void writesSetting(struct itimerspec *to) {
  raceward_writes(to, sizeof *to);
}

static void start(struct timer *timer) {
  pthread_t thread;
  pthread_create(&thread, NULL, expire, timer);
  pthread_detach(thread);
}

static int isTime(const struct timespec *time) {
  return (time->tv_sec >= 0) & (time->tv_nsec >= 0) & (time->tv_nsec < 1000000000);
}

int timer_settime(timer_t given, int flags, const struct itimerspec *wanted,
                  struct itimerspec *before) {
  struct timer *timer = given;
  if (wanted == NULL || !isTime(&wanted->it_value) || !isTime(&wanted->it_interval)) {
    errno = EINVAL;
    return -1;
  }
  raceward_reads(wanted, sizeof *wanted);
  if (before != NULL)
    writesSetting(before);
  if (timer->function != NULL && (wanted->it_value.tv_sec != 0 || wanted->it_value.tv_nsec != 0)) {
    start(timer);
    if (wanted->it_interval.tv_sec != 0 || wanted->it_interval.tv_nsec != 0)
      while (raceward_any_bool())
        start(timer);
  }
  return 0;
}

int timer_gettime(timer_t timer, struct itimerspec *to) {
  writesSetting(to);
  return 0;
}

int timer_getoverrun(timer_t timer) {
  return raceward_any_int() & 0x7fffffff;
}

/// Threads that expire still use its memory, which is why it is not freed.
int timer_delete(timer_t timer) {
  return 0;
}
