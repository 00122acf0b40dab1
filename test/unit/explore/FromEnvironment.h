// Numbers that a person may set for a longer run of a random test.
#pragma once

#include <cstdint>
#include <cstdlib>

namespace raceward::test {

inline std::uint64_t fromEnvironment(const char *name, std::uint64_t otherwise) {
  const char *text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

} // namespace raceward::test
