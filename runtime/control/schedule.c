/* The scheduler: a token that exactly one controlled thread has.
 *
 * At each hook or intercepted call a thread announces its next step (rw_step, rw_access) in
 * `pending`. The thread with the token then chooses the next thread among those whose steps are
 * enabled: by the forced part of the schedule first, then by the policy (policy.c). If it is
 * itself, no system call is made; otherwise it passes the token by a futex wake and waits for
 * its own turn. The chosen thread appends its record to the log, with the set of enabled
 * threads, performs the step and runs on to its next one.
 *
 * Invariants: whenever a thread is chosen, every other thread is before an announced step, so
 * nothing here is locked, and the log is a total order of the steps; a step is performed before
 * any other thread moves; enabledness is decided by tests without side effects on the objects
 * themselves, so no second copy of their state can be out of date. Sleepers, time-outs and the
 * end of the process are weak: by default they are chosen only if no other thread is enabled.
 * docs/develop/native-runtime.md. */
#include "arenas.h"
#include "inside.h"
#include "outside.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { kPatience = 5000 }; /* milliseconds before such a run counts as a deadlock */

int rw_others_may_act;
struct rw_control *rw_control;
struct rw_thread *rw_threads[RW_MOST_THREADS];
__thread struct rw_thread *rw_self __attribute__((tls_model("initial-exec")));
__thread struct rw_thread *rw_inner_self __attribute__((tls_model("initial-exec")));

static struct rw_thread pool[RW_MOST_THREADS];
static unsigned pool_count;

static struct rw_event *log_of_run;
static const struct rw_forced *forced;
static uint64_t most_logged; /* the smaller limit */

/* One bit for each thread that … */
static uint64_t alive;     /* has a number and has not ended */
static uint64_t able;      /* has an enabled step */
static uint64_t tested;    /* has a step with a test */
static uint64_t sleepers;  /* sleeps or yields */
static uint64_t exits;     /* is before the end of the process */
static uint64_t timed;     /* has a time-out */
static uint64_t outsiders; /* waits for an event outside */
static int is_changed;
static int is_outside_changed;

static uint64_t step_count;
static uint64_t enabled_now; /* at the last decision */
static unsigned current;     /* the thread that moved last; it may have ended */

/* -- the end ----------------------------------------------------------------------------------- */

void rw_end(enum rw_state state, const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(rw_control->words, RW_WORDS_BYTES, format, list);
  va_end(list);
  rw_control->enabled = enabled_now;
  rw_control->state = state;
  RW_REAL(syscall)(SYS_exit_group, 0);
  __builtin_unreachable();
}

/* -- enabled threads --------------------------------------------------------------------------- */

void rw_objects_changed(void) {
  is_changed = 1;
}

static void test_again(uint64_t threads) {
  for (; threads; threads &= threads - 1) {
    const struct rw_thread *thread = rw_threads[__builtin_ctzll(threads)];
    if (thread->test(thread) || (thread->is_cancelled && thread->is_cancellable))
      able |= thread->bit;
    else
      able &= ~thread->bit;
  }
}

/* The waiter that times out first, if it does so before that time. */
static uint64_t first_to_give_up(uint64_t moment) {
  uint64_t first = 0;
  uint64_t earliest = moment;
  for (uint64_t left = timed & ~able; left; left &= left - 1) {
    const struct rw_thread *thread = rw_threads[__builtin_ctzll(left)];
    if (thread->deadline < earliest) {
      earliest = thread->deadline;
      first = thread->bit;
    }
  }
  return first;
}

static uint64_t earliest_deadline(uint64_t threads) {
  uint64_t earliest = RW_NEVER;
  for (; threads; threads &= threads - 1) {
    const uint64_t deadline = rw_threads[__builtin_ctzll(threads)]->deadline;
    earliest = deadline < earliest ? deadline : earliest;
  }
  return earliest;
}

