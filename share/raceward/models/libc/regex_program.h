// Regular expressions of POSIX in the C locale, as a set of places that are reached at once: nothing
// branches on the characters of a text.
//
// A place is what takes one character; `follow` says which may come next. References, words and
// anchors within an expression are not known here, nor are large expressions.
#pragma once

#include "character_sets.h"
#include "locales.h"
#include "model.h"

#include <regex.h>

enum { kMostPlaces = 40, kMostRepetitions = 16 };

typedef unsigned long long model_places;

/// Those that may come first, or last, in a branch that has an anchor there, or not.
struct model_ends {
  model_places free, anchored;
};

struct model_expression {
  int isKnown;
  int count; ///< of places
  struct model_place {
    int isSet;
    unsigned char literal;
    model_characters set;
  } places[kMostPlaces];
  model_places follow[kMostPlaces];
  struct model_ends first, last;
  int isEmpty[2][2]; ///< whether nothing matches: anchored at the start, at the end
};

/// A part of the expression while it is parsed.
struct model_piece {
  model_places first, last;
  int isEmpty;
};

struct model_parser {
  const char *at;
  int flags;
  int groups;
  int depth;
  int isBad; ///< what it means is not known
  struct model_expression *to;
};

static inline int model_is_extended(const struct model_parser *parser) {
  return (parser->flags & REG_EXTENDED) != 0;
}
/// Whether this operator comes next: with a backslash, if it is a basic expression.
static inline int model_is_operator(const struct model_parser *parser, char operator) {
  if (model_is_extended(parser))
    return parser->at[0] == operator;
  return parser->at[0] == '\\' && parser->at[1] == operator;
}
static inline void model_skips_operator(struct model_parser *parser) {
  parser->at += model_is_extended(parser) ? 1 : 2;
}

static inline struct model_piece model_one_place(struct model_parser *parser, int isSet,
                                                 unsigned char literal, model_characters set) {
  struct model_piece piece = {0, 0, 0};
  struct model_expression *to = parser->to;
  if (to->count == kMostPlaces) {
    parser->isBad = 1;
    return piece;
  }
  if (!isSet && (parser->flags & REG_ICASE)) {
    isSet = 1;
    set = (model_characters)1 << literal;
  }
  if (parser->flags & REG_ICASE)
    set = model_both_cases(set);
  struct model_place *place = &to->places[to->count];
  place->isSet = isSet;
  place->literal = literal;
  place->set = set;
  to->follow[to->count] = 0;
  piece.first = piece.last = (model_places)1 << to->count++;
  return piece;
}

static inline void model_joins(struct model_expression *to, model_places from, model_places next) {
  for (int i = 0; i < to->count; ++i)
    if (from >> i & 1)
      to->follow[i] |= next;
}
static inline struct model_piece model_sequence(struct model_expression *to, struct model_piece a,
                                                struct model_piece b) {
  model_joins(to, a.last, b.first);
  return (struct model_piece){a.first | (a.isEmpty ? b.first : 0),
                              b.last | (b.isEmpty ? a.last : 0), a.isEmpty & b.isEmpty};
}

static inline struct model_piece model_parses_branches(struct model_parser *parser);

static inline model_characters model_without_newline(const struct model_parser *parser,
                                                     model_characters set) {
  return parser->flags & REG_NEWLINE ? set & ~((model_characters)1 << '\n') : set;
}

static inline struct model_piece model_parses_atom(struct model_parser *parser) {
  const struct model_piece none = {0, 0, 1};
  const char c = *parser->at;
  if (model_is_operator(parser, '(')) {
    model_skips_operator(parser);
    ++parser->groups;
    ++parser->depth;
    const struct model_piece piece = model_parses_branches(parser);
    --parser->depth;
    if (!parser->isBad && model_is_operator(parser, ')'))
      model_skips_operator(parser);
    else
      parser->isBad = 1;
    return piece;
  }
  if (c == '[') {
    model_characters set = 0;
    const int isNot = parser->at[1] == '^';
    parser->at = model_takes_set(parser->at + 1 + isNot, &set);
    if (parser->at == NULL || !model_is_c_locale()) {
      parser->isBad = 1;
      return none;
    }
    if ((parser->flags & REG_ICASE))
      set = model_both_cases(set);
    return model_one_place(parser, 1, 0, isNot ? model_without_newline(parser, ~set) : set);
  }
  if (c == '.') {
    ++parser->at;
    return model_one_place(parser, 1, 0, model_without_newline(parser, ~(model_characters)0));
  }
  const int isEscaped = c == '\\';
  const unsigned char literal = (unsigned char)parser->at[isEscaped];
  const int isLetter = (unsigned char)((literal | 32) - 'a') < 26;
  const int isDigit = (unsigned char)(literal - '0') < 10;
  if (literal == 0 || literal >= 128 ||
      (isEscaped && (isLetter | isDigit | (strchr("<>`'(){}|+?", literal) != NULL &&
                                           !model_is_extended(parser)))) ||
      (isEscaped && strchr("<>`'", literal) != NULL) ||
      (!isEscaped && model_is_extended(parser) && strchr("*+?{|)^$", literal) != NULL) ||
      (!isEscaped && strchr("^$", literal) != NULL) ||
      (!isEscaped && literal == '*')) {
    parser->isBad = 1;
    return none;
  }
  parser->at += 1 + isEscaped;
  return model_one_place(parser, 0, literal, 0);
}

