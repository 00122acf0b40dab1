// Calendar time (<time.h>): conversions, the time zone, clocks. Texts: time_texts.c.
//
// localtime(), gmtime() and relatives share one struct tm. Whatever converts to local time or from
// it behaves as if it called tzset(): it writes tzname, timezone and daylight, under a lock of the
// library, so that only the program races on them. The environment, where tzset() looks for TZ, is
// an object of its own.
//
// Dates are exact. The zone is not known: how far local time is from UTC is an input for each time,
// and the same one for the same time until the environment changes.
#include "calendar.h"
#include "environment.h"
#include "text.h"

#include <pthread.h>
#include <string.h>
#include <sys/timex.h>
#include <time.h>

// A program may have variables of these names.
__attribute__((weak)) char *tzname[2];
__attribute__((weak)) long timezone;
__attribute__((weak)) int daylight;
__attribute__((weak)) int getdate_err;

static pthread_mutex_t lock_of_time_zone = PTHREAD_MUTEX_INITIALIZER;
static int zone_is_known; // behind the lock
static struct tm state_of_localtime;
static struct tm state_of_getdate;

enum { kMostFromUtc = 100000, kMostTimes = 8 }; // no rule for a zone has so many seconds

/// Times that were converted since the zone was chosen.
static struct {
  unsigned environment; ///< when it was
  unsigned count;
  long long times[kMostTimes];
  int fromUtc[kMostTimes];
  int isSummer[kMostTimes];
} zone; // behind the lock

// What is not known of the zone: an input, or a guess if the program has chosen the zone.

static char *nameOfZone(void) {
  switch (state_of_environment.zone) {
  case kZoneUtc:
    return (char *)"UTC";
  case kZoneGmt:
    return (char *)"GMT";
  case kZoneOfProgram:
    return model_guess_text();
  default:
    return model_text();
  }
}
static int secondsFromUtc(void) {
  switch (state_of_environment.zone) {
  case kZoneUtc:
  case kZoneGmt:
    return 0;
  case kZoneOfProgram:
    return model_guess(-kMostFromUtc, kMostFromUtc);
  default:
    return model_number(-kMostFromUtc, kMostFromUtc);
  }
}
static int hasSummer(void) {
  switch (state_of_environment.zone) {
  case kZoneUtc:
  case kZoneGmt:
    return 0;
  case kZoneOfProgram:
    return raceward_guess_bool();
  default:
    return raceward_any_bool();
  }
}

void tzset(void) {
  model_reads_environment();
  pthread_mutex_lock(&lock_of_time_zone);
  tzname[0] = nameOfZone();
  tzname[1] = tzname[0];
  timezone = secondsFromUtc();
  daylight = hasSummer();
  zone_is_known = 1;
  // A text of putenv() may have changed without a call.
  if ((zone.environment != state_of_environment.changes) | (state_of_environment.count != 0)) {
    zone.environment = state_of_environment.changes;
    zone.count = 0;
  }
  pthread_mutex_unlock(&lock_of_time_zone);
  model_error_number(); // there may be no file for the zone
}

/// glibc reads the zone at the first conversion, whatever it converts to.
static void readZoneOnce(void) {
  pthread_mutex_lock(&lock_of_time_zone);
  const int isKnown = zone_is_known;
  pthread_mutex_unlock(&lock_of_time_zone);
  if (!isKnown)
    tzset();
}

/// Sets the zone of a date at this time; returns how many seconds it is from UTC. What was said of
/// an earlier time of so many is not known any more: it is a guess.
static int chooseZone(long long when, struct tm *date) {
  pthread_mutex_lock(&lock_of_time_zone);
  int fromUtc;
  int isSummer;
  if (zone.count < kMostTimes || state_of_environment.zone != kZoneOfSystem) {
    fromUtc = secondsFromUtc();
    isSummer = hasSummer();
  } else {
    fromUtc = model_guess(-kMostFromUtc, kMostFromUtc);
    isSummer = raceward_guess_bool();
  }
  for (unsigned i = 0; i < zone.count; ++i) {
    const int same = -(zone.times[i] == when);
    fromUtc = (fromUtc & ~same) | (zone.fromUtc[i] & same);
    isSummer = (isSummer & ~same) | (zone.isSummer[i] & same);
  }
  if (zone.count < kMostTimes) {
    zone.times[zone.count] = when;
    zone.fromUtc[zone.count] = fromUtc;
    zone.isSummer[zone.count] = isSummer;
    ++zone.count;
  }
  pthread_mutex_unlock(&lock_of_time_zone);
  date->tm_isdst = isSummer;
  date->tm_gmtoff = fromUtc;
  date->tm_zone = nameOfZone();
  return fromUtc;
}

/// Null if the year is too large for an int. A date is written as a whole.
static struct tm *writesDate(long long seconds, struct tm *date, struct tm *to) {
  if (!model_date_at(seconds, date)) {
    raceward_guess_bytes(to, sizeof *to);
    errno = EOVERFLOW;
    return NULL;
  }
  *to = *date;
  return to;
}
static struct tm *localDateAt(long long when, struct tm *to) {
  struct tm date;
  const int fromUtc = chooseZone(when, &date);
  struct tm *const result = writesDate(when + fromUtc, &date, to);
  // Zones that count leap seconds, as some count the summer, have a second 60.
  if (result != NULL)
    result->tm_sec += (result->tm_sec == 59) & hasSummer();
  return result;
}
static struct tm *dateOfUtcAt(long long when, struct tm *to) {
  struct tm date;
  date.tm_isdst = 0;
  date.tm_gmtoff = 0;
  date.tm_zone = "GMT";
  return writesDate(when, &date, to);
}

