// By tabulation: a context is a position in a function together with the locks held there. The
// possible actions from it to the end of the function are computed once, and again when a callee
// turns out to return with further locksets.
//
// Invariant: actions are over-approximated, locks under-approximated. A context of which that
// cannot be guaranteed is "anything". Results of equal questions are kept, so that a machine can
// compare futures by address.
#include "raceward/prove/Futures.h"

#include "FixedPlace.h"
#include "WaitingLoops.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>

namespace raceward {

namespace {

using Meeting = FutureMeeting::Kind;

/// Further groups of paths to one instruction are merged, with their common locks.
constexpr std::size_t kMostLocksets = 8;

struct HeldTag;
/// A set of locks; equal sets have equal ids.
using HeldId = Id<HeldTag>;
using Held = std::vector<GlobalLock>;

} // namespace

class Futures::Parts {
public:
  Parts(const Facts &facts, const SuspectSet &suspects, const std::vector<bool> &visible,
        MachineNames names)
      : facts_(facts), suspects_(suspects), visible_(visible), names_(std::move(names)),
        loops_(facts.program.functions().size()) {
    for (const Global &global : facts.program.globals())
      if (!global.isThreadLocal)
        globals_.emplace(global.origin, global.id);
    findWhatIsUnknown();
    findLocals();
  }

  const Future &from(const CodePoint &point);
  bool areSuspects(SiteId a, SiteId b);

private:
  struct Context {
    CodeFrame start;
    HeldId held;
    std::set<std::pair<SiteId, HeldId>> accesses; ///< with an invalid site: the end of a local
    std::set<FutureMeeting> meetings;
    std::set<FunctionId> creates;
    std::set<std::size_t> calls; ///< contexts
    std::set<HeldId> exits;
    bool anything = false;
    bool mayWait = false;
    std::set<std::size_t> callers; ///< recomputed when there are more exits
  };

  void findWhatIsUnknown();
  [[nodiscard]] static bool mayDetach(const Instruction &instruction);
  [[nodiscard]] bool mayJoinForeign(const Function &function, const Instruction &instruction) const;
  [[nodiscard]] std::vector<bool> touchedByOthers() const;
  void findLocals();
  HeldId idOf(Held held);
  std::size_t contextFor(const CodeFrame &start, HeldId held);
  void workOut();
  void workOut(std::size_t context);
  class Way;

  [[nodiscard]] std::optional<GlobalLock> placeBehind(const llvm::Value &pointer) const;
  [[nodiscard]] std::optional<GlobalLock> lockBehind(const llvm::Value &pointer,
                                                     bool exclusive) const;
  [[nodiscard]] ObjectId objectOf(const std::optional<GlobalLock> &lock) const;
  [[nodiscard]] MemoryAccess accessOf(SiteId site) const;
  void addDeeds(const std::vector<std::size_t> &contexts, Deeds &deeds,
                std::set<FunctionId> &creates) const;
  [[nodiscard]] HeldLocks locksOf(HeldId held) const;

  const Facts &facts_;
  const SuspectSet &suspects_;
  const std::vector<bool> &visible_;
  MachineNames names_;
  bool unknown_ = false; ///< the program does something that futures cannot express
  /// A join may fail, and return although the thread has not ended.
  bool joinsMayFail_ = false;
  std::unordered_map<const llvm::Value *, GlobalId> globals_;
  std::vector<bool> hasSharedLocals_;    ///< by function
  bool anySharedLocals_ = false;         ///< other than those of the first function
  std::vector<std::vector<bool>> loops_; ///< by function: insideWaitingLoops(), computed on demand
  std::vector<Held> helds_;
  std::map<Held, HeldId> heldIds_;
  std::deque<Context> contexts_;
  std::map<std::pair<CodeFrame, HeldId>, std::size_t> contextIds_;
  std::set<std::size_t> open_; ///< contexts to be computed
  std::map<CodePoint, Future> futures_;
  std::unordered_map<std::uint64_t, bool> areSuspects_;
};

/// Finds code that runs outside of the visible control flow, or jumps out of it.
void Futures::Parts::findWhatIsUnknown() {
  for (const Function &function : facts_.program.functions()) {
    unknown_ |= !facts_.calls.laterFrom(function.id).empty() || function.isAtomicSection;
    for (const Instruction &instruction : function.code.instructions)
      if (const LibraryFunction *library = instruction.library) {
        unknown_ |= library->returnsTwice || library->callsBackLater ||
                    library->sync == SyncEffect::SectionBegin;
        joinsMayFail_ |= mayDetach(instruction) || mayJoinForeign(function, instruction);
      }
  }
}

/// Whether some thread may be detached.
bool Futures::Parts::mayDetach(const Instruction &instruction) {
  if (instruction.library->sync == SyncEffect::DetachThread)
    return true;
  if (instruction.library->name != "pthread_attr_setdetachstate")
    return false;
  const auto &call = llvm::cast<llvm::CallBase>(*instruction.origin);
  const auto *state =
      call.arg_size() > 1 ? llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1)) : nullptr;
  return !state || !state->isZero(); // PTHREAD_CREATE_JOINABLE is zero
}

