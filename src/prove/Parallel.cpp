#include "raceward/prove/Parallel.h"

#include "Handles.h"
#include "ThreadState.h"
#include "raceward/base/Check.h"
#include "raceward/prove/ProverMutation.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>

namespace raceward {

namespace {

/// Maximum number of entry states per function and kind of thread; further states share the last.
constexpr std::size_t kMostContexts = 8;

/// One function, in one kind of thread, with one entry state.
struct Context {
  std::size_t thread = 0;
  FunctionId function;
  ThreadState entry;
  std::vector<ThreadState> before; ///< by block
  ThreadState atReturn;
  std::set<std::size_t> callers; ///< contexts that wait for `atReturn`
  bool queued = false;
};

/// The combined states of an instruction, over all threads and contexts.
struct Gathered {
  llvm::BitVector threads;
  llvm::BitVector running; ///< started by the executing thread, and not joined
  llvm::BitVector started;
  bool creates = false;
};

} // namespace

class Parallel::Solver {
public:
  Solver(const Program &program, const PointsTo &pointsTo, const Calls &calls,
         const Threads &threads)
      : program_(program), calls_(calls), threads_(threads),
        handles_(program, pointsTo, calls, threads) {
    prepare();
    findBland();
  }

  void run();
  void fill(Parallel &result);

private:
  using ThreadAndFunction = std::pair<std::size_t, FunctionId>;

  void prepare();
  void findBland();
  void analyse(std::size_t id);
  void queue(std::size_t id);
  /// The state after a call; adds contexts only while solving.
  ThreadState call(std::size_t caller, FunctionId callee, const ThreadState &state);
  std::size_t contextFor(std::size_t thread, FunctionId function, const ThreadState &entry);
  void transfer(std::size_t id, std::uint32_t index, ThreadState &state);
  void applyLibrary(std::size_t id, const Instruction &code, InstructionRef at, ThreadState &state);
  void lose(const Handles::Creations &creations, ThreadState &state) const;
  void join(const Handles::Creations &creations, ThreadState &state) const;
  void ended(std::size_t thread, const ThreadState &state);
  void applyContract(std::size_t id, ContractStep step, InstructionRef at, ThreadState &state);
  void enterBland(FunctionId function, const Gathered &gathered);
  void spreadBland();
  [[nodiscard]] llvm::BitVector runningIn(const ThreadState &state) const;

  template <typename Visit> void walkBlock(std::size_t id, std::uint32_t block, Visit visit);

  void gather(std::size_t id);
  void gatherCreation(CreationIndex creation, const ThreadState &state);
  [[nodiscard]] Gathered inState(std::size_t thread, const ThreadState &state) const;
  static bool addTo(Gathered &gathered, const Gathered &more);
  MomentId momentFor(Parallel &result, const Gathered &gathered);

  const Program &program_;
  const Calls &calls_;
  const Threads &threads_;
  const Handles handles_;

  std::size_t count_ = 0; ///< number of templates
  std::map<InstructionRef, CreationIndex> creationAt_;
  std::vector<llvm::BitVector> family_; ///< by creation: threads that it starts, transitively
  std::vector<llvm::BitVector> leaves_; ///< by template: threads that outlive it
  llvm::BitVector everybody_;           ///< all templates but the main thread
  llvm::BitVector endings_;             ///< templates of handlers that run at ends
  llvm::BitVector callBacks_;           ///< templates of call-backs, and threads that they start
  std::vector<bool> mayEnd_;            ///< by bland function: a thread may end in it

  /// By function: neither it nor a callee creates, joins or ends threads. It keeps one state from
  /// entry to return, so that the states of its many callers are not mixed.
  std::vector<bool> bland_;
  std::vector<std::vector<std::uint32_t>> blocks_;  ///< by function: first instructions
  std::vector<std::vector<std::uint32_t>> blockOf_; ///< by function and instruction
  std::vector<std::vector<bool>> active_;           ///< by function and instruction

  std::deque<Context> contexts_;
  std::map<ThreadAndFunction, std::vector<std::size_t>> contextsOf_;
  std::deque<std::size_t> open_;
  bool isGathering_ = false;

