#include "raceward/prove/Phases.h"

#include "FixedPlace.h"

#include <llvm/IR/Constants.h>

#include <algorithm>
#include <map>
#include <set>

namespace raceward {

namespace {

using CreateIndex = std::uint32_t;

/// What may be at a point of the main thread.
struct State {
  bool reached = false;
  /// Creations whose threads may exist.
  std::set<CreateIndex> running;
  /// Whose handle each variable holds. Absent: nobody knows.
  std::map<FixedPlace, CreateIndex> handles;

  bool operator==(const State &) const = default;
};

/// Returns true if `into` changed.
bool joinInto(State &into, const State &from) {
  if (!from.reached)
    return false;
  if (!into.reached) {
    into = from;
    return true;
  }
  const State before = into;
  into.running.insert(from.running.begin(), from.running.end());
  for (auto at = into.handles.begin(); at != into.handles.end();) {
    const auto other = from.handles.find(at->first);
    if (other == from.handles.end() || other->second != at->second)
      at = into.handles.erase(at);
    else
      ++at;
  }
  return !(into == before);
}

} // namespace

class Phases::Solver {
public:
  Solver(const Program &program, const PointsTo &pointsTo, const Calls &calls,
         const Threads &threads)
      : program_(program), pointsTo_(pointsTo), calls_(calls), threads_(threads),
        bodies_(program.functions().size()) {
    findCreates();
    findTransparent();
    findDetached();
    findJoinsOfMain();
    findHandleVariables();
  }

  void run();
  [[nodiscard]] std::vector<bool> aloneIn(const Function &function);

private:
  struct Body {
    State entry;
    std::vector<State> before; ///< by instruction, for the first ones of blocks only
    State atReturn;
  };
  struct Create {
    InstructionRef at;
    const llvm::CallBase *call = nullptr;
    bool joinable = false; ///< one thread, never detached, creates no threads itself
    std::optional<FixedPlace> handle;
  };

  void findCreates();
  void findTransparent();
  void findDetached();
  void findJoinsOfMain();
  void findHandleVariables();
  void analyse(const Function &function);
  State transfer(const Function &function, std::uint32_t index, State after);
  /// Goes through a block from its first instruction; tells `visit` the state before
  /// each one that is reached. Returns the index of the first one of the next block.
  template <typename Visit>
  std::uint32_t walkBlock(const Function &function, std::uint32_t first, Visit visit);
  void applyCreate(InstructionRef at, State &state) const;
  void applyJoin(const llvm::CallBase &call, State &state) const;

