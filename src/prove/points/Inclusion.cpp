#include "Inclusion.h"

#include "raceward/base/Check.h"
#include "raceward/prove/ProverMutation.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace raceward::points {

namespace {

/// A pointer with more targets merges the contents of all of them, so that the number of copies
/// stays near-linear.
constexpr unsigned kMostTargets = 1024;
/// Of a pointer from nowhere: if more is stored through it, all it may point to has one content.
constexpr unsigned kMostWritten = 64;
/// A transfer with more pairs of places goes through one node.
constexpr std::size_t kMostPairs = 64;
/// So does a transfer of more words.
constexpr std::uint64_t kMostWordsOfATransfer = 128;

} // namespace

NodeIndex Inclusion::addNode() {
  const auto node = static_cast<NodeIndex>(nodes_.size());
  nodes_.emplace_back();
  nodes_.back().parent = node;
  nodes_.back().rank = node;
  return node;
}

ObjectIndex Inclusion::addObject(Layout layout) {
  Object object;
  object.firstCell = static_cast<NodeIndex>(nodes_.size());
  for (std::uint32_t i = 0; i < layout.cellCount(); ++i)
    addNode();
  object.layout = std::move(layout);
  objects_.push_back(std::move(object));
  return static_cast<ObjectIndex>(objects_.size() - 1);
}

NodeIndex Inclusion::find(NodeIndex node) const {
  while (nodes_[node].parent != node) {
    nodes_[node].parent = nodes_[nodes_[node].parent].parent;
    node = nodes_[node].parent;
  }
  return node;
}

void Inclusion::enqueue(NodeIndex node) {
  if (nodes_[node].isQueued)
    return;
  nodes_[node].isQueued = true;
  queue_.push_back(node);
}

void Inclusion::insert(NodeIndex index, const PlaceSet &set) {
  if (set.empty())
    return;
  Node &node = nodes_[index];
  PlaceSet added;
  added.intersectWithComplement(set, node.places);
  if (added.empty())
    return;
  const PlaceSet anywhere = added & places_.anywheres();
  added.intersectWithComplement(anywhere);
  if (!added.empty() && (node.hasAnywhere || !anywhere.empty()))
    added.intersectWithComplement(coveredOf(added, node.places, anywhere));
  if (!anywhere.empty() && node.hasOthers)
    dropCovered(node, anywhere);
  if (added.empty() && anywhere.empty())
    return;
  node.hasAnywhere = node.hasAnywhere || !anywhere.empty();
  node.hasOthers = node.hasOthers || !added.empty();
  added |= anywhere;
  node.places |= added;
  node.fresh |= added;
  enqueue(index);
}

/// Those of `places` into whose object one of the others points anywhere.
PlaceSet Inclusion::coveredOf(const PlaceSet &places, const PlaceSet &some, const PlaceSet &more) {
  std::vector<std::pair<PlaceIndex, PlaceIndex>> sorted; // sorted for fast lookup
  for (const PlaceIndex place : places)
    if (const auto whole = places_.knownAnywhereIn(places_[place].object))
      sorted.emplace_back(*whole, place);
  std::sort(sorted.begin(), sorted.end());
  PlaceSet covered;
  for (const auto &[whole, place] : sorted)
    if (some.test(whole) || more.test(whole))
      covered.set(place);
  return covered;
}

/// The node points anywhere in these objects; other places of them are redundant and dropped.
/// Pointers into large structs would otherwise carry every field.
void Inclusion::dropCovered(Node &node, const PlaceSet &anywhere) {
  PlaceSet covered;
  for (const PlaceIndex place : anywhere)
    covered |= places_.placesIn(places_[place].object);
  covered.intersectWithComplement(places_.anywheres());
  node.places.intersectWithComplement(covered);
  node.fresh.intersectWithComplement(covered);
}

void Inclusion::logFlow(NodeIndex from, NodeIndex to, bool dropsWild) {
  if (log_)
    log_->flows.push_back({from, to, dropsWild});
}

void Inclusion::addPlace(NodeIndex node, PlaceIndex place) {
  if (log_)
    log_->origins.push_back({node, places_[place].object});
  PlaceSet set;
  set.set(place);
  insert(find(node), set);
}

