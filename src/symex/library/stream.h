// Streams, of which only standard input can be read.
//
// The input is given (`raceward interpret`), or any bytes: each is an input, and so is the position
// of the end. What scanf skips or reads as a number of any length would be endless work byte by
// byte; there the bytes themselves stay open, and the knowledge about the next one (`next`) is kept
// until it is read.
#pragma once

#include "library.h"

#define EOF (-1)

enum { kMostPushed = 16 };

/// What a byte that was peeked, but not read, cannot be.
enum __raceward_unlike {
  kAnything,
  kNoSpace,
  kNoOctalDigit,
  kNoDigit,
  kNoHexDigit,
};

typedef struct __raceward_stream {
  int hasEnded; ///< the answer of feof()
  int pushed;
  unsigned char given[kMostPushed]; ///< by ungetc()
  enum __raceward_unlike next;
} FILE;

// The targets of the program's stdin, stdout and stderr.
extern FILE __raceward_stdin;
extern FILE __raceward_stdout;
extern FILE __raceward_stderr;

// Provided by the machine.
int __raceward_input_ends(void);
unsigned char __raceward_input_byte(void);

/// EOF at the end, like all of them.
static int __raceward_get(FILE *stream);
static int __raceward_unget(int c, FILE *stream);
/// Whether the next bytes are arbitrary, and none of them has been peeked.
static int __raceward_is_open(const FILE *stream);
