// Places: positions in an object that a pointer may point to, and pointer arithmetic on them.
//
// A place is one offset, or a row of offsets with a fixed distance: the elements of an array that a
// variable index reaches. A row has an end if the range of the index is known, and otherwise goes
// through the whole object.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SparseBitVector.h>

#include <cstdint>
#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

namespace raceward::points {

using ObjectIndex = std::uint32_t;
using PlaceIndex = std::uint32_t;

/// The size of an access of unknown size.
inline constexpr std::uint64_t kUnknownBytes = UINT64_MAX;
inline constexpr std::int64_t kNoEnd = INT64_MAX;

struct Place {
  ObjectIndex object = 0;
  std::int64_t first = 0;
  std::int64_t last = 0;    ///< the greatest offset; kNoEnd: up to the end of the object
  std::uint64_t period = 0; ///< 0: only `first`
  auto operator<=>(const Place &) const = default;

  [[nodiscard]] bool isExact() const { return period == 0; }
  /// The row has no known start either: only the residue of `first` is known.
  [[nodiscard]] bool isEndless() const { return last == kNoEnd; }
  /// Every other place of the object is part of it.
  [[nodiscard]] bool isAnywhere() const { return period == 1 && isEndless(); }
};

/// The offset that a step of pointer arithmetic adds.
struct Shift {
  std::int64_t delta = 0;
  std::uint64_t period = 0;             ///< stride of a variable index; 0: there is none
  std::optional<std::uint64_t> longest; ///< maximum that the variable index adds
  /// Not applied to pointers of unknown origin: the number is an index, and only possibly a
  /// distance between two objects.
  bool dropsWild = false;
  /// Not applied to functions, which are not memory.
  bool dropsCode = false;
  auto operator<=>(const Shift &) const = default;
};

/// To anywhere in the object.
inline constexpr Shift kAnywhere{0, 1, std::nullopt, false};

/// False if accesses of these sizes at the two places never touch the same byte, nor bytes that are
/// closer than `together` (adjacent bit-fields are one location).
bool mayOverlap(const Place &a, std::uint64_t bytesA, const Place &b, std::uint64_t bytesB,
                std::uint64_t together);

/// Numbers places: equal places have equal numbers.
class PlaceTable {
public:
  PlaceIndex indexOf(const Place &place);
  /// By value: the table may grow while a caller uses a place.
  [[nodiscard]] Place operator[](PlaceIndex index) const { return places_[index]; }
  PlaceIndex startOf(ObjectIndex object) { return indexOf({object, 0, 0, 0}); }
  PlaceIndex anywhereIn(ObjectIndex object);
  [[nodiscard]] std::optional<PlaceIndex> knownAnywhereIn(ObjectIndex object) const {
    return objects_[object].anywhere;
  }
  [[nodiscard]] const llvm::SparseBitVector<> &anywheres() const { return anywheres_; }
  /// All places of the object so far.
  [[nodiscard]] const llvm::SparseBitVector<> &placesIn(ObjectIndex object) const {
    return objects_[object].places;
  }
  PlaceIndex shifted(PlaceIndex place, const Shift &shift);
  /// Numbers shifts: equal shifts have equal numbers.
  std::uint32_t numberOf(const Shift &shift);
  /// The same, for a shift that is applied to many places.
  PlaceIndex shifted(PlaceIndex place, std::uint32_t shift);

private:
  [[nodiscard]] static Place shiftedPlace(Place place, const Shift &shift);

  std::vector<Place> places_;
  struct Hash {
    std::size_t operator()(const Place &place) const;
  };
  struct OfObject {
    std::uint32_t count = 0;
    std::optional<PlaceIndex> anywhere;
    llvm::SparseBitVector<> places;
  };
  std::unordered_map<Place, PlaceIndex, Hash> indices_;
  std::vector<OfObject> objects_;
  llvm::SparseBitVector<> anywheres_;
  std::vector<Shift> shifts_;
  std::map<Shift, std::uint32_t> shiftNumbers_;
  llvm::DenseMap<std::uint64_t, PlaceIndex> shiftedBefore_; ///< by shift and place
};

} // namespace raceward::points
