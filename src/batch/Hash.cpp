#include "raceward/batch/Hash.h"

#include <array>
#include <cstdio>

namespace raceward::batch {

std::string Fingerprint::text() const {
  std::array<char, 17> digits;
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(state_));
  return digits.data();
}

} // namespace raceward::batch
