#include "PrivateAccesses.h"

#include "raceward/program/LibraryModels.h"

#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/FunctionAttrs.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include <algorithm>

namespace raceward {

namespace {

constexpr const char *kNumber = "raceward.number";
/// Uses of one pointer; with more, it counts as captured.
constexpr unsigned kMostUses = 4000;

/// The table has the arguments that a library function keeps. An unknown function may do anything,
/// whatever its declaration promises: "does not escape" permits threads of its own.
void setKnownCaptures(llvm::Function &declaration) {
  const LibraryFunction *row = findEffects(declaration.getName().str());
  const bool isAtomicCall = declaration.getName().starts_with("__atomic_");
  const bool keepsNothing =
      isAtomicCall ||
      (row && row->sync == SyncEffect::None && row->callsBack.empty() && row->keeps.empty() &&
       row->storesPointer.empty() && row->returns != ReturnEffect::Argument &&
       row->returns != ReturnEffect::FreshOrArgument && row->returns != ReturnEffect::Kept);
  for (llvm::Argument &argument : declaration.args()) {
    if (!argument.getType()->isPointerTy())
      continue;
    argument.removeAttr(llvm::Attribute::NoCapture);
    if (keepsNothing)
      argument.addAttr(llvm::Attribute::NoCapture);
  }
}

/// Other copies of an inline function have the same source, so that results for this one hold for
/// them.
void makeExact(llvm::Function &definition) {
  if (definition.hasLinkOnceODRLinkage() || definition.hasWeakODRLinkage() ||
      definition.hasAvailableExternallyLinkage()) {
    definition.setComdat(nullptr);
    definition.setLinkage(llvm::GlobalValue::ExternalLinkage);
  }
  definition.removeFnAttr(llvm::Attribute::OptimizeNone);
}

void inferCaptures(llvm::Module &module) {
  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes;
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(llvm::PromotePass()));
  passes.addPass(llvm::createModuleToPostOrderCGSCCPassAdaptor(llvm::PostOrderFunctionAttrsPass()));
  passes.run(module, modules);
}

bool mayBeCaptured(const llvm::Value &pointer) {
  return llvm::PointerMayBeCaptured(&pointer, true, true, kMostUses);
}

bool addressGoesNowhere(const llvm::GlobalVariable &threadLocal) {
  return threadLocal.hasLocalLinkage() &&
         std::all_of(threadLocal.user_begin(), threadLocal.user_end(), [](const llvm::User *user) {
           const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(user);
           return call && call->getIntrinsicID() == llvm::Intrinsic::threadlocal_address &&
                  !mayBeCaptured(*call);
         });
}

} // namespace

PrivateAccesses::PrivateAccesses(const llvm::Module &module, const InstructionNumbers &numbers)
    : copies_(numbers.size(), nullptr) {
  llvm::ValueToValueMapTy map;
  copy_ = llvm::CloneModule(module, map);
  llvm::LLVMContext &context = module.getContext();
  // Not by the map: it follows a promoted load to its replacement value.
  for (const auto &[instruction, number] : numbers)
    if (auto *copied = llvm::dyn_cast_or_null<llvm::Instruction>(map.lookup(instruction)))
      copied->setMetadata(
          kNumber, llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(
                                                  llvm::Type::getInt32Ty(context), number))));
  for (llvm::Function &function : *copy_) {
    if (!function.isDeclaration())
      makeExact(function);
    else if (!function.isIntrinsic())
      setKnownCaptures(function);
  }
  inferCaptures(*copy_);
  for (const llvm::Function &function : *copy_)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (const llvm::MDNode *node = instruction.getMetadata(kNumber))
        copies_[llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(0))->getZExtValue()] =
            &instruction;
}

bool PrivateAccesses::objectIsPrivate(const llvm::Value &object) {
  const auto [at, isNew] = known_.try_emplace(&object, false);
  if (!isNew)
    return at->second;
  bool result = false;
  if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(&object))
    result = global->isConstant() || (global->isThreadLocal() && addressGoesNowhere(*global));
  else if (llvm::isa<llvm::AllocaInst>(object) || llvm::isNoAliasCall(&object))
    result = !mayBeCaptured(object);
  else if (const auto *argument = llvm::dyn_cast<llvm::Argument>(&object))
    result = argument->hasByValAttr() && !mayBeCaptured(object);
  known_[&object] = result;
  return result;
}

bool PrivateAccesses::isPrivate(std::uint32_t number, unsigned operand) {
  const llvm::Instruction *copied = copies_[number];
  if (!copied)
    return true;
  llvm::SmallVector<const llvm::Value *, 4> objects;
  llvm::getUnderlyingObjects(copied->getOperand(operand), objects, nullptr, 0);
  return std::all_of(objects.begin(), objects.end(),
                     [&](const llvm::Value *object) { return objectIsPrivate(*object); });
}

} // namespace raceward
