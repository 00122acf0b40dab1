#include "Containers.h"
#include "Executor.h"

#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace raceward {

namespace {

constexpr unsigned kMostRounds = 40;

/// Locks of other kinds, and calls whose effects are not followed.
bool hasObstacles(const Facts &facts) {
  for (const Function &function : facts.program.functions())
    for (const Instruction &instruction : function.code.instructions)
      if (instruction.op == Op::LibraryCall && instruction.library &&
          facts.threads.isReachable(function.id) &&
          (((instruction.library->name == "pthread_mutexattr_settype" ||
             instruction.library->name == "pthread_mutexattr_setrobust") &&
            !mutated(ProverMutation::ContainersRecursive)) ||
           instruction.library->contract != ContractStep::None ||
           instruction.library->sync == SyncEffect::Cancel))
        return true;
  return false;
}

/// Functions whose code is of interest, with those that call them.
std::vector<bool> findFollowed(const Facts &facts, const NodeShapes &shapes) {
  std::set<ObjectId> objects = shapes.lockObjects;
  objects.insert(shapes.nodes.begin(), shapes.nodes.end());
  const std::vector<bool> reachable =
      facts.pointsTo.reachableFrom({shapes.nodes.begin(), shapes.nodes.end()});
  std::vector<bool> followed(facts.program.functions().size());
  for (const Function &function : facts.program.functions())
    for (const Instruction &instruction : function.code.instructions) {
      bool matters = instruction.op == Op::Exchange || instruction.op == Op::CompareExchange ||
                     instruction.op == Op::Fence || instruction.origin->isAtomic();
      if (const LibraryFunction *library = instruction.library)
        matters = matters || library->sync != SyncEffect::None || library->frees ||
                  !library->keeps.empty() || library->returns == ReturnEffect::FreshMemory ||
                  library->returns == ReturnEffect::FreshOrArgument;
      for (std::uint32_t i = 0; i < instruction.siteCount && !matters; ++i)
        for (const ObjectId object : facts.pointsTo.objectsOf(
                 *facts.program.placeOf(SiteId(instruction.firstSite + i)).pointer))
          matters = matters || objects.contains(object) ||
                    (reachable[object.index()] &&
                     facts.pointsTo.object(object).kind == AbstractObject::Kind::Heap);
      if (matters)
        followed[function.id.index()] = true;
    }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function &function : facts.program.functions())
      for (const CallTargets &call : facts.calls.callsIn(function.id))
        for (const FunctionId callee : call.callees)
          if (followed[callee.index()] && !followed[function.id.index()])
            changed = followed[function.id.index()] = true;
  }
  return followed;
}

/// Loads whose results somebody may change without the notice of the owner.
std::set<const llvm::Value *> findDisbelieved(const Facts &facts, const Executor &executor,
                                              const std::vector<bool> &followed) {
  std::vector<SiteId> writers;
  for (const AccessSite &site : facts.program.sites()) {
    const FunctionId function = facts.program.placeOf(site.id).function;
    if (writes(site.kind) && !mutated(ProverMutation::ContainersUnnoticed) &&
        facts.threads.isReachable(function) &&
        (!followed[function.index()] || executor.loose()[site.id.index()]))
      writers.push_back(site.id);
  }
  std::set<const llvm::Value *> pointers;
  std::set<const llvm::LoadInst *> seen;
  for (const llvm::LoadInst *load : executor.believed())
    if (seen.insert(load).second) {
      const std::uint64_t bytes =
          facts.program.module().getDataLayout().getTypeStoreSize(load->getType());
      if (std::ranges::any_of(writers, [&](SiteId site) {
            return facts.pointsTo.mayOverlap(*load->getPointerOperand(), bytes,
                                             *facts.program.placeOf(site).pointer,
                                             facts.program.sites()[site.index()].bytes);
          }))
        pointers.insert(load->getPointerOperand());
    }
  return pointers;
}

} // namespace

Containers::Containers(const Facts &facts) {
  NodeShapes shapes = guessNodeShapes(facts);
  if (!shapes.anyUsable() || hasObstacles(facts))
    return;
  Shapes flow(facts);
  ReachedMemory memory(facts);
  ProgramEffects effects(facts, memory);
  // An address may be made of numbers, or published without order.
  if (effects.numbersMakePointers() || effects.hasWeakAtomics())
    return;
  Executor::Scope scope{findFollowed(facts, shapes), {}};
  for (unsigned round = 0; round < kMostRounds && shapes.anyUsable(); ++round) {
    Executor executor(facts, flow, effects, shapes, scope);
    const bool settled = executor.run();
    for (const Weakness &weakness : executor.weaknesses())
      shapes.weaken(weakness);
    if (!executor.weaknesses().empty())
      continue;
    if (!settled)
      return;
    const std::set<const llvm::Value *> disbelieved =
        findDisbelieved(facts, executor, scope.followed);
    if (!disbelieved.empty()) {
      scope.distrusted.insert(disbelieved.begin(), disbelieved.end());
      continue;
    }
    alwaysOwned_.resize(facts.program.sites().size());
    for (std::size_t i = 0; i < alwaysOwned_.size(); ++i)
      alwaysOwned_[i] = executor.owned()[i] &&
                        (!executor.strayed()[i] || mutated(ProverMutation::ContainersSometimes));
    return;
  }
}

} // namespace raceward
