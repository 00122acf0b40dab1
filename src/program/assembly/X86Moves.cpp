// Instructions of x86 that move values.
#include "assembly/X86.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/Module.h>

namespace raceward::assembly::x86 {

namespace {

/// The object that the segment register of threads points to: the first word of it, and with glibc
/// the third, is its own address. Programs take it for the identity of a thread. What else it holds
/// is not known: the object has no more than an address.
constexpr const char *kThreadBlock = "raceward.thread-block";

bool isOwnAddress(const TextOperand &operand, unsigned wordBits) {
  const auto *memory = std::get_if<MemoryText>(&operand);
  return memory != nullptr && memory->segment == (wordBits == 64 ? "fs" : "gs") &&
         std::holds_alternative<std::monostate>(memory->base) &&
         std::holds_alternative<std::monostate>(memory->index) &&
         (memory->displacement == 0 || memory->displacement == wordBits / 4);
}

llvm::Value *threadPointer(X86Translation &t) {
  llvm::Module &module = t.module();
  llvm::GlobalVariable *block = module.getGlobalVariable(kThreadBlock, true);
  if (block == nullptr) {
    block = new llvm::GlobalVariable(module, t.type(8), false, llvm::GlobalValue::ExternalLinkage,
                                     nullptr, kThreadBlock, nullptr,
                                     llvm::GlobalValue::GeneralDynamicTLSModel);
    block->setAlignment(llvm::Align(64));
  }
  return t.builder().CreateThreadLocalAddress(block);
}

bool isWord(const X86Translation &t, const X86Place &place, unsigned bits) {
  return place.kind == X86Place::Kind::Register && bits == t.wordBits() && !place.isHigh;
}

/// What a register held before the assembly may be put aside, and back.
bool holdsOld(X86Translation &t, const X86Place &place) {
  return place.kind == X86Place::Kind::Register && !t.at(place.location).before.empty();
}

void moveOld(Location &to, const Location &from) {
  to.value = from.value;
  to.known = from.known;
  to.isAny = from.isAny;
  to.before = from.before;
}

} // namespace

void move(X86Translation &t, Instruction at) {
  if (isOwnAddress(at.operand(0), t.wordBits()) && at.bits == t.wordBits() &&
      t.isFor(Purpose::Check)) {
    const X86Place to = t.placeOf(at.operand(1), at.bits);
    if (to.kind != X86Place::Kind::Register)
      t.fail("the address of the thread's data goes to memory");
    return t.write(to, at.bits, threadPointer(t), Touch::Alone);
  }
  const X86Place from = t.placeOf(at.operand(0), at.bits);
  const X86Place to = t.placeOf(at.operand(1), at.bits);
  if (from.kind == X86Place::Kind::Memory && to.kind == X86Place::Kind::Memory)
    t.fail("an instruction moves from memory to memory");
  if (holdsOld(t, from) && isWord(t, from, at.bits) && isWord(t, to, at.bits)) {
    if (t.mayWrite(to.location))
      moveOld(t.at(to.location), t.at(from.location));
    return;
  }
  t.write(to, at.bits, t.read(from, at.bits, Touch::Alone, /*mayBePointer=*/true), Touch::Alone);
}

/// The detail: sign, and the sizes of source and destination; 0 for what the operands say.
void extend(X86Translation &t, Instruction at) {
  const bool isSigned = (at.detail & 1) != 0;
  unsigned from = at.detail >> 8 & 0xff;
  unsigned to = at.detail >> 16 & 0xff;
  if (from == 0)
    from = t.printedBits(at.operand(0));
  if (to == 0)
    to = t.printedBits(at.operand(1));
  if (from == 0 || to <= from || to > t.wordBits())
    return t.fail("the sizes of an extension are not known");
  llvm::Value *value = t.read(at.operand(0), from);
  value = isSigned ? t.builder().CreateSExt(value, t.type(to))
                   : t.builder().CreateZExt(value, t.type(to));
  const X86Place place = t.placeOf(at.operand(1), to);
  if (place.kind != X86Place::Kind::Register)
    return t.fail("an extension goes to memory");
  t.write(place, to, value, Touch::Alone);
}

void loadAddress(X86Translation &t, Instruction at) {
  const auto *memory = std::get_if<MemoryText>(&at.operand(0));
  if (memory == nullptr || !memory->segment.empty() || at.bits != t.wordBits())
    return t.fail("an address is not understood");
  llvm::Value *address = t.addressIn(*memory);
  const X86Place to = t.placeOf(at.operand(1), at.bits);
  if (to.kind != X86Place::Kind::Register)
    return t.fail("an address goes to memory");
  t.write(to, at.bits, address, Touch::Alone);
}

/// With memory it is atomic, with or without the prefix.
void exchange(X86Translation &t, Instruction at) {
  X86Place a = t.placeOf(at.operand(0), at.bits);
  X86Place b = t.placeOf(at.operand(1), at.bits);
  if (b.kind == X86Place::Kind::Memory)
    std::swap(a, b);
  if (b.kind != X86Place::Kind::Register)
    return t.fail("an exchange is not with a register");
  if (a.kind == X86Place::Kind::Memory) {
    llvm::Value *value = t.read(b, at.bits, Touch::Part, /*mayBePointer=*/true);
    if (t.typeFor(a, at.bits, *value)->isPointerTy())
      value = t.asPointer(value);
    llvm::Value *old = t.update(llvm::AtomicRMWInst::Xchg, a, value);
    return t.write(b, at.bits, old, Touch::Part);
  }
  if (at.isLocked || a.kind != X86Place::Kind::Register)
    return t.fail("a register is locked");
  if (a.mayBeMemory || b.mayBeMemory)
    return t.fail("it is not known whether an exchange is with memory");
  if (isWord(t, a, at.bits) && isWord(t, b, at.bits)) {
    if (!t.mayWrite(a.location) || !t.mayWrite(b.location))
      return;
    const Location first = t.at(a.location);
    moveOld(t.at(a.location), t.at(b.location));
    moveOld(t.at(b.location), first);
    return;
  }
  llvm::Value *first = t.read(a, at.bits, Touch::Part);
  llvm::Value *second = t.read(b, at.bits, Touch::Part);
  t.write(a, at.bits, second, Touch::Part);
  t.write(b, at.bits, first, Touch::Part);
}

void push(X86Translation &t, Instruction at) {
  // Below the stack pointer of 64-bit programs are 128 bytes that the compiler uses.
  if (t.wordBits() == 64)
    return t.fail("it may overwrite variables below the stack pointer");
  const X86Place from = t.placeOf(at.operand(0), at.bits);
  if (!isWord(t, from, at.bits))
    return t.fail("what is pushed is not a register");
  t.pushed().push_back(t.at(from.location));
}

void pop(X86Translation &t, Instruction at) {
  const X86Place to = t.placeOf(at.operand(0), at.bits);
  if (t.pushed().empty() || !isWord(t, to, at.bits))
    return t.fail("what is popped is not known");
  if (t.mayWrite(to.location))
    moveOld(t.at(to.location), t.pushed().back());
  t.pushed().pop_back();
}

void moveIf(X86Translation &t, Instruction at) {
  const X86Place to = t.placeOf(at.operand(1), at.bits);
  if (to.kind != X86Place::Kind::Register)
    return t.fail("a conditional move goes to memory");
  llvm::Value *value = t.read(at.operand(0), at.bits); // also if the condition does not hold
  llvm::Value *old = t.read(to, at.bits, Touch::Alone);
  t.write(to, at.bits, t.builder().CreateSelect(t.conditionHolds(at.condition), value, old),
          Touch::Alone);
}

void setIf(X86Translation &t, Instruction at) {
  const X86Place to = t.placeOf(at.operand(0), 8);
  t.write(to, 8, t.builder().CreateZExt(t.conditionHolds(at.condition), t.type(8)), Touch::Alone);
}

/// `cltd` and its relatives. The detail: the size, and whether the sign goes to another register.
void signExtend(X86Translation &t, Instruction at) {
  const unsigned bits = at.detail & 0xff;
  if (bits > t.wordBits())
    return t.fail("the instruction is for another size");
  if ((at.detail & 0x100) != 0) {
    llvm::Value *value = t.readRegister("ax", bits);
    return t.writeRegister("dx", bits, t.builder().CreateAShr(value, bits - 1));
  }
  llvm::Value *half = t.readRegister("ax", bits / 2);
  t.writeRegister("ax", bits, t.builder().CreateSExt(half, t.type(bits)));
}

} // namespace raceward::assembly::x86
