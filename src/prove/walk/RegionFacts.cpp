// Regions of pointers, and what reads and writes of slots do to them.
#include "RegionFacts.h"

#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>

namespace raceward {

/// A sum of a pointer with a known region and of numbers.
std::optional<RegionFact> RegionFacts::inObject(const Knowledge &knowledge, ExpressionId value) {
  const Sum &sum = expressions_.sum(value);
  const RegionFact *fact = nullptr;
  for (const auto &[symbol, factor] : sum.terms) {
    if (const RegionFact *known = knowledge.regionOf(symbol); known && factor == 1 && !fact)
      fact = known;
    else if (expressions_.at(symbol).bits == 0 || values_.isAddress(symbol))
      return std::nullopt;
  }
  if (!fact || !fact->root.valid())
    return std::nullopt;
  RegionFact moved = *fact;
  if (moved.atRoot &&
      (sum.terms.size() > 1 || __builtin_add_overflow(*moved.atRoot, sum.constant, &*moved.atRoot)))
    return std::nullopt;
  return moved;
}

std::optional<RegionFact> RegionFacts::of(const Knowledge &knowledge, const llvm::Value &pointer) {
  const ExpressionId value = values_.valueOf(knowledge, pointer);
  if (value.valid() && values_.rangeOf(knowledge, value).only() == 0)
    return RegionFact{};
  for (const ExpressionId each : {value, expressions_.of(pointer)})
    if (each.valid())
      if (std::optional<RegionFact> found = inObject(knowledge, each))
        return found;
  if (!value.valid() || expressions_.sum(value).bits != expressions_.pointerBits())
    return std::nullopt;
  const std::optional<ListRegions::AtRoot> at = regions_.rootOf(pointer);
  if (!at)
    return std::nullopt;
  return RegionFact{expressions_.plus(value, -at->offset), false, at->offset};
}

/// Whether so many bytes at the pointer lie in the region that it leads into: in an object, or in
/// the root itself, and not before or after it.
RegionFacts::Reach RegionFacts::reachOf(const Knowledge &knowledge, const RegionFact &fact,
                                        const llvm::Value &pointer,
                                        std::optional<std::uint64_t> bytes) {
  if (!fact.root.valid())
    return {};
  if (!fact.atRoot)
    return {true, true};
  const ListRegions::Targets &targets = regions_.targetsOf(pointer);
  if (targets.known && !targets.root)
    return {true, true};
  const bool fits = targets.known && regions_.isAtRoot(*targets.root, *fact.atRoot, bytes);
  if (fits || mutated(ProverMutation::RegionsBesideRoot))
    return {true, false};
  const ExpressionId atRoot = expressions_.plus(fact.root, *fact.atRoot);
  if (areApart(knowledge, values_.valueOf(knowledge, pointer), atRoot) ||
      areApart(knowledge, expressions_.of(pointer), atRoot))
    return {true, true};
  return {};
}

bool RegionFacts::areApart(const Knowledge &knowledge, ExpressionId a, ExpressionId b) {
  if (!a.valid() || !b.valid() || expressions_.sum(a).bits != expressions_.sum(b).bits)
    return false;
  const auto isNotZero = [&](ExpressionId difference) {
    return difference.valid() &&
           std::binary_search(knowledge.notZero.begin(), knowledge.notZero.end(), difference);
  };
  return isNotZero(expressions_.subtract(a, b)) || isNotZero(expressions_.subtract(b, a));
}

void RegionFacts::noteApart(Knowledge &knowledge, const llvm::Value &a, const llvm::Value &b) {
  // A value is in use by both names: that of the code, and what it is known to equal.
  const std::pair<ExpressionId, ExpressionId> both[] = {
      {expressions_.of(a), expressions_.of(b)},
      {values_.valueOf(knowledge, a), values_.valueOf(knowledge, b)},
      {expressions_.of(a), values_.valueOf(knowledge, b)},
      {values_.valueOf(knowledge, a), expressions_.of(b)}};
  for (const auto &[x, y] : both)
    if (x.valid() && y.valid() && expressions_.sum(x).bits == expressions_.pointerBits())
      if (const ExpressionId difference = expressions_.subtract(x, y);
          difference.valid() && !expressions_.constantOf(difference))
        knowledge.addNotZero(difference);
}

std::optional<RegionFact> RegionFacts::read(Here here, const Knowledge &knowledge) {
  const auto &load = llvm::cast<llvm::LoadInst>(*here.instruction().origin);
  if (!regions_.readsSlot(load))
    return std::nullopt;
  const llvm::Value &pointer = *load.getPointerOperand();
  const std::optional<RegionFact> slot = of(knowledge, pointer);
  if (!slot || !reachOf(knowledge, *slot, pointer, values_.bytesOf(load)).inRegion)
    return std::nullopt;
  const ListRegions::Targets &targets = regions_.targetsOf(load);
  if (!targets.known || expressions_.isMadeOf(slot->root, expressions_.symbolOf(load)))
    return std::nullopt;
  RegionFact fact{slot->root, slot->isNew, std::nullopt};
  if (targets.root && !slot->isNew)
    fact.atRoot = targets.root->offset;
  return fact;
}

void RegionFacts::allocate(Knowledge &knowledge, const llvm::CallBase &call) {
  const ListRegions::Targets &targets = regions_.targetsOf(call);
  if (!targets.known || targets.root)
    return;
  const SymbolId symbol = expressions_.symbolOf(call);
  const RegionFact fact{expressions_.symbol(symbol), true, std::nullopt};
  knowledge.setRegion(symbol, &fact);
}

/// Writes a pointer into a slot; false if it may lead into another region.
bool RegionFacts::link(Knowledge &knowledge, const RegionFact &slot, const llvm::Value &value) {
  const std::optional<RegionFact> linked = of(knowledge, value);
  if (!linked)
    return mutated(ProverMutation::RegionsUnknown);
  if (!linked->root.valid())
    return true;
  // A place before or after the root would be taken to be one in the next root when it is read.
  const ListRegions::Targets &targets = regions_.targetsOf(value);
  if (!targets.known ||
      (linked->atRoot && targets.root && targets.root->offset != *linked->atRoot &&
       !mutated(ProverMutation::RegionsMovedRoot)))
    return false;
  if (linked->root == slot.root)
    return linked->isNew == slot.isNew;
  if (linked->isNew)
    knowledge.moveRegion(linked->root, &slot);
  else if (slot.isNew)
    knowledge.moveRegion(ExpressionId(slot.root), &*linked);
  else
    return mutated(ProverMutation::RegionsLinked);
  return true;
}

/// Whole pointers are set to null.
bool RegionFacts::clears(const llvm::Instruction &origin) const {
  const auto *set = llvm::dyn_cast<llvm::MemSetInst>(&origin);
  const auto *value = set ? llvm::dyn_cast<llvm::ConstantInt>(set->getValue()) : nullptr;
  const auto *length = set ? llvm::dyn_cast<llvm::ConstantInt>(set->getLength()) : nullptr;
  return value && length && value->isZero() &&
         regions_.hasWholePointers(*set->getDest(), length->getZExtValue());
}

void RegionFacts::write(Here here, Knowledge &knowledge, bool mayBreak) {
  const Instruction &now = here.instruction();
  if (now.op == Op::Assembly || now.op == Op::Unsupported) {
    if (mayBreak)
      regions_.breakAll();
    return;
  }
  const auto *store = now.op == Op::Store ? llvm::cast<llvm::StoreInst>(now.origin) : nullptr;
  if (now.library && now.library->frees) // moving memory was looked for before
    return;
  for (std::uint32_t i = 0; i < now.siteCount; ++i) {
    const AccessSite &site = program_.sites()[now.firstSite + i];
    if (!writes(site.kind))
      continue;
    const llvm::Value &pointer = *program_.placeOf(site.id).pointer;
    if (!regions_.mayHitSlot(pointer, site.bytes, false))
      continue;
    const std::optional<RegionFact> fact = of(knowledge, pointer);
    const Reach reach = fact ? reachOf(knowledge, *fact, pointer, site.bytes) : Reach{};
    if (!regions_.mayHitSlot(pointer, site.bytes, reach.inNodes))
      continue;
    bool keeps = false;
    if (store)
      keeps = reach.inRegion && store->getValueOperand()->getType()->isPointerTy() &&
              link(knowledge, *fact, *store->getValueOperand());
    else
      keeps = clears(*now.origin);
    if (!keeps && mayBreak && !mutated(ProverMutation::RegionsWrites))
      regions_.breakRule(pointer);
  }
}

ExpressionId RegionFacts::rootOfAccess(const Knowledge &knowledge, const llvm::Value &pointer,
                                       std::optional<std::uint64_t> bytes) {
  const std::optional<RegionFact> fact = of(knowledge, pointer);
  if (!fact || fact->isNew)
    return {};
  const Reach reach = reachOf(knowledge, *fact, pointer, bytes);
  // Neighbouring bit-fields are one location, also across the end of a root.
  return reach.inRegion && (reach.inNodes || !hasBitFields_) ? fact->root : ExpressionId();
}

} // namespace raceward
