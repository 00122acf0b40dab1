#include "AddressUses.h"

#include "Locals.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <climits>
#include <optional>

namespace raceward {

namespace {

using I = llvm::Instruction;

/// No object lies in the first or the last page, so that small numbers, positive or negative,
/// differ from addresses everywhere.
constexpr std::uint64_t kPage = 4096;

std::optional<llvm::APInt> constantOf(const llvm::Value *value) {
  if (const auto *number = llvm::dyn_cast<llvm::ConstantInt>(value))
    return number->getValue();
  return std::nullopt;
}

/// The constant operand of a binary operation, on either side.
std::optional<llvm::APInt> constantBeside(const llvm::Instruction &instruction) {
  if (instruction.getNumOperands() != 2)
    return std::nullopt;
  if (const std::optional<llvm::APInt> second = constantOf(instruction.getOperand(1)))
    return second;
  return instruction.isCommutative() || llvm::isa<llvm::ICmpInst>(instruction)
             ? constantOf(instruction.getOperand(0))
             : std::nullopt;
}

bool isNearZero(const llvm::APInt &number) {
  return number.ule(kPage) || (-number).ule(kPage);
}

/// An address, cast to a whole integer, plus an offset.
bool isNumberConstant(const llvm::Value *value) {
  const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(value);
  if (expression == nullptr)
    return false;
  switch (expression->getOpcode()) {
  case I::PtrToInt: // relative to null it is an offset, as in a hand-written offsetof()
    return !llvm::isa<llvm::ConstantPointerNull>(expression->getOperand(0)->stripInBoundsOffsets());
  case I::Sub:
    return isNumberConstant(expression->getOperand(0)) &&
           !isNumberConstant(expression->getOperand(1));
  case I::Add:
  case I::Xor:
    return isNumberConstant(expression->getOperand(0)) ||
           isNumberConstant(expression->getOperand(1));
  default:
    return false;
  }
}

const llvm::Value *objectOf(const llvm::Value *number, const llvm::DataLayout &layout) {
  const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(number);
  while (expression != nullptr && expression->getOpcode() == I::Add) {
    number = expression->getOperand(isNumberConstant(expression->getOperand(0)) ? 0 : 1);
    expression = llvm::dyn_cast<llvm::ConstantExpr>(number);
  }
  if (expression == nullptr || expression->getOpcode() != I::PtrToInt)
    return nullptr;
  const llvm::Value *pointer = expression->getOperand(0);
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  return pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
}

/// Whether the constant is part of the bits of an address, or computed from them.
bool looksAtBits(const llvm::Value *value, const llvm::DataLayout &layout) {
  if (!llvm::isa<llvm::ConstantExpr, llvm::ConstantAggregate>(value))
    return false;
  const auto *constant = llvm::cast<llvm::Constant>(value);
  if (const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(constant)) {
    const unsigned opcode = expression->getOpcode();
    if (opcode == I::PtrToInt)
      return layout.getTypeSizeInBits(expression->getType()) <
             layout.getTypeSizeInBits(expression->getOperand(0)->getType());
    if (opcode == I::Sub && isNumberConstant(expression->getOperand(1)))
      return objectOf(expression->getOperand(0), layout) == nullptr ||
             objectOf(expression->getOperand(0), layout) !=
                 objectOf(expression->getOperand(1), layout);
    if (opcode != I::IntToPtr && opcode != I::GetElementPtr && opcode != I::Add &&
        opcode != I::Sub && opcode != I::Xor)
      for (const llvm::Value *operand : expression->operands())
        if (isNumberConstant(operand))
          return true;
  }
  for (const llvm::Value *operand : constant->operands())
    if (looksAtBits(operand, layout))
      return true;
  return false;
}

bool holdsNumber(const llvm::Constant &constant) {
  if (isNumberConstant(&constant))
    return true;
  if (llvm::isa<llvm::ConstantAggregate>(constant))
    for (const llvm::Value *operand : constant.operands())
      if (holdsNumber(*llvm::cast<llvm::Constant>(operand)))
        return true;
  return false;
}

bool isCastPointer(const llvm::Value *value) {
  return llvm::Operator::getOpcode(value) == I::PtrToInt;
}

/// Intrinsics that return their argument.
bool givesBack(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (call == nullptr)
    return false;
  switch (call->getIntrinsicID()) {
  case llvm::Intrinsic::expect:
  case llvm::Intrinsic::expect_with_probability:
  case llvm::Intrinsic::annotation:
    return true;
  default:
    return false;
  }
}

/// The variable, if it is read or written only under its own name.
const llvm::AllocaInst *asLocal(const llvm::Value *pointer) {
  const auto *local = llvm::dyn_cast<llvm::AllocaInst>(pointer);
  return local != nullptr && local->getAllocatedType()->isIntegerTy() ? local : nullptr;
}

bool hasAddress(const llvm::Constant &constant) {
  if (llvm::isa<llvm::GlobalValue, llvm::ConstantExpr, llvm::BlockAddress>(constant))
    return true;
  return llvm::isa<llvm::ConstantAggregate>(constant) &&
         llvm::any_of(constant.operands(), [](const llvm::Use &part) {
           return hasAddress(*llvm::cast<llvm::Constant>(part));
         });
}

/// The variable that is accessed, as a whole or in part; null if it is unknown, or has an address
/// initially.
const llvm::Value *variableAt(const llvm::Value *pointer) {
  while (const auto *part = llvm::dyn_cast<llvm::GEPOperator>(pointer))
    pointer = part->getPointerOperand();
  const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(pointer);
  return llvm::isa<llvm::AllocaInst>(pointer) || (global != nullptr && global->hasInitializer() &&
                                                  !hasAddress(*global->getInitializer()))
             ? pointer
             : nullptr;
}

/// Whether only numbers of at most this many bits are written to it, each under its name.
bool holdsOnlyNumbers(const llvm::Value &place, unsigned mostBits, unsigned &left) {
  for (const llvm::User *user : place.users()) {
    if (left-- == 0)
      return false;
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      const llvm::Type *type = store->getValueOperand()->getType();
      if (!type->isIntegerTy() || type->getIntegerBitWidth() > mostBits)
        return false;
    } else if (llvm::isa<llvm::GEPOperator>(user)) {
      if (!holdsOnlyNumbers(*user, mostBits, left))
        return false;
    } else if (!llvm::isa<llvm::LoadInst, llvm::LifetimeIntrinsic, llvm::DbgInfoIntrinsic,
                          llvm::MemSetInst>(user)) {
      return false;
    }
  }
  return true;
}

bool isVariableOfNumbers(const llvm::Value *pointer, unsigned mostBits) {
  unsigned left = 256; // a check at run time costs less
  const llvm::Value *variable = variableAt(pointer);
  return variable != nullptr && holdsOnlyNumbers(*variable, mostBits, left);
}

bool isComparedWithZero(const llvm::User &user) {
  const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&user);
  if (compare == nullptr || !compare->isEquality())
    return false;
  const std::optional<llvm::APInt> other = constantBeside(*compare);
  return other && other->isZero();
}

