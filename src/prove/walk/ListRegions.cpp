// Roles of objects, slots, and families.
#include "ListRegions.h"

#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <numeric>

namespace raceward {

namespace {

/// Reads of pointers, times their targets, that are looked at; a program with more is too large.
constexpr std::size_t kMostTargets = std::size_t{1} << 21;

bool isLocked(SyncEffect effect) {
  switch (effect) {
  case SyncEffect::Lock:
  case SyncEffect::WriteLock:
  case SyncEffect::ReadLock:
  case SyncEffect::TryLock:
  case SyncEffect::TryWriteLock:
  case SyncEffect::TryReadLock:
    return true;
  default:
    return false;
  }
}

points::Place placeOf(const TargetRow &row) {
  return {row.object.index(), row.first, row.last, row.period};
}

/// Whether the initial value has an address in it.
bool hasAddress(const llvm::Constant &value) {
  if (llvm::isa<llvm::ConstantInt>(value) || llvm::isa<llvm::ConstantFP>(value) ||
      llvm::isa<llvm::ConstantDataSequential>(value) || value.isNullValue() ||
      llvm::isa<llvm::UndefValue>(value))
    return false;
  if (!llvm::isa<llvm::ConstantAggregate>(value))
    return true;
  return std::ranges::any_of(value.operands(), [](const llvm::Use &part) {
    return hasAddress(*llvm::cast<llvm::Constant>(part.get()));
  });
}

} // namespace

ListRegions::ListRegions(const Facts &facts, const ProgramEffects &effects) : facts_(facts) {
  const std::size_t count = facts.pointsTo.objects().size();
  parents_.resize(count);
  std::iota(parents_.begin(), parents_.end(), 0U);
  broken_.assign(count, false);
  // Such a write may change any slot, and such a sum may leave its object.
  isOff_ = (effects.writesAnything() && !mutated(ProverMutation::RegionsAnything)) ||
           effects.numbersMakePointers();
  if (!isOff_)
    findRoles();
  if (!isOff_)
    findSlots();
  if (!isOff_)
    breakInitialised();
  allBroken_ = isOff_;
}

/// Nodes are new objects without a lock. An object with a lock is the root of what it leads to, and
/// so is each variable.
void ListRegions::findRoles() {
  const std::vector<AbstractObject> &objects = facts_.pointsTo.objects();
  roles_.assign(objects.size(), Role::Unknown);
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const AbstractObject &object = objects[i];
    if (object.isExternal)
      continue;
    if (object.kind == AbstractObject::Kind::Global || object.kind == AbstractObject::Kind::Local ||
        object.kind == AbstractObject::Kind::ThreadLocal)
      roles_[i] = Role::Root;
    else if (object.kind == AbstractObject::Kind::Heap && object.isOnePerOrigin)
      roles_[i] = Role::Node;
  }
  for (const Function &function : facts_.program.functions())
    for (const Instruction &instruction : function.code.instructions) {
      if (instruction.op != Op::LibraryCall || !instruction.library)
        continue;
      const auto &call = llvm::cast<llvm::CallBase>(*instruction.origin);
      const LibraryFunction &library = *instruction.library;
      if (library.contract != ContractStep::None)
        isOff_ = true;
      if (isLocked(library.sync) && call.arg_size() > 0)
        for (const ObjectId id : facts_.pointsTo.objectsOf(*call.getArgOperand(0)))
          if (roles_[id.index()] == Role::Node)
            roles_[id.index()] = Role::Root;
    }
}

/// Memory from which pointers to nodes are read.
void ListRegions::findSlots() {
  std::size_t seen = 0;
  for (const Function &function : facts_.program.functions()) {
    if (!facts_.threads.isReachable(function.id))
      continue;
    for (const Instruction &instruction : function.code.instructions) {
      const auto *load = llvm::dyn_cast_or_null<llvm::LoadInst>(instruction.origin);
      if (!load || instruction.op != Op::Load || !load->getType()->isPointerTy())
        continue;
      const std::vector<ObjectId> read = facts_.pointsTo.objectsOf(*load);
      seen += read.size();
      if (seen > kMostTargets) {
        isOff_ = true;
        return;
      }
      if (std::ranges::any_of(read, [&](ObjectId id) { return roles_[id.index()] == Role::Node; }))
        addSlot(*load);
    }
  }
  // Moved to new memory with all that it holds.
  for (const Function &function : facts_.program.functions())
    for (const Instruction &instruction : function.code.instructions) {
      if (instruction.op != Op::LibraryCall || !instruction.library ||
          !instruction.library->frees ||
          instruction.library->returns != ReturnEffect::FreshMemory ||
          mutated(ProverMutation::RegionsMoved))
        continue;
      for (const ObjectId id : facts_.pointsTo.objectsOf(*instruction.origin))
        breakObject(id);
      for (const llvm::Use &argument : llvm::cast<llvm::CallBase>(*instruction.origin).args())
        for (const ObjectId id : facts_.pointsTo.objectsOf(*argument))
          breakObject(id);
    }
}

void ListRegions::addSlot(const llvm::LoadInst &load) {
  slotReads_.insert(&load);
  std::optional<std::uint32_t> first;
  const auto connect = [&](ObjectId object) {
    if (first)
      unite(*first, object.index());
    else
      first = object.index();
  };
  for (const TargetRow &row : facts_.pointsTo.rowsOf(*load.getPointerOperand())) {
    std::vector<points::Place> &slots = slots_[row.object.index()];
    if (std::ranges::find(slots, placeOf(row)) == slots.end())
      slots.push_back(placeOf(row));
    // Heads in an array are roots of their own.
    if (row.period != 0) {
      std::int64_t &extent = extents_[row.object.index()];
      extent = std::gcd(extent, static_cast<std::int64_t>(row.period));
    }
    connect(row.object);
  }
  for (const ObjectId object : facts_.pointsTo.objectsOf(load))
    connect(object);
}