/// A thread other than the first one joins by a handle that is not a variable of the same call:
/// another thread may join that thread as well.
bool Futures::Parts::mayJoinForeign(const Function &function,
                                    const Instruction &instruction) const {
  if (instruction.library->sync != SyncEffect::JoinThread)
    return false;
  const std::vector<ThreadTemplate> &threads = facts_.threads.templates();
  const bool elsewhere = std::any_of(threads.begin() + 1, threads.end(), [&](const auto &thread) {
    return thread.runs[function.id.index()];
  });
  const auto &call = llvm::cast<llvm::CallBase>(*instruction.origin);
  const auto *load =
      call.arg_size() > 0 ? llvm::dyn_cast<llvm::LoadInst>(call.getArgOperand(0)) : nullptr;
  return elsewhere && !(load && llvm::isa<llvm::AllocaInst>(
                                    llvm::getUnderlyingObject(load->getPointerOperand())));
}

/// By object: a visible access may touch it other than as a local variable of its own call.
std::vector<bool> Futures::Parts::touchedByOthers() const {
  const std::vector<AbstractObject> &objects = facts_.pointsTo.objects();
  std::vector<bool> touched(objects.size(), false);
  for (const AccessSite &site : facts_.program.sites()) {
    if (!visible_[site.id.index()])
      continue;
    const llvm::Value *pointer = facts_.program.placeOf(site.id).pointer;
    const llvm::Value *own = pointer == nullptr ? nullptr : llvm::getUnderlyingObject(pointer);
    for (const ObjectId object : facts_.pointsTo.objectsOf(facts_.pointsTo.targetSetOf(site.id))) {
      if (objects[object.index()].kind == AbstractObject::Kind::Anything)
        for (std::size_t i = 0; i < objects.size(); ++i)
          touched[i] = touched[i] || objects[i].isExposed;
      else if (objects[object.index()].origin != own)
        touched[object.index()] = true;
    }
  }
  return touched;
}

void Futures::Parts::findLocals() {
  hasSharedLocals_.assign(facts_.program.functions().size(), false);
  const std::vector<AbstractObject> &objects = facts_.pointsTo.objects();
  const std::vector<bool> touched = touchedByOthers();
  for (std::size_t i = 0; i < objects.size(); ++i) {
    if (objects[i].kind != AbstractObject::Kind::Local || !touched[i] ||
        !facts_.sharing.isShared(ObjectId(i)))
      continue;
    const auto *origin = llvm::dyn_cast_or_null<llvm::Instruction>(objects[i].origin);
    const Function *function =
        origin == nullptr ? nullptr : facts_.program.functionOf(origin->getFunction());
    if (function == nullptr)
      unknown_ = true;
    else
      hasSharedLocals_[function->id.index()] = true;
  }
  for (const Function &function : facts_.program.functions())
    anySharedLocals_ |= hasSharedLocals_[function.id.index()] && function.name != "main";
}

HeldId Futures::Parts::idOf(Held held) {
  const auto [place, isNew] = heldIds_.try_emplace(held, HeldId(helds_.size()));
  if (isNew)
    helds_.push_back(std::move(held));
  return place->second;
}