  // The result.
  std::map<FunctionId, Gathered> blandStates_;
  std::vector<FunctionId> openBland_;
  std::vector<bool> isLive_; ///< by context: still used in the fixed point
  std::vector<std::size_t> openLive_;
  std::map<FunctionId, std::vector<Gathered>> gathered_;
  std::set<std::pair<InstructionRef, CreationIndex>> lostAtJoins_;
  std::vector<llvm::BitVector> beside_;   ///< by template: threads that are not joined before it
  std::vector<llvm::BitVector> starting_; ///< the same, ignoring all joins
  std::map<std::vector<std::uintptr_t>, MomentId> moments_;
};

void Parallel::Solver::prepare() {
  const std::vector<ThreadTemplate> &templates = threads_.templates();
  count_ = templates.size();
  const auto none = llvm::BitVector(static_cast<unsigned>(count_));
  everybody_ = none;
  everybody_.set();
  everybody_.reset(0);
  endings_ = none;
  callBacks_ = none;
  leaves_.assign(count_, none);
  beside_.assign(count_, none);
  starting_.assign(count_, none);

  const std::vector<Creation> &creations = handles_.creations();
  for (CreationIndex c = 0; c < creations.size(); ++c)
    creationAt_[creations[c].at] = c;

  // Threads that a template may start, directly or through others. Handlers may run at the end of
  // every thread.
  std::vector<llvm::BitVector> starts(count_, none);
  llvm::BitVector byHandlers = none;
  for (std::size_t t = 0; t < count_; ++t) {
    for (const Creation &creation : creations)
      if (templates[t].runs[creation.at.function.index()])
        for (const std::size_t created : creation.templates)
          starts[t].set(static_cast<unsigned>(created));
    if (templates[t].kind == ThreadTemplate::Kind::Handlers)
      endings_.set(static_cast<unsigned>(t));
    if (templates[t].kind == ThreadTemplate::Kind::CallBacks)
      callBacks_.set(static_cast<unsigned>(t));
  }
  // Who gives a function to one by contract starts the threads that may call it.
  for (std::size_t f = 0; f < program_.functions().size(); ++f)
    if (!calls_.givenIn(FunctionId(f)).empty())
      for (std::size_t t = 0; t < count_; ++t)
        if (templates[t].runs[f])
          starts[t] |= callBacks_;
  for (const unsigned t : endings_.set_bits())
    byHandlers |= starts[t];
  for (llvm::BitVector &set : starts)
    set |= byHandlers;
  for (std::size_t through = 0; through < count_; ++through)
    for (llvm::BitVector &set : starts)
      if (set.test(static_cast<unsigned>(through)))
        set |= starts[through];
  for (const Creation &creation : creations) {
    llvm::BitVector family = none;
    for (const std::size_t created : creation.templates) {
      family.set(static_cast<unsigned>(created));
      if (!mutated(ProverMutation::ParallelDescendants))
        family |= starts[created];
    }
    family_.push_back(std::move(family));
  }
  const llvm::BitVector called = callBacks_;
  for (const unsigned t : called.set_bits())
    callBacks_ |= starts[t];
  for (const unsigned ending : endings_.set_bits())
    for (std::size_t t = 1; t < count_; ++t)
      leaves_[t] |= starts[ending];
}

void Parallel::Solver::findBland() {
  const std::size_t functions = program_.functions().size();
  bland_.assign(functions, true);
  mayEnd_.assign(functions, false);
  blocks_.resize(functions);
  blockOf_.resize(functions);
  active_.resize(functions);
  std::vector<std::vector<std::size_t>> callers(functions);
  std::vector<std::size_t> open;
  for (const Function &function : program_.functions()) {
    const std::size_t f = function.id.index();
    bool bland = !handles_.hasEffects(function.id);
    for (const Instruction &code : function.code.instructions)
      if (code.op == Op::LibraryCall && code.library) {
        const SyncEffect effect = code.library->sync;
        if (createsThread(effect) || effect == SyncEffect::JoinThread ||
            effect == SyncEffect::ExitThread || effect == SyncEffect::TestCancel ||
            code.library->returnsTwice)
          bland = false;
        if (code.library->contract == ContractStep::Begins)
          mayEnd_[f] = true;
      }
    if (!calls_.givenIn(function.id).empty())
      bland = false;
    if (!bland) {
      bland_[f] = false;
      open.push_back(f);
    }
    for (const CallTargets &call : calls_.callsIn(function.id))
      for (const FunctionId callee : call.callees)
        callers[callee.index()].push_back(f);
  }
  // Their ends are examined.
  for (const ThreadTemplate &thread : threads_.templates())
    for (const FunctionId root : thread.roots)
      if (bland_[root.index()]) {
        bland_[root.index()] = false;
        open.push_back(root.index());
      }
  while (!open.empty()) {
    const std::size_t f = open.back();
    open.pop_back();
    for (const std::size_t caller : callers[f])
      if (bland_[caller]) {
        bland_[caller] = false;
        open.push_back(caller);
      }
  }
  std::vector<std::size_t> ending;
  for (std::size_t f = 0; f < functions; ++f)
    if (mayEnd_[f])
      ending.push_back(f);
  while (!ending.empty()) {
    const std::size_t f = ending.back();
    ending.pop_back();
    for (const std::size_t caller : callers[f])
      if (!mayEnd_[caller]) {
        mayEnd_[caller] = true;
        ending.push_back(caller);
      }
  }
  for (const Function &function : program_.functions()) {
    const std::size_t f = function.id.index();
    if (bland_[f])
      continue;
    const std::vector<Instruction> &code = function.code.instructions;
    blockOf_[f].resize(code.size());
    active_[f].resize(code.size());
    bool begins = true;
    for (std::uint32_t i = 0; i < code.size(); ++i) {
      if (begins)
        blocks_[f].push_back(i);
      blockOf_[f][i] = static_cast<std::uint32_t>(blocks_[f].size() - 1);
      begins = code[i].origin->isTerminator();
      active_[f][i] = code[i].op == Op::Call || code[i].op == Op::LibraryCall ||
                      !handles_.lostAt({function.id, i}).empty();
    }
  }
}

llvm::BitVector Parallel::Solver::runningIn(const ThreadState &state) const {
  llvm::BitVector running = state.left;
  if (threads_.interruptsCreate()) // whenever a signal arrives
    running |= everybody_;
  for (const unsigned c : state.alive.set_bits())
    running |= family_[c];
  // The end of each of them may run handlers.
  if (running.any() && !mutated(ProverMutation::ParallelEndings))
    running |= endings_;
  return running;
}

void Parallel::Solver::lose(const Handles::Creations &creations, ThreadState &state) const {
  for (const CreationIndex c : creations)
    if (state.alive.test(c))
      state.lost.set(c);
}

void Parallel::Solver::join(const Handles::Creations &creations, ThreadState &state) const {
  for (const CreationIndex c : creations) {
    if (!state.alive.test(c) || state.lost.test(c))
      continue;
    state.alive.reset(c);
    for (const std::size_t t : handles_.creations()[c].templates)
      if (!mutated(ProverMutation::ParallelLeftBehind))
        state.left |= leaves_[t];
  }
}

/// Records the state in which a thread of this kind ends.
void Parallel::Solver::ended(std::size_t thread, const ThreadState &state) {
  if (isGathering_ || thread == 0)
    return;
  llvm::BitVector running = runningIn(state);
  if (!running.test(leaves_[thread]))
    return;
  leaves_[thread] |= running;
  for (std::size_t id = 0; id < contexts_.size(); ++id)
    queue(id);
}

void Parallel::Solver::queue(std::size_t id) {
  if (contexts_[id].queued || isGathering_)
    return;
  contexts_[id].queued = true;
  open_.push_back(id);
}

std::size_t Parallel::Solver::contextFor(std::size_t thread, FunctionId function,
                                         const ThreadState &entry) {
  std::vector<std::size_t> &known = contextsOf_[{thread, function}];
  for (const std::size_t id : known)
    if (contexts_[id].entry == entry)
      return id;
  if (known.size() == kMostContexts) {
    if (!mutated(ProverMutation::ParallelStates) &&
        joinInto(contexts_[known.back()].entry, entry)) {
      RW_CHECK(!isGathering_); // the analysis has reached its fixed point
      queue(known.back());
    }
    return known.back();
  }
  RW_CHECK(!isGathering_);
  Context context;
  context.thread = thread;
  context.function = function;
  context.entry = entry;
  context.before.resize(blocks_[function.index()].size());
  contexts_.push_back(std::move(context));
  known.push_back(contexts_.size() - 1);
  queue(contexts_.size() - 1);
  return contexts_.size() - 1;
}

ThreadState Parallel::Solver::call(std::size_t caller, FunctionId callee,
                                   const ThreadState &state) {
  const std::size_t thread = contexts_[caller].thread;
  if (bland_[callee.index()]) {
    if (mayEnd_[callee.index()] && !mutated(ProverMutation::ContractEnds))
      ended(thread, state);
    if (isGathering_)
      enterBland(callee, inState(thread, state));
    return state;
  }
  ThreadState entry = state;
  lose(handles_.ofFrame(callee), entry);
  const std::size_t id = contextFor(thread, callee, entry);
  if (isGathering_) {
    if (!isLive_[id]) {
      isLive_[id] = true;
      openLive_.push_back(id);
    }
  } else {
    contexts_[id].callers.insert(caller);
  }
  return contexts_[id].atReturn;
}

/// A thread may end in a function by contract, or in one that this calls. From where a function is
/// given to one, threads may call it.
void Parallel::Solver::applyContract(std::size_t id, ContractStep step, InstructionRef at,
                                     ThreadState &state) {
  if (step == ContractStep::Begins && !mutated(ProverMutation::ContractEnds))
    ended(contexts_[id].thread, state);
  if (calls_.givenAt(at).empty() || mutated(ProverMutation::ContractStarts))
    return;
  state.left |= callBacks_;
  state.started |= callBacks_;
}

void Parallel::Solver::applyLibrary(std::size_t id, const Instruction &code, InstructionRef at,
                                    ThreadState &state) {
  const LibraryFunction &library = *code.library;
  if ((library.sync == SyncEffect::ExitThread || library.sync == SyncEffect::TestCancel) &&
      !mutated(ProverMutation::ParallelExit))
    ended(contexts_[id].thread, state);
  if (library.neverReturns) {
    state.reached = false;
    return;
  }
  // longjmp may return here from anywhere in the program.
  if (library.returnsTwice && !mutated(ProverMutation::ParallelJumps)) {
    state.alive.set();
    state.lost.set();
    state.left = everybody_;
    state.started = everybody_;
  }
  applyContract(id, library.contract, at, state);
  if (createsThread(library.sync)) {
    const CreationIndex c = creationAt_.at(at);
    if (!handles_.creations()[c].fillsArray && state.alive.test(c) &&
        !mutated(ProverMutation::HandlesSecond))
      state.lost.set(c);
    state.alive.set(c);
    state.started |= family_[c];
  } else if (library.sync == SyncEffect::JoinThread) {
    join(handles_.joinedAt(at), state);
  }
}

void Parallel::Solver::transfer(std::size_t id, std::uint32_t index, ThreadState &state) {
  const FunctionId function = contexts_[id].function;
  if (!active_[function.index()][index])
    return;
  const InstructionRef at{function, index};
  const Instruction &code = program_.function(function).code.instructions[index];
  lose(handles_.lostAt(at), state);
  if (code.op == Op::LibraryCall && code.library)
    applyLibrary(id, code, at, state);
  if (!state.reached)
    return;

  const std::vector<FunctionId> &callees = calls_.calleesAt(at);
  if (callees.empty())
    return;
  if (code.op == Op::Call) {
    ThreadState returned;
    if (calls_.mayLeadOutside(at))
      returned = state;
    for (const FunctionId callee : callees)
      joinInto(returned, call(id, callee, state));
    state = std::move(returned);
    return;
  }
  // The library may call back never, or repeatedly with the state that the last call left.
  for (bool changed = true; changed;) {
    changed = false;
    for (const FunctionId callee : callees)
      changed = joinInto(state, call(id, callee, state)) || changed;
  }
}

/// Processes a block; calls `visit` with the state before each reached instruction.
template <typename Visit>
void Parallel::Solver::walkBlock(std::size_t id, std::uint32_t block, Visit visit) {
  const FunctionId function = contexts_[id].function;
  const std::vector<Instruction> &code = program_.function(function).code.instructions;
  ThreadState state = contexts_[id].before[block];
  for (std::uint32_t i = blocks_[function.index()][block]; state.reached; ++i) {
    visit(i, state);
    if (code[i].origin->isTerminator())
      return;
    transfer(id, i, state);
  }
}

void Parallel::Solver::analyse(std::size_t id) {
  const FunctionId function = contexts_[id].function;
  const std::size_t thread = contexts_[id].thread;
  const Code &code = program_.function(function).code;
  if (code.instructions.empty())
    return;
  const std::vector<FunctionId> &roots = threads_.templates()[thread].roots;
  const bool isRoot = std::find(roots.begin(), roots.end(), function) != roots.end();

  joinInto(contexts_[id].before[0], contexts_[id].entry);
  std::set<std::uint32_t> open; // in code order
  for (std::uint32_t block = 0; block < contexts_[id].before.size(); ++block)
    if (contexts_[id].before[block].reached)
      open.insert(block);
  bool returns = false;
  while (!open.empty()) {
    const std::uint32_t block = *open.begin();
    open.erase(open.begin());
    walkBlock(id, block, [&](std::uint32_t i, const ThreadState &before) {
      const Instruction &instruction = code.instructions[i];
      if (!instruction.origin->isTerminator())
        return;
      ThreadState after = before;
      transfer(id, i, after);
      if (!after.reached)
        return;
      if (instruction.op == Op::Return) {
        if (isRoot)
          ended(thread, after);
        lose(handles_.ofFrame(function), after);
        returns = joinInto(contexts_[id].atReturn, after) || returns;
        return;
      }
      for (const Edge &edge : code.edgesOf(instruction)) {
        const std::uint32_t target = blockOf_[function.index()][edge.target];
        const Handles::EdgeEffect *effect = handles_.onEdge({function, i}, edge.target);
        bool grows = false;
        if (effect) {
          ThreadState there = after;
          join(effect->joined, there);
          if (!mutated(ProverMutation::HandlesLoopAgain))
            lose(effect->enter, there);
          for (const CreationIndex c : effect->enter)
            there.alive.set(c);
          grows = joinInto(contexts_[id].before[target], there);
        } else {
          grows = joinInto(contexts_[id].before[target], after);
        }
        if (grows)
          open.insert(target);
      }
    });
  }
  if (returns)
    for (const std::size_t caller : contexts_[id].callers)
      queue(caller);
}

void Parallel::Solver::run() {
  std::vector<std::size_t> roots;
  const std::vector<ThreadTemplate> &templates = threads_.templates();
  for (std::size_t t = 0; t < templates.size(); ++t) {
    ThreadState entry(handles_.creations().size(), count_);
    if (templates[t].runsInOthers()) {
      entry.alive.set();
      entry.lost.set();
      entry.left = everybody_;
      entry.started = everybody_;
    }
    for (const FunctionId root : templates[t].roots)
      if (program_.function(root).hasBody)
        roots.push_back(contextFor(t, root, entry));
  }
  while (!open_.empty()) {
    const std::size_t id = open_.front();
    open_.pop_front();
    contexts_[id].queued = false;
    analyse(id);
  }

  // Only contexts that are still used count: states grew during solving.
  isGathering_ = true;
  isLive_.assign(contexts_.size(), false);
  for (const std::size_t id : roots)
    if (!isLive_[id]) {
      isLive_[id] = true;
      openLive_.push_back(id);
    }
  while (!openLive_.empty()) {
    const std::size_t id = openLive_.back();
    openLive_.pop_back();
    gather(id);
  }
  spreadBland();
}

bool Parallel::Solver::addTo(Gathered &gathered, const Gathered &more) {
  if (gathered.threads.empty()) {
    gathered = more;
    return true;
  }
  gathered.creates = gathered.creates || more.creates;
  const bool grows = more.threads.test(gathered.threads) || more.running.test(gathered.running) ||
                     more.started.test(gathered.started);
  if (grows) {
    gathered.threads |= more.threads;
    gathered.running |= more.running;
    gathered.started |= more.started;
  }
  return grows;
}

Gathered Parallel::Solver::inState(std::size_t thread, const ThreadState &state) const {
  Gathered gathered{llvm::BitVector(static_cast<unsigned>(count_)), runningIn(state), state.started,
                    false};
  gathered.threads.set(static_cast<unsigned>(thread));
  if (gathered.started.any())
    gathered.started |= endings_;
  return gathered;
}

/// The function and all its callees are executed in this state.
void Parallel::Solver::enterBland(FunctionId function, const Gathered &gathered) {
  if (mutated(ProverMutation::ParallelBland) && blandStates_.contains(function))
    return;
  if (addTo(blandStates_[function], gathered))
    openBland_.push_back(function);
}

void Parallel::Solver::spreadBland() {
  while (!openBland_.empty()) {
    const FunctionId function = openBland_.back();
    openBland_.pop_back();
    const Gathered &from = blandStates_[function];
    for (const CallTargets &call : calls_.callsIn(function))
      for (const FunctionId callee : call.callees)
        if (callee != function)
          enterBland(callee, from);
  }
}

/// Threads that the same thread has started before may run in parallel with the new one.
void Parallel::Solver::gatherCreation(CreationIndex creation, const ThreadState &state) {
  const auto relate = [&](std::vector<llvm::BitVector> &relation, const llvm::BitVector &others) {
    for (const unsigned t : family_[creation].set_bits())
      relation[t] |= others;
    for (const unsigned t : others.set_bits())
      relation[t] |= family_[creation];
  };
  if (mutated(ProverMutation::ParallelSiblings))
    return;
  relate(beside_, runningIn(state));
  relate(starting_, state.started);
}

void Parallel::Solver::gather(std::size_t id) {
  const FunctionId function = contexts_[id].function;
  const std::vector<Instruction> &code = program_.function(function).code.instructions;
  std::vector<Gathered> &gathered = gathered_[function];
  gathered.resize(code.size());
  for (std::uint32_t block = 0; block < contexts_[id].before.size(); ++block) {
    Gathered now;
    walkBlock(id, block, [&](std::uint32_t i, const ThreadState &state) {
      if (now.threads.empty() || active_[function.index()][i - 1])
        now = inState(contexts_[id].thread, state);
      for (const Handles::SameNumber &same : handles_.sameNumbers())
        if (same.join.at == InstructionRef{function, i} && state.lost.test(same.creation))
          lostAtJoins_.insert({same.join.at, same.creation});
      if (const auto created = creationAt_.find({function, i}); created != creationAt_.end()) {
        gatherCreation(created->second, state);
        // The call itself writes the handle, possibly after the thread has started.
        Gathered with = now;
        if (!mutated(ProverMutation::ParallelCreating)) {
          with.creates = true;
          with.running |= family_[created->second];
          with.started |= family_[created->second];
        }
        with.running |= endings_;
        with.started |= endings_;
        addTo(gathered[i], with);
      } else {
        addTo(gathered[i], now);
      }
      if (code[i].origin->isTerminator() && active_[function.index()][i]) {
        ThreadState after = state;
        transfer(id, i, after);
      }
    });
  }
}

MomentId Parallel::Solver::momentFor(Parallel &result, const Gathered &gathered) {
  const auto size = static_cast<unsigned>(count_);
  Moment moment{gathered.threads, gathered.running, gathered.started, false};
  if (moment.threads.empty()) { // never executed
    moment.threads.resize(size);
    moment.beside.resize(size);
    moment.starting.resize(size);
  }
  moment.alone = !moment.threads.anyCommon(everybody_) && moment.beside.none() && !gathered.creates;
  for (const unsigned t : gathered.threads.set_bits()) {
    moment.beside |= beside_[t];
    moment.starting |= starting_[t];
  }
  std::vector<std::uintptr_t> key{moment.alone};
  for (const llvm::BitVector *set : {&moment.threads, &moment.beside, &moment.starting})
    key.insert(key.end(), set->getData().begin(), set->getData().end());
  const auto [known, isNew] =
      moments_.try_emplace(std::move(key), MomentId(result.moments_.size()));
  if (isNew)
    result.moments_.push_back(std::move(moment));
  return known->second;
}

void Parallel::Solver::fill(Parallel &result) {
  // Handlers run at the end of any thread. They run in parallel with the main thread only if
  // another thread exists, so the state of the main thread decides there. Call-backs run in
  // parallel with the main thread from where it, or a thread that it started, gave them.
  for (std::size_t t = 1; t < count_; ++t)
    for (auto *relation : {&beside_, &starting_}) {
      if (!mutated(ProverMutation::ParallelEndings))
        (*relation)[t] |= endings_.test(static_cast<unsigned>(t)) ? everybody_ : endings_;
      (*relation)[t] |= callBacks_.test(static_cast<unsigned>(t)) ? everybody_ : callBacks_;
    }

  for (const auto &[at, creations] : handles_.joins()) {
    JoinSite join{at, {}};
    for (const CreationIndex c : creations)
      for (const std::size_t t : handles_.creations()[c].templates)
        join.templates.push_back(t);
    result.joins_.push_back(std::move(join));
  }
  for (const Handles::SameNumber &same : handles_.sameNumbers())
    if (gathered_.contains(same.join.at.function) &&
        (!lostAtJoins_.contains({same.join.at, same.creation}) ||
         mutated(ProverMutation::AbsentLost)))
      result.numberedJoins_.push_back(same.join);
  result.byFunction_.resize(program_.functions().size());
  const MomentId never = momentFor(result, {});
  for (const Function &function : program_.functions()) {
    std::vector<MomentId> &moments = result.byFunction_[function.id.index()];
    if (const auto at = blandStates_.find(function.id); at != blandStates_.end()) {
      moments = {momentFor(result, at->second)};
      continue;
    }
    const auto at = gathered_.find(function.id);
    if (at == gathered_.end()) {
      moments = {never};
      continue;
    }
    // Adjacent instructions are mostly alike.
    const Gathered *last = nullptr;
    for (const Gathered &gathered : at->second) {
      if (gathered.threads.empty())
        moments.push_back(never);
      else if (last && last->threads == gathered.threads && last->running == gathered.running &&
               last->started == gathered.started && last->creates == gathered.creates)
        moments.push_back(moments.back());
      else
        moments.push_back(momentFor(result, gathered));
      last = gathered.threads.empty() ? nullptr : &gathered;
    }
  }
}

Parallel::Parallel(const Program &program, const PointsTo &pointsTo, const Calls &calls,
                   const Threads &threads) {
  Solver solver(program, pointsTo, calls, threads);
  solver.run();
  solver.fill(*this);
}

MomentId Parallel::momentOf(InstructionRef instruction) const {
  const std::vector<MomentId> &moments = byFunction_[instruction.function.index()];
  return moments.size() == 1 ? moments.front() : moments[instruction.index];
}

bool Parallel::alwaysAlone(InstructionRef instruction) const {
  return moments_[momentOf(instruction).index()].alone;
}

bool Parallel::mayBeParallel(MomentId a, MomentId b) const {
  const Moment &first = moments_[a.index()];
  const Moment &second = moments_[b.index()];
  return first.beside.anyCommon(second.threads) || second.beside.anyCommon(first.threads);
}

bool Parallel::mayBeParallelWithoutJoins(MomentId a, MomentId b) const {
  const Moment &first = moments_[a.index()];
  const Moment &second = moments_[b.index()];
  return first.starting.anyCommon(second.threads) || second.starting.anyCommon(first.threads);
}

bool Parallel::beforeAnyThread(MomentId moment) const {
  return moments_[moment.index()].starting.none();
}

std::vector<std::size_t> Parallel::joinedBetween(MomentId a, MomentId b) const {
  const Moment &first = moments_[a.index()];
  const Moment &second = moments_[b.index()];
  // The two are known not to be parallel, so any thread that might have been was joined.
  llvm::BitVector joined = first.starting;
  joined &= second.threads;
  llvm::BitVector others = second.starting;
  others &= first.threads;
  joined |= others;
  std::vector<std::size_t> templates;
  for (const unsigned t : joined.set_bits())
    templates.push_back(t);
  return templates;
}

std::vector<std::size_t> Parallel::threadsOf(MomentId moment) const {
  std::vector<std::size_t> templates;
  for (const unsigned t : moments_[moment.index()].threads.set_bits())
    templates.push_back(t);
  return templates;
}

} // namespace raceward
