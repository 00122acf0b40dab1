// Contexts, blocks, and the order in which they are processed.
#include "Walk.h"
#include "BitFieldRuns.h"
#include "MadePointers.h"

#include "raceward/base/Check.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/AtomicOrdering.h>

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
    key.push_back((phase.kind == KnownLock::Kind::Word ? 2 : 0) + (phase.risen ? 1 : 0));
  }
  key.push_back(UINT32_MAX);
  for (const SymbolId symbol : entry.owned)
    if (!mutated(ProverMutation::KeyOwned))
      key.push_back(symbol.index());
  return key;
}

} // namespace

Walk::Walk(const Facts &facts)
    : facts_(facts), program_(facts.program),
      expressions_(facts.program,
                   [this](const llvm::Instruction &instruction) { return runsOnce(instruction); }),
      known_(facts.program.functions().size()),
      general_(facts.program.functions().size(), UINT32_MAX),
      shapes_(facts.program.functions().size()) {
  findEffects();
}

/// Whether no run executes it twice.
bool Walk::runsOnce(const llvm::Instruction &instruction) {
  const Function *function = program_.functionOf(instruction.getFunction());
  if (!function || !facts_.threads.isReachable(function->id))
    return false;
  const Shape &shape = shapeOf(*function);
  const auto at = shape.numberOf.find(instruction.getParent());
  return at != shape.numberOf.end() && isOncePerRun(*function, *instruction.getParent());
}

bool Walk::Reached::add(const Reached &other) {
  bool changed = objects |= other.objects;
  changed = changed || (other.anything && !anything) || (other.anyExposed && !anyExposed);
  anything = anything || other.anything;
  anyExposed = anyExposed || other.anyExposed;
  return changed;
}

const Walk::Reached &Walk::reachedBy(const llvm::Value &pointer) {
  std::unique_ptr<Reached> &known = reachedBy_[&pointer];
  if (known)
    return *known;
  known = std::make_unique<Reached>();
  for (const ObjectId id : facts_.pointsTo.objectsOf(pointer)) {
    const AbstractObject &object = facts_.pointsTo.object(id);
    known->objects.set(id.index());
    known->anything = known->anything || object.kind == AbstractObject::Kind::Anything;
    known->anyExposed = known->anyExposed || object.isExposed;
  }
  // Unknown, so it may be anything.
  if (known->objects.empty())
    known->anything = known->anyExposed = true;
  return *known;
}

std::uint32_t Walk::memoryOf(const llvm::Value &pointer) {
  if (const auto at = memoryOf_.find(&pointer); at != memoryOf_.end())
    return at->second;
  const Reached &reached = reachedBy(pointer);
  std::vector<unsigned> key{(reached.anything ? 2U : 0U) + (reached.anyExposed ? 1U : 0U)};
  for (const unsigned object : reached.objects)
    key.push_back(object);
  const auto [at, isNew] =
      memoryNumbers_.try_emplace(std::move(key), static_cast<std::uint32_t>(memories_.size()));
  if (isNew)
    memories_.push_back(reached);
  return memoryOf_[&pointer] = at->second;
}

bool Walk::mayLieIn(const KnownLock &lock, const Reached &memory) const {
  return std::any_of(lock.memory.begin(), lock.memory.end(),
                     [&](std::uint32_t number) { return memories_[number].meets(memory); });
}

