// Setting and adjusting the clock of the day, and the times of the process.
#include "system.h"

#include <sys/gmon.h>
#include <sys/profil.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <sys/timex.h>
#include <unistd.h>

int settimeofday(const struct timeval *time, const struct timezone *zone) {
  if (time != NULL)
    raceward_reads(time, sizeof *time);
  if (zone != NULL)
    raceward_reads(zone, sizeof *zone);
  return model_status();
}

int adjtime(const struct timeval *by, struct timeval *left) {
  if (by != NULL)
    raceward_reads(by, sizeof *by);
  if (left != NULL)
    raceward_writes(left, sizeof *left);
  return model_status();
}

static int adjust(struct timex *clock) {
  raceward_reads(clock, sizeof *clock);
  raceward_writes(clock, sizeof *clock);
  return (raceward_any_int() & 7) | model_status();
}

int adjtimex(struct timex *clock) {
  return adjust(clock);
}

int __adjtimex(struct timex *clock) {
  return adjust(clock);
}

int ntp_adjtime(struct timex *clock) {
  return adjust(clock);
}

/// The header gives ntp_gettime() this name.
int ntp_gettimex(struct ntptimeval *to) {
  raceward_writes(to, sizeof *to);
  return (raceward_any_int() & 7) | model_status();
}

int ftime(struct timeb *to) {
  raceward_writes(to, sizeof *to);
  return 0;
}

clock_t times(struct tms *to) {
  if (to != NULL)
    raceward_writes(to, sizeof *to);
  return raceward_any_long();
}

/// Only old programs set the clock like this.
int stime(const time_t *now) {
  raceward_reads(now, sizeof *now);
  return model_status();
}

int profil(unsigned short *to, size_t bytes, size_t offset, unsigned scale) {
  if (bytes != 0)
    raceward_gap("profil() lets the library write while the program runs, which is not modelled");
  return model_status();
}
int sprofil(struct prof *areas, int count, struct timeval *interval, unsigned flags) {
  if (count != 0)
    raceward_gap("sprofil() lets the library write while the program runs, which is not modelled");
  return model_status();
}

// A profile of calls is memory of the library. It goes to a file at the end.
void monstartup(u_long from, u_long to) {
  model_error_number();
}
void __monstartup(u_long from, u_long to) {
  model_error_number();
}
void _mcleanup(void) {
  model_error_number();
}
