// Numbers that look random and follow from others.
#pragma once

#include <cstdint>
#include <string_view>

namespace raceward {

/// SplitMix64: the same everywhere, unlike hashes of a library.
inline std::uint64_t mixed(std::uint64_t number) {
  number += 0x9e3779b97f4a7c15;
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
  number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
  return number ^ (number >> 31);
}

inline std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  return mixed(mixed(a) ^ b);
}

inline std::uint64_t mixed(std::uint64_t start, std::string_view text) {
  for (const char c : text)
    start = mixed(start, static_cast<unsigned char>(c));
  return start;
}

} // namespace raceward
