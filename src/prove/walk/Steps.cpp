// The transfer function of one instruction.
#include "Walk.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace raceward {

namespace {

constexpr std::size_t kMostCells = 48;

/// A load of memory that is not written while threads run, as an operation on its address.
constexpr unsigned kFixedLoad = 900;

} // namespace

void Walk::load(Here here, Knowledge &knowledge) {
  const auto &load = llvm::cast<llvm::LoadInst>(*here.instruction().origin);
  const SymbolId self = expressions_.symbolOf(load);
  const llvm::Value &pointer = *load.getPointerOperand();
  const std::uint64_t bytes = values_.bytesOf(load);
  const ExpressionId address = values_.valueOf(knowledge, pointer);
  const unsigned bits = expressions_.bitsOf(*load.getType());
  if (!address.valid() || bits == 0) {
    invalidation_.redefine(here, knowledge, load);
    return;
  }
  ExpressionId known;
  for (const KnownCell &cell : knowledge.cells)
    if (cell.address == address && cell.bytes == bytes &&
        expressions_.sum(cell.value).bits == bits &&
        !(cell.asNumber && load.getType()->isPointerTy())) // may have left its object as an integer
      known = cell.value;
  if (known.valid() && expressions_.soleSymbol(known) == self)
    return; // unchanged
  if (known.valid() && expressions_.isMadeOf(known, self))
    known = {};
  if (!known.valid() && expressions_.scopeOf(address) != Scope::Frame &&
      !facts_.threads.mainThread().runs[here.function->id.index()] && !load.isAtomic() &&
      effects_.isFixed(here, true))
    known = expressions_.operation(
        kFixedLoad, bits, {address, expressions_.constant(32, static_cast<std::int64_t>(bytes))});
  invalidation_.redefine(here, knowledge, load);
  if (known.valid()) {
    knowledge.setEqual(self, known);
    return;
  }
  values_.boundByWrites(knowledge, load, pointer);
  flags_.readFlag(knowledge, load, address, pointer);
  const bool inSection = insideSection(here);
  if ((!inSection && (load.isAtomic() || !effects_.isFixed(here, false))) ||
      expressions_.isMadeOf(address, self))
    return;
  if (knowledge.cells.size() >= kMostCells)
    knowledge.cells.erase(knowledge.cells.begin());
  knowledge.cells.push_back({address, bytes, expressions_.symbol(self), &pointer,
                             memory_.memoryOf(pointer), inSection && !effects_.isFixed(here, false),
                             load.getType()->isIntegerTy()});
}

void Walk::write(Here here, Knowledge &knowledge) {
  const auto &store = llvm::cast<llvm::StoreInst>(*here.instruction().origin);
  const llvm::Value &pointer = *store.getPointerOperand();
  const llvm::Type &type = *store.getValueOperand()->getType();
  const std::uint64_t bytes = values_.bytesOf(*store.getValueOperand());
  const ExpressionId address = values_.valueOf(knowledge, pointer);
  const ExpressionId value = values_.valueOf(knowledge, *store.getValueOperand());
  if (!mutated(ProverMutation::OwnedStored))
    invalidation_.escape(knowledge, value);
  const bool inSection = insideSection(here);
  ExpressionId before;
  for (const KnownCell &cell : knowledge.cells)
    if (cell.address == address && cell.bytes == bytes)
      before = cell.value;
  const bool orders = inSection || llvm::isReleaseOrStronger(store.getOrdering()) ||
                      (store.isAtomic() && mutated(ProverMutation::WordsRelease));
  if (orders)
    locking_.writeWord(here, knowledge, pointer, bytes, inSection ? before : ExpressionId(), value);
  else
    locking_.writePlainly(here, knowledge, pointer);
  invalidation_.forgetWritten(here, knowledge, value);
  if (!address.valid() || !value.valid() || expressions_.bitsOf(type) == 0)
    return;
  const bool fixed = effects_.isFixed(here, false);
  if (!inSection && (store.isAtomic() || !fixed))
    return;
  if (knowledge.cells.size() >= kMostCells)
    knowledge.cells.erase(knowledge.cells.begin());
  knowledge.cells.push_back({address, bytes, value, &pointer, memory_.memoryOf(pointer),
                             inSection && !fixed, type.isIntegerTy()});
}

