// Functions that models call and that are no models, since Raceward knows them itself. `run` gives
// calls of NAME to used_NAME. Where it has a result, so have we; elsewhere any is possible.
#include "harness.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

static void *copy(void *to, const void *from, size_t bytes) {
  touch(from, bytes, READ);
  touch(to, bytes, WRITE);
  return memmove(to, from, bytes);
}

// ---- memory and texts

void *used_memcpy(void *to, const void *from, size_t bytes) {
  return copy(to, from, bytes);
}
void *used_memmove(void *to, const void *from, size_t bytes) {
  return copy(to, from, bytes);
}
void *used_mempcpy(void *to, const void *from, size_t bytes) {
  return (char *)copy(to, from, bytes) + bytes;
}
void *used_memset(void *to, int byte, size_t bytes) {
  touch(to, bytes, WRITE);
  return memset(to, byte, bytes);
}
int used_memcmp(const void *a, const void *b, size_t bytes) {
  touch(a, bytes, READ);
  touch(b, bytes, READ);
  return memcmp(a, b, bytes);
}
void *used_memchr(const void *a, int byte, size_t bytes) {
  const char *const found = memchr(a, byte, bytes);
  touch(a, found == NULL ? bytes : (size_t)(found - (const char *)a) + 1, READ);
  return (void *)found;
}
size_t used_strlen(const char *text) {
  const size_t length = strlen(text);
  touch(text, length + 1, READ);
  return length;
}
size_t used_strnlen(const char *text, size_t most) {
  const size_t length = strnlen(text, most);
  touch(text, length < most ? length + 1 : most, READ);
  return length;
}
int used_strcmp(const char *a, const char *b) {
  size_t same = 0;
  while (a[same] != 0 && a[same] == b[same])
    ++same;
  touch(a, same + 1, READ);
  touch(b, same + 1, READ);
  return (unsigned char)a[same] - (unsigned char)b[same];
}
int used_strncmp(const char *a, const char *b, size_t most) {
  for (size_t i = 0; i < most; ++i) {
    touch(a + i, 1, READ);
    touch(b + i, 1, READ);
    if (a[i] != b[i] || a[i] == 0)
      return (unsigned char)a[i] - (unsigned char)b[i];
  }
  return 0;
}
char *used_strchr(const char *text, int byte) {
  for (;; ++text) {
    touch(text, 1, READ);
    if (*text == (char)byte)
      return (char *)text;
    if (*text == 0)
      return NULL;
  }
}
char *used_strrchr(const char *text, int byte) {
  used_strlen(text);
  return strrchr(text, byte);
}
char *used_strcpy(char *to, const char *from) {
  return copy(to, from, used_strlen(from) + 1);
}
char *used_stpcpy(char *to, const char *from) {
  const size_t length = used_strlen(from);
  return (char *)copy(to, from, length + 1) + length;
}
char *used_strcat(char *to, const char *from) {
  used_strcpy(to + used_strlen(to), from);
  return to;
}
char *used_strdup(const char *text) {
  used_strlen(text);
  return strdup(text);
}
void used_free(void *memory) {
  recording.state = true;
  if (memory != NULL && bufferAt(memory) != NULL)
    touch(memory, 1, READ | WRITE);
  // What a model allocates is left: a run that is abandoned would lose it anyway.
}
void *used_realloc(void *memory, size_t bytes) {
  recording.state = true;
  void *const fresh = calloc(1, bytes + 64);
  if (memory == NULL)
    return fresh;
  used_free(memory);
  const struct Buffer *const buffer = bufferAt(memory);
  const size_t old = buffer == NULL
                         ? malloc_usable_size(memory)
                         : (size_t)(buffer->start + buffer->size - (unsigned char *)memory);
  memcpy(fresh, memory, old < bytes ? old : bytes);
  return fresh;
}
int used_pthread_create(void *thread, const void *attributes, void *(*start)(void *), void *with) {
  recording.thread = true;
  touch(thread, sizeof(unsigned long), WRITE);
  (void)attributes;
  start(with);
  return 0;
}

