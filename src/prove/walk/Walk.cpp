// Contexts, blocks, and the order in which they are processed.
#include "Walk.h"
#include "FunctionLocks.h"

#include "raceward/base/Check.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace raceward {

namespace {

/// Maximum groups of paths in a block; beyond, all are joined.
constexpr std::size_t kMostWays = 8;
constexpr std::size_t kMostExits = 8;
/// Maximum number of separate contexts of one function.
constexpr std::size_t kMostContexts = 24;
constexpr unsigned kJoinsBeforeWidening = 3;
constexpr unsigned kJoinsOfExitsBeforeWidening = 24;
constexpr std::uint64_t kMostSteps = 60'000'000;

/// The entry as a key: all of it (see entryOf() and callBack(), which set nothing else).
std::vector<std::uint32_t> entryKey(const Knowledge &entry) {
  std::vector<std::uint32_t> key{entry.alone && !mutated(ProverMutation::KeyAlone) ? 1U : 0U};
  for (const KnownLock &lock : entry.locks) {
    if (mutated(ProverMutation::KeyLocks))
      break;
    key.push_back(lock.address.index());
    key.push_back((lock.kind == KnownLock::Kind::Word ? 2 : 0) +
                  (lock.exclusive && !mutated(ProverMutation::KeyExclusive) ? 1 : 0));
    key.push_back(mutated(ProverMutation::KeyLockSize) ? 0
                                                       : static_cast<std::uint32_t>(lock.bytes));
    if (mutated(ProverMutation::KeyLockMemory))
      continue;
    key.push_back(static_cast<std::uint32_t>(lock.memory.size()));
    key.insert(key.end(), lock.memory.begin(), lock.memory.end());
  }
  key.push_back(UINT32_MAX);
  for (const auto &[symbol, value] : entry.equal) {
    key.push_back(symbol.index());
    key.push_back(mutated(ProverMutation::KeyArguments) ? 0 : value.index());
  }
  key.push_back(UINT32_MAX);
  for (const FlagPhase &phase : entry.phases) {
    if (mutated(ProverMutation::KeyFlags))
      break;
    key.push_back(phase.flag.address.index());
    key.push_back(
        mutated(ProverMutation::KeyFlagSize) ? 0 : static_cast<std::uint32_t>(phase.flag.bytes));
    key.push_back(phase.lock.index());
    key.push_back((phase.kind == KnownLock::Kind::Word ? 2 : 0) + (phase.risen ? 1 : 0) +
                  (phase.left ? (*phase.left ? 8 : 4) : 0));
  }
  key.push_back(UINT32_MAX);
  for (const SymbolId symbol : entry.owned)
    if (!mutated(ProverMutation::KeyOwned))
      key.push_back(symbol.index());
  key.push_back(UINT32_MAX);
  for (const auto &[symbol, fact] : entry.regions) {
    if (mutated(ProverMutation::KeyRegions))
      break;
    key.push_back(symbol.index());
    key.push_back(fact.root.index());
    key.push_back((fact.isNew ? 2 : 0) + (fact.atRoot ? 1 : 0));
    const auto offset = static_cast<std::uint64_t>(fact.atRoot.value_or(0));
    key.push_back(static_cast<std::uint32_t>(offset));
    key.push_back(static_cast<std::uint32_t>(offset >> 32U));
  }
  return key;
}

} // namespace

Walk::Walk(const Facts &facts)
    : facts_(facts), program_(facts.program), shapes_(facts),
      expressions_(
          facts.program,
          [this](const llvm::Instruction &instruction) { return shapes_.runsOnce(instruction); }),
      memory_(facts), effects_(facts, memory_), values_(program_, expressions_, memory_, effects_),
      distrust_(facts, expressions_, memory_, values_),
      departures_(facts, shapes_, expressions_, memory_, effects_, values_),
      flags_(expressions_, memory_, values_, departures_),
      slices_(program_, expressions_, shapes_, values_, effects_),
      absent_(facts, expressions_, slices_), held_(facts, effects_), listRegions_(facts, effects_),
      regions_(program_, expressions_, values_, listRegions_, effects_.mayHaveBitFields()),
      recorder_(program_, expressions_, memory_, effects_, values_, distrust_, flags_, departures_,
                slices_, absent_, held_, regions_),
      invalidation_(program_, expressions_, memory_, values_, flags_),
      locking_(expressions_, memory_, values_, distrust_, invalidation_, recorder_,
               facts.threads.interruptsWaits()),
      frames_(expressions_, values_, effects_, invalidation_, regions_),
      known_(facts.program.functions().size()),
      general_(facts.program.functions().size(), UINT32_MAX) {}