/// A pointer among the words of a wider number, as in a struct that is read as one.
bool isWordOfMore(const llvm::User &user) {
  const auto *part = llvm::dyn_cast<llvm::Instruction>(&user);
  if (part == nullptr || !part->getType()->isIntegerTy())
    return false;
  const unsigned word = part->getDataLayout().getPointerSizeInBits();
  const unsigned width = part->getType()->getIntegerBitWidth();
  if (part->getOpcode() == I::Trunc)
    return width >= word;
  const std::optional<llvm::APInt> distance =
      part->getOpcode() == I::LShr ? constantOf(part->getOperand(1)) : std::nullopt;
  return distance && width > word && distance->urem(word) == 0;
}

/// Whether the value read is used other than by storing it elsewhere, as in a copy, or converting
/// it back to a pointer.
bool isUsedAsNumber(const llvm::Value &value, llvm::DenseSet<const llvm::Value *> &seen) {
  if (!seen.insert(&value).second)
    return false;
  for (const llvm::Use &use : value.uses()) {
    const llvm::User *user = use.getUser();
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      const llvm::AllocaInst *local = asLocal(store->getPointerOperand());
      if (local == nullptr)
        continue;
      for (const llvm::User *reader : local->users())
        if (llvm::isa<llvm::LoadInst>(reader) ? isUsedAsNumber(*reader, seen)
                                              : !isWriteOrMark(*reader, *local))
          return true;
    } else if (const auto *call = llvm::dyn_cast<llvm::CallBase>(user)) {
      const llvm::Function *callee = call->getCalledFunction();
      if (isPrinting(*call))
        continue;
      if (callee == nullptr || callee->isDeclaration() || !call->isArgOperand(&use) ||
          call->getArgOperandNo(&use) >= callee->arg_size() ||
          isUsedAsNumber(*callee->getArg(call->getArgOperandNo(&use)), seen))
        return true;
    } else if (const auto *leave = llvm::dyn_cast<llvm::ReturnInst>(user)) {
      for (const llvm::User *caller : leave->getFunction()->users())
        if (const auto *from = llvm::dyn_cast<llvm::CallBase>(caller);
            from == nullptr || from->getCalledOperand() != leave->getFunction() ||
            isUsedAsNumber(*from, seen))
          return true;
    } else if (llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::FreezeInst>(user) ||
               isWordOfMore(*user)) {
      if (isUsedAsNumber(*user, seen))
        return true;
    } else if (const auto *swap = llvm::dyn_cast<llvm::AtomicRMWInst>(user)) {
      if (swap->getOperation() != llvm::AtomicRMWInst::Xchg)
        return true;
    } else if (!llvm::isa<llvm::IntToPtrInst, llvm::AtomicCmpXchgInst>(user) &&
               !isComparedWithZero(*user)) {
      return true;
    }
  }
  return false;
}

