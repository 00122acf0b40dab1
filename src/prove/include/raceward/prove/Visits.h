// Visits: with what each access is made, on every way in which a thread comes to it.
//
// Every thread is walked through abstractly, on its own: which locks it certainly holds, what
// its pointers are made of, which branches its values allow, which new objects nobody else
// knows yet. What another thread does is never assumed, except that memory which nobody
// writes while threads run keeps its value. See docs/provers.md.
#pragma once

#include "raceward/model/Suspects.h"
#include "raceward/prove/Parallel.h"
#include "raceward/prove/Sections.h"
#include "raceward/prove/Sharing.h"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

namespace raceward {

struct LockKeyTag;
/// Says which lock, given the address of the access: one that is always the same, the one
/// beside the data, the one with the same index. Two accesses to one address whose keys are
/// equal hold the same lock.
using LockKeyId = Id<LockKeyTag>;

struct HeldKey {
  LockKeyId key;
  bool exclusive = true;
  bool dependsOnAddress = false;
  auto operator<=>(const HeldKey &) const = default;
};

/// A part of memory that belongs to a thread by its number: begins at `origin` plus `stride`
/// times that number, plus something between `low` and `high`.
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
/// A variable that only leaves zero, and the lock under which it was read.
using FlagKeyId = Id<FlagKeyTag>;

/// One way to an access.
struct Visit {
  std::vector<HeldKey> locks;   ///< sorted
  bool alone = false;           ///< before the first thread was created
  std::vector<FlagKeyId> low;   ///< flags that are zero in this critical section; sorted
  std::vector<FlagKeyId> risen; ///< flags that were seen to have left zero; sorted
  bool owned = false;           ///< to an object that no other thread knows yet
  std::vector<OwnSlice> slice;  ///< none or one
  /// Accesses of this many bytes, at multiples of it; 0: nobody knows. Two such accesses
  /// overlap only if their addresses are equal.
  std::uint64_t aligned = 0;
  auto operator<=>(const Visit &) const = default;
};

/// Why two accesses, each made in any of its ways, never race.
enum class Exclusion : std::uint8_t { NeverExecuted, Alone, CommonLock, Flags, Owned, OwnSlices };

/// What an exclusion rests on, for people: on every two ways to the accesses, one of these.
struct Grounds {
  std::vector<LockKeyId> locks;
  bool readers = false;   ///< one side holds a lock only for reading
  bool alone = false;     ///< one is made before the first thread was created
  bool flag = false;      ///< a flag that is set once says which comes first
  bool isNew = false;     ///< no other thread knows the object yet
  bool ownObject = false; ///< it was made for the thread
  bool ownPart = false;   ///< each thread has its own part
  bool other = false;     ///< something that has no words here
};

struct Facts;

class Visits {
public:
  explicit Visits(const Facts &facts);
  ~Visits();

  /// Equal for sites with the same ways to them.
  [[nodiscard]] SiteLabel labelOf(SiteId site) const { return labels_[site.index()]; }
  [[nodiscard]] bool exclude(Exclusion why, SiteLabel a, SiteLabel b) const;
  [[nodiscard]] Grounds groundsOf(SiteLabel a, SiteLabel b) const;
  /// Which lock it is for an access that holds it, in words: 'm', 'q->lock' of the same object.
  [[nodiscard]] std::string describe(LockKeyId key, SiteId site) const;
  [[nodiscard]] std::span<const Visit> visitsOf(SiteId site) const;

private:
  friend class Walk;
  std::vector<SiteLabel> labels_;
  std::vector<std::vector<Visit>> visits_; ///< by label; the first stands for "nobody knows"
  std::vector<std::string> keyNames_;      ///< of keys that mean one lock wherever they are held
  std::map<std::pair<SiteId, LockKeyId>, std::string> keyNamesAt_; ///< of the others
};

} // namespace raceward
