// One function: the model is run with the arguments, any number of times, until it is known what it
// can touch; then the real function is called with the same arguments in a process of its own, in
// which it can reach nothing else.
#include "harness.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { RUNS = 32, MANY_RUNS = 3000, MOST_SEEN = 96, TRACKED = 1024 };

struct Told *told;

// What the model did in its runs with these arguments.
struct Seen {
  bool open, filled, null, nullAlways, beyond, state, calledBack;
  bool returned;
  unsigned count;
  unsigned classes;
  bool matched;   // the result of the real function was among its results
  bool sameError; // and its error number
  bool changesError;
  Cell result; // of the last run
  char text[160];
};

static Cell cells[MOST_ARGUMENTS + 1];
static struct Report *report;
static const struct Function *tested;
static unsigned waits; // calls that did not return
// For the class `more`: of each argument, which bytes the model writes and which the real one does.
static unsigned char written[MOST_ARGUMENTS][TRACKED], changed[MOST_ARGUMENTS][TRACKED];
static size_t sizes[MOST_ARGUMENTS]; // of the buffers, if they are all alike; else SIZE_MAX

// ---- results

enum { NEGATIVE = 1, ZERO = 2, POSITIVE = 4, NULL_POINTER = 8, GIVEN = 16, OTHER = 32 };

static long long resultNumber(const unsigned char *result) {
  long long value = 0;
  const size_t size = tested->resultSize < 8 ? tested->resultSize : 8;
  memcpy(&value, result, size);
  if (tested->result == 'i' && size < 8) {
    const unsigned unused = (unsigned)(8 - size) * 8;
    value = (long long)((unsigned long long)value << unused) >> unused;
  }
  return value;
}

static unsigned classOf(const unsigned char *result) {
  if (tested->result == 'p') {
    void *pointer;
    memcpy(&pointer, result, sizeof pointer);
    return pointer == NULL ? NULL_POINTER : bufferAt(pointer) != NULL ? GIVEN : OTHER;
  }
  if (tested->result == 'i' || tested->result == 'u') {
    const long long value = resultNumber(result);
    return value < 0 ? NEGATIVE : value == 0 ? ZERO : POSITIVE;
  }
  return 0;
}

static double floating(const unsigned char *result) {
  if (tested->resultSize == sizeof(float)) {
    float value;
    memcpy(&value, result, sizeof value);
    return value;
  }
  if (tested->resultSize == sizeof(double)) {
    double value;
    memcpy(&value, result, sizeof value);
    return value;
  }
  long double value;
  memcpy(&value, result, sizeof value);
  return (double)value;
}

static bool sameResult(const unsigned char *a, const unsigned char *b) {
  switch (tested->result) {
  case 'v':
    return true;
  case 'p':
    if (classOf(a) == OTHER && classOf(b) == OTHER)
      return true;
    return memcmp(a, b, sizeof(void *)) == 0;
  case 'f':
    if (isnan(floating(a)) && isnan(floating(b)))
      return true;
    return memcmp(a, b, tested->resultSize == 16 ? 10 : tested->resultSize) == 0;
  case 's':
    return true; // padding, and parts that no table knows
  default:
    if (tested->compared[0] == 's')
      return classOf(a) == classOf(b);
    if (tested->compared[0] == 't')
      return (resultNumber(a) == 0) == (resultNumber(b) == 0);
    return resultNumber(a) == resultNumber(b);
  }
}

static void describe(char *to, size_t room, const unsigned char *result) {
  if (tested->result == 'p') {
    unsigned char *pointer;
    memcpy(&pointer, result, sizeof pointer);
    const struct Buffer *const buffer = bufferAt(pointer);
    if (buffer != NULL)
      snprintf(to, room, "argument %d + %ld", buffer->argument + 1,
               (long)(pointer - buffer->start));
    else
      snprintf(to, room, "%s", pointer == NULL ? "null" : "other memory");
  } else if (tested->result == 'f') {
    snprintf(to, room, "%.17g", floating(result));
  } else {
    snprintf(to, room, "%lld", resultNumber(result));
  }
}