/// Whether the value is only compared with zero.
bool isOnlyComparedWithZero(const llvm::Value &value) {
  for (const llvm::User *user : value.users()) {
    const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
    const llvm::AllocaInst *local =
        store != nullptr ? asLocal(store->getPointerOperand()) : nullptr;
    if (local == nullptr ? !isComparedWithZero(*user)
                         : !std::ranges::all_of(local->users(), [&](const llvm::User *reader) {
                             return isWriteOrMark(*reader, *local) ||
                                    (llvm::isa<llvm::LoadInst>(reader) &&
                                     std::ranges::all_of(reader->users(), [](const auto *last) {
                                       return isComparedWithZero(*last);
                                     }));
                           }))
      return false;
  }
  return true;
}

/// Whether all uses of the value convert it back to a pointer, or compare it with zero.
bool endsAsPointer(const llvm::Value &value, llvm::DenseSet<const llvm::Value *> &seen) {
  if (!seen.insert(&value).second)
    return true;
  for (const llvm::User *user : value.users()) {
    if (llvm::isa<llvm::IntToPtrInst>(user))
      continue;
    if (const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(user)) {
      const std::optional<llvm::APInt> other = constantBeside(*compare);
      // Whether two addresses are the same: those of objects that have ended may be.
      if (compare->isEquality() && other && other->isZero() &&
          llvm::Operator::getOpcode(&value) != I::Xor)
        continue;
      return false;
    }
    const unsigned opcode = llvm::Operator::getOpcode(user);
    if (opcode != I::Xor && opcode != I::PHI && opcode != I::Select && opcode != I::Freeze)
      return false;
    if (!endsAsPointer(*user, seen))
      return false;
  }
  return true;
}

/// A mask of the lowest bits.
std::uint64_t lowestBits(unsigned width) {
  return width >= 64 ? UINT64_MAX : (std::uint64_t{1} << width) - 1;
}

unsigned bitsOf(const llvm::Type &type) {
  return static_cast<unsigned>(type.getPrimitiveSizeInBits().getFixedValue());
}

bool isPointerMask(const llvm::Instruction &instruction) {
  const auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  return call != nullptr && call->getIntrinsicID() == llvm::Intrinsic::ptrmask;
}

/// A computation whose result ends in variables that nothing reads, as that of the registers which
/// inline assembly leaves changed: it tells nothing.
bool isWithoutUse(const llvm::Instruction &instruction) {
  return llvm::isa<llvm::CastInst, llvm::BinaryOperator>(instruction) &&
         !instruction.isIntDivRem() &&
         std::ranges::all_of(instruction.users(), [](const llvm::User *user) {
           const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
           const auto *local = store != nullptr && store->isSimple()
                                   ? llvm::dyn_cast<llvm::AllocaInst>(store->getPointerOperand())
                                   : nullptr;
           return local != nullptr && isNeverRead(*local);
         });
}

} // namespace

bool isNamedMember(const llvm::LoadInst &load) {
  const auto *part = llvm::dyn_cast<llvm::GEPOperator>(load.getPointerOperand());
  return part != nullptr && part->getSourceElementType()->isStructTy() &&
         part->getResultElementType() == load.getType();
}

bool isPrinting(const llvm::CallBase &call) {
  const llvm::Function *callee = call.getCalledFunction();
  return callee != nullptr && callee->isDeclaration() &&
         (callee->getName() == "printf" || callee->getName() == "fprintf");
}

