// Streams, of which only standard input can be read.
//
// What is read is given (`raceward interpret`), or any bytes: each is an input, and so is
// where they end. What scanf skips or reads as a number of any length would be endless
// work byte by byte; there the bytes themselves stay open, and what is known of the one
// that follows (`next`) is kept until somebody asks for it.
#pragma once

#include "library.h"

#define EOF (-1)

enum { kMostPushed = 16 };

/// What a byte that was looked at, but not read, can not be.
enum __raceward_unlike {
  kAnything,
  kNoSpace,
  kNoOctalDigit,
  kNoDigit,
  kNoHexDigit,
};

typedef struct __raceward_stream {
  int hasEnded; ///< what feof() says
  int pushed;
  unsigned char given[kMostPushed]; ///< by ungetc()
  enum __raceward_unlike next;
} FILE;

// What the program's stdin, stdout and stderr point to.
extern FILE __raceward_stdin;
extern FILE __raceward_stdout;
extern FILE __raceward_stderr;

// What the machine provides.
int __raceward_input_ends(void);
unsigned char __raceward_input_byte(void);

/// EOF at the end, like all of them.
static int __raceward_get(FILE *stream);
static int __raceward_unget(int c, FILE *stream);
/// Whether what follows is any bytes, of which none has been looked at.
static int __raceward_is_open(const FILE *stream);