  const Program &program_;
  const PointsTo &pointsTo_;
  const Calls &calls_;
  const Threads &threads_;
  std::vector<Create> creates_;
  std::map<InstructionRef, CreateIndex> createAt_;
  std::vector<bool> transparent_; ///< by function: neither creates nor joins, nor do its callees
  bool anyDetach_ = false;
  bool mainMayBeJoined_ = false;
  std::set<FixedPlace> handleVariables_; ///< written by creations only
  std::vector<Body> bodies_;
  bool changed_ = false;
};

void Phases::Solver::findCreates() {
  for (const Function &function : program_.functions()) {
    if (!threads_.isReachable(function.id))
      continue;
    for (const CreateSite &site : calls_.createsIn(function.id)) {
      createAt_[site.at] = static_cast<CreateIndex>(creates_.size());
      creates_.push_back({site.at, site.call, false, std::nullopt});
    }
  }
}

/// Functions without any say in which threads exist need no analysis of their own, and
/// must not mix the states of their many callers.
void Phases::Solver::findTransparent() {
  transparent_.assign(program_.functions().size(), true);
  for (const Function &function : program_.functions()) {
    for (const Instruction &instruction : function.code.instructions) {
      if (instruction.op != Op::LibraryCall || !instruction.library)
        continue;
      const SyncEffect effect = instruction.library->sync;
      if (effect == SyncEffect::CreateThread || effect == SyncEffect::CreateC11Thread ||
          effect == SyncEffect::JoinThread || instruction.library->returnsTwice)
        transparent_[function.id.index()] = false;
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function &function : program_.functions()) {
      if (!transparent_[function.id.index()])
        continue;
      for (const CallTargets &call : calls_.callsIn(function.id))
        for (const FunctionId callee : call.callees)
          if (!transparent_[callee.index()] && transparent_[function.id.index()]) {
            transparent_[function.id.index()] = false;
            changed = true;
          }
    }
  }
}

void Phases::Solver::findDetached() {
  for (const Function &function : program_.functions())
    if (threads_.isReachable(function.id))
      for (const Instruction &instruction : function.code.instructions)
        if (instruction.op == Op::LibraryCall && instruction.library &&
            instruction.library->sync == SyncEffect::DetachThread)
          anyDetach_ = true;
}

/// Another thread may join the main thread, which has given it its own handle. When the
/// main thread then joins that one, the library may notice the deadlock, and one of the
/// joins fails while the thread that it names is still there.
void Phases::Solver::findJoinsOfMain() {
  bool ownHandle = false;
  bool joinedElsewhere = false;
  for (const Function &function : program_.functions()) {
    for (const Instruction &instruction : function.code.instructions) {
      if (instruction.op != Op::LibraryCall || !instruction.library)
        continue;
      const LibraryFunction &library = *instruction.library;
      if (library.name == "pthread_self" || library.name == "thrd_current")
        ownHandle = ownHandle || threads_.mainThread().runs[function.id.index()];
      if (library.sync == SyncEffect::JoinThread)
        joinedElsewhere = joinedElsewhere ||
                          (threads_.isReachable(function.id) && !threads_.onlyInMain(function.id));
    }
  }
  mainMayBeJoined_ = ownHandle && joinedElsewhere;
}

/// Finds the creations whose threads a join can be matched with (rule R11: every thread,
/// joined successfully on every path).
void Phases::Solver::findHandleVariables() {
  const std::uint64_t handleBytes = program_.dataModel() == DataModel::LP64 ? 8 : 4;

  for (Create &create : creates_) {
    const Function &function = program_.function(create.at.function);
    const LibraryFunction &library = *function.code.instructions[create.at.index].library;
    if (!threads_.onlyInMain(create.at.function) || !threads_.runsOnce(create.at) || anyDetach_ ||
        mainMayBeJoined_)
      continue;
    // Attributes may say that the thread is detached, and then a join fails.
    if (library.sync == SyncEffect::CreateThread &&
        (create.call->arg_size() < 4 ||
         !llvm::isa<llvm::ConstantPointerNull>(create.call->getArgOperand(1))))
      continue;
    // What the thread creates does not end with it.
    // Neither does what handlers create that run at its end.
    bool createsMore = false;
    for (const ThreadTemplate &thread : threads_.templates())
      if (thread.kind == ThreadTemplate::Kind::Handlers ||
          (thread.createdAt && thread.createdAt->at == create.at))
        for (const Create &other : creates_)
          createsMore = createsMore || thread.runs[other.at.function.index()];
    if (createsMore)
      continue;
    if (create.call->arg_size() == 0)
      continue; // declared by nobody, called with nothing
    create.handle = fixedPlaceOf(program_, *create.call->getArgOperand(0));
    create.joinable = create.handle.has_value();
  }

  // A variable is a handle variable if nothing but creations may write into it.
  for (const Create &create : creates_)
    if (create.handle)
      handleVariables_.insert(*create.handle);
  for (const AccessSite &site : program_.sites()) {
    const SitePlace &place = program_.placeOf(site.id);
    if (!writes(site.kind) || !threads_.isReachable(place.function))
      continue;
    const InstructionRef at{place.function, place.instruction};
    const std::optional<FixedPlace> written = fixedPlaceOf(program_, *place.pointer);
    const auto created = createAt_.find(at);
    const bool byCreate =
        created != createAt_.end() && written && creates_[created->second].handle == written;
    if (byCreate)
      continue;
    std::erase_if(handleVariables_, [&](const FixedPlace &variable) {
      if (written) {
        if (written->object != variable.object)
          return false;
        // Unsigned: addresses wrap around.
        const std::uint64_t distance = static_cast<std::uint64_t>(variable.offset) -
                                       static_cast<std::uint64_t>(written->offset);
        return distance < site.bytes.value_or(UINT64_MAX) || 0 - distance < handleBytes;
      }
      return pointsTo_.mayMeet(*variable.object, *place.pointer);
    });
  }
}

void Phases::Solver::applyCreate(InstructionRef at, State &state) const {
  const CreateIndex index = createAt_.at(at);
  const Create &create = creates_[index];
  state.running.insert(index);
  if (create.handle)
    state.handles[*create.handle] = index;
}

void Phases::Solver::applyJoin(const llvm::CallBase &call, State &state) const {
  if (call.arg_size() == 0)
    return;
  const auto *load = llvm::dyn_cast<llvm::LoadInst>(call.getArgOperand(0));
  if (!load)
    return;
  const std::optional<FixedPlace> place = fixedPlaceOf(program_, *load->getPointerOperand());
  if (!place || !handleVariables_.contains(*place))
    return;
  // The handle is read where it is joined: nothing can lie between, unless a creation
  // into the same variable does, and that is why both must be in one block, in order.
  if (load->getParent() != call.getParent())
    return;
  for (const llvm::Instruction *at = load->getNextNode(); at && at != &call; at = at->getNextNode())
    if (llvm::isa<llvm::CallBase>(at))
      return;
  const auto holds = state.handles.find(*place);
  if (holds == state.handles.end() || !creates_[holds->second].joinable)
    return;
  state.running.erase(holds->second);
}

State Phases::Solver::transfer(const Function &function, std::uint32_t index, State after) {
  const Instruction &instruction = function.code.instructions[index];
  if (instruction.op == Op::LibraryCall && instruction.library) {
    const LibraryFunction &library = *instruction.library;
    const auto &call = llvm::cast<llvm::CallBase>(*instruction.origin);
    if (library.neverReturns)
      return {};
    if (library.returnsTwice) { // comes back from anywhere in the program
      for (CreateIndex i = 0; i < creates_.size(); ++i)
        after.running.insert(i);
      after.handles.clear();
      return after;
    }
    if (library.sync == SyncEffect::CreateThread || library.sync == SyncEffect::CreateC11Thread)
      applyCreate({function.id, index}, after);
    else if (library.sync == SyncEffect::JoinThread)
      applyJoin(call, after);
  }
  if (instruction.op != Op::Call && instruction.op != Op::LibraryCall)
    return after;

  const std::vector<FunctionId> &callees = calls_.calleesAt({function.id, index});
  if (callees.empty())
    return after;
  State returned;
  if (instruction.op == Op::LibraryCall)
    returned = after; // the library may not call back at all
  for (const FunctionId callee : callees) {
    Body &body = bodies_[callee.index()];
    if (joinInto(body.entry, after))
      changed_ = true;
    joinInto(returned, transparent_[callee.index()] ? after : body.atReturn);
  }
  // The library may call back again, with the threads that the first call left behind.
  if (instruction.op == Op::LibraryCall)
    for (const FunctionId callee : callees)
      changed_ = joinInto(bodies_[callee.index()].entry, returned) || changed_;
  return returned;
}

void Phases::Solver::analyse(const Function &function) {
  Body &body = bodies_[function.id.index()];
  const std::vector<Instruction> &code = function.code.instructions;
  if (!body.entry.reached || code.empty())
    return;
  if (transparent_[function.id.index()]) { // one state from beginning to end
    for (const CallTargets &call : calls_.callsIn(function.id))
      for (const FunctionId callee : call.callees)
        changed_ = joinInto(bodies_[callee.index()].entry, body.entry) || changed_;
    return;
  }
  if (body.before.empty())
    body.before.resize(code.size());
  if (joinInto(body.before[0], body.entry))
    changed_ = true;
  for (bool local = true; local;) {
    local = false;
    for (std::uint32_t first = 0; first < code.size();) {
      first = walkBlock(function, first, [&](std::uint32_t i, const State &state) {
        if (code[i].op == Op::Return) {
          changed_ = joinInto(body.atReturn, state) || changed_;
        } else if (code[i].origin->isTerminator()) {
          const State after = transfer(function, i, state);
          for (const Edge &edge : function.code.edgesOf(code[i]))
            local = joinInto(body.before[edge.target], after) || local;
        }
      });
    }
    changed_ = changed_ || local;
  }
}

template <typename Visit>
std::uint32_t Phases::Solver::walkBlock(const Function &function, std::uint32_t first,
                                        Visit visit) {
  const std::vector<Instruction> &code = function.code.instructions;
  State state = bodies_[function.id.index()].before[first];
  std::uint32_t i = first;
  for (; !code[i].origin->isTerminator(); ++i) {
    if (!state.reached)
      continue;
    visit(i, state);
    state = transfer(function, i, std::move(state));
  }
  if (state.reached)
    visit(i, state);
  return i + 1;
}

void Phases::Solver::run() {
  bodies_[program_.entry().id.index()].entry.reached = true;
  do {
    changed_ = false;
    for (const Function &function : program_.functions())
      if (function.hasBody)
        analyse(function);
  } while (changed_);
}

std::vector<bool> Phases::Solver::aloneIn(const Function &function) {
  std::vector<bool> alone(function.code.instructions.size(), false);
  if (!threads_.onlyInMain(function.id))
    return alone;
  const Body &body = bodies_[function.id.index()];
  const bool oneState = body.before.empty();
  // What is never reached is alone.
  alone.assign(alone.size(), !oneState || !body.entry.reached || body.entry.running.empty());
  for (std::uint32_t first = 0; !oneState && first < alone.size();)
    first = walkBlock(function, first, [&](std::uint32_t i, const State &state) {
      alone[i] = state.running.empty();
    });
  // The creating call itself writes the handle, perhaps after the thread has started.
  for (const Create &create : creates_)
    if (create.at.function == function.id)
      alone[create.at.index] = false;
  return alone;
}

Phases::Phases(const Program &program, const PointsTo &pointsTo, const Calls &calls,
               const Threads &threads) {
  Solver solver(program, pointsTo, calls, threads);
  solver.run();
  alone_.resize(program.functions().size());
  for (const Function &function : program.functions())
    if (function.hasBody)
      alone_[function.id.index()] = solver.aloneIn(function);
}

bool Phases::alwaysAlone(InstructionRef instruction) const {
  return alone_[instruction.function.index()][instruction.index];
}

} // namespace raceward