void Inclusion::addCopy(NodeIndex source, NodeIndex destination) {
  const NodeIndex from = find(source);
  const NodeIndex to = find(destination);
  if (from == to || !nodes_[from].copiesTo.test_and_set(to))
    return;
  logFlow(source, destination);
  ++copies_;
  ++newCopies_;
  insert(to, nodes_[from].places);
}

void Inclusion::addShift(NodeIndex from, NodeIndex to, const Shift &shift) {
  if (shift == kAnywhere) {
    addBlurred(from, to);
    return;
  }
  logFlow(from, to, shift.dropsWild);
  from = find(from);
  const ShiftEdge edge{find(to), shift};
  nodes_[from].shifts.push_back(edge);
  if (!nodes_[from].places.empty())
    applyShift(PlaceSet(nodes_[from].places), edge);
}

void Inclusion::addBlurred(NodeIndex from, NodeIndex to) {
  logFlow(from, to);
  from = find(from);
  to = find(to);
  if (nodes_[from].blursTo.test_and_set(to) && !nodes_[from].places.empty())
    applyShift(PlaceSet(nodes_[from].places), {to, kAnywhere});
}

void Inclusion::addUse(NodeIndex pointer, const Use &use) {
  pointer = find(pointer);
  nodes_[pointer].uses.push_back(use);
  if (!nodes_[pointer].places.empty())
    applyUse(pointer, PlaceSet(nodes_[pointer].places), use);
}

void Inclusion::addLoad(NodeIndex pointer, NodeIndex to, std::uint64_t bytes) {
  addUse(pointer, {Use::Kind::Load, to, bytes});
}

void Inclusion::addStore(NodeIndex pointer, NodeIndex from, std::uint64_t bytes) {
  if (from != kNoNode)
    stored_.push_back(from);
  addUse(pointer, {Use::Kind::Store, from, bytes});
}

void Inclusion::addStoreAnywhere(NodeIndex pointer, NodeIndex from) {
  stored_.push_back(from);
  addUse(pointer, {Use::Kind::StoreAnywhere, from, 0});
}

void Inclusion::addTransfer(NodeIndex destination, NodeIndex source, std::uint64_t bytes,
                            bool inWords) {
  const auto number = static_cast<std::uint32_t>(transfers_.size());
  transfers_.push_back({destination, source, bytes, inWords, kNoNode});
  addUse(destination, {Use::Kind::TransferTo, number, 0});
  addUse(source, {Use::Kind::TransferFrom, number, 0});
}

std::vector<NodeIndex> Inclusion::storedNodes() const {
  std::vector<NodeIndex> nodes;
  for (const NodeIndex node : stored_)
    nodes.push_back(find(node));
  std::set<ObjectIndex> copied;
  for (const Transfer &transfer : transfers_)
    for (const PlaceIndex place : placesOf(transfer.source))
      copied.insert(places_[place].object);
  for (const ObjectIndex object : copied)
    forEachCell(object, [&](NodeIndex cell) { nodes.insert(nodes.end(), 2, cell); });
  return nodes;
}

void Inclusion::addWatch(NodeIndex pointer, std::uint32_t tag) {
  addUse(pointer, {Use::Kind::Watch, tag, 0});
}

void Inclusion::applyShift(const PlaceSet &set, const ShiftEdge &edge) {
  PlaceSet shifted;
  const std::uint32_t number = places_.numberOf(edge.shift);
  for (const PlaceIndex place : set) {
    const ObjectIndex object = places_[place].object;
    if ((edge.shift.dropsWild && object == 0) || (edge.shift.dropsCode && objects_[object].isCode))
      continue;
    shifted.set(places_.shifted(place, number));
  }
  insert(find(edge.to), shifted);
}

/// Part of a pointer was overwritten: it may point elsewhere in the same object.
void Inclusion::blur(NodeIndex cell) {
  if (nodes_[cell].isBlurred || mutated(ProverMutation::PointsParts))
    return;
  nodes_[cell].isBlurred = true;
  addBlurred(cell, cell);
}

