#include "Faults.h"

#include "raceward/base/Check.h"

#include <csignal>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <unistd.h>

namespace raceward {

namespace {

/// Slow enough (some GB/s) to resemble an engine with high demand, and every page is touched:
/// memory that is only reserved would not count.
[[noreturn]] void eatMemory() {
  constexpr std::size_t bite = std::size_t{1} << 20;
  while (true) {
    void *memory = ::operator new(bite);
    std::memset(memory, 1, bite);
  }
}

std::string_view faultAskedFor() {
  const char *value = std::getenv("RACEWARD_TEST_CHILD");
  return value == nullptr ? std::string_view() : value;
}

} // namespace

void misbehaveIfAsked() {
  const std::string_view fault = faultAskedFor();
  if (fault == "crash")
    ::raise(SIGSEGV);
  else if (fault == "check")
    RW_CHECK(fault != "check");
  else if (fault == "hang")
    while (true)
      ::pause();
  else if (fault == "eat-memory")
    eatMemory();
  else if (fault == "kill")
    ::raise(SIGKILL);
}

void misbehaveWhileTelling() {
  if (faultAskedFor() == "crash-telling")
    ::raise(SIGSEGV);
}

} // namespace raceward
