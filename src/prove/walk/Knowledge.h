// Knowledge: what is certain at a point of a thread, on one group of paths to it. Private to
// prove.
#pragma once

#include "Expressions.h"

#include <cstdint>
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
    Mutex, ///< of the library; also read-write locks and spin locks
    Word,  ///< a variable that is zero while nobody holds it
  };
  ExpressionId address;
  Kind kind = Kind::Mutex;
  bool exclusive = true;
  std::uint64_t bytes = 0;              ///< of a variable
  const llvm::Value *pointer = nullptr; ///< some pointer to it, for its name
  /// Where it may lie: numbers of sets of objects, one for each pointer by which it was taken on
  /// some path; sorted. An address that is made of an argument lies elsewhere for other callers.
  std::vector<std::uint32_t> memory;

  /// Whether paths are of one group. Where it may lie is joined.
  bool operator==(const KnownLock &other) const {
    return address == other.address && kind == other.kind && exclusive == other.exclusive &&
           bytes == other.bytes;
  }
};

/// Memory whose value is known.
struct KnownCell {
  ExpressionId address;
  std::uint64_t bytes = 0;
  ExpressionId value;
  const llvm::Value *pointer = nullptr;
  std::uint32_t memory = 0;      ///< where it may lie: a number of a set of objects
  bool untilSectionEnds = false; ///< others may write it afterwards
  bool asNumber = false;         ///< was written or read as a number

  bool operator==(const KnownCell &other) const {
    return address == other.address && bytes == other.bytes && value == other.value &&
           memory == other.memory && untilSectionEnds == other.untilSectionEnds &&
           asNumber == other.asNumber;
  }
};

/// A variable, or a part of one, that is accessed in one size. The same bytes in another size are
/// another flag: each of the two is written where the other one is.
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
  bool stillHeld = true; ///< without a gap since
  auto operator<=>(const ReadFlag &) const = default;
};

/// What a thread saw of a variable that only ever leaves zero.
struct FlagPhase {
  FlagPlace flag;
  ExpressionId lock; ///< under which it saw that
  KnownLock::Kind kind = KnownLock::Kind::Mutex;
  /// Not zero: every critical section that saw zero has ended. Zero: this one is among them.
  bool risen = false;
  auto operator<=>(const FlagPhase &) const = default;
};

struct Knowledge {
  bool alone = false;                                   ///< no thread was created yet
  std::vector<KnownLock> locks;                         ///< sorted
  std::vector<std::pair<SymbolId, ValueRange>> ranges;  ///< sorted
  std::vector<std::pair<SymbolId, ExpressionId>> equal; ///< sorted
  std::vector<KnownCell> cells;
  std::vector<SymbolId> owned; ///< addresses of new objects that nobody else knows; sorted

  std::vector<ReadFlag> read;    ///< sorted
  std::vector<FlagPhase> phases; ///< sorted

  [[nodiscard]] const KnownLock *find(ExpressionId address, KnownLock::Kind kind) const;
  void hold(const KnownLock &lock);
  void release(ExpressionId address, KnownLock::Kind kind);
  [[nodiscard]] bool owns(SymbolId symbol) const;
  void own(SymbolId symbol);
  void setEqual(SymbolId symbol, ExpressionId value);
  [[nodiscard]] ExpressionId equalTo(SymbolId symbol) const;
  void setRange(SymbolId symbol, const ValueRange &range);
  [[nodiscard]] const ValueRange *rangeOf(SymbolId symbol) const;

  void addPhase(const FlagPhase &phase);
  void addRead(const ReadFlag &flag);
  /// The lock was let go, perhaps only for a moment.
  void endSection(ExpressionId lock, KnownLock::Kind kind);
  /// The same for all locks that are no longer held.
  void endLostSections();

  /// Something is made of the address of a new object, and nobody knows any more that it is.
  void loseSightOf(const Expressions &expressions, ExpressionId value);
  /// The symbol gets another value: nothing that mentions the old one stays.
  void forget(const Expressions &expressions, SymbolId symbol);

  bool operator==(const Knowledge &) const = default;
};

/// What holds on both. With `widen`, a bound that moved is given up.
/// Returns true if `into` changed.
bool joinInto(const Expressions &expressions, Knowledge &into, const Knowledge &from, bool widen);

} // namespace raceward
