// Pointers of unknown origin, and the objects that they may point to.
//
// A number of unknown origin is an address only if the program let that address go: turned it into
// a number, printed it, or gave it to the library (the exposed storage of ISO/IEC TS 6010). What it
// computes from that, by whatever means, and what comes back from outside, may be any such address.
// An address that was only ever kept and passed on as a pointer is not guessed. Nor is that of a
// variable that is only lent (LentMemory.h), whatever points-to mixes it with.
#include "Constraints.h"
#include "raceward/prove/ProverMutation.h"

#include <utility>

namespace raceward::points {

/// A pointer converted from an integer of unknown origin may, when dereferenced, point to every
/// object whose address left its variable. True if that adds anything.
bool Constraints::connectWildPointers() {
  const PlaceIndex wildPlace = inclusion_.places().anywhereIn(wild_);
  // A pointer of unknown origin that is passed as a variadic argument may be in any list. Numbers
  // are in most lists, and nothing takes them for pointers.
  if (!listed_.empty() && inclusion_.placesOf(passedOn_).test(wildPlace)) {
    for (const NodeIndex element : std::exchange(listed_, {}))
      inclusion_.addCopy(toWild_, element);
    return true;
  }
  findExposed();
  for (const AccessSite &site : program_.sites()) {
    const NodeIndex node = nodeFor(*program_.placeOf(site.id).pointer);
    anythingIsAccessed_ =
        anythingIsAccessed_ || (node != kNoNode && inclusion_.placesOf(node).test(wildPlace));
  }
  if (!anythingIsAccessed_)
    return false;
  bool isNew = reachAnything();
  for (ObjectIndex object = 1; object < objects_.size(); ++object)
    if (objects_[object].isExposed && !functionOfObject_[object] &&
        !mutated(ProverMutation::PointsExposed))
      isNew = inclusion_.expose(object) || isNew;
  for (std::uint32_t tag = 0; tag < watches_.size(); ++tag) {
    if (!inclusion_.placesOf(callees_[tag]).test(wildPlace))
      continue;
    for (ObjectIndex object = 1; object < objects_.size(); ++object)
      if (objects_[object].isExposed && functionOfObject_[object] &&
          functionOfObject_[object]->hasBody && !resolved_.contains({tag, object})) {
        onTarget(tag, object);
        isNew = true;
      }
  }
  return isNew;
}

/// The nodes whose objects are exposed.
std::vector<NodeIndex> Constraints::exposingNodes() const {
  std::vector<NodeIndex> nodes;
  const auto add = [&](NodeIndex node) { nodes.push_back(node); };
  if (hasHiddenAddresses_)
    for (ObjectIndex object = 0; object < objects_.size(); ++object)
      inclusion_.forEachCell(object, add);
  if (!mutated(ProverMutation::PointsTurned))
    nodes.insert(nodes.end(), numbers_.begin(), numbers_.end());
  if (!mutated(ProverMutation::PointsTold))
    add(told_);
  if (!mutated(ProverMutation::PointsPrinted))
    nodes.insert(nodes.end(), printed_.begin(), printed_.end());
  if (given_ != kNoNode) // it may come back as a number
    add(given_);
  const PlaceIndex wildPlace = *inclusion_.places().knownAnywhereIn(wild_);
  const auto isWild = [&](NodeIndex node) { return inclusion_.placesOf(node).test(wildPlace); };
  if (!mutated(ProverMutation::PointsCompared))
    for (const auto &[left, right] : compared_)
      if (isWild(left) || isWild(right)) {
        add(left);
        add(right);
      }
  return nodes;
}

void Constraints::findExposed() {
  objects_[outside_].isExposed = true;
  for (AbstractObject &object : objects_)
    if (hasHiddenAddresses_ && (object.kind == AbstractObject::Kind::Global ||
                                object.kind == AbstractObject::Kind::ThreadLocal))
      object.isExposed = true;
  std::vector<bool> seen(inclusion_.nodeCount(), false);
  for (const NodeIndex node : exposingNodes()) {
    const NodeIndex name = inclusion_.nameOf(node);
    if (seen[name])
      continue;
    seen[name] = true;
    for (const PlaceIndex place : inclusion_.placesOf(name))
      if (AbstractObject &object = objects_[inclusion_.places()[place].object]; !object.isLent)
        object.isExposed = true;
  }
}

} // namespace raceward::points
