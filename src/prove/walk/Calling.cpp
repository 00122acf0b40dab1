// Calls, returns and creations: translates the knowledge of one frame to that of another.
#include "Walk.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace raceward {

namespace {

constexpr unsigned kDeepestCall = 60;

/// A byval copy, or a value of another type, is not the argument that the caller passed.
bool isPassedOn(const Expressions &expressions, const llvm::Argument &formal, ExpressionId actual) {
  return actual.valid() && !formal.hasByValAttr() && expressions.bitsOf(*formal.getType()) != 0 &&
         expressions.sum(actual).bits == expressions.bitsOf(*formal.getType());
}

/// Whether the expression consists only of arguments of the function.
bool isMadeOfArguments(const Expressions &expressions, ExpressionId e,
                       const llvm::Function &function) {
  for (const auto &[symbol, factor] : expressions.sum(e).terms)
    for (const SymbolId part : expressions.at(symbol).madeOf) {
      if (expressions.at(part).scope == Scope::Program)
        continue;
      const auto *argument = llvm::dyn_cast<llvm::Argument>(expressions.at(part).value);
      if (!argument || argument->getParent() != &function)
        return false;
    }
  return true;
}

/// Whether a loop counts in this variable: one step per iteration, and the test at its head
/// prevents repeated values.
bool countsWithoutRepeating(const llvm::PHINode &phi) {
  if (phi.getNumIncomingValues() != 2)
    return false;
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(phi.getParent()->getTerminator());
  if (!branch || !branch->isConditional())
    return false;
  const auto *test = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
  if (!test)
    return false;
  for (unsigned i = 0; i < 2; ++i) {
    const auto *next = llvm::dyn_cast<llvm::BinaryOperator>(phi.getIncomingValue(i));
    if (!next || next->getOpcode() != llvm::Instruction::Add || next->getOperand(0) != &phi)
      continue;
    const auto *step = llvm::dyn_cast<llvm::ConstantInt>(next->getOperand(1));
    if (!step || !(step->isOne() || step->isMinusOne()))
      continue;
    if (test->getOperand(0) != &phi)
      continue;
    const auto *bound = llvm::dyn_cast<llvm::ConstantInt>(test->getOperand(1));
    // Which successor continues the loop? The one from which the step is reached without the head.
    const llvm::BasicBlock *latch = phi.getIncomingBlock(i);
    const auto reaches = [&](const llvm::BasicBlock *from) {
      std::vector<const llvm::BasicBlock *> open{from};
      llvm::DenseMap<const llvm::BasicBlock *, bool> seen;
      while (!open.empty()) {
        const llvm::BasicBlock *block = open.back();
        open.pop_back();
        if (block == phi.getParent() || seen[block])
          continue;
        seen[block] = true;
        if (block == latch)
          return true;
        open.insert(open.end(), llvm::succ_begin(block), llvm::succ_end(block));
      }
      return false;
    };
    const bool onTrue = reaches(branch->getSuccessor(0));
    const bool onFalse = reaches(branch->getSuccessor(1));
    if (onTrue == onFalse)
      return false;
    const llvm::CmpInst::Predicate goesOn =
        onTrue ? test->getPredicate() : test->getInversePredicate();
    // If the compared value changes as well, the counter may wrap around and repeat.
    const auto *moving = llvm::dyn_cast<llvm::Instruction>(test->getOperand(1));
    if (goesOn == llvm::CmpInst::ICMP_NE)
      return !moving || isOutsideOfLoops(*moving) || mutated(ProverMutation::SlicesMovingBound);
    if (step->isOne())
      return goesOn == llvm::CmpInst::ICMP_SLT || goesOn == llvm::CmpInst::ICMP_ULT ||
             (goesOn == llvm::CmpInst::ICMP_SLE && bound && !bound->isMaxValue(true)) ||
             (goesOn == llvm::CmpInst::ICMP_ULE && bound && !bound->isMaxValue(false));
    return goesOn == llvm::CmpInst::ICMP_SGT || goesOn == llvm::CmpInst::ICMP_UGT ||
           (goesOn == llvm::CmpInst::ICMP_SGE && bound && !bound->isMinValue(true)) ||
           (goesOn == llvm::CmpInst::ICMP_UGE && bound && !bound->isMinValue(false));
  }
  return false;
}

/// Whether the instruction is executed at most once between two visits of the block.
bool isOncePer(const llvm::BasicBlock &head, const llvm::Instruction &instruction) {
  const llvm::BasicBlock *start = instruction.getParent();
  if (start == &head)
    return true;
  std::vector<const llvm::BasicBlock *> open(llvm::succ_begin(start), llvm::succ_end(start));
  llvm::DenseMap<const llvm::BasicBlock *, bool> seen;
  while (!open.empty()) {
    const llvm::BasicBlock *block = open.back();
    open.pop_back();
    if (block == start)
      return false;
    if (block == &head || seen[block])
      continue;
    seen[block] = true;
    open.insert(open.end(), llvm::succ_begin(block), llvm::succ_end(block));
  }
  return true;
}

/// Whether every path from the block back to it passes the instruction.
bool isInEveryRound(const llvm::BasicBlock &head, const llvm::Instruction &instruction) {
  if (instruction.getParent() == &head)
    return true;
  std::vector<const llvm::BasicBlock *> open(llvm::succ_begin(&head), llvm::succ_end(&head));
  llvm::DenseMap<const llvm::BasicBlock *, bool> seen;
  while (!open.empty()) {
    const llvm::BasicBlock *block = open.back();
    open.pop_back();
    if (block == &head)
      return false;
    if (block == instruction.getParent() || seen[block])
      continue;
    seen[block] = true;
    open.insert(open.end(), llvm::succ_begin(block), llvm::succ_end(block));
  }
  return true;
}

} // namespace

