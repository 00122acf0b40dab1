// libbz2: streams, whole buffers, files (<bzlib.h>).
//
// A stream is a struct of the program; its inner state and files belong to one thread at a time.
#include "object.h"

#include <stdio.h>

typedef struct {
  char *next_in;
  unsigned avail_in;
  unsigned total_in_lo32;
  unsigned total_in_hi32;
  char *next_out;
  unsigned avail_out;
  unsigned total_out_lo32;
  unsigned total_out_hi32;
  void *state;
  void *(*bzalloc)(void *, int, int);
  void (*bzfree)(void *, void *);
  void *opaque;
} bz_stream;

/// BZ_CONFIG_ERROR to BZ_STREAM_END.
static int anyCode(void) {
  return model_guess(-9, 4);
}

// Where the program gives no functions for memory, these are put into its struct.
static void *allocate(void *unused, int count, int bytes) {
  return raceward_new((size_t)count * (size_t)bytes);
}
static void release(void *unused, void *memory) {
  free(memory);
}

static int initialise(bz_stream *stream, int isUsual) {
  if (!isUsual)
    return -2; // BZ_PARAM_ERROR
  if (stream->bzalloc == NULL)
    stream->bzalloc = allocate;
  if (stream->bzfree == NULL)
    stream->bzfree = release;
  if (raceward_any_failure())
    return -3; // no memory
  stream->state = stream->bzalloc(stream->opaque, 1, 64);
  stream->total_in_lo32 = stream->total_in_hi32 = 0;
  stream->total_out_lo32 = stream->total_out_hi32 = 0;
  return 0;
}
static int work(bz_stream *stream) {
  model_changes(stream->state);
  raceward_reads(stream->next_in, stream->avail_in);
  raceward_guess_bytes(stream->next_out, stream->avail_out);
  const unsigned used = (unsigned)model_guess_up_to(stream->avail_in);
  const unsigned made = (unsigned)model_guess_up_to(stream->avail_out);
  stream->next_in += used;
  stream->avail_in -= used;
  stream->next_out += made;
  stream->avail_out -= made;
  stream->total_in_lo32 = raceward_guess_uint();
  stream->total_in_hi32 = raceward_guess_uint();
  stream->total_out_lo32 = raceward_guess_uint();
  stream->total_out_hi32 = raceward_guess_uint();
  return anyCode();
}
static int end(bz_stream *stream) {
  stream->bzfree(stream->opaque, stream->state);
  stream->state = NULL;
  return 0;
}

int BZ2_bzCompressInit(bz_stream *stream, int size, int verbosity, int factor) {
  return initialise(stream, (size >= 1) & (size <= 9) & (factor >= 0) & (factor <= 250));
}
int BZ2_bzDecompressInit(bz_stream *stream, int verbosity, int small) {
  return initialise(stream, ((small == 0) | (small == 1)) & (verbosity >= 0) & (verbosity <= 4));
}
int BZ2_bzCompress(bz_stream *stream, int action) {
  return work(stream);
}
int BZ2_bzDecompress(bz_stream *stream) {
  return work(stream);
}
int BZ2_bzCompressEnd(bz_stream *stream) {
  return end(stream);
}
int BZ2_bzDecompressEnd(bz_stream *stream) {
  return end(stream);
}

static int whole(char *to, unsigned *room, const char *from, unsigned bytes) {
  if (to == NULL || room == NULL || from == NULL)
    return -2; // BZ_PARAM_ERROR
  raceward_reads(from, bytes);
  raceward_guess_bytes(to, *room);
  *room = (unsigned)model_guess_up_to(*room);
  return model_guess(-9, 0);
}
int BZ2_bzBuffToBuffCompress(char *to, unsigned *room, char *from, unsigned bytes, int size,
                             int verbosity, int factor) {
  return whole(to, room, from, bytes);
}
int BZ2_bzBuffToBuffDecompress(char *to, unsigned *room, char *from, unsigned bytes, int small,
                               int verbosity) {
  return whole(to, room, from, bytes);
}

// -- files -------------------------------------------------------------------------------------

typedef struct bzFile BZFILE;

static BZFILE *newFile(void) {
  model_error_number();
  return raceward_any_failure() ? NULL : model_object(1);
}
/// Without a path it is a standard stream.
BZFILE *BZ2_bzopen(const char *path, const char *mode) {
  model_reads_text_if_given(path);
  model_reads_text_if_given(mode);
  return newFile();
}
BZFILE *BZ2_bzdopen(int descriptor, const char *mode) {
  raceward_receives(descriptor);
  model_reads_text_if_given(mode);
  return newFile();
}
int BZ2_bzread(BZFILE *file, void *to, int bytes) {
  model_changes(file);
  raceward_writes(to, (size_t)bytes);
  return model_number(-1, bytes);
}
int BZ2_bzwrite(BZFILE *file, void *from, int bytes) {
  model_changes(file);
  raceward_reads(from, (size_t)bytes);
  return model_number(-1, bytes);
}
int BZ2_bzflush(BZFILE *file) {
  return 0;
}
void BZ2_bzclose(BZFILE *file) {
  free(file);
}
const char *BZ2_bzerror(BZFILE *file, int *status) {
  model_looks_at(file);
  *status = anyCode();
  return model_text();
}
const char *BZ2_bzlibVersion(void) {
  return model_text();
}
BZFILE *BZ2_bzReadOpen(int *status, FILE *stream, int verbosity, int small, void *unused,
                       int bytes) {
  if (bytes > 0)
    raceward_reads(unused, (size_t)bytes);
  BZFILE *file = newFile();
  if (status != NULL)
    *status = anyCode();
  return file;
}
BZFILE *BZ2_bzWriteOpen(int *status, FILE *stream, int size, int verbosity, int factor) {
  BZFILE *file = newFile();
  if (status != NULL)
    *status = anyCode();
  return file;
}
int BZ2_bzRead(int *status, BZFILE *file, void *to, int bytes) {
  if (status != NULL)
    *status = anyCode();
  return BZ2_bzread(file, to, bytes);
}
void BZ2_bzWrite(int *status, BZFILE *file, void *from, int bytes) {
  if (status != NULL)
    *status = anyCode();
  BZ2_bzwrite(file, from, bytes);
}
void BZ2_bzReadClose(int *status, BZFILE *file) {
  if (status != NULL)
    *status = anyCode();
  free(file);
}
void BZ2_bzWriteClose(int *status, BZFILE *file, int abandon, unsigned *in, unsigned *out) {
  if (status != NULL)
    *status = anyCode();
  if (in != NULL)
    *in = raceward_any_uint();
  if (out != NULL)
    *out = raceward_any_uint();
  free(file);
}
