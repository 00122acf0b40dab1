#include "raceward/symex/SharedPlaces.h"

#include "raceward/base/Mixing.h"

namespace raceward {

namespace {

/// Parts of one object, beyond the first ones, that count in one run.
constexpr std::uint64_t kPartsInSample = 64;

} // namespace

bool SharedPlaces::learn() {
  new_.clear();
  for (const auto &[origin, parts] : added_) {
    Parts &known = known_[origin];
    if (const Parts fresh = parts & ~known; fresh.any())
      new_.emplace(origin, fresh);
    known |= parts;
  }
  added_.clear();
  return !new_.empty();
}

void SharedPlaces::beginRun() {
  new_.clear();
  ++run_;
}

bool SharedPlaces::isInSample(std::uint64_t offset, std::uint64_t size) const {
  const std::uint64_t part = offset >> kBytesLog;
  const std::uint64_t parts = (size >> kBytesLog) + 1;
  return parts <= kPartsInSample || mixed(run_, part) % parts < kPartsInSample;
}

} // namespace raceward