Knowledge Walk::entryOf(Here here, const Knowledge &caller, const Function &callee) {
  const auto &call = llvm::cast<llvm::CallBase>(*instruction(here).origin);
  const llvm::Function &function = *callee.origin;
  Knowledge entry;
  entry.alone = caller.alone;
  const std::size_t count = std::min<std::size_t>(call.arg_size(), function.arg_size());
  std::vector<ExpressionId> actual(count);
  for (std::size_t i = 0; i < count; ++i) {
    const llvm::Argument &formal = *function.getArg(i);
    ExpressionId value = valueOf(caller, *call.getArgOperand(i));
    if (!isPassedOn(expressions_, formal, value))
      continue;
    if (const auto only = rangeOf(caller, value).only())
      value = expressions_.constant(expressions_.sum(value).bits, *only);
    actual[i] = value;
    const SymbolId symbol = expressions_.symbolOf(formal);
    if (expressions_.scopeOf(value) != Scope::Frame) {
      entry.setEqual(symbol, value);
      continue;
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (!actual[j].valid() || expressions_.scopeOf(actual[j]) != Scope::Frame)
        continue;
      const ExpressionId difference = expressions_.subtract(value, actual[j]);
      if (!difference.valid() || expressions_.scopeOf(difference) == Scope::Frame)
        continue;
      const ExpressionId other =
          resolve(entry, expressions_.symbol(expressions_.symbolOf(*function.getArg(j))));
      entry.setEqual(symbol, expressions_.add(other, difference));
      break;
    }
  }
  for (const KnownLock &lock : caller.locks) {
    KnownLock passed = lock;
    passed.address = {};
    if (expressions_.scopeOf(lock.address) != Scope::Frame)
      passed.address = lock.address;
    for (std::size_t i = 0; i < count && !passed.address.valid(); ++i) {
      if (!actual[i].valid() || expressions_.scopeOf(actual[i]) != Scope::Frame)
        continue;
      const ExpressionId difference = expressions_.subtract(lock.address, actual[i]);
      if (difference.valid() && expressions_.scopeOf(difference) != Scope::Frame)
        passed.address = expressions_.add(
            resolve(entry, expressions_.symbol(expressions_.symbolOf(*function.getArg(i)))),
            difference);
    }
    if (passed.address.valid())
      entry.hold(passed);
  }
  entry.phases = caller.phases;
  entry.endLostSections();
  for (const SymbolId symbol : caller.owned) {
    std::size_t as = count;
    bool known = true;
    for (std::size_t i = 0; i < call.arg_size(); ++i) {
      const ExpressionId value = valueOf(caller, *call.getArgOperand(i));
      if (value.valid() && !expressions_.isMadeOf(value, symbol))
        continue;
      if (i < count && actual[i].valid() && expressions_.soleSymbol(actual[i]) == symbol &&
          as == count)
        as = i;
      else if (i >= count || !actual[i].valid() || as == count ||
               !expressions_.constantOf(expressions_.subtract(actual[i], actual[as])))
        known = false;
    }
    // A value that is constant in the whole run keeps its own name there.
    if (known && as < count)
      entry.own(expressions_.at(symbol).scope == Scope::Program
                    ? symbol
                    : expressions_.symbolOf(*function.getArg(as)));
  }
  return entry;
}

