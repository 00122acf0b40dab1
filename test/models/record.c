// What a model does: the primitives of raceward_model.h, and the hooks that the compiler puts
// before each load and store of model code (-fsanitize=kernel-address, which has no runtime).
#include "harness.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_STEPS = 300000,
  MOST_IN_POOL = 64,
  MOST_KEPT = 16,
  MOST_DRAWN = 4096,
  MOST_FILLED = 1 << 16
};

struct Recording recording;
bool underWay; // a model runs

static bool preparing;
static sigjmp_buf leave;
static uint64_t stream;
static unsigned steps;
static uint64_t pool[MOST_IN_POOL];
static size_t poolCount;
static const void *kept[MOST_KEPT];
static size_t keptCount;
static char *stackAtStart;

uint64_t randomNumber(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

uint64_t mixed(uint64_t a, uint64_t b) {
  uint64_t state = a * 0x100000001b3 ^ b;
  return randomNumber(&state);
}

// ---- what is touched

static void step(void) {
  if (++steps > MOST_STEPS)
    siglongjmp(leave, ENDLESS);
}

void touch(const void *memory, size_t bytes, int how) {
  if (!underWay || bytes == 0)
    return;
  step();
  const uintptr_t address = (uintptr_t)memory;
  if (address < PAGE) {
    recording.null = true;
    return;
  }
  struct Buffer *const buffer = bufferAt(memory);
  if (buffer == NULL) {
    const char *const here = memory;
    const char *const frame = __builtin_frame_address(0);
    const bool onStack = here >= frame && here < stackAtStart;
    if ((how & WRITE) && !onStack && here != (const char *)&errno)
      recording.state = true;
    return;
  }
  const uintptr_t start = (uintptr_t)buffer->start;
  const uintptr_t end = start + buffer->size;
  const uintptr_t upTo = bytes > UINTPTR_MAX - address ? UINTPTR_MAX : address + bytes;
  if (address < start || upTo > end) {
    if (!recording.beyond)
      snprintf(recording.text, sizeof recording.text, "%s argument %d bytes %ld to %ld of %zu",
               how & WRITE ? "writes" : "reads", buffer->argument + 1, (long)(address - start),
               (long)(upTo - start), buffer->size);
    recording.beyond = true;
  }
  for (uintptr_t at = address < start ? start : address; at < upTo && at < end; ++at) {
    unsigned char *const state = &buffer->lastRun[at - start];
    if (how & WRITE)
      *state &= (unsigned char)~ANY;
    *state |= (unsigned char)how;
  }
}

#define HOOKS(size)                                                                                \
  void __asan_load##size##_noabort(void *at) {                                                     \
    touch(at, size, READ);                                                                         \
  }                                                                                                \
  void __asan_store##size##_noabort(void *at) {                                                    \
    touch(at, size, WRITE);                                                                        \
  }
HOOKS(1)
HOOKS(2)
HOOKS(4)
HOOKS(8)
HOOKS(16)
void __asan_loadN_noabort(void *at, size_t bytes) {
  touch(at, bytes, READ);
}
void __asan_storeN_noabort(void *at, size_t bytes) {
  touch(at, bytes, WRITE);
}
void __asan_handle_no_return(void) {}

// ---- the primitives

// A value that a model leaves open. Numbers of the call are likely ones: sizes, lengths, results.
static uint64_t freshValue(void) {
  const uint64_t choice = randomNumber(&stream);
  const uint64_t value = randomNumber(&stream);
  switch (choice % 8) {
  case 0:
    return 0;
  case 1:
    return choice & 256 ? value % 16 : '0' + value % 75;
  case 2:
    return value >> (choice >> 8) % 64;
  case 3:
    return (uint64_t)-1 - value % 3;
  case 4:
    return value % 256;
  default:
    return poolCount == 0 ? value : pool[value % poolCount];
  }
}

// Values that were asked for. After an assumption that does not hold, a run is repeated with the
// first of them, so that it gets beyond it soon.
static uint64_t drawn[MOST_DRAWN];
static size_t drawnCount, repeated;

