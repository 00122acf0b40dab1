// Guesses lists and their containers from the code that reads and writes pointers to nodes.
#include "NodeShapes.h"

#include "SinglePlaces.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <tuple>

namespace raceward {

namespace {

/// A lock that begins as zeros is of the usual kind: one that its holder cannot take again.
constexpr std::uint64_t kLockBytes = 40;

constexpr std::int64_t kFewElements = 8; ///< of an array, that are told apart

using Role = ContainerRoot::Role;
using Place = LockPlace;

bool isEndless(const TargetRow &row) {
  return row.period != 0 &&
         (row.last == INT64_MAX ||
          (row.last - row.first) / static_cast<std::int64_t>(row.period) >= kFewElements);
}

/// The offsets of a row that has only a few.
std::vector<std::int64_t> offsetsOf(const TargetRow &row) {
  std::vector<std::int64_t> offsets{row.first};
  while (row.period != 0 && offsets.back() < row.last)
    offsets.push_back(offsets.back() + static_cast<std::int64_t>(row.period));
  return offsets;
}

std::int64_t remainder(std::int64_t offset, std::int64_t period) {
  return (offset % period + period) % period;
}

/// A load or store of a pointer or number.
struct Transfer {
  const llvm::Instruction *at = nullptr;
  const llvm::Value *pointer = nullptr;
  const llvm::Value *value = nullptr;
  bool stores = false;
  std::vector<Place> places;
};

class Guesses {
public:
  explicit Guesses(const Facts &facts)
      : facts_(facts), single_(facts.program, facts.pointsTo, facts.threads) {}

  NodeShapes find() {
    findArrays();
    findTransfers();
    findLinks();
    if (links_.empty())
      return {};
    findLocks();
    addRoots();
    std::erase_if(shapes_.containers, [](const ContainerShape &each) {
      return std::ranges::none_of(each.roots,
                                  [](const auto &root) { return root.role == Role::First; });
    });
    dropUnclear();
    for (const ContainerShape &container : shapes_.containers)
      for (const Place &lock : container.locks)
        shapes_.lockObjects.insert(lock.object);
    for (const auto &[object, links] : links_)
      shapes_.nodes.insert(object);
    for (const ContainerShape &container : shapes_.containers)
      for (const ContainerRoot &root : container.roots)
        if (root.variable)
          shapes_.variables.try_emplace(root.variable,
                                        -static_cast<int>(shapes_.variables.size()) - 1);
    return std::move(shapes_);
  }

private:
  /// Objects with a lock in each element of an array.
  void findArrays() {
    forEachLock([&](const llvm::CallBase &call) {
      for (const TargetRow &row : facts_.pointsTo.rowsOf(*call.getArgOperand(0))) {
        locked_.insert(row.object);
        if (isEndless(row)) {
          const auto [known, isNew] =
              arrays_.try_emplace(row.object, static_cast<std::int64_t>(row.period));
          if (!isNew && known->second != static_cast<std::int64_t>(row.period))
            known->second = 1; // nothing is
        }
      }
    });
  }

  template <typename Visit> void forEachLock(Visit visit) const {
    for (const Function &function : facts_.program.functions())
      for (const Instruction &instruction : function.code.instructions)
        if (facts_.threads.isReachable(function.id) && instruction.op == Op::LibraryCall &&
            instruction.library &&
            (instruction.library->sync == SyncEffect::Lock ||
             instruction.library->sync == SyncEffect::TryLock))
          visit(llvm::cast<llvm::CallBase>(*instruction.origin));
  }

  /// Exact places, and those in the elements of arrays with locks.
  std::optional<std::vector<Place>> placesOf(const llvm::Value &pointer) const {
    std::vector<Place> places;
    for (const TargetRow &row : facts_.pointsTo.rowsOf(pointer)) {
      if (const auto array = arrays_.find(row.object); array != arrays_.end()) {
        const std::int64_t period = array->second;
        if (static_cast<std::int64_t>(row.period) % period != 0 || period == 1)
          return std::nullopt;
        places.push_back({row.object, remainder(row.first, period), period});
      } else if (isEndless(row)) {
        return std::nullopt;
      } else {
        for (const std::int64_t offset : offsetsOf(row))
          places.push_back({row.object, offset});
      }
    }
    std::ranges::sort(places);
    places.erase(std::ranges::unique(places).begin(), places.end());
    return places.empty() ? std::nullopt : std::optional(places);
  }

