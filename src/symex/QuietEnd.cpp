#include "QuietEnd.h"

#include "Locals.h"
#include "raceward/program/Effects.h"

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace raceward {

namespace {

constexpr std::string_view kErrno = "__errno_location";
constexpr std::string_view kErrorText = "strerror";

/// Functions that report an error to the user.
constexpr std::array<std::string_view, 8> kTells{"perror", "printf", "fprintf",  "puts",
                                                 "fputs",  "fflush", kErrorText, kErrno};

constexpr std::array<std::string_view, 4> kEnds{"exit", "_exit", "abort", "__assert_fail"};

constexpr std::array<std::string_view, 3> kStreams{"stdin", "stdout", "stderr"};

/// A text passes through a few variables and helpers at most.
constexpr unsigned kMostSteps = 8;

bool isOneOf(const auto &names, llvm::StringRef name) {
  return std::ranges::find(names, std::string_view(name)) != names.end();
}

/// Null if it has a body, or is not known.
const llvm::Function *libraryFunctionOf(const llvm::Value &value) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&value);
  const llvm::Function *callee = call != nullptr ? call->getCalledFunction() : nullptr;
  return callee != nullptr && callee->isDeclaration() ? callee : nullptr;
}

bool isCallOf(const llvm::Value &value, std::string_view name) {
  const llvm::Function *callee = libraryFunctionOf(value);
  return callee != nullptr && std::string_view(callee->getName()) == name;
}

bool isAddressOfAccess(const llvm::User &user, const llvm::Value &pointer) {
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&user))
    return store->getPointerOperand() == &pointer && store->getValueOperand() != &pointer;
  return llvm::isa<llvm::LoadInst>(user);
}

/// Whether the function uses the address only until it returns.
bool isLent(const llvm::Use &use) {
  const llvm::Function *callee = libraryFunctionOf(*use.getUser());
  const auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
  if (callee == nullptr || !call->isArgOperand(&use))
    return false;
  const LibraryFunction *row = findLibraryFunction(std::string_view(callee->getName()));
  const unsigned number = call->getArgOperandNo(&use);
  if (row == nullptr)
    return false;
  if (row->sync == SyncEffect::CreateThread || row->sync == SyncEffect::CreateC11Thread)
    return number == 0; // the handle
  return row->returns == ReturnEffect::Value && row->keeps.empty() && row->callsBack.empty() &&
         row->storesPointer.empty() && row->contract == ContractStep::None && !row->isPartial;
}

/// A variable of this call of the function that no other function and no other thread can find.
const llvm::AllocaInst *ownVariable(const llvm::Value &pointer) {
  const auto *local = llvm::dyn_cast<llvm::AllocaInst>(&pointer);
  if (local == nullptr)
    return nullptr;
  const bool isOwn = llvm::all_of(local->uses(), [&](const llvm::Use &use) {
    return isAddressOfAccess(*use.getUser(), *local) || isWriteOrMark(*use.getUser(), *local) ||
           isLent(use);
  });
  return isOwn ? local : nullptr;
}

/// A variable of the library that holds a stream, and that the program does not change.
bool isStream(const llvm::Value &pointer) {
  const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(&pointer);
  return global != nullptr && global->isDeclaration() && isOneOf(kStreams, global->getName()) &&
         std::ranges::all_of(global->users(), [](const llvm::User *user) {
           return llvm::isa<llvm::LoadInst>(user);
         });
}

/// Whether each thread uses its own errno only.
bool isErrnoOwn(const llvm::Module &module) {
  const llvm::Function *errnoOf = module.getFunction(kErrno);
  return errnoOf == nullptr || std::ranges::all_of(errnoOf->users(), [](const llvm::User *call) {
           return isCallOf(*call, kErrno) &&
                  std::ranges::all_of(call->users(), [&](const llvm::User *user) {
                    return isAddressOfAccess(*user, *call);
                  });
         });
}

class Way {
public:
  Way(const llvm::Value &result, const llvm::CallBase *call, const Way *caller)
      : call_(call), caller_(caller) {
    same_.insert(&result);
  }

