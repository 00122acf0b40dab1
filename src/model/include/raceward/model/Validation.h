// Whether a witness was confirmed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

struct Validation {
  enum class Answer : std::uint8_t {
    Confirmed,
    NotConfirmed, ///< the machine followed it, and it does not lead to the race
    Unknown,      ///< it could not be followed
  };
  Answer answer = Answer::Unknown;
  std::string reason; ///< a sentence
  std::vector<std::string> notes;
};

/// "confirmed", "not confirmed" or "unknown".
std::string_view toString(Validation::Answer answer);

} // namespace raceward
