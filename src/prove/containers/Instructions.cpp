// Loads, stores, comparisons and what else is not a call.
#include "Executor.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace raceward {

namespace {

using Kind = SymbolicValue::Kind;

constexpr std::int64_t kLargestStep = 8; ///< counts that are further from a length are not followed

/// Whether the counter of a loop is compared with a small constant.
bool isComparedWithFew(const llvm::BinaryOperator &step) {
  const auto few = [](const llvm::Value &value) {
    return std::any_of(value.user_begin(), value.user_end(), [](const llvm::User *user) {
      const auto *compares = llvm::dyn_cast<llvm::ICmpInst>(user);
      const auto *with =
          compares ? llvm::dyn_cast<llvm::ConstantInt>(compares->getOperand(1)) : nullptr;
      return with && with->getValue().ule(kLargestStep);
    });
  };
  return llvm::isa<llvm::PHINode>(step.getOperand(0)) && (few(step) || few(*step.getOperand(0)));
}

} // namespace

void Executor::note(SiteId site, bool owned) {
  (owned ? owned_ : strayed_)[site.index()] = true;
}

/// The root of a held container at the address.
SymbolicValue *Executor::rootAt(SymbolicHeap &heap, const SymbolicValue &address,
                                std::uint64_t bytes) {
  if (address.kind != Kind::Pointer)
    return nullptr;
  for (HeldContainer &held : heap.held) {
    const std::vector<ContainerRoot> &roots = nodes_.containers[held.container].roots;
    for (std::size_t i = 0; i < roots.size(); ++i) {
      if (roots[i].usable && roots[i].bytes == bytes &&
          nodes_.addressOf(held.container, static_cast<unsigned>(i), held.lock) == address)
        return &held.roots[i];
    }
  }
  return nullptr;
}

/// Heaps in which it is known whether the thread owns what is at the address: it is in a cell or in
/// a container that it holds then.
Executor::Heaps Executor::reach(Here here, SymbolicHeap heap, const llvm::Value &pointer) {
  const SymbolicValue address = valueOf(heap, pointer);
  if (!address.isAddress())
    return {std::move(heap)};
  Heaps all;
  const bool alone = facts_.parallel.alwaysAlone({here.function->id, here.index});
  for (SymbolicHeap &each : heap.reveal(address.id)) {
    const SymbolicValue at = valueOf(each, pointer);
    if (alone && at.kind == Kind::Pointer && !each.cells.contains(at.id)) {
      Heaps opened = holdAlone(std::move(each), pointer);
      std::ranges::move(opened, std::back_inserter(all));
    } else {
      all.push_back(std::move(each));
    }
  }
  return all;
}

SymbolicValue Executor::believe(SymbolicHeap &heap, const llvm::LoadInst &load,
                                const SymbolicValue &value) {
  if (scope_.distrusted.contains(load.getPointerOperand()))
    return {};
  believed_.push_back(&load);
  return value.kind == Kind::Unknown && load.getType()->isPointerTy() ? heap.newPointer() : value;
}

Executor::Heaps Executor::load(Here here, SymbolicHeap heap) {
  const auto &load = llvm::cast<llvm::LoadInst>(*here.instruction().origin);
  const llvm::Value &pointer = *load.getPointerOperand();
  const llvm::Type &type = *load.getType();
  const std::uint64_t bytes = program_.module().getDataLayout().getTypeStoreSize(load.getType());
  const SiteId site(here.instruction().firstSite);
  const bool simple = type.isPointerTy() || (type.isIntegerTy() && type.getIntegerBitWidth() <= 64);
  Heaps all = reach(here, std::move(heap), pointer);
  for (SymbolicHeap &each : all) {
    const SymbolicValue address = valueOf(each, pointer);
    SymbolicValue value;
    bool owned = false;
    if (const auto cell = address.isAddress() ? each.cells.find(address.id) : each.cells.end();
        cell != each.cells.end()) {
      owned = true;
      if (address.kind == Kind::Pointer && simple) {
        const SymbolicValue known = cell->second.read(address.number, bytes);
        value = believe(each, load, known);
        if (known.kind == Kind::Unknown && value.kind != Kind::Unknown)
          each.cells.at(address.id).write(address.number, bytes, value);
      }
    } else if (SymbolicValue *root = rootAt(each, address, bytes)) {
      owned = true;
      value = believe(each, load, *root);
      if (root->kind == Kind::Unknown)
        *rootAt(each, address, bytes) = value;
    } else if (address.kind == Kind::Pointer && type.isPointerTy() && !load.isAtomic() &&
               effects_.isFixed(here, true)) {
      const auto [known, isNew] = each.fixed.try_emplace({address.id, address.number, bytes});
      if (isNew)
        known->second = each.newPointer();
      value = known->second;
    }
    for (std::uint32_t i = 0; i < here.instruction().siteCount; ++i)
      note(SiteId(site.index() + i), owned);
    setValue(each, load, value);
  }
  return all;
}

