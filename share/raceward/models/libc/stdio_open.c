// Opening and closing streams, and the functions of stdio.h on names of files.
#include "stream.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

struct model_stream state_of_stdin = {.descriptor = 0,
                                      .lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};
struct model_stream state_of_stdout = {.descriptor = 1,
                                       .lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};
struct model_stream state_of_stderr = {.descriptor = 2,
                                       .lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};

/// What is known of a new stream: it has not ended nor failed. If it is only read, it is at 0.
static int knownOfNew(const char *mode) {
  enum { kFlags = 1, kIsOnlyRead = 2, kPosition = 4 };
  const int writes = (mode[0] != 'r') | (strchr(mode, '+') != NULL);
  return kFlags | ((kIsOnlyRead | kPosition) & -!writes);
}

/// The path is only handed on to the kernel.
static FILE *open_file(const char *path, const char *mode) {
  raceward_reads_text(mode);
  if (model_reads_path(path) != 0)
    return NULL;
  if ((mode[0] != 'r') & (mode[0] != 'w') & (mode[0] != 'a')) {
    errno = EINVAL;
    return NULL;
  }
  FILE *file = model_opened_file(raceward_new_descriptor(RACEWARD_FILE));
  if (file != NULL)
    ((struct model_stream *)file)->known = knownOfNew(mode);
  return file;
}

FILE *fopen(const char *path, const char *mode) {
  return open_file(path, mode);
}
FILE *fopen64(const char *path, const char *mode) {
  return open_file(path, mode);
}
FILE *_IO_fopen(const char *path, const char *mode) {
  return open_file(path, mode);
}

FILE *tmpfile(void) {
  enum { kIsOwn = 16 };
  FILE *file = model_opened_file(raceward_new_descriptor(RACEWARD_FILE));
  if (file != NULL)
    ((struct model_stream *)file)->known = kIsOwn;
  return file;
}
FILE *tmpfile64(void) {
  return tmpfile();
}

static FILE *open_number(int descriptor, const char *mode) {
  raceward_reads_text(mode);
  if (descriptor < 0) {
    errno = model_any_error(); // of the mode, if that is wrong, too
    return NULL;
  }
  raceward_loses(descriptor, 0);
  return model_opened(model_new_stream(descriptor));
}
FILE *fdopen(int descriptor, const char *mode) {
  return open_number(descriptor, mode);
}
FILE *_IO_fdopen(int descriptor, const char *mode) {
  return open_number(descriptor, mode);
}

/// What a shell reads and writes is outside of the program.
static FILE *open_command(const char *command, const char *mode) {
  raceward_reads_text(command);
  raceward_reads_text(mode);
  return model_opened_file(raceward_new_descriptor(RACEWARD_FILE));
}
FILE *popen(const char *command, const char *mode) {
  return open_command(command, mode);
}
FILE *_IO_popen(const char *command, const char *mode) {
  return open_command(command, mode);
}

static int close_stream(FILE *file) {
  raceward_closes(model_descriptor_of(file));
  if ((file == stdin) | (file == stdout) | (file == stderr))
    return model_status();
  free(file);
  return model_status();
}
int fclose(FILE *stream) {
  return close_stream(stream);
}
int _IO_fclose(FILE *stream) {
  return close_stream(stream);
}
int pclose(FILE *stream) {
  close_stream(stream);
  return (int)model_count(0xFFFF); // the status of a process
}
int _IO_pclose(FILE *stream) {
  return pclose(stream);
}
/// The streams are not freed, since the program may still have pointers to them.
int fcloseall(void) {
  raceward_closes(RACEWARD_ANY);
  return model_end();
}

/// The old file is closed, and the stream refers to another. If that fails, its life has ended.
static FILE *open_again(const char *path, const char *mode, FILE *file) {
  if (path != NULL)
    raceward_reads_text(path);
  raceward_reads_text(mode);
  if ((file == stdin) | (file == stdout) | (file == stderr)) {
    raceward_refers(model_descriptor_of(file), RACEWARD_FILE);
    return model_status() < 0 ? NULL : file;
  }
  if (model_status() < 0) {
    free(file);
    return NULL;
  }
  raceward_reads(file, sizeof(int));
  raceward_forgets(file, 1);
  return file;
}
FILE *freopen(const char *path, const char *mode, FILE *stream) {
  return open_again(path, mode, stream);
}
FILE *freopen64(const char *path, const char *mode, FILE *stream) {
  return open_again(path, mode, stream);
}