/* Waiters time out when no other thread is enabled except sleepers, or at their deadline. */
static uint64_t find_enabled(uint64_t *strong) {
  for (;;) {
    if (is_changed) {
      is_changed = 0;
      test_again(tested & ~outsiders);
    }
    if (is_outside_changed) {
      is_outside_changed = 0;
      test_again(outsiders);
    }
    *strong = able & ~sleepers;
    if (*strong)
      return timed & ~able ? able | first_to_give_up(rw_now()) : able;
    const uint64_t weak = able | exits | first_to_give_up(RW_NEVER);
    const uint64_t waiting = outsiders & ~able;
    if (!waiting || exits)
      return weak;
    /* Only the virtual clock passes. A thread that waits for an outside event gets some real
     * time. */
    const int has_come =
        rw_wait_for_outside(waiting, earliest_deadline(weak), (weak & ~outsiders) != 0);
    test_again(outsiders);
    if (!has_come)
      return weak;
  }
}

/* No thread is enabled. A signal handler, or another process, may still change that: a timer
 * runs, or the program has started other processes. */
static uint64_t wait_for_signals(void) {
  const struct timespec moment = {0, 1000000};
  const int before = errno;
  for (int i = 0; rw_others_may_act && i < kPatience && !able; ++i) {
    RW_REAL(nanosleep)(&moment, 0);
    test_again(tested);
  }
  errno = before;
  return able;
}

static void describe_standing(char *text, size_t bytes) {
  size_t at = 0;
  text[0] = 0;
  for (unsigned t = 0; t < rw_control->thread_count && at + 32 < bytes; ++t)
    if (alive >> t & 1)
      at += (size_t)snprintf(text + at, bytes - at, " %u:%u@%u", t, rw_control->pending[t].kind,
                             rw_control->pending[t].site);
}

/* -- choice of the next thread ----------------------------------------------------------------- */

/* Outcomes of one call may differ between runs. */
static unsigned family(unsigned kind) {
  switch (kind) {
  case RW_EV_TRYLOCK:
  case RW_EV_READ_TRYLOCK:
  case RW_EV_READ_LOCK: /* for once, the first caller locks */
    return RW_EV_LOCK;
  case RW_EV_LOOK:
    return RW_EV_WAIT;
  case RW_EV_JOIN: /* that timed out, or did not wait */
    return RW_EV_LOCAL;
  case RW_EV_ATOMIC_READ: /* a compare-and-swap that failed */
    return RW_EV_ATOMIC_UPDATE;
  default:
    return kind;
  }
}

static void check_forced(uint64_t at, const struct rw_forced *want) {
  const struct rw_event *found = &rw_control->pending[want->thread];
  if ((want->kind && family(want->kind) != family(found->kind)) ||
      (want->site && want->site != found->site) ||
      (want->address && want->address != found->address))
    rw_end(RW_DIVERGED,
           "step %llu: thread %u was to do kind %u at site %u with address %#llx, and stands "
           "before kind %u at site %u with address %#llx",
           (unsigned long long)at, want->thread, want->kind, want->site,
           (unsigned long long)want->address, found->kind, found->site,
           (unsigned long long)found->address);
}

static unsigned follow(uint64_t at) {
  const struct rw_forced *want = &forced[at];
  const unsigned thread = want->thread;
  if (thread >= rw_control->thread_count)
    rw_end(RW_DIVERGED, "step %llu: thread %u was to move, and does not exist",
           (unsigned long long)at, thread);
  const uint64_t bit = 1ull << thread;
  if (!(alive & bit))
    rw_end(RW_DIVERGED, "step %llu: thread %u was to move, and has ended", (unsigned long long)at,
           thread);
  check_forced(at, want);
  if (!(enabled_now & bit) && (outsiders & bit)) {
    while (!rw_threads[thread]->test(rw_threads[thread]))
      rw_wait_for_outside(bit, RW_NEVER, 0);
    able |= bit;
    enabled_now |= bit;
  }
  if (!(enabled_now & bit)) {
    char standing[256];
    describe_standing(standing, sizeof standing);
    rw_end(RW_DIVERGED,
           "step %llu: thread %u was to move, and cannot: it stands before kind %u at site %u; "
           "all (thread:kind@site):%s",
           (unsigned long long)at, thread, rw_control->pending[thread].kind,
           rw_control->pending[thread].site, standing);
  }
  return thread;
}

static int is_plain(const struct rw_event *event) {
  return event->kind == RW_EV_READ || event->kind == RW_EV_WRITE ||
         (event->kind == RW_EV_LOCAL && !(event->flags & RW_SLEEPER));
}