std::vector<CoveredCell> Inclusion::coveredBy(const Place &place, std::uint64_t bytes) const {
  const Object &object = objects_[place.object];
  if (!object.isOneCell)
    return object.layout.covered(place, bytes);
  const bool whole =
      bytes == kUnknownBytes || (bytes % wordBytes_ == 0 && place.period % wordBytes_ == 0 &&
                                 place.first % static_cast<std::int64_t>(wordBytes_) == 0);
  return {{0, whole}};
}

void Inclusion::applyUse(NodeIndex pointer, const PlaceSet &fresh, const Use &use) {
  // Objects with one content are often adjacent.
  NodeIndex last = kNoNode;
  bool lastWasWhole = false;
  const auto isRepeated = [&](NodeIndex cell, bool whole) {
    const bool repeated = cell == last && whole == lastWasWhole;
    last = cell;
    lastWasWhole = whole;
    return repeated;
  };
  switch (use.kind) {
  case Use::Kind::Load:
    for (const PlaceIndex index : fresh) {
      const Place place = places_[index];
      for (const CoveredCell &covered : coveredBy(place, use.bytes)) {
        const NodeIndex cell = cellNode(place.object, covered.cell);
        if (isRepeated(cell, covered.whole))
          continue;
        if (covered.whole)
          addCopy(cell, use.other);
        else // part of a pointer: the pointer it becomes part of may point elsewhere
          addBlurred(cell, use.other);
      }
    }
    return;
  case Use::Kind::Store:
    for (const PlaceIndex index : fresh) {
      const Place place = places_[index];
      for (const CoveredCell &covered : coveredBy(place, use.bytes)) {
        const NodeIndex cell = storeNode(place.object, covered.cell);
        if (isRepeated(cell, covered.whole))
          continue;
        if (!covered.whole || (use.bytes == kUnknownBytes && use.other == kNoNode))
          blur(cell);
        if (use.other != kNoNode)
          addCopy(use.other, cell);
      }
    }
    return;
  case Use::Kind::StoreAnywhere:
    for (const PlaceIndex index : fresh) {
      if (places_[index].object == unknown_)
        addCopy(use.other, written_);
      else
        forEachCell(places_[index].object, [&](NodeIndex cell) { addCopy(use.other, cell); });
    }
    return;
  case Use::Kind::TransferTo:
    applyTransfer(use.other, fresh, PlaceSet(placesOf(transfers_[use.other].source)));
    return;
  case Use::Kind::TransferFrom:
    applyTransfer(use.other, PlaceSet(placesOf(transfers_[use.other].destination)), fresh);
    return;
  case Use::Kind::Watch: {
    std::vector<ObjectIndex> objects;
    for (const PlaceIndex index : fresh)
      objects.push_back(places_[index].object);
    std::sort(objects.begin(), objects.end());
    objects.erase(std::unique(objects.begin(), objects.end()), objects.end());
    for (const ObjectIndex object : objects)
      onTarget(use.other, object);
    return;
  }
  }
  RW_CHECK(pointer < nodes_.size());
}

void Inclusion::applyTransfer(std::uint32_t number, const PlaceSet &destinations,
                              const PlaceSet &sources) {
  const Transfer transfer = transfers_[number];
  const std::size_t pairs = std::size_t{placesOf(transfer.destination).count()} *
                            std::size_t{placesOf(transfer.source).count()};
  if (transfer.between == kNoNode && pairs <= kMostPairs) {
    for (const PlaceIndex destination : destinations)
      for (const PlaceIndex source : sources)
        connect(number, places_[destination], places_[source]);
    return;
  }
  if (transfer.between == kNoNode) {
    const NodeIndex between = addNode();
    transfers_[number].between = between;
    // The parts may go anywhere, so each of them may become part of any pointer.
    addLoad(transfer.source, between, transfer.bytes);
    addStore(transfer.destination, between, transfer.bytes);
    if (!transfer.inWords)
      addBlurred(between, between);
  }
}

