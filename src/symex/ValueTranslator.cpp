#include "ValueTranslator.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

namespace raceward {

namespace {

using I = llvm::Instruction;

Micro integerOp(unsigned opcode) {
  switch (opcode) {
  case I::Add:
    return Micro::Add;
  case I::Sub:
    return Micro::Sub;
  case I::Mul:
    return Micro::Mul;
  case I::UDiv:
    return Micro::UDiv;
  case I::SDiv:
    return Micro::SDiv;
  case I::URem:
    return Micro::URem;
  case I::SRem:
    return Micro::SRem;
  case I::Shl:
    return Micro::Shl;
  case I::LShr:
    return Micro::LShr;
  case I::AShr:
    return Micro::AShr;
  case I::And:
    return Micro::And;
  case I::Or:
    return Micro::Or;
  case I::Xor:
    return Micro::Xor;
  default:
    return Micro::FloatBinary;
  }
}

} // namespace

ValueTranslator::ValueTranslator(const Image &image, const Function &function, TermArena &arena)
    : CodeBuilder(image, function, arena),
      addressUses_(*function.origin,
                   image.addressesTravel ? AddressUses::Travel::Yes : AddressUses::Travel::No) {}

void ValueTranslator::translateBinary(const llvm::Instruction &origin, std::uint32_t result) {
  const bool isUnary = origin.getNumOperands() == 1;
  const Layout parts = layoutOf(origin.getType());
  const std::uint32_t a = slot(origin.getOperand(0));
  const std::uint32_t b = isUnary ? 0 : slot(origin.getOperand(1));
  for (std::uint32_t i = 0; i < parts.scalars.size(); ++i) {
    const Scalar &scalar = parts.scalars[i];
    if (isTooWide(scalar.width))
      return unsupported("a very wide integer");
    Step &step = emit(isUnary ? Micro::FloatNegate : integerOp(origin.getOpcode()));
    step.detail = static_cast<std::uint8_t>(origin.getOpcode());
    step.width = static_cast<std::uint16_t>(scalar.width);
    step.mask = maskOf(scalar.width);
    step.a = a + i;
    step.b = b + i;
    step.extra = static_cast<std::uint32_t>(scalar.kind);
    step.result = result + i;
  }
}

void ValueTranslator::translateCompare(const llvm::CmpInst &origin, std::uint32_t result) {
  const Layout parts = layoutOf(origin.getOperand(0)->getType());
  std::uint32_t a = slot(origin.getOperand(0));
  std::uint32_t b = slot(origin.getOperand(1));
  using P = llvm::CmpInst;
  P::Predicate predicate = origin.getPredicate();
  const bool isInteger = llvm::isa<llvm::ICmpInst>(origin);
  const bool isPointer =
      isInteger && !parts.scalars.empty() &&
      (parts.scalars[0].kind == ScalarKind::Pointer || addressUses_.comparesAddresses(origin));
  if (isInteger && (predicate == P::ICMP_UGT || predicate == P::ICMP_UGE ||
                    predicate == P::ICMP_SGT || predicate == P::ICMP_SGE)) {
    predicate = P::getSwappedPredicate(predicate);
    std::swap(a, b);
  }
  Micro op = Micro::FloatCompare;
  if (isInteger)
    op = predicate == P::ICMP_EQ    ? Micro::Equal
         : predicate == P::ICMP_NE  ? Micro::NotEqual
         : predicate == P::ICMP_ULT ? Micro::ULess
         : predicate == P::ICMP_ULE ? Micro::ULessEqual
         : predicate == P::ICMP_SLT ? Micro::SLess
                                    : Micro::SLessEqual;
  const bool withNull = llvm::isa<llvm::ConstantPointerNull>(origin.getOperand(0)) ||
                        llvm::isa<llvm::ConstantPointerNull>(origin.getOperand(1));
  for (std::uint32_t i = 0; i < parts.scalars.size(); ++i) {
    if (isTooWide(parts.scalars[i].width))
      return unsupported("a very wide integer");
    Step &step = emit(isPointer && !withNull ? Micro::ComparePointers : op);
    step.detail = isPointer && !withNull ? static_cast<std::uint8_t>(op)
                                         : static_cast<std::uint8_t>(predicate);
    step.width = static_cast<std::uint16_t>(parts.scalars[i].width);
    step.mask = 1;
    step.a = a + i;
    step.b = b + i;
    step.extra = static_cast<std::uint32_t>(parts.scalars[i].kind);
    step.result = result + i;
  }
}

void ValueTranslator::translateCast(const llvm::CastInst &origin, std::uint32_t result) {
  const Layout from = layoutOf(origin.getSrcTy());
  const Layout to = layoutOf(origin.getDestTy());
  const std::uint32_t source = slot(origin.getOperand(0));
  if (origin.getOpcode() == I::BitCast)
    return repack(from, source, to, result);
  if (from.scalars.size() != to.scalars.size())
    return unsupported("a cast between vectors of different length");
  for (std::uint32_t i = 0; i < to.scalars.size(); ++i) {
    const Scalar &a = from.scalars[i];
    const Scalar &b = to.scalars[i];
    if (isTooWide(a.width) || isTooWide(b.width))
      return unsupported("a very wide integer");
    Micro op = Micro::FloatCast;
    switch (origin.getOpcode()) {
    case I::Trunc:
      op = Micro::Truncate;
      break;
    case I::ZExt:
      op = Micro::ZeroExtend;
      break;
    case I::SExt:
      op = Micro::SignExtend;
      break;
    case I::PtrToInt:
    case I::IntToPtr:
      op = b.width < a.width    ? Micro::Truncate
           : b.width == a.width ? Micro::Move
                                : Micro::ZeroExtend;
      break;
    case I::AddrSpaceCast:
      return unsupported("address spaces");
    default:
      break;
    }
    Step &step = emit(op);
    step.detail = static_cast<std::uint8_t>(origin.getOpcode());
    step.width = static_cast<std::uint16_t>(a.width);
    step.mask = maskOf(b.width);
    step.a = source + i;
    step.b = static_cast<std::uint32_t>(a.kind);
    step.c = static_cast<std::uint32_t>(b.kind);
    step.extra = b.width;
    step.result = result + i;
  }
}

void ValueTranslator::repack(const Layout &from, std::uint32_t source, const Layout &to,
                             std::uint32_t result) {
  const auto sameShape = [&] {
    if (from.scalars.size() != to.scalars.size())
      return false;
    for (std::size_t i = 0; i < to.scalars.size(); ++i)
      if (from.scalars[i].width != to.scalars[i].width)
        return false;
    return true;
  };
  if (sameShape())
    return moveMany(result, source, to.scalars.size());
  const auto first = static_cast<std::uint32_t>(out_->parts.size());
  for (std::uint32_t i = 0; i < from.scalars.size(); ++i)
    out_->parts.push_back({source + i, from.scalars[i].width, 0});
  for (std::uint32_t i = 0; i < to.scalars.size(); ++i)
    out_->parts.push_back({result + i, to.scalars[i].width, 0});
  Step &step = emit(Micro::Repack);
  step.extra = first;
  step.b = static_cast<std::uint32_t>(from.scalars.size());
  step.c = static_cast<std::uint32_t>(to.scalars.size());
}

void ValueTranslator::translateSelect(const llvm::SelectInst &origin, std::uint32_t result) {
  const Layout parts = layoutOf(origin.getType());
  const bool perElement = origin.getCondition()->getType()->isVectorTy();
  const std::uint32_t condition = slot(origin.getCondition());
  const std::uint32_t a = slot(origin.getTrueValue());
  const std::uint32_t b = slot(origin.getFalseValue());
  for (std::uint32_t i = 0; i < parts.scalars.size(); ++i) {
    Step &step = emit(Micro::Select);
    step.width = static_cast<std::uint16_t>(parts.scalars[i].width);
    step.a = condition + (perElement ? i : 0);
    step.b = a + i;
    step.c = b + i;
    step.result = result + i;
  }
}

void ValueTranslator::translateExtract(const llvm::ExtractValueInst &origin, std::uint32_t result) {
  const std::uint32_t from = slot(origin.getAggregateOperand());
  moveMany(result,
           from + scalarsBefore(origin.getAggregateOperand()->getType(), origin.getIndices()),
           layoutOf(origin.getType()).scalars.size());
}

void ValueTranslator::translateInsert(const llvm::InsertValueInst &origin, std::uint32_t result) {
  const std::uint32_t whole = slot(origin.getAggregateOperand());
  const std::uint32_t part = slot(origin.getInsertedValueOperand());
  moveMany(result, whole, layoutOf(origin.getType()).scalars.size());
  moveMany(result + scalarsBefore(origin.getType(), origin.getIndices()), part,
           layoutOf(origin.getInsertedValueOperand()->getType()).scalars.size());
}

void ValueTranslator::translateFresh(llvm::Type *type, std::uint32_t result) {
  const Layout parts = layoutOf(type);
  for (std::uint32_t i = 0; i < parts.scalars.size(); ++i)
    emitFresh(result + i, parts.scalars[i].width);
  if (parts.scalars.empty())
    emit(Micro::Nothing);
}

std::uint32_t ValueTranslator::scalarsBefore(llvm::Type *type, llvm::ArrayRef<unsigned> indices) {
  std::uint32_t before = 0;
  for (const unsigned index : indices) {
    for (unsigned i = 0; i < index; ++i)
      before += static_cast<std::uint32_t>(
          layoutOf(llvm::ExtractValueInst::getIndexedType(type, {i})).scalars.size());
    type = llvm::ExtractValueInst::getIndexedType(type, {index});
  }
  return before;
}

void ValueTranslator::translateShuffle(const llvm::ShuffleVectorInst &origin,
                                       std::uint32_t result) {
  const std::uint32_t a = slot(origin.getOperand(0));
  const std::uint32_t b = slot(origin.getOperand(1));
  const auto count = static_cast<int>(layoutOf(origin.getOperand(0)->getType()).scalars.size());
  const Layout parts = layoutOf(origin.getType());
  std::uint32_t target = result;
  for (const int which : origin.getShuffleMask()) {
    if (which < 0)
      emitFresh(target, parts.scalars.front().width);
    else
      moveMany(target,
               which < count ? a + static_cast<std::uint32_t>(which)
                             : b + static_cast<std::uint32_t>(which - count),
               1);
    ++target;
  }
}

void ValueTranslator::translateVector(const llvm::Instruction &origin, std::uint32_t result) {
  if (const auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&origin))
    return translateShuffle(*shuffle, result);
  const bool isInsert = llvm::isa<llvm::InsertElementInst>(origin);
  const llvm::Value *vector = origin.getOperand(0);
  const llvm::Value *index = origin.getOperand(isInsert ? 2 : 1);
  const auto count = static_cast<std::uint32_t>(layoutOf(vector->getType()).scalars.size());
  const std::uint32_t from = slot(vector);
  const std::uint32_t element = isInsert ? slot(origin.getOperand(1)) : 0;
  const auto *number = llvm::dyn_cast<llvm::ConstantInt>(index);
  if (number == nullptr) {
    const std::uint32_t at = slot(index);
    if (isInsert)
      moveMany(result, from, count);
    Step &step = emit(isInsert ? Micro::Put : Micro::Pick);
    step.a = isInsert ? element : from;
    step.b = at;
    step.c = count;
    step.result = result;
    return;
  }
  if (number->getValue().uge(count))
    return unsupported("an element that a vector does not have");
  const auto which = static_cast<std::uint32_t>(number->getZExtValue());
  if (!isInsert)
    return moveMany(result, from + which, 1);
  moveMany(result, from, count);
  moveMany(result + which, element, 1);
}