bool Walk::mayBeReleased(FunctionId callee, const KnownLock &lock) {
  const std::vector<Reached> &gone = lock.kind == KnownLock::Kind::Mutex ? released_ : written_;
  return mayLieIn(lock, gone[callee.index()]) && !mutated(ProverMutation::LocksCalleeReleases);
}

/// Also if the lock is held again at the return: other threads may have held it meanwhile.
bool Walk::mayLetGo(FunctionId callee, const KnownLock &lock) {
  return mayBeReleased(callee, lock) ||
         (lock.kind == KnownLock::Kind::Mutex && mayLieIn(lock, waited_[callee.index()]) &&
          !mutated(ProverMutation::FlagsWaitInCallee));
}

/// Forgets memory that the callee may have written.
void Walk::forgetAfter(FunctionId callee, Knowledge &knowledge, bool sectionMayEnd) {
  std::erase_if(knowledge.cells, [&](const KnownCell &cell) {
    return !mutated(ProverMutation::ValuesCallees) &&
           ((cell.untilSectionEnds && sectionMayEnd) ||
            written_[callee.index()].meets(reachedBy(*cell.pointer)));
  });
}

/// The caller cannot express the result: it may be any object that it is made of. (An invalid
/// result left the callee with nothing owned.)
void Walk::loseSightOf(Knowledge &caller, ExpressionId result,
                       const std::map<SymbolId, ExpressionId> &actual) const {
  if (!result.valid())
    return;
  caller.loseSightOf(expressions_, result); // symbols with one name everywhere
  for (const auto &[formal, value] : actual)
    if (expressions_.isMadeOf(result, formal))
      caller.loseSightOf(expressions_, value);
}

