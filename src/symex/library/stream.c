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

static void __raceward_was_read(FILE *stream, int ends) {
  if (!__raceward_is_first())
    return;
  struct __raceward_file *file = (struct __raceward_file *)stream;
  const int fails = -(int)__VERIFIER_nondet_bool();
  const int one = (kFileHasFailed & fails) | (kFileHasEnded & ~fails);
  const int some = ends > 0 ? -(int)__VERIFIER_nondet_bool() : ends;
  file->flags |= one & some;
  file->known &= kStays;
}

/// The program has written what is in there: memory (fmemopen), or a file of its own.
static int __raceward_is_own(const FILE *stream) {
  const struct __raceward_file *file = (const struct __raceward_file *)stream;
  return file->descriptor == -1 || (file->known & kIsOwn) != 0;
}

static void __raceward_fill(FILE *stream, void *to, size_t bytes) {
  if (__raceward_is_own(stream))
    raceward_guess_bytes(to, bytes);
  else
    raceward_writes(to, bytes);
}

/// Takes a character that was put back.
static int __raceward_take_given(FILE *stream, unsigned char *to) {
  struct __raceward_file *file = (struct __raceward_file *)stream;
  if (!__raceward_is_first() || (file->known & kGiven) == 0)
    return 0;
  file->known &= ~kGiven;
  *to = file->given;
  return 1;
}

/// A character was put back when it could not be kept: the next one that is read is a guess.
static int __raceward_gave;

static int __raceward_get_from_file(FILE *stream) {
  unsigned char given;
  if (__raceward_take_given(stream, &given))
    return given;
  if (__raceward_is_own(stream) || __raceward_gave) {
    __raceward_gave = 0;
    return (int)raceward_guess_uchar() | -(int)raceward_guess_bool();
  }
  const int ends = -(int)__VERIFIER_nondet_bool();
  __raceward_was_read(stream, ends);
  return (int)__VERIFIER_nondet_uchar() | ends;
}

/// The position before the character is not kept, nor more than one of them.
static void __raceward_give_to_file(unsigned char c, FILE *stream) {
  if (!__raceward_is_first()) {
    __raceward_gave = 1;
    return;
  }
  struct __raceward_file *file = (struct __raceward_file *)stream;
  const int isFirst = (file->known & kGiven) == 0;
  file->known = (file->known & kStays) | (isFirst ? kGiven : 0);
  file->given = c;
  file->flags &= ~kFileHasEnded;
}