/// Word by word, if words are copied to words.
void Inclusion::connect(std::uint32_t number, const Place &destination, const Place &source) {
  const Transfer transfer = transfers_[number];
  const auto word = static_cast<std::int64_t>(wordBytes_);
  const auto atWords = [&](const Place &place) {
    return place.first >= 0 && place.first % word == 0 &&
           static_cast<std::int64_t>(place.period) % word == 0;
  };
  const Layout &a = objects_[destination.object].layout;
  const Layout &b = objects_[source.object].layout;
  const std::uint64_t length = std::min(
      {transfer.bytes, a.bytes().value_or(kUnknownBytes), b.bytes().value_or(kUnknownBytes)});
  // Once both are in their last segments, the pairs of cells repeat.
  const std::uint64_t words = std::min(length / wordBytes_ + (length % wordBytes_ != 0 ? 1 : 0),
                                       std::max(a.lastSegment(), b.lastSegment()) +
                                           std::lcm(a.lastPeriod(), b.lastPeriod()));
  const bool parts = transfer.bytes == kUnknownBytes && !transfer.inWords;
  if (!atWords(destination) || !atWords(source) || words > kMostWordsOfATransfer) {
    const NodeIndex between = addNode();
    const bool whole = transfer.inWords && atWords(destination) && atWords(source);
    for (const CoveredCell &cell : coveredBy(source, transfer.bytes)) {
      if (whole)
        addCopy(cellNode(source.object, cell.cell), between);
      else
        addBlurred(cellNode(source.object, cell.cell), between);
    }
    for (const CoveredCell &cell : coveredBy(destination, transfer.bytes)) {
      if (!whole)
        blur(storeNode(destination.object, cell.cell));
      addCopy(between, storeNode(destination.object, cell.cell));
    }
    return;
  }
  Place to = destination;
  Place from = source;
  const auto advance = [&](Place &place) {
    place.first += word;
    if (!place.isEndless())
      place.last += word;
  };
  for (std::uint64_t i = 0; i < words; ++i, advance(to), advance(from)) {
    const std::uint64_t bytes = transfer.bytes == kUnknownBytes
                                    ? wordBytes_
                                    : std::min(wordBytes_, transfer.bytes - i * wordBytes_);
    const std::vector<CoveredCell> written = coveredBy(to, bytes);
    for (const CoveredCell &read : coveredBy(from, bytes)) {
      const NodeIndex origin = cellNode(from.object, read.cell);
      for (const CoveredCell &cell : written) {
        const NodeIndex target = storeNode(to.object, cell.cell);
        if (read.whole && cell.whole && !parts) {
          addCopy(origin, target);
        } else {
          addBlurred(origin, target);
          blur(target);
        }
      }
    }
    if (parts)
      for (const CoveredCell &cell : written)
        blur(storeNode(to.object, cell.cell));
  }
}

void Inclusion::unite(NodeIndex a, NodeIndex b) {
  logFlow(a, b);
  logFlow(b, a);
  a = find(a);
  b = find(b);
  if (a == b)
    return;
  Node &into = nodes_[a];
  Node &from = nodes_[b];
  // Places that only one of them had are new for the constraints of the other.
  PlaceSet onlyA;
  PlaceSet onlyB;
  onlyA.intersectWithComplement(into.places, from.places);
  onlyB.intersectWithComplement(from.places, into.places);
  into.fresh |= from.fresh;
  into.fresh |= onlyA;
  into.fresh |= onlyB;
  into.places |= onlyB;
  into.hasAnywhere = into.hasAnywhere || from.hasAnywhere;
  into.hasOthers = into.hasOthers || from.hasOthers;
  if (into.hasAnywhere && into.hasOthers)
    dropCovered(into, into.places & places_.anywheres());
  into.copiesTo |= from.copiesTo;
  into.blursTo |= from.blursTo;
  into.shifts.insert(into.shifts.end(), from.shifts.begin(), from.shifts.end());
  into.uses.insert(into.uses.end(), from.uses.begin(), from.uses.end());
  into.isUntidy = true;
  into.hasManyTargets = false;
  into.mostObjects = into.places.count();
  into.isBlurred = into.isBlurred || from.isBlurred;
  from.parent = a;
  from.places.clear();
  from.fresh.clear();
  from.copiesTo.clear();
  from.blursTo.clear();
  from.shifts = {};
  from.uses = {};
  if (!into.fresh.empty())
    enqueue(a);
}

