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

/// True if the accessed memory keeps its value while threads run: it is not written, or (unless
/// `byAnyone`) only by the thread that reads.
bool Walk::isFixed(Here here, bool byAnyone) {
  const Instruction &now = instruction(here);
  if (now.siteCount != 1)
    return false;
  const SiteId site(now.firstSite);
  const Reached &memory = reachedBy(*program_.placeOf(site).pointer);
  if (memory.anything)
    return false;
  if (!byAnyone && !facts_.sharing.isShared(site))
    return true;
  const auto [known, isNew] = fixed_.try_emplace(site, false);
  if (!isNew)
    return known->second;
  if (!parallelWrites_.meets(memory) || mutated(ProverMutation::ValuesParallelWrites))
    return known->second = true;
  if (parallelWrites_.anything || mayHaveBitFields_)
    return false;
  const auto bytesOf = [&](SiteId id) { return program_.sites()[id.index()].bytes; };
  const PointsTo &pointsTo = facts_.pointsTo;
  for (const unsigned object : memory.objects)
    for (const SiteId writer : writesWhileParallel_[object])
      if (pointsTo.mayOverlap(pointsTo.targetSetOf(site), bytesOf(site),
                              pointsTo.targetSetOf(writer), bytesOf(writer), 1))
        return false;
  return known->second = true;
}

/// The instruction computes a new value.
void Walk::redefine(Here here, Knowledge &knowledge, const llvm::Value &value) {
  if (here.onCycle && !mutated(ProverMutation::ValuesAnew))
    knowledge.forget(expressions_, expressions_.symbolOf(value));
}

/// The address of a new object escapes.
void Walk::escape(Knowledge &knowledge, ExpressionId value) const {
  if (!value.valid() && mutated(ProverMutation::OwnedUnknownValue))
    return;
  if (!value.valid()) // its symbols are unknown
    knowledge.owned.clear();
  else
    knowledge.loseSightOf(expressions_, value);
}

void Walk::escapeOperands(Here here, Knowledge &knowledge) {
  if (knowledge.owned.empty())
    return;
  for (const llvm::Use &operand : instruction(here).origin->operands())
    if (!llvm::isa<llvm::Constant>(operand) && !llvm::isa<llvm::BasicBlock>(operand) &&
        !llvm::isa<llvm::MetadataAsValue>(operand))
      escape(knowledge, valueOf(knowledge, *operand));
}

void Walk::load(Here here, Knowledge &knowledge) {
  const auto &load = llvm::cast<llvm::LoadInst>(*instruction(here).origin);
  const SymbolId self = expressions_.symbolOf(load);
  const llvm::Value &pointer = *load.getPointerOperand();
  const std::uint64_t bytes = bytesOf(load);
  const ExpressionId address = valueOf(knowledge, pointer);
  const unsigned bits = expressions_.bitsOf(*load.getType());
  if (!address.valid() || bits == 0) {
    redefine(here, knowledge, load);
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
      isFixed(here, true))
    known = expressions_.operation(
        kFixedLoad, bits, {address, expressions_.constant(32, static_cast<std::int64_t>(bytes))});
  redefine(here, knowledge, load);
  if (known.valid()) {
    knowledge.setEqual(self, known);
    return;
  }
  boundByWrites(knowledge, load, pointer);
  readFlag(knowledge, load, address, pointer);
  const bool inSection = insideSection(here);
  if ((!inSection && (load.isAtomic() || !isFixed(here, false))) ||
      expressions_.isMadeOf(address, self))
    return;
  if (knowledge.cells.size() >= kMostCells)
    knowledge.cells.erase(knowledge.cells.begin());
  knowledge.cells.push_back({address, bytes, expressions_.symbol(self), &pointer, memoryOf(pointer),
                             inSection && !isFixed(here, false), load.getType()->isIntegerTy()});
}

/// Forgets memory that this instruction writes.
void Walk::forgetWritten(Here here, Knowledge &knowledge, ExpressionId value) {
  const Instruction &now = instruction(here);
  for (std::uint32_t i = 0; i < now.siteCount; ++i) {
    const AccessSite &site = program_.sites()[now.firstSite + i];
    if (!writes(site.kind))
      continue;
    const llvm::Value &pointer = *program_.placeOf(site.id).pointer;
    const ExpressionId address = valueOf(knowledge, pointer);
    writeFlags(knowledge, pointer, address, site.bytes, value);
    const auto overlaps = [&](ExpressionId at, std::uint64_t bytes) {
      const ExpressionId difference = expressions_.subtract(address, at);
      const std::optional<std::int64_t> distance = expressions_.constantOf(difference);
      if (!distance || !site.bytes || *distance == INT64_MIN)
        return true;
      return *distance < static_cast<std::int64_t>(bytes) &&
             -*distance < static_cast<std::int64_t>(*site.bytes);
    };
    std::erase_if(knowledge.cells, [&](const KnownCell &cell) {
      return mayMeet(pointer, *cell.pointer) && overlaps(cell.address, cell.bytes) &&
             !mutated(ProverMutation::ValuesWritten);
    });
    std::erase_if(knowledge.locks, [&](const KnownLock &lock) {
      return lock.kind == KnownLock::Kind::Word && lock.address != address &&
             mayLieIn(lock, reachedBy(pointer)) && overlaps(lock.address, 8);
    });
    knowledge.endLostSections();
  }
}