  void findTransfers() {
    for (const Function &function : facts_.program.functions()) {
      if (!facts_.threads.isReachable(function.id))
        continue;
      for (const Instruction &instruction : function.code.instructions) {
        Transfer each{instruction.origin, nullptr, nullptr, false, {}};
        if (const auto *load = llvm::dyn_cast<llvm::LoadInst>(instruction.origin)) {
          each.pointer = load->getPointerOperand();
          each.value = load;
        } else if (const auto *store = llvm::dyn_cast<llvm::StoreInst>(instruction.origin)) {
          each.pointer = store->getPointerOperand();
          each.value = store->getValueOperand();
          each.stores = true;
        } else {
          continue;
        }
        auto places = placesOf(*each.pointer);
        if (!places)
          continue;
        each.places = std::move(*places);
        transfers_.push_back(std::move(each));
      }
    }
  }

  [[nodiscard]] bool isHeap(ObjectId object) const {
    return facts_.pointsTo.object(object).kind == AbstractObject::Kind::Heap;
  }

  /// It has a lock, and no run has two of it: what points to itself there is not a list.
  [[nodiscard]] bool isOneContainer(ObjectId object) const {
    const AbstractObject &made = facts_.pointsTo.object(object);
    return locked_.contains(object) && made.isOnePerOrigin && made.origin &&
           single_.isSingle(*made.origin);
  }

  /// Members of heap objects that point to such objects again.
  void findLinks() {
    for (const Transfer &each : transfers_) {
      if (!each.value->getType()->isPointerTy())
        continue;
      const std::vector<ObjectId> values = facts_.pointsTo.objectsOf(*each.value);
      for (const Place &place : each.places)
        if (isHeap(place.object) && std::ranges::binary_search(values, place.object) &&
            !isOneContainer(place.object))
          links_[place.object].insert(place.offset);
    }
  }

  /// The list of nodes like this one that begins at the place; none if it has several links.
  std::optional<unsigned> listOf(ObjectId node, const Place &first) {
    const auto at = links_.find(node);
    if (at == links_.end() || at->second.size() > 2)
      return std::nullopt;
    std::int64_t link = *at->second.begin();
    std::optional<std::int64_t> back;
    if (at->second.size() == 2) {
      back = *at->second.rbegin();
      if (*back == linkTo(first).value_or(link))
        std::swap(link, *back);
    }
    return newList(node, link, back);
  }

  unsigned newList(ObjectId node, std::int64_t link, std::optional<std::int64_t> back) {
    NodeShape shape;
    shape.link = link;
    shape.back = back;
    shape.node = node;
    shape.pointerBytes = facts_.program.module().getDataLayout().getPointerSize();
    for (const Transfer &each : transfers_)
      if (each.value->getType()->isPointerTy())
        for (const Place &place : each.places)
          if (place.object == node && place.offset != link && place.offset != back &&
              std::ranges::any_of(facts_.pointsTo.objectsOf(*each.value),
                                  [&](ObjectId value) { return isHeap(value); }))
            shape.payloads.insert(place.offset);
    shapes_.lists.push_back(std::move(shape));
    return static_cast<unsigned>(shapes_.lists.size() - 1);
  }

  void findLocks() {
    forEachLock([&](const llvm::CallBase &call) {
      const auto places = placesOf(*call.getArgOperand(0));
      if (!places)
        return;
      // Locks that one call takes belong to containers of one kind.
      ContainerShape container;
      for (const Place &place : *places) {
        users_[place].insert(call.getFunction());
        container.locks.insert(place);
      }
      std::erase_if(shapes_.containers, [&](const ContainerShape &known) {
        const bool common = std::ranges::any_of(
            known.locks, [&](const Place &place) { return container.locks.contains(place); });
        if (common)
          container.locks.insert(known.locks.begin(), known.locks.end());
        return common;
      });
      shapes_.containers.push_back(std::move(container));
    });
  }

  /// The node list that the value belongs to, if it is a pointer to nodes.
  std::optional<ObjectId> nodeOf(const Transfer &each) {
    if (!each.value->getType()->isPointerTy())
      return std::nullopt;
    for (const ObjectId object : facts_.pointsTo.objectsOf(*each.value))
      if (links_.contains(object))
        return object;
    return std::nullopt;
  }

