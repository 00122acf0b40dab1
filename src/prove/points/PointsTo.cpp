#include "raceward/prove/PointsTo.h"

#include "Constraints.h"
#include "raceward/prove/ProverMutation.h"

#include <llvm/IR/GlobalVariable.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace raceward {

using points::kNoNode;
using points::NodeIndex;
using points::ObjectIndex;
using points::Place;
using points::PlaceIndex;

namespace {

std::uint64_t bytesOrUnknown(std::optional<std::uint64_t> bytes) {
  return bytes.value_or(mutated(ProverMutation::PlacesUnknownLength) ? 1 : points::kUnknownBytes);
}

constexpr ObjectIndex kAnything = 0;

/// Memory that nothing may write: who may write whatever it was given does not write that.
bool isReadOnly(const AbstractObject &object) {
  const auto *global = llvm::dyn_cast_or_null<llvm::GlobalVariable>(object.origin);
  return global && global->isConstant() && global->hasDefinitiveInitializer();
}

bool isByContract(const Program &program, const SitePlace &place) {
  const LibraryFunction *library =
      program.function(place.function).code.instructions[place.instruction].library;
  return library && (library->contract == ContractStep::Overwrites ||
                     library->contract == ContractStep::OverwritesKept);
}

} // namespace

class PointsTo::State {
public:
  explicit State(const Program &program) : constraints(program) {
    if (constraints.anythingIsAccessed())
      for (const AbstractObject &object : constraints.objects())
        if (object.isExposed && object.kind == AbstractObject::Kind::Function)
          exposedFunctions.push_back(
              program.functionOf(llvm::cast<llvm::Function>(object.origin))->id);
    // Many sites share a pointer, and many pointers share a set.
    std::map<std::pair<NodeIndex, bool>, TargetSetId> byNode;
    std::map<std::vector<PlaceIndex>, TargetSetId> byPlaces;
    for (const AccessSite &site : program.sites()) {
      const llvm::Value &pointer = *program.placeOf(site.id).pointer;
      const bool writable = isByContract(program, program.placeOf(site.id));
      NodeIndex node = constraints.nodeFor(pointer);
      std::vector<PlaceIndex> places;
      if (node != kNoNode) {
        node = constraints.inclusion().nameOf(node);
        if (const auto known = byNode.find({node, writable}); known != byNode.end()) {
          setOfSite.push_back(known->second);
          continue;
        }
        for (const PlaceIndex place : constraints.inclusion().placesOf(node))
          if (!writable || !isReadOnly(objectAt(place)))
            places.push_back(place);
      }
      const auto [at, isNew] = byPlaces.try_emplace(std::move(places), TargetSetId(sets.size()));
      if (isNew)
        sets.push_back(setOf(pointer, writable));
      byNode[{node, writable}] = at->second;
      setOfSite.push_back(at->second);
    }
  }

  struct TargetSet {
    std::vector<Place> places;     ///< sorted
    std::vector<ObjectId> objects; ///< sorted
    bool isAnything = false;
  };

