// Calls: the call graph, the calls that start threads, and the code that runs in each thread.
#pragma once

#include "raceward/model/Gap.h"
#include "raceward/program/Load.h"
#include "raceward/prove/PointsTo.h"

#include <cstdint>
#include <map>
#include <set>
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
  bool mayLeadOutside = false; ///< also, or only, to functions without a body here
};

/// A call of a function whose effects are not known.
struct UnmodelledCall {
  const Instruction *instruction = nullptr;
  Gap gap;
};

inline bool isUnmodelled(const Instruction &instruction) {
  return instruction.op == Op::LibraryCall && !instruction.library;
}

struct CreateSite {
  InstructionRef at;
  const llvm::CallBase *call = nullptr;
  std::vector<FunctionId> entries;
};

/// The gap that a call of an unknown function is. Its advice depends on how such a call is taken.
Gap unmodelledCall(const std::string &function, const SourcePosition &at, UnknownCalls taken);

class Calls {
public:
  Calls(const Program &program, const PointsTo &pointsTo);

  /// All calls of a function, in the order of its code.
  [[nodiscard]] const std::vector<CallTargets> &callsIn(FunctionId function) const {
    return calls_[function.index()];
  }
  /// Functions that the call may run in the calling thread; empty for the library's own.
  [[nodiscard]] const std::vector<FunctionId> &calleesAt(InstructionRef call) const;
  /// A pointer that a call through a pointer gave, which leads to no function: there is none.
  [[nodiscard]] bool isOfNoCall(const llvm::Value &pointer) const;
  /// The callee may be a function without a body that returns: a gap.
  [[nodiscard]] bool mayLeadOutside(InstructionRef call) const;
  [[nodiscard]] const std::vector<CreateSite> &createsIn(FunctionId function) const {
    return creates_[function.index()];
  }
  /// Functions registered here that run at the end of a thread or of the process.
  [[nodiscard]] const std::vector<FunctionId> &laterFrom(FunctionId function) const {
    return later_[function.index()];
  }
  /// Those among them that run at any time, in any thread.
  [[nodiscard]] const std::vector<FunctionId> &interruptsFrom(FunctionId function) const {
    return interrupts_[function.index()];
  }
  /// Functions of the program that a function by contract is given here, directly or through
  /// memory; empty for other calls.
  [[nodiscard]] const std::vector<FunctionId> &givenAt(InstructionRef call) const;
  /// The same for all calls of a function.
  [[nodiscard]] const std::vector<FunctionId> &givenIn(FunctionId function) const {
    return given_[function.index()];
  }
  /// Functions that may be called from `root` in the same thread, including itself.
  [[nodiscard]] std::vector<bool> reachableFrom(FunctionId root) const;
  /// A number for every function; callees have lower ones than their callers, recursion excepted.
  /// In this order, analyses of results converge in few steps.
  [[nodiscard]] std::vector<std::uint32_t> bottomUp() const;
  /// Calls with unknown targets, by function.
  [[nodiscard]] const std::vector<Gap> &gapsIn(FunctionId function) const {
    return gaps_[function.index()];
  }
  /// Calls of functions that are not modelled, or not for these arguments. Gaps if they are
  /// reached.
  [[nodiscard]] const std::vector<UnmodelledCall> &unmodelledIn(FunctionId function) const {
    return unmodelled_[function.index()];
  }

private:
  void visit(const Function &function, ClosedWorld &world);
  void visitContract(const Instruction &instruction, InstructionRef at, std::vector<Gap> &gaps);
  void addGapsOfProcess(const Instruction &instruction, std::vector<Gap> &gaps) const;
  [[nodiscard]] bool mayBeAnything(const llvm::Value &pointer) const;
  [[nodiscard]] bool mayBeOther(const llvm::Value &pointer) const;
  [[nodiscard]] const CallTargets *find(InstructionRef call) const;

  const Program &program_;
  const PointsTo &pointsTo_;
  std::vector<std::vector<CallTargets>> calls_;
  std::vector<std::vector<CreateSite>> creates_;
  std::vector<std::vector<FunctionId>> later_;
  std::vector<std::vector<FunctionId>> interrupts_;
  std::vector<std::vector<FunctionId>> given_;
  std::map<InstructionRef, std::vector<FunctionId>> givenAt_;
  std::set<FunctionId> givenOfLibrary_; ///< reported once each
  std::vector<std::vector<Gap>> gaps_;
  std::vector<std::vector<UnmodelledCall>> unmodelled_;
};

} // namespace raceward
