// Calls, locks of containers, and where heaps change hands.
#include "Executor.h"

#include "raceward/prove/ProverMutation.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>

namespace raceward {

namespace {

using Kind = SymbolicValue::Kind;

constexpr std::size_t kDeepestCall = 24;

} // namespace

Executor::Heaps Executor::call(Here here, SymbolicHeap heap) {
  const auto &call = llvm::cast<llvm::CallBase>(*here.instruction().origin);
  const std::vector<FunctionId> &callees = facts_.calls.calleesAt({here.function->id, here.index});
  Heaps all;
  bool goesOn = callees.empty();
  for (const FunctionId id : callees) {
    const Function &callee = program_.function(id);
    if (!scope_.followed[id.index()]) {
      goesOn = true;
      continue;
    }
    if (path_.size() > kDeepestCall || calls_.size() > kDeepestCall) {
      fail();
      return {};
    }
    SymbolicHeap entered = heap;
    HeapFrame frame{static_cast<std::uint32_t>(id.index()), {}};
    const Flow &flow = flowOf(callee);
    for (const llvm::Argument &argument : callee.origin->args())
      if (argument.getArgNo() < call.arg_size())
        if (SymbolicValue value = valueOf(entered, *call.getArgOperand(argument.getArgNo()));
            value.kind != Kind::Unknown)
          frame.values[flow.numberOf.lookup(&argument)] = std::move(value);
    keepLive(*here.function, call, entered);
    entered.frames.push_back(std::move(frame));
    calls_.push_back(&call);
    std::vector<Exit> exits = function(callee, std::move(entered));
    calls_.pop_back();
    for (Exit &exit : exits) {
      exit.heap.frames.pop_back();
      if (!call.getType()->isVoidTy())
        setValue(exit.heap, call, exit.value);
      all.push_back(std::move(exit.heap));
    }
  }
  if (goesOn) {
    if (facts_.parallel.alwaysAlone({here.function->id, here.index}))
      heap.fixed.clear();
    if (!call.getType()->isVoidTy())
      setValue(heap, call, {});
    all.push_back(std::move(heap));
  }
  return all;
}

Executor::Heaps Executor::libraryCall(Here here, SymbolicHeap heap) {
  const Instruction &now = here.instruction();
  const auto &call = llvm::cast<llvm::CallBase>(*now.origin);
  if (!now.library) { // a gap: nothing is proved
    setValue(heap, call, {});
    return {std::move(heap)};
  }
  const LibraryFunction &library = *now.library;
  const std::vector<FunctionId> &callees = facts_.calls.calleesAt({here.function->id, here.index});
  if (!library.callsBackLater && !createsThread(library.sync))
    for (const FunctionId callee : callees)
      if (scope_.followed[callee.index()]) {
        fail();
        return {};
      }
  if (library.frees && library.returns != ReturnEffect::FreshOrArgument)
    return release(here, std::move(heap), *call.getArgOperand(*library.frees));
  if (library.returns == ReturnEffect::FreshMemory ||
      library.returns == ReturnEffect::FreshOrArgument)
    return allocate(here, std::move(heap));
  if (library.sync != SyncEffect::None || !library.keeps.empty())
    return synchronise(here, std::move(heap));
  Heaps all = touch(here, std::move(heap));
  if (library.neverReturns)
    return {};
  for (SymbolicHeap &each : all) {
    SymbolicValue value;
    if (library.returns == ReturnEffect::Argument && library.returnArgument < call.arg_size())
      if (const SymbolicValue argument = valueOf(each, *call.getArgOperand(library.returnArgument));
          argument.isAddress() && argument.id != 0)
        value = {Kind::Within, argument.id, 0, {}};
    if (!call.getType()->isVoidTy())
      setValue(each, call, value);
  }
  return all;
}

Executor::Heaps Executor::synchronise(Here here, SymbolicHeap heap) {
  const Instruction &now = here.instruction();
  const auto &call = llvm::cast<llvm::CallBase>(*now.origin);
  const LibraryFunction &library = *now.library;
  const llvm::Value *first = call.arg_size() > 0 ? call.getArgOperand(0) : nullptr;
  const bool alone = facts_.parallel.alwaysAlone({here.function->id, here.index});
  Heaps all;
  switch (library.sync) {
  case SyncEffect::Lock:
    publish(&here, heap);
    all = lock(std::move(heap), *first);
    for (SymbolicHeap &each : all)
      setValue(each, call, SymbolicValue::constant(0));
    return all;
  case SyncEffect::TryLock: {
    publish(&here, heap);
    SymbolicHeap failed = heap;
    setValue(failed, call, {Kind::NonZero, 0, 0, {}});
    all = lock(std::move(heap), *first);
    for (SymbolicHeap &each : all)
      setValue(each, call, SymbolicValue::constant(0));
    if (!mutated(ProverMutation::ContainersTried))
      all.push_back(std::move(failed));
    return all;
  }
  case SyncEffect::Unlock:
    publish(&here, heap);
    unlock(heap, *first);
    break;
  case SyncEffect::CondWait:
    publish(&here, heap);
    unlock(heap, *call.getArgOperand(1));
    all = lock(std::move(heap), *call.getArgOperand(1));
    for (SymbolicHeap &each : all)
      setValue(each, call, {});
    return all;
  case SyncEffect::SyncObject:
    if (first && library.name.find("init") != std::string::npos)
      makeNew(here, heap, *first);
    else if (first && alone && library.name.find("_destroy") != std::string::npos)
      end(heap, *first);
    if (library.name == "mtx_init") {
      const auto *kind = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(1));
      if (!kind || !kind->isZero())
        distrustContainers(*first);
    }
    break;
  case SyncEffect::ExitProcess:
    return {};
  case SyncEffect::ExitThread:
    publish(&here, heap);
    return {};
  case SyncEffect::None:
  case SyncEffect::Assume:
  case SyncEffect::CreateThread:
  case SyncEffect::CreateC11Thread:
    publish(&here, heap);
    heap.alone = false;
    break;
  case SyncEffect::JoinThread:
  case SyncEffect::DetachThread:
  case SyncEffect::CondSignal:
  case SyncEffect::BarrierWait:
    publish(&here, heap);
    break;
  default: // other kinds of locks, cancelling, atomic sections
    publish(&here, heap);
    if (first && first->getType()->isPointerTy())
      distrustContainers(*first);
    break;
  }
  all = touch(here, std::move(heap));
  if (library.neverReturns)
    return {};
  for (SymbolicHeap &each : all)
    if (!call.getType()->isVoidTy())
      setValue(each, call, {});
  return all;
}

