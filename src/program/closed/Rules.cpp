#include "Rules.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/LLVMContext.h>

#include <array>

namespace raceward::closed {

Why judged(const Listed &listed, std::string_view what, llvm::StringRef name) {
  if (listed && listed->care != Care::Gap)
    return std::nullopt;
  std::string text = "the " + std::string(what) + " '" + name.str() + "' is not supported";
  return text + ": " + std::string(listed ? listed->words : "it is new to Raceward");
}

Why whyAttributes(const llvm::AttributeList &attributes) {
  for (const llvm::AttributeSet &set : attributes)
    for (const llvm::Attribute &attribute : set) {
      Why why;
      if (attribute.isStringAttribute())
        why = judged(ofTextAttribute(attribute.getKindAsString()), "attribute",
                     attribute.getKindAsString());
      else
        why = judged(ofAttribute(attribute.getKindAsEnum()), "attribute",
                     llvm::Attribute::getNameFromAttrKind(attribute.getKindAsEnum()));
      if (why)
        return why;
    }
  return std::nullopt;
}

namespace {

/// Caller and callee must agree on these: they decide where an argument is.
Why whyDisagreeing(const llvm::CallBase &call, const llvm::Function &callee) {
  using A = llvm::Attribute;
  if (call.getCallingConv() != callee.getCallingConv())
    return "a function is called in another way than it is compiled for";
  constexpr std::array kinds{A::ByVal, A::StructRet, A::InAlloca,   A::Preallocated,
                             A::Nest,  A::SwiftSelf, A::SwiftError, A::SwiftAsync};
  for (unsigned i = 0; i < callee.arg_size() && i < call.arg_size(); ++i)
    for (const A::AttrKind kind : kinds)
      if (call.getAttributes().hasParamAttr(i, kind) != callee.hasParamAttribute(i, kind))
        return "an argument is passed in another way than the function takes it ('" +
               A::getNameFromAttrKind(kind).str() + "')";
  return std::nullopt;
}

Why whyScope(llvm::SyncScope::ID scope) {
  if (scope == llvm::SyncScope::System)
    return std::nullopt;
  return "an atomic access orders only some threads, which is not followed";
}

} // namespace

Why whyCall(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  if (Why why = judged(ofCallingConvention(call.getCallingConv()), "calling convention",
                       std::to_string(call.getCallingConv())))
    return why;
  if (Why why = whyAttributes(call.getAttributes()))
    return why;
  if (callee)
    if (Why why = whyDisagreeing(call, *callee))
      return why;
  for (unsigned i = 0; i < call.getNumOperandBundles(); ++i) {
    const llvm::StringRef tag = call.getOperandBundleAt(i).getTagName();
    if (Why why = judged(ofBundle(tag), "operand bundle", tag))
      return why;
  }
  if (call.isMustTailCall() && call.getFunctionType()->isVarArg() && call.getFunction()->isVarArg())
    return "arguments are passed on that the function does not name";
  return std::nullopt;
}

Why whyAtomic(const llvm::Instruction &instruction) {
  const auto whyOrdering = [](llvm::AtomicOrdering ordering) {
    return judged(ofOrdering(ordering), "memory order", llvm::toIRString(ordering));
  };
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    Why why = whyOrdering(load->getOrdering());
    return why || !load->isAtomic() ? why : whyScope(load->getSyncScopeID());
  }
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    Why why = whyOrdering(store->getOrdering());
    return why || !store->isAtomic() ? why : whyScope(store->getSyncScopeID());
  }
  if (const auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
    if (Why why = judged(ofUpdate(update->getOperation()), "atomic operation",
                         llvm::AtomicRMWInst::getOperationName(update->getOperation())))
      return why;
    Why why = whyOrdering(update->getOrdering());
    return why ? why : whyScope(update->getSyncScopeID());
  }
  if (const auto *swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
    Why why = whyOrdering(swap->getSuccessOrdering());
    if (!why)
      why = whyOrdering(swap->getFailureOrdering());
    return why ? why : whyScope(swap->getSyncScopeID());
  }
  if (const auto *fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
    Why why = whyOrdering(fence->getOrdering());
    // A fence for signal handlers does not order threads, and engines know that.
    return why || fence->getSyncScopeID() == llvm::SyncScope::SingleThread
               ? why
               : whyScope(fence->getSyncScopeID());
  }
  return std::nullopt;
}

} // namespace raceward::closed