std::size_t Futures::Parts::contextFor(const CodeFrame &start, HeldId held) {
  const HeldId known = mutated(ProverMutation::KeyFutures) ? idOf({}) : held;
  const auto [place, isNew] = contextIds_.try_emplace({start, known}, contexts_.size());
  if (isNew) {
    contexts_.push_back({});
    contexts_.back().start = start;
    contexts_.back().held = held;
    open_.insert(place->second);
  }
  return place->second;
}

void Futures::Parts::workOut() {
  while (!open_.empty()) {
    const std::size_t next = *open_.begin();
    open_.erase(open_.begin());
    workOut(next);
  }
}

/// The place in a global variable that a pointer certainly points to.
std::optional<GlobalLock> Futures::Parts::placeBehind(const llvm::Value &pointer) const {
  const llvm::Value *variable = nullptr;
  std::int64_t offset = 0;
  if (const std::optional<FixedPlace> fixed = fixedPlaceOf(facts_.program, pointer)) {
    variable = fixed->object;
    offset = fixed->offset;
  } else if (const std::vector<Target> targets = facts_.pointsTo.targetsOf(pointer);
             targets.size() == 1 && targets.front().offset) {
    const AbstractObject &object = facts_.pointsTo.object(targets.front().object);
    if (object.kind == AbstractObject::Kind::Global && !object.isExternal)
      variable = object.origin;
    offset = *targets.front().offset;
  }
  const auto found = variable == nullptr ? globals_.end() : globals_.find(variable);
  if (found == globals_.end() || offset < 0)
    return std::nullopt;
  return GlobalLock{found->second, offset, true};
}

std::optional<GlobalLock> Futures::Parts::lockBehind(const llvm::Value &pointer,
                                                     bool exclusive) const {
  std::optional<GlobalLock> lock = placeBehind(pointer);
  if (lock)
    lock->exclusive = exclusive;
  return lock;
}

ObjectId Futures::Parts::objectOf(const std::optional<GlobalLock> &lock) const {
  return lock ? names_.lock(lock->global, lock->offset) : ObjectId();
}

/// The paths through one function, from the start of a context.
class Futures::Parts::Way {
public:
  Way(Parts &parts, std::size_t context)
      : parts_(parts), context_(context),
        function_(parts.facts_.program.function(parts.contexts_[context].start.at.function)) {
    std::vector<bool> &loops = parts_.loops_[function_.id.index()];
    if (loops.empty())
      loops = insideWaitingLoops(function_);
  }

  void follow() {
    const Context &context = here();
    if (context.start.inclusive)
      reach(context.start.at.index, context.held);
    else
      leave(context.start.at.index, context.held);
    while (!open_.empty()) {
      const auto [index, held] = open_.back();
      open_.pop_back();
      execute(index, held);
    }
  }

private:
  [[nodiscard]] Context &here() { return parts_.contexts_[context_]; }
  [[nodiscard]] const Instruction &instruction(std::uint32_t index) const {
    return function_.code.instructions[index];
  }

  void reach(std::uint32_t index, HeldId held) {
    std::set<HeldId> &seen = seen_[index];
    if (seen.contains(held))
      return;
    if (seen.size() >= kMostLocksets) {
      Held common = parts_.helds_[held.index()];
      for (const HeldId other : seen)
        std::erase_if(common, [&](const GlobalLock &lock) {
          const Held &locks = parts_.helds_[other.index()];
          return !std::binary_search(locks.begin(), locks.end(), lock);
        });
      held = parts_.idOf(std::move(common));
      if (seen.contains(held))
        return;
    }
    seen.insert(held);
    open_.emplace_back(index, held);
  }

  /// Continues after an instruction.
  void leave(std::uint32_t index, HeldId held) {
    const Instruction &from = instruction(index);
    if (from.edgeCount == 0)
      return reach(index + 1, held);
    for (const Edge &edge : function_.code.edgesOf(from)) {
      reach(edge.target, held);
      if (mutated(Mutation::PruningBranches))
        return;
    }
  }

  void access(SiteId site, HeldId held) { here().accesses.insert({site, held}); }