// ---- more texts

char *used_strchrnul(const char *text, int byte) {
  const char *const found = used_strchr(text, byte);
  return found != NULL ? (char *)found : (char *)text + strlen(text);
}
char *used_strncpy(char *to, const char *from, size_t most) {
  touch(from, strnlen(from, most) + (strnlen(from, most) < most), READ);
  touch(to, most, WRITE);
  return strncpy(to, from, most);
}
char *used_stpncpy(char *to, const char *from, size_t most) {
  used_strncpy(to, from, most);
  return to + strnlen(from, most);
}
char *used_strncat(char *to, const char *from, size_t most) {
  char *const end = to + used_strlen(to);
  const size_t length = used_strnlen(from, most);
  copy(end, from, length);
  used_memset(end + length, 0, 1);
  return to;
}
void *used_memrchr(const void *a, int byte, size_t bytes) {
  const char *const found = memrchr(a, byte, bytes);
  const size_t before = found == NULL ? 0 : (size_t)(found - (const char *)a);
  touch((const char *)a + before, bytes - before, READ);
  return (void *)found;
}
#define COMPARES(name)                                                                             \
  int used_##name(const char *a, const char *b) {                                                  \
    used_strlen(a);                                                                                \
    used_strlen(b);                                                                                \
    return name(a, b);                                                                             \
  }
COMPARES(strcasecmp)
COMPARES(strcoll)
int used_strncasecmp(const char *a, const char *b, size_t most) {
  used_strnlen(a, most);
  used_strnlen(b, most);
  return strncasecmp(a, b, most);
}
#define FINDS(type, name)                                                                          \
  type used_##name(const char *a, const char *b) {                                                 \
    used_strlen(a);                                                                                \
    used_strlen(b);                                                                                \
    return name(a, b);                                                                             \
  }
FINDS(char *, strstr)
FINDS(char *, strcasestr)
FINDS(char *, strpbrk)
FINDS(size_t, strcspn)
FINDS(size_t, strspn)
size_t used_wcslen(const wchar_t *text) {
  const size_t length = wcslen(text);
  touch(text, (length + 1) * sizeof *text, READ);
  return length;
}

// A number at the start of a text: how far the function looks ahead is up to it.
static void readsNumber(const char *text, const char *end, char **to) {
  if (end == NULL)
    return; // the base is wrong
  used_strlen(text);
  if (to != NULL) {
    touch(to, sizeof *to, WRITE);
    *to = (char *)end;
  }
}
#define WHOLE_NUMBER(type, name, real)                                                             \
  type used_##name(const char *text, char **to, int base) {                                        \
    char *end = NULL;                                                                              \
    const type value = real(text, &end, base);                                                     \
    readsNumber(text, end, to);                                                                    \
    return value;                                                                                  \
  }
WHOLE_NUMBER(long, strtol, strtol)
WHOLE_NUMBER(unsigned long, strtoul, strtoul)
WHOLE_NUMBER(long long, strtoll, strtoll)
WHOLE_NUMBER(unsigned long long, strtoull, strtoull)
WHOLE_NUMBER(long, __isoc23_strtol, strtol)
WHOLE_NUMBER(unsigned long, __isoc23_strtoul, strtoul)
WHOLE_NUMBER(long long, __isoc23_strtoll, strtoll)
WHOLE_NUMBER(unsigned long long, __isoc23_strtoull, strtoull)
#define REAL_NUMBER(type, name)                                                                    \
  type used_##name(const char *text, char **to) {                                                  \
    char *end = NULL;                                                                              \
    const type value = name(text, &end);                                                           \
    readsNumber(text, end, to);                                                                    \
    return value;                                                                                  \
  }
REAL_NUMBER(double, strtod)
REAL_NUMBER(float, strtof)
REAL_NUMBER(long double, strtold)

#define SPLITS(type, name, other)                                                                  \
  type name(type, other *);                                                                        \
  type used_##name(type value, other *to) {                                                        \
    touch(to, sizeof *to, WRITE);                                                                  \
    return name(value, to);                                                                        \
  }
