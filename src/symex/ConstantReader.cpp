#include "Translate.h"

#include "raceward/program/ExternalObjects.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalAlias.h>
#include <llvm/IR/Instruction.h>
#include <llvm/IR/Operator.h>

namespace raceward {

BitVector toBitVector(const llvm::APInt &bits) {
  const unsigned width = bits.getBitWidth();
  BitVector whole(width, bits.getRawData()[0]);
  for (unsigned word = 1; word < bits.getNumWords(); ++word) {
    const BitVector part = BitVector(width, bits.getRawData()[word]);
    whole = whole.bitOr(part.shl(BitVector(width, std::uint64_t{64} * word)));
  }
  return whole;
}

std::uint64_t blockOffset(const llvm::BasicBlock &block) {
  std::uint64_t number = 1; // the function's own address differs from those of its labels
  for (const llvm::BasicBlock &other : *block.getParent()) {
    if (&other == &block)
      break;
    ++number;
  }
  return number;
}

Value ConstantReader::number(const llvm::APInt &bits) const {
  if (bits.getBitWidth() <= 64)
    return {bits.getZExtValue(), {}};
  return {0, arena_.constant(toBitVector(bits))};
}

bool ConstantReader::scalars(const llvm::Constant &constant, std::vector<Value> &out,
                             std::vector<bool> &defined) const {
  if (llvm::isa<llvm::UndefValue, llvm::ConstantAggregateZero>(constant)) {
    Layout parts;
    if (!layOut(layout_, constant.getType(), parts))
      return false;
    const bool isZero = llvm::isa<llvm::ConstantAggregateZero>(constant);
    for (const Scalar &scalar : parts.scalars) {
      out.push_back(number(llvm::APInt(scalar.width, 0)));
      defined.push_back(isZero);
    }
    return true;
  }
  if (const auto *aggregate = llvm::dyn_cast<llvm::ConstantAggregate>(&constant)) {
    for (const llvm::Use &element : aggregate->operands())
      if (!scalars(*llvm::cast<llvm::Constant>(element), out, defined))
        return false;
    return true;
  }
  if (const auto *data = llvm::dyn_cast<llvm::ConstantDataSequential>(&constant)) {
    for (unsigned i = 0; i < data->getNumElements(); ++i)
      if (!scalars(*data->getElementAsConstant(i), out, defined))
        return false;
    return true;
  }
  Value value;
  if (constant.getType()->isAggregateType() || constant.getType()->isVectorTy() ||
      !expression(constant, value))
    return false;
  out.push_back(value);
  defined.push_back(true);
  return true;
}

bool ConstantReader::expression(const llvm::Constant &constant, Value &out) const {
  if (mayBeMissing(constant))
    return false;
  if (const auto *integer = llvm::dyn_cast<llvm::ConstantInt>(&constant)) {
    out = number(integer->getValue());
    return true;
  }
  if (const auto *real = llvm::dyn_cast<llvm::ConstantFP>(&constant)) {
    out = number(real->getValueAPF().bitcastToAPInt());
    return true;
  }
  if (llvm::isa<llvm::ConstantPointerNull>(constant)) {
    out = {};
    return true;
  }
  if (const auto *function = llvm::dyn_cast<llvm::Function>(&constant)) {
    const Function *known = image_.program->functionOf(function);
    if (known == nullptr)
      return false;
    out = {image_.functions[known->id.index()], {}};
    return true;
  }
  if (const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(&constant)) {
    const auto at = image_.globalIds.find(global);
    if (at == image_.globalIds.end() || global->isThreadLocal() ||
        definedBy(*global) == DefinedBy::Linker)
      return false;
    out = {image_.globals[at->second.index()], {}};
    return true;
  }
  if (const auto *alias = llvm::dyn_cast<llvm::GlobalAlias>(&constant))
    return expression(*alias->getAliasee(), out);
  if (const auto *label = llvm::dyn_cast<llvm::BlockAddress>(&constant)) {
    if (!expression(*label->getFunction(), out))
      return false;
    out.bits += blockOffset(*label->getBasicBlock());
    return true;
  }
  const auto *expression = llvm::dyn_cast<llvm::ConstantExpr>(&constant);
  if (expression == nullptr || expression->getType()->isVectorTy())
    return false;
  const unsigned width = layout_.getTypeSizeInBits(expression->getType()).getFixedValue();
  if (width > 64)
    return false;
  if (const auto *address = llvm::dyn_cast<llvm::GEPOperator>(expression)) {
    llvm::APInt offset(layout_.getIndexTypeSizeInBits(address->getType()), 0);
    Value base;
    if (!address->accumulateConstantOffset(layout_, offset) ||
        !this->expression(*llvm::cast<llvm::Constant>(address->getPointerOperand()), base))
      return false;
    out = {(base.bits + offset.getZExtValue()) & maskOf(width), {}};
    return true;
  }
  std::uint64_t operands[2] = {0, 0};
  if (expression->getNumOperands() > 2)
    return false;
  for (unsigned i = 0; i < expression->getNumOperands(); ++i) {
    Value operand;
    if (!this->expression(*expression->getOperand(i), operand) || !operand.isNumber())
      return false;
    operands[i] = operand.bits;
  }
  std::uint64_t bits = 0;
  switch (expression->getOpcode()) {
  case llvm::Instruction::Trunc:
  case llvm::Instruction::PtrToInt:
  case llvm::Instruction::IntToPtr:
  case llvm::Instruction::BitCast:
  case llvm::Instruction::AddrSpaceCast:
    bits = operands[0];
    break;
  case llvm::Instruction::Add:
    bits = operands[0] + operands[1];
    break;
  case llvm::Instruction::Sub:
    bits = operands[0] - operands[1];
    break;
  case llvm::Instruction::Mul:
    bits = operands[0] * operands[1];
    break;
  case llvm::Instruction::Xor:
    bits = operands[0] ^ operands[1];
    break;
  default:
    return false;
  }
  out = {bits & maskOf(width), {}};
  return true;
}

} // namespace raceward
