// Positions, buffers and locks of streams, and what stdio_ext.h tells about them.
#include "../object.h"
#include "stream.h"

#include <stdio_ext.h>
#include <wchar.h>

int fileno(FILE *stream) {
  raceward_forgets(stream, 0);
  return model_descriptor_of(stream);
}
int fileno_unlocked(FILE *stream) {
  raceward_forgets(stream, 0);
  return model_descriptor_of(stream);
}

// -- positions -----------------------------------------------------------------------------------

// The others are functions of the machine (src/symex/library/stream.c).

int fgetpos(FILE *stream, fpos_t *to) {
  model_use(stream);
  raceward_guess_bytes(to, sizeof *to);
  return model_status();
}
int fgetpos64(FILE *stream, fpos64_t *to) {
  model_use(stream);
  raceward_guess_bytes(to, sizeof *to);
  return model_status();
}
int fsetpos(FILE *stream, const fpos_t *from) {
  model_use(stream);
  raceward_reads(from, sizeof *from);
  raceward_forgets(stream, 1);
  return model_status();
}
int fsetpos64(FILE *stream, const fpos64_t *from) {
  model_use(stream);
  raceward_reads(from, sizeof *from);
  raceward_forgets(stream, 1);
  return model_status();
}

// -- buffers -------------------------------------------------------------------------------------

/// The stream uses this memory from now on (raceward_uses_stream).
static void give_buffer(FILE *file, char *buffer, size_t bytes) {
  struct model_stream *stream = model_stream_of(file);
  if (buffer == NULL) {
    raceward_reads(stream, sizeof(int));
    return;
  }
  pthread_mutex_lock(&stream->lock);
  stream->buffer = buffer;
  stream->bytes = bytes;
  pthread_mutex_unlock(&stream->lock);
}
int setvbuf(FILE *stream, char *buffer, int mode, size_t bytes) {
  give_buffer(stream, buffer, bytes);
  return model_end();
}
void setbuf(FILE *stream, char *buffer) {
  give_buffer(stream, buffer, BUFSIZ);
}
void setbuffer(FILE *stream, char *buffer, size_t bytes) {
  give_buffer(stream, buffer, bytes);
}
void setlinebuf(FILE *stream) {
  model_use(stream);
}

// -- what the program sees of streams (src/program/StreamUses.h)
// -----------------------------------

/// Null stands for all streams (fflush), which other threads may lock one after the other.
void raceward_uses_stream(FILE *file) {
  if (file == NULL)
    return;
  struct model_stream *stream = model_stream_of(file);
  pthread_mutex_lock(&stream->lock);
  stream->state = 0;
  if (stream->buffer != NULL) {
    raceward_reads(stream->buffer, stream->bytes);
    raceward_writes(stream->buffer, stream->bytes);
  }
  pthread_mutex_unlock(&stream->lock);
}

/// fopencookie()
void raceward_calls_stream(FILE *file) {
  if (file == NULL)
    return;
  struct model_stream *stream = model_stream_of(file);
  pthread_mutex_lock(&stream->lock);
  void *cookie = stream->cookie;
  if (raceward_any_bool())
    MODEL_CALL(stream->functions.read, cookie, raceward_new(BUFSIZ), model_up_to(BUFSIZ));
  if (raceward_any_bool())
    MODEL_CALL(stream->functions.write, cookie, raceward_new(BUFSIZ), model_up_to(BUFSIZ));
  if (raceward_any_bool())
    MODEL_CALL(stream->functions.seek, cookie, raceward_new(sizeof(off64_t)), SEEK_SET);
  pthread_mutex_unlock(&stream->lock);
}
void raceward_closes_stream(FILE *file) {
  struct model_stream *stream = model_stream_of(file);
  MODEL_CALL(stream->functions.close, stream->cookie);
  __atomic_fetch_add(&state_of_cookies, -(stream->functions.write != NULL), __ATOMIC_SEQ_CST);
}

/// open_memstream(): the program sees what was written.
void raceward_flushes_stream(FILE *file) {
  if (file == NULL)
    return;
  struct model_stream *stream = model_stream_of(file);
  pthread_mutex_lock(&stream->lock);
  if (stream->text != NULL) {
    *stream->text = stream->buffer;
    *stream->length = stream->bytes;
  }
  pthread_mutex_unlock(&stream->lock);
}

/// fflush(NULL), where the program sees what it does to streams that are not known here.
void raceward_flushes_all(FILE *none) {
  raceward_gap("fflush(NULL) uses every stream of open_memstream() and fopencookie(), which is not "
               "followed: flush each of them by itself");
}

// -- locks ---------------------------------------------------------------------------------------

void flockfile(FILE *stream) {
  pthread_mutex_lock(&model_stream_of(stream)->lock);
}
void funlockfile(FILE *stream) {
  pthread_mutex_unlock(&model_stream_of(stream)->lock);
}
int ftrylockfile(FILE *stream) {
  return pthread_mutex_trylock(&model_stream_of(stream)->lock);
}
void _IO_flockfile(FILE *stream) {
  flockfile(stream);
}
void _IO_funlockfile(FILE *stream) {
  funlockfile(stream);
}
int _IO_ftrylockfile(FILE *stream) {
  return ftrylockfile(stream);
}

// -- stdio_ext.h: without the lock ---------------------------------------------------------------

/// Reading what other threads write under the lock: a race, as for other unlocked functions.
static int tell(FILE *stream) {
  raceward_reads(&model_stream_of(stream)->state, 1);
  return raceward_guess_bool();
}
int __freading(FILE *stream) {
  return tell(stream);
}
int __fwriting(FILE *stream) {
  return tell(stream);
}
int __freadable(FILE *stream) {
  return tell(stream);
}
int __fwritable(FILE *stream) {
  return tell(stream);
}
int __flbf(FILE *stream) {
  return tell(stream);
}
size_t __fbufsize(FILE *stream) {
  tell(stream);
  return raceward_guess_size();
}
size_t __fpending(FILE *stream) {
  tell(stream);
  return raceward_guess_size();
}
void __fpurge(FILE *stream) {
  model_use_unlocked(stream);
}
/// The program says that it locks the stream itself; then its uses are not ordered any more.
int __fsetlocking(FILE *stream, int type) {
  if (type == FSETLOCKING_BYCALLER)
    raceward_gap("a stream whose uses are not locked (__fsetlocking) is not followed");
  tell(stream);
  return raceward_guess_bool() ? FSETLOCKING_BYCALLER : FSETLOCKING_INTERNAL;
}
/// It locks each of them.
void _flushlbf(void) {}
