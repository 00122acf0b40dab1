#include "HeldObjects.h"

#include "points/Cycles.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace raceward {

namespace {

/// The only instruction that uses the result as the value that it stores.
const llvm::StoreInst *onlyStoreOf(const llvm::CallBase &allocation) {
  const llvm::StoreInst *only = nullptr;
  for (const llvm::User *user : allocation.users())
    if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
        store && store->getValueOperand() == &allocation) {
      if (only)
        return nullptr;
      only = store;
    }
  return only;
}

/// Whether each result of the call is stored there once at most.
bool storesEachOnce(const llvm::StoreInst &store, const llvm::CallBase &allocation) {
  const llvm::BasicBlock &block = *store.getParent();
  return mutated(ProverMutation::HeldOnce) ||
         (!store.getFunction()->callsFunctionThatReturnsTwice() &&
          (&block == allocation.getParent() ||
           !isReachable(blocksAfter(block), block, {allocation.getParent()})));
}

} // namespace

const llvm::LoadInst *HeldObjects::slotOf(const llvm::Value &pointer) {
  const auto [known, isNew] = slots_.try_emplace(&pointer, nullptr);
  if (isNew)
    known->second = findSlot(pointer);
  return known->second;
}

const llvm::LoadInst *HeldObjects::findSlot(const llvm::Value &pointer) {
  if (effects_.numbersMakePointers()) // the sum of a pointer and a number may be in another object
    return nullptr;
  const llvm::Value *base = &pointer;
  while (const auto *address = llvm::dyn_cast<llvm::GEPOperator>(base))
    base = address->getPointerOperand();
  const auto *slot = llvm::dyn_cast<llvm::LoadInst>(base);
  if (!slot || !slot->getType()->isPointerTy())
    return nullptr;
  const std::vector<ObjectId> objects = facts_.pointsTo.objectsOf(*slot);
  const bool all = std::ranges::all_of(objects, [this](ObjectId object) { return isHeld(object); });
  return all && !objects.empty() ? slot : nullptr;
}

bool HeldObjects::isHeld(ObjectId object) {
  const auto [known, isNew] = held_.try_emplace(object, false);
  if (isNew)
    known->second = findWhetherHeld(object);
  return known->second;
}

bool HeldObjects::findWhetherHeld(ObjectId id) {
  const AbstractObject &object = facts_.pointsTo.object(id);
  const auto *allocation = llvm::dyn_cast_or_null<llvm::CallBase>(object.origin);
  if (object.kind != AbstractObject::Kind::Heap || object.isExposed || !object.isOnePerOrigin ||
      allocation == nullptr)
    return false;
  if (!handedOver_)
    findHandedOver();
  const llvm::StoreInst *store = onlyStoreOf(*allocation);
  return store && storesEachOnce(*store, *allocation) &&
         (facts_.pointsTo.isStoredOnce(id) || mutated(ProverMutation::HeldStores)) &&
         (!handedOver_->contains(id) || mutated(ProverMutation::HeldHandedOver));
}

/// Arguments of threads, and what the library keeps: thread-specific data, results of threads.
void HeldObjects::findHandedOver() {
  handedOver_.emplace();
  const auto add = [this](const std::vector<ObjectId> &objects) {
    handedOver_->insert(objects.begin(), objects.end());
  };
  add(facts_.pointsTo.keptByLibrary());
  for (const Function &function : facts_.program.functions())
    for (const CreateSite &site : facts_.calls.createsIn(function.id))
      for (const llvm::Use &argument : site.call->args())
        if (argument->getType()->isPointerTy())
          add(facts_.pointsTo.objectsOf(*argument));
}

} // namespace raceward
