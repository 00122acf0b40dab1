#include "assembly/Translation.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace raceward::assembly {

namespace {

std::vector<llvm::Value *> argumentsIn(const llvm::CallBase &call, llvm::Function &into) {
  std::vector<llvm::Value *> arguments;
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    llvm::Value *given = call.getArgOperand(i);
    arguments.push_back(llvm::isa<llvm::ConstantData>(given) ? given : into.getArg(i));
  }
  return arguments;
}

/// Objects of the frame are addressed through the stack pointer, never through a register that the
/// compiler could give to an operand.
bool isInFrame(const llvm::Value &address) {
  const llvm::Value *base = &address;
  while (const auto *element = llvm::dyn_cast<llvm::GEPOperator>(base)) {
    if (!element->hasAllConstantIndices())
      return false;
    base = element->getPointerOperand();
  }
  const auto *local = llvm::dyn_cast<llvm::AllocaInst>(base);
  return local != nullptr && local->isStaticAlloca();
}

bool isWhole(const llvm::Type &type) {
  return type.isIntegerTy() || type.isPointerTy();
}

/// Nothing between two instructions of one block changes memory.
bool isQuietBetween(const llvm::Instruction &a, const llvm::Instruction &b) {
  const llvm::Instruction *first = a.comesBefore(&b) ? &a : &b;
  const llvm::Instruction *last = first == &a ? &b : &a;
  for (; first != last; first = first->getNextNode())
    if (first->mayWriteToMemory())
      return false;
  return true;
}

bool isSameAddressWithin(const llvm::Value &a, const llvm::Value &b, unsigned depth) {
  if (&a == &b)
    return true;
  const auto *first = llvm::dyn_cast<llvm::Instruction>(&a);
  const auto *second = llvm::dyn_cast<llvm::Instruction>(&b);
  if (depth == 0 || first == nullptr || second == nullptr ||
      first->getParent() != second->getParent() || !first->isSameOperationAs(second))
    return false;
  if (first->mayReadOrWriteMemory() && (!llvm::isa<llvm::LoadInst>(first) || first->isVolatile() ||
                                        first->isAtomic() || !isQuietBetween(*first, *second)))
    return false;
  if (!llvm::isa<llvm::LoadInst, llvm::GetElementPtrInst, llvm::CastInst, llvm::BinaryOperator>(
          first))
    return false;
  for (unsigned i = 0; i < first->getNumOperands(); ++i)
    if (!isSameAddressWithin(*first->getOperand(i), *second->getOperand(i), depth - 1))
      return false;
  return true;
}

} // namespace

bool isSameAddress(const llvm::Value &a, const llvm::Value &b) {
  return isSameAddressWithin(a, b, 6);
}

Translation::Translation(const llvm::CallBase &call, Processor processor, Purpose purpose,
                         AnyValues any, llvm::Function &into)
    : call_(call), into_(into), purpose_(purpose), any_(any),
      builder_(llvm::BasicBlock::Create(into.getContext(), "", &into)),
      wordBits_(call.getModule()->getDataLayout().getPointerSizeInBits()),
      operands_(operandsOf(call, processor, argumentsIn(call, into))), problem_(operands_.problem) {
}

void Translation::fail(const std::string &problem) {
  if (problem_.empty())
    problem_ = problem;
}

bool Translation::run(const std::vector<Statement> &statements) {
  if (!hasFailed())
    placeOperands();
  if (!hasFailed())
    execute(statements);
  llvm::Value *result = hasFailed() ? nullptr : finished();
  if (hasFailed())
    return false;
  if (result != nullptr)
    builder_.CreateRet(result);
  else
    builder_.CreateRetVoid();
  return true;
}

// -- operands ----------------------------------------------------------------------------------

const Operand *Translation::operand(unsigned number) {
  if (number < operands_.list.size())
    return &operands_.list[number];
  fail("the text names an operand that does not exist");
  return nullptr;
}

