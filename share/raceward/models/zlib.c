// zlib: streams, whole buffers, files (<zlib.h>). Zopfli's part of a stream is here, too.
//
// A stream is a struct of the program. What is behind its pointers is read and written up to the
// end, and the pointers move by any part of that. Its inner state and files belong to one thread at
// a time.
#include "object.h"

struct z_stream_s {
  unsigned char *next_in;
  unsigned avail_in;
  unsigned long total_in;
  unsigned char *next_out;
  unsigned avail_out;
  unsigned long total_out;
  const char *msg;
  struct internal_state *state;
  void *(*zalloc)(void *, unsigned, unsigned);
  void (*zfree)(void *, void *);
  void *opaque;
  int data_type;
  unsigned long adler;
  unsigned long reserved;
};
typedef struct z_stream_s z_stream;

struct internal_state {
  char changed;
  void *memory; ///< from the program's function
  unsigned char *window;
};

/// Z_VERSION_ERROR to Z_NEED_DICT. Which one it is follows from the arguments.
static int anyCode(void) {
  return model_guess(-6, 2);
}

// Where the program gives no functions for memory, these are put into its struct.
static void *allocate(void *unused, unsigned count, unsigned bytes) {
  return raceward_new((size_t)count * bytes);
}
static void release(void *unused, void *memory) {
  free(memory);
}

/// A version that does not fit is an error before all else.
static int initialise(z_stream *stream, const char *version, int size, int isUsual) {
  enum { kVersionError = -6, kNoMemory = -4 };
  model_reads_text_if_given(version);
  const int isRefused = !isUsual || stream == NULL || version == NULL || version[0] != '1' ||
                        size != (int)sizeof *stream;
  const int status = isRefused ? anyCode() : kNoMemory & -(int)raceward_any_failure();
  if (status == kVersionError || stream == NULL)
    return status;
  stream->msg = NULL;
  if (stream->zalloc == NULL) {
    stream->zalloc = allocate;
    stream->opaque = NULL;
  }
  if (stream->zfree == NULL)
    stream->zfree = release;
  if (status != 0)
    return status;
  stream->state = model_object(sizeof *stream->state);
  stream->state->memory = stream->zalloc(stream->opaque, 1, 64);
  stream->adler = raceward_guess_ulong();
  stream->total_in = 0;
  stream->total_out = 0;
  return 0;
}
static int initialiseDeflation(z_stream *stream, const char *version, int size, int isUsual) {
  const int status = initialise(stream, version, size, isUsual);
  if (status == 0)
    stream->data_type = raceward_guess_int();
  return status;
}

static int end(z_stream *stream) {
  if (stream->state == NULL)
    return -2;
  stream->zfree(stream->opaque, stream->state->memory);
  free(stream->state);
  stream->state = NULL;
  return model_guess(-3, 0); // of deflateEnd(): whether all was compressed
}

/// Only the inner state changes.
static int adjust(z_stream *stream) {
  model_changes(stream->state);
  return anyCode();
}

static int reset(z_stream *stream) {
  model_changes(stream->state);
  stream->total_in = 0;
  stream->total_out = 0;
  stream->msg = NULL;
  stream->adler = raceward_guess_ulong();
  return anyCode();
}

static int work(z_stream *stream) {
  model_changes(stream->state);
  raceward_reads(stream->next_in, stream->avail_in);
  raceward_guess_bytes(stream->next_out, stream->avail_out);
  const unsigned used = (unsigned)model_guess_up_to(stream->avail_in);
  const unsigned made = (unsigned)model_guess_up_to(stream->avail_out);
  stream->next_in += used;
  stream->avail_in -= used;
  stream->total_in += used;
  stream->next_out += made;
  stream->avail_out -= made;
  stream->total_out += made;
  stream->adler = raceward_guess_ulong();
  stream->data_type = raceward_guess_int();
  const int status = anyCode();
  if (status < 0)
    stream->msg = model_guess_text();
  return status;
}

