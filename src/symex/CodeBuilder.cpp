#include "CodeBuilder.h"

#include "raceward/program/ExternalObjects.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace raceward {

CodeBuilder::CodeBuilder(const Image &image, const Function &function, TermArena &arena)
    : image_(image), function_(function), layout_(image.program->module().getDataLayout()),
      out_(std::make_unique<MicroFunction>()), constants_(image, arena) {
  out_->program = image.program;
  out_->function = &function;
  out_->isVariadic = function.origin->isVarArg();
}

void CodeBuilder::unsupported(std::string why, GapKind kind) {
  if (gap_.empty()) {
    gap_ = std::move(why);
    gapKind_ = kind;
  }
}

void CodeBuilder::emitGap(const std::string &why, GapKind kind) {
  Step &step = emit(Micro::Gap);
  step.detail = static_cast<std::uint8_t>(kind);
  step.extra = static_cast<std::uint32_t>(out_->gaps.size());
  out_->gaps.push_back(why);
}

Step &CodeBuilder::emit(Micro op) {
  Step &step = out_->steps.emplace_back();
  step.op = op;
  step.source = current_;
  return step;
}

bool CodeBuilder::hasVisibleSite() const {
  for (std::uint32_t i = 0; i < current_->siteCount; ++i)
    if (image_.visible[current_->firstSite + i])
      return true;
  return false;
}

void CodeBuilder::emitVisible() {
  if (!image_.visible.empty() && hasVisibleSite())
    emit(Micro::Visible);
}

std::uint32_t CodeBuilder::newRegisters(std::size_t count) {
  const std::uint32_t first = out_->registerCount;
  out_->registerCount += static_cast<std::uint32_t>(count);
  return first;
}

Layout CodeBuilder::layoutOf(llvm::Type *type) {
  Layout parts;
  if (!layOut(layout_, type, parts))
    unsupported("a value of a type that C does not have");
  return parts;
}

void CodeBuilder::numberRegisters() {
  const auto number = [&](const llvm::Value &value, std::vector<std::uint32_t> *widths) {
    Layout parts;
    if (!layOut(layout_, value.getType(), parts))
      parts.scalars.clear(); // any use of it is a gap
    slots_[&value] = newRegisters(parts.scalars.size());
    if (widths != nullptr)
      for (const Scalar &scalar : parts.scalars)
        widths->push_back(scalar.width);
  };
  for (const llvm::Argument &argument : function_.origin->args())
    number(argument, &out_->parameterWidths);
  for (const llvm::Instruction &instruction : llvm::instructions(*function_.origin))
    if (!instruction.getType()->isVoidTy())
      number(instruction, nullptr);
  Layout result;
  if (layOut(layout_, function_.origin->getReturnType(), result))
    for (const Scalar &scalar : result.scalars)
      out_->resultWidths.push_back(scalar.width);
}

std::uint32_t CodeBuilder::numberSlot(std::uint64_t number) {
  out_->constants.push_back({number, {}});
  return static_cast<std::uint32_t>(out_->constants.size() - 1) | kConstantBit;
}

std::uint32_t CodeBuilder::slot(const llvm::Value *value) {
  if (const auto *constant = llvm::dyn_cast<llvm::Constant>(value))
    return constantSlot(*constant);
  const auto at = slots_.find(value);
  if (at == slots_.end()) {
    unsupported("an operand that is neither a value nor a constant");
    return 0;
  }
  return at->second;
}

std::uint32_t CodeBuilder::constantSlot(const llvm::Constant &constant) {
  if (const auto at = constantSlots_.find(&constant); at != constantSlots_.end())
    return at->second;
  std::vector<Value> values;
  std::vector<bool> defined;
  if (!constants_.scalars(constant, values, defined))
    return computedConstant(constant);
  const auto first = static_cast<std::uint32_t>(out_->constants.size()) | kConstantBit;
  if (std::find(defined.begin(), defined.end(), false) == defined.end()) {
    out_->constants.insert(out_->constants.end(), values.begin(), values.end());
    constantSlots_[&constant] = first;
    return first;
  }
  // Undefined: a new value each time.
  const Layout parts = layoutOf(constant.getType());
  const std::uint32_t registers = newRegisters(values.size());
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    if (!defined[i]) {
      emitFresh(registers + i, parts.scalars[i].width);
      continue;
    }
    Step &step = emit(Micro::Move);
    step.a = static_cast<std::uint32_t>(out_->constants.size()) | kConstantBit;
    step.result = registers + i;
    out_->constants.push_back(values[i]);
  }
  return registers;
}

