/* The schedule of a replay: a total order of steps, which the threads of the program follow.
 *
 * A hook or wrapped call asks rw_arrive() whether it is a step: the thread's next steps are
 * compared by action, function, place and, once the object was seen, address. A thread at its
 * step waits until all earlier ones are done; between steps threads run freely, as the rest of
 * the program is private or ordered in every run (rule R2). A thread without further steps is
 * held. The two last steps are the racing accesses: with `meet` the first waits until the second
 * thread is there as well.
 *
 * Invariants: `current` is the first step that is not done, and only its thread may pass; a step
 * whose thread has reached a later one is skipped, as the program may have been edited; waiting
 * uses bare futex calls, so that ThreadSanitizer sees no order that the program does not create.
 * If no thread can continue, or no step is done for some seconds, the run has diverged.
 * docs/use/replay.md. */
#include "raceward_runtime.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
  kMostThreads = 1024,
  kMostObjects = 4096,
  kStepsAhead = 256,        /* steps that a thread searches for the one it has reached */
  kTickMilliseconds = 10,   /* how often a waiting thread looks around without being woken */
  kAccessMilliseconds = 20, /* an access is made within this time after its hook */
  kLooksAtPending = 3,
  kStillMilliseconds = 10000, /* without a step for this long, the run has diverged */
  kGraceMilliseconds = 500,
  kMostCpuSeconds = 60
};

static struct rw_thread threads[kMostThreads];
static unsigned thread_count;
static __thread struct rw_thread *self_;

static unsigned char *done;
static unsigned current; /* the first step that is not done */
static int over;         /* the race has happened, or never will: threads do not wait for turns */
static int was_here;     /* raceward_race_is_here() was called */
static const char *objects[kMostObjects]; /* their addresses in this run, once seen */

/* -- the runtime's own lock: a futex, which ThreadSanitizer does not see ----------------------- */

static int lock_word;
static int change_word;

static long futex(int *word, int operation, int value, const struct timespec *timeout) {
  return syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, value, timeout, 0, 0);
}