void Walk::write(Here here, Knowledge &knowledge) {
  const auto &store = llvm::cast<llvm::StoreInst>(*instruction(here).origin);
  const llvm::Value &pointer = *store.getPointerOperand();
  const llvm::Type &type = *store.getValueOperand()->getType();
  const std::uint64_t bytes = bytesOf(*store.getValueOperand());
  const ExpressionId address = valueOf(knowledge, pointer);
  const ExpressionId value = valueOf(knowledge, *store.getValueOperand());
  if (!mutated(ProverMutation::OwnedStored))
    escape(knowledge, value);
  const bool inSection = insideSection(here);
  ExpressionId before;
  for (const KnownCell &cell : knowledge.cells)
    if (cell.address == address && cell.bytes == bytes)
      before = cell.value;
  const bool orders = inSection || llvm::isReleaseOrStronger(store.getOrdering()) ||
                      (store.isAtomic() && mutated(ProverMutation::WordsRelease));
  if (orders)
    writeWord(here, knowledge, pointer, bytes, inSection ? before : ExpressionId(), value);
  else
    writePlainly(here, knowledge, pointer);
  forgetWritten(here, knowledge, value);
  if (!address.valid() || !value.valid() || expressions_.bitsOf(type) == 0)
    return;
  const bool fixed = isFixed(here, false);
  if (!inSection && (store.isAtomic() || !fixed))
    return;
  if (knowledge.cells.size() >= kMostCells)
    knowledge.cells.erase(knowledge.cells.begin());
  knowledge.cells.push_back({address, bytes, value, &pointer, memoryOf(pointer),
                             inSection && !fixed, type.isIntegerTy()});
}

void Walk::step(Here here, Knowledge knowledge, std::vector<Knowledge> &after) {
  const Instruction &now = instruction(here);
  const llvm::Instruction &origin = *now.origin;
  for (std::uint32_t i = 0; recording_ && i < now.siteCount; ++i)
    executed_[now.firstSite + i] = true;
  switch (now.op) {
  case Op::Load:
    recordSites(here, knowledge);
    load(here, knowledge);
    break;
  case Op::Store:
    write(here, knowledge);
    break;
  case Op::Exchange:
    exchange(here, std::move(knowledge), after);
    return;
  case Op::CompareExchange:
    compareExchange(here, std::move(knowledge), after);
    return;
  case Op::Call:
    recordSites(here, knowledge);
    call(here, std::move(knowledge), facts_.calls.calleesAt({here.function->id, here.index}),
         after);
    return;
  case Op::LibraryCall:
    if (now.library && createsThread(now.library->sync)) {
      // The call writes the handle, possibly after the thread has started.
      knowledge.alone = false;
      Knowledge started = knowledge;
      if (!mutated(ProverMutation::OwnedCreating))
        escapeOperands(here, started);
      recordSites(here, started);
    } else {
      recordSites(here, knowledge);
    }
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
    recordSites(here, knowledge);
    escapeOperands(here, knowledge);
    if (now.siteCount > 0)
      writeSites(here, knowledge);
    forgetWritten(here, knowledge);
    if (now.op == Op::Assembly || now.op == Op::Unsupported || now.op == Op::VariadicNext ||
        now.op == Op::VariadicCopy || now.op == Op::VariadicStart)
      knowledge.cells.clear();
    redefine(here, knowledge, origin);
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
      escapeOperands(here, knowledge);
      redefine(here, knowledge, origin);
    }
    break;
  }
  after.push_back(std::move(knowledge));
}

/// The effect of a library function's writes, or of a copy, on locks.
void Walk::writeSites(Here here, Knowledge &knowledge) {
  const Instruction &now = instruction(here);
  for (std::uint32_t i = 0; i < now.siteCount; ++i) {
    const AccessSite &site = program_.sites()[now.firstSite + i];
    if (writes(site.kind))
      writePlainly(here, knowledge, *program_.placeOf(site.id).pointer);
  }
}

} // namespace raceward
