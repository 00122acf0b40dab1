#include "LibraryAtomics.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <optional>
#include <vector>

namespace raceward {

namespace {

using Ordering = llvm::AtomicOrdering;

/// Limit on the size; no program copies larger objects atomically.
constexpr std::uint64_t kMostBytes = 4096;

std::optional<Ordering> orderingOf(const llvm::Value &value) {
  const auto *number = llvm::dyn_cast<llvm::ConstantInt>(&value);
  if (!number)
    return std::nullopt;
  switch (number->getLimitedValue()) { // values of C11's memory_order
  case 0:
    return Ordering::Monotonic;
  case 1: // consume, which every compiler treats as acquire
  case 2:
    return Ordering::Acquire;
  case 3:
    return Ordering::Release;
  case 4:
    return Ordering::AcquireRelease;
  case 5:
    return Ordering::SequentiallyConsistent;
  default:
    return std::nullopt;
  }
}

std::optional<llvm::AtomicRMWInst::BinOp> fetchOperation(llvm::StringRef name) {
  using Op = llvm::AtomicRMWInst;
  if (name == "add")
    return Op::Add;
  if (name == "sub")
    return Op::Sub;
  if (name == "and")
    return Op::And;
  if (name == "or")
    return Op::Or;
  if (name == "xor")
    return Op::Xor;
  if (name == "nand")
    return Op::Nand;
  return std::nullopt;
}

/// Lowers one call. The family comes in two forms: values in memory, with the size as the first
/// argument, or values as arguments, with the size in the name.
class Lowering {
public:
  explicit Lowering(llvm::CallInst &call) : call_(call), builder_(&call) {}
  /// Replaces the call if possible.
  void run();

private:
  bool parse();
  bool lower();
  bool lowerLoad();
  bool lowerStore();
  bool lowerExchange(llvm::AtomicRMWInst::BinOp operation);
  bool lowerCompare();

  llvm::Value *argument(unsigned number) { return call_.getArgOperand(first_ + number); }
  /// The value that argument `number` is or points to.
  llvm::Value *valueOf(unsigned number) {
    return inMemory_ ? builder_.CreateAlignedLoad(type_, argument(number), llvm::Align(1))
                     : argument(number);
  }
  /// Returns the result: through argument `number`, or as the value of the call.
  void giveBack(llvm::Value *value, unsigned number) {
    if (inMemory_)
      builder_.CreateAlignedStore(value, argument(number), llvm::Align(1));
    else
      result_ = value;
  }
  [[nodiscard]] bool hasArguments(unsigned count) const {
    return call_.arg_size() == first_ + count;
  }
  std::optional<Ordering> ordering(unsigned number) { return orderingOf(*argument(number)); }