/// The memory that functions write and release, and the writes while threads run.
void Walk::findEffects() {
  const std::size_t count = program_.functions().size();
  written_.resize(count);
  released_.resize(count);
  waited_.resize(count);
  writesWhileParallel_.resize(facts_.pointsTo.objects().size());
  writes_.resize(facts_.pointsTo.objects().size());
  endsSection_.assign(count, false);
  createsThreads_.assign(count, false);
  numbersMakePointers_ =
      makesPointersOfNumbers(program_) && !mutated(ProverMutation::OwnedMadePointers);
  mayHaveBitFields_ = widestBitFieldRun(program_) != std::optional<std::uint64_t>(0);
  for (const AccessSite &site : program_.sites()) {
    const SitePlace &place = program_.placeOf(site.id);
    if (isAtomic(site) &&
        !(site.order == MemoryOrder::SeqCst || site.order == MemoryOrder::AcquireRelease ||
          (site.order == MemoryOrder::Release && site.kind == AccessKind::Write) ||
          (site.order == MemoryOrder::Acquire && site.kind == AccessKind::Read)))
      weakAtomics_ = true;
    // On failure it may read without any order.
    if (const auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(place.origin);
        exchange && !llvm::isAcquireOrStronger(exchange->getFailureOrdering()))
      weakAtomics_ = true;
    if (!writes(site.kind) || !facts_.threads.isReachable(place.function))
      continue;
    const Reached &memory = reachedBy(*place.pointer);
    written_[place.function.index()].add(memory);
    writesAnything_ = writesAnything_ || memory.anything;
    for (const unsigned object : memory.objects)
      writes_[object].push_back(site.id);
    if (facts_.parallel.alwaysAlone({place.function, place.instruction}))
      continue;
    parallelWrites_.add(memory);
    for (const unsigned object : memory.objects)
      writesWhileParallel_[object].push_back(site.id);
  }
  for (const Function &function : program_.functions()) {
    for (const Instruction &instruction : function.code.instructions) {
      if (instruction.op != Op::LibraryCall || !instruction.library)
        continue;
      const SyncEffect effect = instruction.library->sync;
      const auto &call = llvm::cast<llvm::CallBase>(*instruction.origin);
      if (effect == SyncEffect::SectionBegin || effect == SyncEffect::SectionEnd)
        endsSection_[function.id.index()] = true;
      if (createsThread(effect))
        createsThreads_[function.id.index()] = true;
      if ((effect == SyncEffect::Unlock || effect == SyncEffect::RwUnlock ||
           effect == SyncEffect::SemaphorePost) &&
          call.arg_size() > 0)
        released_[function.id.index()].add(reachedBy(*call.getArgOperand(0)));
      if (effect == SyncEffect::CondWait && call.arg_size() > 1)
        waited_[function.id.index()].add(reachedBy(*call.getArgOperand(1)));
    }
  }
  // Callees first, so that only recursion needs more than one round.
  const std::vector<std::uint32_t> numbers = facts_.calls.bottomUp();
  std::vector<FunctionId> order(count);
  for (std::size_t i = 0; i < count; ++i)
    order[numbers[i]] = FunctionId(i);
  for (bool changed = true; changed;) {
    changed = false;
    for (const FunctionId caller : order)
      for (const CallTargets &call : facts_.calls.callsIn(caller))
        for (const FunctionId callee : call.callees) {
          const std::size_t from = callee.index();
          const std::size_t to = caller.index();
          if (from == to)
            continue;
          changed = written_[to].add(written_[from]) || changed;
          changed = released_[to].add(released_[from]) || changed;
          changed = waited_[to].add(waited_[from]) || changed;
          changed = changed || (endsSection_[from] && !endsSection_[to]) ||
                    (createsThreads_[from] && !createsThreads_[to]);
          endsSection_[to] = endsSection_[to] || endsSection_[from];
          createsThreads_[to] = createsThreads_[to] || createsThreads_[from];
        }
  }
}

Walk::Shape &Walk::shapeOf(const Function &function) {
  std::optional<Shape> &known = shapes_[function.id.index()];
  if (known)
    return *known;
  Shape shape;
  llvm::ReversePostOrderTraversal<const llvm::Function *> order(function.origin);
  for (const llvm::BasicBlock *block : order) {
    shape.numberOf[block] = static_cast<unsigned>(shape.blocks.size());
    shape.blocks.push_back(block);
    shape.onCycle.push_back(!isOutsideOfLoops(block->front()));
  }
  for (unsigned i = 0; i < shape.blocks.size(); ++i) {
    const auto predecessors = llvm::predecessors(shape.blocks[i]);
    shape.isLoopHead.push_back(
        std::any_of(predecessors.begin(), predecessors.end(), [&](const llvm::BasicBlock *block) {
          const auto at = shape.numberOf.find(block);
          return at != shape.numberOf.end() && at->second >= i;
        }));
  }
  shape.firstInstruction.assign(shape.blocks.size(), UINT32_MAX);
  const std::vector<Instruction> &code = function.code.instructions;
  for (std::uint32_t i = 0; i < code.size(); ++i) {
    const auto at = shape.numberOf.find(code[i].origin->getParent());
    if (at != shape.numberOf.end() && shape.firstInstruction[at->second] == UINT32_MAX)
      shape.firstInstruction[at->second] = i;
  }
  known = std::move(shape);
  return *known;
}

