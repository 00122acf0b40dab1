// What the symbolic machine provides to the models, for this one.
#include "Support.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace {
int nextInput = 0;
} // namespace

void setNextInput(int value) {
  nextInput = value;
}

extern "C" {
void *model_malloc(std::size_t bytes) {
  return std::malloc(bytes);
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
unsigned char model___VERIFIER_nondet_uchar() {
  return static_cast<unsigned char>(nextInput++);
}
}