void Inclusion::tidy(NodeIndex index) {
  Node &node = nodes_[index];
  node.isUntidy = false;
  for (ShiftEdge &edge : node.shifts)
    edge.to = find(edge.to);
  PlaceSet targets;
  for (const NodeIndex to : node.blursTo)
    targets.set(find(to));
  node.blursTo = std::move(targets);
  std::sort(node.shifts.begin(), node.shifts.end());
  node.shifts.erase(std::unique(node.shifts.begin(), node.shifts.end()), node.shifts.end());
  for (Use &use : node.uses)
    if ((use.kind == Use::Kind::Load || use.kind == Use::Kind::Store) && use.other != kNoNode)
      use.other = find(use.other);
  std::sort(node.uses.begin(), node.uses.end());
  node.uses.erase(std::unique(node.uses.begin(), node.uses.end()), node.uses.end());
}

void Inclusion::uniteCells(ObjectIndex index) {
  Object &object = objects_[index];
  if (object.isOneCell)
    return;
  object.isOneCell = true;
  for (std::uint32_t i = 1; i < object.layout.cellCount(); ++i)
    unite(object.firstCell, object.firstCell + i);
}

bool Inclusion::uniteContents(ObjectIndex a, ObjectIndex b) {
  uniteCells(a);
  uniteCells(b);
  if (a == unknown_ || b == unknown_)
    unite(objects_[unknown_].firstCell, written_);
  const bool isNew = find(objects_[a].firstCell) != find(objects_[b].firstCell);
  unite(objects_[a].firstCell, objects_[b].firstCell);
  return isNew;
}

void Inclusion::markUnknown(ObjectIndex object) {
  unknown_ = object;
  written_ = addNode();
  addCopy(written_, objects_[object].firstCell);
}

bool Inclusion::expose(ObjectIndex object) {
  const NodeIndex read = objects_[unknown_].firstCell;
  // What is stored anywhere makes all contents alike, sooner or later.
  if (find(read) == find(written_) || placesOf(written_).count() > kMostWritten)
    return uniteContents(unknown_, object);
  bool isNew = false;
  const auto connectNew = [&](NodeIndex from, NodeIndex to) {
    if (find(from) == find(to) || nodes_[find(from)].copiesTo.test(find(to)))
      return;
    addCopy(from, to);
    isNew = true;
  };
  forEachCell(object, [&](NodeIndex cell) {
    connectNew(written_, cell);
    connectNew(cell, read);
    if (nodes_[find(written_)].isBlurred && !nodes_[find(cell)].isBlurred) {
      blur(find(cell));
      isNew = isNew || nodes_[find(cell)].isBlurred;
    }
  });
  return isNew;
}

/// Each object once, in the order of places.
std::vector<ObjectIndex> Inclusion::objectsOf(const PlaceSet &set) {
  isListed_.resize(objects_.size(), false);
  std::vector<ObjectIndex> objects;
  for (const PlaceIndex place : set) {
    const ObjectIndex object = places_[place].object;
    if (isListed_[object])
      continue;
    isListed_[object] = true;
    objects.push_back(object);
  }
  for (const ObjectIndex object : objects)
    isListed_[object] = false;
  return objects;
}

/// A pointer with very many targets merges the contents of all of them.
void Inclusion::uniteManyTargets(NodeIndex pointer) {
  Node &node = nodes_[pointer];
  if (!node.hasManyTargets && node.mostObjects <= kMostTargets)
    return;
  // Once that was done, only new objects are added.
  const std::vector<ObjectIndex> objects =
      objectsOf(node.hasManyTargets ? node.fresh : node.places);
  if (!node.hasManyTargets) {
    node.mostObjects = objects.size();
    if (objects.size() <= kMostTargets)
      return;
  }
  node.hasManyTargets = true;
  const ObjectIndex first = places_[*node.places.begin()].object;
  for (const ObjectIndex object : objects)
    uniteContents(first, object);
}