unsigned Translation::newLocation() {
  locations_.emplace_back();
  return static_cast<unsigned>(locations_.size() - 1);
}

unsigned Translation::locationOf(const std::string &canonical) {
  for (const auto &[name, location] : registers_)
    if (name == canonical)
      return location;
  const unsigned location = newLocation();
  registers_.emplace_back(canonical, location);
  locations_[location].name = locations_[location].before = canonical;
  return location;
}

/// Gives an operand its place, and an input its value there.
bool Translation::placeOperand(const Operand &operand) {
  if (operand.isOtherRegister)
    fail("an operand is not a whole number that a register holds");
  const auto bits = static_cast<unsigned>(
      isWhole(*operand.type) ? module().getDataLayout().getTypeSizeInBits(operand.type) : 0);
  if (bits == 0 || bits > (operand.isEitherOfTwo ? 2 : 1) * wordBits_) {
    fail("an operand is not a whole number that a register holds");
    return false;
  }
  unsigned location = 0;
  if (operand.tiedTo) {
    const Operand &output = operands_.list[*operand.tiedTo];
    if (output.kind != Operand::Kind::Value || output.isEitherOfTwo)
      fail("an input is tied to an output of another kind");
    location = places_[*operand.tiedTo];
  } else if (operand.isEitherOfTwo) {
    placePair(operand);
    location = newLocation();
  } else if (!operand.fixedRegister.empty()) {
    const std::string name = registerOf(operand.fixedRegister);
    if (name.empty())
      fail("the register '" + operand.fixedRegister + "' is not known");
    location = name.empty() ? 0 : locationOf(name);
  } else {
    location = newLocation();
  }
  places_.push_back(location);
  if (hasFailed())
    return false;
  Location &place = locations_[location];
  bool &isPlaced = operand.isOutput ? place.isOutput : place.isInput;
  if (isPlaced)
    fail("two operands are in one register");
  isPlaced = true;
  place.before.clear();
  place.isEarlyClobber |= operand.isEarlyClobber;
  place.mayBeMemory |= operand.mayBeMemory;
  if (!operand.isOutput) {
    place.input = operand.original;
    place.value = operand.given;
    place.known = bits;
    // A constant comes into a register by an instruction that clears the upper half.
    if (bits == 32 && wordBits_ == 64 && llvm::isa<llvm::ConstantInt>(operand.given)) {
      place.value = builder_.CreateZExt(operand.given, type(64));
      place.known = 64;
    }
  }
  return !hasFailed();
}

void Translation::placeOperands() {
  for (const Operand &operand : operands_.list) {
    if (operand.kind != Operand::Kind::Value)
      places_.push_back(0);
    else if (!placeOperand(operand))
      return;
  }
  for (const std::string &clobber : operands_.clobbers)
    if (const std::string name = registerOf(clobber); !name.empty()) {
      Location &place = locations_[locationOf(name)];
      place.isClobbered = true;
      place.before.clear();
    }
}

bool Translation::isIntel() const {
  return llvm::cast<llvm::InlineAsm>(call_.getCalledOperand())->getDialect() ==
         llvm::InlineAsm::AD_Intel;
}

// -- values ------------------------------------------------------------------------------------

llvm::Value *Translation::anyValue(unsigned bits) {
  if (isFor(Purpose::Native))
    fail("its result is not computed");
  if (hasFailed())
    return madeUp(bits);
  return builder_.CreateCall(any_(type(bits)));
}

llvm::Value *Translation::asInteger(llvm::Value *value, unsigned bits) {
  if (value->getType()->isPointerTy())
    value = builder_.CreatePtrToInt(value, type(wordBits_));
  // What was widened for a register is the value itself again.
  if (auto *wide = llvm::dyn_cast<llvm::ZExtInst>(value);
      wide != nullptr && wide->getSrcTy()->getIntegerBitWidth() == bits)
    return wide->getOperand(0);
  return builder_.CreateTrunc(value, type(bits));
}

