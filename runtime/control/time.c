/* The virtual clock. It starts at the same time in every run, advances a little whenever it is
 * read, and jumps to the time at which a sleeper wakes or a waiter gives up. No thread really
 * sleeps. */
#include "inside.h"

#include <errno.h>
#include <sched.h>
#include <string.h>
#include <sys/time.h>
#include <sys/times.h>
#include <threads.h>
#include <unistd.h>

enum { kTick = 1000, kSecond = 1000000000 };

/* Nanoseconds since 1970 at the start, 2024-01-01, and since the boot of the machine. */
#define RW_START (1704067200ull * kSecond)
#define RW_UPTIME (1000ull * kSecond)

static uint64_t now = RW_START;

uint64_t rw_now(void) {
  return now;
}

void rw_advance_to(uint64_t time) {
  if (time != RW_NEVER && time > now)
    now = time;
}

static int is_realtime(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
}

static uint64_t zero_of(clockid_t clock) {
  if (is_realtime(clock))
    return 0;
  if (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_MONOTONIC_COARSE ||
      clock == CLOCK_BOOTTIME)
    return RW_START - RW_UPTIME;
  return RW_START; /* CPU clocks */
}

static uint64_t nanoseconds(const struct timespec *time) {
  if (time->tv_sec < 0)
    return 0;
  if (time->tv_sec > INT64_MAX / kSecond / 4)
    return INT64_MAX / 4; /* for ever */
  return (uint64_t)time->tv_sec * kSecond + (uint64_t)time->tv_nsec;
}

uint64_t rw_deadline(clockid_t clock, const struct timespec *time) {
  const uint64_t moment = nanoseconds(time) + zero_of(clock);
  return moment ? moment : 1;
}

uint64_t rw_read_deadline(clockid_t clock, const struct timespec *time) {
  rw_access(rw_self, RW_EV_READ, 0, time, sizeof *time, rw_call_site());
  return rw_deadline(clock, time);
}

int rw_is_over(uint64_t deadline) {
  return deadline != 0 && deadline <= now;
}

uint64_t rw_after(const struct timespec *length) {
  return now + nanoseconds(length);
}

void rw_sleep_until(struct rw_thread *self, uint64_t deadline) {
  now += kTick; /* later sleepers wake later: yielding threads take turns */
  const struct rw_what what = {.kind = RW_EV_LOCAL,
                               .flags = RW_SLEEPER,
                               .site = rw_call_site(),
                               .deadline = deadline > now ? deadline : now,
                               .is_cancellable = 1};
  rw_step(self, &what);
  rw_advance_to(what.deadline);
  rw_test_cancel(self);
}

/* -- sleeping ---------------------------------------------------------------------------------- */

unsigned sleep(unsigned seconds) {
  if (!rw_self)
    return RW_REAL(sleep)(seconds);
  rw_sleep_until(rw_self, now + (uint64_t)seconds * kSecond);
  return 0;
}

int usleep(useconds_t length) {
  if (!rw_self)
    return RW_REAL(usleep)(length);
  rw_sleep_until(rw_self, now + (uint64_t)length * 1000);
  return 0;
}

static int is_time(const struct timespec *time) {
  return time->tv_sec >= 0 && time->tv_nsec >= 0 && time->tv_nsec < kSecond;
}

int nanosleep(const struct timespec *length, struct timespec *left) {
  if (!rw_self)
    return RW_REAL(nanosleep)(length, left);
  if (!is_time(length)) {
    errno = EINVAL;
    return -1;
  }
  rw_sleep_until(rw_self, rw_after(length));
  return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time,
                    struct timespec *left) {
  if (!rw_self)
    return RW_REAL(clock_nanosleep)(clock, flags, time, left);
  if (!is_time(time))
    return EINVAL;
  rw_sleep_until(rw_self, flags & TIMER_ABSTIME ? rw_deadline(clock, time) : rw_after(time));
  return 0;
}

int thrd_sleep(const struct timespec *length, struct timespec *left) {
  if (!rw_self)
    return RW_REAL(thrd_sleep)(length, left);
  return nanosleep(length, left) ? -2 : 0;
}

int sched_yield(void) {
  if (!rw_self)
    return RW_REAL(sched_yield)();
  rw_sleep_until(rw_self, now);
  return 0;
}

void thrd_yield(void) {
  sched_yield();
}

/* -- reading the clock ------------------------------------------------------------------------- */

int clock_gettime(clockid_t clock, struct timespec *time) {
  if (!rw_self)
    return RW_REAL(clock_gettime)(clock, time);
  now += kTick;
  const uint64_t value = now - zero_of(clock);
  time->tv_sec = (time_t)(value / kSecond);
  time->tv_nsec = (long)(value % kSecond);
  return 0;
}

time_t time(time_t *result) {
  if (!rw_self)
    return RW_REAL(time)(result);
  struct timespec value;
  clock_gettime(CLOCK_REALTIME, &value);
  if (result)
    *result = value.tv_sec;
  return value.tv_sec;
}

int gettimeofday(struct timeval *restrict result, void *restrict zone) {
  if (!rw_self)
    return RW_REAL(gettimeofday)(result, zone);
  struct timespec value;
  clock_gettime(CLOCK_REALTIME, &value);
  result->tv_sec = value.tv_sec;
  result->tv_usec = value.tv_nsec / 1000;
  return 0;
}

int timespec_get(struct timespec *result, int base) {
  if (!rw_self || base != TIME_UTC)
    return RW_REAL(timespec_get)(result, base);
  clock_gettime(CLOCK_REALTIME, result);
  return base;
}

clock_t clock(void) {
  if (!rw_self)
    return RW_REAL(clock)();
  struct timespec value;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &value);
  return value.tv_sec * CLOCKS_PER_SEC + value.tv_nsec / (kSecond / CLOCKS_PER_SEC);
}

clock_t times(struct tms *result) {
  if (!rw_self)
    return RW_REAL(times)(result);
  struct timespec value;
  clock_gettime(CLOCK_MONOTONIC, &value);
  if (result)
    memset(result, 0, sizeof *result);
  return value.tv_sec * 100 + value.tv_nsec / (kSecond / 100);
}