  /// A number to which one is added, or from which it is taken.
  static bool counts(const Transfer &each) {
    const auto *step = llvm::dyn_cast<llvm::BinaryOperator>(each.value);
    return each.stores && step && step->getType()->getIntegerBitWidth() >= 32 &&
           (step->getOpcode() == llvm::Instruction::Add ||
            step->getOpcode() == llvm::Instruction::Sub) &&
           llvm::isa<llvm::LoadInst>(step->getOperand(0)) &&
           llvm::isa<llvm::ConstantInt>(step->getOperand(1)) &&
           llvm::cast<llvm::ConstantInt>(step->getOperand(1))->getValue().abs().isOne();
  }

  /// The link of nodes of which the value is stored there, if there is one.
  std::optional<std::int64_t> linkTo(const Place &place) const {
    for (const Transfer &each : transfers_)
      if (each.stores && std::ranges::count(each.places, place) > 0)
        if (const auto *from = llvm::dyn_cast<llvm::LoadInst>(each.value))
          if (const auto places = placesOf(*from->getPointerOperand()))
            for (const Place &link : *places)
              if (const auto at = links_.find(link.object);
                  at != links_.end() && at->second.contains(link.offset))
                return link.offset;
    return std::nullopt;
  }

  /// Whether what is there is linked to another one.
  bool isLinked(const Place &place) const {
    for (const Transfer &each : transfers_) {
      const bool link = std::ranges::any_of(each.places, [&](const Place &at) {
        const auto known = links_.find(at.object);
        return known != links_.end() && known->second.contains(at.offset);
      });
      if (!each.stores || !link)
        continue;
      const llvm::Value *base = each.pointer;
      while (const auto *address = llvm::dyn_cast<llvm::GEPOperator>(base))
        base = address->getPointerOperand();
      if (const auto *from = llvm::dyn_cast<llvm::LoadInst>(base))
        if (const auto places = placesOf(*from->getPointerOperand()))
          if (std::ranges::count(*places, place) > 0)
            return true;
    }
    return false;
  }

  void addRoot(ContainerShape &container, const Transfer &each, const Place &place,
               std::int64_t distance, const llvm::GlobalVariable *variable) {
    for (const ContainerRoot &known : container.roots)
      if (known.distance == distance && known.variable == variable)
        return;
    const std::optional<ObjectId> node = nodeOf(each);
    if (!node && !counts(each))
      return;
    ContainerRoot root;
    root.distance = distance;
    root.variable = variable;
    root.bytes = facts_.program.module().getDataLayout().getTypeStoreSize(each.value->getType());
    if (node) {
      const bool toItself =
          std::ranges::binary_search(facts_.pointsTo.objectsOf(*each.value), place.object);
      root.role = toItself                            ? Role::End
                  : !linkTo(place) && isLinked(place) ? Role::Last
                                                      : Role::First;
      // The other end of a list that is linked both ways.
      if (root.role == Role::First)
        for (unsigned i = 0; i < container.roots.size(); ++i)
          if (const ContainerRoot &first = container.roots[i]; first.role == Role::First)
            if (const NodeShape &list = shapes_.lists[first.shape];
                list.node == *node && list.back && list.back == linkTo(place)) {
              root.role = Role::Last;
              root.first = i;
            }
      if (root.role == Role::First) {
        const std::optional<unsigned> list = listOf(*node, place);
        if (!list)
          return;
        root.shape = *list;
        root.first = static_cast<unsigned>(container.roots.size());
      }
    } else {
      root.role = Role::Count;
    }
    container.roots.push_back(root);
  }

  /// The container of the lock.
  ContainerShape &containerOf(const Place &lock) {
    return *std::ranges::find_if(shapes_.containers, [&](const ContainerShape &known) {
      return known.locks.contains(lock);
    });
  }

  /// How many locks of the same kind have something at the same distance.
  std::size_t fitting(const Place &lock, const Place &place) {
    const std::set<Place> &locks = containerOf(lock).locks;
    return static_cast<std::size_t>(std::ranges::count_if(locks, [&](const Place &other) {
      return used_.contains(
          {other.object, other.offset + place.offset - lock.offset, other.period});
    }));
  }