/// A lock begins: others may hold it, or what it guards may be in disorder.
void Executor::makeNew(Here here, SymbolicHeap &heap, const llvm::Value &lock) {
  const SymbolicValue address = valueOf(heap, lock);
  if ((address.isAddress() && heap.cells.contains(address.id)) ||
      mutated(ProverMutation::ContainersMadeNew))
    return;
  madeNew_ = true;
  if (ends_ || !facts_.parallel.alwaysAlone({here.function->id, here.index}))
    distrustContainers(lock);
}

/// The lock of a container ends, while no other thread is there: nobody uses the container after
/// that. It need not be in order then, unless its lock may begin anew.
void Executor::end(SymbolicHeap &heap, const llvm::Value &lock) {
  const SymbolicValue address = valueOf(heap, lock);
  if (address.kind != Kind::Pointer)
    return;
  for (HeldContainer &held : heap.held)
    if (held.alone && held.lock == address) {
      held.ended = ends_ = true;
      std::ranges::fill(held.roots, SymbolicValue());
      if (madeNew_)
        distrustContainers(lock);
    }
}

/// The container that has the lock, if it is one of that kind for certain.
std::optional<unsigned> Executor::containerOf(const llvm::Value &lock) const {
  const std::vector<TargetRow> rows = facts_.pointsTo.rowsOf(lock);
  for (unsigned i = 0; i < nodes_.containers.size(); ++i)
    if (nodes_.containers[i].usable && !rows.empty() &&
        std::ranges::all_of(rows, [&](const TargetRow &row) { return nodes_.areLocks(i, row); }))
      return i;
  return std::nullopt;
}

