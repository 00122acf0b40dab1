#include "AbsentThreads.h"

#include "points/Cycles.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/Instructions.h>

#include <vector>

namespace raceward {

namespace {

/// Whether the call was not made since the block was entered. It writes the handle itself, perhaps
/// after the thread has started.
bool isBeforeCall(const llvm::Instruction &now, const llvm::CallBase &call,
                  const llvm::BasicBlock &head) {
  if (mutated(ProverMutation::AbsentCreated))
    return true;
  if (&now == &call || (now.getParent() == call.getParent() && call.comesBefore(&now)))
    return false;
  return !isReachable(blocksAfter(*call.getParent()), *now.getParent(), {&head});
}

/// Whether the call was certainly made since the block was entered.
bool isAfterCall(const llvm::Instruction &now, const llvm::CallBase &call,
                 const llvm::BasicBlock &head) {
  if (mutated(ProverMutation::AbsentJoined))
    return true;
  if (now.getParent() == call.getParent())
    return call.comesBefore(&now);
  if (now.getParent() == &head || call.getParent() == &head)
    return call.getParent() == &head;
  return !isReachable(blocksAfter(head), *now.getParent(), {call.getParent(), &head});
}

} // namespace

std::optional<AbsentThreads::Thread> AbsentThreads::absentAt(Here here,
                                                             const llvm::PHINode &round) {
  const llvm::Instruction &now = *here.instruction().origin;
  const llvm::BasicBlock &head = *round.getParent();
  for (const CreateSite &site : facts_.calls.createsIn(here.function->id))
    if (slices_.isNumberOf(*here.function, round, *site.call) &&
        isBeforeCall(now, *site.call, head))
      return Thread{site.call, &round};
  for (const NumberedJoin &join : facts_.parallel.numberedJoins()) {
    if (join.round != &round || join.number->getType() != round.getType())
      continue;
    const Function *creator = facts_.program.functionOf(join.number->getFunction());
    const Instruction &joins =
        facts_.program.function(join.at.function).code.instructions[join.at.index];
    if (creator && slices_.isNumberOf(*creator, *join.number, *join.creation) &&
        isAfterCall(now, llvm::cast<llvm::CallBase>(*joins.origin), head))
      return Thread{join.creation, join.number};
  }
  return std::nullopt;
}

/// The pointer that an address begins with is not null there, or the access would be invalid. That
/// is why this says nothing about its value elsewhere.
ExpressionId AbsentThreads::withObject(ExpressionId address) {
  if (!address.valid())
    return {};
  const Sum sum = expressions_.sum(address);
  SymbolId base;
  for (const auto &[symbol, factor] : sum.terms) {
    const llvm::Value *value = expressions_.at(symbol).value;
    if (!value || !value->getType()->isPointerTy())
      continue;
    if (base.valid() || factor != 1)
      return address;
    base = symbol;
  }
  if (!base.valid() || expressions_.at(base).kind != Symbol::Kind::Value)
    return address;
  const llvm::Value &pointer = *expressions_.at(base).value;
  const std::optional<FixedPlace> place = places_.placeOf(pointer);
  if (!place || place->object == &pointer || !places_.isSingle(*place->object))
    return address;
  const ExpressionId object = expressions_.symbol(expressions_.symbolOf(*place->object));
  return expressions_.add(expressions_.subtract(address, expressions_.symbol(base)),
                          expressions_.plus(object, place->offset));
}

ExpressionId AbsentThreads::addressFor(Here here, ExpressionId address) {
  address = withObject(address);
  if (!address.valid())
    return {};
  const Sum sum = expressions_.sum(address);
  for (const auto &[symbol, factor] : sum.terms) {
    const std::vector<SymbolId> parts = expressions_.at(symbol).madeOf;
    for (const SymbolId part : parts) {
      const auto *round = llvm::dyn_cast_or_null<llvm::PHINode>(expressions_.at(part).value);
      if (!round || expressions_.at(part).kind != Symbol::Kind::Value ||
          round->getFunction() != here.function->origin)
        continue;
      const std::optional<Thread> absent = absentAt(here, *round);
      if (!absent)
        continue;
      const SymbolId number =
          expressions_.indexOf(expressions_.at(part).bits, *absent->creation, *absent->number);
      const ExpressionId told = expressions_.substitute(address, [&](SymbolId each) {
        return each == part ? expressions_.symbol(number) : ExpressionId();
      });
      if (told.valid())
        return told;
    }
  }
  return {};
}

} // namespace raceward