llvm::Value *Translation::asPointer(llvm::Value *value) {
  return value->getType()->isPointerTy()
             ? value
             : builder_.CreateIntToPtr(value, llvm::PointerType::getUnqual(into_.getContext()));
}

// -- registers ---------------------------------------------------------------------------------

llvm::Value *Translation::readLocation(unsigned location, unsigned bits, bool mayBePointer) {
  Location &place = locations_[location];
  if (place.value == nullptr || place.known < bits) {
    fail("a register is read before it is written");
    return madeUp(bits);
  }
  place.isReadFirst |= !place.isWrittenSince;
  if (mayBePointer && bits == wordBits_ && place.value->getType()->isPointerTy())
    return place.value;
  return asInteger(place.value, bits);
}

bool Translation::mayWrite(unsigned location) {
  Location &place = locations_[location];
  if (!place.isOutput && !place.isClobbered && place.name.empty())
    fail("an input is written");
  if (place.isInput && !place.isOutput)
    fail("an input is written");
  if (!place.writtenAt)
    place.writtenAt = instruction_;
  place.isWrittenSince = true;
  return !hasFailed();
}

void Translation::replaceInLocations(const llvm::Value &old, llvm::Value &made) {
  for (Location &place : locations_)
    if (place.value == &old)
      place.value = &made;
}

void Translation::beginRound() {
  for (Location &place : locations_)
    place.isReadFirst = place.isWrittenSince = false;
}

void Translation::endRound() {
  for (const Location &place : locations_)
    if (place.isReadFirst && place.isWrittenSince)
      fail("a register goes from one round of a loop to the next");
}

void Translation::writeLowBits(unsigned location, unsigned bits, llvm::Value *value) {
  if (!mayWrite(location))
    return;
  Location &place = locations_[location];
  place.isAny = false;
  place.before.clear();
  place.value = value;
  place.known = bits;
}

void Translation::writeLocation(unsigned location, unsigned bits, llvm::Value *value) {
  if (!mayWrite(location))
    return;
  Location &place = locations_[location];
  place.isAny = false;
  place.before.clear();
  if (bits == 32 && wordBits_ == 64 && !place.mayBeMemory) {
    place.value = builder_.CreateZExt(value, type(64));
    place.known = 64;
    return;
  }
  if (bits < 32 && place.value != nullptr && place.known > bits) {
    llvm::Value *old = asInteger(place.value, place.known);
    const llvm::APInt kept = llvm::APInt::getBitsSetFrom(place.known, bits);
    old = builder_.CreateAnd(old, llvm::ConstantInt::get(type(place.known), kept));
    place.value = builder_.CreateOr(old, builder_.CreateZExt(value, type(place.known)));
    return;
  }
  place.value = value;
  place.known = bits;
}

/// An output without `&` may have the register of an input that is not needed any more; one that is
/// tied to an input may have that of another input, if both have the same value.
void Translation::checkShared(const llvm::Value &input, llvm::StringRef name, unsigned own) {
  const llvm::DataLayout &layout = module().getDataLayout();
  for (unsigned i = 0; i < locations_.size(); ++i) {
    const Location &written = locations_[i];
    if (i == own || !written.isOutput || written.isEarlyClobber || !written.writtenAt ||
        *written.writtenAt >= instruction_)
      continue;
    if (!name.empty() && !written.name.empty() && name != written.name)
      continue;
    if (written.isInput) {
      const llvm::Value *other = written.input;
      if (layout.getTypeSizeInBits(other->getType()) != layout.getTypeSizeInBits(input.getType()))
        continue;
      if (other != &input && llvm::isa<llvm::ConstantInt>(other) &&
          llvm::isa<llvm::ConstantInt>(input))
        continue;
    }
    fail("an output that is written before all inputs are read needs the constraint '&'");
  }
}