/// Something is done to what may be locks of containers that these cannot stand.
void Executor::distrustContainers(const llvm::Value &lock) {
  const std::vector<Target> targets = facts_.pointsTo.targetsOf(lock);
  for (unsigned i = 0; i < nodes_.containers.size(); ++i) {
    const ContainerShape &container = nodes_.containers[i];
    const bool may =
        targets.empty() || std::ranges::any_of(targets, [&](const Target &target) {
          return facts_.pointsTo.object(target.object).kind == AbstractObject::Kind::Anything ||
                 std::ranges::any_of(container.locks, [&](const auto &place) {
                   return place.object == target.object &&
                          (!target.offset || place.has(*target.offset));
                 });
        });
    if (container.usable && may) {
      weaknesses_.push_back({Weakness::Kind::Container, i, 0, 0});
      fail();
    }
  }
}

Executor::Heaps Executor::lock(SymbolicHeap heap, const llvm::Value &lock) {
  const std::optional<unsigned> container = containerOf(lock);
  const SymbolicValue address = valueOf(heap, lock);
  if (!container || address.kind != Kind::Pointer) {
    distrustContainers(lock);
    return {std::move(heap)};
  }
  for (std::size_t i = 0; i < heap.held.size(); ++i) {
    HeldContainer &held = heap.held[i];
    if (held.container != *container || (held.ended && held.isOther(address)))
      continue;
    if (held.ended) { // it may be that one
      distrustContainers(lock);
      return {};
    }
    if (held.lock == address) {
      if (!held.alone)
        return {}; // it waits for itself
      held.alone = false;
      return {std::move(heap)};
    }
  }
  for (std::size_t i = heap.held.size(); i-- > 0;)
    if (heap.held[i].alone && !heap.held[i].ended && heap.held[i].container == *container)
      giveAway(heap, i);
  if (const auto cell = heap.cells.find(address.id); cell != heap.cells.end()) {
    if (std::ranges::none_of(cell->second.fresh, [&](const PlacedContainer &each) {
          return each.isAt(*container, address.number);
        })) {
      distrustContainers(lock);
      return {};
    }
    publishCell(heap, address.id);
  }
  if (address.id > 0)
    heap.nonNull.insert(address.id);
  return heap.acquire(*container, address);
}

void Executor::unlock(SymbolicHeap &heap, const llvm::Value &lock) {
  const SymbolicValue address = valueOf(heap, lock);
  for (std::size_t i = 0; i < heap.held.size(); ++i)
    if (heap.held[i].lock == address && address.kind == Kind::Pointer && !heap.held[i].alone) {
      giveAway(heap, i);
      return;
    }
  if (!mutated(ProverMutation::ContainersUnlock))
    distrustContainers(lock);
}

void Executor::giveAway(SymbolicHeap &heap, std::size_t held) {
  const HeldContainer container = heap.held[held];
  heap.held.erase(heap.held.begin() + static_cast<std::ptrdiff_t>(held));
  const std::size_t before = weaknesses_.size();
  heap.giveAway(container, weaknesses_);
  if (weaknesses_.size() > before)
    fail();
}

/// Containers with the lock of which an object begins its life.
std::vector<PlacedContainer> Executor::containersIn(const llvm::Instruction &origin) const {
  std::vector<PlacedContainer> found;
  for (unsigned i = 0; i < nodes_.containers.size(); ++i)
    for (const LockPlace &lock : nodes_.containers[i].locks) {
      const llvm::Value *made = facts_.pointsTo.object(lock.object).origin;
      if (nodes_.containers[i].usable &&
          (made == &origin || std::ranges::any_of(calls_, [&](const llvm::Instruction *call) {
             return call == made && !llvm::isa<llvm::AllocaInst>(origin);
           })))
        if (const PlacedContainer each{i, lock.offset, lock.period};
            std::ranges::count(found, each) == 0)
          found.push_back(each);
    }
  return found;
}

