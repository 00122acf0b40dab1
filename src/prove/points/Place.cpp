#include "Place.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/ADT/Hashing.h>

#include <algorithm>
#include <numeric>

namespace raceward::points {

namespace {

/// Beyond this many places of one object, further ones become "anywhere in it": a pointer that is
/// advanced in memory, call by call, would otherwise visit every byte.
constexpr std::uint32_t kMostPlacesOfAnObject = 96;
/// Larger offsets are invalid (and would overflow).
constexpr std::int64_t kGreatestOffset = std::int64_t{1} << 40;

std::uint64_t residue(std::int64_t value, std::uint64_t modulus) {
  const auto m = static_cast<std::int64_t>(modulus);
  return static_cast<std::uint64_t>(((value % m) + m) % m);
}

} // namespace

bool mayOverlap(const Place &a, std::uint64_t bytesA, const Place &b, std::uint64_t bytesB,
                std::uint64_t together) {
  if (a.object != b.object)
    return false;
  if (bytesA == kUnknownBytes || bytesB == kUnknownBytes)
    return true;
  const std::uint64_t reachA = std::max(bytesA, together);
  const std::uint64_t reachB = std::max(bytesB, together);
  // Does one end before the other begins? An endless row has no beginning either.
  const auto isBefore = [](const Place &low, std::uint64_t reach, const Place &high) {
    if (low.isEndless() || high.isEndless() || high.first < low.last)
      return false;
    return static_cast<std::uint64_t>(high.first) - static_cast<std::uint64_t>(low.last) >= reach;
  };
  if (isBefore(a, reachA, b) || isBefore(b, reachB, a))
    return false;
  const std::uint64_t period = std::gcd(a.period, b.period);
  if (period == 0)
    return true;
  // Whatever the two indices are, the distance has this residue.
  const std::uint64_t fromAToB = residue(b.first - a.first, period);
  const std::uint64_t fromBToA = residue(a.first - b.first, period);
  return fromAToB < reachA || (fromBToA < reachB && !mutated(ProverMutation::PlacesBothSides));
}

std::size_t PlaceTable::Hash::operator()(const Place &place) const {
  return llvm::hash_combine(place.object, place.first, place.last, place.period);
}

PlaceIndex PlaceTable::anywhereIn(ObjectIndex object) {
  if (object < objects_.size() && objects_[object].anywhere)
    return *objects_[object].anywhere;
  return indexOf({object, 0, kNoEnd, 1});
}

PlaceIndex PlaceTable::indexOf(const Place &place) {
  const auto [at, isNew] = indices_.try_emplace(place, static_cast<PlaceIndex>(places_.size()));
  if (isNew) {
    places_.push_back(place);
    if (objects_.size() <= place.object)
      objects_.resize(place.object + 1);
    ++objects_[place.object].count;
    objects_[place.object].places.set(at->second);
    if (place.isAnywhere()) {
      objects_[place.object].anywhere = at->second;
      anywheres_.set(at->second);
    }
  }
  return at->second;
}

Place PlaceTable::shiftedPlace(Place place, const Shift &shift) {
  const Place anywhere{place.object, 0, kNoEnd, 1};
  if (shift.delta > kGreatestOffset || shift.delta < -kGreatestOffset ||
      shift.period > static_cast<std::uint64_t>(kGreatestOffset) ||
      shift.longest.value_or(0) > static_cast<std::uint64_t>(kGreatestOffset))
    return anywhere;
  place.first += shift.delta;
  if (!place.isEndless())
    place.last += shift.delta;
  if (shift.period != 0 && shift.longest != std::uint64_t{0}) {
    place.period = std::gcd(place.period, shift.period);
    if (!shift.longest && !mutated(ProverMutation::PlacesEnd))
      place.last = kNoEnd;
    else if (!place.isEndless())
      place.last += static_cast<std::int64_t>(shift.longest.value_or(0));
  }
  if (place.isEndless())
    place.first = static_cast<std::int64_t>(residue(place.first, place.period));
  else if (place.first < -kGreatestOffset || place.first > kGreatestOffset)
    return anywhere;
  else
    place.last = std::min(place.last, kGreatestOffset);
  return place;
}

PlaceIndex PlaceTable::shifted(PlaceIndex index, const Shift &shift) {
  const Place from = places_[index];
  if (shift.period == 1 && !shift.longest)
    return anywhereIn(from.object);
  const Place to = shiftedPlace(from, shift);
  if (const auto known = indices_.find(to); known != indices_.end())
    return known->second;
  if (objects_[to.object].count >= kMostPlacesOfAnObject)
    return anywhereIn(to.object);
  return indexOf(to);
}

std::uint32_t PlaceTable::numberOf(const Shift &shift) {
  const auto [at, isNew] =
      shiftNumbers_.try_emplace(shift, static_cast<std::uint32_t>(shifts_.size()));
  if (isNew)
    shifts_.push_back(shift);
  return at->second;
}

PlaceIndex PlaceTable::shifted(PlaceIndex place, std::uint32_t shift) {
  const std::uint64_t key = (std::uint64_t{shift} << 32) | place;
  if (const auto known = shiftedBefore_.find(key); known != shiftedBefore_.end())
    return known->second;
  const PlaceIndex to = shifted(place, shifts_[shift]);
  shiftedBefore_[key] = to;
  return to;
}

} // namespace raceward::points