AddressUses::AddressUses(const llvm::Function &function, Travel travel)
    : function_(function), layout_(function.getParent()->getDataLayout()),
      travel_(travel == Travel::Yes) {
  follow();
}

/// Whether what is read or written there as this type may be a part of an address. False for a
/// variable that only holds numbers.
bool AddressUses::mayHavePart(const llvm::Value &place, const llvm::Type &type) const {
  if (!type.isIntegerTy() && !type.isFloatingPointTy())
    return false;
  const unsigned bits = bitsOf(type);
  return bits >= 8 && !isVariableOfNumbers(&place, type.isIntegerTy() && bits >= pointerBits()
                                                       ? UINT_MAX
                                                       : pointerBits() - 1);
}

/// Where converted addresses are passed around, all loaded integers are checked anyway.
bool AddressUses::mayReadWhole(const llvm::LoadInst &load) const {
  const llvm::Type *type = load.getType();
  llvm::DenseSet<const llvm::Value *> seen;
  return !travel_ && type->isIntegerTy() && type->getIntegerBitWidth() >= pointerBits() &&
         !isVariableOfNumbers(load.getPointerOperand(), UINT_MAX) && isUsedAsNumber(load, seen);
}

unsigned AddressUses::pointerBits() const {
  return layout_.getPointerSizeInBits();
}

bool AddressUses::isNumber(const llvm::Value *value) const {
  return numbers_.contains(value) || isNumberConstant(value);
}

bool AddressUses::isRoot(const llvm::Instruction &instruction) const {
  const llvm::Type *type = instruction.getType();
  if (!type->isIntegerTy() || type->getIntegerBitWidth() < pointerBits())
    return false;
  if (llvm::isa<llvm::PtrToIntInst>(instruction))
    return true;
  return travel_ &&
         (llvm::isa<llvm::LoadInst, llvm::AtomicRMWInst, llvm::ExtractValueInst>(instruction) ||
          (llvm::isa<llvm::CallBase>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction)));
}

/// The difference of two pointers, as in C, is not an address.
bool AddressUses::isDistance(const llvm::Instruction &instruction) const {
  return instruction.getOpcode() == I::Sub && isCastPointer(instruction.getOperand(0)) &&
         isCastPointer(instruction.getOperand(1));
}

/// By exclusive or with more than a tag: no longer recognisable as an address.
bool AddressUses::isScrambled(const llvm::Instruction &instruction) const {
  if (instruction.getOpcode() != I::Xor)
    return false;
  const std::optional<llvm::APInt> other = constantBeside(instruction);
  return !other || other->uge(kPage);
}

bool AddressUses::passesOn(const llvm::Instruction &user, const llvm::Value &number) const {
  switch (user.getOpcode()) {
  case I::Sub:
    return user.getOperand(0) == &number && !isDistance(user);
  case I::Xor:
    return !isScrambled(user);
  case I::And: {
    const std::optional<llvm::APInt> mask = constantBeside(user);
    return mask && (~*mask).ult(kPage);
  }
  case I::Trunc:
    return user.getType()->isIntegerTy() && user.getType()->getIntegerBitWidth() >= pointerBits();
  case I::Add:
  case I::Or:
  case I::PHI:
  case I::Freeze:
  case I::Select:
  case I::ZExt:
  case I::SExt:
    return true;
  default:
    return givesBack(user);
  }
}

void AddressUses::follow() {
  llvm::SmallVector<const llvm::Value *, 16> work;
  const auto add = [&](const llvm::Value &value) {
    if (numbers_.insert(&value).second)
      work.push_back(&value);
  };
  for (const llvm::Argument &argument : function_.args())
    if (travel_ && argument.getType()->isIntegerTy() &&
        argument.getType()->getIntegerBitWidth() >= pointerBits())
      add(argument);
  for (const llvm::Instruction &instruction : llvm::instructions(function_)) {
    if (isRoot(instruction))
      add(instruction);
    for (const llvm::Value *operand : instruction.operands())
      if (isNumberConstant(operand) && passesOn(instruction, *operand))
        add(instruction);
  }
  while (!work.empty()) {
    const llvm::Value *number = work.pop_back_val();
    for (const llvm::User *user : number->users())
      if (const auto *instruction = llvm::dyn_cast<llvm::Instruction>(user);
          instruction != nullptr && passesOn(*instruction, *number))
        add(*instruction);
  }
}