  void execute(std::uint32_t index, HeldId held) {
    const Instruction &next = instruction(index);
    here().mayWait |=
        parts_.loops_[function_.id.index()][index] && !mutated(ProverMutation::FuturesWaiting);
    for (std::uint32_t i = next.firstSite; i < next.firstSite + next.siteCount; ++i)
      if (parts_.visible_[i])
        access(SiteId(i), held);
    switch (next.op) {
    case Op::Return:
      endLocals(held);
      if (here().exits.insert(held).second && !mutated(ProverMutation::FuturesExits))
        parts_.open_.insert(here().callers.begin(), here().callers.end());
      return;
    case Op::Unreachable:
      return;
    case Op::Call:
      return call(index, held);
    case Op::LibraryCall:
      return libraryCall(index, held);
    case Op::Unsupported:
    case Op::Assembly:
      here().anything = true;
      return;
    case Op::Nothing:
      if (const auto *marker = llvm::dyn_cast_or_null<llvm::IntrinsicInst>(next.origin);
          marker != nullptr && marker->getIntrinsicID() == llvm::Intrinsic::lifetime_end)
        endLocals(held);
      break;
    default:
      break;
    }
    leave(index, held);
  }

  /// Other threads may have accessed the locals whose lifetime ends here.
  void endLocals(HeldId held) {
    if (parts_.hasSharedLocals_[function_.id.index()] && function_.name != "main" &&
        !mutated(ProverMutation::FuturesLocals))
      access({}, held);
  }

  void callOf(FunctionId callee, std::uint32_t index, HeldId held) {
    const std::size_t id = parts_.contextFor({{callee, 0}, true}, held);
    if (!mutated(ProverMutation::FuturesCallees))
      here().calls.insert(id);
    Context &called = parts_.contexts_[id];
    called.callers.insert(context_);
    for (const HeldId exit : std::set(called.exits))
      leave(index, exit);
  }

  void call(std::uint32_t index, HeldId held) {
    const InstructionRef at{function_.id, index};
    if (parts_.facts_.calls.mayLeadOutside(at)) {
      here().anything = true;
      return;
    }
    for (const FunctionId callee : parts_.facts_.calls.calleesAt(at))
      callOf(callee, index, held);
  }

  /// The library calls them any number of times. They must return with the locks they were entered
  /// with.
  void callsBack(std::uint32_t index, HeldId held) {
    for (const FunctionId callee : parts_.facts_.calls.calleesAt({function_.id, index})) {
      const std::size_t id = parts_.contextFor({{callee, 0}, true}, held);
      here().calls.insert(id);
      Context &called = parts_.contexts_[id];
      called.callers.insert(context_);
      here().anything |= std::any_of(called.exits.begin(), called.exits.end(),
                                     [&](HeldId exit) { return exit != held; });
    }
  }

  void meet(Meeting kind, const std::optional<GlobalLock> &where) {
    here().meetings.insert({kind, parts_.objectOf(where)});
  }

  [[nodiscard]] HeldId with(HeldId held, const std::optional<GlobalLock> &lock) {
    if (!lock)
      return held;
    Held locks = withoutLock(held, *lock);
    locks.insert(std::lower_bound(locks.begin(), locks.end(), *lock), *lock);
    return parts_.idOf(std::move(locks));
  }
  [[nodiscard]] Held withoutLock(HeldId held, const GlobalLock &lock) const {
    Held locks = parts_.helds_[held.index()];
    std::erase_if(locks, [&](const GlobalLock &other) {
      return other.global == lock.global && other.offset == lock.offset;
    });
    return locks;
  }
  [[nodiscard]] bool holds(HeldId held, const GlobalLock &lock) const {
    return withoutLock(held, lock).size() != parts_.helds_[held.index()].size();
  }

  /// Unlocking a lock that is not certainly held may release another thread's lock.
  void unlock(Meeting kind, std::uint32_t index, HeldId held,
              const std::optional<GlobalLock> &lock) {
    meet(kind, lock);
    if (!lock || !holds(held, *lock)) {
      if (mutated(ProverMutation::FuturesNotHeld))
        return leave(index, held);
      here().anything = true;
      return;
    }
    leave(index, mutated(Mutation::PruningHeld) ? held : parts_.idOf(withoutLock(held, *lock)));
  }

