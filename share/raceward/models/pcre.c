// PCRE: regular expressions (<pcre.h>).
//
// A compiled expression may be used by many threads. Its memory comes from malloc(), unless the
// program has put another function into `pcre_malloc`, which it does not call here.
#include "libc/regex_program.h"
#include "object.h"

typedef struct real_pcre pcre;
typedef struct {
  unsigned long flags;
  void *study_data;
  unsigned long match_limit;
  void *callout_data;
  const unsigned char *tables;
  unsigned long match_limit_recursion;
  unsigned char **mark;
  void *executable_jit;
} pcre_extra;

// Functions with a body, which calls through the variables lead to.
static void *allocates(size_t bytes) {
  return malloc(bytes);
}
static void releases(void *memory) {
  free(memory);
}
void *(*pcre_malloc)(size_t) = allocates;
void (*pcre_free)(void *) = releases;
void *(*pcre_stack_malloc)(size_t) = allocates;
void (*pcre_stack_free)(void *) = releases;

static void *compiled(const char *pattern, const char **error, int *place,
                      const unsigned char *tables) {
  raceward_reads_text(pattern);
  if (tables != NULL)
    raceward_reads_all(tables);
  // What the expressions of POSIX are is one here, too.
  struct model_expression expression;
  model_parses_expression(pattern, REG_EXTENDED, &expression);
  if (!expression.isKnown && raceward_guess_bool()) {
    *error = model_guess_text();
    *place = raceward_guess_int();
    return NULL;
  }
  return model_object(16);
}
pcre *pcre_compile(const char *pattern, int options, const char **error, int *place,
                   const unsigned char *tables) {
  return compiled(pattern, error, place, tables);
}
pcre *pcre_compile2(const char *pattern, int options, int *code, const char **error, int *place,
                    const unsigned char *tables) {
  pcre *expression = compiled(pattern, error, place, tables);
  if (code != NULL)
    *code = raceward_guess_int();
  return expression;
}

pcre_extra *pcre_study(const pcre *expression, int options, const char **error) {
  model_looks_at(expression);
  *error = raceward_guess_bool() ? model_guess_text() : NULL;
  if (raceward_guess_bool())
    return NULL;
  pcre_extra *extra = model_object(sizeof *extra);
  extra->flags = raceward_guess_ulong();
  return extra;
}
void pcre_free_study(pcre_extra *extra) {
  free(extra);
}

/// Two thirds of the vector are pairs of offsets, and the rest is for the library's own use.
int pcre_exec(const pcre *expression, const pcre_extra *extra, const char *text, int length,
              int start, int options, int *offsets, int count) {
  model_looks_at(expression);
  if (extra != NULL)
    raceward_reads(extra, sizeof *extra);
  raceward_reads(text, (size_t)length);
  const int status = model_guess(-30, count / 3);
  if (offsets == NULL)
    return status;
  raceward_guess_bytes(offsets, (size_t)count * sizeof *offsets);
  if (status > 0) { // the whole match, at least
    const int end = model_guess(0, length);
    offsets[0] = model_guess(0, end);
    offsets[1] = end;
  }
  return status;
}

int pcre_fullinfo(const pcre *expression, const pcre_extra *extra, int what, void *to) {
  enum { kSize = 1, kStudySize = 10 }; // these are size_t, the others int
  model_looks_at(expression);
  raceward_guess_bytes(to, what == kSize || what == kStudySize ? sizeof(size_t) : sizeof(int));
  return model_guess(-4, 0);
}
/// The limits are unsigned long, the others int.
int pcre_config(int what, void *to) {
  enum { kMatchLimit = 4, kRecursionLimit = 7 };
  raceward_writes(to, what == kMatchLimit || what == kRecursionLimit ? sizeof(long) : sizeof(int));
  return model_number(-4, 0);
}
const char *pcre_version(void) {
  return model_text();
}
int pcre_get_substring(const char *text, int *offsets, int count, int number, const char **to) {
  raceward_reads(offsets, 2 * (size_t)count * sizeof *offsets);
  raceward_reads_all(text);
  const int length = model_guess(-7, 15);
  if (length >= 0)
    *to = model_guess_text();
  return length;
}
void pcre_free_substring(const char *text) {
  free((void *)(uintptr_t)text);
}