/// A number of repetitions; -1 if there is none.
static inline int model_parses_number(struct model_parser *parser) {
  int number = -1;
  while (*parser->at >= '0' && *parser->at <= '9' && number <= kMostRepetitions)
    number = (number < 0 ? 0 : number) * 10 + (*parser->at++ - '0');
  return number;
}

/// An atom, as often as what follows it says.
static inline struct model_piece model_parses_repeated(struct model_parser *parser) {
  const char *start = parser->at;
  const int groups = parser->groups;
  struct model_piece piece = model_parses_atom(parser);
  for (int isFirst = 1; !parser->isBad; isFirst = 0) {
    const int isStar = *parser->at == '*';
    const int isPlus = !isStar && model_is_operator(parser, '+');
    if (isStar || isPlus || model_is_operator(parser, '?')) {
      if (isStar)
        ++parser->at;
      else
        model_skips_operator(parser);
      if (isStar || isPlus)
        model_joins(parser->to, piece.last, piece.first);
      piece.isEmpty |= !isPlus;
      parser->isBad |= !isFirst; // twice is an error in basic expressions
      continue;
    }
    if (!model_is_operator(parser, '{'))
      break;
    model_skips_operator(parser);
    const int least = model_parses_number(parser);
    int most = least;
    if (*parser->at == ',') {
      ++parser->at;
      most = model_parses_number(parser);
    }
    if (!isFirst || least < 0 || least > kMostRepetitions || most > kMostRepetitions ||
        (most >= 0 && most < least) || most == 0 || !model_is_operator(parser, '}')) {
      parser->isBad = 1;
      break;
    }
    model_skips_operator(parser);
    // The atom again, as often as it may be there.
    const char *const end = parser->at;
    const int all = parser->groups;
    struct model_piece whole = piece;
    const int copies = most >= 0 ? most : least > 0 ? least : 1;
    whole.isEmpty |= least == 0;
    for (int i = 1; i < copies && !parser->isBad; ++i) {
      parser->at = start;
      parser->groups = groups;
      piece = model_parses_atom(parser);
      piece.isEmpty |= i >= least;
      whole = model_sequence(parser->to, whole, piece);
    }
    if (most < 0)
      model_joins(parser->to, piece.last, piece.first);
    parser->at = end;
    parser->groups = all;
    piece = whole;
  }
  return piece;
}

static inline int model_is_end_of_branch(const struct model_parser *parser) {
  return *parser->at == 0 || model_is_operator(parser, '|') ||
         (parser->depth > 0 && model_is_operator(parser, ')'));
}

static inline struct model_piece model_parses_branches(struct model_parser *parser) {
  struct model_piece all = {0, 0, 0};
  for (;;) {
    struct model_piece branch = {0, 0, 1};
    int isAtStart = 0;
    int isAtEnd = 0;
    if (parser->depth == 0 && *parser->at == '^') {
      ++parser->at;
      isAtStart = 1;
    }
    while (!parser->isBad && !model_is_end_of_branch(parser)) {
      if (parser->depth == 0 && *parser->at == '$') {
        ++parser->at;
        isAtEnd = 1;
        parser->isBad |= !model_is_end_of_branch(parser);
        break;
      }
      branch = model_sequence(parser->to, branch, model_parses_repeated(parser));
    }
    if (parser->isBad)
      return all;
    if (parser->depth == 0) {
      struct model_expression *to = parser->to;
      *(isAtStart ? &to->first.anchored : &to->first.free) |= branch.first;
      *(isAtEnd ? &to->last.anchored : &to->last.free) |= branch.last;
      to->isEmpty[isAtStart][isAtEnd] |= branch.isEmpty;
    }
    all.first |= branch.first;
    all.last |= branch.last;
    all.isEmpty |= branch.isEmpty;
    if (!model_is_operator(parser, '|'))
      return all;
    model_skips_operator(parser);
  }
}

