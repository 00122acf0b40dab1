// ReachedMemory: the objects that pointers may point to, as the walk asks for them. Private to
// prove.
#pragma once

#include "Knowledge.h"
#include "SinglePlaces.h"
#include "raceward/prove/Facts.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SparseBitVector.h>

#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <vector>

namespace raceward {

/// Objects that pointers may point to.
struct Reached {
  llvm::SparseBitVector<> objects;
  bool anything = false; ///< an integer that became a pointer: all exposed objects
  bool anyExposed = false;
  bool everything = false; ///< points-to knows nothing of a pointer: also what is not exposed

  [[nodiscard]] bool meets(const Reached &other) const {
    return everything || other.everything || (anything && (other.anything || other.anyExposed)) ||
           (other.anything && anyExposed) || objects.intersects(other.objects);
  }
  bool add(const Reached &other);
};

class ReachedMemory {
public:
  explicit ReachedMemory(const Facts &facts)
      : facts_(facts), places_(facts.program, facts.pointsTo, facts.threads) {}

  const Reached &reachedBy(const llvm::Value &pointer);
  bool mayMeet(const llvm::Value &a, const llvm::Value &b) {
    return reachedBy(a).meets(reachedBy(b));
  }
  /// The same for so many bytes, where the places are known.
  bool mayOverlap(const llvm::Value &a, std::optional<std::uint64_t> bytesA, const llvm::Value &b,
                  std::uint64_t bytesB);
  /// The number of the set of objects that the pointer may point to.
  std::uint32_t memoryOf(const llvm::Value &pointer);
  [[nodiscard]] bool mayLieIn(const KnownLock &lock, const Reached &memory) const;
  KnownLock lockAt(ExpressionId address, KnownLock::Kind kind, bool exclusive, std::uint64_t bytes,
                   const llvm::Value &pointer) {
    return {address, kind, exclusive, bytes, &pointer, {lockMemoryOf(pointer)}};
  }
  /// The one place in the run where the lock lies, by whatever path and pointer it was taken.
  [[nodiscard]] std::optional<FixedPlace> placeOf(const KnownLock &lock) const;

private:
  /// Sets that are one place have numbers of their own: to each its place.
  std::uint32_t lockMemoryOf(const llvm::Value &pointer);

  const Facts &facts_;
  const SinglePlaces places_;
  llvm::DenseMap<const llvm::Value *, std::unique_ptr<Reached>> reachedBy_;
  std::vector<Reached> memories_; ///< by number
  std::map<std::vector<unsigned>, std::uint32_t> memoryNumbers_;
  llvm::DenseMap<const llvm::Value *, std::uint32_t> lockMemoryOf_;
  /// By number of the set, and place.
  std::map<std::pair<std::uint32_t, FixedPlace>, std::uint32_t> placeNumbers_;
  std::map<std::uint32_t, FixedPlace> placeAt_; ///< by number
  llvm::DenseMap<const llvm::Value *, std::uint32_t> memoryOf_;
  std::map<std::tuple<const llvm::Value *, std::optional<std::uint64_t>, const llvm::Value *,
                      std::uint64_t>,
           bool>
      overlaps_;
};

} // namespace raceward
