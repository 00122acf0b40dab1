// Random numbers with a state: in a struct or in 48 bits that the caller has, or in 48 bits that all
// threads share. Those of 48 bits are computed, as POSIX says it. Others are any of their range,
// whatever the state.
//
// erand48() and its like also use parameters that all threads share; glibc calls them unsafe.
#include "model.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int32_t any_positive(void) {
  return raceward_any_int() & 0x7fffffff;
}
static void change(void *state, size_t bytes) {
  raceward_reads(state, bytes);
  raceward_writes(state, bytes);
}

/// The parameters are set at the first use, and then only read.
static void prepare(struct drand48_data *state) {
  if (state->__init == 0) {
    state->__a = 0x5deece66d;
    state->__c = 0xb;
    state->__init = 1;
  }
}
/// The next number of 48 bits.
static uint64_t next_48(unsigned short own[3], struct drand48_data *state) {
  prepare(state);
  const uint64_t before = (uint64_t)own[2] << 32 | (uint64_t)own[1] << 16 | own[0];
  const uint64_t number = (before * state->__a + state->__c) & 0xffffffffffff;
  own[0] = (unsigned short)number;
  own[1] = (unsigned short)(number >> 16);
  own[2] = (unsigned short)(number >> 32);
  return number;
}
/// From 0 to 1, without 1.
static double fraction_of(uint64_t number) {
  return (double)number / (double)((uint64_t)1 << 48);
}
static long positive_of(uint64_t number) {
  return (long)(number >> 17);
}
static long signed_of(uint64_t number) {
  return (int32_t)(number >> 16);
}

static struct drand48_data state_of_numbers;
static char state_of_drand48;

/// By all that use what threads share, also if they only read it.
static struct drand48_data *shared(void) {
  state_of_drand48 = 1;
  return &state_of_numbers;
}

double drand48(void) {
  struct drand48_data *state = shared();
  return fraction_of(next_48(state->__x, state));
}
long lrand48(void) {
  struct drand48_data *state = shared();
  return positive_of(next_48(state->__x, state));
}
long mrand48(void) {
  struct drand48_data *state = shared();
  return signed_of(next_48(state->__x, state));
}
void srand48(long seed) {
  srand48_r(seed, shared());
}
double erand48(unsigned short own[3]) {
  return fraction_of(next_48(own, shared()));
}
long nrand48(unsigned short own[3]) {
  return positive_of(next_48(own, shared()));
}
long jrand48(unsigned short own[3]) {
  return signed_of(next_48(own, shared()));
}
/// Returns the former state, in a buffer of the library.
unsigned short *seed48(unsigned short given[3]) {
  struct drand48_data *state = shared();
  seed48_r(given, state);
  return state->__old_x;
}
void lcong48(unsigned short given[7]) {
  lcong48_r(given, shared());
}

#define NEXT_48(name, type, value)                                                                 \
  int name(struct drand48_data *state, type *to) {                                                 \
    *to = value(next_48(state->__x, state));                                                       \
    return 0;                                                                                      \
  }
NEXT_48(drand48_r, double, fraction_of)
NEXT_48(lrand48_r, long, positive_of)
NEXT_48(mrand48_r, long, signed_of)
#define NEXT_OWN_48(name, type, value)                                                             \
  int name(unsigned short own[3], struct drand48_data *state, type *to) {                          \
    *to = value(next_48(own, state));                                                              \
    return 0;                                                                                      \
  }
NEXT_OWN_48(erand48_r, double, fraction_of)
NEXT_OWN_48(nrand48_r, long, positive_of)
NEXT_OWN_48(jrand48_r, long, signed_of)
static void set_48(struct drand48_data *state, unsigned low, unsigned middle, unsigned high) {
  state->__x[0] = (unsigned short)low;
  state->__x[1] = (unsigned short)middle;
  state->__x[2] = (unsigned short)high;
  state->__a = 0x5deece66d;
  state->__c = 0xb;
  state->__init = 1;
}
int srand48_r(long seed, struct drand48_data *state) {
  set_48(state, 0x330e, (unsigned)seed, (unsigned)seed >> 16);
  return 0;
}
int seed48_r(unsigned short given[3], struct drand48_data *state) {
  memcpy(state->__old_x, state->__x, sizeof state->__x);
  set_48(state, given[0], given[1], given[2]);
  return 0;
}
int lcong48_r(unsigned short given[7], struct drand48_data *state) {
  set_48(state, given[0], given[1], given[2]);
  state->__a = (unsigned long long)given[5] << 32 | (unsigned)given[4] << 16 | given[3];
  state->__c = given[6];
  return 0;
}

