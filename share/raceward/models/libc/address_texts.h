// Network addresses as texts. Nothing here branches on the characters: programs get such texts from
// their arguments and from the network.
#pragma once

#include "model.h"

#include <netinet/in.h>

static inline int model_is_digit(unsigned char c) {
  return (unsigned)c - '0' < 10;
}
/// The value of a hexadecimal digit; 16 for other characters.
static inline unsigned model_hexadecimal(unsigned char c) {
  const unsigned digit = (unsigned)c - '0';
  const unsigned letter = ((unsigned)c | 32) - 'a';
  const unsigned isDigit = -(unsigned)(digit < 10);
  const unsigned isLetter = -(unsigned)(letter < 6);
  return (digit & isDigit) | ((letter + 10) & isLetter) | (16 & ~(isDigit | isLetter));
}

/// Four numbers up to 255 with dots between them, without leading zeroes.
struct model_dotted {
  unsigned address; ///< of the numbers before the last one
  unsigned number;
  unsigned digits;
  unsigned dots;
  int isBad;
};

static inline void model_takes_dotted(struct model_dotted *state, unsigned char c) {
  const int isDigit = model_is_digit(c);
  const int isDot = c == '.';
  const unsigned digit = -(unsigned)isDigit;
  const unsigned dot = -(unsigned)isDot;
  state->isBad |= !(isDigit | isDot);
  state->isBad |= isDigit & (state->digits != 0) & (state->number == 0);
  state->isBad |= isDot & (state->digits == 0);
  state->address = (((state->address << 8) | state->number) & dot) | (state->address & ~dot);
  state->number = (state->number * 10 + ((unsigned)c - '0')) & digit;
  state->digits = (state->digits + 1) & digit;
  state->dots += isDot;
  state->isBad |= state->number > 255;
}
/// The address, if they were four.
static inline int model_ends_dotted(const struct model_dotted *state, unsigned *to) {
  *to = state->address << 8 | state->number;
  return !state->isBad & (state->digits != 0) & (state->dots == 3);
}

/// In the order of the machine.
static inline int model_parses_dotted(const char *text, size_t length, unsigned *to) {
  enum { kLongest = INET_ADDRSTRLEN - 1 };
  struct model_dotted state = {0};
  if (length > kLongest)
    return 0;
  for (size_t i = 0; i < length; ++i)
    model_takes_dotted(&state, (unsigned char)text[i]);
  return model_ends_dotted(&state, to);
}

typedef unsigned _BitInt(128) model_address6;

/// Eight groups of up to four digits. Two colons stand for as many groups of zeroes as are missing,
/// and the last two may be four numbers with dots between them.
static inline int model_parses_groups(const char *text, size_t length, model_address6 *to) {
  enum { kLongest = INET6_ADDRSTRLEN - 1 };
  model_address6 before = 0; // the gap
  model_address6 after = 0;
  unsigned bits = 0; // of `after`
  unsigned groups = 0;
  unsigned number = 0;
  unsigned digits = 0;
  int hasGap = 0;
  int wasColon = 0;
  struct model_dotted dotted = {0};
  int isBad = (length < 2) | (length > kLongest);
  if (isBad)
    return 0;
  isBad = (text[0] == ':') & (text[1] != ':');
  for (size_t i = 0; i < length; ++i) {
    const unsigned char c = (unsigned char)text[i];
    const unsigned value = model_hexadecimal(c);
    const int isColon = c == ':';
    const int isDigit = value < 16;
    isBad |= !(isColon | isDigit | (c == '.'));
    isBad |= isColon & (dotted.dots != 0);
    // A colon ends a group, or begins the gap.
    const int isGap = isColon & wasColon;
    const int isEnd = isColon & (digits != 0);
    isBad |= isGap & hasGap;
    const model_address6 toBefore = -(model_address6)(isEnd & !hasGap);
    const model_address6 toAfter = -(model_address6)(isEnd & hasGap);
    before = ((before << 16 | number) & toBefore) | (before & ~toBefore);
    after = ((after << 16 | number) & toAfter) | (after & ~toAfter);
    bits += 16 & -(unsigned)(isEnd & hasGap);
    groups += isEnd;
    hasGap |= isGap;
    wasColon = isColon;
    const unsigned digit = -(unsigned)isDigit;
    number = (number << 4 | value) & digit;
    digits = (digits + 1) & digit;
    isBad |= digits > 4;
    // The same characters as one of four numbers: they begin behind a colon.
    model_takes_dotted(&dotted, c);
    const unsigned kept = -(unsigned)!isColon;
    dotted.address &= kept;
    dotted.number &= kept;
    dotted.digits &= kept;
    dotted.dots &= kept;
    dotted.isBad &= (int)kept;
  }
  unsigned last = 0;
  const int isDotted = dotted.dots != 0;
  const int isWhole = model_ends_dotted(&dotted, &last);
  isBad |= isDotted & !isWhole;
  isBad |= !isDotted & (digits == 0) & !(wasColon & hasGap & (text[length - 2] == ':'));
  const unsigned size = (32 & -(unsigned)isDotted) | (16 & -(unsigned)(!isDotted & (digits != 0)));
  const unsigned part = (last & -(unsigned)isDotted) | (number & -(unsigned)!isDotted);
  const model_address6 inAfter = -(model_address6)hasGap;
  before = ((before << size | part) & ~inAfter) | (before & inAfter);
  after = ((after << size | part) & inAfter) | (after & ~inAfter);
  const unsigned total = groups * 16 + size;
  bits += size & -(unsigned)hasGap;
  isBad |= hasGap ? total > 112 : total != 128;
  // Without a gap, all bits are there.
  const unsigned shift = (128 - (total - bits)) & 127 & -(unsigned)hasGap;
  *to = (before << shift) | after;
  return !isBad;
}