/// Contexts of threads without a visible creation. Handlers at the end of threads and of the
/// process, and call-backs, may run anywhere.
std::vector<ContextIndex> Walk::roots() {
  Knowledge first;
  first.alone = !facts_.threads.interruptsCreate();
  std::vector<ContextIndex> found{contextFor(program_.entry().id, std::move(first))};
  for (const ThreadTemplate &thread : facts_.threads.templates())
    if (thread.runsInOthers())
      for (const FunctionId root : thread.roots) {
        Knowledge atEnd;
        atEnd.alone = mutated(ProverMutation::AloneHandlers);
        found.push_back(contextFor(root, std::move(atEnd)));
      }
  return found;
}

bool Walk::run() {
  for (const ContextIndex root : roots())
    queue(root);
  while (!queue_.empty() && !gaveUp_) {
    const ContextIndex next = queue_.front();
    queue_.pop_front();
    contexts_[next].queued = false;
    settle(next);
  }
  return !gaveUp_;
}

/// By context, the only thread that may be there, directly or by calls.
void Walk::findThreads() {
  std::vector<std::vector<ContextIndex>> callees(contexts_.size());
  for (ContextIndex each = 0; each < contexts_.size(); ++each)
    for (const auto &[caller, block] : contexts_[each].callers)
      callees[caller].push_back(each);
  std::vector<std::optional<SingleThread>> found(contexts_.size()); // nothing: no thread so far
  std::vector<ContextIndex> open;
  const auto come = [&](ContextIndex to, SingleThread thread) {
    const SingleThread both = !found[to] || found[to] == thread ? thread : SingleThread::None;
    if (found[to] == both)
      return;
    found[to] = both;
    open.push_back(to);
  };
  std::map<InstructionRef, SingleThread> numbers;
  for (const auto &[root, creation] : threadRoots_) {
    const auto next = static_cast<SingleThread>(numbers.size() + 2);
    const auto number = numbers.try_emplace(creation, next).first->second;
    const bool isSingle = facts_.threads.runsOnce(creation) || mutated(ProverMutation::VisitsOnce);
    come(root, isSingle ? number : SingleThread::None);
  }
  const std::vector<ContextIndex> others = roots();
  for (const ContextIndex root : others)
    come(root, root == others.front() ? SingleThread::Main : SingleThread::None);
  while (!open.empty()) {
    const ContextIndex each = open.back();
    open.pop_back();
    for (const ContextIndex callee : callees[each])
      come(callee, *found[each]);
  }
  threads_.clear();
  for (const std::optional<SingleThread> &thread : found)
    threads_.push_back(thread.value_or(SingleThread::None));
}

/// A final pass over everything, in the contexts that are entered in the fixed point: some were
/// only entered while less was known.
void Walk::record(Visits &visits) {
  findThreads();
  recording_ = true;
  distrust_.startRecording();
  flags_.startRecording();
  departures_.startRecording();
  recorder_.startRecording();
  const std::size_t contexts = contexts_.size();
  for (const ContextIndex root : roots())
    reach(root);
  while (!toRecord_.empty()) {
    const ContextIndex next = toRecord_.front();
    toRecord_.pop_front();
    for (unsigned block = 0; block < contexts_[next].blocks.size(); ++block)
      walkBlock(next, block);
  }
  // Recording must not change the result.
  const bool settled = !gaveUp_ && contexts_.size() == contexts && queue_.empty();
  recorder_.finish(visits, settled);
  const FunctionLocks locks(expressions_, distrust_);
  if (settled)
    for (const ContextIndex each : reached_)
      visits.locksAtCalls_.push_back(locks.of(program_.function(contexts_[each].function),
                                              contexts_[each].entry, contexts_[each].exits));
}

