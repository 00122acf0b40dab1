// Time and process: inputs.
//
// The wall clock can be set: it is arbitrary, from one call to the next. Monotonic clocks only run
// forward. Values that cannot change while the program runs do not.
#include "library.h"

/// The kernel counts nanoseconds in 64 bits: no clock gets to 2^34 seconds. So dates of the present
/// have a year.
#define MOST_SECONDS ((long)(0x3FFFFFFFFll & LONG_MAX))

struct __raceward_seconds {
  long seconds;
  long parts; ///< fraction of a second
};

/// Any numbers. Where inputs are drawn, they are a time that moves (raceward/symex/Inputs.h).
long __VERIFIER_nondet_seconds(void);
long __VERIFIER_nondet_ticks(void);
long __VERIFIER_nondet_microseconds(void);
long __VERIFIER_nondet_nanoseconds(void);

static long __raceward_any_seconds(void) {
  return __VERIFIER_nondet_seconds() & MOST_SECONDS;
}

long time(long *to) {
  const long now = __raceward_any_seconds();
  if (to != NULL)
    *to = now;
  return now;
}

long clock(void) {
  static long last;
  const long now = __VERIFIER_nondet_ticks();
  __VERIFIER_assume(now >= last);
  last = now;
  return now;
}

int gettimeofday(struct __raceward_seconds *to, void *zone) {
  if (zone != NULL)
    memset(zone, 0, 2 * sizeof(int)); // as glibc does
  if (to != NULL) {
    const struct __raceward_seconds now = {__raceward_any_seconds(),
                                           __VERIFIER_nondet_microseconds()};
    __VERIFIER_assume((now.parts >= 0) & (now.parts < 1000000));
    *to = now;
  }
  return 0;
}

enum { kClockOfTheDay = 0, kFirstAlarm = 8, kLastAlarm = 9, kUnused = 10, kClocks = 12 };
enum { kFirstAuxiliary = 16, kLastAuxiliary = 23 };

/// Clocks that wake the system need a device; one number is not used any more, and others are free.
static int __raceward_has_clock(int clock) {
  if (clock < 0 || (clock >= kFirstAuxiliary && clock <= kLastAuxiliary))
    __raceward_cannot("the clock of another thread or process is not known to the machine");
  if (clock == kFirstAlarm || clock == kLastAlarm)
    return __VERIFIER_nondet_bool();
  return clock != kUnused && clock < kClocks;
}

int clock_gettime(int clock, struct __raceward_seconds *to) {
  static struct __raceward_seconds last[kClocks];
  if (!__raceward_has_clock(clock)) {
    *__errno_location() = kEinval;
    return -1;
  }
  const struct __raceward_seconds now = {__raceward_any_seconds(), __VERIFIER_nondet_nanoseconds()};
  __VERIFIER_assume((now.parts >= 0) & (now.parts < 1000000000));
  if (clock != kClockOfTheDay) {
    struct __raceward_seconds *before = &last[clock];
    __VERIFIER_assume((now.seconds > before->seconds) |
                      ((now.seconds == before->seconds) & (now.parts >= before->parts)));
    *before = now;
  }
  *to = now;
  return 0;
}

// A signal may end a sleep; none is sent here.
unsigned sleep(unsigned seconds) {
  (void)seconds;
  return 0;
}
int usleep(unsigned microseconds) {
  (void)microseconds;
  return 0;
}
int nanosleep(const struct __raceward_seconds *wanted, struct __raceward_seconds *left) {
  (void)left;
  if ((wanted->parts < 0) | (wanted->parts >= 1000000000) | (wanted->seconds < 0)) {
    *__errno_location() = kEinval;
    return -1;
  }
  return 0;
}
int thrd_sleep(const struct __raceward_seconds *wanted, struct __raceward_seconds *left) {
  (void)left;
  return ((wanted->parts < 0) | (wanted->parts >= 1000000000) | (wanted->seconds < 0)) ? -2 : 0;
}
int sched_yield(void) {
  return 0;
}

static int processNumber;

int getpid(void) {
  if (processNumber == 0)
    processNumber = (__VERIFIER_nondet_int() & 0x3fffffff) + 1;
  return processNumber;
}
/// The child of fork() has another number than its parent.
void raceward_new_process(void) {
  const int parent = processNumber;
  if (parent == 0)
    return;
  processNumber = (__VERIFIER_nondet_int() & 0x3fffffff) + 1;
  __VERIFIER_assume(processNumber != parent);
}
/// The parent may end first.
int getppid(void) {
  return __VERIFIER_nondet_int() & INT_MAX;
}
int getpagesize(void) {
  return 4096;
}

enum { kEbadf = 9, kEnotty = 25, kStandardStreams = 3 };

int isatty(int stream) {
  static int answers[kStandardStreams]; // 0: not requested yet
  if (stream < 0 || stream >= kStandardStreams) {
    if (stream >= kStandardStreams)
      __raceward_note_bound("terminals that the program opens itself were left out");
    *__errno_location() = kEbadf;
    return 0;
  }
  if (answers[stream] == 0)
    answers[stream] = 1 + __VERIFIER_nondet_bool();
  if (answers[stream] == 1)
    *__errno_location() = kEnotty;
  return answers[stream] - 1;
}
