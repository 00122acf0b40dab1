// Names of locks for reports.
#include "LockNames.h"
#include "Naming.h"

#include <llvm/IR/Instructions.h>

namespace raceward {

namespace {

/// The name in code that takes the lock: 'q->lock', 'locks[i]'.
std::string nameInCode(const llvm::Value &pointer) {
  for (const llvm::Use &use : pointer.uses()) {
    const auto *user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    if (!user)
      continue;
    if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user)) {
      if (call->isArgOperand(&use))
        if (std::string name = attachedName(*call, call->getArgOperandNo(&use)); !name.empty())
          return name;
    } else if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(user)) {
      if (std::string name = attachedName(*user, 0); !name.empty())
        return name;
    }
  }
  return {};
}

/// 'pool.lock' and 'pool[1]' are parts of 'pool'; '*pool' is not.
bool isPartOf(const std::string &name, const std::string &variable) {
  if (variable.empty() || !name.starts_with(variable))
    return false;
  return name.size() == variable.size() || name[variable.size()] == '.' ||
         name[variable.size()] == '[';
}

} // namespace

std::string nameOfLock(const Expressions &expressions, const KnownLock &lock, bool relative,
                       const Sum &rest) {
  const std::string name = nameInCode(*lock.pointer);
  std::string words = name.empty() ? "a lock" : quotedName(name);
  const SymbolId object = expressions.soleSymbolPlus(lock.address);
  if (!relative && object.valid() && expressions.at(object).value) {
    // Code may take it through a pointer: the variable is more informative.
    const std::string variable = variableName(*expressions.at(object).value);
    if (!variable.empty() && !isPartOf(name, variable))
      words =
          (expressions.sum(lock.address).constant == 0 ? "" : "a lock in ") + quotedName(variable);
  }
  if (relative && rest.terms.empty())
    words += " of the same object";
  else if (relative)
    words += " with the same index";
  if (lock.kind == KnownLock::Kind::Word)
    words += " (a variable used as a lock)";
  return words;
}

} // namespace raceward
