// Classes of wide characters. Those of ASCII are exact. Others belong to no class in the C locale,
// and to any in one that the program may have chosen by setlocale().
#include "locales.h"
#include "model.h"

#include <ctype.h>
#include <wchar.h>
#include <wctype.h>

static int is_ascii(wint_t c) {
  return c < 128;
}
/// Zero for WEOF. No branch: a class of a character that is not known stays one value.
static int class_of(wint_t c, int of_ascii) {
  const int other = raceward_guess_bool() & (c != WEOF);
  const int ascii = -is_ascii(c);
  return (of_ascii & ascii) | (other & ~ascii);
}

#define CLASS(wide, narrow)                                                                        \
  int wide(wint_t c) {                                                                             \
    return class_of(c, narrow((int)(c & 127)));                                                    \
  }                                                                                                \
  int wide##_l(wint_t c, locale_t locale) {                                                        \
    model_reads_locale(locale);                                                                    \
    return wide(c);                                                                                \
  }                                                                                                \
  int __##wide##_l(wint_t c, locale_t locale);                                                     \
  int __##wide##_l(wint_t c, locale_t locale) {                                                    \
    model_reads_locale(locale);                                                                    \
    return wide(c);                                                                                \
  }
CLASS(iswalnum, isalnum)
CLASS(iswalpha, isalpha)
CLASS(iswblank, isblank)
CLASS(iswcntrl, iscntrl)
CLASS(iswgraph, isgraph)
CLASS(iswlower, islower)
CLASS(iswprint, isprint)
CLASS(iswpunct, ispunct)
CLASS(iswspace, isspace)
CLASS(iswupper, isupper)
/// In every locale the same.
static int only_ascii(wint_t c, int of_ascii) {
  return of_ascii & -is_ascii(c);
}
#define ASCII_CLASS(wide, narrow)                                                                  \
  int wide(wint_t c) {                                                                             \
    return only_ascii(c, narrow((int)(c & 127)));                                                  \
  }                                                                                                \
  int wide##_l(wint_t c, locale_t locale) {                                                        \
    model_reads_locale(locale);                                                                    \
    return wide(c);                                                                                \
  }                                                                                                \
  int __##wide##_l(wint_t c, locale_t locale);                                                     \
  int __##wide##_l(wint_t c, locale_t locale) {                                                    \
    model_reads_locale(locale);                                                                    \
    return wide(c);                                                                                \
  }
ASCII_CLASS(iswdigit, isdigit)
ASCII_CLASS(iswxdigit, isxdigit)

#define CASE(wide, narrow)                                                                         \
  wint_t wide(wint_t c) {                                                                          \
    const wint_t changes = -(wint_t)(raceward_guess_bool() & (c != WEOF));                           \
    const wint_t other = (raceward_guess_uint() & changes) | (c & ~changes);                         \
    const wint_t ascii = -(wint_t)is_ascii(c);                                                     \
    return ((wint_t)narrow((int)(c & 127)) & ascii) | (other & ~ascii);                            \
  }                                                                                                \
  wint_t wide##_l(wint_t c, locale_t locale) {                                                     \
    model_reads_locale(locale);                                                                    \
    return wide(c);                                                                                \
  }                                                                                                \
  wint_t __##wide##_l(wint_t c, locale_t locale);                                                  \
  wint_t __##wide##_l(wint_t c, locale_t locale) {                                                 \
    model_reads_locale(locale);                                                                    \
    return wide(c);                                                                                \
  }
CASE(towlower, tolower)
CASE(towupper, toupper)

static int is_text(const char *a, const char *b) {
  while (*a == *b && *b != 0) {
    ++a;
    ++b;
  }
  return *a == *b;
}

/// The numbers are ours; zero says that there is no such class.
wctype_t wctype(const char *name) {
  static const char names[12][8] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                    "lower", "print", "punct", "space", "upper", "xdigit"};
  for (unsigned i = 0; i < 12; ++i)
    if (is_text(name, names[i]))
      return i + 1;
  return raceward_guess_bool() ? 13 : 0; // one of the locale
}
wctype_t wctype_l(const char *name, locale_t locale) {
  model_reads_locale(locale);
  return wctype(name);
}

int iswctype(wint_t c, wctype_t class) {
  switch (class) {
  case 1:
    return iswalnum(c);
  case 2:
    return iswalpha(c);
  case 3:
    return iswblank(c);
  case 4:
    return iswcntrl(c);
  case 5:
    return iswdigit(c);
  case 6:
    return iswgraph(c);
  case 7:
    return iswlower(c);
  case 8:
    return iswprint(c);
  case 9:
    return iswpunct(c);
  case 10:
    return iswspace(c);
  case 11:
    return iswupper(c);
  case 12:
    return iswxdigit(c);
  case 13:
    return raceward_guess_bool();
  default:
    return 0;
  }
}
int iswctype_l(wint_t c, wctype_t class, locale_t locale) {
  model_reads_locale(locale);
  return iswctype(c, class);
}

wctrans_t wctrans(const char *name) {
  static const int32_t upper[1], lower[1]; // only their addresses matter
  if (is_text(name, "toupper"))
    return upper;
  if (is_text(name, "tolower"))
    return lower;
  return 0;
}
wctrans_t wctrans_l(const char *name, locale_t locale) {
  model_reads_locale(locale);
  return wctrans(name);
}
wint_t towctrans(wint_t c, wctrans_t change) {
  if (change == wctrans("toupper"))
    return towupper(c);
  return change == 0 ? c : towlower(c);
}
wint_t towctrans_l(wint_t c, wctrans_t change, locale_t locale) {
  model_reads_locale(locale);
  return towctrans(c, change);
}
