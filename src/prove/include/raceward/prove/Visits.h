// Visits: the contexts in which each access is made, over all paths of all threads.
//
// Every thread is interpreted abstractly, on its own: the locks it certainly holds, the expressions
// of its pointers, the branches its values allow, the new objects that no other thread knows yet.
// Nothing is assumed about other threads, except that memory which is not written while threads run
// keeps its value. Each distinct set of facts at an access is a Visit; a pair of accesses is
// removed if every two of their visits exclude each other. See docs/develop/provers.md.
#pragma once

#include "raceward/model/Suspects.h"
#include "raceward/prove/Parallel.h"
#include "raceward/prove/Sections.h"
#include "raceward/prove/Sharing.h"

#include <llvm/ADT/DenseSet.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace llvm {
class GlobalVariable;
}

namespace raceward {

struct LockKeyTag;
/// Identifies a lock as a function of the accessed address: always the same one, the one beside the
/// data, the one with the same index. Two accesses to one address with equal keys hold the same
/// lock.
using LockKeyId = Id<LockKeyTag>;

struct HeldKey {
  LockKeyId key;
  bool exclusive = true;
  bool dependsOnAddress = false;
  auto operator<=>(const HeldKey &) const = default;
};

/// A part of memory that belongs to a thread by its number: begins at `origin` plus `stride` times
/// that number, plus an offset between `low` and `high`.
struct OwnSlice {
  std::uint32_t origin = 0; ///< equal: the same place
  std::uint32_t number = 0; ///< equal: the same number, of threads that all differ in it
  std::int64_t stride = 0;  ///< 0: an object that was made for the thread
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::uint64_t bytes = 0;
  auto operator<=>(const OwnSlice &) const = default;
};

struct FlagKeyTag;
/// A variable that only changes from zero, and the lock under which it was read.
using FlagKeyId = Id<FlagKeyTag>;

/// One thread of the run: main, or the one that a creation starts which is executed once. Others
/// have the numbers behind it.
enum class SingleThread : std::uint32_t {
  None, ///< several threads, or no known one
  Main,
};

/// An address that has one meaning in the whole run.
struct KnownPlace {
  std::uint32_t origin = 0; ///< equal: the same place
  std::int64_t offset = 0;
  std::uint64_t bytes = 0; ///< 0: the address is not known
  auto operator<=>(const KnownPlace &) const = default;
};

/// One context of an access.
struct Visit {
  std::vector<HeldKey> locks;               ///< sorted
  bool alone = false;                       ///< before the first thread was created
  SingleThread thread = SingleThread::None; ///< the only one that makes it in this context
  KnownPlace place;                         ///< where, if all such visits are there
  std::vector<FlagKeyId> low;   ///< flags that are zero in this critical section; sorted
  std::vector<FlagKeyId> risen; ///< flags that were seen to be non-zero; sorted
  bool owned = false;           ///< to an object that no other thread knows yet
  std::vector<OwnSlice> slice;  ///< none or one
  /// Accesses of this many bytes, at multiples of it; 0: unknown. Two such accesses overlap only if
  /// their addresses are equal.
  std::uint64_t aligned = 0;
  auto operator<=>(const Visit &) const = default;
};

/// Why two accesses, each in any of its contexts, never race.
enum class Exclusion : std::uint8_t {
  NeverExecuted,
  Alone,
  SameThread,
  CommonLock,
  Flags,
  Owned,
  OwnSlices
};

/// Grounds of an exclusion, for reports: each pair of visits rests on one of these.
struct Grounds {
  std::vector<LockKeyId> locks;
  bool readers = false;    ///< one side holds a lock only for reading
  bool alone = false;      ///< one is made before the first thread was created
  bool flag = false;       ///< a flag that is set once decides which comes first
  bool isNew = false;      ///< no other thread knows the object yet
  bool ownObject = false;  ///< it was made for the thread
  bool ownPart = false;    ///< each thread has its own part
  bool ownPlace = false;   ///< they are to known places that are apart
  bool sameThread = false; ///< one thread makes both
  bool other = false;      ///< a ground without a description
};

/// Where a lock is, in words of a function: so far from what an argument points to, or from the
/// beginning of a global.
struct PlacedLock {
  const llvm::Value *base = nullptr;
  std::int64_t offset = 0;
  bool exclusive = true;
  auto operator<=>(const PlacedLock &) const = default;
};

/// The locks of one context of a function, each by all of its names; those without one are left
/// out.
struct LocksAtCall {
  FunctionId function;
  bool alone = false;                          ///< before the first thread was created
  std::vector<const llvm::Value *> newObjects; ///< arguments that no other thread knows
  std::vector<PlacedLock> entry;
  std::vector<std::vector<PlacedLock>> exits; ///< groups of paths; none: it does not return
};

/// What a key stands for, if that can be declared.
struct KeyPlace {
  const llvm::GlobalVariable *global = nullptr; ///< null: `offset` bytes from the data
  std::int64_t offset = 0;
};

struct Facts;

class Visits {
public:
  explicit Visits(const Facts &facts);
  ~Visits();

  /// Equal for sites with the same visits.
  [[nodiscard]] SiteLabel labelOf(SiteId site) const { return labels_[site.index()]; }
  [[nodiscard]] bool exclude(Exclusion why, SiteLabel a, SiteLabel b) const;
  [[nodiscard]] Grounds groundsOf(SiteLabel a, SiteLabel b) const;
  /// Name of the lock for an access that holds it: 'm', 'q->lock' of the same object.
  [[nodiscard]] std::string describe(LockKeyId key, SiteId site) const;
  [[nodiscard]] std::span<const Visit> visitsOf(SiteId site) const;
  /// Of a lock of the library; empty if it goes by an index, or is a part of a variable.
  [[nodiscard]] std::optional<KeyPlace> placeOf(LockKeyId key) const {
    return keyPlaces_[key.index()];
  }
  [[nodiscard]] std::span<const LocksAtCall> locksAtCalls() const { return locksAtCalls_; }
  /// False if the site has more contexts than are kept.
  [[nodiscard]] bool isKnown(SiteId site) const { return labels_[site.index()] != 0; }
  /// Whether no thread gets to this call of a function without a model. The walk's facts hold up to
  /// the first such call that is executed, so that it cannot have missed that one.
  [[nodiscard]] bool isNeverReached(const Instruction &unmodelled) const {
    return unmodelled_ && !unmodelled_->contains(unmodelled.origin);
  }

private:
  friend class VisitRecorder;
  friend class Walk;
  std::vector<SiteLabel> labels_;
  std::vector<std::vector<Visit>> visits_; ///< by label; the first means "unknown"
  /// Those calls that are reached, if that is known.
  std::optional<llvm::DenseSet<const llvm::Instruction *>> unmodelled_;
  std::vector<std::string> keyNames_; ///< of keys that denote one lock wherever they are held
  std::map<std::pair<SiteId, LockKeyId>, std::string> keyNamesAt_; ///< of the others
  std::vector<std::optional<KeyPlace>> keyPlaces_;
  std::vector<LocksAtCall> locksAtCalls_; ///< of contexts that threads reach
};

} // namespace raceward
