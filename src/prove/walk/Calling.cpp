// Calls, callbacks and creations of threads: enters the contexts of other functions.
#include "Walk.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <set>

namespace raceward {

namespace {

constexpr unsigned kDeepestCall = 60;

} // namespace

void Walk::enter(Here here, ContextIndex callee) {
  const FlowShape &shape = shapes_.shapeOf(*here.function);
  contexts_[callee].callers.insert(
      {here.context, shape.numberOf.lookup(here.instruction().origin->getParent())});
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
  // A function without a body may do anything, and is a gap. If there is none, this is not reached.
  if (facts_.calls.mayLeadOutside({here.function->id, here.index}))
    after.emplace_back();
  for (const FunctionId id : callees) {
    const Function &callee = program_.function(id);
    const ContextIndex context = contextFor(id, frames_.entryOf(here, knowledge, callee));
    enter(here, context);
    const std::vector<FunctionExit> exits = contexts_[context].exits;
    for (const FunctionExit &exit : exits)
      if (std::optional<Knowledge> next = frames_.returned(here, knowledge, callee, exit))
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
      if (effects_.mayLetGo(id, lock))
        knowledge.endSection(lock.address, lock.kind);
    std::erase_if(knowledge.locks,
                  [&](const KnownLock &lock) { return effects_.mayBeReleased(id, lock); });
    knowledge.endLostSections();
    effects_.forgetAfter(id, knowledge, true);
  }
  // Entered with the knowledge that all of them together leave: the second may run after the first.
  Knowledge entry;
  for (const FunctionId id : callees)
    knowledge.alone = knowledge.alone &&
                      (!effects_.createsThreads(id) || mutated(ProverMutation::AloneAfterCallBack));
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

/// What a format names may be printed, or lie in a list that the callee goes through. Where the
/// text itself goes to, or comes from, is not told.
void Walk::escapeFormatted(Here here, Knowledge &knowledge) {
  const LibraryFunction &library = *here.instruction().library;
  const auto &call = llvm::cast<llvm::CallBase>(*here.instruction().origin);
  std::set<unsigned> plain;
  bool formats = false;
  for (const ArgumentEffect &effect : library.effects) {
    if (effect.andAllAfter || effect.format)
      formats = true;
    else
      plain.insert(effect.argument);
  }
  if (!formats || knowledge.owned.empty())
    return;
  for (unsigned i = 0; i < call.arg_size(); ++i)
    if (!plain.contains(i) && !llvm::isa<llvm::Constant>(call.getArgOperand(i)))
      invalidation_.escape(knowledge, values_.valueOf(knowledge, *call.getArgOperand(i)));
}

void Walk::libraryCall(Here here, Knowledge knowledge, std::vector<Knowledge> &after) {
  const LibraryFunction &library = *here.instruction().library;
  const auto &call = llvm::cast<llvm::CallBase>(*here.instruction().origin);
  if (locking_.synchronise(here, knowledge, after))
    return;
  if (createsThread(library.sync))
    create(here, knowledge);
  if (library.contract != ContractStep::None)
    contract(here, knowledge);
  if (library.neverReturns)
    return;
  // Control may return here from anywhere, with an unknown state.
  if (library.returnsTwice && !mutated(ProverMutation::ExecutedJumps)) {
    after.emplace_back();
    return;
  }
  bool losesSight =
      library.contract != ContractStep::None || !library.keeps.empty() || library.storesFresh ||
      !library.callsBack.empty() || !library.storesPointer.empty() ||
      (library.returns != ReturnEffect::Value && library.returns != ReturnEffect::FreshMemory) ||
      call.getType()->isStructTy() || // ldiv(): quotient and remainder tell what was divided
      createsThread(library.sync);
  if (losesSight && !mutated(ProverMutation::OwnedPassed))
    invalidation_.escapeOperands(here, knowledge);
  else if (!mutated(ProverMutation::OwnedPassed))
    escapeFormatted(here, knowledge);
  const std::optional<KnownLock> once = flags_.onceAt(here, knowledge);
  callBack(here, knowledge, facts_.calls.calleesAt({here.function->id, here.index}), once);
  writeSites(here, knowledge);
  invalidation_.forgetWritten(here, knowledge);
  invalidation_.redefine(here, knowledge, call);
  if (once)
    knowledge.addPhase({{once->address, kOnceBytes}, once->address, once->kind, true});
  if (library.returns == ReturnEffect::FreshMemory &&
      (!effects_.hasWeakAtomics() || mutated(ProverMutation::OwnedWeakAtomics)))
    knowledge.own(expressions_.symbolOf(call));
  if (library.returns == ReturnEffect::FreshMemory && !library.frees)
    regions_.allocate(knowledge, call);
  after.push_back(std::move(knowledge));
}

/// A function by contract may call what it, or another one, was given before: in this thread, and
/// in others from now on.
void Walk::contract(Here here, Knowledge &knowledge) {
  const bool givesFunctions = !facts_.calls.givenAt({here.function->id, here.index}).empty();
  if (givesFunctions && !mutated(ProverMutation::ContractStarts))
    knowledge.alone = false;
  if (here.instruction().library->contract == ContractStep::Begins && !knowledge.alone)
    std::erase_if(knowledge.cells, [](const KnownCell &cell) { return cell.untilSectionEnds; });
}

/// The creation succeeds, or fails and says so: then nobody else knows its argument, and main may
/// still be alone. Told apart only where that is something to know; otherwise one way stands for
/// both.
void Walk::createOrNot(Here here, Knowledge knowledge, std::vector<Knowledge> &after) {
  const auto &call = llvm::cast<llvm::CallBase>(*here.instruction().origin);
  const bool isTold = !call.use_empty() && call.getType()->isIntegerTy() &&
                      (knowledge.alone || !knowledge.owned.empty());
  Knowledge failed = knowledge;
  knowledge.alone = false;
  // The call writes the handle, possibly after the thread has started.
  Knowledge started = knowledge;
  if (!mutated(ProverMutation::OwnedCreating))
    invalidation_.escapeOperands(here, started);
  recorder_.recordSites(here, started);
  std::vector<Knowledge> created;
  libraryCall(here, std::move(knowledge), created);
  for (Knowledge &each : created)
    if (!isTold || saysWhether(here, each, true))
      after.push_back(std::move(each));
  if (!isTold)
    return;
  writeSites(here, failed); // the handle has any value then
  invalidation_.forgetWritten(here, failed);
  invalidation_.redefine(here, failed, call);
  if (saysWhether(here, failed, false))
    after.push_back(std::move(failed));
}

/// The call has returned that it created a thread, or that it did not. False if it cannot.
bool Walk::saysWhether(Here here, Knowledge &knowledge, bool created) {
  const llvm::Instruction &call = *here.instruction().origin;
  const ExpressionId success = expressions_.constant(call.getType()->getIntegerBitWidth(), 0);
  const bool isZero = created != mutated(ProverMutation::CreatedNothing);
  return values_.assumeComparison(knowledge,
                                  isZero ? llvm::CmpInst::ICMP_EQ : llvm::CmpInst::ICMP_NE,
                                  expressions_.symbol(expressions_.symbolOf(call)), success);
}

void Walk::create(Here here, Knowledge &knowledge) {
  const auto &call = llvm::cast<llvm::CallBase>(*here.instruction().origin);
  const unsigned which = here.instruction().library->sync == SyncEffect::CreateThread ? 3 : 2;
  for (const CreateSite &site : facts_.calls.createsIn(here.function->id)) {
    if (site.at != InstructionRef{here.function->id, here.index})
      continue;
    for (const FunctionId id : site.entries) {
      const llvm::Function &root = *program_.function(id).origin;
      Knowledge entry;
      if (which < call.arg_size() && root.arg_size() > 0) {
        const ExpressionId value = values_.valueOf(knowledge, *call.getArgOperand(which));
        if (frames_.isPassedOn(*root.getArg(0), value)) {
          const SymbolId formal = expressions_.symbolOf(*root.getArg(0));
          const SymbolId made = expressions_.soleSymbolPlus(value);
          if (expressions_.scopeOf(value) == Scope::Program) {
            entry.setEqual(formal, value);
          } else if (made.valid() && knowledge.owns(made)) {
            const SymbolId own = expressions_.ownObjectOf(
                expressions_.at(made).bits, call, !values_.rangeOf(knowledge, made).excludesZero());
            entry.setEqual(formal, expressions_.plus(expressions_.symbol(own),
                                                     expressions_.sum(value).constant));
          } else if (const ExpressionId told = slices_.numbered(here, knowledge, value);
                     told.valid()) {
            entry.setEqual(formal, told);
          }
        }
      }
      const ContextIndex context = contextFor(id, std::move(entry));
      threadRoots_.emplace(context, site.at);
      if (recording_)
        reach(context);
      else
        queue(context);
    }
  }
}

} // namespace raceward