/// Returns the number of groups. Whether it is known is in the expression.
static inline int model_parses_expression(const char *pattern, int flags,
                                          struct model_expression *to) {
  struct model_parser parser = {.at = pattern, .flags = flags, .to = to};
  to->count = 0;
  to->first = to->last = (struct model_ends){0, 0};
  to->isEmpty[0][0] = to->isEmpty[0][1] = to->isEmpty[1][0] = to->isEmpty[1][1] = 0;
  model_parses_branches(&parser);
  to->isKnown = !parser.isBad && *parser.at == 0;
  return parser.groups;
}

// -- matching ----------------------------------------------------------------------------------

/// Part of a text, and what is before and behind it.
struct model_search {
  const struct model_expression *expression;
  const char *text;
  size_t end;
  int flags;     ///< of the expression
  int isStart;   ///< whether the text begins where a line does
  int isLineEnd; ///< the same for its end
};

static inline int model_is_start(const struct model_search *search, size_t at, size_t start) {
  const int isLine = (search->flags & REG_NEWLINE) != 0;
  return at == start ? search->isStart : isLine & (search->text[at - 1] == '\n');
}
static inline int model_is_end(const struct model_search *search, size_t at) {
  const int isLine = (search->flags & REG_NEWLINE) != 0;
  return at == search->end ? search->isLineEnd : isLine & (search->text[at] == '\n');
}

/// The places that come after those that take this character.
static inline model_places model_step(const struct model_expression *expression, model_places alive,
                                      unsigned char c, model_places *taken) {
  model_places next = 0;
  *taken = 0;
  for (int i = 0; i < expression->count; ++i) {
    const struct model_place *place = &expression->places[i];
    const unsigned matches =
        place->isSet ? (unsigned)(place->set >> (c & 127)) & 1 : c == place->literal;
    const model_places takes = alive >> i & matches;
    *taken |= takes << i;
    next |= expression->follow[i] & -takes;
  }
  return next;
}

static inline int model_nothing_matches(const struct model_expression *expression, int isStart,
                                        int isEnd) {
  return expression->isEmpty[0][0] | (expression->isEmpty[1][0] & isStart) |
         (expression->isEmpty[0][1] & isEnd) | (expression->isEmpty[1][1] & isStart & isEnd);
}

/// Whether something in the text matches, from `start` on.
static inline int model_is_found(const struct model_search *search, size_t start) {
  const struct model_expression *expression = search->expression;
  model_places alive = 0;
  int found = 0;
  for (size_t at = start; at <= search->end; ++at) {
    const int isStart = model_is_start(search, at, start);
    found |= model_nothing_matches(expression, isStart, model_is_end(search, at));
    if (at == search->end)
      break;
    alive |= expression->first.free | (expression->first.anchored & -(model_places)isStart);
    model_places taken;
    alive = model_step(expression, alive, (unsigned char)search->text[at], &taken);
    found |= (taken & expression->last.free) != 0;
    found |= ((taken & expression->last.anchored) != 0) & model_is_end(search, at + 1);
  }
  return found;
}

/// Where the longest match ends that begins there; -1 if there is none.
static inline long model_end_of_match(const struct model_search *search, size_t start, size_t from) {
  const struct model_expression *expression = search->expression;
  const int isStart = model_is_start(search, from, start);
  model_places alive = expression->first.free | (expression->first.anchored & -(model_places)isStart);
  const int isNothing = model_nothing_matches(expression, isStart, model_is_end(search, from));
  long longest = isNothing ? (long)from : -1;
  // A branch that must be at the start of a line and one that must be at its end may share places
  // only if one branch has both: model_ends are by branch.
  for (size_t at = from; at < search->end; ++at) {
    model_places taken;
    alive = model_step(expression, alive, (unsigned char)search->text[at], &taken);
    const int ends = ((taken & expression->last.free) != 0) |
                     (((taken & expression->last.anchored) != 0) & model_is_end(search, at + 1));
    const long mask = -(long)ends;
    longest = (longest & ~mask) | ((long)(at + 1) & mask);
  }
  return longest;
}
