#include "PointerAccesses.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <vector>

namespace raceward {

namespace {

constexpr const char *kHeldMetadata = "raceward.holds";

Holds attachedHolds(const llvm::Instruction &access) {
  const llvm::MDNode *node = access.getMetadata(kHeldMetadata);
  const auto *value =
      node ? llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(0)) : nullptr;
  return value ? static_cast<Holds>(value->getZExtValue()) : Holds::Unknown;
}

/// LLVM's type of an object; null if unknown.
llvm::Type *objectType(const llvm::Value &pointer) {
  if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(&pointer))
    return global->getValueType();
  if (const auto *local = llvm::dyn_cast<llvm::AllocaInst>(&pointer))
    return local->getAllocatedType();
  if (const auto *gep = llvm::dyn_cast<llvm::GEPOperator>(&pointer))
    return gep->getResultElementType();
  return nullptr;
}

class Restorer {
public:
  explicit Restorer(llvm::Module &module)
      : module_(module), pointer_(llvm::PointerType::getUnqual(module.getContext())),
        word_(module.getDataLayout().getIntPtrType(module.getContext())) {}
  void run();

private:
  [[nodiscard]] Holds holdsOf(const llvm::Instruction &access, const llvm::Value &at) const;
  void visit(llvm::Instruction &access);
  void visitLoad(llvm::LoadInst &load);
  void visitStore(llvm::StoreInst &store);
  void visitExchange(llvm::AtomicRMWInst &exchange);
  void visitCompare(llvm::AtomicCmpXchgInst &compare);

  llvm::Value *asPointer(llvm::IRBuilder<> &builder, llvm::Value *integer);
  void markAfter(llvm::Instruction &value);
  void mark(llvm::IRBuilder<> &builder, llvm::Value *integer);
  void replace(llvm::Instruction &old, llvm::Instruction &made);

  llvm::Module &module_;
  llvm::PointerType *pointer_;
  llvm::IntegerType *word_;
};

Holds Restorer::holdsOf(const llvm::Instruction &access, const llvm::Value &at) const {
  const Holds known = attachedHolds(access);
  if (known != Holds::Unknown)
    return known;
  if (const llvm::Type *type = objectType(at); type && type->isPointerTy())
    return Holds::Pointer;
  // Unknown. Plain accesses have the type that the program gives them; atomic accesses may have any
  // integer type that the target has an instruction for.
  return access.isAtomic() ? Holds::SomePointer : Holds::Unknown;
}

llvm::Value *Restorer::asPointer(llvm::IRBuilder<> &builder, llvm::Value *integer) {
  if (auto *cast = llvm::dyn_cast<llvm::PtrToIntInst>(integer))
    return cast->getPointerOperand();
  return builder.CreateIntToPtr(integer, pointer_);
}

/// Adds an unused cast, which marks the integer as a possible pointer.
void Restorer::mark(llvm::IRBuilder<> &builder, llvm::Value *integer) {
  if (llvm::isa<llvm::Constant>(integer) ||
      integer->getType()->getIntegerBitWidth() < word_->getBitWidth())
    return;
  llvm::Value *word = builder.CreateZExtOrTrunc(integer, word_);
  builder.Insert(llvm::CastInst::Create(llvm::Instruction::IntToPtr, word, pointer_));
}

void Restorer::markAfter(llvm::Instruction &value) {
  llvm::IRBuilder<> builder(value.getParent(), std::next(value.getIterator()));
  builder.SetCurrentDebugLocation(value.getDebugLoc());
  mark(builder, &value);
}

void Restorer::replace(llvm::Instruction &old, llvm::Instruction &made) {
  made.copyMetadata(old);
  if (!old.use_empty()) {
    llvm::IRBuilder<> builder(&old);
    old.replaceAllUsesWith(builder.CreatePtrToInt(&made, old.getType()));
  }
  old.eraseFromParent();
}

void Restorer::visitLoad(llvm::LoadInst &load) {
  const Holds holds = holdsOf(load, *load.getPointerOperand());
  if (holds == Holds::Pointer && load.getType() == word_) {
    llvm::IRBuilder<> builder(&load);
    llvm::LoadInst *made = builder.CreateAlignedLoad(pointer_, load.getPointerOperand(),
                                                     load.getAlign(), load.isVolatile());
    made->setAtomic(load.getOrdering(), load.getSyncScopeID());
    replace(load, *made);
  } else if (holds == Holds::Pointer || holds == Holds::SomePointer) {
    markAfter(load);
  }
}

void Restorer::visitStore(llvm::StoreInst &store) {
  const Holds holds = holdsOf(store, *store.getPointerOperand());
  llvm::IRBuilder<> builder(&store);
  if (holds == Holds::Pointer && store.getValueOperand()->getType() == word_) {
    llvm::StoreInst *made =
        builder.CreateAlignedStore(asPointer(builder, store.getValueOperand()),
                                   store.getPointerOperand(), store.getAlign(), store.isVolatile());
    made->setAtomic(store.getOrdering(), store.getSyncScopeID());
    replace(store, *made);
  } else if (holds == Holds::Pointer || holds == Holds::SomePointer) {
    mark(builder, store.getValueOperand());
  }
}