static unsigned choose(const struct rw_site *site) {
  struct rw_choice choice;
  choice.enabled = find_enabled(&choice.strong);
  enabled_now = choice.enabled;
  if (step_count < rw_control->forced_count && alive)
    return follow(step_count);
  if (!choice.enabled)
    choice.enabled = enabled_now = wait_for_signals();
  if (!choice.enabled) {
    char standing[256];
    describe_standing(standing, sizeof standing);
    rw_end(RW_DEADLOCK, "no thread can move (thread:kind@site):%s", standing);
  }
  if (choice.strong & ~rw_control->avoided) {
    choice.enabled &= ~rw_control->avoided;
    choice.strong &= ~rw_control->avoided;
  }
  choice.current = current;
  choice.is_bound = rw_control->only_marked && (able >> current & 1) &&
                    is_plain(&rw_control->pending[current]) && rw_mark(site) != 1;
  return rw_policy_choice(&choice);
}

/* -- the token --------------------------------------------------------------------------------- */

static void give(struct rw_thread *next) {
  ++rw_control->switches;
  current = next->number;
  __atomic_store_n(&next->turn, 1, __ATOMIC_RELEASE);
  rw_futex(&next->turn, FUTEX_WAKE_PRIVATE, 1);
}

static void await_turn(struct rw_thread *self) {
  while (!__atomic_load_n(&self->turn, __ATOMIC_ACQUIRE)) {
    errno = 0;
    rw_futex(&self->turn, FUTEX_WAIT_PRIVATE, 0);
    if (errno == EINTR)
      self->is_interrupted = 1;
  }
  self->turn = 0;
}

/* Preserves `errno`, which the program may be about to read. */
static void hand_over(struct rw_thread *self, struct rw_thread *next) {
  const int before = errno;
  give(next);
  await_turn(self);
  errno = before;
}

static struct rw_event *append_record(struct rw_thread *self) {
  struct rw_event *const pending = &rw_control->pending[self->number];
  const uint64_t at = rw_control->event_count;
  if (__builtin_expect(at >= most_logged, 0))
    rw_end(at >= rw_control->most_events ? RW_TOO_LONG : RW_LOG_FULL, "after %llu events",
           (unsigned long long)at);
  struct rw_event *const event = &log_of_run[at];
  *event = *pending;
  event->enabled = enabled_now;
  pending->kind = RW_EV_NONE;
  rw_control->event_count = at + 1;
  return event;
}

static struct rw_event *append(struct rw_thread *self) {
  ++step_count;
  return append_record(self);
}

void rw_log_more(struct rw_thread *self, const struct rw_event *record) {
  rw_control->pending[self->number] = *record;
  append_record(self);
}

/* -- steps ------------------------------------------------------------------------------------- */

/* A signal handler that runs while its thread is in here, or waits, is not controlled: it finds
 * no thread. */
