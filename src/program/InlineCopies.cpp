#include "InlineCopies.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace raceward {

namespace {

/// Compares two bodies, instruction by instruction. Globals are equal if their names are.
class BodyComparison {
public:
  bool same(const llvm::Function &a, const llvm::Function &b) {
    if (a.getFunctionType() != b.getFunctionType() || a.size() != b.size())
      return false;
    for (unsigned i = 0; i < a.arg_size(); ++i)
      partners_[a.getArg(i)] = b.getArg(i);
    const std::vector<const llvm::Instruction *> first = codeOf(a);
    const std::vector<const llvm::Instruction *> second = codeOf(b);
    if (first.size() != second.size())
      return false;
    for (std::size_t i = 0; i < first.size(); ++i) {
      partners_[first[i]] = second[i];
      partners_[first[i]->getParent()] = second[i]->getParent();
    }
    for (std::size_t i = 0; i < first.size(); ++i)
      if (!sameInstruction(*first[i], *second[i]))
        return false;
    return true;
  }

private:
  static std::vector<const llvm::Instruction *> codeOf(const llvm::Function &function) {
    std::vector<const llvm::Instruction *> code;
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (!llvm::isa<llvm::DbgInfoIntrinsic>(instruction))
        code.push_back(&instruction);
    return code;
  }

  bool sameInstruction(const llvm::Instruction &a, const llvm::Instruction &b) {
    if (partners_.lookup(a.getParent()) != b.getParent() || !a.isSameOperationAs(&b))
      return false;
    for (unsigned i = 0; i < a.getNumOperands(); ++i)
      if (!sameValue(*a.getOperand(i), *b.getOperand(i), 0))
        return false;
    const auto *phi = llvm::dyn_cast<llvm::PHINode>(&a);
    for (unsigned i = 0; phi && i < phi->getNumIncomingValues(); ++i)
      if (partners_.lookup(phi->getIncomingBlock(i)) !=
          llvm::cast<llvm::PHINode>(b).getIncomingBlock(i))
        return false;
    return true;
  }

  bool sameValue(const llvm::Value &a, const llvm::Value &b, unsigned depth) {
    constexpr unsigned deepest = 32;
    if (&a == &b || partners_.lookup(&a) == &b)
      return true;
    if (a.getValueID() != b.getValueID() || a.getType() != b.getType() || depth > deepest)
      return false;
    if (llvm::isa<llvm::MetadataAsValue>(a))
      return true;
    if (const auto *global = llvm::dyn_cast<llvm::GlobalValue>(&a))
      return sameGlobal(*global, llvm::cast<llvm::GlobalValue>(b), depth);
    if (!llvm::isa<llvm::ConstantExpr, llvm::ConstantAggregate>(a))
      return false;
    const auto &first = llvm::cast<llvm::Constant>(a);
    const auto &second = llvm::cast<llvm::Constant>(b);
    const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(&first);
    if (expression && expression->getOpcode() != llvm::cast<llvm::ConstantExpr>(b).getOpcode())
      return false;
    if (const auto *address = llvm::dyn_cast<llvm::GEPOperator>(&first);
        address && address->getSourceElementType() !=
                       llvm::cast<llvm::GEPOperator>(second).getSourceElementType())
      return false;
    if (first.getNumOperands() != second.getNumOperands())
      return false;
    for (unsigned i = 0; i < first.getNumOperands(); ++i)
      if (!sameValue(*first.getOperand(i), *second.getOperand(i), depth + 1))
        return false;
    return true;
  }

  /// Variables with internal linkage differ between files, except for literals.
  bool sameGlobal(const llvm::GlobalValue &a, const llvm::GlobalValue &b, unsigned depth) {
    if (!a.hasLocalLinkage() && !b.hasLocalLinkage())
      return a.getName() == b.getName();
    const auto *first = llvm::dyn_cast<llvm::GlobalVariable>(&a);
    const auto *second = llvm::dyn_cast<llvm::GlobalVariable>(&b);
    return first && second && first->isConstant() && second->isConstant() &&
           first->hasGlobalUnnamedAddr() && second->hasGlobalUnnamedAddr() &&
           sameValue(*first->getInitializer(), *second->getInitializer(), depth + 1);
  }

  llvm::DenseMap<const llvm::Value *, const llvm::Value *> partners_;
};

} // namespace

void markDifferentInlines(llvm::Module &program, llvm::Module &added) {
  for (llvm::Function &function : added) {
    llvm::Function *other = program.getFunction(function.getName());
    if (function.isDeclaration() || function.hasLocalLinkage() || !other ||
        other->isDeclaration() || other->hasLocalLinkage())
      continue;
    const bool isInline =
        function.hasAvailableExternallyLinkage() || other->hasAvailableExternallyLinkage();
    if (!isInline || BodyComparison().same(function, *other))
      continue;
    function.addFnAttr(llvm::StringRef(kOtherBodyAttribute));
    other->addFnAttr(llvm::StringRef(kOtherBodyAttribute));
  }
}

} // namespace raceward