  bool endsProcess(const llvm::Instruction *at);

private:
  enum class Passing : std::uint8_t { GoesOn, EndsProcess, Matters };

  Passing pass(const llvm::Instruction &instruction);
  Passing passStore(const llvm::StoreInst &store);
  Passing passLoad(const llvm::LoadInst &load);
  Passing passCall(const llvm::CallBase &call);
  const llvm::BasicBlock *after(const llvm::Instruction &terminator);
  [[nodiscard]] bool depends(const llvm::Value &value) const {
    return same_.contains(&value) || dependent_.contains(&value);
  }
  [[nodiscard]] bool usesResult(const llvm::User &user) const;
  [[nodiscard]] bool isConstantText(const llvm::Value &pointer, unsigned steps = 0) const;
  [[nodiscard]] bool saysNumbersAndConstants(const llvm::CallBase &call) const;

  const llvm::CallBase *call_; ///< that entered the function; null in the first one
  const Way *caller_;
  bool hasLooked_ = false; ///< only an error leads here
  // Values, and variables of this call of the function.
  llvm::DenseSet<const llvm::Value *> same_; ///< zero if and only if the result is
  llvm::DenseSet<const llvm::Value *> dependent_;
};

bool Way::usesResult(const llvm::User &user) const {
  return llvm::any_of(user.operands(), [&](const llvm::Use &use) { return depends(*use.get()); });
}

bool Way::isConstantText(const llvm::Value &pointer, unsigned steps) const {
  const llvm::Value *base = pointer.stripInBoundsConstantOffsets();
  if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(base))
    return global->isConstant() && global->hasInitializer();
  if (llvm::isa<llvm::ConstantPointerNull>(base) || isCallOf(*base, kErrorText))
    return true;
  if (const auto *argument = llvm::dyn_cast<llvm::Argument>(base))
    return caller_ != nullptr &&
           caller_->isConstantText(*call_->getArgOperand(argument->getArgNo()), steps);
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(base);
  if (load == nullptr || steps == kMostSteps)
    return false;
  const llvm::AllocaInst *local = ownVariable(*load->getPointerOperand());
  return local != nullptr && std::ranges::all_of(local->users(), [&](const llvm::User *user) {
           const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
           return store != nullptr ? isConstantText(*store->getValueOperand(), steps + 1)
                                   : !llvm::isa<llvm::CallBase>(user) ||
                                         llvm::isa<llvm::LifetimeIntrinsic>(user);
         });
}

bool Way::saysNumbersAndConstants(const llvm::CallBase &call) const {
  return llvm::all_of(call.args(), [&](const llvm::Use &argument) {
    const llvm::Value &value = *argument.get();
    const auto *load = llvm::dyn_cast<llvm::LoadInst>(&value);
    return value.getType()->isIntOrIntVectorTy() || value.getType()->isFloatingPointTy() ||
           (value.getType()->isPointerTy() &&
            (isConstantText(value) || (load != nullptr && isStream(*load->getPointerOperand()))));
  });
}

Way::Passing Way::passStore(const llvm::StoreInst &store) {
  const llvm::Value &value = *store.getValueOperand();
  if (const llvm::AllocaInst *local = ownVariable(*store.getPointerOperand())) {
    const bool isWhole = value.getType() == local->getAllocatedType();
    const bool isSame = isWhole && same_.contains(&value);
    const bool isDependent = depends(value) || (!isWhole && depends(*local));
    same_.erase(local);
    dependent_.erase(local);
    if (isDependent)
      (isSame ? same_ : dependent_).insert(local);
    return Passing::GoesOn;
  }
  if (hasLooked_)
    return isCallOf(*store.getPointerOperand(), kErrno) ? Passing::GoesOn : Passing::Matters;
  return usesResult(store) ? Passing::Matters : Passing::GoesOn;
}

