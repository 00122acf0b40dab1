// Locales, messages in the user's language, and conversions between encodings (locale.h,
// langinfo.h, monetary.h, libintl.h, nl_types.h, iconv.h).
//
// setlocale() changes the locale of the process, which glibc calls unsafe for threads. Functions
// that depend on it do what they do in the C locale.
//
// A message that is not translated stands for all: a translation is a constant text, on which no
// thread can race.
#include "locales.h"
#include "text.h"

#include <iconv.h>
#include <langinfo.h>
#include <libintl.h>
#include <monetary.h>
#include <nl_types.h>
#include <stdlib.h>
#include <string.h>

#undef gettext
#undef dgettext
#undef dcgettext
#undef ngettext
#undef dngettext
#undef dcngettext

static char state_of_setlocale[32] = "C";
char model_process_has_locale;
_Thread_local char model_thread_has_locale;

static char *any_text(void) {
  char *text = raceward_new(32);
  text[31] = 0;
  return text;
}

static int is_first_locale(const char *name) {
  return strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0;
}

/// The locale of the environment may be any. All categories have one text here.
char *setlocale(int category, const char *name) {
  if (category < LC_CTYPE || category > LC_IDENTIFICATION) {
    errno = EINVAL;
    return NULL;
  }
  if (name == NULL) {
    raceward_reads(state_of_setlocale, sizeof state_of_setlocale);
    return state_of_setlocale;
  }
  const int is_first = is_first_locale(name);
  if (is_first && (category == LC_ALL || !model_process_has_locale)) {
    state_of_setlocale[0] = 'C';
    state_of_setlocale[1] = 0;
    model_process_has_locale = 0;
    return state_of_setlocale;
  }
  raceward_reads_text(name);
  model_error_number();
  if (!is_first && raceward_any_failure())
    return NULL;
  model_process_has_locale = 1;
  raceward_writes(state_of_setlocale, sizeof state_of_setlocale - 1);
  state_of_setlocale[sizeof state_of_setlocale - 1] = 0;
  return state_of_setlocale;
}
// Locales as objects. That of the process is no object.

static _Thread_local locale_t current = LC_GLOBAL_LOCALE;

/// Before a call of a function that depends on the locale (src/program/LocaleUses.h).
void raceward_uses_locale(void);
void raceward_uses_locale(void) {
  if (current == LC_GLOBAL_LOCALE)
    raceward_reads(state_of_setlocale, 1);
}

/// All threads share the struct.
struct lconv *localeconv(void) {
  static struct lconv state_of_localeconv;
  struct lconv *to = &state_of_localeconv;
  raceward_reads(state_of_setlocale, sizeof state_of_setlocale);
  raceward_writes(to, sizeof *to);
  to->decimal_point = (char *)".";
  to->thousands_sep = to->grouping = to->int_curr_symbol = to->currency_symbol = (char *)"";
  to->mon_decimal_point = to->mon_thousands_sep = to->mon_grouping = (char *)"";
  to->positive_sign = to->negative_sign = (char *)"";
  return to;
}

/// Replaces the parts of the given one, which then must not be used any more.
locale_t newlocale(int categories, const char *name, locale_t base) {
  raceward_reads_text(name);
  if (base != NULL)
    model_reads_locale(base);
  if (model_status() < 0)
    return NULL;
  if (base != NULL)
    free(base);
  return malloc(sizeof(struct model_locale));
}
locale_t duplocale(locale_t locale) {
  model_reads_locale(locale);
  return model_status() < 0 ? NULL : malloc(sizeof(struct model_locale));
}
void freelocale(locale_t locale) {
  free(locale);
}
locale_t uselocale(locale_t locale) {
  const locale_t before = current;
  if (locale != NULL) {
    model_reads_locale(locale);
    current = locale;
    model_thread_has_locale = locale != LC_GLOBAL_LOCALE;
  }
  return before;
}
/// What the C locale says.
static char *first_text(nl_item item) {
  if (item == CODESET)
    return (char *)"ANSI_X3.4-1968";
  if (item == RADIXCHAR)
    return (char *)".";
  if (item == THOUSEP)
    return (char *)"";
  char *text = any_text();
  raceward_guess_bytes(text, 31);
  return text;
}
char *nl_langinfo(nl_item item) {
  raceward_reads(state_of_setlocale, sizeof state_of_setlocale);
  return model_is_c_locale() ? first_text(item) : any_text();
}
char *nl_langinfo_l(nl_item item, locale_t locale) {
  model_reads_locale(locale);
  return any_text();
}