void Walk::reach(ContextIndex context) {
  if (reached_.insert(context).second)
    toRecord_.push_back(context);
}

void Walk::queue(ContextIndex index) {
  Context &context = contexts_[index];
  if (context.queued || context.active || context.open.empty())
    return;
  context.queued = true;
  queue_.push_back(index);
}

ContextIndex Walk::contextFor(FunctionId function, Knowledge entry) {
  auto &known = known_[function.index()];
  std::vector<std::uint32_t> key = entryKey(entry);
  if (const auto at = known.find(key); at != known.end())
    return at->second;
  if (known.size() >= kMostContexts) {
    ContextIndex &general = general_[function.index()];
    if (general == UINT32_MAX) {
      general = static_cast<ContextIndex>(contexts_.size());
      contexts_.emplace_back();
      contexts_.back().function = function;
      contexts_.back().entry = std::move(entry);
    } else if (mutated(ProverMutation::ContextsMany) ||
               !joinInto(expressions_, contexts_[general].entry, entry, true)) {
      return general;
    }
    Context &context = contexts_[general];
    context.blocks.resize(shapes_.shapeOf(program_.function(function)).blocks.size());
    enterBlock(general, UINT32_MAX, 0, context.entry);
    return general;
  }
  const auto index = static_cast<ContextIndex>(contexts_.size());
  contexts_.emplace_back();
  contexts_.back().function = function;
  contexts_.back().entry = std::move(entry);
  known.emplace(std::move(key), index);
  Context &context = contexts_[index];
  context.blocks.resize(shapes_.shapeOf(program_.function(function)).blocks.size());
  if (!context.blocks.empty())
    enterBlock(index, UINT32_MAX, 0, context.entry);
  return index;
}

/// Processes blocks until nothing changes. A callee that is new is settled at the call, unless that
/// would nest too deeply.
void Walk::settle(ContextIndex index) {
  Context &context = contexts_[index];
  if (context.active)
    return;
  context.active = true;
  while (!context.open.empty() && !gaveUp_) {
    const unsigned block = *context.open.begin();
    context.open.erase(context.open.begin());
    walkBlock(index, block);
  }
  context.active = false;
}

void Walk::walkBlock(ContextIndex index, unsigned block) {
  const Context &context = contexts_[index];
  const Function &function = program_.function(context.function);
  const FlowShape &shape = shapes_.shapeOf(function);
  if (shape.firstInstruction[block] == UINT32_MAX)
    return;
  const bool onCycle = shape.onCycle[block];
  // A copy: the block may lead back to itself.
  const std::vector<Knowledge> ways = context.blocks[block].ways;
  for (const Knowledge &way : ways) {
    std::vector<Knowledge> now{way};
    std::uint32_t i = shape.firstInstruction[block];
    for (;; ++i) {
      const Here here{index, &function, i, onCycle,
                      recording_ ? threads_[index] : SingleThread::None};
      std::vector<Knowledge> after;
      for (Knowledge &each : now)
        step(here, std::move(each), after);
      if (after.size() > kMostWays) { // the limit of a block
        for (std::size_t j = 1; j < after.size(); ++j)
          joinInto(expressions_, after.front(), after[j], false);
        after.resize(1);
      }
      now = std::move(after);
      steps_ += now.size();
      if (steps_ > kMostSteps)
        gaveUp_ = true;
      if (gaveUp_ || now.empty() || function.code.instructions[i].origin->isTerminator())
        break;
    }
    if (!recording_ && !gaveUp_)
      for (const Knowledge &each : now)
        leaveBlock({index, &function, i, onCycle}, each);
  }
}

