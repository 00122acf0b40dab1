// Streams. What is read from a file is any bytes, which may end anywhere. Until the program creates
// its first thread, it is known of a file whether it has ended, where it is, and which character
// was put back. Later these are guesses: keeping them would be accesses that order threads, or
// race.
//
// Standard input is given (`raceward interpret`), or any bytes: each is an input, and so is the
// position of the end. What scanf skips or reads as a number of any length would be endless work
// byte by byte; there the bytes themselves stay open, and the knowledge about the next one (`next`)
// is kept until it is read.
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

/// A stream that the program opened: memory of the program, made by a model
/// (share/raceward/models/libc/stream.h).
struct __raceward_file {
  int descriptor;
  int known;           ///< enum __raceward_known
  int flags;           ///< enum __raceward_flags
  unsigned char given; ///< by ungetc()
  long long position;
};

enum __raceward_known {
  kFlags = 1,      ///< they are those of the stream
  kIsOnlyRead = 2, ///< writing, which is not seen here, does not change them, or the position
  kPosition = 4,
  kGiven = 8,
  kIsOwn = 16, ///< the program has written what is in there (tmpfile)
  kStays = kFlags | kIsOnlyRead | kIsOwn,
};

enum __raceward_flags { kFileHasEnded = 1, kFileHasFailed = 2 };

// The targets of the program's stdin, stdout and stderr.
extern FILE __raceward_stdin;
extern FILE __raceward_stdout;
extern FILE __raceward_stderr;

// Provided by the machine.
void raceward_receives(int descriptor);
void raceward_writes(void *memory, size_t bytes);
void raceward_guess_bytes(void *memory, size_t bytes);
_Bool raceward_guess_bool(void);
long raceward_guess_long(void);
/// Whether there has never been another thread.
int __raceward_is_first(void);
int __raceward_input_ends(void);
unsigned char __raceward_input_byte(void);

/// EOF at the end, like all of them.
static int __raceward_get(FILE *stream);
static int __raceward_unget(int c, FILE *stream);
/// Something may be read from it: whether it is a file, and no other thread sends what comes.
static int __raceward_is_file(FILE *stream);
/// Something was read from a file; it has ended or failed if `ends` is -1, and may have if it is 1.
static void __raceward_was_read(FILE *stream, int ends);
/// Whether the next bytes are arbitrary, and none of them has been peeked.
static int __raceward_is_open(const FILE *stream);
/// What the next byte, which was peeked, cannot be.
static void __raceward_expect(FILE *stream, enum __raceward_unlike next);