SPLITS(double, frexp, int)
SPLITS(float, frexpf, int)
SPLITS(long double, frexpl, int)
SPLITS(double, modf, double)
SPLITS(float, modff, float)
SPLITS(long double, modfl, long double)

int raceward_formats(char *to, size_t size, const char *format, va_list list, const void *any);

int used_vsnprintf(char *to, size_t most, const char *format, va_list arguments) {
  return raceward_formats(to, most, format, arguments, NULL);
}
int used_snprintf(char *to, size_t most, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = raceward_formats(to, most, format, arguments, NULL);
  va_end(arguments);
  return length;
}
int used_sprintf(char *to, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = raceward_formats(to, SIZE_MAX, format, arguments, NULL);
  va_end(arguments);
  return length;
}

// ---- streams: those of models are objects of models, so that any bytes come from them

static int anyByte(void) {
  const uint64_t value = anyValue();
  return value < 256 ? (int)value : -1;
}
static void useStream(const void *stream) {
  touch(stream, sizeof(int), READ);
}

void *used_fopen(const char *path, const char *mode) {
  used_strlen(path);
  used_strlen(mode);
  if (anyValue() & 1) {
    errno = (int)(anyValue() & 127);
    return NULL;
  }
  return calloc(1, 512);
}
int used_fgetc(void *stream) {
  useStream(stream);
  return anyByte();
}
int used_getc(void *stream) {
  return used_fgetc(stream);
}
int used__IO_getc(void *stream) {
  return used_fgetc(stream);
}
int used_getchar(void) {
  return anyByte();
}
int used_fputc(int byte, void *stream) {
  useStream(stream);
  return anyValue() & 1 ? -1 : (unsigned char)byte;
}
int used_putc(int byte, void *stream) {
  return used_fputc(byte, stream);
}
int used__IO_putc(int byte, void *stream) {
  return used_fputc(byte, stream);
}
int used_putchar(int byte) {
  return anyValue() & 1 ? -1 : (unsigned char)byte;
}
int used_ungetc(int byte, void *stream) {
  return used_fputc(byte, stream);
}
int used_fputs(const char *text, void *stream) {
  used_strlen(text);
  useStream(stream);
  return (int)anyValue();
}
int used_puts(const char *text) {
  used_strlen(text);
  return (int)anyValue();
}
char *used_fgets(char *to, int size, void *stream) {
  useStream(stream);
  if (anyValue() & 1)
    return NULL;
  if (size > 0)
    fillAny(to, (size_t)size);
  return to;
}
size_t used_fread(void *to, size_t size, size_t count, void *stream) {
  useStream(stream);
  fillAny(to, size * count);
  const size_t done = anyValue();
  return done <= count ? done : count;
}
size_t used_fwrite(const void *from, size_t size, size_t count, void *stream) {
  useStream(stream);
  touch(from, size * count, READ);
  const size_t done = anyValue();
  return done <= count ? done : count;
}
#define ANY_OF_STREAM(name)                                                                        \
  int used_##name(void *stream) {                                                                  \
    if (stream != NULL)                                                                            \
      useStream(stream);                                                                           \
    return (int)anyValue();                                                                        \
  }
ANY_OF_STREAM(fflush)
ANY_OF_STREAM(feof)
ANY_OF_STREAM(ferror)
ANY_OF_STREAM(fclose)
ANY_OF_STREAM(fgetwc)
void used_clearerr(void *stream) {
  useStream(stream);
}
wint_t used_fputwc(wchar_t value, void *stream) {
  useStream(stream);
  return anyValue() & 1 ? WEOF : (wint_t)value;
}
int used_fputws(const wchar_t *text, void *stream) {
  used_wcslen(text);
  useStream(stream);
  return (int)anyValue();
}
wchar_t *used_fgetws(wchar_t *to, int size, void *stream) {
  useStream(stream);
  if (anyValue() & 1)
    return NULL;
  if (size > 0)
    touch(to, (size_t)size * sizeof *to, WRITE | ANY);
  return to;
}