void Walk::leaveBlock(Here here, const Knowledge &knowledge) {
  const llvm::Instruction &end = *here.instruction().origin;
  const FlowShape &shape = shapes_.shapeOf(*here.function);
  const unsigned from = shape.numberOf.lookup(end.getParent());
  if (const auto *leaves = llvm::dyn_cast<llvm::ReturnInst>(&end)) {
    FunctionExit exit{knowledge, {}, allOf(64), {}};
    if (leaves->getReturnValue()) {
      if (leaves->getReturnValue()->getType()->isPointerTy())
        exit.region = regions_.of(knowledge, *leaves->getReturnValue());
      exit.value = values_.valueOf(knowledge, *leaves->getReturnValue());
      if (exit.value.valid())
        exit.range = values_.rangeOf(knowledge, exit.value);
      else
        invalidation_.escape(exit.knowledge, exit.value);
    }
    addExit(here.context, std::move(exit));
    return;
  }
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(&end);
  const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&end);
  for (unsigned i = 0; i < end.getNumSuccessors(); ++i) {
    Knowledge taken = knowledge;
    if (branch && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1)) {
      if (!values_.assume(taken, values_.valueOf(taken, *branch->getCondition()), i == 0))
        continue;
      // By its names in the code, which are the same on all paths that meet here.
      if (const auto *test = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
          test &&
          test->getPredicate() == (i == 0 ? llvm::CmpInst::ICMP_NE : llvm::CmpInst::ICMP_EQ))
        regions_.noteApart(taken, *test->getOperand(0), *test->getOperand(1));
    } else if (choice) {
      const ExpressionId value = values_.valueOf(taken, *choice->getCondition());
      bool possible = true;
      unsigned sameTarget = 0;
      for (const auto &each : choice->cases())
        sameTarget += each.getCaseSuccessor() == end.getSuccessor(i) ? 1 : 0;
      if (choice->getDefaultDest() == end.getSuccessor(i)) {
        for (const auto &each : choice->cases())
          if (sameTarget == 0)
            possible = possible && values_.assumeComparison(taken, llvm::CmpInst::ICMP_NE, value,
                                                            expressions_.of(*each.getCaseValue()));
      } else if (sameTarget == 1) {
        for (const auto &each : choice->cases())
          if (each.getCaseSuccessor() == end.getSuccessor(i))
            possible = values_.assumeComparison(taken, llvm::CmpInst::ICMP_EQ, value,
                                                expressions_.of(*each.getCaseValue()));
      }
      if (!possible)
        continue;
    }
    flags_.noteFlags(taken);
    const auto to = shape.numberOf.find(end.getSuccessor(i));
    RW_CHECK(to != shape.numberOf.end());
    enterBlock(here.context, from, to->second, std::move(taken));
  }
}

/// `from` is UINT32_MAX at function entry.
void Walk::enterBlock(ContextIndex index, unsigned from, unsigned to, Knowledge knowledge) {
  Context &context = contexts_[index];
  const FlowShape &shape = shapes_.shapeOf(program_.function(context.function));
  if (from != UINT32_MAX) {
    struct Incoming {
      SymbolId phi;
      ExpressionId value;
      ValueRange range;
      std::optional<RegionFact> region;
    };
    std::vector<Incoming> moves;
    for (const llvm::PHINode &phi : shape.blocks[to]->phis()) {
      const llvm::Value &source = *phi.getIncomingValueForBlock(shape.blocks[from]);
      Incoming move{expressions_.symbolOf(phi), values_.valueOf(knowledge, source), {}, {}};
      if (phi.getType()->isPointerTy())
        move.region = regions_.of(knowledge, source);
      if (move.value.valid()) {
        move.range = values_.rangeOf(knowledge, move.value);
        // A second name for it, which may be lost when paths merge.
        if (!mutated(ProverMutation::OwnedMerged))
          invalidation_.escape(knowledge, move.value);
      }
      moves.push_back(move);
    }
    for (const Incoming &move : moves)
      knowledge.forget(expressions_, move.phi);
    for (const Incoming &move : moves)
      if (move.region && std::ranges::none_of(moves, [&](const Incoming &other) {
            return move.region->root.valid() && expressions_.isMadeOf(move.region->root, other.phi);
          }))
        knowledge.setRegion(move.phi, &*move.region);
    for (const Incoming &move : moves) {
      if (!move.value.valid())
        continue;
      const bool stale = std::any_of(moves.begin(), moves.end(), [&](const Incoming &other) {
        return expressions_.isMadeOf(move.value, other.phi);
      });
      if (!stale)
        knowledge.setEqual(move.phi, move.value);
      if (move.range != allOf(expressions_.at(move.phi).bits))
        knowledge.setRange(move.phi, move.range);
    }
  }
  BlockState &block = context.blocks[to];
  const bool widen = shape.isLoopHead[to] && ++block.joins > kJoinsBeforeWidening;
  bool changed = false;
  if (block.collapsed) {
    changed = joinInto(expressions_, block.ways.front(), knowledge, widen);
  } else {
    const auto same = std::find_if(block.ways.begin(), block.ways.end(), [&](const Knowledge &way) {
      return way.locks == knowledge.locks;
    });
    if (same != block.ways.end()) {
      changed = joinInto(expressions_, *same, knowledge, widen);
    } else {
      block.ways.push_back(std::move(knowledge));
      changed = true;
    }
    if (block.ways.size() > kMostWays) {
      for (std::size_t i = 1; i < block.ways.size(); ++i)
        joinInto(expressions_, block.ways.front(), block.ways[i], widen);
      block.ways.resize(1);
      block.collapsed = true;
    }
  }
  if (changed) {
    context.open.insert(to);
    queue(index);
  }
}

