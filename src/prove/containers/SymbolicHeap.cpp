// Equalities, chains, and what containers hold.
#include "SymbolicHeap.h"

#include "raceward/prove/ProverMutation.h"

#include <algorithm>

namespace raceward {

namespace {

using Kind = SymbolicValue::Kind;

SymbolicValue asPointer(const SymbolicValue &value) {
  return value.kind == Kind::Number && value.number == 0 ? SymbolicValue::null() : value;
}

constexpr unsigned kMostNodes = 10'000;
constexpr std::int64_t kMostCounted = 4; ///< beside the lengths of segments

bool addTo(std::vector<int> &sorted, int value) {
  const auto at = std::lower_bound(sorted.begin(), sorted.end(), value);
  if (at != sorted.end() && *at == value)
    return false;
  sorted.insert(at, value);
  return true;
}

void simplify(SymbolicValue &length) {
  if (length.kind == Kind::Length && length.lengths.empty())
    length = SymbolicValue::constant(length.number);
}

} // namespace

SymbolicValue HeapCell::read(std::int64_t offset, std::uint64_t bytes) const {
  const auto end = static_cast<std::int64_t>(bytes);
  const SymbolicValue *exact = nullptr;
  for (const auto &[at, field] : fields) {
    if (at >= offset + end || offset >= at + static_cast<std::int64_t>(field.second))
      continue;
    if (at != offset || field.second != bytes || exact)
      return {};
    exact = &field.first;
  }
  if (exact)
    return *exact;
  return zeroFrom <= offset && offset + end <= zeroTo ? SymbolicValue::constant(0)
                                                      : SymbolicValue();
}

void HeapCell::write(std::int64_t offset, std::uint64_t bytes, const SymbolicValue &value) {
  const auto end = static_cast<std::int64_t>(bytes);
  // What was there keeps its place with an unknown value: it is not zero.
  for (auto &[at, field] : fields)
    if (at < offset + end && offset < at + static_cast<std::int64_t>(field.second))
      field.first = {};
  std::erase_if(fields, [&](const auto &field) {
    return field.first >= offset &&
           field.first + static_cast<std::int64_t>(field.second.second) <= offset + end;
  });
  // Never over another one that begins at the same place.
  if (const auto at = fields.find(offset); at != fields.end()) {
    at->second = {SymbolicValue(), std::max(at->second.second, bytes)};
    return;
  }
  if (value.kind != Kind::Unknown || (zeroFrom < offset + end && offset < zeroTo))
    fields[offset] = {value, bytes};
}

void HeapCell::clear(std::int64_t offset, std::int64_t bytes, bool zero) {
  const std::int64_t end = offset + bytes;
  const bool wasZero = zeroFrom <= offset && end <= zeroTo;
  bool isCut = false;
  std::erase_if(fields, [&](const auto &field) {
    const std::int64_t fieldEnd = field.first + static_cast<std::int64_t>(field.second.second);
    const bool overlaps = field.first < end && offset < fieldEnd;
    isCut = isCut || (overlaps && (field.first < offset || fieldEnd > end));
    return overlaps;
  });
  if (zero && wasZero && !isCut)
    return;
  if (isCut || (zeroFrom < end && offset < zeroTo))
    zeroFrom = zeroTo = 0;
  if (zero && zeroFrom == zeroTo) {
    zeroFrom = offset;
    zeroTo = end;
  }
}

void SymbolicHeap::forEachValue(const std::function<void(SymbolicValue &)> &each) {
  for (HeapFrame &frame : frames)
    for (auto &[number, value] : frame.values)
      each(value);
  for (auto &[id, cell] : cells)
    for (auto &[offset, field] : cell.fields)
      each(field.first);
  for (HeldContainer &container : held) {
    each(container.lock);
    for (SymbolicValue &root : container.roots)
      each(root);
  }
  for (auto &[address, value] : fixed)
    each(value);
}

int SymbolicHeap::known(int id) const {
  for (auto at = renamed_.find(id); at != renamed_.end(); at = renamed_.find(id))
    id = at->second;
  return id;
}

const HeapSegment *SymbolicHeap::segmentAt(int id) const {
  const auto at = std::find_if(segments.begin(), segments.end(),
                               [&](const HeapSegment &segment) { return segment.from == id; });
  return at == segments.end() ? nullptr : &*at;
}

const HeapSegment *SymbolicHeap::segmentTo(int last) const {
  const auto at = std::find_if(segments.begin(), segments.end(), [&](const HeapSegment &segment) {
    return isDouble(segment) && segment.last == last;
  });
  return at == segments.end() ? nullptr : &*at;
}

bool SymbolicHeap::isDouble(const HeapSegment &segment) const {
  return shapes_->lists[segment.shape].back.has_value();
}

/// The length is a constant, or (`keep`) that much more than itself.
void SymbolicHeap::setLength(int length, std::int64_t constant, bool keep) {
  forEachValue([&](SymbolicValue &value) {
    const auto at = std::find(value.lengths.begin(), value.lengths.end(), length);
    if (at == value.lengths.end())
      return;
    value.number += constant;
    if (!keep)
      value.lengths.erase(at);
    // Of nodes that are taken out without being counted there would be a heap for each number.
    if (value.number > kMostCounted)
      value = {};
    simplify(value);
  });
}

bool SymbolicHeap::unify(int a, int b) {
  if (a == b || (a < 0 && b < 0))
    return true;
  if (b == 0 || (a < 0 && b > 0))
    std::swap(a, b);
  if (a == 0) {
    const auto cell = cells.find(b);
    if (b < 0 || nonNull.contains(b) || (cell != cells.end() && !cell->second.mayBeNull))
      return false;
    if (cell != cells.end())
      cells.erase(cell);
  } else if (const auto x = cells.find(a), y = cells.find(b);
             x != cells.end() && y != cells.end()) {
    // Two objects: they are equal only if neither exists.
    return x->second.mayBeNull && y->second.mayBeNull && unify(0, a) && unify(0, b);
  } else if (y != cells.end()) {
    HeapCell moved = std::move(y->second);
    cells.erase(y);
    moved.mayBeNull = moved.mayBeNull && !nonNull.contains(a);
    cells.emplace(a, std::move(moved));
  }
  renamed_[b] = a;
  if (nonNull.erase(b) > 0)
    nonNull.insert(a);
  if (const auto known = published.find(b); known != published.end()) {
    published.try_emplace(a, known->second);
    published.erase(b);
  }
  forEachValue([&](SymbolicValue &value) {
    if (value.isAddress() && value.id == b)
      value.id = a;
  });
  for (HeapSegment &segment : segments)
    for (int *id : {&segment.from, &segment.to, &segment.before, &segment.last})
      *id = *id == b ? a : *id;
  for (auto at = fixed.begin(); at != fixed.end();) {
    const auto [id, offset, bytes] = at->first;
    if (id != b) {
      ++at;
      continue;
    }
    fixed.try_emplace({a, offset, bytes}, at->second);
    at = fixed.erase(at);
  }
  return normalise();
}

/// A segment that begins or ends at null, or at an object that is there besides, is empty.
bool SymbolicHeap::normalise() {
  const auto isOutside = [&](int id) { return id == 0 || cells.contains(id); };
  for (std::size_t i = 0; i < segments.size(); ++i)
    if (isOutside(segments[i].from) || (isDouble(segments[i]) && isOutside(segments[i].last)))
      return close(i) && normalise();
  return true;
}

/// The segment has no nodes. False if that is impossible.
bool SymbolicHeap::close(std::size_t index) {
  const HeapSegment empty = segments[index];
  segments.erase(segments.begin() + static_cast<std::ptrdiff_t>(index));
  setLength(empty.length, 0, false);
  return unify(empty.from, empty.to) &&
         (!isDouble(empty) || unify(known(empty.last), known(empty.before)));
}

HeapCell SymbolicHeap::makeNode(const NodeShape &shape, int next, int before) {
  HeapCell node;
  node.write(shape.link, shape.pointerBytes, SymbolicValue::pointer(next));
  if (shape.back)
    node.write(*shape.back, shape.pointerBytes, SymbolicValue::pointer(before));
  for (const std::int64_t at : shape.payloads) {
    const int payload = newId();
    HeapCell object;
    object.mayBeNull = true;
    cells.emplace(payload, std::move(object));
    node.write(at, shape.pointerBytes, SymbolicValue::pointer(payload));
  }
  return node;
}

/// The segment has a node, and the first one becomes a cell. False if that is impossible.
bool SymbolicHeap::splitFirst(std::size_t index) {
  const HeapSegment whole = segments[index];
  const int next = newId();
  setLength(whole.length, 1, true);
  HeapCell node = makeNode(shapes_->lists[whole.shape], next, whole.before);
  cells.emplace(whole.from, std::move(node));
  segments[index].from = next;
  segments[index].before = isDouble(whole) ? whole.from : 0;
  return normalise();
}

/// The same for the last one.
bool SymbolicHeap::splitLast(std::size_t index) {
  const HeapSegment whole = segments[index];
  const int before = newId();
  setLength(whole.length, 1, true);
  HeapCell node = makeNode(shapes_->lists[whole.shape], whole.to, before);
  cells.emplace(whole.last, std::move(node));
  segments[index].to = whole.last;
  segments[index].last = before;
  return normalise();
}

/// With the segment that begins or ends there empty, and with at least one node.
std::vector<SymbolicHeap> SymbolicHeap::open(int id) const {
  const HeapSegment *first = segmentAt(id);
  const auto index = static_cast<std::size_t>((first ? first : segmentTo(id)) - segments.data());
  std::vector<SymbolicHeap> opened;
  SymbolicHeap empty = *this;
  if (empty.close(index))
    opened.push_back(std::move(empty));
  SymbolicHeap longer = *this;
  if (first ? longer.splitFirst(index) : longer.splitLast(index))
    opened.push_back(std::move(longer));
  return opened;
}

SymbolicHeap::Decided SymbolicHeap::equals(const SymbolicValue &x, const SymbolicValue &y) const {
  const SymbolicValue a = asPointer(x);
  const SymbolicValue b = asPointer(y);
  const auto undecided = [&] { return Decided{{*this, std::nullopt}}; };
  if (a.kind != Kind::Pointer || b.kind != Kind::Pointer)
    return undecided();
  if (a.id == b.id)
    return {{*this, a.number == b.number}};
  if (a.number != b.number)
    return undecided();
  for (const int id : {a.id, b.id})
    if (a.number == 0 && (segmentAt(id) || segmentTo(id))) {
      Decided all;
      for (const SymbolicHeap &opened : open(id)) {
        // The two ids may have become others.
        SymbolicHeap probe = opened;
        const auto now = [&](int old) { return opened.known(old); };
        Decided each = probe.equals(SymbolicValue::pointer(now(a.id), 0),
                                    SymbolicValue::pointer(now(b.id), 0));
        all.insert(all.end(), std::make_move_iterator(each.begin()),
                   std::make_move_iterator(each.end()));
      }
      return all;
    }
  if (a.number != 0 || (a.id < 0 && b.id < 0))
    return undecided();
  for (const HeldContainer &container : held)
    if (container.lock.id == a.id || container.lock.id == b.id)
      if (a.id != 0 && b.id != 0)
        return undecided();
  Decided both;
  SymbolicHeap equal = *this;
  if (equal.unify(a.id, b.id))
    both.emplace_back(std::move(equal), true);
  SymbolicHeap different = *this;
  if (a.id == 0 || b.id == 0) {
    const int other = a.id == 0 ? b.id : a.id;
    if (const auto cell = different.cells.find(other); cell != different.cells.end())
      cell->second.mayBeNull = false;
    else if (other > 0)
      different.nonNull.insert(other);
  }
  both.emplace_back(std::move(different), false);
  return both;
}

SymbolicHeap::Decided SymbolicHeap::lengthEquals(const SymbolicValue &length,
                                                 std::int64_t number) const {
  if (length.number > number)
    return {{*this, false}};
  Decided both;
  const std::int64_t rest = number - length.number;
  SymbolicHeap equal = *this;
  bool possible = true;
  for (const int each : length.lengths) {
    const auto at =
        std::find_if(equal.segments.begin(), equal.segments.end(),
                     [&](const HeapSegment &segment) { return segment.length == each; });
    if (rest != 0 || at == equal.segments.end())
      continue;
    possible = possible && equal.close(static_cast<std::size_t>(at - equal.segments.begin()));
  }
  if (possible)
    both.emplace_back(std::move(equal), true);
  // Not empty, if there is one only.
  const auto only = std::find_if(segments.begin(), segments.end(), [&](const HeapSegment &segment) {
    return segment.length == length.lengths.front();
  });
  if (rest == 0 && length.lengths.size() == 1 && only != segments.end()) {
    SymbolicHeap longer = *this;
    if (longer.splitFirst(static_cast<std::size_t>(only - segments.begin())))
      both.emplace_back(std::move(longer), false);
  } else {
    both.emplace_back(*this, false);
  }
  return both;
}

std::vector<SymbolicHeap> SymbolicHeap::reveal(int id) const {
  if (const auto cell = cells.find(id); cell != cells.end()) {
    SymbolicHeap there = *this;
    there.cells.at(id).mayBeNull = false;
    return {there};
  }
  if (id == 0)
    return {};
  if (!segmentAt(id) && !segmentTo(id))
    return {*this};
  std::vector<SymbolicHeap> all;
  for (const SymbolicHeap &opened : open(id))
    for (SymbolicHeap &each : opened.reveal(opened.known(id)))
      all.push_back(std::move(each));
  return all;
}

std::vector<SymbolicHeap> SymbolicHeap::acquire(unsigned number, const SymbolicValue &lock) const {
  const ContainerShape &container = shapes_->containers[number];
  SymbolicHeap start = *this;
  start.held.push_back(
      {number, lock, false, false, std::vector<SymbolicValue>(container.roots.size())});
  std::vector<SymbolicHeap> all{std::move(start)};
  for (unsigned r = 0; r < container.roots.size(); ++r) {
    const ContainerRoot &first = container.roots[r];
    if (first.role != ContainerRoot::Role::First || !first.usable)
      continue;
    const auto of = [&](ContainerRoot::Role role) {
      std::vector<unsigned> found;
      for (unsigned i = 0; i < container.roots.size(); ++i)
        if (const ContainerRoot &root = container.roots[i];
            root.usable && root.role == role && root.first == r)
          found.push_back(i);
      return found;
    };
    const std::vector<unsigned> lasts = of(ContainerRoot::Role::Last);
    const std::vector<unsigned> ends = of(ContainerRoot::Role::End);
    const bool knowsLast = !lasts.empty() || !ends.empty();
    const std::vector<unsigned> counts = of(ContainerRoot::Role::Count);
    std::vector<SymbolicHeap> next;
    for (SymbolicHeap &heap : all) {
      if (knowsLast) {
        SymbolicHeap empty = heap;
        std::vector<SymbolicValue> &roots = empty.held.back().roots;
        roots[r] = SymbolicValue::null();
        for (const unsigned i : lasts)
          roots[i] = container.roots[i].nullIfEmpty ? SymbolicValue::null() : empty.newPointer();
        for (const unsigned i : ends)
          roots[i] = shapes_->addressOf(number, r, lock);
        for (const unsigned i : counts)
          roots[i] = SymbolicValue::constant(0);
        next.push_back(std::move(empty));
      }
      const NodeShape &shape = shapes_->lists[first.shape];
      const int from = heap.newId();
      const int last = knowsLast ? heap.newId() : 0;
      const int before = shape.back ? heap.newId() : 0; // the last one of the segment
      const int length = heap.nextLength_++;
      heap.segments.push_back({from, last, length, first.shape, 0, before});
      if (last != 0) {
        HeapCell node = heap.makeNode(shape, 0, before);
        heap.cells.emplace(last, std::move(node));
      }
      std::vector<SymbolicValue> &roots = heap.held.back().roots;
      roots[r] = SymbolicValue::pointer(from);
      for (const unsigned i : lasts)
        roots[i] = SymbolicValue::pointer(last);
      for (const unsigned i : ends)
        roots[i] = SymbolicValue::pointer(last, shape.link);
      for (const unsigned i : counts)
        roots[i] = {Kind::Length, 0, last == 0 ? 0 : 1, {length}};
      next.push_back(std::move(heap));
    }
    all = std::move(next);
  }
  return all;
}

/// Takes the objects away that go with the node. The first one that is not there is the answer.
std::optional<std::int64_t> SymbolicHeap::takePayloads(const HeapCell &node,
                                                       const NodeShape &shape) {
  for (const std::int64_t at : shape.payloads) {
    const SymbolicValue value = asPointer(node.read(at, shape.pointerBytes));
    if (!value.isStart() || value.kind != Kind::Pointer)
      return at;
    if (value.id == 0)
      continue;
    const auto object = cells.find(value.id);
    if (object != cells.end() && object->second.isHeap && !object->second.isFresh())
      cells.erase(object);
    else if (!mutated(ProverMutation::ContainersPayload))
      return at;
  }
  return std::nullopt;
}

void SymbolicHeap::giveAway(const HeldContainer &gone, std::vector<Weakness> &weaknesses) {
  const ContainerShape &container = shapes_->containers[gone.container];
  const auto fails = [&](unsigned root) {
    weaknesses.push_back({Weakness::Kind::Root, gone.container, root, 0});
  };
  for (unsigned r = 0; r < container.roots.size(); ++r) {
    const ContainerRoot &first = container.roots[r];
    if (first.role != ContainerRoot::Role::First || !first.usable)
      continue;
    const NodeShape &shape = shapes_->lists[first.shape];
    SymbolicValue at = asPointer(gone.roots[r]);
    SymbolicValue last = SymbolicValue::null();
    SymbolicValue count{Kind::Length, 0, 0, {}};
    bool leadsBack = true;
    for (unsigned steps = 0; at.kind == Kind::Pointer && at.number == 0 && at.id != 0; ++steps) {
      if (steps > kMostNodes) // only a mutant keeps what it has passed
        break;
      if (const auto cell = cells.find(at.id); cell != cells.end()) {
        if (!cell->second.isHeap || cell->second.isFresh() || cell->second.mayBeNull)
          break;
        const HeapCell node = cell->second;
        if (!mutated(ProverMutation::ContainersGiven))
          cells.erase(cell);
        leadsBack = leadsBack &&
                    (!shape.back || asPointer(node.read(*shape.back, shape.pointerBytes)) == last);
        last = at;
        ++count.number;
        if (const auto missing = takePayloads(node, shape))
          weaknesses.push_back({Weakness::Kind::Payload, first.shape, 0, *missing});
        at = asPointer(node.read(shape.link, shape.pointerBytes));
        continue;
      }
      const HeapSegment *segment = segmentAt(at.id);
      if (!segment || !shapes_->isAlso(segment->shape, first.shape))
        break;
      addTo(count.lengths, segment->length);
      leadsBack = leadsBack && (!shape.back || SymbolicValue::pointer(segment->before) == last);
      last = shape.back ? SymbolicValue::pointer(segment->last) : SymbolicValue();
      at = SymbolicValue::pointer(segment->to);
      segments.erase(segments.begin() + (segment - segments.data()));
    }
    if (at != SymbolicValue::null() && !mutated(ProverMutation::ContainersChain))
      fails(r);
    if (!leadsBack && !mutated(ProverMutation::ContainersBack))
      weaknesses.push_back({Weakness::Kind::Back, first.shape, 0, 0});
    simplify(count);
    const bool isEmpty = last == SymbolicValue::null();
    for (unsigned i = 0; i < container.roots.size(); ++i) {
      const ContainerRoot &root = container.roots[i];
      if (!root.usable || root.first != r || root.role == ContainerRoot::Role::First)
        continue;
      const SymbolicValue &value = gone.roots[i];
      SymbolicValue expected = last;
      if (mutated(root.role == ContainerRoot::Role::Count ? ProverMutation::ContainersCount
                                                          : ProverMutation::ContainersLast))
        continue;
      if (root.role == ContainerRoot::Role::Count)
        expected = count;
      else if (root.role == ContainerRoot::Role::End)
        expected = isEmpty ? shapes_->addressOf(gone.container, r, gone.lock)
                           : SymbolicValue{last.kind, last.id, shape.link, {}};
      const bool mayBeAny = root.role == ContainerRoot::Role::Last && isEmpty && !root.nullIfEmpty;
      if (!mayBeAny && (expected.kind == Kind::Unknown || asPointer(value) != asPointer(expected)))
        fails(i);
    }
  }
}

} // namespace raceward