void rw_enter(void) {
  int expected = 0;
  if (__atomic_compare_exchange_n(&lock_word, &expected, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    return;
  while (__atomic_exchange_n(&lock_word, 2, __ATOMIC_ACQUIRE) != 0)
    futex(&lock_word, FUTEX_WAIT, 2, 0);
}

void rw_leave(void) {
  if (__atomic_exchange_n(&lock_word, 0, __ATOMIC_RELEASE) == 2)
    futex(&lock_word, FUTEX_WAKE, 1, 0);
}

static unsigned long long now(void) {
  struct timespec t;
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &t);
  return (unsigned long long)t.tv_sec * 1000 + (unsigned long long)t.tv_nsec / 1000000;
}

void rw_changed(void) {
  __atomic_fetch_add(&change_word, 1, __ATOMIC_RELEASE);
  futex(&change_word, FUTEX_WAKE, 0x7fffffff, 0);
}

/* -- threads ------------------------------------------------------------------------------- */

struct rw_thread *rw_self(void) {
  return self_;
}

void rw_become(struct rw_thread *self) {
  self_ = self;
}

struct rw_thread *rw_new_thread(void) {
  rw_enter();
  struct rw_thread *thread = thread_count < kMostThreads ? &threads[thread_count++] : 0;
  rw_leave();
  if (!thread)
    rw_end("diverged", "because the program starts too many threads");
  thread->number = RW_NOBODY;
  thread->pending = RW_NO_STEP;
  thread->section_step = RW_NO_STEP;
  thread->looked_from = RW_NO_STEP;
  return thread;
}

struct rw_thread *rw_thread_with(unsigned long handle) {
  for (unsigned i = thread_count; i-- > 0;)
    if (threads[i].handle == handle)
      return &threads[i];
  return 0;
}

/* -- progress of the schedule ------------------------------------------------------------------ */

static void find_current(void) {
  const unsigned before = current;
  while (current < raceward_schedule.step_count && done[current])
    ++current;
  if (current != before)
    rw_changed();
}

static void mark_done(unsigned step) {
  done[step] = 1;
  find_current();
}

unsigned rw_action_of(unsigned step) {
  return step == RW_NO_STEP ? 0 : raceward_schedule.steps[step].action;
}

/* Whether the thread has more to do in the schedule: steps, or an end that is joined. */
static int has_more(struct rw_thread *self) {
  const struct raceward_schedule *s = &raceward_schedule;
  if (self->number == RW_NOBODY)
    return 0;
  if (self->looked_from == self->next)
    return self->has_more;
  self->looked_from = self->next;
  self->has_more = 0;
  for (unsigned i = self->next; i < s->step_count && !self->has_more; ++i)
    self->has_more = s->steps[i].thread == self->number;
  /* It runs to its end in the schedule, though the rest has no effect on others. */
  for (unsigned i = 0; i < s->step_count && !self->has_more; ++i)
    self->has_more = s->steps[i].action == RW_JOIN && s->steps[i].target == self->number;
  return self->has_more;
}

int rw_is_over(void) {
  return __atomic_load_n(&over, __ATOMIC_ACQUIRE);
}

/* -- the end ------------------------------------------------------------------------------- */

static void write_line(const char *text) {
  const char *path = getenv("RACEWARD_REPLAY_LOG");
  int fd = path ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : 2;
  if (fd < 0)
    fd = 2;
  (void)!write(fd, text, strlen(text));
  if (fd != 2)
    close(fd);
}

/* One line, `raceward-replay: OUTCOME WORDS`, and the end of the process. */
void rw_end(const char *outcome, const char *words) {
  static char ends;
  if (__atomic_test_and_set(&ends, __ATOMIC_ACQ_REL))
    for (;;)
      syscall(SYS_pause);
  char line[1024];
  snprintf(line, sizeof line, "raceward-replay: %s %s\n", outcome, words);
  for (char *c = line; *c && c[1]; ++c)
    if (*c == '\n' || *c == '\r')
      *c = ' ';
  write_line(line);
  syscall(SYS_exit_group, rw_same(outcome, "confirmed") ? 66 : 0);
}

static void describe(const struct rw_thread *thread, char *text, size_t bytes) {
  static const char *const states[] = {"runs",
                                       "waits for its turn",
                                       "has done its steps",
                                       "waits for a lock",
                                       "waits for a thread",
                                       "has ended"};
  if (!thread)
    snprintf(text, bytes, "has not started");
  else if (thread->where && thread->state != RW_ENDED)
    snprintf(text, bytes, "%s at %s:%u", states[thread->state], thread->where->file,
             thread->where->line);
  else
    snprintf(text, bytes, "%s", states[thread->state]);
}

static const struct rw_thread *thread_number(unsigned number) {
  for (unsigned i = 0; i < thread_count; ++i)
    if (threads[i].number == number)
      return &threads[i];
  return 0;
}

static void diverge(const char *why) {
  const struct raceward_schedule *s = &raceward_schedule;
  char words[768];
  char stands[160];
  if (current >= s->step_count)
    rw_end("unreported", "the accesses were made, and ThreadSanitizer did not report them");
  unsigned at = current;
  const struct rw_thread *thread = thread_number(s->steps[at].thread);
  if (s->meet && at + 2 == s->step_count && thread && thread->state == RW_AT_STEP)
    ++at; /* it is before its access, and the other thread does not arrive */
  const struct raceward_step *step = &s->steps[at];
  const struct raceward_place *place = &s->places[step->place];
  describe(thread_number(step->thread), stands, sizeof stands);
  snprintf(words, sizeof words,
           "at step %u of %u: expected thread %u to do '%s' at %s:%u, but it %s%s", at + 1,
           s->step_count, step->thread, step->words, rw_base_name(place->file),
           rw_line_of(step->place), stands, why);
  rw_end("diverged", words);
}

/* Both accesses were made. ThreadSanitizer has reported the second one before its hook returned;
 * if it missed it, the threads get some time to repeat the race. */
static void finish(void) {
  __atomic_store_n(&over, 1, __ATOMIC_RELEASE);
  rw_changed();
  rw_leave();
  const struct timespec moment = {0, 1000000};
  for (int i = 0; i < kGraceMilliseconds; ++i)
    syscall(SYS_nanosleep, &moment, 0);
  rw_end("unreported", "the accesses were made, and ThreadSanitizer did not report them");
}

__attribute__((noinline)) void raceward_race_is_here(void) {
  __asm__ volatile("" ::: "memory");
}

/* -- waiting ------------------------------------------------------------------------------- */

static int stands_before_second(void) {
  const struct rw_thread *second =
      thread_number(raceward_schedule.steps[raceward_schedule.step_count - 1].thread);
  return second && second->state == RW_AT_STEP && second->step + 1 == raceward_schedule.step_count;
}

static int has_turn(struct rw_thread *thread) {
  if (over)
    return 1;
  if (current != thread->step)
    return 0;
  return !raceward_schedule.meet || current + 2 != raceward_schedule.step_count ||
         stands_before_second();
}

static int race_is_over(struct rw_thread *thread) {
  (void)thread;
  return over;
}

/* No thread can continue: the schedule is not possible in this program. */
static int is_stuck(void) {
  for (unsigned i = 0; i < thread_count; ++i) {
    struct rw_thread *thread = &threads[i];
    if (thread->state == RW_RUNS || (thread->state != RW_ENDED && thread->can_go(thread)))
      return 0;
  }
  return 1;
}

/* An access long after its hook has been made, even if its thread has reached no other hook. */
static void look_around(void) {
  for (unsigned i = 0; i < thread_count; ++i) {
    struct rw_thread *thread = &threads[i];
    if (thread->pending == RW_NO_STEP || ++thread->pending_looks < kLooksAtPending ||
        now() - thread->pending_since < kAccessMilliseconds)
      continue;
    const unsigned step = thread->pending;
    thread->pending = RW_NO_STEP;
    mark_done(step);
  }
  if (is_stuck())
    diverge("");
}

void rw_wait_until(int (*can_go)(struct rw_thread *), const void *wanted, enum rw_state state) {
  struct rw_thread *self = rw_self();
  self->can_go = can_go;
  self->wanted = wanted;
  self->state = state;
  unsigned before = current;
  unsigned ticks = 0; /* without progress of the schedule */
  while (!can_go(self)) {
    if (!over)
      look_around();
    if (can_go(self))
      break;
    const int seen = __atomic_load_n(&change_word, __ATOMIC_ACQUIRE);
    ticks = current == before ? ticks + 1 : 0;
    before = current;
    if (!over && ticks > kStillMilliseconds / kTickMilliseconds)
      diverge(", and nothing moves");
    rw_leave();
    const struct timespec tick = {0, kTickMilliseconds * 1000000L};
    futex(&change_word, FUTEX_WAIT, seen, &tick);
    rw_enter();
  }
  self->state = RW_RUNS;
}

static int never(struct rw_thread *thread) {
  (void)thread;
  return 0;
}

void rw_hold(void) {
  rw_pass_by();
  rw_enter();
  rw_wait_until(never, 0, RW_HELD);
}

/* -- steps --------------------------------------------------------------------------------- */

static int fits(const struct raceward_step *step, unsigned actions, const char *call,
                const struct rw_where *where, const char *address, size_t bytes) {
  if (!(step->action & actions) || !rw_same(step->call, call))
    return 0;
  if (step->action == RW_SECTION)
    return 1;
  if (where->place == RW_NOBODY || rw_line_of(where->place) != rw_line_of(step->place) ||
      !rw_same(raceward_schedule.places[where->place].file,
               raceward_schedule.places[step->place].file))
    return 0;
  if (call[0])
    return 1; /* usually there is one call of this name on the line */
  if (where->place != step->place)
    return 0;
  if (step->object < 0 || step->object >= kMostObjects || step->bytes != bytes ||
      !objects[step->object])
    return 1;
  return objects[step->object] + step->offset == address;
}

static unsigned step_at(struct rw_thread *self, unsigned actions, const char *call,
                        const struct rw_where *where, const void *address, size_t bytes) {
  const struct raceward_schedule *s = &raceward_schedule;
  unsigned ahead = 0;
  for (unsigned i = self->next; i < s->step_count && ahead < kStepsAhead; ++i) {
    if (s->steps[i].thread != self->number)
      continue;
    ++ahead;
    if (fits(&s->steps[i], actions, call, where, address, bytes))
      return i;
  }
  return RW_NO_STEP;
}

/* Steps that the thread has passed on its way to `step`, or to its end, are skipped. */
static void skip_to(struct rw_thread *self, unsigned step) {
  const struct raceward_schedule *s = &raceward_schedule;
  for (unsigned i = self->next; i < s->step_count && i < step; ++i)
    if (s->steps[i].thread == self->number)
      done[i] = 1;
  self->next = step == RW_NO_STEP ? s->step_count : step + 1;
  find_current();
}

static void pass_by(struct rw_thread *self) {
  if (self->pending == RW_NO_STEP)
    return;
  const unsigned step = self->pending;
  self->pending = RW_NO_STEP;
  mark_done(step);
  if (!over && current >= raceward_schedule.step_count)
    finish();
}

void rw_pass_by(void) {
  struct rw_thread *self = rw_self();
  if (!self || self->pending == RW_NO_STEP)
    return;
  rw_enter();
  pass_by(self);
  rw_leave();
}

/* False before the schedule begins, after its end, and in threads without a record. */
static int is_ours(const struct rw_thread *self) {
  return self && !rw_is_over();
}

unsigned rw_arrive(unsigned actions, const char *call, void *pc, const void *address,
                   size_t bytes) {
  struct rw_thread *self = rw_self();
  if (!is_ours(self))
    return RW_NO_STEP;
  if (self->section_depth > 0)
    return RW_NO_STEP;
  const struct rw_where *where = rw_where_of(pc);
  self->where = where;
  /* Most hooks are not steps of the schedule. */
  if (self->pending == RW_NO_STEP && where->place == RW_NOBODY && actions != RW_SECTION &&
      has_more(self))
    return RW_NO_STEP;
  rw_enter();
  pass_by(self);
  unsigned step = RW_NO_STEP;
  if (!has_more(self))
    rw_wait_until(race_is_over, 0, RW_HELD);
  else
    step = step_at(self, actions, call, where, address, bytes);
  if (step != RW_NO_STEP) {
    skip_to(self, step);
    self->step = step;
    rw_wait_until(has_turn, 0, RW_AT_STEP);
    const struct raceward_step *s = &raceward_schedule.steps[step];
    if (s->object >= 0 && s->object < kMostObjects && s->bytes == bytes)
      objects[s->object] = (const char *)address - s->offset;
    if (!over && raceward_schedule.meet && step + 2 == raceward_schedule.step_count && !was_here) {
      was_here = 1;
      rw_leave();
      raceward_race_is_here();
      return step;
    }
  }
  rw_leave();
  return step;
}

void rw_done(unsigned step) {
  if (step == RW_NO_STEP)
    return;
  rw_enter();
  mark_done(step);
  if (!over && current >= raceward_schedule.step_count)
    finish();
  rw_leave();
}

void rw_done_later(unsigned step) {
  if (step == RW_NO_STEP)
    return;
  struct rw_thread *self = rw_self();
  rw_enter();
  self->pending = step;
  self->pending_since = now();
  self->pending_looks = 0;
  rw_leave();
}

void rw_thread_ends(struct rw_thread *self) {
  rw_enter();
  pass_by(self);
  skip_to(self, RW_NO_STEP);
  self->state = RW_ENDED;
  rw_changed();
  rw_leave();
}

/* -- the beginning ----------------------------------------------------------------------------- */

void rw_begin(void) {
  done = __real_calloc(raceward_schedule.step_count + 1, 1);
  rw_find_lines();
  /* Not a clock, as the run may be in a debugger. */
  const struct rlimit limit = {kMostCpuSeconds, kMostCpuSeconds};
  setrlimit(RLIMIT_CPU, &limit);
  rw_become(rw_new_thread());
  rw_self()->number = 0;
}
