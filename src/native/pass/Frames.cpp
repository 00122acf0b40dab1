#include "Frames.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/EscapeEnumerator.h>

namespace raceward {

namespace {

class FrameWriter {
public:
  explicit FrameWriter(llvm::Function &function)
      : function_(function), context_(function.getContext()) {
    llvm::Type *pointer = llvm::PointerType::getUnqual(context_);
    llvm::Type *number = llvm::Type::getInt32Ty(context_);
    hereType_ = llvm::StructType::get(context_, {pointer, pointer});
    frameType_ = llvm::StructType::get(context_, {pointer, pointer, number, number});
    llvm::Module &module = *function.getParent();
    here_ = module.getGlobalVariable("__raceward_here");
    if (!here_)
      here_ = new llvm::GlobalVariable(module, hereType_, false, llvm::GlobalValue::ExternalLinkage,
                                       nullptr, "__raceward_here", nullptr,
                                       llvm::GlobalValue::InitialExecTLSModel);
  }

  void run(const std::vector<MarkedCall> &calls);

private:
  void enter();
  void leaveEverywhere();
  llvm::Value *here(llvm::IRBuilder<> &at) {
    // A coroutine may continue in another thread.
    return address_ ? address_ : at.CreateThreadLocalAddress(here_);
  }
  /// Makes this function the innermost one again.
  void returnTo(llvm::IRBuilder<> &&at) { at.CreateStore(frame_, frameOf(at)); }
  llvm::Value *frameOf(llvm::IRBuilder<> &at) { return at.CreateStructGEP(hereType_, here(at), 0); }
  llvm::Value *siteOf(llvm::IRBuilder<> &at) { return at.CreateStructGEP(hereType_, here(at), 1); }

  llvm::Function &function_;
  llvm::LLVMContext &context_;
  llvm::StructType *hereType_;
  llvm::StructType *frameType_;
  llvm::GlobalVariable *here_;
  llvm::Value *address_ = nullptr;
  llvm::AllocaInst *frame_ = nullptr;
};

void FrameWriter::enter() {
  llvm::BasicBlock &entry = function_.getEntryBlock();
  frame_ = new llvm::AllocaInst(frameType_, function_.getDataLayout().getAllocaAddrSpace(),
                                "raceward.frame", entry.begin());
  llvm::IRBuilder<> at(&entry, entry.getFirstNonPHIOrDbgOrAlloca());
  at.SetCurrentDebugLocation({});
  address_ = at.CreateThreadLocalAddress(here_);
  llvm::Type *pointer = at.getPtrTy();
  at.CreateStore(at.CreateLoad(pointer, frameOf(at)), at.CreateStructGEP(frameType_, frame_, 0));
  at.CreateStore(at.CreateLoad(pointer, siteOf(at)), at.CreateStructGEP(frameType_, frame_, 1));
  at.CreateStore(at.getInt32(0), at.CreateStructGEP(frameType_, frame_, 2));
  at.CreateStore(frame_, frameOf(at));
}

/// At every return, and for every exception that passes through: it may be caught by code without
/// instrumentation. The site of the caller is restored as well: a library may call more functions
/// of the program from there.
void FrameWriter::leaveEverywhere() {
  llvm::EscapeEnumerator exits(function_, "raceward.unwind");
  while (llvm::IRBuilder<> *at = exits.Next()) {
    llvm::Value *parent =
        at->CreateLoad(at->getPtrTy(), at->CreateStructGEP(frameType_, frame_, 0));
    at->CreateStore(parent, frameOf(*at));
    llvm::Value *calledFrom =
        at->CreateLoad(at->getPtrTy(), at->CreateStructGEP(frameType_, frame_, 1));
    at->CreateStore(calledFrom, siteOf(*at));
  }
}

void FrameWriter::run(const std::vector<MarkedCall> &calls) {
  const bool hasFrame = !function_.isPresplitCoroutine();
  if (hasFrame)
    enter();
  for (const auto &[call, site] : calls) {
    llvm::IRBuilder<> at(call);
    at.CreateStore(site, siteOf(at));
    if (hasFrame && call->hasFnAttr(llvm::Attribute::ReturnsTwice) && !call->isTerminator())
      returnTo(llvm::IRBuilder<>(call->getNextNode()));
  }
  if (!hasFrame)
    return;
  for (llvm::BasicBlock &block : function_)
    if (llvm::isa<llvm::LandingPadInst>(block.getFirstNonPHI()))
      returnTo(llvm::IRBuilder<>(&block, block.getFirstInsertionPt()));
  leaveEverywhere();
}

} // namespace

void addFrame(llvm::Function &function, const std::vector<MarkedCall> &calls) {
  FrameWriter(function).run(calls);
}

} // namespace raceward
