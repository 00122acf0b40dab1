#include "StatefulModels.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instruction.h>

#include <vector>

namespace raceward {

std::set<std::string, std::less<>> functionsWithState(const llvm::Module &library) {
  // From the variables to their users, and on to callers.
  std::vector<const llvm::Value *> open;
  for (const llvm::GlobalVariable &variable : library.globals())
    if (!variable.isConstant())
      open.push_back(&variable);
  llvm::SmallPtrSet<const llvm::Value *, 32> seen;
  std::set<std::string, std::less<>> found;
  while (!open.empty()) {
    const llvm::Value *value = open.back();
    open.pop_back();
    for (const llvm::User *user : value->users()) {
      const llvm::Value *next = user;
      if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user)) {
        const llvm::Function *function = instruction->getFunction();
        found.insert(function->getName().str());
        next = function;
      }
      if (seen.insert(next).second)
        open.push_back(next);
    }
  }
  return found;
}

} // namespace raceward
