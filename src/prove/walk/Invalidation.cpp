// New values, escaping addresses and overwritten memory.
#include "Invalidation.h"

#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace raceward {

/// The instruction computes a new value.
void Invalidation::redefine(Here here, Knowledge &knowledge, const llvm::Value &value) {
  if (here.onCycle && !mutated(ProverMutation::ValuesAnew))
    knowledge.forget(expressions_, expressions_.symbolOf(value));
}

/// The address of a new object escapes.
void Invalidation::escape(Knowledge &knowledge, ExpressionId value) const {
  if (!value.valid() && mutated(ProverMutation::OwnedUnknownValue))
    return;
  if (!value.valid()) // its symbols are unknown
    knowledge.owned.clear();
  else
    knowledge.loseSightOf(expressions_, value);
}

void Invalidation::escapeOperands(Here here, Knowledge &knowledge) {
  if (knowledge.owned.empty())
    return;
  for (const llvm::Use &operand : here.instruction().origin->operands())
    if (!llvm::isa<llvm::Constant>(operand) && !llvm::isa<llvm::BasicBlock>(operand) &&
        !llvm::isa<llvm::MetadataAsValue>(operand))
      escape(knowledge, values_.valueOf(knowledge, *operand));
}

/// Forgets memory that this instruction writes.
void Invalidation::forgetWritten(Here here, Knowledge &knowledge, ExpressionId value) {
  const Instruction &now = here.instruction();
  for (std::uint32_t i = 0; i < now.siteCount; ++i) {
    const AccessSite &site = program_.sites()[now.firstSite + i];
    if (!writes(site.kind))
      continue;
    const llvm::Value &pointer = *program_.placeOf(site.id).pointer;
    const ExpressionId address = values_.valueOf(knowledge, pointer);
    flags_.writeFlags(knowledge, pointer, address, site.bytes, value);
    const auto overlaps = [&](ExpressionId at, std::uint64_t bytes) {
      const ExpressionId difference = expressions_.subtract(address, at);
      const std::optional<std::int64_t> distance = expressions_.constantOf(difference);
      if (!distance || !site.bytes || *distance == INT64_MIN)
        return true;
      return *distance < static_cast<std::int64_t>(bytes) &&
             -*distance < static_cast<std::int64_t>(*site.bytes);
    };
    std::erase_if(knowledge.cells, [&](const KnownCell &cell) {
      return memory_.mayOverlap(pointer, site.bytes, *cell.pointer, cell.bytes) &&
             overlaps(cell.address, cell.bytes) && !mutated(ProverMutation::ValuesWritten);
    });
    std::erase_if(knowledge.locks, [&](const KnownLock &lock) {
      return lock.kind == KnownLock::Kind::Word && lock.address != address &&
             memory_.mayLieIn(lock, memory_.reachedBy(pointer)) && overlaps(lock.address, 8);
    });
    knowledge.endLostSections();
  }
}

} // namespace raceward
