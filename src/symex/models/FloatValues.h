// Floating-point numbers of the host as values of the machine. Both use x86 formats.
#pragma once

#include "../Interpreter.h"

#include <bit>
#include <cstring>
#include <type_traits>

namespace raceward::models {

template <typename T>
inline constexpr unsigned kFloatBits = std::is_same_v<T, float>    ? 32
                                       : std::is_same_v<T, double> ? 64
                                                                   : 80;

inline bool isConcrete(const TermArena &arena, const Value &value) {
  return value.isNumber() || arena.isConstant(value.term);
}

/// Requires a concrete value.
template <typename T> T toFloat(const TermArena &arena, const Value &value) {
  if constexpr (std::is_same_v<T, float>) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(value.bits));
  } else if constexpr (std::is_same_v<T, double>) {
    return std::bit_cast<double>(value.bits);
  } else {
    const BitVector bits = value.isNumber() ? BitVector(80, value.bits) : arena.value(value.term);
    const std::uint64_t low = bits.low64();
    const auto high = static_cast<std::uint16_t>(bits.extract(79, 64).low64());
    long double result = 0;
    std::memcpy(&result, &low, sizeof low);
    std::memcpy(reinterpret_cast<char *>(&result) + sizeof low, &high, sizeof high);
    return result;
  }
}

template <typename T> Value ofFloat(TermArena &arena, T value) {
  if constexpr (std::is_same_v<T, float>) {
    return {std::bit_cast<std::uint32_t>(value), {}};
  } else if constexpr (std::is_same_v<T, double>) {
    return {std::bit_cast<std::uint64_t>(value), {}};
  } else {
    std::uint64_t low = 0;
    std::uint16_t high = 0;
    std::memcpy(&low, &value, sizeof low);
    std::memcpy(&high, reinterpret_cast<const char *>(&value) + sizeof low, sizeof high);
    return {0, arena.concat(arena.constant(16, high), arena.constant(64, low))};
  }
}

} // namespace raceward::models
