// Reading from streams. Reading standard input never fails; files may fail. An end is one of the
// stream (`hasEnded`), not of what is behind it: a terminal gives more after it, and a file grows.
#include "stream.h"

FILE __raceward_stdin;
FILE __raceward_stdout;
FILE __raceward_stderr;

/// Streams have a buffer: the distribution of bytes is unknown if read() is called as well.
static int __raceward_is_read_by_stream;
static int __raceward_is_read_by_number;

static int __raceward_is_unlike(unsigned char byte, enum __raceward_unlike what) {
  const unsigned digit = byte - (unsigned)'0';
  switch (what) {
  case kNoSpace:
    return !__raceward_is_space((char)byte);
  case kNoOctalDigit:
    return digit >= 8;
  case kNoDigit:
    return digit >= 10;
  case kNoHexDigit:
    return (digit >= 10) & ((byte | 32u) - (unsigned)'a' >= 6);
  default:
    return 1;
  }
}

static int __raceward_source(enum __raceward_unlike next) {
  if (__raceward_input_ends())
    return EOF;
  const unsigned char byte = __raceward_input_byte();
  if (next != kAnything)
    __VERIFIER_assume(__raceward_is_unlike(byte, next));
  return byte;
}

static _Noreturn void __raceward_unknown_stream(void) {
  __raceward_cannot("what is read from here is not known to the machine: it is an output, or "
                    "standard input that is not read in one way only");
}

static int __raceward_is_file(FILE *stream) {
  if (stream == &__raceward_stdin)
    return 0;
  if (stream == &__raceward_stdout || stream == &__raceward_stderr)
    __raceward_unknown_stream();
  raceward_receives(((struct __raceward_file *)stream)->descriptor);
  return 1;
}

static void __raceward_use(const FILE *stream) {
  if (stream != &__raceward_stdin || __raceward_is_read_by_number)
    __raceward_unknown_stream();
  __raceward_is_read_by_stream = 1;
}

static int __raceward_is_open(const FILE *stream) {
  if (stream != &__raceward_stdin)
    return 1;
  __raceward_use(stream);
  return stream->pushed == 0 && !stream->hasEnded && __raceward_input_is_any();
}

static void __raceward_expect(FILE *stream, enum __raceward_unlike next) {
  if (stream == &__raceward_stdin)
    stream->next = next;
}

static int __raceward_get(FILE *stream) {
  if (__raceward_is_file(stream))
    return (int)__VERIFIER_nondet_uchar() | -(int)__VERIFIER_nondet_bool();
  __raceward_use(stream);
  if (stream->pushed > 0)
    return stream->given[--stream->pushed];
  if (stream->hasEnded)
    return EOF;
  const int byte = __raceward_source(stream->next);
  stream->next = kAnything;
  if (byte < 0)
    stream->hasEnded = 1;
  return byte;
}

static int __raceward_unget(int c, FILE *stream) {
  if (c == EOF)
    return EOF;
  if (__raceward_is_file(stream))
    return (unsigned char)c;
  if (stream->pushed == kMostPushed)
    __raceward_unknown_stream();
  stream->given[stream->pushed++] = (unsigned char)c;
  stream->hasEnded = 0;
  return (unsigned char)c;
}

int getchar(void) {
  return __raceward_get(&__raceward_stdin);
}
int getc(FILE *stream) {
  return __raceward_get(stream);
}
int fgetc(FILE *stream) {
  return __raceward_get(stream);
}
int _IO_getc(FILE *stream) {
  return __raceward_get(stream);
}
int ungetc(int c, FILE *stream) {
  return __raceward_unget(c, stream);
}

/// A stream of output never ends, and does not fail.
static int __raceward_is_output(const FILE *stream) {
  return stream == &__raceward_stdout || stream == &__raceward_stderr;
}

int feof(FILE *stream) {
  if (__raceward_is_output(stream))
    return 0;
  if (__raceward_is_file(stream))
    return __VERIFIER_nondet_bool();
  // The next byte was peeked: whether it exists is known.
  if (stream->next != kAnything && stream->pushed == 0)
    __raceward_unget(__raceward_get(stream), stream);
  return stream->hasEnded;
}

int ferror(FILE *stream) {
  if (!__raceward_is_output(stream) && __raceward_is_file(stream))
    return __VERIFIER_nondet_bool();
  return 0;
}

/// The others are never read.
void clearerr(FILE *stream) {
  if (!__raceward_is_output(stream) && !__raceward_is_file(stream))
    stream->hasEnded = 0;
}

char *fgets(char *to, int size, FILE *stream) {
  if (size <= 0)
    return NULL;
  if (__raceward_is_file(stream)) {
    if (__VERIFIER_nondet_bool())
      return NULL;
    raceward_writes(to, (size_t)size);
    to[size - 1] = 0; // or an earlier one
    return to;
  }
  int length = 0;
  while (length < size - 1) {
    const int c = __raceward_get(stream);
    if (c == EOF) {
      if (length == 0)
        return NULL;
      break;
    }
    to[length++] = (char)c;
    if (c == '\n')
      break;
  }
  to[length] = 0;
  return to;
}

char *gets(char *to) {
  size_t length = 0;
  for (;; ++length) {
    const int c = __raceward_get(&__raceward_stdin);
    if (c == EOF && length == 0)
      return NULL;
    if (c == EOF || c == '\n')
      break;
    to[length] = (char)c;
  }
  to[length] = 0;
  return to;
}

size_t fread(void *to, size_t size, size_t count, FILE *stream) {
  const size_t wanted = size * count;
  if (__raceward_is_file(stream)) {
    raceward_writes(to, wanted);
    const size_t any = (size_t)__VERIFIER_nondet_ulonglong();
    const size_t isLess = -(size_t)(any < count);
    return size == 0 ? 0 : (any & isLess) | (count & ~isLess);
  }
  size_t length = 0;
  for (; length < wanted; ++length) {
    const int c = __raceward_get(stream);
    if (c == EOF)
      break;
    ((unsigned char *)to)[length] = (unsigned char)c;
  }
  return size == 0 ? 0 : length / size;
}

/// From file descriptor 0: as many bytes as are available, at least one.
size_t raceward_gets(void *to, size_t bytes) {
  if (__raceward_is_read_by_stream)
    __raceward_unknown_stream();
  __raceward_is_read_by_number = 1;
  size_t length = 0;
  while (length < bytes) {
    const int c = __raceward_source(kAnything);
    if (c == EOF)
      break;
    ((unsigned char *)to)[length++] = (unsigned char)c;
    if (length < bytes && __VERIFIER_nondet_int() != 0)
      break;
  }
  return length;
}