  /// The lock that is taken by most functions that use the place, of those that may guard it; and
  /// of several such locks beside it, the one to which most others are alike.
  std::optional<Place> guardOf(const Place &place) {
    std::set<const llvm::Function *> functions;
    for (const Transfer &each : transfers_)
      if (std::ranges::count(each.places, place) > 0)
        functions.insert(each.at->getFunction());
    const auto isGlobal = [&](ObjectId object) {
      return facts_.pointsTo.object(object).kind == AbstractObject::Kind::Global;
    };
    std::optional<Place> best;
    std::tuple<std::size_t, std::size_t, std::int64_t> most{0, 0, 0};
    for (const auto &[lock, users] : users_) {
      const bool beside = lock.object == place.object;
      if (!beside && !(isGlobal(lock.object) && isGlobal(place.object)))
        continue;
      std::size_t votes = beside ? 1 : 0;
      for (const llvm::Function *user : users)
        votes += functions.contains(user) ? 2 : 0;
      const std::tuple found{votes, beside ? fitting(lock, place) : 0,
                             beside ? -std::abs(place.offset - lock.offset) : 0};
      if (votes > 0 && (!best || found > most)) {
        most = found;
        best = lock;
      }
    }
    return best;
  }

  void addRoots() {
    for (const Transfer &each : transfers_)
      used_.insert(each.places.begin(), each.places.end());
    for (const Transfer &each : transfers_)
      for (const Place &place : each.places) {
        const std::optional<Place> lock =
            nodeOf(each) || counts(each) ? guardOf(place) : std::nullopt;
        if (!lock)
          continue;
        ContainerShape *container = &containerOf(*lock);
        if (lock->object == place.object)
          addRoot(*container, each, place, place.offset - lock->offset, nullptr);
        else if (container->locks.size() == 1 && lock->period == 0 && place.period == 0)
          addRoot(*container, each, place, place.offset,
                  llvm::dyn_cast_or_null<llvm::GlobalVariable>(
                      facts_.pointsTo.object(place.object).origin));
      }
    for (ContainerShape &container : shapes_.containers) {
      const auto first = std::ranges::find_if(
          container.roots, [](const auto &root) { return root.role == Role::First; });
      for (ContainerRoot &root : container.roots)
        if (root.role != Role::First && container.roots[root.first].role != Role::First)
          root.first = static_cast<unsigned>(first - container.roots.begin());
    }
  }

  /// Whether the beginning of such objects is seen, and a lock is of the usual kind.
  [[nodiscard]] bool beginsInSight(const Place &place, std::uint64_t bytes) const {
    const AbstractObject &made = facts_.pointsTo.object(place.object);
    if (made.isExternal || made.isExposed || !made.origin)
      return false;
    if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(made.origin)) {
      const llvm::DataLayout &layout = facts_.program.module().getDataLayout();
      if (place.period != 0) // who begins with an array of them begins with zeros
        return !variable->isThreadLocal() &&
               isZero(*variable, 0, layout.getTypeAllocSize(variable->getValueType()), layout);
      return variable->hasInitializer() && !variable->isThreadLocal() &&
             (bytes < kLockBytes || isZero(*variable, place.offset, bytes, layout));
    }
    return llvm::isa<llvm::AllocaInst>(made.origin) ||
           (made.kind == AbstractObject::Kind::Heap && llvm::isa<llvm::CallBase>(made.origin));
  }

  /// Containers that might share a root, or of which some code may not be seen.
  void dropUnclear() {
    struct Claim {
      Place place;
      std::uint64_t bytes;
      unsigned container;
    };
    std::vector<Claim> claims;
    for (unsigned c = 0; c < shapes_.containers.size(); ++c) {
      ContainerShape &container = shapes_.containers[c];
      for (const Place &lock : container.locks) {
        if (!beginsInSight(lock, kLockBytes))
          container.usable = false;
        for (const ContainerRoot &root : container.roots) {
          Place place{lock.object, lock.offset + root.distance, lock.period};
          if (root.variable)
            for (std::size_t i = 0; i < facts_.pointsTo.objects().size(); ++i)
              if (facts_.pointsTo.objects()[i].origin == root.variable)
                place = {ObjectId(i), root.distance};
          if (!beginsInSight(place, root.bytes))
            container.usable = false;
          claims.push_back({place, root.bytes, c});
        }
      }
    }
    for (std::size_t i = 0; i < claims.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const Claim &a = claims[i];
        const Claim &b = claims[j];
        if (mayOverlap(a.place, a.bytes, b.place, b.bytes))
          shapes_.containers[a.container].usable = shapes_.containers[b.container].usable = false;
      }
  }