/// Lists that exist when the program starts.
void ListRegions::breakInitialised() {
  for (const auto &[object, slots] : slots_) {
    const AbstractObject &what = facts_.pointsTo.object(ObjectId(object));
    const auto *global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(what.origin);
    if (what.isExternal ||
        (global && (!global->hasInitializer() || (hasAddress(*global->getInitializer()) &&
                                                  !mutated(ProverMutation::RegionsInitialised)))))
      breakObject(ObjectId(object));
  }
}

std::uint32_t ListRegions::familyOf(std::uint32_t object) const {
  while (parents_[object] != object)
    object = parents_[object];
  return object;
}

void ListRegions::unite(std::uint32_t a, std::uint32_t b) {
  a = familyOf(a);
  b = familyOf(b);
  parents_[std::max(a, b)] = std::min(a, b);
  broken_[std::min(a, b)] = broken_[a] || broken_[b];
}

void ListRegions::breakObject(ObjectId object) {
  broken_[familyOf(object.index())] = true;
}

void ListRegions::breakRule(const llvm::Value &pointer) {
  const std::vector<ObjectId> objects = facts_.pointsTo.objectsOf(pointer);
  if (objects.empty())
    allBroken_ = true;
  for (const ObjectId object : objects)
    breakObject(object);
}

bool ListRegions::isBroken(const llvm::Value &pointer) const {
  const std::vector<ObjectId> objects = facts_.pointsTo.objectsOf(pointer);
  return allBroken_ || objects.empty() || std::ranges::any_of(objects, [this](ObjectId object) {
           return broken_[familyOf(object.index())];
         });
}

bool ListRegions::isAtRoot(const AtRoot &root, std::int64_t offset,
                           std::optional<std::uint64_t> bytes) const {
  if (offset < 0 || !bytes || *bytes > (std::uint64_t{1} << 40) || offset > INT64_MAX / 2)
    return false;
  return root.extent == 0 || offset + static_cast<std::int64_t>(*bytes) <= root.extent;
}

const ListRegions::Targets &ListRegions::targetsOf(const llvm::Value &pointer) {
  const auto [at, isNew] = targets_.try_emplace(&pointer);
  if (isNew)
    at->second = findTargets(pointer);
  return at->second;
}

ListRegions::Targets ListRegions::findTargets(const llvm::Value &pointer) const {
  Targets found;
  if (isOff_)
    return found;
  for (const TargetRow &row : facts_.pointsTo.rowsOf(pointer)) {
    const std::uint32_t object = row.object.index();
    if (roles_[object] == Role::Node) {
      found.nodes = true;
      continue;
    }
    if (roles_[object] != Role::Root)
      return {};
    const auto known = extents_.find(object);
    AtRoot root{row.first, known == extents_.end() ? 0 : known->second};
    if (root.extent == 0 ? row.period != 0
                         : static_cast<std::int64_t>(row.period) % root.extent != 0)
      return {};
    if (root.extent != 0)
      root.offset = ((row.first % root.extent) + root.extent) % root.extent;
    if (found.root && found.root->offset != root.offset)
      return {};
    if (found.root && found.root->extent != 0 &&
        (root.extent == 0 || root.extent > found.root->extent))
      root.extent = found.root->extent; // the shorter one
    found.root = root;
  }
  found.known = found.nodes || found.root;
  return found;
}

std::optional<ListRegions::AtRoot> ListRegions::rootOf(const llvm::Value &pointer) {
  const Targets &targets = targetsOf(pointer);
  return targets.known && !targets.nodes ? targets.root : std::nullopt;
}

bool ListRegions::hasWholePointers(const llvm::Value &pointer, std::uint64_t bytes) const {
  const std::uint64_t size = facts_.program.module().getDataLayout().getPointerSize();
  const auto isWhole = [&](std::int64_t first, std::uint64_t period) {
    return first % static_cast<std::int64_t>(size) == 0 && period % size == 0;
  };
  return bytes % size == 0 &&
         std::ranges::all_of(facts_.pointsTo.rowsOf(pointer), [&](const TargetRow &row) {
           const auto at = slots_.find(row.object.index());
           return isWhole(row.first, row.period) &&
                  (at == slots_.end() ||
                   std::ranges::all_of(at->second, [&](const points::Place &slot) {
                     return isWhole(slot.first, slot.period);
                   }));
         });
}

bool ListRegions::mayHitSlot(const llvm::Value &pointer, std::optional<std::uint64_t> bytes,
                             bool inNodes) {
  if (isOff_ || slots_.empty())
    return false;
  const auto [known, isNew] = hits_.try_emplace({&pointer, bytes, inNodes}, true);
  if (!isNew)
    return known->second;
  const std::vector<TargetRow> rows = facts_.pointsTo.rowsOf(pointer);
  const std::uint64_t pointerBytes = facts_.program.module().getDataLayout().getPointerSize();
  known->second =
      rows.empty() || std::ranges::any_of(rows, [&](const TargetRow &row) {
        if (inNodes && roles_[row.object.index()] != Role::Node)
          return false;
        const auto at = slots_.find(row.object.index());
        return at != slots_.end() &&
               std::ranges::any_of(at->second, [&](const points::Place &slot) {
                 return points::mayOverlap(placeOf(row), bytes.value_or(points::kUnknownBytes),
                                           slot, pointerBytes, 0);
               });
      });
  return known->second;
}

} // namespace raceward