// ---- the model

static void gather(void) {
  for (size_t i = 0; i < bufferCount; ++i)
    for (size_t at = 0; at < buffers[i].size; ++at)
      buffers[i].shadow[at] |= buffers[i].lastRun[at];
}

static bool made;
static void makeThem(void *with) {
  made = makeHandles(tested, with, false);
}

static bool makeModelHandles(Cell *own, uint64_t seed) {
  for (unsigned attempt = 0; attempt < 4000; ++attempt)
    if (guarded(makeThem, own, mixed(seed, attempt)) && made)
      return true;
  return false;
}

/// Runs the model with these arguments, up to `most` times; false if it ends in a gap.
static bool runs(struct Seen *seen, unsigned most, uint64_t seed, bool compare) {
  Cell own[MOST_ARGUMENTS + 1];
  unsigned stuck = 0;
  bool again = false;
  for (unsigned run = 0; run < most && stuck < 40 * most; ++run) {
    restoreContent();
    memcpy(own, cells, sizeof own);
    if (handleGiven && !makeModelHandles(own, mixed(seed, run)))
      return true;
    const enum Ending ending = runModel(tested, own, mixed(seed, run + stuck * 7919), again);
    again = ending == ABANDONED;
    if (ending == ABANDONED) {
      ++stuck;
      --run;
      continue;
    }
    seen->open |= recording.open;
    seen->filled |= recording.filled;
    seen->state |= recording.state;
    seen->calledBack |= recording.calledBack;
    seen->nullAlways = (seen->count == 0 || seen->nullAlways) && recording.null;
    seen->null |= recording.null;
    ++seen->count;
    if (ending == GAP) {
      snprintf(seen->text, sizeof seen->text, "%s", recording.text);
      return false;
    }
    if (recording.beyond && !seen->beyond) {
      seen->beyond = true;
      snprintf(seen->text, sizeof seen->text, "%s", recording.text);
    }
    if (ending == RETURNED) {
      gather();
      seen->returned = true;
      seen->classes |= classOf(own[0]);
      memcpy(seen->result, own[0], CELL);
      if (compare && (recording.bounded || sameResult(own[0], told->cells[0])))
        seen->matched = true;
      if (compare && recording.error == told->error)
        seen->sameError = true;
      seen->changesError |= recording.error != 0;
    } else {
      gather();
      if (ending == CRASHED && !recording.null && seen->text[0] == 0)
        snprintf(seen->text, sizeof seen->text, "the model faults at %#lx %s",
                 (unsigned long)recording.address, recording.text);
      if (ending == ENDLESS && seen->text[0] == 0)
        snprintf(seen->text, sizeof seen->text, "the model does not return");
    }
    if (!recording.open && !recording.filled && run == 0)
      break;
    if (compare && seen->matched && seen->sameError)
      break;
  }
  return true;
}

// ---- the real function