void Walk::step(Here here, Knowledge knowledge, std::vector<Knowledge> &after) {
  const Instruction &now = here.instruction();
  const llvm::Instruction &origin = *now.origin;
  recorder_.markExecuted(now);
  regions_.write(here, knowledge, recording_);
  departures_.write(here, knowledge);
  switch (now.op) {
  case Op::Load:
    recorder_.recordSites(here, knowledge);
    {
      const std::optional<RegionFact> region = regions_.read(here, knowledge);
      load(here, knowledge);
      knowledge.setRegion(expressions_.symbolOf(origin), region ? &*region : nullptr);
    }
    break;
  case Op::Store:
    write(here, knowledge);
    break;
  case Op::Exchange:
    locking_.exchange(here, std::move(knowledge), after);
    return;
  case Op::CompareExchange:
    locking_.compareExchange(here, std::move(knowledge), after);
    return;
  case Op::Call:
    recorder_.recordSites(here, knowledge);
    call(here, std::move(knowledge), facts_.calls.calleesAt({here.function->id, here.index}),
         after);
    return;
  case Op::LibraryCall:
    if (now.library && createsThread(now.library->sync)) {
      createOrNot(here, std::move(knowledge), after);
      return;
    }
    recorder_.recordSites(here, knowledge);
    if (!now.library) { // a gap, so nothing is proved anyway
      after.emplace_back();
      return;
    }
    libraryCall(here, std::move(knowledge), after);
    return;
  case Op::CopyMemory:
  case Op::MoveMemory:
  case Op::SetMemory:
  case Op::VariadicStart:
  case Op::VariadicCopy:
  case Op::VariadicNext:
  case Op::VariadicEnd:
  case Op::Assembly:
  case Op::Unsupported:
  case Op::Intrinsic:
    recorder_.recordSites(here, knowledge);
    invalidation_.escapeOperands(here, knowledge);
    if (now.siteCount > 0)
      writeSites(here, knowledge);
    invalidation_.forgetWritten(here, knowledge);
    if (now.op == Op::Assembly || now.op == Op::Unsupported || now.op == Op::VariadicNext ||
        now.op == Op::VariadicCopy || now.op == Op::VariadicStart)
      knowledge.cells.clear();
    invalidation_.redefine(here, knowledge, origin);
    break;
  case Op::Unreachable:
    return;
  case Op::Jump:
  case Op::Branch:
  case Op::Switch:
  case Op::IndirectJump:
  case Op::Return:
  case Op::Fence:
  case Op::Nothing:
    break;
  default:
    // Pure. If the result is not an expression of its operands, the operands are no longer tracked.
    if (const SymbolId self = expressions_.soleSymbol(expressions_.of(origin));
        self.valid() && expressions_.at(self).value == &origin &&
        expressions_.at(self).kind == Symbol::Kind::Value) {
      invalidation_.escapeOperands(here, knowledge);
      invalidation_.redefine(here, knowledge, origin);
    }
    break;
  }
  after.push_back(std::move(knowledge));
}

/// The effect of a library function's writes, or of a copy, on locks.
void Walk::writeSites(Here here, Knowledge &knowledge) {
  const Instruction &now = here.instruction();
  for (std::uint32_t i = 0; i < now.siteCount; ++i) {
    const AccessSite &site = program_.sites()[now.firstSite + i];
    if (writes(site.kind))
      locking_.writePlainly(here, knowledge, *program_.placeOf(site.id).pointer);
  }
}

} // namespace raceward
