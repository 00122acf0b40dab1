// Regular expressions (regex.h). A compiled one is an object of the library. Searching only reads
// it, as far as threads can see: glibc locks what it computes on the way. Whether and where a text
// matches is exact for usual expressions and ASCII; parts in groups are guesses.
#include "regex_program.h"

#include <regex.h>
#include <stdlib.h>
#include <string.h>

enum { kCompiled = sizeof(struct model_expression), kFastmap = 256, kTranslation = 256 };

/// The flags of the expression are where the library keeps its own.
int regcomp(regex_t *to, const char *pattern, int flags) {
  raceward_reads_text(pattern);
  memset(to, 0, sizeof *to);
  to->no_sub = (flags & REG_NOSUB) != 0;
  to->newline_anchor = (flags & REG_NEWLINE) != 0;
  struct model_expression *expression = malloc(kCompiled);
  char *fastmap = malloc(kFastmap);
  if (expression == NULL || fastmap == NULL) {
    free(expression);
    free(fastmap);
    return REG_ESPACE;
  }
  to->re_nsub = (size_t)model_parses_expression(pattern, flags, expression);
  if (!expression->isKnown) {
    const int error = model_guess(0, REG_ERPAREN);
    if (error != 0) {
      free(expression);
      free(fastmap);
      return error;
    }
    to->re_nsub = model_guess_up_to(64);
  }
  raceward_guess_bytes(fastmap, kFastmap);
  to->buffer = (void *)expression;
  to->fastmap = fastmap;
  to->fastmap_accurate = 1;
  return 0;
}

/// By everything that searches. The map is written before.
static void reads_expression(const struct re_pattern_buffer *expression) {
  raceward_reads(expression, sizeof *expression);
  raceward_reads(expression->buffer, kCompiled);
  if (expression->fastmap != NULL)
    raceward_reads(expression->fastmap, kFastmap);
  if (expression->translate != NULL)
    raceward_reads(expression->translate, kTranslation);
}

/// The match.
static void put_match(regoff_t *start, regoff_t *end, regoff_t least, regoff_t most) {
  const regoff_t to = model_guess(least, most < least ? least : most);
  *start = model_guess(least, to);
  *end = to;
}
/// A part of it, or one that did not take part.
static void put_part(regoff_t *start, regoff_t *end, regoff_t most) {
  const regoff_t none = -(regoff_t)raceward_guess_bool();
  put_match(start, end, 0, most);
  *start |= none;
  *end |= none;
}
/// What was found, with the offsets of the match if they are asked for. False if that is not known.
static int search_known(const regex_t *compiled, const char *text, regoff_t start, regoff_t end,
                        int flags, int wants_place, regmatch_t *match, int *found) {
  enum { kMostForPlace = 64 }; // characters; longer texts would take too long
  const struct model_expression *expression = (const void *)compiled->buffer;
  if (!expression->isKnown || end < start)
    return 0;
  int is_other = 0;
  for (regoff_t i = start; i < end; ++i)
    is_other |= ((unsigned char)text[i] >= 128) | (text[i] == 0);
  if (is_other)
    return 0;
  const struct model_search search = {
      .expression = expression,
      .text = text,
      .end = (size_t)end,
      .flags = compiled->newline_anchor ? REG_NEWLINE : 0,
      .isStart = !(flags & REG_NOTBOL),
      .isLineEnd = !(flags & REG_NOTEOL),
  };
  if (!wants_place) {
    *found = model_is_found(&search, (size_t)start);
    return 1;
  }
  if (end - start > kMostForPlace) {
    *found = model_is_found(&search, (size_t)start);
    put_match(&match->rm_so, &match->rm_eo, start, end);
    return 1;
  }
  *found = 0;
  for (regoff_t i = start; i <= end && !*found; ++i) {
    const long last = model_end_of_match(&search, (size_t)start, (size_t)i);
    if (last >= 0) {
      match->rm_so = i;
      match->rm_eo = (regoff_t)last;
      *found = 1;
    }
  }
  return 1;
}

int regexec(const regex_t *expression, const char *text, size_t count, regmatch_t *parts,
            int flags) {
  reads_expression(expression);
  regoff_t start = 0;
  regoff_t end = 0;
  if (flags & REG_STARTEND) {
    start = parts[0].rm_so;
    end = parts[0].rm_eo;
    if (end > start)
      raceward_reads(text + start, (size_t)(end - start));
  } else {
    end = (regoff_t)raceward_reads_text(text);
  }
  const int wants_place = !expression->no_sub && count > 0;
  regmatch_t match;
  int found = 0;
  if (search_known(expression, text, start, end, flags, wants_place, &match, &found)) {
    if (!found)
      return REG_NOMATCH;
  } else {
    if (raceward_guess_bool())
      return raceward_guess_bool() ? REG_NOMATCH : REG_ESPACE;
    put_match(&match.rm_so, &match.rm_eo, start, end);
  }
  if (wants_place)
    parts[0] = match;
  for (size_t i = 1; wants_place && i < count; ++i) {
    if (i <= expression->re_nsub)
      put_part(&parts[i].rm_so, &parts[i].rm_eo, end);
    else
      parts[i].rm_so = parts[i].rm_eo = -1;
  }
  return 0;
}
void regfree(regex_t *expression) {
  free(expression->buffer);
  free(expression->fastmap);
  free(expression->translate);
  expression->buffer = NULL;
  expression->fastmap = NULL;
  expression->translate = NULL;
  expression->allocated = 0;
}
/// Any text, cut at the end of the buffer; returns how much room it needs.
size_t regerror(int error, const regex_t *expression, char *to, size_t bytes) {
  const size_t needed = (size_t)model_guess(1, 256);
  if (bytes > 0) {
    raceward_guess_bytes(to, bytes);
    to[bytes - 1] = 0;
  }
  return needed;
}

