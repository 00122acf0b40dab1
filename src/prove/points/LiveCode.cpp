#include "LiveCode.h"

#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/GlobalIFunc.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

namespace raceward::points {

/// All functions in a constant become live.
void LiveCode::mention(const llvm::Value &value) {
  std::vector<const llvm::Value *> open{&value};
  while (!open.empty()) {
    const llvm::Value *at = open.back();
    open.pop_back();
    if (!llvm::isa<llvm::Constant>(at) || !seen_.insert(at).second)
      continue;
    if (const auto *function = llvm::dyn_cast<llvm::Function>(at)) {
      if (live_.insert(function).second)
        open_.push_back(function);
    } else if (!llvm::isa<llvm::GlobalVariable>(at)) { // variables are looked at by themselves
      for (const llvm::Use &operand : llvm::cast<llvm::User>(at)->operands())
        open.push_back(operand);
    }
  }
}

LiveCode::LiveCode(const Program &program) {
  const llvm::Module &module = program.module();
  mention(*program.entry().origin);
  // Variables: constructors and tables of functions among them. Names for functions.
  for (const llvm::GlobalVariable &variable : module.globals())
    if (variable.hasInitializer() && !mutated(ProverMutation::PointsLive))
      mention(*variable.getInitializer());
  for (const llvm::GlobalAlias &alias : module.aliases())
    mention(*alias.getAliasee());
  for (const llvm::GlobalIFunc &chosen : module.ifuncs())
    mention(*chosen.getResolver());
  for (const Function &function : program.functions())
    if (function.origin->getName().starts_with("raceward.")) // nobody calls those by name
      mention(*function.origin);
  while (!open_.empty()) {
    const llvm::Function *function = open_.back();
    open_.pop_back();
    for (const llvm::Use &operand : function->operands()) // the function for exceptions, and such
      mention(*operand);
    for (const llvm::Instruction &instruction : llvm::instructions(*function))
      for (const llvm::Use &operand : instruction.operands())
        mention(*operand);
  }
}

bool LiveCode::callsOnce(const llvm::Function &function) const {
  unsigned calls = 0;
  for (const llvm::Use &use : function.uses()) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    if (!call || !call->isCallee(&use))
      return false;
    calls += has(*call->getFunction()) ? 1 : 0;
  }
  return calls <= 1;
}

} // namespace raceward::points
