// What the symbolic machine provides to the models, for this one.
#include "Support.h"

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {
int nextInput = 0;
std::string standardInput;
std::size_t standardInputAt = 0;
} // namespace

void setNextInput(int value) {
  nextInput = value;
}

void addStandardInput(std::string_view text) {
  standardInput = std::string(text);
  standardInputAt = 0;
}

bool isStandardInputUsed() {
  return standardInputAt == standardInput.size();
}

extern "C" {
void *model_malloc(std::size_t bytes) {
  return std::malloc(bytes);
}
void *model___raceward_own_memory(std::size_t bytes) {
  return std::malloc(bytes);
}
void *model_realloc(void *old, std::size_t bytes) {
  return std::realloc(old, bytes);
}
double model_strtod(const char *text, char **end) {
  return std::strtod(text, end);
}
float model_strtof(const char *text, char **end) {
  return std::strtof(text, end);
}
long double model_strtold(const char *text, char **end) {
  return std::strtold(text, end);
}
void model___VERIFIER_assume(int condition) {
  if (condition == 0)
    std::abort();
}
int model___raceward_input_is_any() {
  return 0;
}
int model___raceward_input_ends() {
  return standardInputAt == standardInput.size() ? 1 : 0;
}
unsigned char model___raceward_input_byte() {
  return static_cast<unsigned char>(standardInput[standardInputAt++]);
}
void model___raceward_note_bound(const char *) {}
void model_raceward_receives(int) {}
void model_raceward_writes(void *, std::size_t) {}
void model___raceward_cannot(const char *what) {
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}
void *model_memcpy(void *to, const void *from, std::size_t bytes) {
  return std::memcpy(to, from, bytes);
}
void *model_memmove(void *to, const void *from, std::size_t bytes) {
  return std::memmove(to, from, bytes);
}
void *model_memset(void *to, int value, std::size_t bytes) {
  return std::memset(to, value, bytes);
}
int *model___errno_location() {
  return &errno;
}
int model___VERIFIER_nondet_int() {
  return nextInput;
}
bool model___VERIFIER_nondet_bool() {
  return (nextInput & 1) != 0;
}
long model___VERIFIER_nondet_seconds() {
  return nextInput;
}
long model___VERIFIER_nondet_microseconds() {
  return nextInput;
}
long model___VERIFIER_nondet_nanoseconds() {
  return nextInput;
}
long model___VERIFIER_nondet_ticks() {
  return nextInput;
}
unsigned short model___VERIFIER_nondet_ushort() {
  return static_cast<unsigned short>(nextInput);
}
unsigned model___VERIFIER_nondet_uint() {
  return static_cast<unsigned>(nextInput);
}
unsigned long long model___VERIFIER_nondet_ulonglong() {
  return static_cast<unsigned long long>(nextInput);
}
unsigned char model___VERIFIER_nondet_uchar() {
  return static_cast<unsigned char>(nextInput++);
}
bool model_raceward_guess_bool() {
  return model___VERIFIER_nondet_bool();
}
long model_raceward_guess_long() {
  return 0;
}
int model___raceward_is_first() {
  return 1;
}
unsigned char model_raceward_guess_uchar() {
  return static_cast<unsigned char>(nextInput++);
}
}
