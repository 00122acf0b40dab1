#include "raceward/program/DebugInfo.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/InstIterator.h>

namespace raceward {

namespace {

/// Walks all that metadata leads to. A list and not a recursion: chains may be long.
class TypeFinder {
public:
  std::vector<const llvm::DIType *> run(const llvm::Module &module) {
    for (const llvm::NamedMDNode &named : module.named_metadata())
      for (const llvm::MDNode *node : named.operands())
        add(node);
    for (const llvm::GlobalVariable &global : module.globals())
      addAttached(global);
    for (const llvm::Function &function : module) {
      addAttached(function);
      for (const llvm::Instruction &instruction : llvm::instructions(function))
        addInstruction(instruction);
    }
    // Grows while it is walked.
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      for (const llvm::MDOperand &operand : nodes_[i]->operands())
        add(llvm::dyn_cast_or_null<llvm::MDNode>(operand.get()));
    std::vector<const llvm::DIType *> types;
    for (const llvm::MDNode *node : nodes_)
      if (const auto *type = llvm::dyn_cast<llvm::DIType>(node))
        types.push_back(type);
    return types;
  }

private:
  void add(const llvm::MDNode *node) {
    if (node && seen_.insert(node).second)
      nodes_.push_back(node);
  }

  void addAttached(const llvm::GlobalObject &object) {
    llvm::SmallVector<std::pair<unsigned, llvm::MDNode *>, 4> attached;
    object.getAllMetadata(attached);
    for (const auto &[kind, node] : attached)
      add(node);
  }

  void addInstruction(const llvm::Instruction &instruction) {
    add(instruction.getDebugLoc().getAsMDNode());
    for (const llvm::DbgVariableRecord &record :
         llvm::filterDbgVars(instruction.getDbgRecordRange()))
      add(record.getVariable());
    for (const llvm::Use &operand : instruction.operands())
      if (const auto *value = llvm::dyn_cast<llvm::MetadataAsValue>(operand))
        add(llvm::dyn_cast<llvm::MDNode>(value->getMetadata()));
  }

  std::vector<const llvm::MDNode *> nodes_;
  llvm::DenseSet<const llvm::MDNode *> seen_;
};

} // namespace

std::vector<const llvm::DIType *> debugTypesOf(const llvm::Module &module) {
  return TypeFinder().run(module);
}

llvm::ArrayRef<llvm::MDOperand> elementsOf(const llvm::DICompositeType &type) {
  const auto *list = llvm::dyn_cast_or_null<llvm::MDTuple>(type.getRawElements());
  return list ? list->operands() : llvm::ArrayRef<llvm::MDOperand>();
}

} // namespace raceward