  [[nodiscard]] std::vector<ObjectId> objectsIn(NodeIndex node) const {
    std::vector<ObjectId> found;
    for (const PlaceIndex place : constraints.inclusion().placesOf(node))
      found.emplace_back(constraints.inclusion().places()[place].object);
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  [[nodiscard]] const AbstractObject &objectAt(PlaceIndex place) const {
    return constraints.objects()[constraints.inclusion().places()[place].object];
  }

  [[nodiscard]] TargetSet setOf(const llvm::Value &pointer, bool writable = false) const {
    TargetSet set;
    const NodeIndex node = constraints.nodeFor(pointer);
    if (node == kNoNode)
      return set;
    for (const PlaceIndex place : constraints.inclusion().placesOf(node))
      if (!writable || !isReadOnly(objectAt(place)))
        set.places.push_back(constraints.inclusion().places()[place]);
    std::sort(set.places.begin(), set.places.end());
    for (const Place &place : set.places)
      if (set.objects.empty() || set.objects.back() != ObjectId(place.object))
        set.objects.emplace_back(place.object);
    set.isAnything = !set.objects.empty() && set.objects.front() == ObjectId(kAnything);
    return set;
  }

  /// One of them may point to any exposed object.
  [[nodiscard]] bool meetAnyway(const TargetSet &a, const TargetSet &b) const {
    if (mutated(ProverMutation::PlacesAnything))
      return false;
    const auto isExposed = [&](ObjectId id) { return constraints.objects()[id.index()].isExposed; };
    return (a.isAnything && std::any_of(b.objects.begin(), b.objects.end(), isExposed)) ||
           (b.isAnything && std::any_of(a.objects.begin(), a.objects.end(), isExposed)) ||
           (a.isAnything && b.isAnything);
  }
  /// `among`: by object, whether it counts; null: all do.
  [[nodiscard]] bool meet(const TargetSet &a, const TargetSet &b,
                          const std::vector<bool> *among = nullptr) const;
  [[nodiscard]] bool overlap(const TargetSet &a, std::uint64_t bytesA, const TargetSet &b,
                             std::uint64_t bytesB, std::uint64_t together,
                             const std::vector<bool> *among = nullptr) const;

  points::Constraints constraints;
  std::vector<TargetSet> sets;
  std::vector<TargetSetId> setOfSite;
  std::vector<FunctionId> exposedFunctions;
  std::vector<unsigned> stores; ///< by object, two for more; found when first asked for
};

bool PointsTo::State::meet(const TargetSet &a, const TargetSet &b,
                           const std::vector<bool> *among) const {
  if (meetAnyway(a, b))
    return true;
  std::vector<ObjectId> both;
  std::set_intersection(a.objects.begin(), a.objects.end(), b.objects.begin(), b.objects.end(),
                        std::back_inserter(both));
  return std::ranges::any_of(
      both, [among](ObjectId object) { return !among || (*among)[object.index()]; });
}

bool PointsTo::State::overlap(const TargetSet &a, std::uint64_t bytesA, const TargetSet &b,
                              std::uint64_t bytesB, std::uint64_t together,
                              const std::vector<bool> *among) const {
  if (meetAnyway(a, b))
    return true;
  // Both are sorted by object.
  auto inB = b.places.begin();
  for (const Place &place : a.places) {
    if (among && !(*among)[place.object])
      continue;
    while (inB != b.places.end() && inB->object < place.object)
      ++inB;
    for (auto other = inB; other != b.places.end() && other->object == place.object; ++other)
      if (points::mayOverlap(place, bytesA, *other, bytesB, together))
        return true;
  }
  return false;
}

PointsTo::PointsTo(const Program &program) {
  startProving(); // everything else is computed from points-to
  state_ = std::make_unique<State>(program);
}
PointsTo::~PointsTo() = default;
PointsTo::PointsTo(PointsTo &&) noexcept = default;

const std::vector<AbstractObject> &PointsTo::objects() const {
  return state_->constraints.objects();
}

bool PointsTo::anythingIsAccessed() const {
  return state_->constraints.anythingIsAccessed();
}

std::optional<Target> PointsTo::onlyTargetOf(const llvm::Value &pointer) const {
  const NodeIndex node = state_->constraints.nodeFor(pointer);
  if (node == kNoNode)
    return std::nullopt;
  const auto &inclusion = state_->constraints.inclusion();
  std::optional<Target> only;
  for (const PlaceIndex index : inclusion.placesOf(node)) {
    const Place &place = inclusion.places()[index];
    if (!place.isExact() || (only && !mutated(ProverMutation::PlacesOnly)))
      return std::nullopt;
    only = Target{ObjectId(place.object), place.first};
  }
  return only;
}

std::vector<Target> PointsTo::targetsOf(const llvm::Value &pointer) const {
  std::vector<Target> targets;
  for (const Place &place : state_->setOf(pointer).places)
    targets.push_back(
        {ObjectId(place.object), place.isExact() ? std::optional(place.first) : std::nullopt});
  std::sort(targets.begin(), targets.end());
  targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
  return targets;
}

std::vector<TargetRow> PointsTo::rowsOf(const llvm::Value &pointer) const {
  std::vector<TargetRow> rows;
  for (const Place &place : state_->setOf(pointer).places)
    rows.push_back({ObjectId(place.object), place.first, place.last, place.period});
  return rows;
}

std::vector<ObjectId> PointsTo::objectsOf(const llvm::Value &pointer) const {
  const NodeIndex node = state_->constraints.nodeFor(pointer);
  return node == kNoNode ? std::vector<ObjectId>() : state_->objectsIn(node);
}

std::vector<bool> PointsTo::reachableFrom(const std::vector<ObjectId> &objects) const {
  const points::Inclusion &inclusion = state_->constraints.inclusion();
  std::vector<bool> reached(inclusion.objectCount(), false);
  std::vector<bool> seen(inclusion.nodeCount(), false);
  std::vector<ObjectIndex> open;
  const auto reach = [&](ObjectIndex object) {
    if (!reached[object] && !this->objects()[object].isLent) {
      reached[object] = true;
      open.push_back(object);
    }
  };
  for (const ObjectId object : objects)
    reach(object.index());
  while (!open.empty()) {
    const ObjectIndex object = open.back();
    open.pop_back();
    inclusion.forEachCell(object, [&](NodeIndex cell) {
      if (seen[cell])
        return;
      seen[cell] = true;
      for (const PlaceIndex place : inclusion.placesOf(cell))
        if (!mutated(ProverMutation::SharingThroughMemory))
          reach(inclusion.places()[place].object);
    });
  }
  return reached;
}

bool PointsTo::isStoredOnce(ObjectId object) const {
  std::vector<unsigned> &stores = state_->stores;
  if (stores.empty()) {
    stores.resize(objects().size());
    std::map<NodeIndex, unsigned> times;
    for (const NodeIndex node : state_->constraints.inclusion().storedNodes())
      ++times[node];
    for (const auto &[node, count] : times)
      for (const ObjectId stored : state_->objectsIn(node))
        stores[stored.index()] = std::min(2u, stores[stored.index()] + count);
  }
  return stores[object.index()] <= 1;
}

std::vector<ObjectId> PointsTo::keptByLibrary() const {
  std::vector<ObjectId> kept = state_->objectsIn(state_->constraints.kept());
  if (const NodeIndex given = state_->constraints.given();
      given != kNoNode && !mutated(ProverMutation::ContractShares)) {
    const std::vector<ObjectId> more = state_->objectsIn(given);
    kept.insert(kept.end(), more.begin(), more.end());
  }
  return kept;
}

TargetSetId PointsTo::targetSetOf(SiteId site) const {
  return state_->setOfSite[site.index()];
}

std::size_t PointsTo::placeCountOf(TargetSetId set) const {
  return state_->sets[set.index()].places.size();
}

const std::vector<ObjectId> &PointsTo::objectsOf(TargetSetId set) const {
  return state_->sets[set.index()].objects;
}

bool PointsTo::mayMeet(TargetSetId a, TargetSetId b, const std::vector<bool> &among) const {
  return state_->meet(state_->sets[a.index()], state_->sets[b.index()], &among);
}

bool PointsTo::mayMeet(const llvm::Value &a, const llvm::Value &b) const {
  if (state_->constraints.nodeFor(a) == kNoNode || state_->constraints.nodeFor(b) == kNoNode)
    return true; // unknown to the analysis
  return state_->meet(state_->setOf(a), state_->setOf(b));
}

bool PointsTo::mayOverlap(TargetSetId a, std::optional<std::uint64_t> bytesA, TargetSetId b,
                          std::optional<std::uint64_t> bytesB, std::uint64_t together,
                          const std::vector<bool> *among) const {
  return state_->overlap(state_->sets[a.index()], bytesOrUnknown(bytesA), state_->sets[b.index()],
                         bytesOrUnknown(bytesB), together, among);
}

bool PointsTo::mayOverlap(const llvm::Value &a, std::optional<std::uint64_t> bytesA,
                          const llvm::Value &b, std::optional<std::uint64_t> bytesB) const {
  if (state_->constraints.nodeFor(a) == kNoNode || state_->constraints.nodeFor(b) == kNoNode)
    return true;
  return state_->overlap(state_->setOf(a), bytesOrUnknown(bytesA), state_->setOf(b),
                         bytesOrUnknown(bytesB), 0);
}

std::vector<FunctionId> PointsTo::functionsBehind(const llvm::Value &pointer) const {
  std::vector<FunctionId> found;
  for (const ObjectId id : objectsOf(pointer)) {
    if (const Function *function = state_->constraints.functionOf(id.index()))
      found.push_back(function->id);
    if (id == ObjectId(kAnything))
      found.insert(found.end(), state_->exposedFunctions.begin(), state_->exposedFunctions.end());
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

} // namespace raceward