uint64_t anyValue(void) {
  step();
  recording.open = true;
  if (drawnCount >= MOST_DRAWN)
    return freshValue();
  if (drawnCount >= repeated)
    drawn[drawnCount] = freshValue();
  return drawn[drawnCount++];
}

static unsigned char likely[CELL];
static size_t likelyBytes;

void preparePool(void) {
  poolCount = 0;
  likelyBytes = 0;
}
void setLikely(const void *content, size_t bytes) {
  likelyBytes = bytes < sizeof likely ? bytes : 0;
  memcpy(likely, content, likelyBytes);
}
void addToPool(uint64_t value) {
  for (size_t i = 0; i < poolCount; ++i)
    if (pool[i] == value)
      return;
  if (poolCount < MOST_IN_POOL)
    pool[poolCount++] = value;
}

#define INPUT(type, name)                                                                          \
  type raceward_any_##name(void) {                                                                 \
    return (type)anyValue();                                                                       \
  }
INPUT(char, char)
INPUT(signed char, schar)
INPUT(unsigned char, uchar)
INPUT(short, short)
INPUT(unsigned short, ushort)
INPUT(int, int)
INPUT(unsigned, uint)
INPUT(long, long)
INPUT(unsigned long, ulong)
INPUT(long long, longlong)
INPUT(unsigned long long, ulonglong)
INPUT(size_t, size)
bool raceward_any_bool(void) {
  return anyValue() & 1;
}
bool raceward_any_failure(void) {
  return anyValue() & 1;
}
#define GUESS(type, name)                                                                          \
  type raceward_guess_##name(void) {                                                               \
    return raceward_any_##name();                                                                  \
  }
GUESS(bool, bool)
GUESS(unsigned char, uchar)
GUESS(int, int)
GUESS(unsigned, uint)
GUESS(long, long)
GUESS(unsigned long, ulong)
GUESS(size_t, size)
/// Any content for what a model writes.
void fillAny(void *memory, size_t bytes) {
  touch(memory, bytes, WRITE | ANY);
  recording.filled = true;
  const struct Buffer *const buffer = bufferAt(memory);
  if ((uintptr_t)memory < PAGE)
    return;
  if (buffer != NULL) {
    const unsigned char *const end = buffer->start + buffer->size;
    if ((unsigned char *)memory < buffer->start || (unsigned char *)memory >= end)
      return;
    const size_t left = (size_t)(end - (unsigned char *)memory);
    bytes = bytes < left ? bytes : left;
  } else if (bytes > MOST_FILLED) {
    return;
  }
  if (bytes == likelyBytes && randomNumber(&stream) % 4 == 0) {
    memcpy(memory, likely, bytes);
    return;
  }
  for (size_t at = 0; at < bytes; at += 8) {
    const uint64_t value = freshValue();
    memcpy((char *)memory + at, &value, bytes - at < 8 ? bytes - at : 8);
  }
}
void raceward_any_bytes(void *memory, size_t bytes) {
  recording.open = true;
  fillAny(memory, bytes);
}
void raceward_guess_bytes(void *memory, size_t bytes) {
  raceward_any_bytes(memory, bytes);
}
void raceward_assume(bool condition) {
  if (!condition)
    siglongjmp(leave, ABANDONED);
}
void raceward_check_failed(const char *condition, const char *file, int line) {
  snprintf(recording.text, sizeof recording.text, "%s:%d: raceward_check(%s)", file, line,
           condition);
  siglongjmp(leave, CRASHED);
}
void raceward_reads(const void *memory, size_t bytes) {
  touch(memory, bytes, READ);
}
void raceward_writes(void *memory, size_t bytes) {
  fillAny(memory, bytes);
}
size_t raceward_reads_text(const char *text) {
  if (text == NULL) {
    recording.null = true;
    siglongjmp(leave, CRASHED);
  }
  const size_t length = strlen(text);
  touch(text, length + 1, READ);
  return length;
}
static void touchAll(const void *memory, int how) {
  if (how & WRITE)
    recording.filled = true;
  const struct Buffer *const buffer = bufferAt(memory);
  if (buffer == NULL)
    touch(memory, 1, how);
  else
    touch(buffer->start, buffer->size, how);
}
void raceward_reads_all(const void *memory) {
  touchAll(memory, READ);
}
void raceward_writes_all(void *memory) {
  touchAll(memory, WRITE | ANY);
}
void raceward_keeps(const void *memory) {
  kept[keptCount++ % MOST_KEPT] = memory;
}
void *raceward_kept(void) {
  recording.open = true;
  const size_t count = keptCount < MOST_KEPT ? keptCount : MOST_KEPT;
  return count == 0 ? NULL : (void *)kept[randomNumber(&stream) % count];
}
void *raceward_new(size_t bytes) {
  recording.state = true;
  return calloc(1, (bytes < 1 << 20 ? bytes : 1 << 20) + 64);
}
void raceward_not_executed(const char *why) {
  (void)why;
  recording.open = true; // provers go on, and so do we
}
void raceward_gap(const char *why) {
  snprintf(recording.text, sizeof recording.text, "%s", why);
  siglongjmp(leave, GAP);
}