std::optional<Knowledge> Walk::returned(Here here, const Knowledge &caller, const Function &callee,
                                        const Exit &exit) {
  const auto &call = llvm::cast<llvm::CallBase>(*instruction(here).origin);
  const llvm::Function &function = *callee.origin;
  const SymbolId result = expressions_.symbolOf(call);
  Knowledge after = caller;
  if (!mutated(ProverMutation::AloneAfterCall))
    after.alone = exit.knowledge.alone;

  std::map<SymbolId, ExpressionId> actual;
  for (std::size_t i = 0; i < std::min<std::size_t>(call.arg_size(), function.arg_size()); ++i) {
    const ExpressionId value = valueOf(caller, *call.getArgOperand(i));
    if (isPassedOn(expressions_, *function.getArg(i), value))
      actual[expressions_.symbolOf(*function.getArg(i))] = value;
  }
  const auto translated = [&](ExpressionId e) -> ExpressionId {
    if (expressions_.scopeOf(e) != Scope::Frame)
      return e;
    if (!isMadeOfArguments(expressions_, e, function))
      return {};
    bool complete = true;
    const ExpressionId outside = expressions_.substitute(e, [&](SymbolId symbol) {
      const auto at = actual.find(symbol);
      if (at != actual.end())
        return at->second;
      complete = complete && (expressions_.at(symbol).kind != Symbol::Kind::Value ||
                              expressions_.at(symbol).scope == Scope::Program);
      return ExpressionId();
    });
    return complete ? outside : ExpressionId();
  };

  // Knowledge passed to the callee is returned by it; the rest may have been released.
  const Knowledge entry = entryOf(here, caller, callee);
  std::erase_if(after.locks, [&](const KnownLock &lock) {
    for (const KnownLock &told : entry.locks)
      if (translated(told.address) == lock.address && told.kind == lock.kind)
        return true;
    return mayBeReleased(callee.id, lock);
  });
  std::vector<KnownLock> besideResult;
  for (const KnownLock &lock : exit.knowledge.locks) {
    KnownLock kept = lock;
    kept.address = translated(lock.address);
    if (kept.address.valid()) {
      after.hold(kept);
    } else if (exit.value.valid()) {
      const ExpressionId difference = expressions_.subtract(lock.address, exit.value);
      if (difference.valid() && expressions_.scopeOf(difference) != Scope::Frame) {
        kept.address = difference;
        besideResult.push_back(kept);
      }
    }
  }
  forgetAfter(callee.id, after, endsSection_[callee.id.index()]);
  // A risen flag stays risen; a section lasts only if the callee preserves it.
  after.phases = exit.knowledge.phases;
  for (const FlagPhase &phase : caller.phases)
    if (phase.risen)
      after.addPhase(phase);
  for (const KnownLock &lock : caller.locks)
    if (mayLetGo(callee.id, lock))
      for (ReadFlag &flag : after.read)
        flag.stillHeld = flag.stillHeld && !(flag.lock == lock.address && flag.kind == lock.kind);
  std::sort(after.read.begin(), after.read.end());
  after.endLostSections();
  std::erase_if(after.owned, [&](SymbolId symbol) {
    bool mentioned = false;
    for (const llvm::Use &argument : call.args()) {
      const ExpressionId value = valueOf(caller, *argument);
      mentioned = mentioned || !value.valid() || expressions_.isMadeOf(value, symbol);
    }
    if (!mentioned || mutated(ProverMutation::OwnedByCallee))
      return false;
    if (expressions_.at(symbol).scope == Scope::Program)
      return !entry.owns(symbol) || !exit.knowledge.owns(symbol);
    for (const auto &[formal, value] : actual)
      if (expressions_.soleSymbol(value) == symbol && entry.owns(formal))
        return !exit.knowledge.owns(formal);
    return true;
  });
  for (const SymbolId symbol : exit.knowledge.owned) // created in the callee
    if (expressions_.at(symbol).scope == Scope::Program && !entry.owns(symbol))
      after.own(symbol);
  // The call returned, so its arguments satisfy the conditions under which it does.
  for (const auto &[symbol, range] : exit.knowledge.ranges)
    if (const auto at = actual.find(symbol); at != actual.end())
      if (!narrow(after, at->second, range))
        return std::nullopt;

  ExpressionId value = exit.value.valid() ? translated(exit.value) : ExpressionId();
  if (value.valid() && expressions_.isMadeOf(value, result))
    value = {};
  redefine(here, after, call);
  const unsigned bits = expressions_.bitsOf(*call.getType());
  if (bits != 0) {
    const bool isKnown = value.valid() && expressions_.sum(value).bits == bits;
    if (isKnown)
      after.setEqual(result, value);
    else
      loseSightOf(after, exit.value, actual);
    if (!isKnown && exit.value.valid() && expressions_.sum(exit.value).bits == bits) {
      if (const SymbolId made = expressions_.soleSymbol(exit.value);
          made.valid() && !llvm::isa_and_nonnull<llvm::Argument>(expressions_.at(made).value) &&
          exit.knowledge.owns(made))
        after.own(result);
      for (KnownLock &lock : besideResult) {
        lock.address = expressions_.add(expressions_.symbol(result), lock.address);
        if (lock.address.valid())
          after.hold(lock);
      }
    }
    if (exit.value.valid() && expressions_.sum(exit.value).bits == bits &&
        exit.range != allOf(bits))
      after.setRange(result, exit.range);
  }
  return after;
}