Executor::Heaps Executor::store(Here here, SymbolicHeap heap) {
  const auto &store = llvm::cast<llvm::StoreInst>(*here.instruction().origin);
  const llvm::Value &pointer = *store.getPointerOperand();
  const std::uint64_t bytes =
      program_.module().getDataLayout().getTypeStoreSize(store.getValueOperand()->getType());
  if (store.isAtomic())
    publish(&here, heap);
  Heaps all = reach(here, std::move(heap), pointer);
  for (SymbolicHeap &each : all) {
    const SymbolicValue address = valueOf(each, pointer);
    const SymbolicValue value = valueOf(each, *store.getValueOperand());
    bool owned = false;
    bool followed = false;
    if (const auto cell = address.isAddress() ? each.cells.find(address.id) : each.cells.end();
        cell != each.cells.end()) {
      owned = true;
      followed = address.kind == Kind::Pointer;
      if (followed)
        cell->second.write(address.number, bytes, value);
    } else if (SymbolicValue *root = rootAt(each, address, bytes)) {
      owned = followed = true;
      *root = value;
    } else if (facts_.parallel.alwaysAlone({here.function->id, here.index})) {
      // Read later only if it is not written while there are threads.
      std::erase_if(each.fixed, [&](const auto &known) {
        const int id = std::get<0>(known.first);
        return address.kind != Kind::Pointer || address.id >= 0 || id >= 0 || id == address.id;
      });
      if (address.kind == Kind::Pointer && value.kind == Kind::Pointer)
        each.fixed[{address.id, address.number, bytes}] = value;
    }
    for (std::uint32_t i = 0; i < here.instruction().siteCount; ++i) {
      const SiteId site(here.instruction().firstSite + i);
      note(site, owned);
      loose_[site.index()] = loose_[site.index()] || !followed;
    }
  }
  return all;
}

Executor::Heaps Executor::compare(const llvm::ICmpInst &compare, SymbolicHeap heap) {
  const SymbolicValue a = valueOf(heap, *compare.getOperand(0));
  const SymbolicValue b = valueOf(heap, *compare.getOperand(1));
  const unsigned predicate = compare.getPredicate();
  if (a.kind == Kind::Length && b.kind == Kind::Number)
    return compareLength(compare, std::move(heap), a, b.number, predicate);
  if (b.kind == Kind::Length && a.kind == Kind::Number)
    return compareLength(compare, std::move(heap), b, a.number,
                         llvm::ICmpInst::getSwappedPredicate(compare.getPredicate()));
  if (a.kind == Kind::Number && b.kind == Kind::Number &&
      compare.getOperand(0)->getType()->isIntegerTy()) {
    const unsigned bits = compare.getOperand(0)->getType()->getIntegerBitWidth();
    const llvm::APInt x(bits, static_cast<std::uint64_t>(a.number), true);
    const llvm::APInt y(bits, static_cast<std::uint64_t>(b.number), true);
    setValue(
        heap, compare,
        SymbolicValue::constant(llvm::ICmpInst::compare(x, y, compare.getPredicate()) ? 1 : 0));
    return {std::move(heap)};
  }
  const auto isZero = [](const SymbolicValue &value) {
    return value.kind == Kind::Number && value.number == 0;
  };
  if (compare.isEquality() &&
      ((a.kind == Kind::NonZero && isZero(b)) || (b.kind == Kind::NonZero && isZero(a)))) {
    setValue(heap, compare,
             SymbolicValue::constant(compare.getPredicate() == llvm::ICmpInst::ICMP_NE ? 1 : 0));
    return {std::move(heap)};
  }
  if (!compare.isEquality() || !a.isAddress() || !b.isAddress()) {
    setValue(heap, compare, {});
    return {std::move(heap)};
  }
  Heaps all;
  for (auto &[decided, equal] : heap.equals(a, b)) {
    setValue(decided, compare,
             equal ? SymbolicValue::constant(
                         *equal == (compare.getPredicate() == llvm::ICmpInst::ICMP_EQ) ? 1 : 0)
                   : SymbolicValue());
    all.push_back(std::move(decided));
  }
  return all;
}