// ---- functions that are given to the model or the function

/// Order by the first byte, so that sorting and searching make sense; other functions say `result`.
long calledBack(const void *a, const void *b, long result) {
  recording.calledBack = true;
  told->calledBack = true;
  touch(a, 1, READ);
  touch(b, 1, READ);
  if (a != NULL && b != NULL)
    return *(const unsigned char *)a - *(const unsigned char *)b;
  return result;
}

// ---- runs

// Static variables of the models, and what they are at the start (`run` has sections for them).
extern char __start_model_state[] __attribute__((weak)), __stop_model_state[] __attribute__((weak));
extern char __start_model_zeros[] __attribute__((weak)), __stop_model_zeros[] __attribute__((weak));

static void resetState(void) {
  static char *initial;
  const size_t bytes = (size_t)(__stop_model_state - __start_model_state);
  if (initial == NULL) {
    initial = malloc(bytes + 1);
    memcpy(initial, __start_model_state, bytes);
  }
  memcpy(__start_model_state, initial, bytes);
  memset(__start_model_zeros, 0, (size_t)(__stop_model_zeros - __start_model_zeros));
}

static void onFault(int signal, siginfo_t *info, void *context) {
  (void)context;
  (void)signal;
  if (!underWay && !preparing)
    abort();
  recording.address = (uintptr_t)info->si_addr;
  if (recording.address < PAGE)
    recording.null = true;
  siglongjmp(leave, CRASHED);
}

void installModelHandler(void) {
  static char stack[65536];
  const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternate, NULL);
  struct sigaction action = {.sa_sigaction = onFault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaction(SIGSEGV, &action, NULL);
  sigaction(SIGBUS, &action, NULL);
  sigaction(SIGFPE, &action, NULL);
}

bool guarded(void (*what)(void *), void *with, uint64_t seed) {
  stream = seed;
  steps = 0;
  drawnCount = repeated = 0;
  const int ending = sigsetjmp(leave, 1);
  if (ending == 0) {
    preparing = true;
    what(with);
  }
  preparing = false;
  return ending == 0;
}

/// How many values to repeat after an assumption that did not hold after so many. It mostly is
/// about the last one; if other values for that do not help, about one before.
static size_t backFrom(size_t count) {
  static size_t deepest, failures;
  if (count > deepest || count == 0) {
    deepest = count;
    failures = 0;
  }
  const size_t back = 1 + ++failures / 24;
  if (back < deepest && back <= count)
    return count - back;
  deepest = failures = 0;
  return 0;
}

enum Ending runModel(const struct Function *function, Cell *cells, uint64_t seed, bool again) {
  memset(&recording, 0, sizeof recording);
  recording.open = handleGiven; // which may have any content
  stream = seed;
  steps = 0;
  repeated = again ? backFrom(drawnCount) : 0;
  drawnCount = 0;
  for (size_t i = 0; i < bufferCount; ++i)
    memset(buffers[i].lastRun, 0, buffers[i].size);
  keptCount = 0;
  resetState();
  stackAtStart = (char *)__builtin_frame_address(0) + 65536;
  const int ending = sigsetjmp(leave, 1);
  if (ending == 0) {
    underWay = true;
    errno = 0;
    function->call(function->model, cells);
    recording.error = errno;
  }
  underWay = false;
  return (enum Ending)ending;
}
