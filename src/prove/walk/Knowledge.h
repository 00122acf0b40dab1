// Knowledge: the facts that certainly hold at a point of a thread, on one group of paths to it.
// Private to prove.
//
// A must-analysis: joinInto() keeps the facts that hold on both sides, so that facts only weaken:
// locks, equalities, known cells, flags and owned objects are dropped, ranges and the possible
// locations of locks grow. Facts mention symbols (Expressions.h); when a symbol gets a new value,
// every fact that mentions it is forgotten.
#pragma once

#include "Expressions.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace raceward {

/// Signed, for values of up to 64 bits; truth values are 0 and 1.
struct ValueRange {
  std::int64_t low = INT64_MIN;
  std::int64_t high = INT64_MAX;
  bool nonZero = false;

  [[nodiscard]] bool isEmpty() const { return low > high || (nonZero && low == 0 && high == 0); }
  [[nodiscard]] std::optional<std::int64_t> only() const {
    return low == high ? std::optional(low) : std::nullopt;
  }
  [[nodiscard]] bool excludesZero() const { return nonZero || low > 0 || high < 0; }
  bool operator==(const ValueRange &) const = default;
};

ValueRange allOf(unsigned bits);
ValueRange meet(const ValueRange &a, const ValueRange &b);
ValueRange hull(const ValueRange &a, const ValueRange &b);

struct KnownLock {
  enum class Kind : std::uint8_t {
    Mutex, ///< of the library; includes read-write locks and spin locks
    Word,  ///< a variable that is zero while the lock is free
  };
  ExpressionId address;
  Kind kind = Kind::Mutex;
  bool exclusive = true;
  std::uint64_t bytes = 0;              ///< size of a Word
  const llvm::Value *pointer = nullptr; ///< some pointer to it, for its name
  /// Its possible locations: numbers of sets of objects, one for each pointer by which it was taken
  /// on some path; sorted. An address derived from an argument differs between callers.
  std::vector<std::uint32_t> memory;

  /// Equality for grouping paths. Possible locations are joined.
  bool operator==(const KnownLock &other) const {
    return address == other.address && kind == other.kind && exclusive == other.exclusive &&
           bytes == other.bytes;
  }
};

/// Memory with a known value.
struct KnownCell {
  ExpressionId address;
  std::uint64_t bytes = 0;
  ExpressionId value;
  const llvm::Value *pointer = nullptr;
  std::uint32_t memory = 0;      ///< its possible locations: number of a set of objects
  bool untilSectionEnds = false; ///< other threads may write it afterwards
  bool asNumber = false;         ///< was accessed as an integer

  bool operator==(const KnownCell &other) const {
    return address == other.address && bytes == other.bytes && value == other.value &&
           memory == other.memory && untilSectionEnds == other.untilSectionEnds &&
           asNumber == other.asNumber;
  }
};

/// A variable, or a part of one, that is accessed in one size. The same bytes in another size are a
/// different flag: a write of one is a write of the other.
struct FlagPlace {
  ExpressionId address;
  std::uint64_t bytes = 0;
  auto operator<=>(const FlagPlace &) const = default;
};

/// A variable that was read while a lock was held.
struct ReadFlag {
  SymbolId value;
  FlagPlace flag;
  ExpressionId lock;
  KnownLock::Kind kind = KnownLock::Kind::Mutex;
  bool stillHeld = true; ///< without interruption since the read
  bool departs = false;  ///< it is one of Departures.h
  auto operator<=>(const ReadFlag &) const = default;
};

/// An observation of a variable that only changes from zero, or that has left its first value.
struct FlagPhase {
  FlagPlace flag;
  ExpressionId lock; ///< the lock under which it was observed
  KnownLock::Kind kind = KnownLock::Kind::Mutex;
  /// True: every critical section that saw zero has ended. False: this section saw zero.
  bool risen = false;
  /// One of Departures.h: the value, zero or one, that it did not have any more.
  std::optional<bool> left{};
  auto operator<=>(const FlagPhase &) const = default;
};

/// The list, or other structure of linked objects, into which a pointer leads (ListRegions.h).
struct RegionFact {
  /// The address of its root; of a new object that is in no list yet, that object's own. Invalid:
  /// the pointer is null.
  ExpressionId root;
  bool isNew = false;
  /// The pointer may also be the root plus this; otherwise it leads to an object of the list.
  std::optional<std::int64_t> atRoot;
  bool operator==(const RegionFact &) const = default;
};

struct Knowledge {
  bool alone = false;                                   ///< no thread was created yet
  std::vector<KnownLock> locks;                         ///< sorted
  std::vector<std::pair<SymbolId, ValueRange>> ranges;  ///< sorted
  std::vector<std::pair<SymbolId, ExpressionId>> equal; ///< sorted
  std::vector<KnownCell> cells;
  std::vector<SymbolId> owned; ///< addresses of new objects that no other thread knows; sorted

  std::vector<ReadFlag> read;    ///< sorted
  std::vector<FlagPhase> phases; ///< sorted

  std::vector<std::pair<SymbolId, RegionFact>> regions; ///< sorted by symbol
  /// Differences of addresses that are not zero, sorted; as many as there is room for.
  std::vector<ExpressionId> notZero;

  [[nodiscard]] const KnownLock *find(ExpressionId address, KnownLock::Kind kind) const;
  void hold(const KnownLock &lock);
  void release(ExpressionId address, KnownLock::Kind kind);
  [[nodiscard]] bool owns(SymbolId symbol) const;
  void own(SymbolId symbol);
  void setEqual(SymbolId symbol, ExpressionId value);
  [[nodiscard]] ExpressionId equalTo(SymbolId symbol) const;
  void setRange(SymbolId symbol, const ValueRange &range);
  [[nodiscard]] const ValueRange *rangeOf(SymbolId symbol) const;

  [[nodiscard]] const RegionFact *regionOf(SymbolId symbol) const;
  /// Null: nothing is known.
  void setRegion(SymbolId symbol, const RegionFact *fact);
  /// What was one region is a part of another from now on; null: of an unknown one.
  void moveRegion(ExpressionId newObject, const RegionFact *into);
  void addNotZero(ExpressionId difference);

  void addPhase(const FlagPhase &phase);
  void addRead(const ReadFlag &flag);
  /// The lock was released, possibly only for a moment.
  void endSection(ExpressionId lock, KnownLock::Kind kind);
  /// The same for all locks that are no longer held.
  void endLostSections();

  /// The address of a new object was used in a value that cannot be tracked.
  void loseSightOf(const Expressions &expressions, ExpressionId value);
  /// The symbol gets a new value: facts that mention the old one are dropped.
  void forget(const Expressions &expressions, SymbolId symbol);

  bool operator==(const Knowledge &) const = default;
};

/// The fact that holds for a pointer that is one of two; false if there is none.
bool joinRegion(RegionFact &into, const RegionFact &from, bool &changed);

/// Keeps the facts that hold on both sides. With `widen`, a bound that moved is dropped. Returns
/// true if `into` changed.
bool joinInto(const Expressions &expressions, Knowledge &into, const Knowledge &from, bool widen);

} // namespace raceward