llvm::SmallVector<AddressCheck, 2>
AddressUses::checksBefore(const llvm::Instruction &instruction) const {
  llvm::SmallVector<AddressCheck, 2> checks;
  if (isWithoutUse(instruction))
    return checks;
  checkConstants(instruction, checks);
  checkMemory(instruction, checks);
  checkPointers(instruction, checks);
  checkNumbers(instruction, checks);
  return checks;
}

/// Operands that are constants computed from the bits of an address.
void AddressUses::checkConstants(const llvm::Instruction &instruction, Checks &checks) const {
  using Kind = AddressCheck::Kind;
  for (const llvm::Value *operand : instruction.operands())
    if (looksAtBits(operand, layout_))
      checks.push_back({Kind::Constant});
  if (instruction.isTerminator())
    for (unsigned i = 0; i < instruction.getNumSuccessors(); ++i)
      for (const llvm::PHINode &phi : instruction.getSuccessor(i)->phis())
        if (looksAtBits(phi.getIncomingValueForBlock(instruction.getParent()), layout_))
          checks.push_back({Kind::Constant});
}

/// Memory that may hold an address, read or written as a number.
void AddressUses::checkMemory(const llvm::Instruction &instruction, Checks &checks) const {
  using Kind = AddressCheck::Kind;
  const auto checkPart = [&](Kind kind, const llvm::Value &place, const llvm::Type &type) {
    if (bitsOf(type) < pointerBits() && mayHavePart(place, type))
      checks.push_back({kind, &place, nullptr, bitsOf(type)});
  };
  if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    checkPart(Kind::Cut, *store->getPointerOperand(), *store->getValueOperand()->getType());
  if (const auto *change = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction))
    checkPart(Kind::Changed, *change->getPointerOperand(), *change->getType());
  if (const auto *swap = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    checkPart(Kind::Changed, *swap->getPointerOperand(), *swap->getNewValOperand()->getType());
  if (const auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      call != nullptr && call->getCalledFunction() != nullptr &&
      call->getCalledFunction()->isDeclaration() &&
      (call->getCalledFunction()->getName() == "memcmp" ||
       call->getCalledFunction()->getName() == "bcmp") &&
      call->arg_size() == 3) {
    const std::optional<llvm::APInt> bytes = constantOf(call->getArgOperand(2));
    checks.push_back({isOnlyComparedWithZero(*call) ? Kind::Same : Kind::Order,
                      call->getArgOperand(0), call->getArgOperand(1),
                      bytes ? bytes->getLimitedValue() : UINT64_MAX});
  }
}

/// Casts and masks of pointers themselves.
void AddressUses::checkPointers(const llvm::Instruction &instruction, Checks &checks) const {
  using Kind = AddressCheck::Kind;
  if (llvm::isa<llvm::PtrToIntInst>(instruction) && instruction.getType()->isIntegerTy() &&
      instruction.getType()->getIntegerBitWidth() < pointerBits())
    checks.push_back({Kind::Bits, instruction.getOperand(0), nullptr,
                      lowestBits(instruction.getType()->getIntegerBitWidth())});
  if (isPointerMask(instruction)) {
    const std::optional<llvm::APInt> mask = constantOf(instruction.getOperand(1));
    checks.push_back({Kind::Bits, instruction.getOperand(0), nullptr,
                      mask ? (~*mask).getZExtValue() : UINT64_MAX});
  }
}