void ValueTranslator::translateIntrinsic(const llvm::CallBase &origin, std::uint32_t result) {
  const auto id = origin.getIntrinsicID();
  switch (id) {
  case llvm::Intrinsic::threadlocal_address:
    if (const auto *global =
            llvm::dyn_cast<llvm::GlobalVariable>(origin.getArgOperand(0)->stripPointerCasts()))
      return emitThreadLocal(*global, result, 0);
    return unsupported("a thread-local address");
  case llvm::Intrinsic::expect:
  case llvm::Intrinsic::expect_with_probability:
  case llvm::Intrinsic::ptr_annotation:
  case llvm::Intrinsic::annotation:
  case llvm::Intrinsic::launder_invariant_group:
  case llvm::Intrinsic::strip_invariant_group:
    return moveMany(result, slot(origin.getArgOperand(0)),
                    layoutOf(origin.getType()).scalars.size());
  case llvm::Intrinsic::is_constant:
    return moveConstant(result, 0);
  case llvm::Intrinsic::objectsize: // unknown: -1, or 0 if the minimum is requested
    return moveConstant(result, llvm::cast<llvm::ConstantInt>(origin.getArgOperand(1))->isZero()
                                    ? maskOf(origin.getType()->getIntegerBitWidth())
                                    : 0);
  case llvm::Intrinsic::stacksave:
    return moveConstant(result, 0);
  default:
    break;
  }
  const Layout parts = layoutOf(origin.getType());
  const llvm::Type *first = origin.arg_empty() ? nullptr : origin.getArgOperand(0)->getType();
  if (first == nullptr || origin.arg_size() > 3)
    return unsupported("the intrinsic " + origin.getCalledFunction()->getName().str());
  const Layout operand = layoutOf(origin.getArgOperand(0)->getType());
  const bool isVector = first->isVectorTy();
  const std::size_t count = isVector ? operand.scalars.size() : 1;
  if (isVector && parts.scalars.size() != count)
    return unsupported("the intrinsic " + origin.getCalledFunction()->getName().str());
  if (operand.scalars.empty() ||
      (operand.scalars[0].width > 64 && !isFloat(operand.scalars[0].kind)))
    return unsupported("an intrinsic on a wide value");
  std::uint32_t slots[3] = {0, 0, 0};
  bool scalarOperand[3] = {false, false, false};
  for (unsigned i = 0; i < origin.arg_size(); ++i) {
    slots[i] = slot(origin.getArgOperand(i));
    scalarOperand[i] = !origin.getArgOperand(i)->getType()->isVectorTy();
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    Step &step = emit(isFloat(operand.scalars[0].kind) ? Micro::FloatIntrinsic : Micro::Intrinsic);
    step.detail = static_cast<std::uint8_t>(operand.scalars[0].kind);
    step.width = static_cast<std::uint16_t>(operand.scalars[0].width);
    step.extra = id;
    step.mask = maskOf(parts.scalars.empty() ? 1 : parts.scalars[0].width);
    step.a = slots[0] + (scalarOperand[0] ? 0 : i);
    step.b = slots[1] + (scalarOperand[1] ? 0 : i);
    step.c = slots[2] + (scalarOperand[2] ? 0 : i);
    step.result = result + i;
  }
}

} // namespace raceward
