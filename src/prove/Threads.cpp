#include "raceward/prove/Threads.h"

#include "points/Cycles.h"
#include "raceward/program/Contracts.h"
#include "raceward/program/LibraryModels.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/Instruction.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace raceward {

Threads::Threads(const Program &program, const Calls &calls) : program_(program), calls_(calls) {
  findTemplates();
  indexTemplates();
  findSingles();
  findInterrupts();
}

/// Whether the function installs handlers by another call than signal(), which always asks for
/// SA_RESTART, or takes that back.
bool Threads::installsWithoutRestart(FunctionId function) const {
  constexpr std::array<std::string_view, 3> restarting{"signal", "bsd_signal", "ssignal"};
  const std::vector<Instruction> &code = program_.functions()[function.index()].code.instructions;
  return std::ranges::any_of(code, [&](const Instruction &instruction) {
    if (instruction.origin == nullptr)
      return false;
    const std::string_view call = modelledFunction(*instruction.origin);
    return call == "siginterrupt" ||
           (instruction.library != nullptr && instruction.library->interrupts &&
            std::ranges::find(restarting, call) == restarting.end());
  });
}

void Threads::findInterrupts() {
  interrupting_.assign(program_.functions().size(), false);
  for (std::size_t f = 0; f < reachable_.size(); ++f) {
    if (!reachable_[f])
      continue;
    interruptsWaits_ = interruptsWaits_ || installsWithoutRestart(FunctionId(f));
    for (const FunctionId root : calls_.interruptsFrom(FunctionId(f))) {
      const std::vector<bool> reached = calls_.reachableFrom(root);
      for (std::size_t i = 0; i < reached.size(); ++i) {
        interrupting_[i] = interrupting_[i] || reached[i];
        interruptsCreate_ =
            interruptsCreate_ || (reached[i] && !calls_.createsIn(FunctionId(i)).empty() &&
                                  !mutated(ProverMutation::ParallelInterrupts));
      }
    }
  }
  for (const ThreadTemplate &thread : templates_) {
    if (thread.kind != ThreadTemplate::Kind::CallBacks ||
        mutated(ProverMutation::ContractInterrupts))
      continue;
    interruptsWaits_ = interruptsWaits_ || !thread.roots.empty();
    for (std::size_t i = 0; i < interrupting_.size(); ++i)
      interrupting_[i] = interrupting_[i] || thread.runs[i];
  }
}

/// What the caller does with their results is code of theirs, too.
std::vector<FunctionId> Threads::rootsOfCallBacks(std::vector<FunctionId> given) const {
  if (const Function *caller = contractThread(program_))
    given.push_back(caller->id);
  return given;
}

void Threads::indexTemplates() {
  const std::size_t count = program_.functions().size();
  reachable_.assign(count, false);
  inOthers_.assign(count, false);
  rootOf_.resize(count);
  callers_.resize(count);
  for (std::size_t t = 0; t < templates_.size(); ++t) {
    for (std::size_t f = 0; f < count; ++f) {
      if (!templates_[t].runs[f])
        continue;
      reachable_[f] = true;
      inOthers_[f] = inOthers_[f] || t != 0;
    }
    std::vector<FunctionId> roots = templates_[t].roots;
    std::sort(roots.begin(), roots.end());
    roots.erase(std::unique(roots.begin(), roots.end()), roots.end());
    for (const FunctionId root : roots)
      rootOf_[root.index()].push_back(t);
  }
  for (std::size_t f = 0; f < count; ++f) {
    if (!reachable_[f])
      continue;
    for (const CallTargets &call : calls_.callsIn(FunctionId(f))) {
      std::vector<FunctionId> callees = call.callees;
      std::sort(callees.begin(), callees.end());
      callees.erase(std::unique(callees.begin(), callees.end()), callees.end());
      for (const FunctionId callee : callees)
        callers_[callee.index()].push_back(&call);
    }
  }
}

