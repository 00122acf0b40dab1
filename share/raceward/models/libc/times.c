// Calendar time (<time.h>): conversions, texts, the time zone, clocks.
//
// localtime(), gmtime() and relatives share one struct tm, and asctime() and ctime() one text.
// Whatever converts to local time or from it behaves as if it called tzset(): it writes tzname,
// timezone and daylight, under a lock of the library, so that only the program races on them. The
// environment, where tzset() looks for TZ, is an object of its own.
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
static char state_of_asctime[26];
static struct tm state_of_getdate;

void tzset(void) {
  model_reads_environment();
  pthread_mutex_lock(&lock_of_time_zone);
  tzname[0] = model_text();
  tzname[1] = tzname[0];
  timezone = raceward_any_long();
  daylight = raceward_any_bool();
  zone_is_known = 1;
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

static int upTo(int most) {
  return model_number(0, most);
}

/// Any date: programs choose from tables by its parts. It is written as a whole.
static struct tm *fill(struct tm *to) {
  struct tm date;
  date.tm_sec = upTo(60);
  date.tm_min = upTo(59);
  date.tm_hour = upTo(23);
  date.tm_mday = 1 + upTo(30);
  date.tm_mon = upTo(11);
  date.tm_year = raceward_any_int();
  date.tm_wday = upTo(6);
  date.tm_yday = upTo(365);
  date.tm_isdst = raceward_any_bool();
  date.tm_gmtoff = raceward_any_long();
  date.tm_zone = model_text();
  *to = date;
  return to;
}

/// Null if the year is too large for an int, about which zones differ.
static struct tm *dateAt(const time_t *when, struct tm *to) {
  const long long most = 67768036191676799 - 2 * 86400;
  const long long seconds = *when;
  if ((seconds > most) | (seconds < -most))
    if (raceward_any_bool()) {
      raceward_writes(to, sizeof *to);
      errno = EOVERFLOW;
      return NULL;
    }
  return fill(to);
}

struct tm *localtime(const time_t *when) {
  tzset();
  return dateAt(when, &state_of_localtime);
}

struct tm *gmtime(const time_t *when) {
  readZoneOnce();
  return dateAt(when, &state_of_localtime);
}

struct tm *localtime_r(const time_t *when, struct tm *to) {
  tzset();
  return dateAt(when, to);
}

struct tm *gmtime_r(const time_t *when, struct tm *to) {
  readZoneOnce();
  return dateAt(when, to);
}

static time_t convert(struct tm *date) {
  raceward_reads(date, sizeof *date);
  fill(date); // it is made regular
  return (time_t)raceward_any_long();
}

time_t mktime(struct tm *date) {
  tzset();
  return convert(date);
}
time_t timelocal(struct tm *date) {
  return mktime(date);
}
time_t timegm(struct tm *date) {
  readZoneOnce();
  return convert(date);
}

// -- texts -------------------------------------------------------------------------------------

/// Weekday, month, day, time and year: 24 characters and a newline, for years of four digits. Other
/// dates may be refused.
static char *textOf(const struct tm *date, char *to) {
  enum { kLength = 25 };
  if (date == NULL) {
    errno = EINVAL;
    return NULL;
  }
  raceward_reads(date, sizeof *date);
  raceward_writes(to, kLength);
  to[kLength] = 0;
  if ((date->tm_year < -999 - 1900) | (date->tm_year > 9999 - 1900))
    if (raceward_any_failure()) {
      errno = EOVERFLOW;
      return NULL;
    }
  return to;
}

char *asctime(const struct tm *date) {
  raceward_writes(state_of_asctime, 1);
  return textOf(date, state_of_asctime);
}

char *asctime_r(const struct tm *date, char *to) {
  return textOf(date, to);
}

char *ctime(const time_t *when) {
  return asctime(localtime(when));
}

char *ctime_r(const time_t *when, char *to) {
  struct tm date;
  return textOf(localtime_r(when, &date), to);
}

size_t strftime(char *to, size_t bytes, const char *format, const struct tm *date) {
  raceward_reads_text(format);
  raceward_reads(date, sizeof *date);
  tzset();
  return model_writes_text(to, bytes);
}
size_t strftime_l(char *to, size_t bytes, const char *format, const struct tm *date,
                  locale_t locale) {
  return strftime(to, bytes, format, date);
}
size_t __strftime_l(char *to, size_t bytes, const char *format, const struct tm *date,
                    locale_t locale) {
  return strftime(to, bytes, format, date);
}

/// Which members are written is up to the format. %s is a time, which is converted to local time.
char *strptime(const char *from, const char *format, struct tm *date) {
  const size_t length = raceward_reads_text(from);
  raceward_reads_text(format);
  if (strstr(format, "%s") != NULL)
    tzset();
  raceward_reads(date, sizeof *date);
  raceward_writes(date, sizeof *date);
  return raceward_any_failure() ? NULL : (char *)(uintptr_t)from + model_up_to(length);
}
char *strptime_l(const char *from, const char *format, struct tm *date, locale_t locale) {
  return strptime(from, format, date);
}

/// The formats are in a file that the environment names.
int getdate_r(const char *from, struct tm *to) {
  raceward_reads_text(from);
  model_reads_environment();
  tzset();
  const int status = upTo(8);
  if (status == 0)
    fill(to);
  return status;
}

struct tm *getdate(const char *from) {
  const int status = getdate_r(from, &state_of_getdate);
  if (status == 0)
    return &state_of_getdate;
  getdate_err = status;
  return NULL;
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