/// Other threads may use the containers in the object from now on.
void Executor::publishCell(SymbolicHeap &heap, int id) {
  const HeapCell cell = heap.cells.at(id);
  heap.cells.erase(id);
  for (const PlacedContainer &each : cell.fresh) {
    const std::vector<ContainerRoot> &roots = nodes_.containers[each.container].roots;
    if (each.period == 0) {
      publishContainer(heap, cell, each.container, SymbolicValue::pointer(id, each.offset));
      continue;
    }
    // Elements of an array: those in which something was written, and one for all others.
    std::set<std::int64_t> elements{INT64_MAX / 2 / each.period};
    for (const auto &[offset, field] : cell.fields)
      for (const ContainerRoot &root : roots)
        for (const std::int64_t near : {std::int64_t{-1}, std::int64_t{0}, std::int64_t{1}})
          elements.insert((offset - each.offset - root.distance) / each.period + near);
    for (const std::int64_t element : elements)
      if (element >= 0)
        publishContainer(heap, cell, each.container,
                         SymbolicValue::pointer(id, each.offset + element * each.period));
  }
  heap.nonNull.insert(id);
  if (cell.isFresh())
    heap.published[id] = cell.fresh;
}

void Executor::publishContainer(SymbolicHeap &heap, const HeapCell &cell, unsigned container,
                                const SymbolicValue &lock) {
  HeldContainer first{container, lock, false, false, {}};
  for (const ContainerRoot &root : nodes_.containers[container].roots)
    first.roots.push_back(cell.read(lock.number + root.distance, root.bytes));
  heap.held.push_back(std::move(first));
  giveAway(heap, heap.held.size() - 1);
}

/// Another thread may get to know from here on what this one has done so far. Null: it ends.
void Executor::publish(const Here *here, SymbolicHeap &heap) {
  if (here && facts_.parallel.alwaysAlone({here->function->id, here->index}) &&
      !(here->instruction().library && createsThread(here->instruction().library->sync)))
    return;
  const bool ends = !here || (here->instruction().library &&
                              here->instruction().library->sync == SyncEffect::ExitThread);
  for (std::size_t i = heap.held.size(); i-- > 0;)
    if (!heap.held[i].ended &&
        (heap.held[i].alone || ends)) // who is alone later takes what is in it to be in order
      giveAway(heap, i);
  std::vector<int> fresh;
  for (const auto &[id, cell] : heap.cells)
    if (cell.isFresh())
      fresh.push_back(id);
  for (const int id : fresh)
    publishCell(heap, id);
}

/// The container that the root is of, and its lock.
std::optional<std::pair<unsigned, SymbolicValue>>
Executor::containerAt(const SymbolicHeap &heap, const llvm::Value &pointer,
                      const SymbolicValue &address) {
  const std::vector<TargetRow> rows = facts_.pointsTo.rowsOf(pointer);
  for (unsigned c = 0; c < nodes_.containers.size(); ++c) {
    const ContainerShape &container = nodes_.containers[c];
    for (const ContainerRoot &root : container.roots) {
      if (!container.usable || !root.usable || rows.empty())
        continue;
      SymbolicValue lock = address;
      lock.number -= root.distance;
      if (const auto known = heap.published.find(address.id);
          known != heap.published.end() && !root.variable &&
          std::ranges::any_of(known->second, [&, number = c](const PlacedContainer &each) {
            return each.isAt(number, lock.number);
          }))
        return std::pair(c, lock);
      const auto isRoot = [&](TargetRow row) {
        if (root.variable)
          return facts_.pointsTo.object(row.object).origin == root.variable && row.period == 0 &&
                 row.first == root.distance;
        row.first -= root.distance;
        row.last = row.last == INT64_MAX ? row.last : row.last - root.distance;
        return nodes_.areLocks(c, row);
      };
      if (!std::ranges::all_of(rows, isRoot))
        continue;
      if (root.variable) {
        const LockPlace &place = *container.locks.begin();
        lock = SymbolicValue::pointer(idOf(*facts_.pointsTo.object(place.object).origin),
                                      place.offset);
      }
      return std::pair(c, lock);
    }
  }
  return std::nullopt;
}