/// Lengths are not negative, so that a comparison with the least number of nodes asks whether there
/// are more.
Executor::Heaps Executor::compareLength(const llvm::ICmpInst &compare, SymbolicHeap heap,
                                        const SymbolicValue &length, std::int64_t number,
                                        unsigned predicate) {
  using P = llvm::ICmpInst;
  std::int64_t with = number;  // the comparison is the same as with this number,
  std::optional<bool> ifEqual; // with this answer where the two are equal
  std::optional<bool> always;
  switch (predicate) {
  case P::ICMP_EQ:
    ifEqual = true;
    break;
  case P::ICMP_NE:
    ifEqual = false;
    break;
  case P::ICMP_SGT:
  case P::ICMP_UGT: // more than the least: not the least
    if (number < length.number && number >= 0)
      always = true;
    else if (number == length.number)
      ifEqual = false;
    break;
  case P::ICMP_SGE:
  case P::ICMP_UGE:
    with = number - 1;
    if (number <= length.number && number >= 0)
      always = true;
    else if (with == length.number)
      ifEqual = false;
    break;
  case P::ICMP_SLT:
  case P::ICMP_ULT:
    with = number - 1;
    if (number <= length.number && number >= 0)
      always = false;
    else if (with == length.number)
      ifEqual = true;
    break;
  case P::ICMP_SLE:
  case P::ICMP_ULE:
    if (number < length.number && number >= 0)
      always = false;
    else if (number == length.number)
      ifEqual = true;
    break;
  default:
    break;
  }
  if (always || !ifEqual || length.number < 0) {
    setValue(heap, compare,
             always && length.number >= 0 ? SymbolicValue::constant(*always ? 1 : 0)
                                          : SymbolicValue());
    return {std::move(heap)};
  }
  Heaps all;
  for (auto &[decided, equal] : heap.lengthEquals(length, with)) {
    setValue(decided, compare, SymbolicValue::constant(*equal == *ifEqual ? 1 : 0));
    all.push_back(std::move(decided));
  }
  return all;
}

SymbolicValue Executor::arithmetic(const llvm::BinaryOperator &operation, SymbolicHeap &heap) {
  const SymbolicValue a = valueOf(heap, *operation.getOperand(0));
  const SymbolicValue b = valueOf(heap, *operation.getOperand(1));
  const unsigned opcode = operation.getOpcode();
  if (b.kind != Kind::Number || (a.kind != Kind::Number && a.kind != Kind::Length))
    return {};
  if (a.kind == Kind::Number &&
      (opcode == llvm::Instruction::And || opcode == llvm::Instruction::Or ||
       opcode == llvm::Instruction::Xor))
    return SymbolicValue::constant(opcode == llvm::Instruction::And  ? a.number & b.number
                                   : opcode == llvm::Instruction::Or ? a.number | b.number
                                                                     : a.number ^ b.number);
  // Steps of counts in memory. A variable that counts rounds would have a heap for each, unless
  // there are only a few.
  if ((opcode != llvm::Instruction::Add && opcode != llvm::Instruction::Sub) ||
      !(llvm::isa<llvm::LoadInst>(operation.getOperand(0)) ||
        (a.kind == Kind::Number && isComparedWithFew(operation))) ||
      operation.getType()->getIntegerBitWidth() < 32 || b.number < -kLargestStep ||
      b.number > kLargestStep)
    return {};
  SymbolicValue sum = a;
  sum.number += opcode == llvm::Instruction::Add ? b.number : -b.number;
  return sum.number < -kLargestStep || sum.number > kLargestStep ? SymbolicValue() : sum;
}

void Executor::compute(const llvm::Instruction &instruction, SymbolicHeap &heap) {
  SymbolicValue value;
  if (const auto *address = llvm::dyn_cast<llvm::GEPOperator>(&instruction)) {
    value = addressOf(heap, *address);
  } else if (const auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
    const SymbolicValue source = valueOf(heap, *cast->getOperand(0));
    const llvm::Type &from = *cast->getSrcTy();
    const llvm::Type &to = *cast->getDestTy();
    if (from.isPointerTy() && to.isPointerTy())
      value = source;
    else if (from.isIntegerTy() && to.isIntegerTy() && source.kind == Kind::Number &&
             ((source.number == 0 || source.number == 1) ||
              (source.number > 0 && source.number <= kLargestStep &&
               from.getIntegerBitWidth() >= 8 && to.getIntegerBitWidth() >= 8)))
      value =
          source.number == 1 && cast->getOpcode() == llvm::Instruction::SExt && from.isIntegerTy(1)
              ? SymbolicValue::constant(-1)
              : source;
    else if (from.isIntegerTy() && to.isIntegerTy() && source.kind == Kind::Length &&
             to.getIntegerBitWidth() >= 32)
      value = source;
  } else if (const auto *select = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
    const SymbolicValue condition = valueOf(heap, *select->getCondition());
    const SymbolicValue yes = valueOf(heap, *select->getTrueValue());
    const SymbolicValue no = valueOf(heap, *select->getFalseValue());
    if (condition.kind == Kind::Number)
      value = condition.number != 0 ? yes : no;
    else if (yes == no)
      value = yes;
  } else if (llvm::isa<llvm::FreezeInst>(instruction)) {
    value = valueOf(heap, *instruction.getOperand(0));
  } else if (const auto *operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction)) {
    value = arithmetic(*operation, heap);
  }
  if (!instruction.getType()->isVoidTy())
    setValue(heap, instruction, value);
}