struct tm *localtime(const time_t *when) {
  tzset();
  return localDateAt(*when, &state_of_localtime);
}

struct tm *gmtime(const time_t *when) {
  readZoneOnce();
  return dateOfUtcAt(*when, &state_of_localtime);
}

struct tm *localtime_r(const time_t *when, struct tm *to) {
  tzset();
  return localDateAt(*when, to);
}

struct tm *gmtime_r(const time_t *when, struct tm *to) {
  readZoneOnce();
  return dateOfUtcAt(*when, to);
}

static time_t refusesDate(void) {
  errno = EOVERFLOW;
  return -1;
}

/// The same date has the same time, if it is converted again at once. Which one it is of a date that
/// comes twice, or never, is up to the zone and to what was converted before.
time_t mktime(struct tm *date) {
  static struct {
    int isKnown;
    long long seconds;
    int isSummer;
    int fromUtc;
  } last; // behind the lock
  tzset();
  raceward_reads(date, sizeof *date);
  const long long seconds = model_seconds_of(date);
  const int isSummer = (date->tm_isdst > 0) - (date->tm_isdst < 0);
  pthread_mutex_lock(&lock_of_time_zone);
  int fromUtc = secondsFromUtc();
  if (isSummer > 0) // which the zone may not have
    fromUtc += 3600 & -(int)raceward_guess_bool();
  const int same = -(last.isKnown & (last.seconds == seconds) & (last.isSummer == isSummer) &
                     (zone.count != 0));
  fromUtc = (fromUtc & ~same) | (last.fromUtc & same);
  last.isKnown = 1;
  last.seconds = seconds;
  last.isSummer = isSummer;
  last.fromUtc = fromUtc;
  pthread_mutex_unlock(&lock_of_time_zone);
  const long long when = seconds - fromUtc;
  struct tm regular;
  if ((time_t)when != when || localDateAt(when, &regular) == NULL)
    return refusesDate();
  *date = regular;
  return (time_t)when;
}
time_t timelocal(struct tm *date) {
  return mktime(date);
}
time_t timegm(struct tm *date) {
  readZoneOnce();
  raceward_reads(date, sizeof *date);
  const long long when = model_seconds_of(date);
  struct tm regular;
  if ((time_t)when != when || dateOfUtcAt(when, &regular) == NULL)
    return refusesDate();
  *date = regular;
  return (time_t)when;
}

/// The formats are in a file that the environment names.
int getdate_r(const char *from, struct tm *to) {
  raceward_reads_text(from);
  model_reads_environment();
  tzset();
  const int status = model_number(0, 8);
  const time_t when = (time_t)raceward_any_long();
  if (status == 0 && localtime_r(&when, to) == NULL)
    return 8;
  return status;
}

struct tm *getdate(const char *from) {
  struct tm date;
  const int status = getdate_r(from, &date);
  if (status != 0) {
    getdate_err = status;
    return NULL;
  }
  state_of_getdate = date;
  return &state_of_getdate;
}

// -- clocks ------------------------------------------------------------------------------------

/// Rounded once: a time need not be a double.
double difftime(time_t later, time_t earlier) {
  const long long most = 1ll << 53;
  if ((later <= most) & (later >= -most) & (earlier <= most) & (earlier >= -most))
    return (double)later - (double)earlier;
  return (double)((long double)later - (long double)earlier);
}

/// The number of days of a year.
int dysize(int year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 366 : 365;
}

static void writesTime(struct timespec *to) {
  to->tv_sec = (time_t)(raceward_any_long() & 0x7fffffff);
  to->tv_nsec = model_number(0, 999999999);
}

int clock_getres(clockid_t clock, struct timespec *to) {
  if (to != NULL)
    writesTime(to);
  return model_status();
}

int clock_settime(clockid_t clock, const struct timespec *from) {
  raceward_reads(from, sizeof *from);
  return model_status();
}

int clock_getcpuclockid(pid_t process, clockid_t *to) {
  const int status = model_any_error() & -(int)raceward_any_bool();
  if (status == 0)
    *to = raceward_any_int();
  return status;
}

/// No signal ends a sleep (docs/use/assumptions.md), so that nothing is left of it.
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *wanted,
                    struct timespec *left) {
  switch (clock) {
  case CLOCK_REALTIME:
  case CLOCK_MONOTONIC:
  case CLOCK_PROCESS_CPUTIME_ID:
  case CLOCK_BOOTTIME:
  case CLOCK_TAI: {
    const int invalid =
        (wanted->tv_nsec < 0) | (wanted->tv_nsec >= 1000000000) | (wanted->tv_sec < 0);
    return EINVAL & -invalid;
  }
  case CLOCK_MONOTONIC_RAW: // they can only be read
  case CLOCK_REALTIME_COARSE:
  case CLOCK_MONOTONIC_COARSE:
    return ENOTSUP;
  case CLOCK_THREAD_CPUTIME_ID:
    return EINVAL;
  default: // those that need a right or a device, of other processes, and numbers that have none
    raceward_reads(wanted, sizeof *wanted);
    return model_any_error() & -(int)raceward_any_bool();
  }
}

int timespec_get(struct timespec *to, int base) {
  if (base != TIME_UTC)
    return 0;
  writesTime(to);
  return base;
}
int timespec_getres(struct timespec *to, int base) {
  if (base != TIME_UTC)
    return 0;
  if (to != NULL)
    writesTime(to);
  return base;
}

int clock_adjtime(clockid_t clock, struct timex *value) {
  raceward_reads(value, sizeof *value);
  raceward_writes(value, sizeof *value);
  return (int)model_count(5);
}