  void libraryCall(std::uint32_t index, HeldId held) {
    const Instruction &next = instruction(index);
    if (next.library == nullptr || next.library->contract != ContractStep::None) {
      // Otherwise a trap, which ends the process.
      here().anything |= next.library != nullptr || next.callee.valid();
      return;
    }
    const LibraryFunction &library = *next.library;
    const auto &call = llvm::cast<llvm::CallBase>(*next.origin);
    const auto argument = [&](unsigned number, bool exclusive = true) {
      return parts_.lockBehind(*call.getArgOperand(number), exclusive);
    };
    callsBack(index, held);
    switch (library.sync) {
    case SyncEffect::Lock:
    case SyncEffect::WriteLock:
      meet(Meeting::Lock, argument(0));
      return leave(index, with(held, argument(0)));
    case SyncEffect::TryLock:
    case SyncEffect::TryWriteLock:
      meet(Meeting::TryLock, argument(0));
      leave(index, with(held, argument(0)));
      if (mutated(ProverMutation::FuturesAttempts))
        return;
      break;
    case SyncEffect::ReadLock:
      meet(Meeting::ReadLock, argument(0));
      return leave(index, with(held, argument(0, mutated(ProverMutation::FuturesReaders))));
    case SyncEffect::TryReadLock:
      meet(Meeting::TryReadLock, argument(0));
      leave(index, with(held, argument(0, false)));
      break;
    case SyncEffect::RwUnlock:
      meet(Meeting::ReadUnlock, argument(0));
      [[fallthrough]];
    case SyncEffect::Unlock:
      return unlock(Meeting::Unlock, index, held, argument(0));
    case SyncEffect::CondWait:
      meet(Meeting::Unlock, argument(1));
      meet(Meeting::Lock, argument(1));
      if (const auto mutex = argument(1); !mutex || !holds(held, *mutex)) {
        here().anything = true;
        return;
      }
      break;
    case SyncEffect::SemaphorePost:
      meet(Meeting::Post, argument(0));
      break;
    case SyncEffect::TrySemaphoreWait:
      meet(Meeting::Look, argument(0));
      [[fallthrough]];
    case SyncEffect::SemaphoreWait:
      meet(Meeting::Wait, argument(0));
      break;
    case SyncEffect::SemaphoreValue:
      meet(Meeting::Look, argument(0));
      break;
    case SyncEffect::BarrierWait:
      meet(Meeting::Arrive, argument(0));
      break;
    case SyncEffect::Once:
      meet(Meeting::Lock, argument(0));
      meet(Meeting::Unlock, argument(0));
      break;
    case SyncEffect::CreateThread:
    case SyncEffect::CreateC11Thread:
      create(index);
      break;
    case SyncEffect::ExitThread:
      if (parts_.anySharedLocals_)
        access({}, held);
      return;
    case SyncEffect::ExitProcess:
      return;
    case SyncEffect::Cancel:
    case SyncEffect::TestCancel: // clean-ups and destructors may follow
      here().anything = true;
      return;
    case SyncEffect::SectionBegin:
    case SyncEffect::SectionEnd:
      here().anything = true;
      return;
    case SyncEffect::JoinThread:
      // No state before it may be pruned: only the execution shows which thread is joined.
      if (parts_.joinsMayFail_ && !mutated(ProverMutation::FuturesJoins)) {
        here().anything = true;
        return;
      }
      break;
    case SyncEffect::None:
    case SyncEffect::DetachThread:
    case SyncEffect::CondSignal:
    case SyncEffect::Assume:
    case SyncEffect::SyncObject:
      break;
    }
    if (!library.neverReturns)
      leave(index, held);
  }

  void create(std::uint32_t index) {
    bool known = false;
    for (const CreateSite &site : parts_.facts_.calls.createsIn(function_.id))
      if (site.at.index == index) {
        here().creates.insert(site.entries.begin(), site.entries.end());
        known |= !site.entries.empty();
      }
    here().anything |= !known;
  }

  Parts &parts_;
  std::size_t context_;
  const Function &function_;
  std::map<std::uint32_t, std::set<HeldId>> seen_;
  std::vector<std::pair<std::uint32_t, HeldId>> open_;
};

void Futures::Parts::workOut(std::size_t context) {
  Way(*this, context).follow();
}

HeldLocks Futures::Parts::locksOf(HeldId held) const {
  HeldLocks locks;
  for (const GlobalLock &lock : helds_[held.index()])
    locks.push_back({names_.lock(lock.global, lock.offset), lock.exclusive});
  std::sort(locks.begin(), locks.end());
  return locks;
}