/// Without memory of the program, the stream has its own.
FILE *fmemopen(void *memory, size_t bytes, const char *mode) {
  raceward_reads_text(mode);
  struct model_stream *stream = model_new_stream(-1);
  stream->buffer = memory;
  stream->bytes = bytes;
  if (memory != NULL && bytes != 0 && mode[0] == 'w' && mode[1] == '+')
    *(char *)memory = 0;
  if (memory != NULL)
    stream->position = strnlen(memory, bytes);
  return model_opened(stream);
}

/// How much is written to it is not followed: up to the size of the memory that it gets here.
enum { kMostText = 4096 };

static struct model_stream *open_text(char **text, size_t *length, size_t character) {
  struct model_stream *stream = model_new_stream(-1);
  raceward_bound("what is written to a stream in memory is not followed: up to 4095 characters");
  stream->text = text;
  stream->length = length;
  stream->buffer = raceward_new(kMostText * character);
  raceward_guess_bytes(stream->buffer, kMostText * character);
  stream->bytes = raceward_guess_size() & (kMostText - 1);
  *text = stream->buffer;
  *length = 0;
  return stream;
}
FILE *open_memstream(char **text, size_t *length) {
  struct model_stream *stream = open_text(text, length, 1);
  ((char *)stream->buffer)[kMostText - 1] = 0;
  return model_opened(stream);
}
FILE *open_wmemstream(wchar_t **text, size_t *length) {
  struct model_stream *stream = open_text((char **)text, length, sizeof(wchar_t));
  ((wchar_t *)stream->buffer)[kMostText - 1] = 0;
  return model_opened(stream);
}

int state_of_cookies;
static _Atomic(FILE *) state_of_last_cookie;

/// What the process has not closed is written when it ends, behind all functions of atexit().
static void write_rest(void) {
  if (__atomic_load_n(&state_of_cookies, __ATOMIC_SEQ_CST) <= 0)
    return;
  raceward_not_executed("exit() writes what is left in a stream of fopencookie(), which is not "
                        "followed: close it before");
  raceward_calls_stream(state_of_last_cookie);
}

FILE *fopencookie(void *cookie, const char *mode, cookie_io_functions_t functions) {
  raceward_reads_text(mode);
  struct model_stream *stream = model_new_stream(-1);
  stream->cookie = cookie;
  stream->functions = functions;
  FILE *file = model_opened(stream);
  if (file == NULL)
    return NULL;
  __atomic_fetch_add(&state_of_cookies, functions.write != NULL, __ATOMIC_SEQ_CST);
  state_of_last_cookie = file;
  atexit(write_rest);
  return file;
}

int remove(const char *path) {
  return model_status_of_path(path);
}
int rename(const char *from, const char *to) {
  return model_status_of_paths(from, to);
}
int renameat(int fromFolder, const char *from, int toFolder, const char *to) {
  return rename(from, to);
}
int renameat2(int fromFolder, const char *from, int toFolder, const char *to, unsigned flags) {
  return rename(from, to);
}

static char state_of_tmpnam[L_tmpnam];

/// A name: any text of at most this size.
static char *give_name(char *to, size_t bytes) {
  raceward_writes(to, bytes);
  to[bytes - 1] = 0;
  return to;
}
char *tmpnam(char *to) {
  if (raceward_any_failure())
    return NULL;
  return give_name(to != NULL ? to : state_of_tmpnam, L_tmpnam);
}
char *tmpnam_r(char *to) {
  return to == NULL || raceward_any_failure() ? NULL : give_name(to, L_tmpnam);
}
char *tempnam(const char *folder, const char *prefix) {
  size_t bytes = 64;
  if (folder != NULL)
    bytes += raceward_reads_text(folder);
  if (prefix != NULL)
    bytes += raceward_reads_text(prefix);
  return raceward_any_failure() ? NULL : give_name(raceward_new(bytes), bytes);
}

static char state_of_ctermid[L_ctermid];
char *ctermid(char *to) {
  return give_name(to != NULL ? to : state_of_ctermid, L_ctermid);
}
static char state_of_cuserid[L_cuserid];
char *cuserid(char *to) {
  if (to != NULL)
    return give_name(to, L_cuserid);
  return raceward_any_failure() ? NULL : give_name(state_of_cuserid, L_cuserid);
}