static void come_in(void) {
  rw_self = 0;
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

static void go_out(struct rw_thread *self) {
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  rw_self = self;
}

struct rw_event *rw_access(struct rw_thread *self, uint8_t kind, uint8_t order, const void *address,
                           uint64_t bytes, const struct rw_site *site) {
  come_in();
  struct rw_event *const pending = &rw_control->pending[self->number];
  pending->kind = kind;
  pending->thread = (uint8_t)self->number;
  pending->order = order;
  pending->flags = 0;
  pending->site = site ? site->id : 0;
  pending->address = (uint64_t)address;
  pending->bytes = bytes > UINT32_MAX ? UINT32_MAX : (uint32_t)bytes;
  pending->extra = 0;
  pending->context = rw_context();
  pending->reserved = 0;
  able |= self->bit;
  const unsigned next = choose(site);
  if (next != self->number)
    hand_over(self, rw_threads[next]);
  struct rw_event *const event = append(self);
  go_out(self);
  return event;
}

static void announce(struct rw_thread *self, const struct rw_what *what) {
  const struct rw_event pending = {
      .kind = what->kind,
      .thread = (uint8_t)self->number,
      .order = what->order,
      .flags = what->flags,
      .site = what->site ? what->site->id : 0,
      .address = (uint64_t)what->address,
      .bytes = what->bytes,
      .extra = what->extra,
      .context = rw_context(),
  };
  rw_control->pending[self->number] = pending;
  self->test = what->test;
  self->object = what->object;
  self->wanted = what->wanted;
  self->deadline = what->deadline ? what->deadline : RW_NEVER;
  self->is_cancellable = what->is_cancellable;
  const uint64_t bit = self->bit;
  if (what->kind == RW_EV_EXIT) {
    exits |= bit;
    able &= ~bit;
    return;
  }
  able |= bit;
  if (what->test) {
    tested |= bit;
    test_again(bit);
  }
  if (what->kind == RW_EV_LOCAL && what->flags & RW_SLEEPER)
    sleepers |= bit;
  else if (what->deadline)
    timed |= bit;
  if (what->kind == RW_EV_OUTSIDE && what->test)
    outsiders |= bit;
}

struct rw_event *rw_step(struct rw_thread *self, const struct rw_what *what) {
  come_in();
  announce(self, what);
  const unsigned next = choose(what->site);
  if (next != self->number)
    hand_over(self, rw_threads[next]);
  struct rw_event *const event = append(self);
  const uint64_t bit = self->bit;
  if (!(able & bit) && (timed & bit)) {
    event->flags |= RW_TIMED;
    rw_advance_to(self->deadline);
  }
  able |= bit; /* it is running */
  exits &= ~bit;
  tested &= ~bit;
  sleepers &= ~bit;
  timed &= ~bit;
  outsiders &= ~bit;
  if (what->kind == RW_EV_OUTSIDE)
    is_outside_changed = 1;
  else if (what->kind != RW_EV_LOCAL)
    is_changed = 1;
  go_out(self);
  return event;
}

/* -- threads ----------------------------------------------------------------------------------- */

struct rw_thread *rw_new_thread(struct rw_thread *creator) {
  if (pool_count == RW_MOST_THREADS)
    rw_end(RW_REFUSED, "the program creates more than %d threads", RW_MOST_THREADS);
  struct rw_thread *const thread = &pool[pool_count++];
  thread->number = UINT32_MAX;
  thread->deadline = RW_NEVER;
  rw_use_arena(thread, creator ? rw_arena_of_child(creator) : 0, (unsigned)(thread - pool));
  return thread;
}

void rw_number_thread(struct rw_thread *thread) {
  const unsigned number = rw_control->thread_count++;
  thread->number = number;
  thread->bit = 1ull << number;
  rw_threads[number] = thread;
  rw_control->starts[number] = (uint64_t)thread->entry;
  const struct rw_event start = {.kind = RW_EV_START, .thread = (uint8_t)number};
  rw_control->pending[number] = start;
  alive |= thread->bit;
  able |= thread->bit;
}

void rw_become(struct rw_thread *self) {
  self->tid = (int)gettid();
  rw_give_signal_stack(self->index);
  rw_inner_self = self;
  rw_self = self;
}

void rw_thread_starts(struct rw_thread *self) {
  come_in();
  await_turn(self);
  append(self);
  go_out(self);
}

int rw_is_last(const struct rw_thread *self) {
  return alive == self->bit;
}

int rw_is_alone(void) {
  unsigned others = 0;
  for (unsigned t = 0; t < rw_control->thread_count; ++t)
    others += !rw_threads[t]->is_joined;
  return others == 1;
}

void rw_thread_ends(struct rw_thread *self) {
  rw_self = 0;
  self->has_ended = 1;
  rw_control->pending[self->number].kind = RW_EV_NONE;
  alive &= ~self->bit;
  able &= ~self->bit;
  is_changed = 1;
  give(rw_threads[choose(0)]);
}

void rw_start_run(struct rw_control *control) {
  rw_control = control;
  log_of_run = (struct rw_event *)((char *)control + control->log_at);
  forced = (const struct rw_forced *)((const char *)control + control->forced_at);
  most_logged =
      control->most_events < control->most_logged ? control->most_events : control->most_logged;
  rw_start_policy();
  struct rw_thread *const main_thread = rw_new_thread(0);
  main_thread->handle = pthread_self();
  rw_number_thread(main_thread);
  rw_control->pending[0].kind = RW_EV_NONE; /* it has started already */
  rw_become(main_thread);
  current = 0;
}