/// Operations on integers that may be addresses.
void AddressUses::checkNumbers(const llvm::Instruction &instruction, Checks &checks) const {
  using Kind = AddressCheck::Kind;
  if (isPointerMask(instruction)) // checkPointers()
    return;
  llvm::SmallVector<const llvm::Value *, 2> numbers;
  for (const llvm::Value *operand : instruction.operands())
    if (isNumber(operand))
      numbers.push_back(operand);
  if (numbers.empty())
    return;
  const auto lookAt = [&](std::uint64_t bits) {
    for (const llvm::Value *number : numbers)
      checks.push_back({Kind::Bits, number, nullptr, bits});
  };
  const auto both = [&](Kind kind) {
    checks.push_back({kind, instruction.getOperand(0), instruction.getOperand(1)});
  };
  const std::optional<llvm::APInt> constant = constantBeside(instruction);
  switch (instruction.getOpcode()) {
  case I::Add:
    if (numbers.size() == 2)
      both(Kind::Mixed);
    break;
  case I::Sub:
    if (numbers.size() == 2)
      both(Kind::Distance);
    else if (isNumber(instruction.getOperand(1)))
      lookAt(UINT64_MAX);
    break;
  case I::Or:
    if (constant)
      lookAt(constant->getActiveBits() > 64 ? UINT64_MAX : constant->getZExtValue());
    else if (numbers.size() == 2)
      both(Kind::Mixed);
    else
      checks.push_back({Kind::Tagged, numbers[0],
                        instruction.getOperand(numbers[0] == instruction.getOperand(0) ? 1 : 0)});
    break;
  case I::Xor:
    if (llvm::DenseSet<const llvm::Value *> seen;
        isScrambled(instruction) && !endsAsPointer(instruction, seen))
      lookAt(UINT64_MAX);
    break;
  case I::And:
    if (constant && constant->ult(kPage))
      lookAt(constant->getZExtValue());
    else if (constant && (~*constant).ult(kPage))
      lookAt((~*constant).getZExtValue());
    else
      lookAt(UINT64_MAX);
    break;
  case I::URem:
    lookAt(constant && constant->isPowerOf2() && constant->ule(kPage) ? constant->getZExtValue() - 1
                                                                      : UINT64_MAX);
    break;
  case I::Trunc:
    if (!passesOn(instruction, *numbers[0]))
      lookAt(lowestBits(instruction.getType()->getScalarSizeInBits()));
    break;
  case I::ICmp: {
    const auto &compare = llvm::cast<llvm::ICmpInst>(instruction);
    if (!comparesAddresses(compare) && !(constant && isNearZero(*constant) && !compare.isSigned()))
      lookAt(UINT64_MAX);
    break;
  }
  case I::GetElementPtr:
    // Relative to null it is a cast back.
    if (!llvm::isa<llvm::ConstantPointerNull>(instruction.getOperand(0)))
      lookAt(UINT64_MAX);
    break;
  case I::PHI:
  case I::Select:
  case I::Freeze:
  case I::ZExt:
  case I::SExt:
  case I::IntToPtr:
  // Further uses are checked where they happen.
  case I::Store:
  case I::Ret:
  case I::AtomicCmpXchg:
  case I::AtomicRMW:
    break;
  case I::Call:
  case I::Invoke:
    if (llvm::isa<llvm::IntrinsicInst>(instruction) && !givesBack(instruction))
      lookAt(UINT64_MAX);
    break;
  default:
    lookAt(UINT64_MAX);
  }
}

llvm::SmallVector<AddressCheck, 2>
AddressUses::checksAfter(const llvm::Instruction &instruction) const {
  using Kind = AddressCheck::Kind;
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  Checks checks;
  if (load != nullptr && !load->use_empty() &&
      mayHavePart(*load->getPointerOperand(), *load->getType()))
    checks.push_back({load->getType()->isIntegerTy() ? Kind::Part : Kind::Real,
                      load->getPointerOperand(), load, bitsOf(*load->getType())});
  if (load != nullptr && mayReadWhole(*load))
    checks.push_back({Kind::Whole, load});
  return checks;
}

bool AddressUses::comparesAddresses(const llvm::CmpInst &compare) const {
  const llvm::Type *type = compare.getOperand(0)->getType();
  return type->isIntegerTy() && type->getIntegerBitWidth() == pointerBits() &&
         !constantOf(compare.getOperand(0)) && !constantOf(compare.getOperand(1)) &&
         (isNumber(compare.getOperand(0)) || isNumber(compare.getOperand(1)));
}

bool AddressUses::letsNumbersOut() const {
  for (const llvm::Instruction &instruction : llvm::instructions(function_)) {
    if (!llvm::isa<llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst, llvm::ReturnInst,
                   llvm::InsertValueInst>(instruction)) {
      const auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      // Library functions do not reveal their arguments.
      if (call == nullptr ||
          (call->getCalledFunction() != nullptr && call->getCalledFunction()->isDeclaration()))
        continue;
    }
    for (const llvm::Value *operand : instruction.operands())
      if (isNumber(operand))
        return true;
  }
  return false;
}

bool addressesTravelAsNumbers(const llvm::Module &module) {
  for (const llvm::GlobalVariable &global : module.globals())
    if (global.hasInitializer() && holdsNumber(*global.getInitializer()))
      return true;
  for (const llvm::Function &function : module)
    if (AddressUses(function, AddressUses::Travel::No).letsNumbersOut())
      return true;
  return false;
}

} // namespace raceward