int deflateInit_(z_stream *stream, int level, const char *version, int size) {
  return initialiseDeflation(stream, version, size, (level >= -1) & (level <= 9));
}
int deflateInit2_(z_stream *stream, int level, int method, int bits, int memory, int strategy,
                  const char *version, int size) {
  const int kind = bits < 0 ? -bits : bits > 15 ? bits - 16 : bits;
  const int isUsual = (level >= -1) & (level <= 9) & (method == 8) & (kind >= 9) & (kind <= 15) &
                      (memory >= 1) & (memory <= 9) & (strategy >= 0) & (strategy <= 4);
  return initialiseDeflation(stream, version, size, isUsual);
}
int inflateInit_(z_stream *stream, const char *version, int size) {
  return initialise(stream, version, size, 1);
}
int inflateInit2_(z_stream *stream, int bits, const char *version, int size) {
  const int kind = bits < 0 ? -bits : bits & 15;
  return initialise(stream, version, size, (kind >= 9) & (kind <= 15) & (bits < 48));
}
int deflate(z_stream *stream, int flush) {
  return work(stream);
}
int inflate(z_stream *stream, int flush) {
  return work(stream);
}
int deflateEnd(z_stream *stream) {
  return end(stream);
}
int inflateEnd(z_stream *stream) {
  return end(stream);
}
int deflateReset(z_stream *stream) {
  stream->data_type = raceward_guess_int();
  return reset(stream);
}
int inflateReset(z_stream *stream) {
  return reset(stream);
}
int inflateReset2(z_stream *stream, int bits) {
  return reset(stream);
}
/// What was given with the old parameters is compressed first.
int deflateParams(z_stream *stream, int level, int strategy) {
  return work(stream);
}
int inflateSync(z_stream *stream) {
  return work(stream);
}
int deflatePrime(z_stream *stream, int bits, int value) {
  return adjust(stream);
}
int inflatePrime(z_stream *stream, int bits, int value) {
  return adjust(stream);
}
int deflateTune(z_stream *stream, int good, int lazy, int nice, int chain) {
  return adjust(stream);
}
int deflatePending(z_stream *stream, unsigned *pending, int *bits) {
  model_looks_at(stream->state);
  if (pending != NULL)
    *pending = raceward_guess_uint();
  if (bits != NULL)
    *bits = model_guess(0, 7);
  return anyCode();
}
int deflateSetDictionary(z_stream *stream, const unsigned char *from, unsigned bytes) {
  raceward_reads(from, bytes);
  stream->adler = raceward_guess_ulong();
  // It is taken as input, which is then exchanged for the former one again.
  stream->next_in = stream->next_in + 0;
  stream->avail_in = stream->avail_in + 0;
  stream->total_in += model_guess_up_to(bytes);
  return adjust(stream);
}
int inflateSetDictionary(z_stream *stream, const unsigned char *from, unsigned bytes) {
  raceward_reads(from, bytes);
  return adjust(stream);
}
/// Depends on the parameters, and on the version.
unsigned long deflateBound(z_stream *stream, unsigned long bytes) {
  if (stream != NULL) {
    raceward_reads(stream, sizeof *stream);
    if (stream->state != NULL)
      model_looks_at(stream->state);
  }
  return bytes + (bytes >> 12) + (bytes >> 14) + (bytes >> 25) + 7 +
         (unsigned long)model_guess_up_to((bytes >> 3) + 64);
}

// -- with functions for input and output -------------------------------------------------------

int inflateBackInit_(z_stream *stream, int bits, unsigned char *window, const char *version,
                     int size) {
  const int isUsual = (window != NULL) & (bits >= 9) & (bits <= 15);
  const int status = initialise(stream, version, size, isUsual);
  if (status == 0)
    stream->state->window = window;
  return status;
}
int inflateBack(z_stream *stream, unsigned (*in)(void *, unsigned char **), void *from,
                int (*out)(void *, unsigned char *, unsigned), void *to) {
  unsigned char *window = stream->state->window;
  model_changes(stream->state);
  unsigned char *next = stream->next_in;
  unsigned bytes = next != NULL ? stream->avail_in : 0;
  while (raceward_guess_bool()) {
    if (bytes > 0)
      raceward_reads(next, bytes);
    if (raceward_guess_bool()) {
      bytes = in(from, &next);
      if (bytes == 0)
        break;
    }
    const unsigned made = (unsigned)model_guess(1, 32768);
    raceward_writes_all(window);
    if (out(to, window, made) != 0)
      break;
  }
  const unsigned left = (unsigned)model_guess_up_to(bytes);
  stream->next_in = next == NULL || raceward_guess_bool() ? NULL : next + (bytes - left);
  stream->avail_in = left;
  stream->msg = NULL;
  return anyCode();
}
int inflateBackEnd(z_stream *stream) {
  return end(stream);
}