// ---- locks and threads: an attempt that is abandoned would leave locks taken

#define LOCKS(name, type)                                                                          \
  int used_##name(type *object) {                                                                  \
    touch(object, sizeof *object, READ | WRITE | ANY);                                             \
    return 0;                                                                                      \
  }
#define LOCKS_IN_TIME(name, type)                                                                  \
  int used_##name(type *object, const struct timespec *until) {                                    \
    touch(object, sizeof *object, READ | WRITE | ANY);                                             \
    touch(until, sizeof *until, READ);                                                             \
    return (int)(anyValue() & 127);                                                                \
  }
LOCKS(pthread_mutex_lock, pthread_mutex_t)
LOCKS(pthread_mutex_unlock, pthread_mutex_t)
LOCKS(pthread_rwlock_rdlock, pthread_rwlock_t)
LOCKS(pthread_rwlock_wrlock, pthread_rwlock_t)
LOCKS(pthread_rwlock_unlock, pthread_rwlock_t)
LOCKS(pthread_cond_signal, pthread_cond_t)
LOCKS(pthread_cond_broadcast, pthread_cond_t)
LOCKS_IN_TIME(pthread_mutex_timedlock, pthread_mutex_t)
LOCKS_IN_TIME(pthread_rwlock_timedrdlock, pthread_rwlock_t)
LOCKS_IN_TIME(pthread_rwlock_timedwrlock, pthread_rwlock_t)
LOCKS(sem_wait, sem_t)
LOCKS(sem_post, sem_t)
LOCKS(sem_trywait, sem_t)
LOCKS_IN_TIME(sem_timedwait, sem_t)
int used_pthread_mutex_trylock(pthread_mutex_t *mutex) {
  touch(mutex, sizeof *mutex, READ | WRITE | ANY);
  return anyValue() & 1 ? EBUSY : 0;
}
int used_pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                const struct timespec *until) {
  touch(condition, sizeof *condition, READ | WRITE | ANY);
  touch(mutex, sizeof *mutex, READ | WRITE | ANY);
  touch(until, sizeof *until, READ);
  return (int)(anyValue() & 127);
}
int used_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  touch(condition, sizeof *condition, READ | WRITE | ANY);
  touch(mutex, sizeof *mutex, READ | WRITE | ANY);
  return 0;
}
int used_pthread_join(pthread_t thread, void **to) {
  (void)thread;
  if (to != NULL)
    touch(to, sizeof *to, WRITE | ANY);
  return (int)(anyValue() & 127);
}
int used_pthread_detach(pthread_t thread) {
  (void)thread;
  return 0;
}
int used_pthread_attr_init(pthread_attr_t *to) {
  touch(to, sizeof *to, WRITE | ANY);
  return 0;
}
int used_fork(void) {
  raceward_gap("creates a process");
}
void used_exit(int status) {
  (void)status;
  raceward_gap("ends the process");
}
void used_abort(void) {
  raceward_gap("ends the process");
}

// ---- the primitives that look at formats, and those of descriptors

static void readsArguments(const char *format, va_list list) {
  va_list arguments;
  va_copy(arguments, list);
  for (const char *at = format; *at; ++at) {
    if (*at != '%' || *++at == '%')
      continue;
    int precision = -1, longs = 0;
    for (; *at && !strchr("diouxXcCsSpnfFeEgGaAm", *at); ++at) {
      if (*at == '*') {
        const int value = va_arg(arguments, int);
        precision = at[-1] == '.' ? value : precision;
      } else if (*at == '.') {
        precision = at[1] == '*' ? -1 : atoi(at + 1);
      } else if (*at == 'l' || *at == 'j' || *at == 'z' || *at == 't' || *at == 'q') {
        ++longs;
      } else if (*at == 'L') {
        longs = 9;
      }
    }
    if (*at == 0)
      break;
    if (*at == 's' && longs == 0) {
      const char *const text = va_arg(arguments, const char *);
      if (text != NULL)
        precision < 0 ? used_strlen(text) : used_strnlen(text, (size_t)precision);
    } else if (*at == 'S' || *at == 's') {
      used_wcslen(va_arg(arguments, const wchar_t *));
    } else if (*at == 'n') {
      touch(va_arg(arguments, void *), longs ? 8 : 4, WRITE | ANY);
    } else if (strchr("fFeEgGaA", *at)) {
      if (longs == 9)
        (void)va_arg(arguments, long double);
      else
        (void)va_arg(arguments, double);
    } else if (*at == 'p' || longs) {
      (void)va_arg(arguments, long);
    } else if (*at != 'm') {
      (void)va_arg(arguments, int);
    }
  }
  va_end(arguments);
}