/// Numbers are arguments; the text is any that there is room for.
static ssize_t print_money(char *to, size_t bytes, const char *format) {
  raceward_reads_text(format);
  if (raceward_guess_bool()) {
    errno = E2BIG;
    if (bytes > 0)
      raceward_guess_bytes(to, bytes);
    return -1;
  }
  return (ssize_t)model_guesses_text(to, bytes);
}
ssize_t strfmon(char *to, size_t bytes, const char *format, ...) {
  return print_money(to, bytes, format);
}
ssize_t strfmon_l(char *to, size_t bytes, locale_t locale, const char *format, ...) {
  model_reads_locale(locale);
  return print_money(to, bytes, format);
}

// Messages. Domains are behind a lock of the library.

static void reads_if_given(const char *text) {
  if (text != NULL)
    raceward_reads_text(text);
}
char *dcngettext(const char *domain, const char *one, const char *more, unsigned long count,
                 int category) {
  reads_if_given(domain);
  if (one == NULL)
    return NULL;
  raceward_reads_text(one);
  return (char *)(count == 1 ? one : more);
}
char *dngettext(const char *domain, const char *one, const char *more, unsigned long count) {
  return dcngettext(domain, one, more, count, 0);
}
char *ngettext(const char *one, const char *more, unsigned long count) {
  return dcngettext(NULL, one, more, count, 0);
}
char *dcgettext(const char *domain, const char *text, int category) {
  return dcngettext(domain, text, text, 1, category);
}
char *dgettext(const char *domain, const char *text) {
  return dcngettext(domain, text, text, 1, 0);
}
char *gettext(const char *text) {
  return dcngettext(NULL, text, text, 1, 0);
}
char *__dcgettext(const char *domain, const char *text, int category) {
  return dcngettext(domain, text, text, 1, category);
}
char *__dgettext(const char *domain, const char *text) {
  return dcngettext(domain, text, text, 1, 0);
}
static char *setting(const char *given) {
  reads_if_given(given);
  return raceward_any_failure() ? NULL : any_text();
}
char *textdomain(const char *domain) {
  return setting(domain);
}
char *bindtextdomain(const char *domain, const char *folder) {
  reads_if_given(domain);
  return setting(folder);
}
char *bind_textdomain_codeset(const char *domain, const char *encoding) {
  reads_if_given(domain);
  return setting(encoding);
}

// Catalogues of messages: objects with texts, until they are closed.

struct catalogue {
  char text[64];
};
static const nl_catd kNoCatalogue = (nl_catd)-1;

nl_catd catopen(const char *name, int flags) {
  raceward_reads_text(name);
  if (model_status() < 0)
    return kNoCatalogue;
  struct catalogue *opened = raceward_new(sizeof *opened);
  opened->text[sizeof opened->text - 1] = 0;
  return (nl_catd)opened;
}
char *catgets(nl_catd given, int set, int number, const char *otherwise) {
  if (given == kNoCatalogue || raceward_any_bool())
    return (char *)otherwise;
  struct catalogue *catalogue = (struct catalogue *)given;
  raceward_reads(catalogue, 1);
  return catalogue->text;
}
int catclose(nl_catd given) {
  if (given == kNoCatalogue) {
    errno = EBADF;
    return -1;
  }
  free(given);
  return 0;
}

// A conversion has a state, which two threads must not use at once.

static const iconv_t kNoConversion = (iconv_t)-1;
enum { kMostForOneByte = 8 };

iconv_t iconv_open(const char *to, const char *from) {
  raceward_reads_text(to);
  raceward_reads_text(from);
  return model_status() < 0 ? kNoConversion : (iconv_t)raceward_new(64);
}
size_t iconv(iconv_t given, char **from, size_t *from_left, char **to, size_t *to_left) {
  raceward_reads(given, 64);
  raceward_writes(given, 64);
  size_t most = kMostForOneByte; // to return to the initial state
  if (from != NULL && *from != NULL) {
    const size_t taken = model_guess_up_to(*from_left);
    raceward_reads(*from, *from_left);
    most += *from_left * kMostForOneByte;
    *from += taken;
    *from_left -= taken;
  }
  if (to != NULL && *to != NULL) {
    const size_t room = *to_left < most ? *to_left : most;
    const size_t given_bytes = model_guess_up_to(room);
    raceward_guess_bytes(*to, room);
    *to += given_bytes;
    *to_left -= given_bytes;
  }
  const int failed = -(int)raceward_guess_bool();
  errno = (errno & ~failed) | (model_any_error() & failed);
  return (size_t)model_guess_up_to(0x7fffffff) | (size_t)(ssize_t)failed;
}
int iconv_close(iconv_t given) {
  if (given == kNoConversion) {
    errno = EBADF;
    return -1;
  }
  free(given);
  return 0;
}