/// Merges nodes on cycles of copies, and ranks the others so that copies lead from lower to higher
/// ranks. Tarjan's algorithm, without recursion.
void Inclusion::collapseCycles() {
  newCopies_ = 0;
  const auto count = static_cast<NodeIndex>(nodes_.size());
  for (NodeIndex node = 0; node < count; ++node) {
    if (nodes_[node].copiesTo.empty())
      continue;
    PlaceSet current;
    for (const NodeIndex to : nodes_[node].copiesTo)
      if (const NodeIndex target = find(to); target != node)
        current.set(target);
    nodes_[node].copiesTo = std::move(current);
  }
  struct Frame {
    NodeIndex node;
    PlaceSet::iterator next;
  };
  constexpr std::uint32_t kUnseen = 0;
  std::vector<std::uint32_t> seenAt(count, kUnseen);
  std::vector<std::uint32_t> lowest(count, 0);
  std::vector<bool> onStack(count, false);
  std::vector<NodeIndex> stack;
  std::vector<std::vector<NodeIndex>> circles;
  std::uint32_t time = 0;
  std::uint32_t rank = UINT32_MAX;
  std::vector<Frame> frames;
  const auto enter = [&](NodeIndex node) {
    seenAt[node] = lowest[node] = ++time;
    stack.push_back(node);
    onStack[node] = true;
    frames.push_back({node, nodes_[node].copiesTo.begin()});
  };
  for (NodeIndex root = 0; root < count; ++root) {
    if (seenAt[root] != kUnseen || nodes_[root].parent != root)
      continue;
    enter(root);
    while (!frames.empty()) {
      const NodeIndex node = frames.back().node;
      if (frames.back().next != nodes_[node].copiesTo.end()) {
        const NodeIndex to = *frames.back().next;
        ++frames.back().next;
        if (seenAt[to] == kUnseen)
          enter(to);
        else if (onStack[to])
          lowest[node] = std::min(lowest[node], seenAt[to]);
        continue;
      }
      frames.pop_back();
      if (!frames.empty())
        lowest[frames.back().node] = std::min(lowest[frames.back().node], lowest[node]);
      if (lowest[node] != seenAt[node])
        continue;
      std::vector<NodeIndex> circle;
      NodeIndex member = kNoNode;
      do {
        member = stack.back();
        stack.pop_back();
        onStack[member] = false;
        circle.push_back(member);
      } while (member != node);
      --rank; // components are found in reverse order of the copies
      nodes_[node].rank = rank;
      if (circle.size() > 1)
        circles.push_back(std::move(circle));
    }
  }
  for (const std::vector<NodeIndex> &circle : circles) {
    const std::uint32_t rankOfCircle = nodes_[circle.back()].rank;
    for (std::size_t i = 0; i + 1 < circle.size(); ++i)
      unite(circle.back(), circle[i]);
    nodes_[find(circle.back())].rank = rankOfCircle;
  }
}

void Inclusion::solve() {
  collapseCycles();
  while (!queue_.empty()) {
    if (newCopies_ > 1000 && newCopies_ > copies_ / 10)
      collapseCycles();
    std::vector<NodeIndex> round;
    round.swap(queue_);
    std::sort(round.begin(), round.end(), [&](NodeIndex a, NodeIndex b) {
      return std::pair(nodes_[a].rank, a) < std::pair(nodes_[b].rank, b);
    });
    for (const NodeIndex queued : round) {
      nodes_[queued].isQueued = false;
      const NodeIndex node = find(queued);
      if (nodes_[node].fresh.empty())
        continue;
      nodes_[node].mostObjects += nodes_[node].fresh.count();
      if (!nodes_[node].uses.empty()) {
        uniteManyTargets(node);
        if (find(node) != node)
          continue; // it was a cell of its own targets, and is queued under its new name
      }
      PlaceSet fresh;
      std::swap(fresh, nodes_[node].fresh);
      if (nodes_[node].isUntidy)
        tidy(node);
      // By index, and with copies: constraints may be added, and nodes united.
      for (std::size_t i = 0; i < nodes_[node].uses.size(); ++i)
        applyUse(node, fresh, Use(nodes_[node].uses[i]));
      if (!nodes_[node].blursTo.empty()) {
        PlaceSet blurred;
        for (const PlaceIndex place : fresh)
          blurred.set(places_.shifted(place, kAnywhere));
        for (const NodeIndex to : PlaceSet(nodes_[node].blursTo))
          insert(find(to), blurred);
      }
      for (std::size_t i = 0; i < nodes_[node].shifts.size(); ++i)
        applyShift(fresh, ShiftEdge(nodes_[node].shifts[i]));
      for (const NodeIndex to : PlaceSet(nodes_[node].copiesTo))
        if (const NodeIndex target = find(to); target != node)
          insert(target, fresh);
    }
  }
}

} // namespace raceward::points
