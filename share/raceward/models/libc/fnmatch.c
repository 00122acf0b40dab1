// Patterns for names (<fnmatch.h>), in the C locale: exact for patterns of up to 32 parts and texts of
// ASCII. The text is often a name of a file, so that nothing branches on its characters: all places
// of the pattern that are reached are followed at once.
#include "character_sets.h"
#include "locales.h"
#include "model.h"

#include <fnmatch.h>
#include <string.h>

enum { kMostParts = 32 };
enum kind { kLiteral, kAnyOne, kAnyNumber, kOneOf };

struct part {
  enum kind kind;
  char literal;
  model_characters set;
};
struct pattern {
  int count;
  struct part parts[kMostParts];
};

static unsigned char lower(unsigned char c) {
  return (unsigned char)(c + (('a' - 'A') & -((c >= 'A') & (c <= 'Z'))));
}

/// What is between brackets; returns what follows, or null if it is not known what that means.
static const char *takeSet(const char *at, int flags, struct part *to) {
  int isNot = *at == '!';
  if (*at == '^')
    isNot = raceward_any_bool(); // the environment may ask for the rules of POSIX
  at += isNot;
  model_characters set = 0;
  for (int isFirst = 1; isFirst || *at != ']'; isFirst = 0) {
    if (at[0] == '[' && (at[1] == '=' || at[1] == '.'))
      return NULL;
    if (at[0] == '[' && at[1] == ':') {
      const char *name = at + 2;
      size_t length = 0;
      while (islower((unsigned char)name[length]))
        ++length;
      if (name[length] != ':' || name[length + 1] != ']' || (flags & FNM_CASEFOLD))
        return NULL;
      for (int c = 0; c < 128; ++c) {
        const int is = model_is_of_class(name, length, c);
        if (is < 0)
          return NULL;
        set |= (model_characters)is << c;
      }
      at = name + length + 2;
      continue;
    }
    if (*at == '\\' && !(flags & FNM_NOESCAPE))
      ++at;
    unsigned char first = (unsigned char)*at++;
    unsigned char last = first;
    if (first == 0 || first >= 128 || first == '/')
      return NULL;
    if (at[0] == '-' && at[1] != ']') {
      ++at;
      if (*at == '\\' && !(flags & FNM_NOESCAPE))
        ++at;
      last = (unsigned char)*at++;
      if (last == 0 || last >= 128 || last == '[' || last == '/')
        return NULL;
    }
    if ((flags & FNM_CASEFOLD) && first != last)
      return NULL;
    if (flags & FNM_CASEFOLD)
      first = last = lower(first);
    for (unsigned c = first; c <= last; ++c)
      set |= (model_characters)1 << c;
  }
  to->kind = kOneOf;
  to->set = isNot ? ~set : set;
  return at + 1;
}

/// False if it is not known what the pattern means.
static int parse(const char *pattern, int flags, struct pattern *to) {
  to->count = 0;
  while (*pattern != 0) {
    if (to->count == kMostParts)
      return 0;
    struct part *part = &to->parts[to->count++];
    const char c = *pattern++;
    part->kind = kLiteral;
    part->literal = c;
    if (c & 0x80)
      return 0;
    if (c == '?') {
      part->kind = kAnyOne;
    } else if (c == '*') {
      part->kind = kAnyNumber;
    } else if (c == '[') {
      pattern = takeSet(pattern, flags, part);
      if (pattern == NULL || !model_is_c_locale())
        return 0;
    } else if (c == '\\' && !(flags & FNM_NOESCAPE)) {
      part->literal = *pattern;
      if (*pattern == 0 || *pattern == '/')
        return 0;
      ++pattern;
    }
    if (flags & FNM_CASEFOLD)
      part->literal = (char)lower((unsigned char)part->literal);
  }
  return 1;
}

/// What is alive is the places that are reached. Part of the last one is whether a folder matched.
static void step(const struct pattern *pattern, int *alive, int *done, unsigned char c, int flags,
                 int isLeading) {
  const int isSlash = c == '/';
  const int isHidden = isLeading & (c == '.');
  const int isBarrier = isSlash & ((flags & FNM_PATHNAME) != 0);
  const unsigned char folded = flags & FNM_CASEFOLD ? lower(c) : c;
  for (int i = 0; i < pattern->count; ++i)
    if (pattern->parts[i].kind == kAnyNumber) {
      alive[i] &= !isHidden;
      alive[i + 1] |= alive[i];
    }
  if (flags & FNM_LEADING_DIR)
    *done |= alive[pattern->count] & isSlash;
  int arrives = 0;
  for (int i = 0; i < pattern->count; ++i) {
    const struct part *part = &pattern->parts[i];
    int matches = 0;
    switch (part->kind) {
    case kLiteral:
      matches = folded == (unsigned char)part->literal;
      break;
    case kOneOf:
      matches = (int)(part->set >> (folded & 127) & 1) & !isBarrier & !isHidden;
      break;
    case kAnyOne:
    case kAnyNumber:
      matches = !isBarrier & !isHidden;
      break;
    }
    const int goes = alive[i] & matches;
    const int stays = part->kind == kAnyNumber;
    alive[i] = arrives | (goes & stays);
    arrives = goes & !stays;
  }
  alive[pattern->count] = arrives;
}

int fnmatch(const char *pattern, const char *text, int flags) {
  enum { kKnown = FNM_PATHNAME | FNM_NOESCAPE | FNM_PERIOD | FNM_LEADING_DIR | FNM_CASEFOLD };
  struct pattern parsed;
  int isKnown = (flags & ~kKnown) == 0 && parse(pattern, flags, &parsed);
  if (isKnown) {
    int alive[kMostParts + 1] = {1};
    int done = 0;
    int isOther = 0;
    int isLeading = (flags & FNM_PERIOD) != 0;
    size_t length = 0;
    for (; text[length] != 0; ++length) {
      const unsigned char c = (unsigned char)text[length];
      isOther |= c >= 128;
      step(&parsed, alive, &done, c, flags, isLeading);
      isLeading = (flags & FNM_PERIOD) != 0 && (flags & FNM_PATHNAME) != 0 ? c == '/' : 0;
    }
    for (int i = 0; i < parsed.count; ++i)
      if (parsed.parts[i].kind == kAnyNumber)
        alive[i + 1] |= alive[i];
    if (!isOther) // a text that is not ASCII may be an error, or have longer characters
      return (alive[parsed.count] | done) ? 0 : FNM_NOMATCH;
  }
  raceward_reads_text(pattern);
  raceward_reads_text(text);
  return model_guess(-1, FNM_NOMATCH);
}