void Threads::findTemplates() {
  const auto addReachable = [&](ThreadTemplate &thread) {
    thread.runs.assign(program_.functions().size(), false);
    for (const FunctionId root : thread.roots) {
      const std::vector<bool> reached = calls_.reachableFrom(root);
      for (std::size_t i = 0; i < reached.size(); ++i)
        if (reached[i])
          thread.runs[i] = true;
    }
  };

  ThreadTemplate main;
  main.kind = ThreadTemplate::Kind::Main;
  main.roots = {program_.entry().id};
  addReachable(main);
  templates_.push_back(std::move(main));

  std::vector<bool> seen(program_.functions().size(), false);
  std::vector<FunctionId> handlers;
  std::vector<FunctionId> given;
  std::vector<bool> isGiven(program_.functions().size(), false);
  // The list grows during the loop: threads create threads.
  for (std::size_t i = 0; i < templates_.size(); ++i) {
    const std::vector<bool> runs = templates_[i].runs;
    for (std::size_t f = 0; f < runs.size(); ++f) {
      if (!runs[f] || seen[f])
        continue;
      seen[f] = true;
      for (const CreateSite &site : calls_.createsIn(FunctionId(f))) {
        for (const FunctionId entry : site.entries) {
          ThreadTemplate created;
          created.kind = ThreadTemplate::Kind::Created;
          created.createdAt = site;
          created.roots = {entry};
          addReachable(created);
          templates_.push_back(std::move(created));
        }
      }
      for (const FunctionId later : calls_.laterFrom(FunctionId(f)))
        if (std::find(handlers.begin(), handlers.end(), later) == handlers.end() &&
            !mutated(ProverMutation::ThreadsHandlers))
          handlers.push_back(later);
      for (const FunctionId callBack : calls_.givenIn(FunctionId(f)))
        if (!isGiven[callBack.index()] && !mutated(ProverMutation::ContractThreads)) {
          isGiven[callBack.index()] = true;
          given.push_back(callBack);
        }
    }
    if (i + 1 == templates_.size() && !handlers.empty()) {
      ThreadTemplate ending;
      ending.kind = ThreadTemplate::Kind::Handlers;
      ending.roots = std::move(handlers);
      handlers.clear();
      addReachable(ending);
      templates_.push_back(std::move(ending));
    }
    if (i + 1 == templates_.size() && !given.empty()) {
      ThreadTemplate called;
      called.kind = ThreadTemplate::Kind::CallBacks;
      called.roots = rootsOfCallBacks(std::move(given));
      given.clear();
      addReachable(called);
      templates_.push_back(std::move(called));
    }
  }
}

void Threads::findSingles() {
  templates_.front().single = true;
  // A creation that is executed once starts one thread. Threads created by threads are found single
  // after their creators were, so repeat until nothing changes.
  for (bool changed = true; changed;) {
    changed = false;
    for (ThreadTemplate &thread : templates_) {
      if (thread.single || thread.kind != ThreadTemplate::Kind::Created)
        continue;
      if (runsOnce(thread.createdAt->at)) {
        thread.single = true;
        changed = true;
      }
    }
  }
}

/// True if the function is entered at most once in any run: as the root of one single thread, or by
/// one call that is executed once.
bool Threads::functionRunsOnce(FunctionId function, std::vector<bool> &onPath) const {
  if (onPath[function.index()])
    return mutated(ProverMutation::ThreadsRecursion); // recursion
  onPath[function.index()] = true;

  const std::vector<std::size_t> &roots = rootOf_[function.index()];
  const std::vector<const CallTargets *> &callers = callers_[function.index()];
  bool once = roots.size() + callers.size() <= 1 || mutated(ProverMutation::ThreadsCallers);
  for (const std::size_t thread : roots)
    once = once && templates_[thread].single;
  for (const CallTargets *call : callers) {
    const Instruction &instruction =
        program_.function(call->at.function).code.instructions[call->at.index];
    // A library function (qsort) may call back many times.
    once = once && (instruction.op == Op::Call || mutated(ProverMutation::ThreadsCallBacks)) &&
           isOutsideOfLoops(*instruction.origin) && functionRunsOnce(call->at.function, onPath);
  }
  onPath[function.index()] = false;
  return once;
}

bool Threads::runsOnce(InstructionRef instruction) const {
  const Function &function = program_.function(instruction.function);
  // After longjmp, code runs again without a visible loop.
  for (const Function &other : program_.functions())
    if (!other.hasBody && other.library && other.library->returnsTwice &&
        !mutated(ProverMutation::ThreadsJumps))
      return false;
  if (!isOutsideOfLoops(*function.code.instructions[instruction.index].origin) &&
      !mutated(ProverMutation::ThreadsLoops))
    return false;
  std::vector<bool> onPath(program_.functions().size(), false);
  return functionRunsOnce(instruction.function, onPath);
}

bool Threads::isReachable(FunctionId function) const {
  return reachable_[function.index()];
}

bool Threads::onlyInMain(FunctionId function) const {
  return reachable_[function.index()] && !inOthers_[function.index()];
}

bool Threads::anyCreated() const {
  return std::any_of(templates_.begin(), templates_.end(), [](const ThreadTemplate &thread) {
    return thread.kind == ThreadTemplate::Kind::Created ||
           thread.kind == ThreadTemplate::Kind::CallBacks;
  });
}

} // namespace raceward