void Walk::enter(Here here, ContextIndex callee) {
  const Shape &shape = shapeOf(*here.function);
  contexts_[callee].callers.insert(
      {here.context, shape.numberOf.lookup(instruction(here).origin->getParent())});
  if (recording_) {
    reach(callee);
    return;
  }
  if (depth_ >= kDeepestCall) {
    queue(callee);
    return;
  }
  ++depth_;
  settle(callee);
  --depth_;
}

void Walk::call(Here here, Knowledge knowledge, const std::vector<FunctionId> &callees,
                std::vector<Knowledge> &after) {
  // A function without a body may do anything, and is a gap.
  if (callees.empty() || facts_.calls.mayLeadOutside({here.function->id, here.index}))
    after.emplace_back();
  for (const FunctionId id : callees) {
    const Function &callee = program_.function(id);
    const ContextIndex context = contextFor(id, entryOf(here, knowledge, callee));
    enter(here, context);
    const std::vector<Exit> exits = contexts_[context].exits;
    for (const Exit &exit : exits)
      if (std::optional<Knowledge> next = returned(here, knowledge, callee, exit))
        after.push_back(std::move(*next));
  }
}

/// The library may call them any number of times, with arguments of its own; under `once` only once
/// in a run.
void Walk::callBack(Here here, Knowledge &knowledge, const std::vector<FunctionId> &callees,
                    const std::optional<KnownLock> &once) {
  for (const FunctionId id : callees) {
    const std::vector<KnownLock> held = knowledge.locks;
    for (const KnownLock &lock : held)
      if (mayLetGo(id, lock))
        knowledge.endSection(lock.address, lock.kind);
    std::erase_if(knowledge.locks, [&](const KnownLock &lock) { return mayBeReleased(id, lock); });
    knowledge.endLostSections();
    forgetAfter(id, knowledge, true);
  }
  // Entered with the knowledge that all of them together leave: the second may run after the first.
  Knowledge entry;
  for (const FunctionId id : callees)
    knowledge.alone = knowledge.alone &&
                      (!createsThreads_[id.index()] || mutated(ProverMutation::AloneAfterCallBack));
  entry.alone = knowledge.alone;
  for (const KnownLock &lock : knowledge.locks)
    if (expressions_.scopeOf(lock.address) != Scope::Frame)
      entry.hold(lock);
  if (once) {
    entry.hold(*once);
    entry.addPhase({{once->address, kOnceBytes}, once->address, once->kind, false});
  }
  for (const FunctionId id : callees)
    enter(here, contextFor(id, entry));
}

void Walk::libraryCall(Here here, Knowledge knowledge, std::vector<Knowledge> &after) {
  const LibraryFunction &library = *instruction(here).library;
  const auto &call = llvm::cast<llvm::CallBase>(*instruction(here).origin);
  if (synchronise(here, knowledge, after))
    return;
  if (library.neverReturns)
    return;
  // Control may return here from anywhere, with an unknown state.
  if (library.returnsTwice && !mutated(ProverMutation::ExecutedJumps)) {
    after.emplace_back();
    return;
  }
  bool losesSight =
      !library.keeps.empty() || !library.callsBack.empty() || !library.storesPointer.empty() ||
      (library.returns != ReturnEffect::Value && library.returns != ReturnEffect::FreshMemory) ||
      createsThread(library.sync);
  for (const ArgumentEffect &effect : library.effects)
    losesSight = losesSight || effect.andAllAfter;
  if (losesSight && !mutated(ProverMutation::OwnedPassed))
    escapeOperands(here, knowledge);
  const std::optional<KnownLock> once = onceAt(here, knowledge);
  callBack(here, knowledge, facts_.calls.calleesAt({here.function->id, here.index}), once);
  writeSites(here, knowledge);
  forgetWritten(here, knowledge);
  redefine(here, knowledge, call);
  if (once)
    knowledge.addPhase({{once->address, kOnceBytes}, once->address, once->kind, true});
  if (library.returns == ReturnEffect::FreshMemory &&
      (!weakAtomics_ || mutated(ProverMutation::OwnedWeakAtomics)))
    knowledge.own(expressions_.symbolOf(call));
  after.push_back(std::move(knowledge));
}

