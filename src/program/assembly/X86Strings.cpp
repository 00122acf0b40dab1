// Instructions of x86 that fill and copy memory.
#include "assembly/X86.h"

#include <llvm/IR/Constants.h>

namespace raceward::assembly::x86 {

namespace {

using Value = llvm::Value *;

/// The byte that a constant consists of; null if it has several.
llvm::Constant *repeatedByte(X86Translation &t, Value value) {
  const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value);
  if (constant == nullptr || !constant->getValue().isSplat(8))
    return nullptr;
  return t.integer(8, constant->getValue().extractBitsAsZExtValue(8, 0));
}

/// Calls `body` with each offset in bytes, as the processor goes: upwards.
void forEachElement(X86Translation &t, Value count, unsigned bits,
                    llvm::function_ref<void(Value)> body) {
  llvm::IRBuilder<> &builder = t.builder();
  llvm::Function *function = builder.GetInsertBlock()->getParent();
  llvm::LLVMContext &context = builder.getContext();
  llvm::BasicBlock *before = builder.GetInsertBlock();
  llvm::BasicBlock *loop = llvm::BasicBlock::Create(context, "", function);
  llvm::BasicBlock *each = llvm::BasicBlock::Create(context, "", function);
  llvm::BasicBlock *after = llvm::BasicBlock::Create(context, "", function);
  builder.CreateBr(loop);
  builder.SetInsertPoint(loop);
  llvm::PHINode *done = builder.CreatePHI(count->getType(), 2);
  done->addIncoming(t.integer(t.wordBits(), 0), before);
  builder.CreateCondBr(builder.CreateICmpEQ(done, count), after, each);
  builder.SetInsertPoint(each);
  body(builder.CreateMul(done, t.integer(t.wordBits(), bits / 8)));
  done->addIncoming(builder.CreateAdd(done, t.integer(t.wordBits(), 1)), each);
  builder.CreateBr(loop);
  builder.SetInsertPoint(after);
}

Value countOf(X86Translation &t, Instruction at) {
  return at.isRepeated ? t.readRegister("cx", t.wordBits()) : t.integer(t.wordBits(), 1);
}

void advance(X86Translation &t, const char *name, Value from, Value bytes) {
  t.writeRegister(name, t.wordBits(), t.builder().CreateGEP(t.builder().getInt8Ty(), from, bytes));
}

} // namespace

/// `stos`: the detail is the size.
void fill(X86Translation &t, Instruction at) {
  const unsigned bits = at.detail;
  if (bits > t.wordBits())
    return t.fail("the instruction is for another size");
  llvm::IRBuilder<> &builder = t.builder();
  t.requireMemoryWritten(std::nullopt, bits);
  Value to = t.asPointer(t.readRegister("di", t.wordBits(), /*mayBePointer=*/true));
  Value value = t.readRegister("ax", bits);
  Value count = countOf(t, at);
  if (t.hasFailed())
    return;
  Value bytes = builder.CreateMul(count, t.integer(t.wordBits(), bits / 8));
  Value byte = bits == 8 ? value : repeatedByte(t, value);
  if (!at.isRepeated) {
    t.store(to, value, Touch::Part);
  } else if (byte != nullptr) {
    builder.CreateMemSet(to, byte, bytes, llvm::MaybeAlign(1), t.isFor(Purpose::Native));
  } else {
    forEachElement(t, count, bits, [&](Value offset) {
      t.store(builder.CreateGEP(builder.getInt8Ty(), to, offset), value, Touch::Part);
    });
  }
  advance(t, "di", to, bytes);
  if (at.isRepeated)
    t.writeRegister("cx", t.wordBits(), t.integer(t.wordBits(), 0));
}

/// `movs`: upwards, so that a copy to a place behind its source may repeat what it has copied.
void copy(X86Translation &t, Instruction at) {
  const unsigned bits = at.detail;
  if (bits > t.wordBits())
    return t.fail("the instruction is for another size");
  llvm::IRBuilder<> &builder = t.builder();
  t.requireMemoryRead(std::nullopt, bits);
  t.requireMemoryWritten(std::nullopt, bits);
  Value to = t.asPointer(t.readRegister("di", t.wordBits(), /*mayBePointer=*/true));
  Value from = t.asPointer(t.readRegister("si", t.wordBits(), /*mayBePointer=*/true));
  Value count = countOf(t, at);
  if (t.hasFailed())
    return;
  const auto copyOne = [&](Value offset) {
    Value value =
        t.load(builder.CreateGEP(builder.getInt8Ty(), from, offset), t.type(bits), Touch::Part);
    t.store(builder.CreateGEP(builder.getInt8Ty(), to, offset), value, Touch::Part);
  };
  if (at.isRepeated)
    forEachElement(t, count, bits, copyOne);
  else
    copyOne(t.integer(t.wordBits(), 0));
  Value bytes = builder.CreateMul(count, t.integer(t.wordBits(), bits / 8));
  advance(t, "di", to, bytes);
  advance(t, "si", from, bytes);
  if (at.isRepeated)
    t.writeRegister("cx", t.wordBits(), t.integer(t.wordBits(), 0));
}

} // namespace raceward::assembly::x86
