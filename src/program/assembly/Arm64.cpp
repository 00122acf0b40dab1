#include "assembly/Arm64.h"

#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>

#include <array>

namespace raceward::assembly {

namespace {

/// `x3`, `w3`: the name that both have; `xzr` is empty with `isZero`.
std::string registerNamed(llvm::StringRef name, unsigned &bits, bool &isZero) {
  if (name.size() < 2 || (name[0] != 'x' && name[0] != 'w'))
    return {};
  bits = name[0] == 'x' ? 64 : 32;
  isZero = name.drop_front() == "zr";
  unsigned number = 0;
  if (isZero || name.drop_front().getAsInteger(10, number) || number > 30)
    return {};
  return "x" + std::to_string(number);
}

bool startsExclusive(const Statement &statement) {
  const llvm::StringRef name = statement.mnemonic;
  return statement.operands.size() == 2 && (name.starts_with("ldxr") || name.starts_with("ldaxr"));
}

bool endsExclusive(const Statement &statement) {
  const llvm::StringRef name = statement.mnemonic;
  return statement.operands.size() == 3 && (name.starts_with("stxr") || name.starts_with("stlxr"));
}

/// `ldaxrb`: what an exclusive access is. False for pairs and other names.
bool readExclusive(const Statement &statement, unsigned &bits, bool &isOrdered) {
  llvm::StringRef name = statement.mnemonic;
  name = name.drop_front(2);
  isOrdered = name.consume_front("a") || name.consume_front("l");
  if (!name.consume_front("xr"))
    return false;
  bits = name == "b" ? 8 : name == "h" ? 16 : 0;
  return name.empty() || bits != 0;
}

bool isBranchTo(const Statement &statement, llvm::StringRef mnemonic, llvm::StringRef label) {
  if (statement.mnemonic != mnemonic || statement.operands.empty())
    return false;
  const auto *word = std::get_if<Word>(&statement.operands.back());
  return word != nullptr && word->text == label;
}

bool isSameOperand(const TextOperand &a, const TextOperand &b) {
  const auto *first = std::get_if<Reference>(&a);
  const auto *second = std::get_if<Reference>(&b);
  // Also the same part of it: `%w0` is not `%0`.
  if (first != nullptr && second != nullptr)
    return first->number == second->number && first->modifier == second->modifier;
  const auto *word = std::get_if<Word>(&a);
  const auto *other = std::get_if<Word>(&b);
  return word != nullptr && other != nullptr && word->text == other->text;
}

bool isSameMemory(const TextOperand &a, const TextOperand &b) {
  const auto *first = std::get_if<MemoryText>(&a);
  const auto *second = std::get_if<MemoryText>(&b);
  if (first == nullptr || second == nullptr)
    return isSameOperand(a, b);
  const auto *base = std::get_if<Reference>(&first->base);
  const auto *other = std::get_if<Reference>(&second->base);
  if (first->displacement != 0 || second->displacement != 0)
    return false;
  if (base != nullptr && other != nullptr)
    return base->number == other->number;
  const auto *name = std::get_if<RegisterName>(&first->base);
  const auto *otherName = std::get_if<RegisterName>(&second->base);
  return name != nullptr && otherName != nullptr && name->name == otherName->name;
}

llvm::AtomicOrdering orderOfLoop(bool acquires, bool releases) {
  if (acquires && releases)
    return llvm::AtomicOrdering::SequentiallyConsistent;
  if (acquires)
    return llvm::AtomicOrdering::Acquire;
  return releases ? llvm::AtomicOrdering::Release : llvm::AtomicOrdering::Monotonic;
}

} // namespace

std::string Arm64Translation::registerOf(llvm::StringRef constraint) {
  unsigned bits = 0;
  bool isZero = false;
  return registerNamed(constraint, bits, isZero);
}

Arm64Translation::Place Arm64Translation::registerIn(const TextOperand &operandText) {
  Place place;
  place.bits = 64;
  std::string name;
  if (const auto *word = std::get_if<Word>(&operandText))
    name = word->text;
  else if (const auto *given = std::get_if<RegisterName>(&operandText))
    name = given->name;
  if (!name.empty()) {
    const std::string canonical = registerNamed(name, place.bits, place.isZero);
    if (canonical.empty() && !place.isZero)
      fail("the register '" + name + "' is not known");
    else if (!place.isZero)
      place.location = locationOf(canonical);
    return place;
  }
  const auto *reference = std::get_if<Reference>(&operandText);
  const Operand *found = reference != nullptr ? operand(reference->number) : nullptr;
  if (found == nullptr || found->kind != Operand::Kind::Value || found->mayBeMemory) {
    fail("an operand is not a register");
    place.isZero = true;
    return place;
  }
  if (reference->modifier == 'w')
    place.bits = 32;
  else if (reference->modifier != 0 && reference->modifier != 'x')
    fail("the modifier of an operand is not known");
  // A zero may be printed as the register that is always zero.
  if (found->mayBeNumber && found->given != nullptr && llvm::isa<llvm::ConstantInt>(found->given)) {
    if (!llvm::cast<llvm::ConstantInt>(found->given)->isZero())
      fail("an operand is a number or a register");
    place.isZero = true;
    return place;
  }
  place.location = locationOfOperand(reference->number);
  checkRead(reference->number);
  return place;
}

llvm::Value *Arm64Translation::read(const Place &place, unsigned bits, bool mayBePointer) {
  return place.isZero ? integer(bits, 0) : readLocation(place.location, bits, mayBePointer);
}

llvm::Value *Arm64Translation::read(const TextOperand &operandText, unsigned bits) {
  if (const auto *number = std::get_if<Number>(&operandText))
    return integer(bits, static_cast<std::uint64_t>(number->value));
  if (const auto *reference = std::get_if<Reference>(&operandText)) {
    const Operand *found = operand(reference->number);
    const auto *constant = found != nullptr && found->given != nullptr && found->mayBeNumber
                               ? llvm::dyn_cast<llvm::ConstantInt>(found->given)
                               : nullptr;
    if (constant != nullptr)
      return builder().CreateSExtOrTrunc(found->given, type(bits));
    if (found != nullptr && found->kind == Operand::Kind::Number) {
      fail("a number in the text is an address");
      return madeUp(bits);
    }
  }
  const Place place = registerIn(operandText);
  if (place.bits != bits)
    fail("the size of an operand does not fit the instruction");
  return hasFailed() ? madeUp(bits) : read(place, bits);
}

void Arm64Translation::write(const Place &place, llvm::Value *value) {
  if (!hasFailed() && !place.isZero)
    writeLocation(place.location, place.bits, value);
}

llvm::Value *Arm64Translation::addressIn(const TextOperand &operandText,
                                         std::optional<unsigned> &number) {
  llvm::Value *none = asPointer(madeUp(64));
  if (const auto *reference = std::get_if<Reference>(&operandText)) {
    const Operand *found = operand(reference->number);
    if (found != nullptr && found->kind == Operand::Kind::Memory && reference->modifier == 0) {
      number = reference->number;
      return addressOf(reference->number);
    }
    fail("an address is not understood");
    return none;
  }
  const auto *memory = std::get_if<MemoryText>(&operandText);
  if (memory == nullptr) {
    fail("an address is not understood");
    return none;
  }
  Place base;
  if (const auto *reference = std::get_if<Reference>(&memory->base))
    base = registerIn(*reference);
  else if (const auto *name = std::get_if<RegisterName>(&memory->base))
    base = registerIn(*name);
  else
    fail("an address is not understood");
  if (base.bits != 64 || base.isZero)
    fail("an address is not understood");
  if (hasFailed())
    return none;
  llvm::Value *address = asPointer(read(base, 64, /*mayBePointer=*/true));
  if (memory->displacement == 0)
    return address;
  return builder().CreateGEP(builder().getInt8Ty(), address,
                             integer(64, static_cast<std::uint64_t>(memory->displacement)));
}

/// That an address has not changed since it was read.
void Arm64Translation::checkAddress(const TextOperand &operandText) {
  const auto *memory = std::get_if<MemoryText>(&operandText);
  const auto *reference = memory != nullptr ? std::get_if<Reference>(&memory->base)
                                            : std::get_if<Reference>(&operandText);
  if (reference != nullptr && operand(reference->number) != nullptr)
    checkRead(reference->number);
}

llvm::Value *Arm64Translation::conditionHolds(llvm::StringRef condition) {
  const auto flag = [&](const Flag &flag) -> llvm::Value * {
    if (flag)
      return flag();
    fail("a flag is used that the text does not set");
    return builder().getFalse();
  };
  const auto isLess = [&] {
    llvm::Value *negative = flag(flags_.negative);
    return builder().CreateXor(negative, flag(flags_.overflow));
  };
  if (condition == "eq")
    return flag(flags_.zero);
  if (condition == "hs" || condition == "cs")
    return flag(flags_.carry);
  if (condition == "mi")
    return flag(flags_.negative);
  if (condition == "vs")
    return flag(flags_.overflow);
  if (condition == "hi") {
    llvm::Value *isAbove = flag(flags_.carry);
    return builder().CreateAnd(isAbove, builder().CreateNot(flag(flags_.zero)));
  }
  if (condition == "lt")
    return isLess();
  if (condition == "le")
    return builder().CreateOr(isLess(), flag(flags_.zero));
  const llvm::StringRef opposite = llvm::StringSwitch<llvm::StringRef>(condition)
                                       .Case("ne", "eq")
                                       .Cases("lo", "cc", "hs")
                                       .Case("pl", "mi")
                                       .Case("vc", "vs")
                                       .Case("ls", "hi")
                                       .Case("ge", "lt")
                                       .Case("gt", "le")
                                       .Default("");
  if (!opposite.empty())
    return builder().CreateNot(conditionHolds(opposite));
  fail("a condition is not known");
  return builder().getFalse();
}

void Arm64Translation::executeOne(const Statement &statement) {
  if (!statement.label.empty())
    return fail("assembly with labels is not followed");
  const FoundArm64Form found = findArm64Form(statement);
  if (statement.mnemonic == "svc")
    return fail("it makes a system call");
  if (found.form == nullptr || found.form->translate == nullptr)
    return fail("the instruction '" + statement.mnemonic + "' is not modelled");
  found.form->translate(*this, found.instruction);
}

// -- loops of exclusive accesses ----------------------------------------------------------------

/// 1: ldxr old, [p]; …; stxr failed, new, [p]; cbnz failed, 1b
///
/// The loop ends with a round whose load and store nothing came between: one atomic step. Rounds
/// before it leave nothing behind, as long as no register goes from one to the next.
std::size_t Arm64Translation::executeLoop(std::span<const Statement> statements) {
  if (statements.size() < 4 || statements[0].label.empty() || !startsExclusive(statements[1]))
    return 0;
  const std::string &label = statements[0].label;
  std::size_t end = 2;
  while (end + 1 < statements.size() && !endsExclusive(statements[end]))
    ++end;
  if (end + 1 >= statements.size() || !isBranchTo(statements[end + 1], "cbnz", label + "b") ||
      statements[end + 1].operands.size() != 2 ||
      !isSameOperand(statements[end + 1].operands[0], statements[end].operands[0]) ||
      !isSameMemory(statements[1].operands[1], statements[end].operands[2]))
    return 0;
  const std::span<const Statement> inner = statements.subspan(2, end - 2);
  const bool leaves =
      inner.size() >= 2 &&
      (inner[1].mnemonic == "b.ne" || inner[1].mnemonic == "bne" || inner[1].mnemonic == "cbnz");
  if (!leaves) {
    executeUpdate(inner, statements[1], statements[end]);
    return end + 2;
  }
  // The branch leads right behind the loop.
  const auto *target =
      inner[1].operands.empty() ? nullptr : std::get_if<Word>(&inner[1].operands.back());
  if (end + 2 >= statements.size() || target == nullptr || statements[end + 2].label.empty() ||
      target->text != statements[end + 2].label + "f")
    return 0;
  executeCompare(inner, statements[1], statements[end]);
  return end + 3;
}

/// Reads both accesses and begins the round; nothing if they do not fit each other.
std::optional<Arm64Translation::Exclusive> Arm64Translation::beginExclusive(const Statement &first,
                                                                            const Statement &last) {
  Exclusive pair;
  unsigned storedBits = 0;
  bool acquires = false;
  bool releases = false;
  if (!readExclusive(first, pair.bits, acquires) || !readExclusive(last, storedBits, releases) ||
      pair.bits != storedBits)
    return std::nullopt;
  pair.ordering = orderOfLoop(acquires, releases);
  beginRound();
  flags_ = {}; // of another round
  std::optional<unsigned> number;
  pair.address = addressIn(first.operands[1], number);
  pair.to = registerIn(first.operands[0]);
  if (pair.bits == 0)
    pair.bits = pair.to.bits;
  requireMemoryRead(number, pair.bits);
  requireMemoryWritten(number, pair.bits);
  if (hasFailed() || pair.to.isZero)
    return std::nullopt;
  return pair;
}

void Arm64Translation::executeUpdate(std::span<const Statement> inner, const Statement &first,
                                     const Statement &last) {
  const std::optional<Exclusive> pair = beginExclusive(first, last);
  if (!pair)
    return fail("a loop of exclusive accesses is not understood");
  const auto &[bits, ordering, address, to] = *pair;
  // Until the new value is known, a load stands for the old one.
  llvm::BasicBlock *before = builder().GetInsertBlock();
  llvm::LoadInst *old = builder().CreateAlignedLoad(type(bits), address, llvm::Align(bits / 8));
  write(to, builder().CreateZExt(old, type(to.bits)));
  for (const Statement &statement : inner) {
    nextInstruction();
    const FoundArm64Form found = findArm64Form(statement);
    // A barrier between the two accesses has no place in one step.
    if (found.form == nullptr || (found.form->traits & Arm64Form::Memory) != 0 ||
        found.form->translate == arm64::barrier)
      return fail("a loop of exclusive accesses is not understood");
    executeOne(statement);
  }
  nextInstruction();
  const Place from = registerIn(last.operands[1]);
  llvm::Value *value = hasFailed() ? madeUp(bits) : read(from, bits);
  checkAddress(last.operands[2]);
  const Place status = registerIn(last.operands[0]);
  write(status, integer(status.bits, 0));
  endRound();
  if (hasFailed() || status.isZero || from.bits != to.bits || builder().GetInsertBlock() != before)
    return fail("a loop of exclusive accesses is not understood");
  replaceByUpdate(*old, value, ordering);
}

/// 1: ldxr old, [p]; cmp old, expected; b.ne 2f; stxr failed, new, [p]; cbnz failed, 1b; 2:
void Arm64Translation::executeCompare(std::span<const Statement> inner, const Statement &first,
                                      const Statement &last) {
  const bool isCompare = inner.size() == 2 && inner[0].mnemonic == "cmp" &&
                         inner[0].operands.size() == 2 && inner[1].mnemonic != "cbnz";
  const bool isXor = inner.size() == 2 && inner[0].mnemonic == "eor" &&
                     inner[0].operands.size() == 3 && inner[1].mnemonic == "cbnz" &&
                     inner[1].operands.size() == 2 &&
                     isSameOperand(inner[0].operands[0], inner[1].operands[0]);
  const bool comparesLoaded = (isCompare || isXor) && !first.operands.empty() &&
                              isSameOperand(inner[0].operands[isXor ? 1 : 0], first.operands[0]);
  const std::optional<Exclusive> pair = comparesLoaded ? beginExclusive(first, last) : std::nullopt;
  if (!pair)
    return fail("a loop of exclusive accesses is not understood");
  const auto &[bits, ordering, address, to] = *pair;
  // Inputs are read after the first output is written; what that held before is lost.
  if (!mayWrite(to.location))
    return;
  at(to.location).value = nullptr;
  nextInstruction();
  const TextOperand &other = inner[0].operands[isXor ? 2 : 1];
  llvm::Value *wide = read(other, to.bits);
  nextInstruction();
  const Place from = registerIn(last.operands[1]);
  llvm::Value *value = hasFailed() ? madeUp(bits) : read(from, bits);
  checkAddress(last.operands[2]);
  const Place status = registerIn(last.operands[0]);
  if (hasFailed() || status.isZero || from.bits != to.bits)
    return fail("a loop of exclusive accesses is not understood");
  // What is loaded has no bits above its size.
  if (bits != to.bits)
    return fail("a comparison of a part of a register is not modelled");
  llvm::AtomicCmpXchgInst *made = builder().CreateAtomicCmpXchg(
      address, wide, value, llvm::Align(bits / 8), llvm::AtomicOrdering::SequentiallyConsistent,
      llvm::AtomicOrdering::SequentiallyConsistent);
  setOrder(*made, ordering);
  llvm::Value *seen = builder().CreateExtractValue(made, 0);
  llvm::Value *done = builder().CreateExtractValue(made, 1);
  write(to, seen);
  if (isXor) {
    const Place difference = registerIn(inner[0].operands[0]);
    if (hasFailed() || difference.isZero || difference.bits != to.bits ||
        difference.location == from.location)
      return fail("a loop of exclusive accesses is not understood");
    write(difference, builder().CreateXor(seen, wide));
    if (difference.location == status.location)
      return endRound(); // zero in the same case
  } else {
    flags_.zero = [done] { return done; };
  }
  // Zero at the end; where the values differ, what a round before has left.
  if (at(status.location).value != nullptr)
    return fail("a loop of exclusive accesses is not understood");
  if (at(status.location).isOutput)
    write(status, builder().CreateSelect(done, integer(status.bits, 0), anyValue(status.bits)));
  else
    mayWrite(status.location);
  endRound();
}

void Arm64Translation::replaceByUpdate(llvm::LoadInst &old, llvm::Value *value,
                                       llvm::AtomicOrdering ordering) {
  using Update = llvm::AtomicRMWInst;
  llvm::BasicBlock *block = old.getParent();
  const auto isBefore = [&](const llvm::Value *operandValue) {
    const auto *made = llvm::dyn_cast<llvm::Instruction>(operandValue);
    return made == nullptr || made->getParent() != block || made->comesBefore(&old);
  };
  const auto *computed = llvm::dyn_cast<llvm::BinaryOperator>(value);
  std::optional<Update::BinOp> operation;
  llvm::Value *with = nullptr;
  if (value != &old && isBefore(value)) {
    operation = Update::Xchg;
    with = value;
  } else if (computed != nullptr) {
    const bool isFirst = computed->getOperand(0) == &old;
    with = computed->getOperand(isFirst ? 1 : 0);
    const bool usesOld = (isFirst || computed->getOperand(1) == &old) && with != &old;
    switch (computed->getOpcode()) {
    case llvm::Instruction::Add:
      operation = Update::Add;
      break;
    case llvm::Instruction::Sub:
      if (isFirst)
        operation = Update::Sub;
      break;
    case llvm::Instruction::And:
      operation = Update::And;
      break;
    case llvm::Instruction::Or:
      operation = Update::Or;
      break;
    case llvm::Instruction::Xor:
      operation = Update::Xor;
      break;
    default:
      break;
    }
    if (!usesOld || !isBefore(with))
      operation.reset();
  }
  if (!operation)
    return fail("what a loop of exclusive accesses computes is not modelled");
  llvm::IRBuilder<> at(&old);
  llvm::AtomicRMWInst *made =
      at.CreateAtomicRMW(*operation, old.getPointerOperand(), with, old.getAlign(),
                         llvm::AtomicOrdering::SequentiallyConsistent);
  setOrder(*made, ordering);
  old.replaceAllUsesWith(made);
  replaceInLocations(old, *made);
  flags_ = {}; // which may look at the load
  old.eraseFromParent();
}

void Arm64Translation::execute(const std::vector<Statement> &statements) {
  std::span<const Statement> left(statements);
  while (!left.empty() && !hasFailed()) {
    if (const std::size_t loop = executeLoop(left); loop != 0) {
      left = left.subspan(loop);
    } else if (!hasFailed()) {
      executeOne(left.front());
      left = left.subspan(1);
    }
    nextInstruction();
  }
}

} // namespace raceward::assembly