void Translation::checkRead(unsigned number) {
  const Operand &operand = operands_.list[number];
  if (operand.kind == Operand::Kind::Memory) {
    if (!isInFrame(*operand.original))
      checkShared(*operand.original, {}, static_cast<unsigned>(locations_.size()));
    return;
  }
  if (operand.kind != Operand::Kind::Value || operand.isOutput)
    return;
  const unsigned location = places_[number];
  const Location &place = locations_[location];
  if (place.isOutput || (operand.mayBeNumber && llvm::isa<llvm::Constant>(operand.original)))
    return;
  checkShared(*operand.original, place.name, location);
}

// -- memory ------------------------------------------------------------------------------------

llvm::Value *Translation::addressOf(unsigned number) {
  checkRead(number);
  return operands_.list[number].given;
}

std::uint64_t Translation::bitsIn(const Operand &memory) const {
  return memory.type->isSized()
             ? into_.getParent()->getDataLayout().getTypeSizeInBits(memory.type).getKnownMinValue()
             : 0;
}

bool Translation::isNamedAs(bool output, const Operand &memory, std::uint64_t bits) const {
  return std::ranges::any_of(operands_.list, [&](const Operand &other) {
    return other.kind == Operand::Kind::Memory && other.isOutput == output &&
           bitsIn(other) >= bits && isSameAddress(*other.original, *memory.original);
  });
}

void Translation::requireMemoryRead(std::optional<unsigned> number, unsigned bits) {
  if (operands_.clobbersMemory)
    return;
  if (!number || !isNamedAs(/*output=*/false, operands_.list[*number], bits))
    fail("memory is read that is not an input, without the clobber \"memory\"");
}

void Translation::requireMemoryWritten(std::optional<unsigned> number, unsigned bits) {
  if (number)
    written_.insert(*number);
  if (operands_.clobbersMemory)
    return;
  if (!number || !isNamedAs(/*output=*/true, operands_.list[*number], bits))
    return fail("memory is written that is not an output, without the clobber \"memory\"");
  const Operand &memory = operands_.list[*number];
  if (bits < bitsIn(memory) && !isNamedAs(/*output=*/false, memory, bitsIn(memory)))
    fail("a part of an output in memory is not written");
}

llvm::AtomicOrdering Translation::certainOrder(llvm::AtomicOrdering ordering) const {
  return operands_.clobbersMemory ? ordering : llvm::AtomicOrdering::Monotonic;
}

llvm::Value *Translation::load(llvm::Value *address, llvm::Type *type, Touch touch) {
  const llvm::Align align(module().getDataLayout().getTypeStoreSize(type).getFixedValue());
  llvm::LoadInst *made = builder_.CreateAlignedLoad(
      type, address, touch == Touch::Alone ? align : llvm::Align(1), isFor(Purpose::Native));
  if (touch == Touch::Alone)
    markStrict(*made, orderOfLoad());
  return made;
}

llvm::StoreInst *Translation::store(llvm::Value *address, llvm::Value *value, Touch touch) {
  const llvm::Align align(
      module().getDataLayout().getTypeStoreSize(value->getType()).getFixedValue());
  llvm::StoreInst *made = builder_.CreateAlignedStore(
      value, address, touch == Touch::Alone ? align : llvm::Align(1), isFor(Purpose::Native));
  if (touch == Touch::Alone)
    markStrict(*made, orderOfStore());
  return made;
}

void Translation::makeAtomic(llvm::LoadInst &made, llvm::AtomicOrdering ordering) {
  made.setAtomic(certainOrder(ordering));
  unmarkStrict(made);
  if (made.getOrdering() != ordering)
    markStrict(made, ordering);
}

void Translation::makeAtomic(llvm::StoreInst &made, llvm::AtomicOrdering ordering) {
  made.setAtomic(certainOrder(ordering));
  unmarkStrict(made);
  if (made.getOrdering() != ordering)
    markStrict(made, ordering);
}

void Translation::setOrder(llvm::AtomicRMWInst &update, llvm::AtomicOrdering ordering) {
  update.setOrdering(certainOrder(ordering));
  if (update.getOrdering() != ordering)
    markStrict(update, ordering);
}