int raceward_formats(char *to, size_t size, const char *format, va_list list, const void *any) {
  (void)any;
  used_strlen(format);
  readsArguments(format, list);
  va_list again;
  va_copy(again, list);
  const int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  if (length < 0 || size == 0)
    return length;
  char *const text = malloc((size_t)length + 1);
  vsnprintf(text, (size_t)length + 1, format, list);
  const size_t used = (size_t)length < size ? (size_t)length : size - 1;
  touch(to, used + 1, WRITE);
  memcpy(to, text, used);
  to[used] = 0;
  free(text);
  return length;
}
int raceward_prints(int descriptor, const char *format, va_list list, const void *any) {
  (void)descriptor;
  return raceward_formats(NULL, 0, format, list, any);
}
int raceward_formats_wide(wchar_t *to, size_t size, const wchar_t *format, va_list list,
                          const void *any) {
  (void)any;
  used_wcslen(format);
  char narrow[512];
  size_t i = 0;
  for (; format[i] != 0 && i < sizeof narrow - 1; ++i)
    narrow[i] = (char)format[i];
  narrow[i] = 0;
  readsArguments(narrow, list);
  wchar_t *const text = calloc(4096, sizeof *text);
  const int length = vswprintf(text, 4096, format, list);
  if (to != NULL && size > 0 && length >= 0) {
    touch(to, ((size_t)length < size ? (size_t)length + 1 : size) * sizeof *to, WRITE | ANY);
    free(text);
    return (size_t)length < size ? length : -1;
  }
  free(text);
  return length;
}
int raceward_prints_wide(int descriptor, const wchar_t *format, va_list list, const void *any) {
  (void)descriptor;
  return raceward_formats_wide(NULL, 0, format, list, any);
}