/// Exact for a known part of a global variable; otherwise any memory.
MemoryAccess Futures::Parts::accessOf(SiteId id) const {
  if (!id.valid())
    return {{{}, 0, 1, false}, AccessKind::Write, MemoryOrder::Plain};
  const AccessSite &site = facts_.program.sites()[id.index()];
  MemoryAccess access{{{}, 0, 1, false}, site.kind, site.order};
  const SitePlace &place = facts_.program.placeOf(id);
  if (place.pointer == nullptr || !site.bytes)
    return access;
  if (const std::optional<GlobalLock> where = placeBehind(*place.pointer))
    access.at = {names_.variable(where->global), static_cast<std::uint32_t>(where->offset),
                 static_cast<std::uint32_t>(*site.bytes), true};
  return access;
}

/// Collects all actions of these contexts and of those that they call.
void Futures::Parts::addDeeds(const std::vector<std::size_t> &contexts, Deeds &deeds,
                              std::set<FunctionId> &creates) const {
  std::set<std::size_t> seen(contexts.begin(), contexts.end());
  std::vector<std::size_t> open(contexts);
  std::map<SiteId, std::set<HeldId>> accesses;
  std::set<FutureMeeting> meetings;
  while (!open.empty()) {
    const Context &context = contexts_[open.back()];
    open.pop_back();
    deeds.anything |= context.anything;
    deeds.mayWait |= context.mayWait;
    for (const auto &[site, held] : context.accesses)
      accesses[site].insert(held);
    meetings.insert(context.meetings.begin(), context.meetings.end());
    creates.insert(context.creates.begin(), context.creates.end());
    for (const std::size_t callee : context.calls)
      if (seen.insert(callee).second)
        open.push_back(callee);
  }
  for (const auto &[site, helds] : accesses) {
    FutureAccess access{accessOf(site), site, {}};
    for (const HeldId held : helds)
      access.locksets.push_back(locksOf(held));
    deeds.accesses.push_back(std::move(access));
  }
  deeds.meetings.assign(meetings.begin(), meetings.end());
}

const Future &Futures::Parts::from(const CodePoint &point) {
  if (unknown_)
    return anyFuture();
  const auto [place, isNew] = futures_.try_emplace(point);
  Future &future = place->second;
  if (!isNew)
    return future;
  // Each function returns to its caller, with the locks it holds at its end.
  std::vector<std::size_t> contexts;
  std::set<HeldId> helds{idOf(point.held)};
  for (const CodeFrame &frame : point.frames) {
    std::set<HeldId> exits;
    for (const HeldId held : helds) {
      contexts.push_back(contextFor(frame, held));
      workOut();
      const Context &context = contexts_[contexts.back()];
      exits.insert(context.exits.begin(), context.exits.end());
    }
    helds = std::move(exits);
  }
  std::set<FunctionId> creates;
  addDeeds(contexts, future.own, creates);
  std::set<FunctionId> seen;
  for (bool more = true; more;) {
    more = false;
    for (const FunctionId entry : std::set(creates)) {
      if (!seen.insert(entry).second)
        continue;
      more = true;
      const std::size_t context = contextFor({{entry, 0}, true}, idOf({}));
      workOut();
      Deeds deeds;
      addDeeds({context}, deeds, creates);
      // Their number is unknown here, hence two; provers know where it is one.
      future.created.push_back(deeds);
      future.created.push_back(std::move(deeds));
    }
  }
  return future;
}

bool Futures::Parts::areSuspects(SiteId a, SiteId b) {
  if (b < a)
    std::swap(a, b);
  const std::uint64_t key = static_cast<std::uint64_t>(a.index()) << 32 | b.index();
  const auto [place, isNew] = areSuspects_.try_emplace(key);
  if (isNew)
    place->second = suspects_.isLeft(a, b);
  return place->second;
}

Futures::Futures(const Facts &facts, const SuspectSet &suspects, const std::vector<bool> &visible,
                 MachineNames names)
    : parts_(std::make_unique<Parts>(facts, suspects, visible, std::move(names))) {}
Futures::~Futures() = default;

const Future &Futures::from(const CodePoint &point) {
  return parts_->from(point);
}

bool Futures::areSuspects(SiteId a, SiteId b) {
  return parts_->areSuspects(a, b);
}

} // namespace raceward
