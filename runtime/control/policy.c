/* The choice of the next thread, after the forced part of the schedule. */
#include "inside.h"

/* A thread that spins for another one must not run for ever: after this many steps in a row,
 * though others are enabled, the next one in the circle has its turn, including sleepers, and
 * some time passes. */
enum { kMostInARow = 1000, kTimeOfThem = 1000000 };
enum { kSleepers = 8 }; /* one in this many random choices may wake a sleeper early */

static uint64_t state_of_random;
static uint64_t in_a_row;
static int last = -1;
static unsigned first_in_circle; /* of RW_LOWEST: the number at which the order starts */
static uint32_t used_changes;    /* one bit each */
static uint64_t next_change = RW_NEVER;

/* RW_PRIORITY: higher values first. */
static uint64_t priorities[RW_MOST_THREADS];
static uint64_t lowest_priority = 1ull << 62; /* lowered threads rank below all others */
static uint64_t lowering_moments[64];
static unsigned moment_count;

static uint64_t next_random(void) {
  uint64_t z = state_of_random += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static void find_next_change(void) {
  next_change = RW_NEVER;
  for (unsigned i = 0; i < rw_control->change_count && i < RW_MOST_CHANGES; ++i)
    if (!(used_changes >> i & 1) && rw_control->changes[i].at < next_change)
      next_change = rw_control->changes[i].at;
}

void rw_start_policy(void) {
  state_of_random = rw_control->seed;
  find_next_change();
  if (rw_control->policy != RW_PRIORITY)
    return;
  for (unsigned t = 0; t < RW_MOST_THREADS; ++t)
    priorities[t] = 1ull << 63 | (next_random() >> 1 & ~63ull) | t;
  const uint64_t length = rw_control->length ? rw_control->length : 1;
  moment_count = rw_control->depth < 64 ? rw_control->depth : 64;
  for (unsigned i = 0; i < moment_count; ++i)
    lowering_moments[i] = next_random() % length;
}

static unsigned next_in_circle(uint64_t threads, unsigned from) {
  const uint64_t later = from < 64 ? threads & ~0ull << from : 0;
  return (unsigned)__builtin_ctzll(later ? later : threads);
}

static unsigned any_of(uint64_t threads) {
  uint64_t n = next_random() % (uint64_t)__builtin_popcountll(threads);
  while (n--)
    threads &= threads - 1;
  return (unsigned)__builtin_ctzll(threads);
}

unsigned rw_weak_choice(uint64_t enabled) {
  unsigned best = (unsigned)__builtin_ctzll(enabled);
  for (uint64_t left = enabled; left; left &= left - 1) {
    const unsigned thread = (unsigned)__builtin_ctzll(left);
    if (rw_control->pending[thread].kind == RW_EV_EXIT)
      return thread;
    if (rw_threads[thread]->deadline < rw_threads[best]->deadline)
      best = thread;
  }
  return best;
}

/* -1: none is due, or its thread is not enabled. */
static int change_that_is_due(const struct rw_choice *choice) {
  int thread = -1;
  for (unsigned i = 0; i < rw_control->change_count && i < RW_MOST_CHANGES; ++i) {
    const struct rw_change *change = &rw_control->changes[i];
    if (used_changes >> i & 1 || change->at > rw_control->event_count)
      continue;
    used_changes |= 1u << i;
    if (change->thread < RW_MOST_THREADS && choice->enabled >> change->thread & 1)
      thread = (int)change->thread;
  }
  find_next_change();
  return thread;
}

static void lower(unsigned thread) {
  priorities[thread] = --lowest_priority;
}

static unsigned by_priority(uint64_t threads) {
  unsigned best = (unsigned)__builtin_ctzll(threads);
  for (uint64_t left = threads; left; left &= left - 1) {
    const unsigned thread = (unsigned)__builtin_ctzll(left);
    if (priorities[thread] > priorities[best])
      best = thread;
  }
  return best;
}

static void lower_at_moments(unsigned current) {
  for (unsigned i = 0; i < moment_count;)
    if (lowering_moments[i] <= rw_control->event_count) {
      lowering_moments[i] = lowering_moments[--moment_count];
      lower(current);
    } else {
      ++i;
    }
}

static unsigned at_random(const struct rw_choice *choice) {
  const int can_stay = choice->strong >> choice->current & 1;
  if (can_stay && next_random() % 1000 >= rw_control->switch_permille)
    return choice->current;
  /* Otherwise threads that sleep in loops would get most of the steps. */
  const int may_wake = !choice->strong || next_random() % kSleepers == 0;
  return any_of(may_wake ? choice->enabled : choice->strong);
}

static unsigned by_policy(const struct rw_choice *choice) {
  const int is_tired = in_a_row >= kMostInARow;
  const unsigned after = choice->current + 1;
  if (is_tired)
    rw_advance_to(rw_now() + kTimeOfThem);
  switch (rw_control->policy) {
  case RW_RANDOM:
    return is_tired ? any_of(choice->enabled) : at_random(choice);
  case RW_PRIORITY:
    lower_at_moments(choice->current);
    if (is_tired) {
      lower(choice->current);
      return by_priority(choice->enabled);
    }
    return choice->strong ? by_priority(choice->strong) : rw_weak_choice(choice->enabled);
  case RW_CONTINUE:
    if (is_tired)
      return next_in_circle(choice->enabled, after);
    if (!choice->strong)
      return rw_weak_choice(choice->enabled);
    if (choice->strong >> choice->current & 1)
      return choice->current;
    return next_in_circle(choice->strong, after);
  default:
    if (is_tired)
      return first_in_circle = next_in_circle(choice->enabled, after);
    if (!choice->strong)
      return rw_weak_choice(choice->enabled);
    return next_in_circle(choice->strong, first_in_circle);
  }
}

unsigned rw_policy_choice(const struct rw_choice *choice) {
  int thread = -1;
  if (rw_control->event_count >= next_change)
    thread = change_that_is_due(choice);
  if (thread < 0 && choice->is_bound)
    thread = (int)choice->current;
  if (thread < 0)
    thread = (int)by_policy(choice);
  const int others_could = (choice->enabled & ~(1ull << thread)) != 0;
  in_a_row = thread == last && others_could ? in_a_row + 1 : 0;
  last = thread;
  return (unsigned)thread;
}
