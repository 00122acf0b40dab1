// Calls: who calls whom, which calls start threads, what runs in which thread.
#pragma once

#include "raceward/model/Gap.h"
#include "raceward/prove/PointsTo.h"

#include <cstdint>
#include <vector>

namespace llvm {
class CallBase;
} // namespace llvm

namespace raceward {

class ClosedWorld;

struct InstructionRef {
  FunctionId function;
  std::uint32_t index = 0;
  auto operator<=>(const InstructionRef &) const = default;
};

struct CallTargets {
  InstructionRef at;
  std::vector<FunctionId> callees; ///< functions with a body that run in the same thread
  bool direct = false;
  bool mayLeadOutside = false; ///< also, or only, to what has no body here
};

struct CreateSite {
  InstructionRef at;
  const llvm::CallBase *call = nullptr;
  std::vector<FunctionId> entries;
};

class Calls {
public:
  Calls(const Program &program, const PointsTo &pointsTo);

  /// All calls of a function, in the order of its code.
  [[nodiscard]] const std::vector<CallTargets> &callsIn(FunctionId function) const {
    return calls_[function.index()];
  }
  /// Functions that the call may run in the calling thread; empty for the library's own.
  [[nodiscard]] const std::vector<FunctionId> &calleesAt(InstructionRef call) const;
  /// The call may be of a function that has no body here, and go on after it: a gap.
  [[nodiscard]] bool mayLeadOutside(InstructionRef call) const;
  [[nodiscard]] const std::vector<CreateSite> &createsIn(FunctionId function) const {
    return creates_[function.index()];
  }
  /// Functions that run at the end of a thread or of the process, registered here.
  [[nodiscard]] const std::vector<FunctionId> &laterFrom(FunctionId function) const {
    return later_[function.index()];
  }
  /// Functions that may be called from `root` in the same thread, itself included.
  [[nodiscard]] std::vector<bool> reachableFrom(FunctionId root) const;
  /// Every function has a number; callees have lower ones than their callers, recursion
  /// excepted. What flows back from calls is found in few steps in this order.
  [[nodiscard]] std::vector<std::uint32_t> bottomUp() const;
  /// Calls that lead nowhere we know, by function.
  [[nodiscard]] const std::vector<Gap> &gapsIn(FunctionId function) const {
    return gaps_[function.index()];
  }

private:
  void visit(const Function &function, ClosedWorld &world);
  [[nodiscard]] const CallTargets *find(InstructionRef call) const;

  const Program &program_;
  const PointsTo &pointsTo_;
  std::vector<std::vector<CallTargets>> calls_;
  std::vector<std::vector<CreateSite>> creates_;
  std::vector<std::vector<FunctionId>> later_;
  std::vector<std::vector<Gap>> gaps_;
};

} // namespace raceward
