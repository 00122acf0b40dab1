// Classes of characters in a locale that is given (isalpha_l and its like), and older names. The
// classes are those of the C locale, as everywhere; a locale is read as an object.
#include "locales.h"
#include "model.h"

#include <ctype.h>

#define CLASS(name)                                                                                \
  int(name##_l)(int c, locale_t locale) {                                                          \
    model_reads_locale(locale);                                                                    \
    return name(c);                                                                                \
  }                                                                                                \
  int(__##name##_l)(int c, locale_t locale);                                                       \
  int(__##name##_l)(int c, locale_t locale) {                                                      \
    model_reads_locale(locale);                                                                    \
    return name(c);                                                                                \
  }
CLASS(isalnum)
CLASS(isalpha)
CLASS(isblank)
CLASS(iscntrl)
CLASS(isdigit)
CLASS(isgraph)
CLASS(islower)
CLASS(isprint)
CLASS(ispunct)
CLASS(isspace)
CLASS(isupper)
CLASS(isxdigit)
CLASS(tolower)
CLASS(toupper)

int(_tolower)(int c) {
  return tolower(c);
}
int(_toupper)(int c) {
  return toupper(c);
}

/// The bits are those of glibc's table.
int(isctype)(int c, int classes) {
  return (*__ctype_b_loc())[c] & classes;
}
int(__isctype)(int c, int classes);
int(__isctype)(int c, int classes) {
  return (*__ctype_b_loc())[c] & classes;
}

// Names of other C libraries, in programs that were preprocessed there.
int __tolower(int c);
int __tolower(int c) {
  return tolower(c);
}
int __toupper(int c);
int __toupper(int c) {
  return toupper(c);
}
/// Whether the character has one of these classes, whose bits are not those of glibc.
int __maskrune(int c, unsigned long classes);
int __maskrune(int c, unsigned long classes) {
  return raceward_guess_int();
}
int *__error(void);
int *__error(void) {
  return &errno;
}