void Translation::setOrder(llvm::AtomicCmpXchgInst &update, llvm::AtomicOrdering ordering) {
  const llvm::AtomicOrdering certain = certainOrder(ordering);
  update.setSuccessOrdering(certain);
  update.setFailureOrdering(llvm::AtomicCmpXchgInst::getStrongestFailureOrdering(certain));
  if (certain != ordering)
    markStrict(update, ordering);
}

/// Without the clobber the compiler may move any access across the instruction: not a fence.
void Translation::fence(llvm::AtomicOrdering ordering, bool isCertain) {
  if (!operands_.clobbersMemory)
    return;
  llvm::FenceInst *made = builder_.CreateFence(ordering);
  markExtraFence(*made);
  if (!isCertain)
    markStrict(*made, ordering);
}

// -- the end -----------------------------------------------------------------------------------

void Translation::placePair(const Operand & /*operand*/) {
  fail("an operand is in one of two registers");
}

llvm::Value *Translation::eitherOfTwo(llvm::Type *type) {
  fail("a result is in one of two registers");
  return llvm::Constant::getNullValue(type);
}

/// Bits of a register that nothing was written to are any (rule R10).
llvm::Value *Translation::completed(const Location &location, unsigned bits) {
  if (location.value != nullptr && location.known >= bits)
    return bits == wordBits_ && location.value->getType()->isPointerTy()
               ? location.value
               : asInteger(location.value, bits);
  llvm::Value *any = anyValue(bits);
  if (location.value == nullptr)
    return any;
  const llvm::APInt open = llvm::APInt::getBitsSetFrom(bits, location.known);
  llvm::Value *known = builder_.CreateZExt(asInteger(location.value, location.known), type(bits));
  return builder_.CreateOr(builder_.CreateAnd(any, llvm::ConstantInt::get(type(bits), open)),
                           known);
}

llvm::Value *Translation::resultOf(const Operand &operand, unsigned number) {
  if (operand.kind == Operand::Kind::Flag)
    return builder_.CreateZExt(conditionHolds(operand.condition), operand.type);
  if (operand.isEitherOfTwo)
    return eitherOfTwo(operand.type);
  const auto bits = static_cast<unsigned>(module().getDataLayout().getTypeSizeInBits(operand.type));
  llvm::Value *value = completed(locations_[places_[number]], bits);
  return operand.type->isPointerTy() ? asPointer(value) : asInteger(value, bits);
}

llvm::Value *Translation::finished() {
  nextInstruction();
  for (const auto &[name, location] : registers_) {
    const Location &place = locations_[location];
    if (!place.isInput && !place.isOutput && !place.isClobbered && place.before != name)
      fail("the register '" + name + "' is written, which is neither an output nor clobbered");
    if (place.isInput && place.isClobbered)
      fail("a register is an input and clobbered");
  }
  llvm::Value *results = nullptr;
  const bool isStruct = call_.getType()->isStructTy();
  if (isStruct)
    results = llvm::PoisonValue::get(call_.getType());
  for (unsigned number = 0; number < operands_.list.size(); ++number) {
    const Operand &operand = operands_.list[number];
    if (!operand.isOutput)
      continue;
    if (operand.kind == Operand::Kind::Memory) {
      if (!written_.contains(number) && !operands_.clobbersMemory &&
          !isNamedAs(/*output=*/false, operand, bitsIn(operand)))
        fail("an output in memory is not written");
      continue;
    }
    if (operand.kind == Operand::Kind::Flag && !operand.type->isIntegerTy())
      fail("a condition is not a whole number");
    if (hasFailed())
      break;
    llvm::Value *result = resultOf(operand, number);
    if (operand.storedAt != nullptr)
      store(operand.storedAt, result, Touch::Part);
    else if (isStruct)
      results = builder_.CreateInsertValue(results, result, *operand.result);
    else
      results = result;
  }
  return results;
}

} // namespace raceward::assembly
