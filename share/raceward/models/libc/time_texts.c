// Dates as texts (<time.h>). asctime() and ctime() share one text.
//
// In the C locale, texts are exact if the members of a date are in their ranges and the conversions
// are the usual ones. Others are guesses. In another locale its names are any.
#include "calendar.h"
#include "locales.h"
#include "text.h"
#include "time_names.h"

#include <string.h>

static char state_of_asctime[26];

/// That it is one is easy to see, also if the number is not known.
static char digit(unsigned number) {
  return (char)('0' + model_at_most(9, number % 10));
}
static void putTwo(char *to, int number, char before) {
  const unsigned tens = (unsigned)number / 10;
  const char hasNone = (char)-(tens == 0);
  to[0] = (char)((digit(tens) & ~hasNone) | (before & hasNone));
  to[1] = digit((unsigned)number);
}
static void putFour(char *to, int number) {
  to[0] = digit((unsigned)number / 1000);
  to[1] = digit((unsigned)number / 100);
  to[2] = digit((unsigned)number / 10);
  to[3] = digit((unsigned)number);
}
/// Three letters of a table. A place that is not known would be a branch for each that is possible.
static void putName(char *to, const char *names, int count, int which) {
  for (int k = 0; k < 3; ++k) {
    char letter = names[k];
    for (int i = 1; i < count; ++i) {
      const char is = (char)-(which == i);
      letter = (char)((letter & ~is) | (names[3 * i + k] & is));
    }
    to[k] = letter;
  }
}
static int isIn(int number, int least, int most) {
  return (number >= least) & (number <= most);
}
/// A second 60 is there in some zones; mktime() makes others regular.
static int isRegular(const struct tm *date) {
  return isIn(date->tm_sec, 0, 60) & isIn(date->tm_min, 0, 59) & isIn(date->tm_hour, 0, 23) &
         isIn(date->tm_mday, 0, 31) & isIn(date->tm_mon, 0, 11) & isIn(date->tm_wday, 0, 6) &
         isIn(date->tm_yday, 0, 365);
}
static int hasUsualYear(const struct tm *date) {
  return isIn(date->tm_year, 1000 - 1900, 9999 - 1900);
}