void Walk::addExit(ContextIndex index, FunctionExit exit) {
  Context &context = contexts_[index];
  // The caller only uses facts that it can express.
  const llvm::Function *function = program_.function(context.function).origin;
  exit.knowledge.cells.clear();
  exit.knowledge.equal.clear();
  exit.knowledge.read.clear();
  exit.knowledge.notZero.clear();
  std::erase_if(exit.knowledge.regions, [&](const auto &entry) {
    const Symbol &symbol = expressions_.at(entry.first);
    const auto *argument = llvm::dyn_cast_or_null<llvm::Argument>(symbol.value);
    return symbol.scope != Scope::Program && (!argument || argument->getParent() != function);
  });
  std::erase_if(exit.knowledge.ranges, [&](const auto &entry) {
    const auto *argument =
        llvm::dyn_cast_or_null<llvm::Argument>(expressions_.at(entry.first).value);
    return !argument || argument->getParent() != function;
  });
  bool changed = false;
  // Facts about arguments of recursive calls would otherwise grow in each round.
  const bool widen = ++context.exitJoins > kJoinsOfExitsBeforeWidening;
  const auto join = [&](FunctionExit &into, const FunctionExit &from) {
    bool different = joinInto(expressions_, into.knowledge, from.knowledge, widen);
    if (into.value != from.value) { // the returned object is ambiguous
      const std::size_t owned = into.knowledge.owned.size();
      for (const ExpressionId value : {into.value, from.value})
        if (value.valid() && !mutated(ProverMutation::OwnedResults))
          invalidation_.escape(into.knowledge, value);
      different = different || into.value.valid() || into.knowledge.owned.size() != owned;
      into.value = {};
    }
    if (into.region && (!from.region || !joinRegion(*into.region, *from.region, different))) {
      into.region.reset();
      different = true;
    }
    ValueRange range = hull(into.range, from.range);
    if (range != into.range) {
      // Widened soon: ranges of results may grow through recursion.
      range.low = range.low < into.range.low ? INT64_MIN : range.low;
      range.high = range.high > into.range.high ? INT64_MAX : range.high;
      into.range = range;
      different = true;
    }
    return different;
  };
  const auto same =
      std::find_if(context.exits.begin(), context.exits.end(), [&](const FunctionExit &known) {
        return known.knowledge.locks == exit.knowledge.locks;
      });
  if (context.exitsCollapsed) {
    changed = join(context.exits.front(), exit);
  } else if (same != context.exits.end()) {
    changed = join(*same, exit);
  } else if (context.exits.size() >= kMostExits) {
    context.exitsCollapsed = true;
    for (std::size_t i = 1; i < context.exits.size(); ++i)
      join(context.exits.front(), context.exits[i]);
    context.exits.resize(1);
    join(context.exits.front(), exit);
    changed = true;
  } else {
    context.exits.push_back(std::move(exit));
    changed = true;
  }
  if (!changed)
    return;
  // Its callers continue with more.
  for (const auto &[caller, block] : context.callers) {
    contexts_[caller].open.insert(block);
    queue(caller);
  }
}

} // namespace raceward
