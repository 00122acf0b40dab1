// LiveCode: functions that some run might execute, by who mentions them. Private to prove.
//
// Programs are linked with more of a library than they call. What such functions do with pointers
// would be mixed into what the others do; and a function that is called in one place, but for
// places that nobody comes to, is one that is called in one place.
#pragma once

#include "raceward/program/Program.h"

#include <llvm/ADT/DenseSet.h>

namespace llvm {
class Function;
class Value;
} // namespace llvm

namespace raceward::points {

class LiveCode {
public:
  explicit LiveCode(const Program &program);

  /// False only if no run executes it: neither code that is live nor any variable mentions it.
  [[nodiscard]] bool has(const llvm::Function &function) const { return live_.contains(&function); }
  /// Whether live code mentions the function once at most, in a call of it.
  [[nodiscard]] bool callsOnce(const llvm::Function &function) const;

private:
  void mention(const llvm::Value &value);

  llvm::DenseSet<const llvm::Function *> live_;
  std::vector<const llvm::Function *> open_;
  llvm::DenseSet<const llvm::Value *> seen_; ///< constants
};

} // namespace raceward::points
