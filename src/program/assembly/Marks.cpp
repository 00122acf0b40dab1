#include "assembly/Marks.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>

namespace raceward::assembly {

namespace {

constexpr const char *kStrictMark = "raceward.strict";
constexpr const char *kExtraFenceMark = "raceward.extra-fence";
constexpr const char *kHarmlessMark = "raceward.harmless";
constexpr const char *kUnknownMark = "raceward.unknown-assembly";

void markEmpty(llvm::Instruction &instruction, const char *mark) {
  instruction.setMetadata(mark, llvm::MDNode::get(instruction.getContext(), {}));
}

} // namespace

void markStrict(llvm::Instruction &access, llvm::AtomicOrdering strict) {
  llvm::LLVMContext &context = access.getContext();
  llvm::Constant *number =
      llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), static_cast<unsigned>(strict));
  access.setMetadata(kStrictMark,
                     llvm::MDNode::get(context, {llvm::ConstantAsMetadata::get(number)}));
}

void unmarkStrict(llvm::Instruction &access) {
  access.setMetadata(kStrictMark, nullptr);
}

std::optional<llvm::AtomicOrdering> strictOrdering(const llvm::Instruction &access) {
  if (!access.hasMetadataOtherThanDebugLoc())
    return std::nullopt;
  const llvm::MDNode *node = access.getMetadata(kStrictMark);
  const auto *number = node != nullptr && node->getNumOperands() == 1
                           ? llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(0))
                           : nullptr;
  if (number == nullptr || !llvm::isValidAtomicOrdering(number->getZExtValue()))
    return std::nullopt;
  return static_cast<llvm::AtomicOrdering>(number->getZExtValue());
}

void markExtraFence(llvm::FenceInst &fence) {
  markEmpty(fence, kExtraFenceMark);
}

bool isExtraFence(const llvm::FenceInst &fence) {
  return fence.getMetadata(kExtraFenceMark) != nullptr;
}

void markHarmless(llvm::CallBase &call) {
  markEmpty(call, kHarmlessMark);
}

bool isHarmless(const llvm::CallBase &call) {
  return call.getMetadata(kHarmlessMark) != nullptr;
}

void markUnknown(llvm::CallBase &call, llvm::StringRef why) {
  llvm::LLVMContext &context = call.getContext();
  call.setMetadata(kUnknownMark, llvm::MDNode::get(context, {llvm::MDString::get(context, why)}));
}

std::string whyUnknown(const llvm::CallBase &call) {
  const llvm::MDNode *node = call.getMetadata(kUnknownMark);
  const auto *why = node != nullptr && node->getNumOperands() == 1
                        ? llvm::dyn_cast<llvm::MDString>(node->getOperand(0))
                        : nullptr;
  return why != nullptr ? why->getString().str() : std::string();
}

} // namespace raceward::assembly
