// What a stream is to the models: memory that the program gets a pointer to. The functions of stdio
// lock a stream while they use it, so that nothing of it can race; only the end of its life, by
// fclose(), meets them. That is why most models just look at the descriptor (model_use).
//
// The rest is for programs that see more of their streams: that lock them themselves, use them
// without a lock (putc_unlocked), give them memory or functions (setvbuf, fopencookie). In such a
// program every call that uses a stream comes after one of raceward_uses_stream()
// (src/program/StreamUses.h), which does all that under the lock of the stream.
#pragma once

#include "model.h"

#include <pthread.h>
#include <stdio.h>

struct model_stream {
  // The machine looks at these (src/symex/library/stream.h).
  int descriptor;
  int known;
  int flags;
  unsigned char given;
  long long place;
  char state;
  pthread_mutex_t lock;
  void *buffer; ///< memory of the program, or null
  size_t bytes;
  size_t position;
  char **text; ///< open_memstream(): where the program gets the buffer
  size_t *length;
  void *cookie;
  cookie_io_functions_t functions;
};

// The standard streams are objects of the library.
extern struct model_stream state_of_stdin;
extern struct model_stream state_of_stdout;
extern struct model_stream state_of_stderr;

/// How many streams with functions of the program are open.
extern int state_of_cookies;
/// It calls these functions.
void raceward_calls_stream(FILE *file);

static inline struct model_stream *model_stream_of(FILE *stream) {
  if (stream == stdin)
    return &state_of_stdin;
  if (stream == stdout)
    return &state_of_stdout;
  if (stream == stderr)
    return &state_of_stderr;
  return (struct model_stream *)stream;
}

/// A new stream, for a descriptor.
static inline struct model_stream *model_new_stream(int descriptor) {
  struct model_stream *stream = raceward_new(sizeof *stream);
  *stream = (struct model_stream){.descriptor = descriptor,
                                  .known = descriptor >= 0, // that it has not ended nor failed
                                  .lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};
  return stream;
}

/// The stream, or null with an error number.
static inline FILE *model_opened(struct model_stream *stream) {
  if (raceward_any_failure()) {
    errno = model_any_error();
    return NULL;
  }
  return (FILE *)stream;
}

/// The same for a file, whose descriptor is -1 if it cannot be opened.
static inline FILE *model_opened_file(int descriptor) {
  if (descriptor < 0) {
    errno = model_any_error();
    return NULL;
  }
  return (FILE *)model_new_stream(descriptor);
}

/// The number of its file; -1 if it has none.
static inline int model_descriptor_of(FILE *stream) {
  return model_stream_of(stream)->descriptor;
}

/// The stream is used: that must not meet the end of its life.
static inline void model_use(FILE *stream) {
  raceward_reads(model_stream_of(stream), sizeof(int));
}

/// Its state is used without its lock.
static inline void model_use_unlocked(FILE *stream) {
  model_stream_of(stream)->state = 0;
}

/// What raceward_prints() takes: 1 and 2 for the standard streams.
static inline int model_output_of(FILE *stream) {
  return model_descriptor_of(stream);
}

/// EOF or 0.
static inline int model_end(void) {
  return -(int)raceward_any_bool();
}