/// Accesses of an instruction that are not followed: what they write may be anything.
Executor::Heaps Executor::touch(Here here, SymbolicHeap heap) {
  const Instruction &now = here.instruction();
  Heaps all{std::move(heap)};
  for (std::uint32_t i = 0; i < now.siteCount; ++i) {
    const SiteId site(now.firstSite + i);
    const llvm::Value &pointer = *program_.placeOf(site).pointer;
    Heaps next;
    for (SymbolicHeap &each : all) {
      const SymbolicValue address = valueOf(each, pointer);
      Heaps revealed = address.isAddress() ? each.reveal(address.id) : Heaps{each};
      std::ranges::move(revealed, std::back_inserter(next));
    }
    for (SymbolicHeap &each : next) {
      const SymbolicValue address = valueOf(each, pointer);
      note(site, address.isAddress() && each.cells.contains(address.id));
      if (writes(program_.sites()[site.index()].kind)) {
        loose_[site.index()] = true;
        if (facts_.parallel.alwaysAlone({here.function->id, here.index}))
          each.fixed.clear();
      }
    }
    all = std::move(next);
  }
  return all;
}

/// Copies and fills of a known length, from and into cells.
Executor::Heaps Executor::moveMemory(Here here, SymbolicHeap heap) {
  const auto &call = llvm::cast<llvm::CallBase>(*here.instruction().origin);
  const auto *length = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
  const llvm::Value &target = *call.getArgOperand(0);
  if (!length || length->getZExtValue() > 4096 || length->isZero())
    return touch(here, std::move(heap));
  const auto bytes = static_cast<std::int64_t>(length->getZExtValue());
  const bool fills = here.instruction().op == Op::SetMemory;
  Heaps all;
  for (SymbolicHeap &each : reach(here, std::move(heap), target)) {
    Heaps both =
        fills ? Heaps{std::move(each)} : reach(here, std::move(each), *call.getArgOperand(1));
    std::ranges::move(both, std::back_inserter(all));
  }
  for (SymbolicHeap &each : all) {
    const SymbolicValue to = valueOf(each, target);
    const SymbolicValue from = fills ? SymbolicValue() : valueOf(each, *call.getArgOperand(1));
    const auto cell = to.isAddress() ? each.cells.find(to.id) : each.cells.end();
    const bool followed = cell != each.cells.end() && to.kind == Kind::Pointer;
    for (std::uint32_t i = 0; i < here.instruction().siteCount; ++i) {
      const SiteId site(here.instruction().firstSite + i);
      const SymbolicValue address = valueOf(each, *program_.placeOf(site).pointer);
      note(site, address.isAddress() && each.cells.contains(address.id));
      if (writes(program_.sites()[site.index()].kind))
        loose_[site.index()] = loose_[site.index()] || !followed;
    }
    if (!followed) {
      if (facts_.parallel.alwaysAlone({here.function->id, here.index}))
        each.fixed.clear();
      continue;
    }
    HeapCell source; // what is zero there without having been written is not copied
    if (const auto at = from.kind == Kind::Pointer ? each.cells.find(from.id) : each.cells.end();
        at != each.cells.end())
      source = at->second;
    const auto *filling =
        fills ? llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1)) : nullptr;
    cell->second.clear(to.number, bytes, filling && filling->isZero());
    for (const auto &[offset, field] : source.fields)
      if (offset >= from.number &&
          offset + static_cast<std::int64_t>(field.second) <= from.number + bytes)
        cell->second.write(offset - from.number + to.number, field.second,
                           source.read(offset, field.second));
  }
  return all;
}

} // namespace raceward
