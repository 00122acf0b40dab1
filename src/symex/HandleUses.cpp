#include "HandleUses.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace raceward {

namespace {

constexpr std::array<std::string_view, 2> kGivesHandle{"pthread_self", "thrd_current"};
constexpr std::array<std::string_view, 2> kWritesHandle{"pthread_create", "thrd_create"};
constexpr std::array<std::string_view, 2> kWritesKey{"pthread_key_create", "tss_create"};
/// Functions that take a handle or a key and reveal nothing about its number, or only print it.
constexpr std::array<std::string_view, 16> kTakesHandle{
    "pthread_join",        "pthread_detach",     "pthread_equal", "pthread_setname_np",
    "thrd_join",           "thrd_detach",        "thrd_equal",    "pthread_getspecific",
    "pthread_setspecific", "pthread_key_delete", "tss_get",       "tss_set",
    "tss_delete",          "pthread_tryjoin_np", "printf",        "fprintf"};

template <std::size_t N>
bool isOneOf(const llvm::Function &function, const std::array<std::string_view, N> &names) {
  return function.isDeclaration() &&
         std::ranges::find(names, std::string_view(function.getName())) != names.end();
}

/// Follows handles from their origin, through variables with no other use.
class HandleFollower {
public:
  HandleFollower(const llvm::DataLayout &layout, bool areKeys)
      : layout_(layout), areKeys_(areKeys) {}

  void addCallsOf(const llvm::Function &function, bool givesHandle) {
    for (const llvm::User *user : function.users()) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
      if (call == nullptr || call->getCalledOperand() != &function) {
        isLookedAt = true; // called through a pointer
        return;
      }
      if (givesHandle)
        work_.push_back(call);
      else if (call->arg_size() > 0)
        addPlace(*call->getArgOperand(0));
    }
  }

  void run() {
    while (!work_.empty() && !isLookedAt) {
      const llvm::Value *value = work_.pop_back_val();
      if (seen_.insert(value).second)
        isLookedAt = value->getType()->isPointerTy() ? !isPlain(*value) : !isKept(*value);
    }
  }

  bool isLookedAt = false;

private:
  /// A variable that holds a handle, as a whole or in a part.
  void addPlace(const llvm::Value &pointer) {
    const llvm::Value *base = &pointer;
    while (const auto *part = llvm::dyn_cast<llvm::GEPOperator>(base))
      base = part->getPointerOperand();
    if (llvm::isa<llvm::AllocaInst>(base) ||
        (llvm::isa<llvm::GlobalVariable>(base) &&
         llvm::cast<llvm::GlobalVariable>(base)->hasInitializer()))
      work_.push_back(base);
    else if (!llvm::isa<llvm::ConstantPointerNull>(base))
      isLookedAt = true;
  }

  [[nodiscard]] bool hasWidth(const llvm::Type &type) const {
    return type.isIntegerTy(areKeys_ ? 32 : layout_.getPointerSizeInBits());
  }

  /// Whether memory is only used to write and read whole handles.
  bool isPlain(const llvm::Value &place) {
    for (const llvm::Use &use : place.uses()) {
      const llvm::User *user = use.getUser();
      if (llvm::isa<llvm::GEPOperator>(user)) {
        work_.push_back(user);
      } else if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(user)) {
        // Another member of the same object is not a handle.
        if (!hasWidth(*load->getType()) && !isNamedMember(*load))
          return false;
        if (hasWidth(*load->getType()))
          work_.push_back(load);
      } else if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        if (store->getValueOperand() == &place)
          return false;
      } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user)) {
        const llvm::Function *callee = call->getCalledFunction();
        const bool isWritten = callee != nullptr && call->isArgOperand(&use) &&
                               call->getArgOperandNo(&use) == 0 &&
                               (isOneOf(*callee, kWritesHandle) || isOneOf(*callee, kWritesKey));
        if (!isWritten && !llvm::isa<llvm::LifetimeIntrinsic, llvm::MemSetInst>(call))
          return false;
      } else {
        return false;
      }
    }
    return true;
  }

  /// Whether the number is only kept in variables, and passed back to the library.
  bool isKept(const llvm::Value &number) {
    for (const llvm::Use &use : number.uses()) {
      const llvm::User *user = use.getUser();
      if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        addPlace(*store->getPointerOperand());
      } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user)) {
        const llvm::Function *callee = call->getCalledFunction();
        if (callee == nullptr || !isOneOf(*callee, kTakesHandle))
          return false;
      } else {
        return false;
      }
    }
    return true;
  }

  const llvm::DataLayout &layout_;
  bool areKeys_;
  llvm::SmallVector<const llvm::Value *, 16> work_;
  llvm::DenseSet<const llvm::Value *> seen_;
};

