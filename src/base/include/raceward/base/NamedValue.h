// A value, and the name that users write for it.
#pragma once

#include <span>
#include <string_view>

namespace raceward {

template <typename T> struct NamedValue {
  std::string_view name;
  T value;
  std::string_view summary = {}; ///< may be empty
};

/// Empty if the value is not among them.
template <typename T>
std::string_view nameIn(std::span<const NamedValue<T>> choices, const T &value) {
  for (const NamedValue<T> &choice : choices)
    if (choice.value == value)
      return choice.name;
  return {};
}

} // namespace raceward