/// Weekday, month, day, time and year: 24 characters and a newline, for years of four digits. Other
/// dates may be refused.
static char *textOf(const struct tm *date, char *to) {
  enum { kLength = 25 };
  if (date == NULL) {
    errno = EINVAL;
    return NULL;
  }
  raceward_reads(date, sizeof *date);
  if (isRegular(date) && hasUsualYear(date)) {
    putName(to, model_short_days, kDays, date->tm_wday);
    to[3] = ' ';
    putName(to + 4, model_short_months, kMonths, date->tm_mon);
    to[7] = ' ';
    putTwo(to + 8, date->tm_mday, ' ');
    to[10] = ' ';
    putTwo(to + 11, date->tm_hour, '0');
    to[13] = ':';
    putTwo(to + 14, date->tm_min, '0');
    to[16] = ':';
    putTwo(to + 17, date->tm_sec, '0');
    to[19] = ' ';
    putFour(to + 20, date->tm_year + 1900);
    to[24] = '\n';
    to[kLength] = 0;
    return to;
  }
  raceward_guess_bytes(to, kLength);
  to[kLength] = 0;
  if ((date->tm_year < -999 - 1900) | (date->tm_year > 9999 - 1900))
    if (raceward_guess_bool()) {
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

// -- by a format -------------------------------------------------------------------------------

struct output {
  char *to;
  size_t room;
  size_t length; ///< also if there is no room for it
};

static void put(struct output *output, const char *text, size_t bytes) {
  for (size_t i = 0; i < bytes; ++i, ++output->length)
    if (output->length < output->room)
      output->to[output->length] = text[i];
}
static void putText(struct output *output, const char *text) {
  put(output, text, strlen(text));
}
static void putNumber(struct output *output, int number, char before) {
  char digits[2];
  putTwo(digits, number, before);
  put(output, digits, sizeof digits);
}
/// The hour of twelve.
static int hourOf(const struct tm *date) {
  const int hour = date->tm_hour - (12 & -(date->tm_hour >= 12));
  return hour | (12 & -(hour == 0));
}
/// AM or PM.
static void putHalf(struct output *output, const struct tm *date, char isSmall) {
  const char text[2] = {(char)('A' + isSmall + (('P' - 'A') & -(date->tm_hour >= 12))),
                        (char)('M' + isSmall)};
  put(output, text, sizeof text);
}
/// Hours and minutes.
static void putZone(struct output *output, const struct tm *date) {
  if (date->tm_isdst < 0)
    return;
  const long minus = -(long)(date->tm_gmtoff < 0);
  const int minutes = (int)((((long)date->tm_gmtoff ^ minus) - minus) / 60);
  const char sign = (char)('+' + (('-' - '+') & minus));
  put(output, &sign, 1);
  putNumber(output, minutes / 60, '0');
  putNumber(output, minutes % 60, '0');
}

/// What stands for several conversions; null for others.
static const char *expansionOf(char letter) {
  switch (letter) {
  case 'F':
    return "%Y-%m-%d";
  case 'T':
  case 'X':
    return "%H:%M:%S";
  case 'R':
    return "%H:%M";
  case 'D':
  case 'x':
    return "%m/%d/%y";
  case 'c':
    return "%a %b %e %H:%M:%S %Y";
  case 'r':
    return "%I:%M:%S %p";
  default:
    return NULL;
  }
}

/// Whether the members that a conversion shows are in their ranges. Others are not looked at.
static int isUsable(char letter, const struct tm *date) {
  switch (letter) {
  case 'Y':
  case 'C':
  case 'y':
    return hasUsualYear(date);
  case 'm':
  case 'b':
  case 'h':
  case 'B':
    return isIn(date->tm_mon, 0, 11);
  case 'd':
  case 'e':
    return isIn(date->tm_mday, 0, 31);
  case 'H':
  case 'k':
  case 'I':
  case 'l':
  case 'p':
  case 'P':
    return isIn(date->tm_hour, 0, 23);
  case 'M':
    return isIn(date->tm_min, 0, 59);
  case 'S':
    return isIn(date->tm_sec, 0, 60);
  case 'j':
    return isIn(date->tm_yday, 0, 365);
  case 'a':
  case 'A':
  case 'u':
  case 'w':
    return isIn(date->tm_wday, 0, 6);
  case 'U':
  case 'W':
    return isIn(date->tm_yday, 0, 365) & isIn(date->tm_wday, 0, 6);
  default:
    return 1;
  }
}

/// False if it is not known what the conversion gives.
static int putPart(struct output *output, char letter, const struct tm *date) {
  if (!isUsable(letter, date))
    return 0;
  switch (letter) {
  case '%':
    put(output, "%", 1);
    return 1;
  case 'n':
    put(output, "\n", 1);
    return 1;
  case 't':
    put(output, "\t", 1);
    return 1;
  case 'Y': {
    char digits[4];
    putFour(digits, date->tm_year + 1900);
    put(output, digits, sizeof digits);
    return 1;
  }
  case 'C':
    putNumber(output, (date->tm_year + 1900) / 100, '0');
    return 1;
  case 'y':
    putNumber(output, (date->tm_year + 1900) % 100, '0');
    return 1;
  case 'm':
    putNumber(output, date->tm_mon + 1, '0');
    return 1;
  case 'd':
    putNumber(output, date->tm_mday, '0');
    return 1;
  case 'e':
    putNumber(output, date->tm_mday, ' ');
    return 1;
  case 'H':
    putNumber(output, date->tm_hour, '0');
    return 1;
  case 'k':
    putNumber(output, date->tm_hour, ' ');
    return 1;
  case 'I':
    putNumber(output, hourOf(date), '0');
    return 1;
  case 'l':
    putNumber(output, hourOf(date), ' ');
    return 1;
  case 'M':
    putNumber(output, date->tm_min, '0');
    return 1;
  case 'S':
    putNumber(output, date->tm_sec, '0');
    return 1;
  case 'p':
    putHalf(output, date, 0);
    return 1;
  case 'P':
    putHalf(output, date, 'a' - 'A');
    return 1;
  case 'j': {
    char digits[4];
    putFour(digits, date->tm_yday + 1);
    put(output, digits + 1, 3);
    return 1;
  }
  case 'a': {
    char name[3];
    putName(name, model_short_days, kDays, date->tm_wday);
    put(output, name, sizeof name);
    return 1;
  }
  case 'A':
    putText(output, model_days[date->tm_wday]);
    return 1;
  case 'b':
  case 'h': {
    char name[3];
    putName(name, model_short_months, kMonths, date->tm_mon);
    put(output, name, sizeof name);
    return 1;
  }
  case 'B':
    putText(output, model_months[date->tm_mon]);
    return 1;
  case 'u': {
    const char number = (char)('0' + (date->tm_wday | (7 & -(date->tm_wday == 0))));
    put(output, &number, 1);
    return 1;
  }
  case 'w': {
    const char number = (char)('0' + date->tm_wday);
    put(output, &number, 1);
    return 1;
  }
  case 'U':
    putNumber(output, (date->tm_yday + 7 - date->tm_wday) / 7, '0');
    return 1;
  case 'W':
    putNumber(output, (date->tm_yday + 7 - (date->tm_wday + 6) % 7) / 7, '0');
    return 1;
  case 'z':
    if (!isIn((int)date->tm_gmtoff, -99 * 3600, 99 * 3600))
      return 0;
    putZone(output, date);
    return 1;
  case 'Z':
    if (date->tm_zone != NULL && *date->tm_zone != 0) {
      putText(output, date->tm_zone);
    } else if (date->tm_isdst >= 0) {
      char zone[16]; // as tzset() finds it
      model_writes_text(zone, sizeof zone);
      putText(output, zone);
    }
    return 1;
  default:
    return 0;
  }
}

static int putDate(struct output *output, const char *format, const struct tm *date) {
  for (; *format != 0; ++format) {
    if (*format != '%') {
      put(output, format, 1);
      continue;
    }
    const char letter = *++format;
    const char *inner = expansionOf(letter);
    if (inner == NULL) {
      if (!putPart(output, letter, date))
        return 0;
      continue;
    }
    for (; *inner != 0; ++inner)
      if (*inner != '%')
        put(output, inner, 1);
      else if (!putPart(output, *++inner, date))
        return 0;
  }
  return 1;
}

/// Whether the locale decides some of it: names, and representations that it has.
static int dependsOnLocale(const char *format) {
  for (; *format != 0; ++format)
    if (*format == '%' && strchr("aAbBhcxXpPrEO", *++format) != NULL)
      return 1;
  return 0;
}

size_t strftime(char *to, size_t bytes, const char *format, const struct tm *date) {
  raceward_reads_text(format);
  raceward_reads(date, sizeof *date);
  tzset();
  if (!model_is_c_locale() && dependsOnLocale(format))
    return model_writes_text(to, bytes);
  struct output output = {to, bytes, 0};
  if (!putDate(&output, format, date))
    return model_guesses_text(to, bytes);
  if (output.length >= bytes)
    return 0;
  to[output.length] = 0;
  return output.length;
}
size_t strftime_l(char *to, size_t bytes, const char *format, const struct tm *date,
                  locale_t locale) {
  model_reads_locale(locale);
  raceward_reads_text(format);
  raceward_reads(date, sizeof *date);
  tzset();
  return model_guesses_text(to, bytes);
}
size_t __strftime_l(char *to, size_t bytes, const char *format, const struct tm *date,
                    locale_t locale) {
  return strftime_l(to, bytes, format, date, locale);
}

// -- from a text -------------------------------------------------------------------------------

struct input {
  const char *at;
  struct tm *date;
  int isAfternoon;
  int hasHourOfTwelve;
  int hasYear, hasMonth, hasDay, hasWeekday, hasDayOfYear;
  int wantsDays; ///< a day of the week and of the year are to be computed
  int isUnclear; ///< versions of glibc differ
};
enum result { kNoMatch, kMatch, kNotKnown };

static int isSpace(char c) {
  return (c == ' ') | ((c >= '\t') & (c <= '\r'));
}
static int isDigit(char c) {
  return (unsigned char)(c - '0') < 10;
}
static void skipSpaces(struct input *input) {
  while (isSpace(*input->at))
    ++input->at;
}
/// A number of at most so many digits, as long as it can be in the range. -1 if there is none.
static int takeNumber(struct input *input, int least, int most, int digits) {
  while (*input->at == ' ')
    ++input->at;
  if (!isDigit(*input->at)) {
    input->isUnclear = isSpace(*input->at); // whether other spaces are skipped
    return -1;
  }
  int number = 0;
  do {
    number = number * 10 + (*input->at++ - '0');
  } while (--digits > 0 && number * 10 <= most && isDigit(*input->at));
  return isIn(number, least, most) ? number : -1;
}
static char lower(char c) {
  return (char)(c + (('a' - 'A') & -((c >= 'A') & (c <= 'Z'))));
}
static size_t sameLetters(const char *text, const char *name) {
  size_t i = 0;
  while (name[i] != 0 && lower(text[i]) == lower(name[i]))
    ++i;
  return i;
}
/// One of several names, or its first three letters. -1 if there is none.
static int takeName(struct input *input, const char *const *names, int count) {
  for (int i = 0; i < count; ++i) {
    const size_t same = sameLetters(input->at, names[i]);
    if (same < 3)
      continue;
    input->at += names[i][same] == 0 ? same : 3;
    return i;
  }
  return -1;
}

static enum result takePart(struct input *input, char letter) {
  struct tm *const date = input->date;
  int number = 0;
  switch (letter) {
  case '%':
    return *input->at++ == '%' ? kMatch : kNoMatch;
  case 'n':
  case 't':
    skipSpaces(input);
    return kMatch;
  case 'a':
  case 'A':
    number = takeName(input, model_days, kDays);
    if (number >= 0) {
      date->tm_wday = number;
      input->hasWeekday = 1;
    }
    break;
  case 'b':
  case 'B':
  case 'h':
    number = takeName(input, model_months, kMonths);
    if (number >= 0) {
      date->tm_mon = number;
      input->hasMonth = 1;
      input->wantsDays = 1;
    }
    break;
  case 'd':
  case 'e':
    number = takeNumber(input, 1, 31, 2);
    if (number >= 0) {
      date->tm_mday = number;
      input->hasDay = 1;
      input->wantsDays = 1;
    }
    break;
  case 'H':
  case 'k':
    number = takeNumber(input, 0, 23, 2);
    if (number >= 0) {
      date->tm_hour = number;
      input->hasHourOfTwelve = 0;
    }
    break;
  case 'I':
  case 'l':
    number = takeNumber(input, 1, 12, 2);
    if (number >= 0) {
      date->tm_hour = number % 12;
      input->hasHourOfTwelve = 1;
    }
    break;
  case 'p':
    number = sameLetters(input->at, "AM") == 2 ? 0 : sameLetters(input->at, "PM") == 2 ? 1 : -1;
    if (number >= 0) {
      input->at += 2;
      input->isAfternoon = number;
    }
    break;
  case 'j':
    number = takeNumber(input, 1, 366, 3);
    if (number >= 0) {
      date->tm_yday = number - 1;
      input->hasDayOfYear = 1;
    }
    break;
  case 'm':
    number = takeNumber(input, 1, 12, 2);
    if (number >= 0) {
      date->tm_mon = number - 1;
      input->hasMonth = 1;
      input->wantsDays = 1;
    }
    break;
  case 'M':
    number = takeNumber(input, 0, 59, 2);
    if (number >= 0)
      date->tm_min = number;
    break;
  case 'S':
    number = takeNumber(input, 0, 61, 2);
    if (number >= 0)
      date->tm_sec = number;
    break;
  case 'y':
    number = takeNumber(input, 0, 99, 2);
    if (number >= 0) {
      date->tm_year = number >= 69 ? number : number + 100;
      input->hasYear = 1;
      input->wantsDays = 1;
    }
    break;
  case 'Y':
    number = takeNumber(input, 0, 9999, 4);
    if (number >= 0) {
      date->tm_year = number - 1900;
      input->hasYear = 1;
      input->wantsDays = 1;
    }
    break;
  default:
    return kNotKnown;
  }
  return number >= 0 ? kMatch : input->isUnclear ? kNotKnown : kNoMatch;
}

static enum result takeDate(struct input *input, const char *format) {
  for (; *format != 0; ++format) {
    if (isSpace(*format)) {
      skipSpaces(input);
      continue;
    }
    if (*format != '%' || format[1] == 0) {
      if (*input->at++ != *format)
        return kNoMatch;
      continue;
    }
    const char letter = *++format;
    const char *inner = letter == 'c' || letter == 'r' ? NULL : expansionOf(letter);
    if (inner == NULL) {
      const enum result result = takePart(input, letter);
      if (result != kMatch)
        return result;
      continue;
    }
    const struct tm before = *input->date;
    for (; *inner != 0; ++inner) {
      const int matches =
          *inner != '%' ? *input->at++ == *inner : takePart(input, *++inner) == kMatch;
      if (!matches) {
        *input->date = before;
        return input->isUnclear ? kNotKnown : kNoMatch;
      }
    }
  }
  return kMatch;
}

/// Members that others say.
static enum result complete(struct input *input) {
  struct tm *const date = input->date;
  if (input->hasHourOfTwelve && input->isAfternoon)
    date->tm_hour += 12;
  if (!input->wantsDays)
    return kMatch;
  if (input->hasDayOfYear && !(input->hasMonth && input->hasDay))
    return kNotKnown;
  if (!isIn(date->tm_mon, 0, 11) || !isIn(date->tm_mday, 0, 31) || !isIn(date->tm_year, -1800, 9999))
    return kNotKnown; // members that the text does not set
  struct tm day = {0};
  day.tm_year = date->tm_year;
  day.tm_mon = date->tm_mon;
  day.tm_mday = date->tm_mday;
  struct tm regular;
  const long long seconds = model_seconds_of(&day);
  model_date_at(seconds, &regular);
  if (!input->hasWeekday)
    date->tm_wday = regular.tm_wday;
  if (!input->hasDayOfYear) {
    day.tm_mon = 0;
    day.tm_mday = 1;
    date->tm_yday = (int)((seconds - model_seconds_of(&day)) / kDay);
  }
  return kMatch;
}

/// Which members are written is up to the format. %s is a time, which is converted to local time.
char *strptime(const char *from, const char *format, struct tm *date) {
  if (strstr(format, "%s") != NULL)
    tzset();
  struct input input = {.at = from, .date = date};
  if (model_is_c_locale() || !dependsOnLocale(format)) {
    enum result result = takeDate(&input, format);
    if (result == kMatch)
      result = complete(&input);
    if (result != kNotKnown)
      return result == kMatch ? (char *)(uintptr_t)input.at : NULL;
  }
  const size_t length = raceward_reads_text(from);
  raceward_reads_text(format);
  raceward_reads(date, sizeof *date);
  raceward_guess_bytes(date, sizeof *date);
  return raceward_guess_bool() ? NULL : (char *)(uintptr_t)from + model_guess_up_to(length);
}
char *strptime_l(const char *from, const char *format, struct tm *date, locale_t locale) {
  model_reads_locale(locale);
  const size_t length = raceward_reads_text(from);
  raceward_reads_text(format);
  if (strstr(format, "%s") != NULL)
    tzset();
  raceward_reads(date, sizeof *date);
  raceward_guess_bytes(date, sizeof *date);
  return raceward_guess_bool() ? NULL : (char *)(uintptr_t)from + model_guess_up_to(length);
}