/// A number in which all threads created by this call differ, in place of the variable that counts
/// them; invalid if there is none.
ExpressionId Walk::numbered(Here here, const Knowledge &knowledge, ExpressionId argument) {
  const auto &call = *instruction(here).origin;
  for (const auto &[symbol, factor] : expressions_.sum(argument).terms) {
    for (const SymbolId part : expressions_.at(symbol).madeOf) {
      const auto *phi = llvm::dyn_cast<llvm::PHINode>(expressions_.at(part).value);
      if (!phi || phi->getFunction() != call.getFunction() ||
          (!countsWithoutRepeating(*phi) && !mutated(ProverMutation::SlicesRepeat)) ||
          (!isOncePer(*phi->getParent(), call) && !mutated(ProverMutation::SlicesOncePerRound)))
        continue;
      // The loop as a whole runs once.
      bool once = true;
      for (const llvm::BasicBlock *before : llvm::predecessors(phi->getParent()))
        if (!isOncePerRun(*here.function, *before))
          once = once && !isOutsideOfLoops(*before->getTerminator()); // the back edge
      const bool hasStart = std::any_of(
          llvm::pred_begin(phi->getParent()), llvm::pred_end(phi->getParent()),
          [&](const llvm::BasicBlock *before) { return isOncePerRun(*here.function, *before); });
      if ((!once || !hasStart) && !mutated(ProverMutation::SlicesLoopOnce))
        continue;
      const SymbolId number = expressions_.indexOf(expressions_.at(part).bits, call, *phi);
      const ExpressionId told = expressions_.substitute(argument, [&](SymbolId each) {
        return each == part ? expressions_.symbol(number) : ExpressionId();
      });
      if (told.valid() && expressions_.scopeOf(told) != Scope::Frame && isPlacedBy(told, number)) {
        addNumbers(number, rangeOf(knowledge, part), isInEveryRound(*phi->getParent(), call));
        return told;
      }
    }
  }
  return {};
}

/// Whether the block is executed at most once in any run.
bool Walk::isOncePerRun(const Function &function, const llvm::BasicBlock &block) {
  Shape &shape = shapeOf(function);
  const auto at = shape.numberOf.find(&block);
  if (at == shape.numberOf.end() || shape.onCycle[at->second] ||
      shape.firstInstruction[at->second] == UINT32_MAX)
    return false;
  // The same for all blocks that lie on no cycle.
  if (!shape.runsOnce)
    shape.runsOnce = facts_.threads.runsOnce({function.id, shape.firstInstruction[at->second]});
  return *shape.runsOnce;
}

void Walk::create(Here here, Knowledge &knowledge) {
  const auto &call = llvm::cast<llvm::CallBase>(*instruction(here).origin);
  const unsigned which = instruction(here).library->sync == SyncEffect::CreateThread ? 3 : 2;
  for (const CreateSite &site : facts_.calls.createsIn(here.function->id)) {
    if (site.at != InstructionRef{here.function->id, here.index})
      continue;
    for (const FunctionId id : site.entries) {
      const llvm::Function &root = *program_.function(id).origin;
      Knowledge entry;
      if (which < call.arg_size() && root.arg_size() > 0) {
        const ExpressionId value = valueOf(knowledge, *call.getArgOperand(which));
        if (isPassedOn(expressions_, *root.getArg(0), value)) {
          const SymbolId formal = expressions_.symbolOf(*root.getArg(0));
          const SymbolId made = expressions_.soleSymbolPlus(value);
          if (expressions_.scopeOf(value) == Scope::Program) {
            entry.setEqual(formal, value);
          } else if (made.valid() && knowledge.owns(made)) {
            const SymbolId own = expressions_.ownObjectOf(expressions_.at(made).bits, call,
                                                          !rangeOf(knowledge, made).excludesZero());
            entry.setEqual(formal, expressions_.plus(expressions_.symbol(own),
                                                     expressions_.sum(value).constant));
          } else if (const ExpressionId told = numbered(here, knowledge, value); told.valid()) {
            entry.setEqual(formal, told);
          }
        }
      }
      const ContextIndex context = contextFor(id, std::move(entry));
      if (recording_)
        reach(context);
      else
        queue(context);
    }
  }
}

} // namespace raceward