int raceward_scans(void *stream, const char *text, const char *format, va_list list, void *any) {
  (void)any;
  used_strlen(format);
  if (text != NULL)
    used_strlen(text);
  if (stream != NULL)
    useStream(stream);
  va_list arguments;
  va_copy(arguments, list);
  int count = 0;
  for (const char *at = format; *at; ++at) {
    if (*at != '%' || *++at == '%')
      continue;
    size_t width = 0, size = 4;
    bool skipped = false;
    for (; *at && !strchr("diouxXcspnfFeEgGaA[", *at); ++at) {
      if (*at == '*')
        skipped = true;
      else if (*at >= '0' && *at <= '9')
        width = width * 10 + (size_t)(*at - '0');
      else if (*at == 'h')
        size /= 2;
      else
        size = *at == 'L' ? 16 : 8;
    }
    if (*at == 0)
      break;
    if (skipped)
      continue;
    void *const to = va_arg(arguments, void *);
    if (*at == 'c')
      size = width == 0 ? 1 : width;
    else if (*at == 's' || *at == '[')
      size = width == 0 ? 64 : width + 1;
    touch(to, size, WRITE | ANY);
    count += *at != 'n';
  }
  va_end(arguments);
  const int result = (int)anyValue();
  return result < -1 ? -1 : result > count ? count : result;
}
int raceward_scans_c23(void *stream, const char *text, const char *format, va_list list,
                       void *any) {
  return raceward_scans(stream, text, format, list, any);
}
void *raceward_any_of(va_list list) {
  (void)list;
  return NULL;
}
void raceward_puts(int descriptor, const void *from, size_t bytes) {
  (void)descriptor;
  touch(from, bytes, READ);
}
size_t raceward_gets(void *to, size_t bytes) {
  touch(to, bytes, WRITE | ANY);
  const size_t count = anyValue();
  return count < bytes ? count : bytes;
}
int raceward_new_descriptor(int like) {
  (void)like;
  const int number = (int)anyValue();
  return number < -1 ? -1 : number;
}
void raceward_closes(int descriptor) {
  (void)descriptor;
}
void raceward_refers(int descriptor, int like) {
  (void)descriptor;
  (void)like;
}
void *raceward_kept(void);
void raceward_watches(int epoll, int operation, int descriptor, unsigned events, void *data,
                      unsigned beyond) {
  (void)epoll, (void)operation, (void)descriptor, (void)events, (void)data, (void)beyond;
}
unsigned raceward_watch_beyond(int watch) {
  (void)watch;
  return (unsigned)anyValue();
}
int raceward_chooses_watch(int epoll) {
  (void)epoll;
  return (int)(anyValue() & 1);
}
unsigned raceward_watch_events(int watch) {
  (void)watch;
  return (unsigned)anyValue();
}
void *raceward_watch_data(int watch) {
  (void)watch;
  return raceward_kept();
}
void raceward_forgets(void *stream, int all) {
  (void)stream;
  (void)all;
}
int raceward_follows_pipes(void) {
  return 0;
}
void *raceward_pipe(int descriptor, int end) {
  (void)descriptor, (void)end;
  return NULL;
}
void raceward_connects(int read_end, int write_end, void *with) {
  (void)read_end, (void)write_end, (void)with;
}
void raceward_sends(int descriptor, const void *block, size_t bytes) {
  (void)descriptor, (void)block, (void)bytes;
}
size_t raceward_takes(int descriptor, size_t bytes) {
  (void)descriptor, (void)bytes;
  return 0;
}
size_t raceward_piece_size(void) {
  return 0;
}
void *raceward_next_piece(void) {
  return NULL;
}
void raceward_leaves(int descriptor) {
  (void)descriptor;
}
void raceward_loses(int descriptor, size_t bytes) {
  (void)descriptor, (void)bytes;
}
void raceward_binds(const void *address, size_t length) {
  (void)address, (void)length;
}
void raceward_reaches(const void *address, size_t length) {
  (void)address, (void)length;
}
void raceward_receives(int descriptor) {
  (void)descriptor;
}
void raceward_bound(const char *why) {
  (void)why;
  recording.open = recording.bounded = true;
}

// ---- the primitives of signals, processes and the ends of threads: nothing of that happens here

void raceward_calls(const void *function) {
  recording.calledBack |= (uintptr_t)function > 1;
}
void raceward_handles(const void *handler, int signal, void *info, void *context) {
  (void)signal;
  (void)info;
  (void)context;
  raceward_calls(handler);
}
void raceward_runs_clean_up(const void *function, void *argument) {
  (void)argument;
  raceward_calls(function);
}
void raceward_interrupts(void (*deliver)(int), int signal) {
  (void)deliver;
  (void)signal;
}
void raceward_waits_for_handler(void) {}
int raceward_alone(void) {
  return (int)(anyValue() & 1);
}
void raceward_unfollowed(const char *what) {
  (void)what;
  recording.open = true;
}
unsigned long long raceward_blocked(void) {
  return anyValue();
}
void raceward_blocks(unsigned long long signals) {
  (void)signals;
}
void raceward_becomes_child(void) {}
void raceward_new_process(void) {}
void raceward_cleans_up(void (*function)(void *), void *argument) {
  (void)function;
  (void)argument;
}
void raceward_cleaned_up(void) {}
void raceward_abandons(void (*giveBack)(void *)) {
  (void)giveBack;
}
int raceward_sets_robust(void *attribute, int robust) {
  (void)robust;
  touch(attribute, sizeof(pthread_mutexattr_t), READ | WRITE | ANY);
  return (int)(anyValue() & 127);
}