  llvm::CallInst &call_;
  llvm::IRBuilder<> builder_;
  llvm::StringRef operation_;
  bool inMemory_ = false;
  unsigned first_ = 0; ///< number of arguments before the object
  llvm::IntegerType *type_ = nullptr;
  llvm::Align alignment_;
  llvm::Value *result_ = nullptr;
};

bool Lowering::parse() {
  llvm::StringRef name = call_.getCalledFunction()->getName();
  if (!name.consume_front("__atomic_") || call_.arg_size() < 2)
    return false;
  std::uint64_t bytes = 0;
  const std::size_t underscore = name.rfind('_');
  if (underscore != llvm::StringRef::npos && !name.substr(underscore + 1).getAsInteger(10, bytes)) {
    operation_ = name.take_front(underscore);
  } else {
    operation_ = name;
    inMemory_ = true;
    first_ = 1;
    const auto *size = llvm::dyn_cast<llvm::ConstantInt>(call_.getArgOperand(0));
    bytes = size ? size->getLimitedValue() : 0;
  }
  if (!llvm::isPowerOf2_64(bytes) || bytes > kMostBytes || !argument(0)->getType()->isPointerTy())
    return false;
  type_ = builder_.getIntNTy(static_cast<unsigned>(bytes * 8));
  alignment_ = llvm::Align(bytes);
  return true;
}

bool Lowering::lowerLoad() {
  const std::optional<Ordering> order =
      hasArguments(inMemory_ ? 3 : 2) ? ordering(inMemory_ ? 2 : 1) : std::nullopt;
  if (!order || *order == Ordering::Release || *order == Ordering::AcquireRelease)
    return false;
  llvm::LoadInst *load = builder_.CreateAlignedLoad(type_, argument(0), alignment_);
  load->setAtomic(*order);
  giveBack(load, 1);
  return true;
}

bool Lowering::lowerStore() {
  const std::optional<Ordering> order = hasArguments(3) ? ordering(2) : std::nullopt;
  if (!order || *order == Ordering::Acquire || *order == Ordering::AcquireRelease)
    return false;
  llvm::Value *value = valueOf(1);
  builder_.CreateAlignedStore(value, argument(0), alignment_)->setAtomic(*order);
  return true;
}

bool Lowering::lowerExchange(llvm::AtomicRMWInst::BinOp operation) {
  const unsigned orderAt = inMemory_ ? 3 : 2;
  const std::optional<Ordering> order =
      hasArguments(orderAt + 1) ? ordering(orderAt) : std::nullopt;
  if (!order)
    return false;
  llvm::Value *value = valueOf(1);
  giveBack(builder_.CreateAtomicRMW(operation, argument(0), value, alignment_, *order), 2);
  return true;
}

bool Lowering::lowerCompare() {
  if (!hasArguments(5))
    return false;
  const std::optional<Ordering> success = ordering(3);
  const std::optional<Ordering> failure = ordering(4);
  if (!success || !failure || !llvm::AtomicCmpXchgInst::isValidFailureOrdering(*failure))
    return false;
  // The expected value is always in memory, and receives the old value on failure.
  llvm::Value *expected = builder_.CreateAlignedLoad(type_, argument(1), llvm::Align(1));
  llvm::Value *desired = valueOf(2);
  llvm::Value *pair =
      builder_.CreateAtomicCmpXchg(argument(0), expected, desired, alignment_, *success, *failure);
  llvm::Value *done = builder_.CreateExtractValue(pair, 1);
  llvm::Value *old = builder_.CreateExtractValue(pair, 0);
  result_ = builder_.CreateZExtOrTrunc(done, call_.getType());
  llvm::Instruction *failed =
      llvm::SplitBlockAndInsertIfThen(builder_.CreateNot(done), &call_, /*Unreachable=*/false);
  llvm::IRBuilder<> onFailure(failed);
  onFailure.SetCurrentDebugLocation(call_.getDebugLoc());
  onFailure.CreateAlignedStore(old, argument(1), llvm::Align(1));
  return true;
}

bool Lowering::lower() {
  if (operation_ == "load")
    return lowerLoad();
  if (operation_ == "store")
    return lowerStore();
  if (operation_ == "exchange")
    return lowerExchange(llvm::AtomicRMWInst::Xchg);
  if (operation_ == "compare_exchange")
    return lowerCompare();
  llvm::StringRef name = operation_;
  if (!inMemory_ && name.consume_front("fetch_"))
    if (const auto operation = fetchOperation(name))
      return lowerExchange(*operation);
  return false;
}

void Lowering::run() {
  if (!parse() || !lower())
    return;
  if (!call_.use_empty())
    call_.replaceAllUsesWith(result_);
  call_.eraseFromParent();
}

} // namespace

void lowerLibraryAtomics(llvm::Module &module) {
  std::vector<llvm::CallInst *> calls;
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
        if (const llvm::Function *callee = call->getCalledFunction();
            callee && callee->isDeclaration() && callee->getName().starts_with("__atomic_"))
          calls.push_back(call);
  for (llvm::CallInst *call : calls)
    Lowering(*call).run();
}

} // namespace raceward