bool isNearNothing(const llvm::ConstantInt &number) {
  return number.getValue().ult(2) || number.getValue().isAllOnes();
}

/// Whether the number is only printed.
bool isOnlyPrinted(const llvm::Instruction &instruction) {
  return std::ranges::all_of(instruction.users(), [](const llvm::User *user) {
    const auto *call = llvm::dyn_cast<llvm::CallBase>(user);
    return call != nullptr && isPrinting(*call);
  });
}

} // namespace

HandleUses handlesUsedAsNumbers(const llvm::Module &module) {
  HandleFollower threads(module.getDataLayout(), false);
  HandleFollower keys(module.getDataLayout(), true);
  for (const llvm::Function &function : module) {
    if (isOneOf(function, kGivesHandle))
      threads.addCallsOf(function, true);
    else if (isOneOf(function, kWritesHandle))
      threads.addCallsOf(function, false);
    else if (isOneOf(function, kWritesKey))
      keys.addCallsOf(function, false);
  }
  threads.run();
  keys.run();
  return {threads.isLookedAt, keys.isLookedAt};
}

llvm::SmallVector<AddressCheck, 2> handleChecksBefore(const llvm::Instruction &instruction,
                                                      const HandleUses &uses) {
  using Kind = AddressCheck::Kind;
  using I = llvm::Instruction;
  llvm::SmallVector<AddressCheck, 2> checks;
  if (!uses.threads && !uses.keys)
    return checks;
  const llvm::DataLayout &layout = instruction.getDataLayout();
  const unsigned leastBits = uses.keys ? 32 : layout.getPointerSizeInBits();
  const auto mayBeHandle = [&](const llvm::Value *value) {
    return !llvm::isa<llvm::Constant>(value) && value->getType()->isIntegerTy() &&
           value->getType()->getIntegerBitWidth() >= leastBits;
  };
  const auto lookAtAll = [&] {
    for (const llvm::Value *operand : instruction.operands())
      if (mayBeHandle(operand))
        checks.push_back({Kind::Number, operand});
  };
  switch (instruction.getOpcode()) {
  case I::ICmp: {
    const auto &compare = llvm::cast<llvm::ICmpInst>(instruction);
    const llvm::Value *a = compare.getOperand(0);
    const llvm::Value *b = compare.getOperand(1);
    if (a->getType()->isPointerTy()) {
      if (!llvm::isa<llvm::Constant>(a) && !llvm::isa<llvm::Constant>(b))
        checks.push_back({compare.isEquality() ? Kind::Compared : Kind::Ordered, a, b});
    } else if (mayBeHandle(a) && mayBeHandle(b)) {
      checks.push_back({compare.isEquality() ? Kind::Compared : Kind::Ordered, a, b});
    } else if (mayBeHandle(a) || mayBeHandle(b)) {
      const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(mayBeHandle(a) ? b : a);
      checks.push_back({constant != nullptr && isNearNothing(*constant) && !compare.isSigned()
                            ? Kind::NearZero
                            : Kind::Number,
                        mayBeHandle(a) ? a : b});
    }
    break;
  }
  case I::AtomicCmpXchg:
    if (mayBeHandle(instruction.getOperand(1)))
      checks.push_back({Kind::Compared, instruction.getOperand(1)});
    break;
  case I::AtomicRMW:
    if (llvm::cast<llvm::AtomicRMWInst>(instruction).getOperation() != llvm::AtomicRMWInst::Xchg)
      lookAtAll();
    break;
  case I::Call:
    // A function of the program is checked itself; the library does not reveal the number.
    if (llvm::isa<llvm::IntrinsicInst>(instruction) &&
        !llvm::isa<llvm::DbgInfoIntrinsic, llvm::LifetimeIntrinsic>(instruction) &&
        !llvm::cast<llvm::IntrinsicInst>(instruction).isAssumeLikeIntrinsic())
      lookAtAll();
    break;
  case I::Trunc:
    if (!isOnlyPrinted(instruction))
      lookAtAll();
    break;
  case I::Store:
  case I::Ret:
  case I::Br:
  case I::PHI:
  case I::Select:
  case I::Freeze:
  case I::ZExt:
  case I::SExt:
  case I::IntToPtr:
  case I::InsertValue:
  case I::Alloca:
    break;
  default:
    lookAtAll();
  }
  return checks;
}

} // namespace raceward
