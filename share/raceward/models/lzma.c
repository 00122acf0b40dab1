// liblzma: streams and whole buffers (<lzma.h>).
//
// A stream is a struct of the program; its inner state belongs to one thread at a time.
#include "object.h"

typedef struct {
  void *(*alloc)(void *, size_t, size_t);
  void (*free)(void *, void *);
  void *opaque;
} lzma_allocator;

typedef struct {
  const uint8_t *next_in;
  size_t avail_in;
  uint64_t total_in;
  uint8_t *next_out;
  size_t avail_out;
  uint64_t total_out;
  const lzma_allocator *allocator;
  void *internal;
  void *reserved_pointers[4];
  uint64_t reserved_numbers[2];
  size_t reserved_sizes[2];
  unsigned reserved_kinds[2];
} lzma_stream;

/// LZMA_OK to LZMA_PROG_ERROR.
static unsigned anyCode(void) {
  return (unsigned)model_guess(0, 11);
}

static void *allocate(void *unused, size_t count, size_t bytes) {
  return raceward_new(count * bytes);
}
static void release(void *unused, void *memory) {
  free(memory);
}
static const lzma_allocator defaults = {allocate, release, NULL};

static const lzma_allocator *allocatorOf(const lzma_stream *stream) {
  return stream->allocator != NULL && stream->allocator->alloc != NULL ? stream->allocator
                                                                       : &defaults;
}

static unsigned initialise(lzma_stream *stream) {
  const unsigned status = anyCode();
  if (status == 0 && stream->internal == NULL) {
    const lzma_allocator *allocator = allocatorOf(stream);
    stream->internal = allocator->alloc(allocator->opaque, 1, 64);
  }
  if (status == 0) {
    model_changes(stream->internal);
    stream->total_in = 0;
    stream->total_out = 0;
  }
  return status;
}

unsigned lzma_auto_decoder(lzma_stream *stream, uint64_t memory, uint32_t flags) {
  return initialise(stream);
}
unsigned lzma_stream_decoder(lzma_stream *stream, uint64_t memory, uint32_t flags) {
  return initialise(stream);
}
unsigned lzma_alone_decoder(lzma_stream *stream, uint64_t memory) {
  return initialise(stream);
}
unsigned lzma_easy_encoder(lzma_stream *stream, uint32_t preset, unsigned check) {
  return initialise(stream);
}

/// Refuses a stream whose reserved members are not zero.
unsigned lzma_code(lzma_stream *stream, unsigned action) {
  raceward_reads(stream, sizeof *stream);
  model_changes(stream->internal);
  raceward_reads(stream->next_in, stream->avail_in);
  raceward_guess_bytes(stream->next_out, stream->avail_out);
  const size_t used = model_guess_up_to(stream->avail_in);
  const size_t made = model_guess_up_to(stream->avail_out);
  stream->next_in += used;
  stream->avail_in -= used;
  stream->total_in += used;
  stream->next_out += made;
  stream->avail_out -= made;
  stream->total_out += made;
  return anyCode();
}

void lzma_end(lzma_stream *stream) {
  const lzma_allocator *allocator = allocatorOf(stream);
  allocator->free(allocator->opaque, stream->internal);
  stream->internal = NULL;
}

static unsigned whole(const uint8_t *from, size_t *used, size_t bytes, uint8_t *to, size_t *made,
                      size_t room) {
  raceward_reads(from, bytes);
  raceward_guess_bytes(to + *made, room - *made);
  *made += model_guess_up_to(room - *made);
  if (used != NULL)
    *used = bytes;
  return anyCode();
}
unsigned lzma_easy_buffer_encode(uint32_t preset, unsigned check, const lzma_allocator *allocator,
                                 const uint8_t *from, size_t bytes, uint8_t *to, size_t *made,
                                 size_t room) {
  return whole(from, NULL, bytes, to, made, room);
}
unsigned lzma_stream_buffer_decode(uint64_t *memory, uint32_t flags,
                                   const lzma_allocator *allocator, const uint8_t *from,
                                   size_t *used, size_t bytes, uint8_t *to, size_t *made,
                                   size_t room) {
  *memory = *memory + 0;
  return whole(from, used, bytes, to, made, room);
}
/// How much it is in the worst case is up to the version; zero if there is no such size.
size_t lzma_stream_buffer_bound(size_t bytes) {
  const size_t least = bytes + 64;
  const size_t bound = model_guess_up_to(least + bytes / 8 + 256);
  return least < bytes ? 0 : bound < least ? least : bound;
}

uint32_t lzma_crc32(const uint8_t *from, size_t bytes, uint32_t before) {
  raceward_reads(from, bytes);
  return raceward_guess_uint();
}
uint64_t lzma_crc64(const uint8_t *from, size_t bytes, uint64_t before) {
  raceward_reads(from, bytes);
  uint64_t sum;
  raceward_guess_bytes(&sum, sizeof sum);
  return sum;
}
uint32_t lzma_version_number(void) {
  return raceward_any_uint();
}
const char *lzma_version_string(void) {
  return model_text();
}
