#include "raceward/program/DebugInfo.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/InstIterator.h>

namespace raceward {

namespace {

/// Collects all nodes reachable from metadata. A worklist, not a recursion: chains may be long.
class NodeFinder {
public:
  std::vector<const llvm::MDNode *> run(const llvm::Module &module) {
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
    // The list grows during the loop.
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      for (const llvm::MDOperand &operand : nodes_[i]->operands())
        add(llvm::dyn_cast_or_null<llvm::MDNode>(operand.get()));
    return std::move(nodes_);
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

/// Operands that LLVM casts to text without a check.
llvm::ArrayRef<unsigned> textOperandsOf(const llvm::MDNode &node) {
  static constexpr unsigned file[] = {0, 1};
  static constexpr unsigned unit[] = {1, 2, 3, 9, 10};
  static constexpr unsigned record[] = {2, 7};
  static constexpr unsigned subprogram[] = {2, 3, 12};
  static constexpr unsigned global[] = {1, 4, 5};
  static constexpr unsigned first[] = {0};
  static constexpr unsigned second[] = {1};
  static constexpr unsigned third[] = {2};
  if (llvm::isa<llvm::DIFile>(node))
    return file;
  if (llvm::isa<llvm::DICompileUnit>(node))
    return unit;
  if (llvm::isa<llvm::DICompositeType>(node))
    return record;
  if (llvm::isa<llvm::DISubprogram>(node))
    return subprogram;
  if (llvm::isa<llvm::DIGlobalVariable>(node))
    return global;
  if (llvm::isa<llvm::DIEnumerator, llvm::DITemplateParameter>(node))
    return first;
  if (llvm::isa<llvm::DILocalVariable, llvm::DILabel>(node))
    return second;
  if (llvm::isa<llvm::DIType, llvm::DINamespace, llvm::DIModule, llvm::DICommonBlock>(node))
    return third;
  return {};
}

bool textIsText(const llvm::MDNode &node) {
  for (const unsigned index : textOperandsOf(node))
    if (index < node.getNumOperands())
      if (const llvm::Metadata *operand = node.getOperand(index).get())
        if (!llvm::isa<llvm::MDString>(operand))
          return false;
  return true;
}

} // namespace

std::vector<const llvm::MDNode *> debugNodesOf(const llvm::Module &module) {
  return NodeFinder().run(module);
}

std::vector<const llvm::DIType *> debugTypesOf(const llvm::Module &module) {
  std::vector<const llvm::DIType *> types;
  for (const llvm::MDNode *node : debugNodesOf(module))
    if (const auto *type = llvm::dyn_cast<llvm::DIType>(node))
      types.push_back(type);
  return types;
}

bool debugNamesAreText(const llvm::Module &module) {
  for (const llvm::MDNode *node : debugNodesOf(module))
    if (!textIsText(*node))
      return false;
  return true;
}

llvm::ArrayRef<llvm::MDOperand> elementsOf(const llvm::DICompositeType &type) {
  const auto *list = llvm::dyn_cast_or_null<llvm::MDTuple>(type.getRawElements());
  return list ? list->operands() : llvm::ArrayRef<llvm::MDOperand>();
}

} // namespace raceward