void Restorer::visitExchange(llvm::AtomicRMWInst &exchange) {
  const Holds holds = holdsOf(exchange, *exchange.getPointerOperand());
  const bool swapsPointers = llvm::isa<llvm::PtrToIntInst>(exchange.getValOperand());
  llvm::IRBuilder<> builder(&exchange);
  if (exchange.getOperation() == llvm::AtomicRMWInst::Xchg && exchange.getType() == word_ &&
      (holds == Holds::Pointer || swapsPointers)) {
    llvm::AtomicRMWInst *made =
        builder.CreateAtomicRMW(llvm::AtomicRMWInst::Xchg, exchange.getPointerOperand(),
                                asPointer(builder, exchange.getValOperand()), exchange.getAlign(),
                                exchange.getOrdering(), exchange.getSyncScopeID());
    made->setVolatile(exchange.isVolatile());
    replace(exchange, *made);
  } else if (holds == Holds::Pointer || holds == Holds::SomePointer) {
    mark(builder, exchange.getValOperand());
    markAfter(exchange);
  }
}

void Restorer::visitCompare(llvm::AtomicCmpXchgInst &compare) {
  const Holds holds = holdsOf(compare, *compare.getPointerOperand());
  const bool swapsPointers = llvm::isa<llvm::PtrToIntInst>(compare.getNewValOperand());
  std::vector<llvm::ExtractValueInst *> parts;
  for (llvm::User *user : compare.users())
    if (auto *part = llvm::dyn_cast<llvm::ExtractValueInst>(user))
      parts.push_back(part);
  llvm::IRBuilder<> builder(&compare);
  if (compare.getNewValOperand()->getType() == word_ && parts.size() == compare.getNumUses() &&
      (holds == Holds::Pointer || swapsPointers)) {
    llvm::AtomicCmpXchgInst *made = builder.CreateAtomicCmpXchg(
        compare.getPointerOperand(), asPointer(builder, compare.getCompareOperand()),
        asPointer(builder, compare.getNewValOperand()), compare.getAlign(),
        compare.getSuccessOrdering(), compare.getFailureOrdering(), compare.getSyncScopeID());
    made->setVolatile(compare.isVolatile());
    made->setWeak(compare.isWeak());
    made->copyMetadata(compare);
    for (llvm::ExtractValueInst *part : parts) {
      llvm::IRBuilder<> after(part);
      llvm::Value *value = after.CreateExtractValue(made, part->getIndices());
      if (part->getType() == word_)
        value = after.CreatePtrToInt(value, word_);
      part->replaceAllUsesWith(value);
      part->eraseFromParent();
    }
    compare.eraseFromParent();
  } else if (holds == Holds::Pointer || holds == Holds::SomePointer) {
    mark(builder, compare.getNewValOperand());
    for (llvm::ExtractValueInst *part : parts)
      if (!part->getType()->isIntegerTy(1))
        markAfter(*part);
  }
}

void Restorer::visit(llvm::Instruction &access) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&access)) {
    if (load->getType()->isIntegerTy())
      visitLoad(*load);
  } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&access)) {
    if (store->getValueOperand()->getType()->isIntegerTy())
      visitStore(*store);
  } else if (auto *exchange = llvm::dyn_cast<llvm::AtomicRMWInst>(&access)) {
    if (exchange->getType()->isIntegerTy())
      visitExchange(*exchange);
  } else if (auto *compare = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&access)) {
    if (compare->getNewValOperand()->getType()->isIntegerTy())
      visitCompare(*compare);
  }
}

void Restorer::run() {
  std::vector<llvm::Instruction *> loads;
  std::vector<llvm::Instruction *> others;
  for (llvm::Function &function : module_)
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      if (llvm::isa<llvm::LoadInst>(instruction))
        loads.push_back(&instruction);
      else if (llvm::isa<llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(
                   instruction))
        others.push_back(&instruction);
    }
  // Loads first: their results are then known to be pointers where they are stored.
  for (llvm::Instruction *load : loads)
    visit(*load);
  for (llvm::Instruction *other : others)
    visit(*other);
}

} // namespace

void attachHolds(llvm::Instruction &access, Holds holds) {
  if (holds == Holds::Unknown)
    return;
  llvm::LLVMContext &context = access.getContext();
  auto *value =
      llvm::ConstantInt::get(llvm::Type::getInt8Ty(context), static_cast<unsigned>(holds));
  access.setMetadata(kHeldMetadata,
                     llvm::MDNode::get(context, llvm::ConstantAsMetadata::get(value)));
}

void restorePointerAccesses(llvm::Module &module) {
  Restorer(module).run();
}

} // namespace raceward