/// While no other thread is there, no lock is needed.
Executor::Heaps Executor::holdAlone(SymbolicHeap heap, const llvm::Value &pointer) {
  const auto found = containerAt(heap, pointer, valueOf(heap, pointer));
  if (!found)
    return {std::move(heap)};
  const auto &[c, lock] = *found;
  for (std::size_t i = heap.held.size(); i-- > 0;) {
    const HeldContainer &held = heap.held[i];
    if (held.container != c)
      continue;
    if (held.lock == lock)
      return {std::move(heap)};
    if (held.isOther(lock) && (held.ended || held.lock.id < 0))
      continue;
    if (!held.alone || held.ended) {
      weaknesses_.push_back({Weakness::Kind::Container, c, 0, 0});
      fail();
      return {};
    }
    giveAway(heap, i);
  }
  std::vector<int> fresh;
  for (const auto &[id, cell] : heap.cells)
    if (std::ranges::any_of(cell.fresh,
                            [&, number = c](const auto &each) { return each.container == number; }))
      fresh.push_back(id);
  for (const int id : fresh)
    publishCell(heap, id);
  Heaps all = heap.acquire(c, lock);
  for (SymbolicHeap &each : all)
    each.held.back().alone = true;
  return all;
}

Executor::Heaps Executor::allocate(Here here, SymbolicHeap heap) {
  const LibraryFunction &library = *here.instruction().library;
  const auto &call = llvm::cast<llvm::CallBase>(*here.instruction().origin);
  Heaps all;
  if (library.returns == ReturnEffect::FreshOrArgument && library.frees)
    all = release(here, heap, *call.getArgOperand(*library.frees));
  else
    all = touch(here, heap);
  for (SymbolicHeap &each : all) {
    HeapCell cell;
    cell.fresh = containersIn(call);
    if (library.freshIsZeroed)
      cell.zeroTo = INT64_MAX;
    const SymbolicValue address = each.newPointer();
    each.cells.emplace(address.id, std::move(cell));
    setValue(each, call, address);
  }
  // It fails: everything is as it was.
  setValue(heap, call, SymbolicValue::null());
  all.push_back(std::move(heap));
  return all;
}

Executor::Heaps Executor::release(Here here, SymbolicHeap heap, const llvm::Value &pointer) {
  Heaps all;
  const SymbolicValue given = valueOf(heap, pointer);
  SymbolicHeap::Decided decided;
  if (given.isAddress())
    decided = heap.equals(given, SymbolicValue::null());
  else
    decided.emplace_back(std::move(heap), false);
  const Instruction &now = here.instruction();
  for (auto &[each, isNull] : decided) {
    if (isNull == true) {
      all.push_back(std::move(each));
      continue;
    }
    const SymbolicValue known = valueOf(each, pointer);
    Heaps revealed = known.isAddress() ? each.reveal(known.id) : Heaps{each};
    for (SymbolicHeap &there : revealed) {
      const SymbolicValue address = valueOf(there, pointer);
      const auto cell = address.isStart() ? there.cells.find(address.id) : there.cells.end();
      const bool owned = cell != there.cells.end() && cell->second.isHeap;
      if (owned)
        there.cells.erase(cell);
      else if (address.isStart()) // with the object its containers end
        std::erase_if(there.held, [&](const HeldContainer &held) {
          return held.alone && held.lock.id == address.id && address.id > 0;
        });
      const bool ends =
          std::ranges::all_of(facts_.pointsTo.objectsOf(pointer),
                              [&](ObjectId object) { return nodes_.lockObjects.contains(object); });
      for (std::uint32_t i = 0; i < now.siteCount; ++i) {
        const SiteId site(now.firstSite + i);
        note(site, owned);
        // No one has what is in a container that ends.
        if (writes(program_.sites()[site.index()].kind) && !owned && !ends &&
            !facts_.parallel.alwaysAlone({here.function->id, here.index}))
          loose_[site.index()] = true;
      }
      if (!now.origin->getType()->isVoidTy() && now.library->returns == ReturnEffect::Value)
        setValue(there, *now.origin, {});
      all.push_back(std::move(there));
    }
  }
  return all;
}

} // namespace raceward