std::uint32_t CodeBuilder::computedConstant(const llvm::Constant &constant) {
  if (!constant.getType()->isPointerTy()) {
    unsupported("a constant expression");
    return 0;
  }
  llvm::APInt offset(layout_.getIndexTypeSizeInBits(constant.getType()), 0);
  const llvm::Value *base =
      constant.stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
  if (mayBeMissing(*llvm::cast<llvm::Constant>(base))) {
    unsupported("the address of a weak symbol, which is null if undefined,",
                GapKind::AddressDependent);
    return 0;
  }
  const auto *global = llvm::dyn_cast<llvm::GlobalVariable>(base);
  if (global != nullptr && definedBy(*global) == DefinedBy::Linker) {
    unsupported("a place in memory that the linker gives a name", GapKind::AddressDependent);
    return 0;
  }
  if (global == nullptr || !global->isThreadLocal()) {
    unsupported("a constant expression");
    return 0;
  }
  const std::uint32_t result = newRegisters(1);
  emitThreadLocal(*global, result, offset.getZExtValue());
  return result;
}

void CodeBuilder::emitThreadLocal(const llvm::GlobalVariable &global, std::uint32_t result,
                                  std::uint64_t offset) {
  const auto at = image_.globalIds.find(&global);
  if (at == image_.globalIds.end())
    return unsupported("a thread-local variable without definition");
  Step &step = emit(Micro::ThreadLocalAddress);
  step.extra = at->second.index();
  step.mask = offset;
  step.result = result;
}

void CodeBuilder::emitFresh(std::uint32_t result, std::uint32_t width) {
  Step &step = emit(Micro::FreshInput);
  step.result = result;
  step.width = static_cast<std::uint16_t>(width);
}

void CodeBuilder::moveMany(std::uint32_t to, std::uint32_t from, std::size_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    Step &step = emit(Micro::Move);
    step.a = from + i;
    step.result = to + i;
  }
  if (count == 0)
    emit(Micro::Nothing);
}

void CodeBuilder::moveConstant(std::uint32_t result, std::uint64_t bits) {
  Step &step = emit(Micro::Move);
  step.a = static_cast<std::uint32_t>(out_->constants.size()) | kConstantBit;
  step.result = result;
  out_->constants.push_back({bits, {}});
}

std::uint32_t CodeBuilder::edge(const llvm::Instruction &terminator, unsigned successor) {
  const auto number = static_cast<std::uint32_t>(out_->edges.size());
  out_->edges.emplace_back();
  pending_.push_back(
      {number, terminator.getParent(), terminator.getSuccessor(successor), current_});
  return number;
}

void CodeBuilder::finishEdges() {
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    const PendingEdge pending = pending_[i];
    current_ = pending.source;
    gap_.clear();
    const std::uint32_t before = here();
    std::vector<SlotMove> moves;
    for (const llvm::PHINode &phi : pending.to->phis()) {
      const llvm::Value *value = phi.getIncomingValueForBlock(pending.from);
      const std::uint32_t source = slot(value);
      const std::uint32_t target = slots_.lookup(&phi);
      const std::size_t count = layoutOf(phi.getType()).scalars.size();
      for (std::uint32_t part = 0; part < count; ++part)
        moves.push_back({target + part, source + part});
    }
    std::uint32_t number = pending.edge;
    if (!gap_.empty()) {
      out_->steps.resize(before);
      out_->edges[number].target = here();
      emitGap(gap_, gapKind_);
      continue;
    }
    if (here() != before) {
      out_->edges[number].target = before;
      number = static_cast<std::uint32_t>(out_->edges.size());
      out_->edges.emplace_back();
      emit(Micro::Jump).extra = number;
    }
    MicroEdge &edge = out_->edges[number];
    edge.target = blockStarts_.lookup(pending.to);
    // Every loop has an edge that does not lead forwards, whatever the order of blocks.
    out_->hasLoop |= edge.target <= blockStarts_.lookup(pending.from);
    edge.firstMove = static_cast<std::uint32_t>(out_->moves.size());
    edge.moveCount = static_cast<std::uint32_t>(moves.size());
    for (std::size_t later = 1; later < moves.size(); ++later)
      for (std::size_t earlier = 0; earlier < later; ++earlier)
        if (moves[later].source == moves[earlier].target)
          edge.sequential = false;
    out_->moves.insert(out_->moves.end(), moves.begin(), moves.end());
  }
}

} // namespace raceward
