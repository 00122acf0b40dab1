// Dates and seconds since 1970, computed without branches where seconds are those of a clock.
//
// Years begin in March here, so that the day that not all of them have is the last one. Days are
// counted from a March 1 so long ago that all of the usual ones are positive; a time that is further
// away is moved by whole cycles of 400 years before. Numbers have as many bits as they need, and
// results are put into ranges that they are in anyway: both make them easy for a solver.
#pragma once

#include "model.h"

#include <limits.h>
#include <time.h>

enum {
  kDay = 86400,                       // seconds
  kCycle = 146097,                    // days of 400 years, which are whole weeks
  kYearsBefore = 8000,                // of the first day
  kDaysBefore = 20 * kCycle + 719468, // from the first day to 1970
  kUnit = 128,                        // a part of a day that is a shift
  kUnitsOfDay = kDay / kUnit,         //
  kBiasDays = 1600000,                // moves usual times to positive ones
  kMostOfZones = 1 << 17,             // seconds from UTC
};

typedef unsigned _BitInt(24) model_bits24;
typedef unsigned _BitInt(18) model_bits18;
typedef unsigned _BitInt(17) model_bits17;
typedef unsigned _BitInt(12) model_bits12;

static inline int model_at_most(int most, unsigned number) {
  const unsigned over = -(unsigned)(number > (unsigned)most);
  return (int)((number & ~over) | ((unsigned)most & over));
}

static inline int model_at_least(int least, int number) {
  const int under = -(number < least);
  return (number & ~under) | (least & under);
}

/// The date of that many seconds since 1970, without its zone. False if the year is not an int.
static inline int model_date_at(long long seconds, struct tm *to) {
  const long long usual = 1ll << 37;
  const int isInt = (seconds >= -67768040609740800) & (seconds <= 67768036191676799);
  long long cycles = 0;
  if ((seconds < -usual) | (seconds >= usual)) {
    const long long length = (long long)kCycle * kDay;
    cycles = seconds / length;
    seconds -= cycles * length;
    const long long below = seconds < 0;
    cycles -= below;
    seconds += length & -below;
  }
  const unsigned units = (unsigned)(seconds >> 7) + (unsigned)kBiasDays * kUnitsOfDay;
  const model_bits24 day = (model_bits24)(units / kUnitsOfDay + (kDaysBefore - kBiasDays));
  const model_bits17 second = (model_bits17)(units % kUnitsOfDay * kUnit + (seconds & (kUnit - 1)));
  const model_bits17 minute = second / 60;
  const model_bits12 cycle = (model_bits12)(day / kCycle);
  const model_bits18 inCycle = (model_bits18)(day % kCycle);
  const model_bits12 year = (model_bits12)(
      (inCycle - inCycle / 1460 + inCycle / 36524 - inCycle / (model_bits18)(kCycle - 1)) / 365);
  const model_bits12 inYear = (model_bits12)(inCycle - (365 * (model_bits18)year + year / 4 - year / 100));
  const model_bits12 month = (model_bits12)((5 * inYear + 2) / 153); // from March
  const unsigned isNext = month >= 10; // January and February are those of the next year
  int calendarYear = (int)cycle * 400 + (int)year + (int)isNext - kYearsBefore;
  const int isLate = -(seconds >= -kMostOfZones);
  const int isEarly = -(seconds < (1ll << 34) + kMostOfZones);
  const int firstYear = (1969 & isLate) | (-kYearsBefore & ~isLate);
  const int lastYear = (2515 & isEarly) | (kYearsBefore & ~isEarly);
  // The years of clocks, in any zone: a comparison of seconds says as much.
  calendarYear = model_at_least(firstYear, calendarYear);
  calendarYear = -model_at_least(-lastYear, -calendarYear);
  const long long whole = calendarYear + cycles * 400;
  const unsigned isLeap = ((year & 3) == 0) & ((year % 100 != 0) | (year == 0));
  to->tm_sec = model_at_most(59, (unsigned)(second % 60));
  to->tm_min = model_at_most(59, (unsigned)(minute % 60));
  to->tm_hour = model_at_most(23, (unsigned)(minute / 60));
  to->tm_mday = 1 + model_at_most(30, (unsigned)(inYear - (153 * month + 2) / 5));
  to->tm_mon = model_at_most(11, (unsigned)month + 2 - 12 * isNext);
  to->tm_wday = model_at_most(6, (unsigned)((day + 3) % 7));
  to->tm_yday = model_at_most(365, (unsigned)inYear + ((59 + isLeap) & -(1 - isNext)) - (306 & -isNext));
  to->tm_year = (int)(whole - 1900);
  return isInt;
}

/// The seconds since 1970 of a date, whose members may be out of range.
static inline long long model_seconds_of(const struct tm *date) {
  long long year = (long long)date->tm_year + 1900;
  int month = date->tm_mon;
  if ((unsigned)month >= 12) {
    const int over = month % 12;
    const int below = over < 0;
    year += month / 12 - below;
    month = over + 12 * below;
  }
  const int isNext = month < 2;
  const unsigned fromMarch = (unsigned)(month - 2 + 12 * isNext);
  year -= isNext;
  long long cycles = 0;
  if ((year < -kYearsBefore) | (year >= kYearsBefore)) {
    cycles = year / 400;
    year -= cycles * 400;
  }
  const unsigned whole = (unsigned)(int)(year + kYearsBefore);
  const unsigned day = whole * 365 + whole / 4 - whole / 100 + whole / 400 + (153 * fromMarch + 2) / 5;
  const long long days =
      (long long)(int)(day - kDaysBefore) + cycles * kCycle + date->tm_mday - 1ll;
  return days * kDay + date->tm_hour * 3600ll + date->tm_min * 60ll + date->tm_sec;
}