Way::Passing Way::passLoad(const llvm::LoadInst &load) {
  const llvm::Value &pointer = *load.getPointerOperand();
  if (const llvm::AllocaInst *local = ownVariable(pointer)) {
    if (depends(*local))
      (same_.contains(local) && load.getType() == local->getAllocatedType() ? same_ : dependent_)
          .insert(&load);
    return Passing::GoesOn;
  }
  if (hasLooked_)
    return isCallOf(pointer, kErrno) || isStream(pointer) ? Passing::GoesOn : Passing::Matters;
  return depends(pointer) ? Passing::Matters : Passing::GoesOn;
}

Way::Passing Way::passCall(const llvm::CallBase &call) {
  if (llvm::isa<llvm::LifetimeIntrinsic, llvm::DbgInfoIntrinsic>(call) ||
      (!hasLooked_ && !usesResult(call)))
    return Passing::GoesOn;
  if (const llvm::Function *callee = libraryFunctionOf(call)) {
    if (!saysNumbersAndConstants(call))
      return Passing::Matters;
    if (isOneOf(kEnds, callee->getName()))
      return Passing::EndsProcess;
    dependent_.insert(&call);
    return isOneOf(kTells, callee->getName()) ? Passing::GoesOn : Passing::Matters;
  }
  // A function that checks results.
  const llvm::Function *callee = call.getCalledFunction();
  if (hasLooked_ || caller_ != nullptr || callee == nullptr || callee->isDeclaration() ||
      callee->arg_size() != call.arg_size() ||
      llvm::count_if(call.args(), [&](const llvm::Use &use) { return depends(*use); }) != 1)
    return Passing::Matters;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (same_.contains(call.getArgOperand(i)) &&
        Way(*callee->getArg(i), &call, this).endsProcess(&callee->getEntryBlock().front()))
      return Passing::EndsProcess;
  return Passing::Matters;
}

Way::Passing Way::pass(const llvm::Instruction &instruction) {
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return passStore(*store);
  if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return passLoad(*load);
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
    return passCall(*call);
  const bool isDependent = usesResult(instruction);
  if (isDependent) {
    const bool isSame = llvm::isa<llvm::SExtInst, llvm::ZExtInst>(instruction) &&
                        same_.contains(instruction.getOperand(0));
    (isSame ? same_ : dependent_).insert(&instruction);
  }
  return (hasLooked_ || isDependent) && instruction.mayReadOrWriteMemory() ? Passing::Matters
                                                                           : Passing::GoesOn;
}

/// Null if more than one follows.
const llvm::BasicBlock *Way::after(const llvm::Instruction &terminator) {
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(&terminator);
  if (branch == nullptr)
    return nullptr;
  if (branch->isUnconditional())
    return branch->getSuccessor(0);
  const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
  if (compare == nullptr || !compare->isEquality() || !same_.contains(compare->getOperand(0)))
    return nullptr;
  const auto *zero = llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1));
  if (zero == nullptr || !zero->isZero())
    return nullptr;
  hasLooked_ = true;
  return branch->getSuccessor(compare->getPredicate() == llvm::CmpInst::ICMP_NE ? 0 : 1);
}

bool Way::endsProcess(const llvm::Instruction *at) {
  llvm::DenseSet<const llvm::BasicBlock *> seen{at->getParent()};
  while (at != nullptr) {
    if (at->isTerminator()) {
      const llvm::Function &function = *at->getFunction();
      if (llvm::isa<llvm::ReturnInst>(at))
        return function.getName() == "main" && function.use_empty();
      const llvm::BasicBlock *next = after(*at);
      at = next != nullptr && seen.insert(next).second ? &next->front() : nullptr;
      continue;
    }
    if (const Passing passing = pass(*at); passing != Passing::GoesOn)
      return passing == Passing::EndsProcess;
    at = at->getNextNode();
  }
  return false;
}

} // namespace

bool endsQuietly(const llvm::Instruction &failing) {
  return !failing.isTerminator() && isErrnoOwn(*failing.getModule()) &&
         Way(failing, nullptr, nullptr).endsProcess(failing.getNextNode());
}

} // namespace raceward