// The functions of GNU.

reg_syntax_t re_syntax_options;

reg_syntax_t re_set_syntax(reg_syntax_t syntax) {
  const reg_syntax_t before = re_syntax_options;
  re_syntax_options = syntax;
  return before;
}
/// Fills what the program prepared: a buffer that it may have allocated, and a map that it may
/// want.
const char *re_compile_pattern(const char *pattern, size_t bytes, struct re_pattern_buffer *to) {
  static const char message[] = "Invalid regular expression";
  raceward_reads(pattern, bytes);
  raceward_reads(to, sizeof *to);
  if (to->translate != NULL)
    raceward_reads(to->translate, kTranslation);
  to->no_sub = (re_syntax_options & RE_NO_SUB) != 0;
  to->newline_anchor = 1;
  to->syntax = re_syntax_options;
  to->fastmap_accurate = 0;
  to->regs_allocated = REGS_UNALLOCATED;
  to->not_bol = 0;
  to->not_eol = 0;
  to->can_be_null = raceward_guess_bool();
  to->re_nsub = raceward_guess_size() & 63;
  if (to->allocated < kCompiled) {
    to->buffer = realloc(to->allocated == 0 ? NULL : to->buffer, kCompiled);
    to->allocated = kCompiled;
  }
  raceward_writes(to->buffer, kCompiled);
  to->used = kCompiled;
  return raceward_guess_bool() ? NULL : message;
}
int re_compile_fastmap(struct re_pattern_buffer *expression) {
  if (expression->fastmap != NULL)
    raceward_writes(expression->fastmap, kFastmap);
  expression->fastmap_accurate = 1;
  return 0;
}
void re_set_registers(struct re_pattern_buffer *expression, struct re_registers *registers,
                      __re_size_t count, regoff_t *starts, regoff_t *ends) {
  expression->regs_allocated = count != 0 ? REGS_REALLOCATE : REGS_UNALLOCATED;
  registers->num_regs = count;
  registers->start = count != 0 ? starts : NULL;
  registers->end = count != 0 ? ends : NULL;
}

/// The arrays of the registers are the library's to allocate, unless the program fixed them.
static void put_registers(struct re_pattern_buffer *expression, struct re_registers *to,
                          regoff_t most) {
  if (to == NULL || expression->no_sub)
    return;
  const size_t needed = expression->re_nsub + 1;
  if (expression->regs_allocated == REGS_UNALLOCATED) {
    to->num_regs = (__re_size_t)needed + 1;
    to->start = malloc(to->num_regs * sizeof *to->start);
    to->end = malloc(to->num_regs * sizeof *to->end);
    expression->regs_allocated = REGS_REALLOCATE;
  } else if (expression->regs_allocated == REGS_REALLOCATE && needed + 1 > to->num_regs) {
    to->num_regs = (__re_size_t)needed + 1;
    to->start = realloc(to->start, to->num_regs * sizeof *to->start);
    to->end = realloc(to->end, to->num_regs * sizeof *to->end);
  }
  for (size_t i = 0; i < to->num_regs; ++i)
    put_part(&to->start[i], &to->end[i], most);
}
static regoff_t search(struct re_pattern_buffer *expression, const char *first,
                       regoff_t first_length, const char *second, regoff_t second_length,
                       struct re_registers *registers) {
  if (first_length > 0)
    raceward_reads(first, (size_t)first_length);
  if (second_length > 0)
    raceward_reads(second, (size_t)second_length);
  if (expression->fastmap != NULL && !expression->fastmap_accurate)
    re_compile_fastmap(expression);
  reads_expression(expression);
  const regoff_t result = model_guess(-2, first_length + second_length);
  if (result >= 0)
    put_registers(expression, registers, first_length + second_length);
  return result;
}
regoff_t re_search(struct re_pattern_buffer *expression, const char *text, regoff_t length,
                   regoff_t start, regoff_t range, struct re_registers *registers) {
  return search(expression, text, length, NULL, 0, registers);
}
regoff_t re_match(struct re_pattern_buffer *expression, const char *text, regoff_t length,
                  regoff_t start, struct re_registers *registers) {
  return search(expression, text, length, NULL, 0, registers);
}
regoff_t re_search_2(struct re_pattern_buffer *expression, const char *first, regoff_t first_length,
                     const char *second, regoff_t second_length, regoff_t start, regoff_t range,
                     struct re_registers *registers, regoff_t stop) {
  return search(expression, first, first_length, second, second_length, registers);
}
regoff_t re_match_2(struct re_pattern_buffer *expression, const char *first, regoff_t first_length,
                    const char *second, regoff_t second_length, regoff_t start,
                    struct re_registers *registers, regoff_t stop) {
  return search(expression, first, first_length, second, second_length, registers);
}

// BSD's: one expression for all threads.

static char state_of_re_comp[kCompiled];
char *re_comp(const char *pattern);
char *re_comp(const char *pattern) {
  static char message[] = "Invalid regular expression";
  if (pattern != NULL) {
    raceward_reads_text(pattern);
    raceward_writes(state_of_re_comp, sizeof state_of_re_comp);
  }
  return raceward_guess_bool() ? NULL : message;
}
int re_exec(const char *text);
int re_exec(const char *text) {
  raceward_reads_text(text);
  raceward_reads(state_of_re_comp, sizeof state_of_re_comp);
  return raceward_guess_bool();
}