  static bool mayOverlap(const Place &a, std::uint64_t bytesA, const Place &b,
                         std::uint64_t bytesB) {
    const std::int64_t period = std::gcd(a.period, b.period);
    const std::int64_t distance = a.offset - b.offset; // how far a is behind b
    if (a.object != b.object)
      return false;
    if (period == 0)
      return distance < static_cast<std::int64_t>(bytesB) &&
             -distance < static_cast<std::int64_t>(bytesA);
    return remainder(distance, period) < static_cast<std::int64_t>(bytesB) ||
           remainder(-distance, period) < static_cast<std::int64_t>(bytesA);
  }

  const Facts &facts_;
  const SinglePlaces single_;
  std::vector<Transfer> transfers_;
  std::set<Place> used_;
  std::set<ObjectId> locked_;               ///< objects with a lock in them
  std::map<ObjectId, std::int64_t> arrays_; ///< that have a lock in each element, of this size
  std::map<ObjectId, std::set<std::int64_t>> links_;
  std::map<Place, std::set<const llvm::Function *>> users_; ///< of each lock
  NodeShapes shapes_;
};

} // namespace

bool isZero(const llvm::GlobalVariable &variable, std::int64_t from, std::uint64_t bytes,
            const llvm::DataLayout &layout) {
  if (!variable.hasInitializer())
    return false;
  llvm::Type *byte = llvm::Type::getInt8Ty(variable.getContext());
  for (std::uint64_t i = 0; i < bytes; ++i) {
    const llvm::Constant *value = llvm::ConstantFoldLoadFromConst(
        const_cast<llvm::Constant *>(variable.getInitializer()), byte,
        llvm::APInt(64, static_cast<std::uint64_t>(from) + i), layout);
    if (!value || !value->isNullValue())
      return false;
  }
  return true;
}

SymbolicValue NodeShapes::addressOf(unsigned container, unsigned number,
                                    const SymbolicValue &lock) const {
  const ContainerRoot &root = containers[container].roots[number];
  if (root.variable)
    return SymbolicValue::pointer(variables.at(root.variable), root.distance);
  SymbolicValue address = lock;
  address.number += root.distance;
  return address;
}

bool NodeShapes::isAlso(unsigned list, unsigned other) const {
  return lists[list].link == lists[other].link && lists[list].back == lists[other].back &&
         std::ranges::includes(lists[list].payloads, lists[other].payloads);
}

bool NodeShapes::areLocks(unsigned container, const TargetRow &row) const {
  const auto isLock = [&](std::int64_t offset) {
    return std::ranges::any_of(containers[container].locks, [&](const LockPlace &lock) {
      return lock.object == row.object && lock.has(offset);
    });
  };
  if (isEndless(row))
    return std::ranges::any_of(containers[container].locks, [&](const LockPlace &lock) {
      return lock.object == row.object && lock.period != 0 && lock.has(row.first) &&
             static_cast<std::int64_t>(row.period) % lock.period == 0;
    });
  return std::ranges::all_of(offsetsOf(row), isLock);
}

bool NodeShapes::anyUsable() const {
  return std::ranges::any_of(containers, [](const auto &each) { return each.usable; });
}

void NodeShapes::weaken(const Weakness &weakness) {
  if (weakness.kind == Weakness::Kind::Payload) {
    lists[weakness.container].payloads.erase(weakness.payload);
    return;
  }
  if (weakness.kind == Weakness::Kind::Back) {
    lists[weakness.container].back = std::nullopt;
    return;
  }
  ContainerShape &container = containers[weakness.container];
  if (weakness.kind == Weakness::Kind::Root) {
    ContainerRoot &root = container.roots[weakness.root];
    if (root.role == Role::Last && root.nullIfEmpty)
      root.nullIfEmpty = false;
    else
      root.usable = false;
  } else {
    container.usable = false;
  }
  const auto isUsed = [&](const ContainerRoot &root) {
    return root.usable && root.role == Role::First;
  };
  for (ContainerRoot &root : container.roots)
    root.usable = root.usable && isUsed(container.roots[root.first]);
  container.usable = container.usable && std::ranges::any_of(container.roots, isUsed);
}

NodeShapes guessNodeShapes(const Facts &facts) {
  return Guesses(facts).find();
}

} // namespace raceward
