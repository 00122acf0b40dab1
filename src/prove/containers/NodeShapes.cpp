// Guesses lists and their containers from the code that reads and writes pointers to nodes.
#include "NodeShapes.h"

#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <algorithm>

namespace raceward {

namespace {

/// A lock that begins as zeros is of the usual kind: one that its holder cannot take again.
constexpr std::uint64_t kLockBytes = 40;

using Role = ContainerRoot::Role;
using Place = std::pair<ObjectId, std::int64_t>;

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
  explicit Guesses(const Facts &facts) : facts_(facts) {}

  NodeShapes find() {
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
      for (const auto &[object, offset] : container.locks)
        shapes_.lockObjects.insert(object);
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
  std::optional<std::vector<Place>> placesOf(const llvm::Value &pointer) const {
    std::vector<Place> places;
    for (const Target &target : facts_.pointsTo.targetsOf(pointer)) {
      if (!target.offset)
        return std::nullopt;
      places.emplace_back(target.object, *target.offset);
    }
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

  /// Members of heap objects that point to such objects again.
  void findLinks() {
    for (const Transfer &each : transfers_) {
      if (!each.value->getType()->isPointerTy())
        continue;
      const std::vector<ObjectId> values = facts_.pointsTo.objectsOf(*each.value);
      for (const auto &[object, offset] : each.places)
        if (isHeap(object) && std::ranges::binary_search(values, object))
          links_[object].insert(offset);
    }
  }

  /// The list of nodes like this one; none if it has several links.
  std::optional<unsigned> listOf(ObjectId node) {
    const auto at = links_.find(node);
    if (at == links_.end() || at->second.size() != 1)
      return std::nullopt;
    return newList(node, *at->second.begin());
  }

  unsigned newList(ObjectId node, std::int64_t link) {
    NodeShape shape;
    shape.link = link;
    shape.pointerBytes = facts_.program.module().getDataLayout().getPointerSize();
    for (const Transfer &each : transfers_)
      if (each.value->getType()->isPointerTy())
        for (const auto &[object, offset] : each.places)
          if (object == node && offset != link &&
              std::ranges::any_of(facts_.pointsTo.objectsOf(*each.value),
                                  [&](ObjectId value) { return isHeap(value); }))
            shape.payloads.insert(offset);
    shapes_.lists.push_back(std::move(shape));
    return static_cast<unsigned>(shapes_.lists.size() - 1);
  }

  void findLocks() {
    for (const Function &function : facts_.program.functions())
      for (const Instruction &instruction : function.code.instructions) {
        if (!facts_.threads.isReachable(function.id) || instruction.op != Op::LibraryCall ||
            !instruction.library || instruction.library->sync != SyncEffect::Lock)
          continue;
        const auto &call = llvm::cast<llvm::CallBase>(*instruction.origin);
        const auto places = placesOf(*call.getArgOperand(0));
        if (!places)
          continue;
        // Locks that one call takes belong to containers of one kind.
        ContainerShape container;
        for (const Place &place : *places) {
          users_[place].insert(function.origin);
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
      }
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

  /// Whether the next one of a node is stored there.
  bool receivesLinks(const Place &place) const {
    for (const Transfer &each : transfers_)
      if (each.stores && std::ranges::count(each.places, place) > 0)
        if (const auto *from = llvm::dyn_cast<llvm::LoadInst>(each.value))
          if (const auto places = placesOf(*from->getPointerOperand()))
            for (const auto &[object, offset] : *places)
              if (const auto at = links_.find(object);
                  at != links_.end() && at->second.contains(offset))
                return true;
    return false;
  }

  /// Whether what is there is linked to another one.
  bool isLinked(const Place &place) const {
    for (const Transfer &each : transfers_) {
      const bool link = std::ranges::any_of(each.places, [&](const Place &at) {
        const auto known = links_.find(at.first);
        return known != links_.end() && known->second.contains(at.second);
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
          std::ranges::binary_search(facts_.pointsTo.objectsOf(*each.value), place.first);
      root.role = toItself                                   ? Role::End
                  : !receivesLinks(place) && isLinked(place) ? Role::Last
                                                             : Role::First;
      if (root.role == Role::First) {
        const std::optional<unsigned> list = listOf(*node);
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

  /// The lock that is taken by most functions that use the place, of those that may guard it.
  std::optional<Place> guardOf(const Place &place) const {
    std::set<const llvm::Function *> functions;
    for (const Transfer &each : transfers_)
      if (std::ranges::count(each.places, place) > 0)
        functions.insert(each.at->getFunction());
    const auto isGlobal = [&](ObjectId object) {
      return facts_.pointsTo.object(object).kind == AbstractObject::Kind::Global;
    };
    std::optional<Place> best;
    std::size_t most = 0;
    for (const auto &[lock, users] : users_) {
      const bool beside = lock.first == place.first;
      if (!beside && !(isGlobal(lock.first) && isGlobal(place.first)))
        continue;
      std::size_t votes = beside ? 1 : 0;
      for (const llvm::Function *user : users)
        votes += functions.contains(user) ? 2 : 0;
      if (votes > most) {
        most = votes;
        best = lock;
      }
    }
    return best;
  }

  void addRoots() {
    for (const Transfer &each : transfers_)
      for (const Place &place : each.places) {
        const std::optional<Place> lock =
            nodeOf(each) || counts(each) ? guardOf(place) : std::nullopt;
        if (!lock)
          continue;
        const auto container =
            std::ranges::find_if(shapes_.containers, [&](const ContainerShape &known) {
              return known.locks.contains(*lock);
            });
        if (lock->first == place.first)
          addRoot(*container, each, place, place.second - lock->second, nullptr);
        else if (container->locks.size() == 1)
          addRoot(*container, each, place, place.second,
                  llvm::dyn_cast_or_null<llvm::GlobalVariable>(
                      facts_.pointsTo.object(place.first).origin));
      }
    for (ContainerShape &container : shapes_.containers) {
      const auto first = std::ranges::find_if(
          container.roots, [](const auto &root) { return root.role == Role::First; });
      for (ContainerRoot &root : container.roots)
        if (root.role != Role::First)
          root.first = static_cast<unsigned>(first - container.roots.begin());
    }
  }

  /// Whether the beginning of such objects is seen, and a lock is of the usual kind.
  [[nodiscard]] bool beginsInSight(ObjectId object, std::int64_t from, std::uint64_t bytes) const {
    const AbstractObject &made = facts_.pointsTo.object(object);
    if (made.isExternal || made.isExposed || !made.origin)
      return false;
    if (const auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(made.origin))
      return variable->hasInitializer() && !variable->isThreadLocal() &&
             (bytes < kLockBytes ||
              isZero(*variable, from, bytes, facts_.program.module().getDataLayout()));
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
      for (const auto &[object, offset] : container.locks) {
        if (!beginsInSight(object, offset, kLockBytes))
          container.usable = false;
        for (const ContainerRoot &root : container.roots) {
          Place place{object, offset + root.distance};
          if (root.variable)
            for (std::size_t i = 0; i < facts_.pointsTo.objects().size(); ++i)
              if (facts_.pointsTo.objects()[i].origin == root.variable)
                place = {ObjectId(i), root.distance};
          if (!beginsInSight(place.first, place.second, root.bytes))
            container.usable = false;
          claims.push_back({place, root.bytes, c});
        }
      }
    }
    for (std::size_t i = 0; i < claims.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) {
        const Claim &a = claims[i];
        const Claim &b = claims[j];
        if (a.place.first == b.place.first &&
            a.place.second < b.place.second + static_cast<std::int64_t>(b.bytes) &&
            b.place.second < a.place.second + static_cast<std::int64_t>(a.bytes))
          shapes_.containers[a.container].usable = shapes_.containers[b.container].usable = false;
      }
  }

  const Facts &facts_;
  std::vector<Transfer> transfers_;
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
  return lists[list].link == lists[other].link &&
         std::ranges::includes(lists[list].payloads, lists[other].payloads);
}

bool NodeShapes::anyUsable() const {
  return std::ranges::any_of(containers, [](const auto &each) { return each.usable; });
}

void NodeShapes::weaken(const Weakness &weakness) {
  if (weakness.kind == Weakness::Kind::Payload) {
    lists[weakness.container].payloads.erase(weakness.payload);
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