// -- whole buffers -----------------------------------------------------------------------------

static int whole(unsigned char *to, unsigned long *room, const unsigned char *from,
                 unsigned long bytes) {
  raceward_reads(from, bytes);
  raceward_guess_bytes(to, *room);
  *room = model_guess_up_to(*room);
  return model_guess(-5, 0);
}
int compress(unsigned char *to, unsigned long *room, const unsigned char *from,
             unsigned long bytes) {
  return whole(to, room, from, bytes);
}
int compress2(unsigned char *to, unsigned long *room, const unsigned char *from,
              unsigned long bytes, int level) {
  return whole(to, room, from, bytes);
}
int uncompress(unsigned char *to, unsigned long *room, const unsigned char *from,
               unsigned long bytes) {
  return whole(to, room, from, bytes);
}
unsigned long compressBound(unsigned long bytes) {
  return bytes + (bytes >> 12) + (bytes >> 14) + (bytes >> 25) + 13;
}

enum { kMostSummed = 256 }; // bytes; sums of more are guesses

unsigned long adler32_z(unsigned long before, const unsigned char *from, size_t bytes) {
  if (from == NULL)
    return 1;
  raceward_reads(from, bytes);
  unsigned low = before & 0xffff;
  unsigned high = before >> 16 & 0xffff;
  if ((bytes > kMostSummed) | (low >= 65521) | (high >= 65521)) // or what is not a sum
    return raceward_guess_uint();
  for (size_t i = 0; i < bytes; ++i) {
    low = (low + from[i]) % 65521;
    high = (high + low) % 65521;
  }
  return high << 16 | low;
}
unsigned long crc32_z(unsigned long before, const unsigned char *from, size_t bytes) {
  if (from == NULL)
    return 0;
  raceward_reads(from, bytes);
  if (bytes > kMostSummed)
    return raceward_guess_uint();
  unsigned rest = ~(unsigned)before;
  for (size_t i = 0; i < bytes; ++i) {
    rest ^= from[i];
    for (int bit = 0; bit < 8; ++bit)
      rest = rest >> 1 ^ (0xedb88320 & -(rest & 1));
  }
  return (unsigned)~rest;
}
unsigned long adler32(unsigned long before, const unsigned char *from, unsigned bytes) {
  return adler32_z(before, from, bytes);
}
unsigned long crc32(unsigned long before, const unsigned char *from, unsigned bytes) {
  return crc32_z(before, from, bytes);
}
unsigned long crc32_combine(unsigned long first, unsigned long second, long bytes) {
  return raceward_guess_uint();
}
unsigned long adler32_combine(unsigned long first, unsigned long second, long bytes) {
  return raceward_guess_uint();
}

/// Made once, and never changed: a table that nobody else has.
const unsigned *get_crc_table(void) {
  unsigned *table = raceward_new(256 * sizeof *table);
  for (unsigned i = 0; i < 256; ++i) {
    unsigned rest = i;
    for (int bit = 0; bit < 8; ++bit)
      rest = rest >> 1 ^ (0xedb88320 & -(rest & 1));
    table[i] = rest;
  }
  return table;
}
const char *zlibVersion(void) {
  return model_text();
}
const char *zError(int status) {
  return model_guess_text();
}

// -- files -------------------------------------------------------------------------------------

// Programs look at the first member: macros take characters from the buffer if there are any.
typedef struct {
  unsigned have;
  unsigned char *next;
  long long position;
} *gzFile;

static gzFile newFile(void) {
  model_error_number();
  return raceward_any_failure() ? NULL : model_object(sizeof *(gzFile)NULL);
}
static void uses(gzFile file) {
  file->have = 0;
  file->position = raceward_any_longlong();
}