// The numbers of random(), with a buffer that the caller has, behind whose first word the struct
// points. The larger the buffer, the more of it is used: the type of the generator says how much.
// The first word of a buffer is this type, and the place where the generator was when it left the
// buffer. Null pointers are refused.

enum { kTypes = 5 };
static const short degrees[kTypes] = {0, 7, 15, 31, 63};
static const short distances[kTypes] = {0, 3, 1, 3, 1};

/// The simplest generator needs no place.
static void set_place(struct random_data *state, int place) {
  if (state->rand_type == 0)
    return;
  state->rptr = state->state + place;
  state->fptr = state->state + (place + state->rand_sep) % state->rand_deg;
}
static void set_buffer(struct random_data *state, char *buffer, int type, int place) {
  state->rand_type = type;
  state->rand_deg = degrees[type];
  state->rand_sep = distances[type];
  state->state = (int32_t *)(void *)buffer + 1;
  state->end_ptr = state->state + degrees[type];
  set_place(state, place);
}
/// The place is written into the buffer that is left.
static void leave_buffer(struct random_data *state) {
  if (state->state == NULL)
    return;
  state->state[-1] = state->rand_type;
  if (state->rand_type != 0)
    state->state[-1] += kTypes * (int32_t)(state->rptr - state->state);
}
static int refuse(void) {
  errno = EINVAL;
  return -1;
}
/// The headers promise that pointers are not null; the functions test them all the same.
static int is_null(const void *pointer) {
  return pointer == NULL;
}
int random_r(struct random_data *state, int32_t *to) {
  if (is_null(state) || is_null(to))
    return refuse();
  raceward_reads(state, sizeof *state);
  if (state->rand_type == 0) {
    change(state->state, sizeof *state->state);
  } else {
    raceward_reads(state->rptr, sizeof *state->rptr);
    change(state->fptr, sizeof *state->fptr);
    state->fptr = state->fptr + 1 == state->end_ptr ? state->state : state->fptr + 1;
    state->rptr = state->rptr + 1 == state->end_ptr ? state->state : state->rptr + 1;
  }
  *to = any_positive();
  return 0;
}
int srandom_r(unsigned seed, struct random_data *state) {
  if (is_null(state) || (unsigned)state->rand_type >= kTypes)
    return -1;
  raceward_reads(state, sizeof *state);
  raceward_writes(state->state, (state->rand_type != 0 ? (size_t)state->rand_deg : 1) * 4);
  set_place(state, 0);
  return 0;
}
int initstate_r(unsigned seed, char *buffer, size_t bytes, struct random_data *state) {
  if (is_null(state))
    return refuse();
  leave_buffer(state);
  if (bytes < 8)
    return refuse();
  int type = 0;
  while (type + 1 < kTypes && bytes >= (size_t)degrees[type + 1] * 4 + 4)
    ++type;
  raceward_writes(buffer, (degrees[type] > 0 ? (size_t)degrees[type] : 1) * 4 + 4);
  *(int32_t *)(void *)buffer = type;
  set_buffer(state, buffer, type, 0);
  return 0;
}
int setstate_r(char *buffer, struct random_data *state) {
  if (is_null(state) || is_null(buffer))
    return refuse();
  leave_buffer(state);
  const int word = *(const int32_t *)(const void *)buffer;
  const int type = word % kTypes;
  if (type < 0)
    return refuse();
  set_buffer(state, buffer, type, word / kTypes);
  return 0;
}

// random() keeps the buffer, and each call of it writes there.
char *initstate(unsigned seed, char *buffer, size_t bytes) {
  raceward_gap("initstate: random() then writes the given buffer; use random_r() instead");
}
char *setstate(char *buffer) {
  raceward_gap("setstate: random() then writes the given buffer; use random_r() instead");
}

void arc4random_buf(void *to, size_t bytes) {
  raceward_writes(to, bytes);
}
uint32_t arc4random_uniform(uint32_t bound) {
  return bound < 2 ? 0 : (uint32_t)model_up_to(bound - 1);
}
