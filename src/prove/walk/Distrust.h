// Distrust: writes and releases by threads that may not hold the lock. Private to prove.
//
// A lock excludes only if it is released by its holder alone. That is known only at the end of the
// walk, so each place that may break the rule is recorded, and locks that it may have hit are not
// trusted anywhere.
#pragma once

#include "Here.h"
#include "Knowledge.h"
#include "ReachedMemory.h"
#include "Values.h"

#include <set>
#include <vector>

namespace raceward {

/// Alignment of the address that a load, a store or an atomic operation accesses; otherwise zero.
std::uint64_t alignmentOf(const llvm::Instruction &instruction);

class Distrust {
public:
  Distrust(const Facts &facts, Expressions &expressions, ReachedMemory &memory, Values &values)
      : facts_(facts), expressions_(expressions), memory_(memory), values_(values) {}

  /// Before that, nothing is recorded.
  void startRecording() { recording_ = true; }

  /// Unless no other thread runs at that time.
  void distrust(Here here, const Knowledge &knowledge, const llvm::Value &lock,
                ExpressionId address, KnownLock::Kind kind);
  void distrustAlways(const llvm::Value &lock, ExpressionId address, KnownLock::Kind kind);
  void distrustOtherSizes(Here here, const Knowledge &knowledge, const llvm::Value &lock,
                          ExpressionId address, std::uint64_t bytes);
  [[nodiscard]] bool isDistrusted(const KnownLock &lock);

private:
  struct Distrusted {
    const llvm::Value *pointer;
    ExpressionId address;
    KnownLock::Kind kind;
    /// Non-zero: a word of that size is taken or released correctly, which only affects locks of
    /// another size.
    std::uint64_t asWordOf = 0;
    bool aligned = false;
    auto operator<=>(const Distrusted &) const = default;
  };
  [[nodiscard]] bool isHitBy(const KnownLock &lock, const Distrusted &by);

  const Facts &facts_;
  Expressions &expressions_;
  ReachedMemory &memory_;
  Values &values_;
  bool recording_ = false;
  std::vector<Distrusted> distrusted_;
  std::set<Distrusted> distrustedPlaces_;
};

} // namespace raceward