static void onFault(int signal, siginfo_t *info, void *context) {
  told->signal = signal;
  told->address = (uintptr_t)info->si_addr;
  told->writes = ((ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & 2;
  syscall(SYS_exit_group, 0);
}

static void callReal(void *real, bool changeOpen, bool changeHoles, uint64_t seed) {
  static char stack[65536];
  const stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternate, NULL);
  struct sigaction action = {.sa_sigaction = onFault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  const int fatal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; ++i)
    sigaction(fatal[i], &action, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  prepareWorld();
  makeHandles(tested, cells, true);
  uint64_t state = seed;
  for (size_t i = 0; i < bufferCount; ++i)
    for (size_t at = 0; at < buffers[i].size; ++at) {
      const int how = buffers[i].shadow[at] & (READ | WRITE);
      if ((changeOpen && how == WRITE && !buffers[i].fixed) || (changeHoles && how == 0))
        buffers[i].start[at] = (unsigned char)(randomNumber(&state) >> 9);
    }
  keepGiven();
  tightenArena();
  told->calledBack = false;
  errno = 0;
  tested->call(real, cells);
  told->error = errno;
  memcpy(told->cells, cells, sizeof told->cells);
  told->returned = true;
  syscall(SYS_exit_group, 0);
}

/// False if it did not return in time.
static bool inProcess(void *real, bool changeOpen, bool changeHoles, uint64_t seed) {
  restoreContent();
  memset(told, 0, sizeof *told);
  const pid_t child = fork();
  if (child < 0) {
    perror("fork");
    exit(2);
  }
  if (child == 0)
    callReal(real, changeOpen, changeHoles, seed);
  sigset_t ended;
  sigemptyset(&ended);
  sigaddset(&ended, SIGCHLD);
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  const double limit = (double)until.tv_sec + (double)until.tv_nsec / 1e9 + 1;
  for (;;) {
    if (waitpid(child, NULL, WNOHANG) == child)
      return true;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const double left = limit - ((double)now.tv_sec + (double)now.tv_nsec / 1e9);
    if (left <= 0)
      break;
    const struct timespec wait = {(time_t)left, (long)((left - (double)(time_t)left) * 1e9)};
    sigtimedwait(&ended, NULL, &wait);
  }
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  return false;
}

// ---- findings

static const char *numbers(void);

static void say(enum Verdict verdict, const char *text) {
  static const int rank[] = {[SAME] = 0,   [ERRNO] = 1, [MORE] = 2,      [NULLS] = 3, [SKIPPED] = 4,
                             [GAPPED] = 5, [CRASH] = 6, [DIFFERENT] = 7, [LESS] = 8};
  if (rank[verdict] <= rank[report->verdict])
    return;
  report->verdict = verdict;
  snprintf(report->text, sizeof report->text, "%s%s", text,
           verdict == LESS || verdict == DIFFERENT || verdict == CRASH ? numbers() : "");
}

/// The numbers among the arguments.
static const char *numbers(void) {
  static char text[160];
  size_t length = 0;
  text[0] = 0;
  for (size_t i = 0; i < tested->count && length < sizeof text - 40; ++i) {
    const struct Parameter *const parameter = &tested->parameters[i];
    long long value = 0;
    memcpy(&value, cells[i + 1], parameter->size < 8 ? parameter->size : 8);
    if (parameter->how == 'p' && value != 0)
      continue;
    if (parameter->how == 'i' && parameter->size == 4)
      value = (int)value;
    if (parameter->how != 'f' && parameter->how != 's')
      length += (size_t)snprintf(text + length, sizeof text - length, "%s%s %lld",
                                 length ? ", " : "; ", parameter->name, value);
  }
  return text;
}

static void placeOf(char *to, size_t room, uintptr_t address) {
  const struct Buffer *const buffer = bufferAt((void *)address);
  if (buffer == NULL) {
    snprintf(to, room, "%#lx", (unsigned long)address);
    return;
  }
  int seen = 0;
  for (size_t at = 0; at < buffer->size; ++at)
    seen |= buffer->shadow[at];
  const struct Parameter *const parameter =
      buffer->argument >= 0 ? &tested->parameters[buffer->argument] : NULL;
  snprintf(to, room, "byte %ld of argument %d (%s, %zu of %zu bytes, %s)",
           (long)(address - (uintptr_t)buffer->start), buffer->argument + 1,
           parameter == NULL ? "" : parameter->name, buffer->size, buffer->whole,
           seen & WRITE  ? "the model writes some"
           : seen & READ ? "the model only reads it"
                         : "the model does not touch it");
}

/// What the real function did beyond the model: LESS with a text, or SAME.
static enum Verdict judgeTouched(char *text, size_t room) {
  char where[200];
  if (!told->returned) {
    if (told->signal == 0) {
      snprintf(text, room, "the real function ends the process");
      return CRASH;
    }
    placeOf(where, sizeof where, told->address);
    if (bufferAt((void *)told->address) != NULL && told->signal == SIGSEGV) {
      snprintf(text, room, "the real function %s %s", told->writes ? "writes" : "reads", where);
      return LESS;
    }
    snprintf(text, room, "the real function gets signal %d at %s", told->signal, where);
    return CRASH;
  }
  if (told->error == EFAULT) {
    snprintf(text, room, "the real function says EFAULT: it touches more than the model");
    return LESS;
  }
  for (size_t i = 0; i < bufferCount; ++i) {
    const struct Buffer *const buffer = &buffers[i];
    for (const unsigned char *at = buffer->pages; at < buffer->pagesEnd; ++at) {
      if (*at == buffer->given[at - buffer->pages])
        continue;
      const size_t offset = (size_t)(at - buffer->start);
      if (at < buffer->start || offset >= buffer->size || !(buffer->shadow[offset] & WRITE)) {
        placeOf(where, sizeof where, (uintptr_t)at);
        snprintf(text, room, "the real function writes %s", where);
        return LESS;
      }
    }
  }
  return SAME;
}

static void noteChanges(void) {
  for (size_t i = 0; i < bufferCount; ++i) {
    const struct Buffer *const buffer = &buffers[i];
    if (buffer->argument < 0)
      continue;
    size_t *const size = &sizes[buffer->argument];
    *size = *size == 0 || *size == buffer->whole ? buffer->whole : SIZE_MAX;
    for (size_t at = 0; at < buffer->size && at < TRACKED; ++at) {
      if (buffer->shadow[at] & WRITE)
        written[buffer->argument][at] += written[buffer->argument][at] < 255;
      if (buffer->start[at] != buffer->given[buffer->start - buffer->pages + (ptrdiff_t)at])
        changed[buffer->argument][at] = 1;
    }
  }
}

static unsigned char *content; // of all buffers after the real call

static void saveContent(void) {
  unsigned char *to = content;
  for (size_t i = 0; i < bufferCount; to += buffers[i].size, ++i)
    memcpy(to, buffers[i].start, buffers[i].size);
}

/// After a run of the model: are the bytes that it wrote with a certain content those of the real
/// function?
static bool contentAgrees(char *text, size_t room) {
  const unsigned char *real = content;
  for (size_t i = 0; i < bufferCount; real += buffers[i].size, ++i)
    for (size_t at = 0; at < buffers[i].size; ++at) {
      const int how = buffers[i].lastRun[at];
      if (!(how & WRITE) || (how & ANY) || buffers[i].start[at] == real[at])
        continue;
      // A pointer to memory of the library differs in both.
      const size_t word = at / 8 * 8;
      uintptr_t ours = 0, theirs = 0;
      if (word + 8 <= buffers[i].size) {
        memcpy(&ours, buffers[i].start + word, 8);
        memcpy(&theirs, real + word, 8);
      }
      if (ours > 1 << 20 && theirs > 1 << 20 && bufferAt((void *)ours) == NULL &&
          bufferAt((void *)theirs) == NULL && ours >> 47 == 0 && theirs >> 47 == 0)
        continue;
      snprintf(text, room, "byte %zu of argument %d is %d, in the model %d", at,
               buffers[i].argument + 1, real[at], buffers[i].start[at]);
      return false;
    }
  return true;
}

// ---- a call

static bool makeCall(uint64_t seed, struct Seen *seen, unsigned most) {
  memset(seen, 0, sizeof *seen);
  makeArguments(tested, cells, seed);
  if (!handleGiven)
    makeModelHandles(cells, seed); // objects that are initialised
  keepContent();
  clearShadows();
  if (!runs(seen, most, mixed(seed, 3), false)) {
    say(GAPPED, seen->text);
    return false;
  }
  if (seen->count == 0) {
    say(SKIPPED, "an assumption of the model never holds");
    return false;
  }
  restoreContent();
  // Cut off what the model does not touch, and look again where it then touches what.
  if (!seen->beyond) {
    bool cut = false;
    for (size_t i = 0; i < bufferCount; ++i) {
      size_t extent = 0;
      for (size_t at = 0; at < buffers[i].size; ++at)
        if (buffers[i].shadow[at] != 0)
          extent = at + 1;
      if (extent != 0 && extent < buffers[i].size) {
        trimBuffer(&buffers[i], extent, cells + 1, tested->count);
        cut = true;
      }
    }
    if (cut)
      keepContent();
  }
  return true;
}

static void compareResults(uint64_t seed, unsigned most) {
  struct Seen again;
  memset(&again, 0, sizeof again);
  setLikely(told->cells[0], tested->resultSize);
  // Models often add the least result to any number from 0 on.
  const bool whole = tested->result == 'i' || tested->result == 'u';
  for (long long least = 0; least >= (whole ? -6 : 0); --least)
    addToPool((uint64_t)(resultNumber(told->cells[0]) - least));
  addToPool((uint64_t)told->error);
  uint64_t words[2];
  memcpy(words, told->cells[0], sizeof words);
  addToPool(words[0]);
  addToPool(tested->result == 'f' ? words[1] & 0xffff : words[1]);
  unsigned char *pointer;
  memcpy(&pointer, told->cells[0], sizeof pointer);
  const struct Buffer *const buffer = bufferAt(pointer);
  if (tested->result == 'p' && buffer != NULL)
    addToPool((uint64_t)(pointer - buffer->start));
  runs(&again, most, mixed(seed, 4), true);
  char text[300];
  if (!again.returned) {
    if (again.null && nullGiven) {
      say(NULLS, "the model touches memory at null, which the function accepts");
      return;
    }
    snprintf(text, sizeof text, "%s", again.text[0] ? again.text : "no run of the model ends");
    say(again.text[0] ? CRASH : SKIPPED, text);
    return;
  }
  if (!again.matched) {
    char real[80], model[80];
    describe(real, sizeof real, told->cells[0]);
    describe(model, sizeof model, again.result);
    snprintf(text, sizeof text, "result %s (errno %d), %s %s", real, told->error,
             again.open || again.filled ? "never in the model, which says e.g." : "in the model",
             model);
    say(nullGiven ? NULLS : DIFFERENT, text);
    return;
  }
  if (!again.sameError) {
    snprintf(text, sizeof text, "errno becomes %d, %s", told->error,
             again.changesError ? "never in the model" : "and the model does not set it");
    say(ERRNO, text);
  }
  if (!again.open && !contentAgrees(text, sizeof text))
    say(nullGiven ? NULLS : DIFFERENT, text);
}

static bool hasHoles(void) {
  for (size_t i = 0; i < bufferCount; ++i) {
    bool touched = false, hole = false;
    for (size_t at = 0; at < buffers[i].size; ++at) {
      touched |= buffers[i].shadow[at] != 0;
      hole |= buffers[i].shadow[at] == 0;
    }
    if (touched && hole)
      return true;
  }
  return false;
}

/// Bytes within an object that the model does not touch must make no difference.
static void checkHoles(void *real, uint64_t seed) {
  struct Told *const first = malloc(sizeof *first);
  *first = *told;
  bool differs = true;
  for (unsigned i = 0; i < 4 && differs; ++i) {
    // Other values in the holes must differ each time, the same values never.
    if (!inProcess(real, false, true, mixed(seed, 50 + i)))
      differs = false;
    else
      differs = told->returned != first->returned || told->error != first->error ||
                !sameResult(told->cells[0], first->cells[0]);
    if (!inProcess(real, false, false, seed) || told->error != first->error || !told->returned ||
        !sameResult(told->cells[0], first->cells[0]))
      differs = false;
  }
  if (differs)
    say(LESS, "the result depends on bytes of a struct that the model does not touch");
  free(first);
}

/// SKIPPED: it does not return.
static enum Verdict tryCall(void *real, bool changeOpen, uint64_t seed, char *text, size_t room) {
  if (!inProcess(real, changeOpen, false, seed)) {
    ++report->invalid;
    if (++waits >= 4) {
      if (report->calls == 0)
        say(SKIPPED, "the real function does not return in a second");
      report->stopped = true;
    }
    return SKIPPED;
  }
  const enum Verdict verdict = judgeTouched(text, room);
  if (verdict == SAME)
    noteChanges();
  return verdict;
}

static void oneCall(void *real, uint64_t seed) {
  struct Seen seen;
  char text[300];
  unsigned most = RUNS;
  enum Verdict verdict = SAME;
  for (;;) {
    if (!makeCall(seed, &seen, most))
      return;
    // First with other bytes where the model only writes, so that every write is seen. If the real
    // function reads them, it may go astray there, which does not count.
    const enum Verdict before = tryCall(real, true, mixed(seed, 31), text, sizeof text);
    const bool written = before == LESS && told->returned && told->error != EFAULT;
    char first[sizeof text];
    memcpy(first, text, sizeof first);
    verdict = tryCall(real, false, mixed(seed, 30), text, sizeof text);
    if (verdict == SKIPPED)
      return;
    if (verdict == SAME && written) {
      verdict = before;
      memcpy(text, first, sizeof text);
    }
    if (verdict == SAME)
      break;
    if (nullGiven &&
        (told->error == EFAULT || told->address < PAGE || verdict == CRASH || seen.null)) {
      ++report->invalid; // it does not take null
      return;
    }
    // A function of _FORTIFY_SOURCE ends the program if a buffer is too small.
    if (told->signal == SIGABRT && strncmp(tested->name, "__", 2) == 0) {
      ++report->invalid;
      return;
    }
    // It may only be that no run took the right path.
    if (most == MANY_RUNS || (!seen.open && !seen.filled)) {
      if (verdict == CRASH)
        ++report->invalid;
      say(verdict, text);
      return;
    }
    most = MANY_RUNS;
    verdict = SAME;
  }
  ++report->calls;
  report->classes |= classOf(told->cells[0]);
  if (seen.beyond)
    say(MORE, seen.text);
  if (told->calledBack && !seen.calledBack)
    say(LESS, "the real function calls the function that it is given, the model never");
  saveContent();
  struct Told *const after = malloc(sizeof *after);
  *after = *told;
  if (hasHoles() && report->calls % 4 == 1)
    checkHoles(real, mixed(seed, 30));
  *told = *after;
  free(after);
  compareResults(seed, MANY_RUNS);
}

static void judgeMore(unsigned calls) {
  char text[300] = "";
  size_t length = 0;
  for (size_t argument = 0; argument < tested->count; ++argument) {
    size_t first = TRACKED, last = 0, count = 0;
    bool any = false;
    for (size_t at = 0; at < TRACKED; ++at)
      any |= changed[argument][at] != 0;
    if (any && sizes[argument] == SIZE_MAX)
      continue; // it writes as much as there is
    for (size_t at = 0; at < TRACKED; ++at)
      if (written[argument][at] * 4 >= (calls < 40 ? calls : 40) && written[argument][at] >= 4 &&
          !changed[argument][at]) {
        first = first == TRACKED ? at : first;
        last = at;
        ++count;
      }
    if (count > 0 && length < sizeof text - 80)
      length += (size_t)snprintf(text + length, sizeof text - length,
                                 "%sargument %zu (%s): %zu bytes from %zu to %zu never change",
                                 length ? "; " : "", argument + 1,
                                 tested->parameters[argument].name, count, first, last);
  }
  if (length > 0)
    say(MORE, text);
}

void compareFunction(const struct Function *function, void *real, unsigned calls, uint64_t seed,
                     struct Report *to) {
  report = to;
  tested = function;
  content = mmap(NULL, (size_t)MOST_BUFFERS * SLOT, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  for (unsigned call = 0; call < calls && !report->stopped; ++call)
    oneCall(real, mixed(seed, call));
  if (report->calls > 0)
    judgeMore(report->calls);
  else if (report->verdict == SAME)
    say(SKIPPED, "no call was such that the function returns");
}
