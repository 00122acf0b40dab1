#include "assembly/X86.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Module.h>

#include <array>

namespace raceward::assembly {

namespace {

constexpr std::array<const char *, 8> kOldRegisters{"ax", "bx", "cx", "dx", "si", "di", "bp", "sp"};

/// Registers of the form r8, r8d, r8w, r8b.
X86Register numberedRegister(llvm::StringRef name, unsigned wordBits) {
  llvm::StringRef digits = name.drop_front();
  unsigned bits = 64;
  if (digits.consume_back("d"))
    bits = 32;
  else if (digits.consume_back("w"))
    bits = 16;
  else if (digits.consume_back("b"))
    bits = 8;
  unsigned number = 0;
  if (digits.getAsInteger(10, number) || number < 8 || number > 15 || wordBits != 64)
    return {};
  return {"r" + std::to_string(number), bits, false};
}

/// The size that a modifier of an operand asks for; 0 if it is another modifier.
unsigned bitsOfModifier(char modifier) {
  switch (modifier) {
  case 'b':
  case 'h':
    return 8;
  case 'w':
    return 16;
  case 'k':
    return 32;
  case 'q':
    return 64;
  default:
    return 0;
  }
}

llvm::StringRef canonicalCondition(llvm::StringRef condition) {
  return llvm::StringSwitch<llvm::StringRef>(condition)
      .Cases("c", "nae", "b")
      .Cases("nc", "nb", "ae")
      .Case("z", "e")
      .Case("nz", "ne")
      .Case("na", "be")
      .Case("nbe", "a")
      .Case("pe", "p")
      .Case("po", "np")
      .Case("nge", "l")
      .Case("nl", "ge")
      .Case("ng", "le")
      .Case("nle", "g")
      .Default(condition);
}

} // namespace

X86Register x86Register(llvm::StringRef name, unsigned wordBits) {
  if (name.size() >= 2 && name[0] == 'r' && name[1] >= '0' && name[1] <= '9')
    return numberedRegister(name, wordBits);
  for (const llvm::StringRef old : kOldRegisters) {
    if (name == old)
      return {old.str(), 16, false};
    if (name.size() == 3 && name.drop_front() == old) {
      if (name[0] == 'e')
        return {old.str(), 32, false};
      if (name[0] == 'r' && wordBits == 64)
        return {old.str(), 64, false};
    }
    const bool isLettered = old.ends_with("x"); // ax: al and ah; si: sil
    if (isLettered && name.size() == 2 && name[0] == old[0] && (name[1] == 'l' || name[1] == 'h'))
      return {old.str(), 8, name[1] == 'h'};
    if (!isLettered && wordBits == 64 && name.size() == 3 && name.drop_back() == old &&
        name[2] == 'l')
      return {old.str(), 8, false};
  }
  return {};
}

bool isX86Condition(llvm::StringRef condition) {
  const llvm::StringRef name = canonicalCondition(condition);
  constexpr std::array<llvm::StringRef, 16> all{"o", "no", "b", "ae", "e", "ne", "be", "a",
                                                "s", "ns", "p", "np", "l", "ge", "le", "g"};
  return llvm::is_contained(all, name);
}

/// Constraints name a register by its 16 bits, clobbers by any of its names.
std::string X86Translation::registerOf(llvm::StringRef constraint) {
  X86Register found = x86Register(constraint, wordBits());
  // The stack pointer is not a place for operands.
  if (llvm::StringRef(found.canonical) == "sp")
    return {};
  return std::move(found.canonical);
}

// -- operands ----------------------------------------------------------------------------------

X86Place X86Translation::placeOfReference(const Reference &reference, unsigned bits) {
  X86Place place;
  const Operand *found = operand(reference.number);
  if (found == nullptr)
    return place;
  const unsigned modified = bitsOfModifier(reference.modifier);
  if (reference.modifier != 0 && modified == 0)
    fail("the modifier of an operand is not known");
  switch (found->kind) {
  case Operand::Kind::Flag:
    fail("the text names an operand that is a flag");
    return place;
  case Operand::Kind::Number:
    if (!llvm::isa<llvm::ConstantInt>(found->given))
      fail("a number in the text is an address");
    place.value = hasFailed() ? madeUp(wordBits()) : found->given;
    return place;
  case Operand::Kind::Memory:
    if (!pushed_.empty())
      fail("an operand in memory is used while the stack pointer has moved");
    place.kind = X86Place::Kind::Memory;
    place.number = reference.number;
    place.value = addressOf(reference.number);
    place.element = found->type;
    return place;
  case Operand::Kind::Value:
    break;
  }
  place.kind = X86Place::Kind::Register;
  place.location = locationOfOperand(reference.number);
  place.isHigh = reference.modifier == 'h';
  place.mayBeMemory = found->mayBeMemory;
  if (found->isEitherOfTwo)
    fail("the text names an operand that is one of two registers");
  if (found->mayBeNumber && found->given != nullptr && llvm::isa<llvm::ConstantInt>(found->given)) {
    place.kind = X86Place::Kind::Number;
    place.value = found->given;
    place.mayBeRegister = true;
    return place;
  }
  // An assembler refuses registers of another size. An input that is larger is taken all the same,
  // by its low bits: texts for 32 bits have such operands when `long` has 64.
  const unsigned printed = printedBits(reference);
  const bool isLargeInput = !found->isOutput && modified == 0 && printed > bits;
  if (!place.mayBeMemory && bits != 0 && printed != bits && !isLargeInput)
    fail("the size of an operand does not fit the instruction");
  checkRead(reference.number);
  return place;
}

unsigned X86Translation::printedBits(const TextOperand &operandText) {
  if (const auto *name = std::get_if<RegisterName>(&operandText))
    return x86Register(name->name, wordBits()).bits;
  if (const auto *memory = std::get_if<MemoryText>(&operandText))
    return memory->bits;
  const auto *reference = std::get_if<Reference>(&operandText);
  const Operand *found = reference != nullptr ? operand(reference->number) : nullptr;
  if (found == nullptr || found->kind == Operand::Kind::Number ||
      found->kind == Operand::Kind::Flag)
    return 0;
  const llvm::DataLayout &layout = module().getDataLayout();
  const bool isSized = found->type->isSized();
  const auto own =
      static_cast<unsigned>(isSized ? layout.getTypeSizeInBits(found->type).getKnownMinValue() : 0);
  if (found->kind == Operand::Kind::Memory)
    return isIntel() ? own : 0;
  const unsigned modified = bitsOfModifier(reference->modifier);
  return modified != 0 ? modified : std::max(own, 8u);
}

llvm::Value *X86Translation::partOf(const AddressPart &part, bool mayBePointer) {
  if (const auto *name = std::get_if<RegisterName>(&part)) {
    const X86Register found = x86Register(name->name, wordBits());
    if (found.canonical.empty() || found.bits != wordBits() || found.canonical == "sp") {
      fail("an address is not understood");
      return madeUp(wordBits());
    }
    return readRegister(found.canonical.c_str(), wordBits(), mayBePointer);
  }
  const X86Place place = placeOf(std::get<Reference>(part), wordBits());
  if (place.kind != X86Place::Kind::Register || place.isHigh || place.mayBeMemory) {
    fail("an address is not understood");
    return madeUp(wordBits());
  }
  return read(place, wordBits(), Touch::Alone, mayBePointer);
}

llvm::Value *X86Translation::addressIn(const MemoryText &memory) {
  llvm::Value *address = nullptr;
  if (!memory.segment.empty() || std::holds_alternative<std::monostate>(memory.base))
    fail("an address is not understood");
  if (hasFailed())
    return asPointer(madeUp(wordBits()));
  address = asPointer(partOf(memory.base, /*mayBePointer=*/true));
  llvm::Value *offset = integer(wordBits(), static_cast<std::uint64_t>(memory.displacement));
  if (!std::holds_alternative<std::monostate>(memory.index)) {
    llvm::Value *index = asInteger(partOf(memory.index, false), wordBits());
    offset =
        builder().CreateAdd(offset, builder().CreateMul(index, integer(wordBits(), memory.scale)));
  }
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(offset);
  if (constant != nullptr && constant->isZero())
    return address;
  return builder().CreateGEP(builder().getInt8Ty(), address, offset);
}

X86Place X86Translation::placeOf(const TextOperand &operandText, unsigned bits) {
  X86Place place;
  place.value = madeUp(wordBits());
  if (const auto *reference = std::get_if<Reference>(&operandText))
    return placeOfReference(*reference, bits);
  if (const auto *number = std::get_if<Number>(&operandText)) {
    place.value = integer(64, static_cast<std::uint64_t>(number->value));
    return place;
  }
  if (const auto *memory = std::get_if<MemoryText>(&operandText)) {
    if (!pushed_.empty())
      fail("memory is used while the stack pointer has moved");
    place.kind = X86Place::Kind::Memory;
    place.value = addressIn(*memory);
    return place;
  }
  if (const auto *name = std::get_if<RegisterName>(&operandText)) {
    const X86Register found = x86Register(name->name, wordBits());
    if (found.canonical.empty() || found.canonical == "sp")
      fail("the register '" + name->name + "' is not known");
    else if (bits != 0 && found.bits != bits)
      fail("the size of an operand does not fit the instruction");
    if (hasFailed())
      return place;
    place.kind = X86Place::Kind::Register;
    place.location = locationOf(found.canonical);
    place.isHigh = found.isHigh;
    return place;
  }
  fail("an operand is a name that is not known");
  return place;
}

llvm::Value *X86Translation::read(const X86Place &place, unsigned bits, Touch touch,
                                  bool mayBePointer) {
  if (hasFailed())
    return madeUp(bits);
  switch (place.kind) {
  case X86Place::Kind::Number:
    return builder().CreateSExtOrTrunc(place.value, type(bits));
  case X86Place::Kind::Memory: {
    requireMemoryRead(place.number, bits);
    llvm::Type *accessed = mayBePointer && bits == wordBits() && place.element != nullptr &&
                                   place.element->isPointerTy()
                               ? place.element
                               : type(bits);
    return load(place.value, accessed, touch);
  }
  case X86Place::Kind::Register:
    break;
  }
  if (!place.isHigh)
    return readLocation(place.location, bits, mayBePointer);
  llvm::Value *low = readLocation(place.location, 16);
  return builder().CreateTrunc(builder().CreateLShr(low, 8), type(8));
}

llvm::Value *X86Translation::read(const TextOperand &operandText, unsigned bits, Touch touch) {
  return read(placeOf(operandText, bits), bits, touch);
}

void X86Translation::write(const X86Place &place, unsigned bits, llvm::Value *value, Touch touch) {
  if (hasFailed())
    return;
  switch (place.kind) {
  case X86Place::Kind::Number:
    return fail("a number is written");
  case X86Place::Kind::Memory:
    requireMemoryWritten(place.number, bits);
    store(place.value, value, touch);
    return;
  case X86Place::Kind::Register:
    break;
  }
  if (!place.isHigh)
    return writeLocation(place.location, bits, value);
  llvm::Value *low = builder().CreateAnd(readLocation(place.location, 16), 0xff);
  llvm::Value *high = builder().CreateShl(builder().CreateZExt(value, type(16)), 8);
  writeLocation(place.location, 16, builder().CreateOr(low, high));
}

llvm::Value *X86Translation::readRegister(const char *canonical, unsigned bits, bool mayBePointer) {
  return readLocation(locationOf(canonical), bits, mayBePointer);
}

void X86Translation::writeRegister(const char *canonical, unsigned bits, llvm::Value *value) {
  writeLocation(locationOf(canonical), bits, value);
}

llvm::Value *X86Translation::addressToUpdate(const X86Place &place, unsigned bits) {
  if (place.kind != X86Place::Kind::Memory) {
    fail("a register is locked");
    return asPointer(madeUp(wordBits()));
  }
  requireMemoryRead(place.number, bits);
  requireMemoryWritten(place.number, bits);
  return place.value;
}

llvm::Value *X86Translation::update(llvm::AtomicRMWInst::BinOp operation, const X86Place &place,
                                    llvm::Value *value) {
  const auto bytes = module().getDataLayout().getTypeStoreSize(value->getType()).getFixedValue();
  llvm::Value *address = addressToUpdate(place, static_cast<unsigned>(bytes * 8));
  llvm::AtomicRMWInst *made = builder().CreateAtomicRMW(
      operation, address, value, llvm::Align(bytes), llvm::AtomicOrdering::SequentiallyConsistent);
  setLocked(*made);
  return made;
}

llvm::Type *X86Translation::typeFor(const X86Place &memory, unsigned bits,
                                    const llvm::Value &value) {
  const bool isPointer = value.getType()->isPointerTy() ||
                         (memory.element != nullptr && memory.element->isPointerTy());
  if (isPointer && bits == wordBits())
    return llvm::PointerType::getUnqual(builder().getContext());
  return type(bits);
}

// -- flags -------------------------------------------------------------------------------------

llvm::Value *X86Translation::flag(const X86Flags::Flag &flag) {
  if (flag)
    return flag();
  fail("a flag is used that the text does not set");
  return builder().getFalse();
}

llvm::Value *X86Translation::conditionHolds(llvm::StringRef condition) {
  const llvm::StringRef name = canonicalCondition(condition);
  const auto either = [&](llvm::Value *a, llvm::Value *b) { return builder().CreateOr(a, b); };
  const auto isLess = [&] {
    llvm::Value *sign = flag(flags_.sign);
    return builder().CreateXor(sign, flag(flags_.overflow));
  };
  if (name == "o")
    return flag(flags_.overflow);
  if (name == "b")
    return flag(flags_.carry);
  if (name == "e")
    return flag(flags_.zero);
  if (name == "s")
    return flag(flags_.sign);
  if (name == "p")
    return flag(flags_.parity);
  if (name == "be")
    return either(flag(flags_.carry), flag(flags_.zero));
  if (name == "l")
    return isLess();
  if (name == "le")
    return either(isLess(), flag(flags_.zero));
  const llvm::StringRef opposite = llvm::StringSwitch<llvm::StringRef>(name)
                                       .Case("no", "o")
                                       .Case("ae", "b")
                                       .Case("ne", "e")
                                       .Case("ns", "s")
                                       .Case("np", "p")
                                       .Case("a", "be")
                                       .Case("ge", "l")
                                       .Case("g", "le")
                                       .Default("");
  if (!opposite.empty())
    return builder().CreateNot(conditionHolds(opposite));
  fail("a condition is not known");
  return builder().getFalse();
}

// -- instructions ------------------------------------------------------------------------------

/// `=A` means both, whatever the size of the operand is.
void X86Translation::placePair(const Operand &operand) {
  for (const char *name : {"ax", "dx"}) {
    Location &place = at(locationOf(name));
    if (!operand.isOutput || place.isOutput || place.isInput)
      fail("an operand is in one of two registers");
    place.isOutput = true;
    place.before.clear();
  }
}

/// Both registers, or one of them: which one, the compiler chooses.
llvm::Value *X86Translation::eitherOfTwo(llvm::Type *wanted) {
  const unsigned low = locationOf("ax");
  const unsigned high = locationOf("dx");
  const auto bits = static_cast<unsigned>(module().getDataLayout().getTypeSizeInBits(wanted));
  const bool isOne = bits <= wordBits();
  if (!wanted->isIntegerTy() || (isOne && (!at(low).isAny || !at(high).isAny)) ||
      (!isOne && bits != 2 * wordBits())) {
    fail("a result is in one of two registers");
    return llvm::Constant::getNullValue(wanted);
  }
  if (isOne)
    return readLocation(low, bits);
  llvm::Value *upper = builder().CreateZExt(readLocation(high, wordBits()), wanted);
  llvm::Value *lower = builder().CreateZExt(readLocation(low, wordBits()), wanted);
  return builder().CreateOr(builder().CreateShl(upper, wordBits()), lower);
}

bool X86Translation::resolveSize(X86Instruction &instruction, const FoundX86Form &found) {
  instruction.bits = found.bits;
  if (instruction.text->suffixOf) {
    const unsigned number = *instruction.text->suffixOf;
    const Operand *sized = operand(number);
    if (sized == nullptr || found.bits != 0 || !sized->type->isSized()) {
      fail("the suffix of an instruction is not understood");
      return false;
    }
    instruction.bits = static_cast<unsigned>(
        module().getDataLayout().getTypeSizeInBits(sized->type).getKnownMinValue());
  }
  // The last operand decides; a first one may be a count in a register of another size.
  for (auto it = instruction.text->operands.rbegin();
       instruction.bits == 0 && it != instruction.text->operands.rend(); ++it)
    instruction.bits = printedBits(*it);
  const unsigned bits = instruction.bits;
  if (bits != 8 && bits != 16 && bits != 32 && (bits != 64 || wordBits() != 64)) {
    fail("the size of '" + instruction.text->mnemonic + "' is not known");
    return false;
  }
  return true;
}

void X86Translation::executeOne(const Statement &statement) {
  if (!statement.label.empty())
    return fail("assembly with labels is not followed");
  const FoundX86Form found = findX86Form(statement);
  if (statement.mnemonic == "syscall" || statement.mnemonic == "sysenter" ||
      statement.mnemonic == "int")
    return fail("it makes a system call");
  if (found.form == nullptr || found.form->translate == nullptr)
    return fail("the instruction '" + statement.mnemonic + "' is not modelled");
  const X86Form &form = *found.form;
  X86Instruction instruction;
  instruction.text = &statement;
  instruction.detail = form.detail;
  instruction.condition = found.condition;
  for (const std::string &prefix : statement.prefixes) {
    const bool isLock = prefix == "lock";
    bool &has = isLock ? instruction.isLocked : instruction.isRepeated;
    const bool isAllowed = (form.traits & (isLock ? X86Form::Lockable : X86Form::Repeatable)) != 0;
    if (has || !isAllowed || (!isLock && prefix != "rep"))
      return fail("the prefix '" + prefix + "' of '" + statement.mnemonic + "' is not known");
    has = true;
  }
  if ((form.traits & X86Form::Byte) != 0)
    instruction.bits = 8;
  else if (form.suffix != X86Form::Suffix::None && !resolveSize(instruction, found))
    return;
  form.translate(*this, instruction);
}

void X86Translation::execute(const std::vector<Statement> &statements) {
  for (const Statement &statement : statements) {
    executeOne(statement);
    nextInstruction();
    if (hasFailed())
      return;
  }
  if (!pushed_.empty())
    fail("the stack pointer has moved at the end");
}

} // namespace raceward::assembly
