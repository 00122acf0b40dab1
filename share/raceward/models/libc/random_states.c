// Random numbers with a state: in a struct or in 48 bits that the caller has. The numbers are any
// of their range, whatever the state.
//
// erand48() and its like also use parameters that all threads share; glibc calls them unsafe.
#include "model.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int32_t any_positive(void) {
  return raceward_any_int() & 0x7fffffff;
}
/// From 0 to 1, without 1.
static double any_fraction(void) {
  const uint64_t bits = raceward_any_ulonglong();
  raceward_assume(bits < (uint64_t)0x3ff << 52);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}
static void change(void *state, size_t bytes) {
  raceward_reads(state, bytes);
  raceward_writes(state, bytes);
}

// lrand48() accesses the state that all threads share; so these call it.

double erand48(unsigned short own[3]) {
  (void)lrand48();
  change(own, 3 * sizeof *own);
  return any_fraction();
}
long nrand48(unsigned short own[3]) {
  (void)lrand48();
  change(own, 3 * sizeof *own);
  return any_positive();
}
long jrand48(unsigned short own[3]) {
  (void)lrand48();
  change(own, 3 * sizeof *own);
  return raceward_any_int();
}
/// Returns the former state, in a buffer of the library.
unsigned short *seed48(unsigned short given[3]) {
  static unsigned short state_of_seed48[3];
  raceward_reads(given, 3 * sizeof *given);
  srand48(0);
  raceward_writes(state_of_seed48, sizeof state_of_seed48);
  return state_of_seed48;
}
void lcong48(unsigned short given[7]) {
  raceward_reads(given, 7 * sizeof *given);
  srand48(0);
}

#define NEXT_48(name, type, value)                                                                 \
  int name(struct drand48_data *state, type *to) {                                                 \
    change(state, sizeof *state);                                                                  \
    *to = value;                                                                                   \
    return 0;                                                                                      \
  }
NEXT_48(drand48_r, double, any_fraction())
NEXT_48(lrand48_r, long, any_positive())
NEXT_48(mrand48_r, long, raceward_any_int())
#define NEXT_OWN_48(name, type, value)                                                             \
  int name(unsigned short own[3], struct drand48_data *state, type *to) {                          \
    change(own, 3 * sizeof *own);                                                                  \
    change(state, sizeof *state);                                                                  \
    *to = value;                                                                                   \
    return 0;                                                                                      \
  }
NEXT_OWN_48(erand48_r, double, any_fraction())
NEXT_OWN_48(nrand48_r, long, any_positive())
NEXT_OWN_48(jrand48_r, long, raceward_any_int())
int srand48_r(long seed, struct drand48_data *state) {
  raceward_writes(state, sizeof *state);
  return 0;
}
int seed48_r(unsigned short given[3], struct drand48_data *state) {
  raceward_reads(given, 3 * sizeof *given);
  change(state, sizeof *state);
  return 0;
}
int lcong48_r(unsigned short given[7], struct drand48_data *state) {
  raceward_reads(given, 7 * sizeof *given);
  raceward_writes(state, sizeof *state);
  return 0;
}

// The numbers of random(), with a buffer that the caller has, behind whose first word the struct
// points. The larger the buffer, the more of it is used. Null pointers are refused.

enum { kTypes = 5 };

static void change_buffer(struct random_data *state) {
  if (state->state != NULL)
    change(state->state,
           (state->rand_deg > 0 ? (size_t)state->rand_deg : 1) * sizeof *state->state);
}
static void set_buffer(struct random_data *state, char *buffer, int words) {
  raceward_writes(state, sizeof *state);
  state->state = (int32_t *)(void *)buffer + 1;
  state->fptr = state->rptr = state->state;
  state->rand_deg = words;
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
  change_buffer(state);
  state->fptr = state->fptr; // moves on in the buffer
  state->rptr = state->rptr;
  *to = any_positive();
  return 0;
}
int srandom_r(unsigned seed, struct random_data *state) {
  if (is_null(state))
    return -1;
  change_buffer(state);
  state->fptr = state->rptr = state->state;
  return 0;
}
int initstate_r(unsigned seed, char *buffer, size_t bytes, struct random_data *state) {
  static const short degrees[kTypes] = {0, 7, 15, 31, 63};
  if (is_null(state) || bytes < 8)
    return refuse();
  int type = 0;
  while (type + 1 < kTypes && bytes >= (size_t)degrees[type + 1] * 4 + 4)
    ++type;
  raceward_writes(buffer, (degrees[type] > 0 ? (size_t)degrees[type] : 1) * 4 + 4);
  *(int32_t *)(void *)buffer = type;
  set_buffer(state, buffer, degrees[type]);
  return 0;
}
/// The first word of a buffer says how large it is, and how far it was used.
int setstate_r(char *buffer, struct random_data *state) {
  static const short degrees[kTypes] = {0, 7, 15, 31, 63};
  if (is_null(state) || is_null(buffer))
    return refuse();
  if (state->state != NULL)
    state->state[-1] = state->state[-1];
  const int type = *(const int32_t *)(const void *)buffer % kTypes;
  if (type < 0)
    return refuse();
  set_buffer(state, buffer, degrees[type]);
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
  const uint32_t number = raceward_any_uint();
  raceward_assume((bound < 2) | (number < bound));
  return bound < 2 ? 0 : number;
}
