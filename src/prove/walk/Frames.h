// Frames: translates the knowledge of one frame to that of another, at calls and returns. Private
// to prove.
//
// A caller and a callee name the same values differently: facts about arguments are rewritten with
// what was passed for them, and facts that the other frame cannot express are dropped.
#pragma once

#include "Here.h"
#include "Invalidation.h"
#include "Knowledge.h"
#include "ProgramEffects.h"
#include "RegionFacts.h"
#include "Values.h"

#include <optional>

namespace raceward {

/// A return of a function, on one group of paths.
struct FunctionExit {
  Knowledge knowledge;
  ExpressionId value; ///< the returned value, if it is the same on all paths
  ValueRange range;
  std::optional<RegionFact> region; ///< of the returned pointer
};

class Frames {
public:
  Frames(Expressions &expressions, Values &values, ProgramEffects &effects,
         Invalidation &invalidation, RegionFacts &regions)
      : expressions_(expressions), values_(values), effects_(effects), invalidation_(invalidation),
        regions_(regions) {}

  /// A byval copy, or a value of another type, is not the argument that the caller passed.
  [[nodiscard]] bool isPassedOn(const llvm::Argument &formal, ExpressionId actual) const;
  /// What the callee knows when it is entered.
  Knowledge entryOf(Here here, const Knowledge &caller, const Function &callee);
  /// What the caller knows after the callee returned; empty if it cannot return like that.
  std::optional<Knowledge> returned(Here here, const Knowledge &caller, const Function &callee,
                                    const FunctionExit &exit);

private:
  class Return;

  void passOwned(const Knowledge &caller, const llvm::CallBase &call,
                 const llvm::Function &function, const std::vector<ExpressionId> &actual,
                 Knowledge &entry);

  /// A region of which a callee was told.
  struct PassedRegion {
    SymbolId formal;
    RegionFact caller;
    RegionFact callee;
  };
  void passLocks(const Knowledge &caller, const llvm::Function &function,
                 const std::vector<ExpressionId> &actual, const std::vector<PassedRegion> &regions,
                 Knowledge &entry);
  ExpressionId inCallee(ExpressionId e, const llvm::Function &function,
                        const std::vector<ExpressionId> &actual, const Knowledge &entry);
  ExpressionId besideRoot(ExpressionId lock, const PassedRegion &region);
  ExpressionId rootBesideArgument(const Knowledge &caller, const llvm::CallBase &call,
                                  const llvm::Function &function, ExpressionId root,
                                  const Knowledge &entry);
  std::vector<PassedRegion> passRegions(const Knowledge &caller, const llvm::CallBase &call,
                                        const llvm::Function &function, Knowledge &entry);

  Expressions &expressions_;
  Values &values_;
  ProgramEffects &effects_;
  Invalidation &invalidation_;
  RegionFacts &regions_;
};

} // namespace raceward