/// Contexts of threads without a visible creation. Handlers at the end of threads and of the
/// process may run anywhere.
std::vector<Walk::ContextIndex> Walk::roots() {
  Knowledge first;
  first.alone = true;
  std::vector<ContextIndex> found{contextFor(program_.entry().id, std::move(first))};
  for (const ThreadTemplate &thread : facts_.threads.templates())
    if (thread.kind == ThreadTemplate::Kind::Handlers)
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

void Walk::queue(ContextIndex index) {
  Context &context = contexts_[index];
  if (context.queued || context.active || context.open.empty())
    return;
  context.queued = true;
  queue_.push_back(index);
}

Walk::ContextIndex Walk::contextFor(FunctionId function, Knowledge entry) {
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
    context.blocks.resize(shapeOf(program_.function(function)).blocks.size());
    enterBlock(general, UINT32_MAX, 0, context.entry);
    return general;
  }
  const auto index = static_cast<ContextIndex>(contexts_.size());
  contexts_.emplace_back();
  contexts_.back().function = function;
  contexts_.back().entry = std::move(entry);
  known.emplace(std::move(key), index);
  Context &context = contexts_[index];
  context.blocks.resize(shapeOf(program_.function(function)).blocks.size());
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
  const Shape &shape = shapeOf(function);
  if (shape.firstInstruction[block] == UINT32_MAX)
    return;
  const bool onCycle = shape.onCycle[block];
  // A copy: the block may lead back to itself.
  const std::vector<Knowledge> ways = context.blocks[block].ways;
  for (const Knowledge &way : ways) {
    std::vector<Knowledge> now{way};
    std::uint32_t i = shape.firstInstruction[block];
    for (;; ++i) {
      const Here here{index, &function, i, onCycle};
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
  const llvm::Instruction &end = *instruction(here).origin;
  const Shape &shape = shapeOf(*here.function);
  const unsigned from = shape.numberOf.lookup(end.getParent());
  if (const auto *leaves = llvm::dyn_cast<llvm::ReturnInst>(&end)) {
    Exit exit{knowledge, {}, allOf(64)};
    if (leaves->getReturnValue()) {
      exit.value = valueOf(knowledge, *leaves->getReturnValue());
      if (exit.value.valid())
        exit.range = rangeOf(knowledge, exit.value);
      else
        escape(exit.knowledge, exit.value);
    }
    addExit(here.context, std::move(exit));
    return;
  }
  const auto *branch = llvm::dyn_cast<llvm::BranchInst>(&end);
  const auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&end);
  for (unsigned i = 0; i < end.getNumSuccessors(); ++i) {
    Knowledge taken = knowledge;
    if (branch && branch->isConditional() && branch->getSuccessor(0) != branch->getSuccessor(1)) {
      if (!assume(taken, valueOf(taken, *branch->getCondition()), i == 0))
        continue;
    } else if (choice) {
      const ExpressionId value = valueOf(taken, *choice->getCondition());
      bool possible = true;
      unsigned sameTarget = 0;
      for (const auto &each : choice->cases())
        sameTarget += each.getCaseSuccessor() == end.getSuccessor(i) ? 1 : 0;
      if (choice->getDefaultDest() == end.getSuccessor(i)) {
        for (const auto &each : choice->cases())
          if (sameTarget == 0)
            possible = possible && assumeComparison(taken, llvm::CmpInst::ICMP_NE, value,
                                                    expressions_.of(*each.getCaseValue()));
      } else if (sameTarget == 1) {
        for (const auto &each : choice->cases())
          if (each.getCaseSuccessor() == end.getSuccessor(i))
            possible = assumeComparison(taken, llvm::CmpInst::ICMP_EQ, value,
                                        expressions_.of(*each.getCaseValue()));
      }
      if (!possible)
        continue;
    }
    noteFlags(taken);
    const auto to = shape.numberOf.find(end.getSuccessor(i));
    RW_CHECK(to != shape.numberOf.end());
    enterBlock(here.context, from, to->second, std::move(taken));
  }
}

/// `from` is UINT32_MAX at function entry.
void Walk::enterBlock(ContextIndex index, unsigned from, unsigned to, Knowledge knowledge) {
  Context &context = contexts_[index];
  const Shape &shape = shapeOf(program_.function(context.function));
  if (from != UINT32_MAX) {
    struct Incoming {
      SymbolId phi;
      ExpressionId value;
      ValueRange range;
    };
    std::vector<Incoming> moves;
    for (const llvm::PHINode &phi : shape.blocks[to]->phis()) {
      const llvm::Value &source = *phi.getIncomingValueForBlock(shape.blocks[from]);
      Incoming move{expressions_.symbolOf(phi), valueOf(knowledge, source), {}};
      if (move.value.valid()) {
        move.range = rangeOf(knowledge, move.value);
        // A second name for it, which may be lost when paths merge.
        if (!mutated(ProverMutation::OwnedMerged))
          escape(knowledge, move.value);
      }
      moves.push_back(move);
    }
    for (const Incoming &move : moves)
      knowledge.forget(expressions_, move.phi);
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

void Walk::addExit(ContextIndex index, Exit exit) {
  Context &context = contexts_[index];
  // The caller only uses facts that it can express.
  const llvm::Function *function = program_.function(context.function).origin;
  exit.knowledge.cells.clear();
  exit.knowledge.equal.clear();
  exit.knowledge.read.clear();
  std::erase_if(exit.knowledge.ranges, [&](const auto &entry) {
    const auto *argument =
        llvm::dyn_cast_or_null<llvm::Argument>(expressions_.at(entry.first).value);
    return !argument || argument->getParent() != function;
  });
  bool changed = false;
  // Facts about arguments of recursive calls would otherwise grow in each round.
  const bool widen = ++context.exitJoins > kJoinsOfExitsBeforeWidening;
  const auto join = [&](Exit &into, const Exit &from) {
    bool different = joinInto(expressions_, into.knowledge, from.knowledge, widen);
    if (into.value != from.value) { // the returned object is ambiguous
      const std::size_t owned = into.knowledge.owned.size();
      for (const ExpressionId value : {into.value, from.value})
        if (value.valid() && !mutated(ProverMutation::OwnedResults))
          escape(into.knowledge, value);
      different = different || into.value.valid() || into.knowledge.owned.size() != owned;
      into.value = {};
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
      std::find_if(context.exits.begin(), context.exits.end(), [&](const Exit &known) {
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