static int __raceward_get(FILE *stream) {
  if (__raceward_is_file(stream))
    return __raceward_get_from_file(stream);
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
  if (__raceward_is_file(stream)) {
    __raceward_give_to_file((unsigned char)c, stream);
    return (unsigned char)c;
  }
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

/// What is known of a file, if that is its flags.
static int __raceward_known_of(FILE *stream) {
  const struct __raceward_file *file = (const struct __raceward_file *)stream;
  return __raceward_is_first() && (file->known & kFlags) != 0 ? file->known : 0;
}

int feof(FILE *stream) {
  if (__raceward_is_output(stream))
    return 0;
  if (__raceward_is_file(stream))
    return __raceward_known_of(stream) != 0
               ? ((struct __raceward_file *)stream)->flags & kFileHasEnded
               : (int)raceward_guess_bool();
  // The next byte was peeked: whether it exists is known.
  if (stream->next != kAnything && stream->pushed == 0)
    __raceward_unget(__raceward_get(stream), stream);
  return stream->hasEnded;
}

/// Writing may have failed, too.
static int __raceward_has_failed(FILE *stream) {
  const int known = __raceward_known_of(stream);
  if (known == 0)
    return raceward_guess_bool();
  const int reading = ((struct __raceward_file *)stream)->flags & kFileHasFailed;
  return (known & kIsOnlyRead) != 0 ? reading : reading | (int)__VERIFIER_nondet_bool();
}

int ferror(FILE *stream) {
  return !__raceward_is_output(stream) && __raceward_is_file(stream) ? __raceward_has_failed(stream)
                                                                     : 0;
}

/// The others are never read.
void clearerr(FILE *stream) {
  if (__raceward_is_output(stream))
    return;
  if (!__raceward_is_file(stream))
    stream->hasEnded = 0;
  else if (__raceward_is_first())
    ((struct __raceward_file *)stream)->flags = 0;
}

enum { kShortLine = 256 }; // of longer ones it is not told that they end

char *fgets(char *to, int size, FILE *stream) {
  if (size <= 0)
    return NULL;
  if (__raceward_is_file(stream)) {
    unsigned char given;
    const int isGiven = __raceward_take_given(stream, &given);
    const int ends = !isGiven && __VERIFIER_nondet_bool();
    __raceward_was_read(stream, ends ? -1 : 1);
    if (ends)
      return NULL;
    __raceward_fill(stream, to, (size_t)size);
    if (isGiven && size > 1)
      to[0] = (char)given;
    for (int i = 0; i < size - 1 && size <= kShortLine; ++i) // nothing comes behind its end
      to[i + 1] = (char)(to[i + 1] & -(to[i] != '\n'));
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
    unsigned char given;
    __raceward_fill(stream, to, wanted);
    if (wanted > 0 && __raceward_take_given(stream, &given))
      *(unsigned char *)to = given;
    const size_t any = (size_t)__VERIFIER_nondet_ulonglong();
    const size_t isLess = -(size_t)(any < count);
    if (wanted > 0)
      __raceward_was_read(stream, (int)isLess);
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

// -- positions -------------------------------------------------------------------------------

static int __raceward_fails(int isInvalid) {
  const int fails = -((int)__VERIFIER_nondet_bool() | isInvalid);
  const int error = 1 + (int)(__VERIFIER_nondet_uchar() & 127);
  *__errno_location() = (*__errno_location() & ~fails) | (error & fails);
  return fails;
}

/// Whether something is kept about it.
static int __raceward_is_kept(FILE *stream) {
  return !__raceward_is_output(stream) && stream != &__raceward_stdin && __raceward_is_first();
}

/// Another process has the same files.
static int __raceward_is_shared;

/// The program may use its descriptor, or reads wide characters.
void raceward_forgets(FILE *stream, int all) {
  if (stream == NULL)
    __raceward_is_shared = 1;
  else if (__raceward_is_kept(stream))
    ((struct __raceward_file *)stream)->known &= all ? kIsOwn : ~kPosition;
}

/// Where a stream is that is only read. The size of a file is up to others.
static int __raceward_seek(FILE *stream, long long offset, int whence) {
  const int fails = __raceward_fails((whence == 0) & (offset < 0));
  if (!__raceward_is_kept(stream))
    return fails;
  struct __raceward_file *file = (struct __raceward_file *)stream;
  const int wasKnown = file->known & kPosition;
  const long long before = wasKnown ? file->position : 0;
  file->known &= kStays;
  file->flags &= ~kFileHasEnded | fails;
  const int isKnown = (whence == 1 ? wasKnown : whence == 0 || whence == 2);
  if ((file->known & kIsOnlyRead) == 0 || !isKnown)
    return fails;
  if (!wasKnown && fails)
    return fails;
  const long long end = (long long)(__VERIFIER_nondet_ulonglong() >> 1);
  long long after = whence == 2 ? end : whence == 1 ? before + offset : offset;
  if (whence != 2 && offset != 0) { // some devices, as /dev/null, do not move
    const long long other = -(long long)raceward_guess_bool();
    after = (after & ~other) | (raceward_guess_long() & (long)((size_t)-1 >> 1) & other);
  }
  const long long stays = -(long long)(fails != 0);
  file->position = (before & stays) | (after & ~stays);
  file->known |= kPosition;
  return fails;
}

int fseek(FILE *stream, long offset, int whence) {
  return __raceward_seek(stream, offset, whence);
}
int fseeko(FILE *stream, long offset, int whence) {
  return __raceward_seek(stream, offset, whence);
}
int fseeko64(FILE *stream, long long offset, int whence) {
  return __raceward_seek(stream, offset, whence);
}

void rewind(FILE *stream) {
  __raceward_fails(0);
  if (!__raceward_is_kept(stream))
    return;
  struct __raceward_file *file = (struct __raceward_file *)stream;
  file->known &= kStays;
  file->flags = 0;
  file->position = 0;
  file->known |= (file->known & kIsOnlyRead) != 0 ? kPosition : 0;
}

static long long __raceward_tell(FILE *stream) {
  const int fails = __raceward_fails(0);
  const struct __raceward_file *file = (const struct __raceward_file *)stream;
  if (__raceward_is_kept(stream) && !__raceward_is_shared && (file->known & kPosition) != 0)
    return file->position | fails;
  return fails ? -1 : raceward_guess_long() & (long)((size_t)-1 >> 1);
}

long ftell(FILE *stream) {
  return (long)__raceward_tell(stream);
}
long ftello(FILE *stream) {
  return (long)__raceward_tell(stream);
}
long long ftello64(FILE *stream) {
  return __raceward_tell(stream);
}