gzFile gzopen(const char *path, const char *mode) {
  if (path == NULL)
    return NULL;
  raceward_reads_text(path);
  raceward_reads_text(mode);
  return newFile();
}
gzFile gzopen64(const char *path, const char *mode) {
  return gzopen(path, mode);
}
gzFile gzdopen(int descriptor, const char *mode) {
  raceward_receives(descriptor);
  raceward_reads_text(mode);
  return newFile();
}
int gzclose(gzFile file) {
  if (file == NULL)
    return -2;
  free(file);
  return model_number(-5, 0);
}
int gzclose_r(gzFile file) {
  return gzclose(file);
}
int gzclose_w(gzFile file) {
  return gzclose(file);
}
int gzread(gzFile file, void *to, unsigned bytes) {
  uses(file);
  raceward_writes(to, bytes);
  return model_number(-1, (int)bytes);
}
int gzwrite(gzFile file, const void *from, unsigned bytes) {
  uses(file);
  raceward_reads(from, bytes);
  return model_number(0, (int)bytes);
}
char *gzgets(gzFile file, char *to, int bytes) {
  uses(file);
  if (raceward_any_failure())
    return NULL;
  model_writes_text(to, (size_t)bytes);
  return to;
}
int gzputs(gzFile file, const char *text) {
  uses(file);
  const size_t length = raceward_reads_text(text);
  return model_number(-1, (int)length);
}
int gzgetc(gzFile file) {
  uses(file);
  return model_number(-1, 255);
}
int gzgetc_(gzFile file) {
  return gzgetc(file);
}

#define ON_FILE(RESULT, FUNCTION, ANY)                                                             \
  RESULT FUNCTION(gzFile file) {                                                                   \
    uses(file);                                                                                    \
    return ANY;                                                                                    \
  }
ON_FILE(int, gzeof, raceward_any_bool())
ON_FILE(int, gzrewind, model_number(-1, 0))
ON_FILE(int, gzdirect, raceward_any_bool())
ON_FILE(long, gztell, raceward_guess_long())
ON_FILE(long, gzoffset, raceward_any_long())
int gzputc(gzFile file, int character) {
  uses(file);
  return (character & 255) | -(int)raceward_any_failure();
}
int gzungetc(int character, gzFile file) {
  uses(file);
  return character | -(int)raceward_guess_bool();
}
long gzseek(gzFile file, long offset, int from) {
  uses(file);
  return raceward_guess_long();
}
int gzflush(gzFile file, int flush) {
  uses(file);
  return anyCode();
}
int gzbuffer(gzFile file, unsigned bytes) {
  uses(file);
  return model_number(-1, 0);
}
int gzsetparams(gzFile file, int level, int strategy) {
  uses(file);
  return anyCode();
}
void gzclearerr(gzFile file) {
  uses(file);
}
const char *gzerror(gzFile file, int *status) {
  raceward_reads(file, sizeof *file);
  if (status != NULL)
    *status = anyCode();
  return model_text();
}

// -- Zopfli ------------------------------------------------------------------------------------

typedef struct {
  int verbose, verbose_more, numiterations, blocksplitting, blocksplittinglast, blocksplittingmax;
} ZopfliOptions;

void ZopfliInitOptions(ZopfliOptions *options) {
  *options = (ZopfliOptions){.numiterations = 15, .blocksplitting = 1, .blocksplittingmax = 15};
}
/// The output grows: it is moved to new memory.
void ZopfliDeflatePart(const ZopfliOptions *options, int kind, int isLast,
                       const unsigned char *from, size_t start, size_t stop, unsigned char *bits,
                       unsigned char **to, size_t *bytes) {
  raceward_reads(options, sizeof *options);
  raceward_reads(from, stop);
  *bits = raceward_guess_uchar();
  const size_t grown = *bytes + model_guess_up_to(2 * (stop - start) + 64);
  unsigned char *moved = realloc(*to, grown + 1);
  raceward_guess_bytes(moved, grown + 1);
  *to = moved;
  *bytes = grown;
}
