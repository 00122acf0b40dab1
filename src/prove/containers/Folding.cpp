// Keeps heaps small and comparable: what nobody can reach is dropped, and nodes that only nodes
// point to are not told apart.
#include "SymbolicHeap.h"

#include <algorithm>

namespace raceward {

using Kind = SymbolicValue::Kind;

namespace {

/// Gives ids numbers in the order in which they are met.
class Renaming {
public:
  std::int64_t of(int id) {
    if (id <= 0)
      return id;
    const auto [at, isNew] = known_.try_emplace(id, static_cast<int>(known_.size()) + 1);
    if (isNew)
      order_.push_back(id);
    return at->second;
  }
  [[nodiscard]] bool has(int id) const { return id <= 0 || known_.contains(id); }
  /// May grow while it is read.
  [[nodiscard]] const std::vector<int> &order() const { return order_; }

private:
  std::map<int, int> known_;
  std::vector<int> order_;
};

} // namespace

SymbolicHeap::References SymbolicHeap::countReferences() const {
  References found;
  const auto note = [&](const SymbolicValue &value) {
    if (value.isAddress())
      found.elsewhere.insert(value.id);
  };
  for (const HeapFrame &frame : frames)
    for (const auto &[number, value] : frame.values)
      note(value);
  for (const HeldContainer &container : held) {
    note(container.lock);
    for (const SymbolicValue &root : container.roots)
      note(root);
  }
  for (const auto &[address, value] : fixed) {
    found.elsewhere.insert(std::get<0>(address));
    note(value);
  }
  for (const auto &[id, cell] : cells)
    for (const auto &[offset, field] : cell.fields) {
      const auto isOne = [&, at = offset](auto member) {
        return std::any_of(shapes_->lists.begin(), shapes_->lists.end(),
                           [&](const NodeShape &shape) { return shape.*member == at; });
      };
      if (!field.first.isStart())
        note(field.first);
      else if (isOne(&NodeShape::link))
        ++found.links[field.first.id];
      else if (isOne(&NodeShape::back))
        ++found.backs[field.first.id];
      else
        note(field.first);
    }
  for (const HeapSegment &segment : segments) {
    ++found.links[segment.to];
    if (isDouble(segment))
      ++found.backs[segment.before];
  }
  return found;
}

/// The node at `cell`, which was one more, is now one of the segment: containers count it there.
void SymbolicHeap::countFolded(int cell, int length) {
  for (HeldContainer &container : held) {
    const std::vector<ContainerRoot> &roots = shapes_->containers[container.container].roots;
    for (std::size_t i = 0; i < roots.size(); ++i) {
      SymbolicValue &count = container.roots[i];
      if (roots[i].role != ContainerRoot::Role::Count ||
          (count.kind != Kind::Number && count.kind != Kind::Length))
        continue;
      const NodeShape &shape = shapes_->lists[roots[roots[i].first].shape];
      SymbolicValue at = container.roots[roots[i].first];
      for (std::size_t steps = 0;
           at.isStart() && at.id != cell && at.id != 0 && steps <= cells.size() + segments.size();
           ++steps) {
        if (const auto node = cells.find(at.id); node != cells.end())
          at = node->second.read(shape.link, shape.pointerBytes);
        else if (const HeapSegment *segment = segmentAt(at.id))
          at = SymbolicValue::pointer(segment->to);
        else
          at = {};
      }
      if (!at.isStart() || at.id != cell)
        continue;
      count.kind = Kind::Length;
      --count.number;
      count.lengths.insert(std::lower_bound(count.lengths.begin(), count.lengths.end(), length),
                           length);
    }
  }
}

bool SymbolicHeap::foldCell(const References &references) {
  for (const auto &[id, cell] : cells) {
    const auto link = references.links.find(id);
    if (!cell.isHeap || cell.mayBeNull || cell.isFresh() || references.elsewhere.contains(id) ||
        link == references.links.end() || link->second != 1)
      continue;
    for (unsigned list = 0; list < shapes_->lists.size(); ++list)
      if (foldInto(id, list, references))
        return true;
  }
  return false;
}

/// The node becomes a segment, if it is one of that list.
bool SymbolicHeap::foldInto(int id, unsigned list, const References &references) {
  const HeapCell &cell = cells.at(id);
  const NodeShape &shape = shapes_->lists[list];
  const auto pointerAt = [&](const HeapCell &node, std::int64_t offset) {
    const SymbolicValue value = node.read(offset, shape.pointerBytes);
    return value.kind == Kind::Number && value.number == 0 ? SymbolicValue::null() : value;
  };
  const SymbolicValue next = pointerAt(cell, shape.link);
  const SymbolicValue before = shape.back ? pointerAt(cell, *shape.back) : SymbolicValue::null();
  if (!next.isStart() || next.kind != Kind::Pointer || !before.isStart() ||
      before.kind != Kind::Pointer)
    return false;
  // Only the next node may lead back to it.
  const auto nextCell = cells.find(next.id);
  const HeapSegment *nextSegment = segmentAt(next.id);
  const bool cellLeadsBack = shape.back && nextCell != cells.end() &&
                             pointerAt(nextCell->second, *shape.back) == SymbolicValue::pointer(id);
  const bool segmentLeadsBack =
      shape.back && nextSegment && isDouble(*nextSegment) && nextSegment->before == id;
  const auto backs = references.backs.find(id);
  if ((backs == references.backs.end() ? 0U : backs->second) !=
      (cellLeadsBack || segmentLeadsBack ? 1U : 0U))
    return false;
  SymbolicHeap folded = *this;
  folded.cells.erase(id);
  if (folded.takePayloads(cell, shape))
    return false;
  const int length = nextLength_;
  countFolded(id, length); // while the chain is as it was
  const std::vector<HeldContainer> counted = held;
  *this = std::move(folded);
  held = counted;
  nextLength_ = length + 1;
  const int last = shape.back ? newId() : 0;
  if (cellLeadsBack)
    cells.at(next.id).write(*shape.back, shape.pointerBytes, SymbolicValue::pointer(last));
  for (HeapSegment &segment : segments)
    if (segmentLeadsBack && segment.from == next.id)
      segment.before = last;
  segments.push_back({id, next.id, length, list, before.id, last});
  return true;
}

void SymbolicHeap::mergeLengths(int a, int b) {
  forEachValue([&](SymbolicValue &value) {
    const auto first = std::find(value.lengths.begin(), value.lengths.end(), a);
    const auto second = std::find(value.lengths.begin(), value.lengths.end(), b);
    if (first != value.lengths.end() && second != value.lengths.end())
      value.lengths.erase(second);
    else if (first != value.lengths.end() || second != value.lengths.end())
      value = {};
  });
}

bool SymbolicHeap::joinSegments(const References &references) {
  const auto countOf = [](const std::map<int, unsigned> &counts, int id) {
    const auto at = counts.find(id);
    return at == counts.end() ? 0U : at->second;
  };
  for (HeapSegment &first : segments)
    for (std::size_t i = 0; i < segments.size(); ++i) {
      const HeapSegment second = segments[i];
      if (&segments[i] == &first || first.to != second.from || first.to <= 0 ||
          references.elsewhere.contains(first.to) || countOf(references.links, first.to) != 1 ||
          countOf(references.backs, first.to) != 0 || !shapes_->isAlso(second.shape, first.shape) ||
          !shapes_->isAlso(first.shape, second.shape))
        continue;
      if (isDouble(first) && (first.last != second.before || first.last <= 0 ||
                              references.elsewhere.contains(first.last) ||
                              countOf(references.links, first.last) != 0 ||
                              countOf(references.backs, first.last) != 1))
        continue;
      mergeLengths(first.length, second.length);
      first.to = second.to;
      first.last = second.last;
      segments.erase(segments.begin() + static_cast<std::ptrdiff_t>(i));
      return true;
    }
  return false;
}

void SymbolicHeap::tidy(bool fold) {
  renamed_.clear();
  std::set<int> reached;
  std::vector<int> open;
  const auto reach = [&](int id) {
    if (reached.insert(id).second)
      open.push_back(id);
  };
  const auto note = [&](const SymbolicValue &value) {
    if (value.isAddress())
      reach(value.id);
  };
  for (HeapFrame &frame : frames) {
    std::erase_if(frame.values,
                  [](const auto &entry) { return entry.second.kind == Kind::Unknown; });
    for (const auto &[number, value] : frame.values)
      note(value);
  }
  for (const HeldContainer &container : held) {
    note(container.lock);
    for (const SymbolicValue &root : container.roots)
      note(root);
  }
  for (const auto &[id, cell] : cells)
    if (cell.isFresh()) // others may find it later
      reach(id);
  for (bool more = true; more;) {
    while (!open.empty()) {
      const int id = open.back();
      open.pop_back();
      if (const auto cell = cells.find(id); cell != cells.end())
        for (const auto &[offset, field] : cell->second.fields)
          note(field.first);
      for (const HeapSegment &segment : segments)
        if (segment.from == id || (isDouble(segment) && segment.last == id))
          for (const int end : {segment.from, segment.to, segment.before, segment.last})
            reach(end);
    }
    more = false;
    for (const auto &[address, value] : fixed)
      if ((std::get<0>(address) <= 0 || reached.contains(std::get<0>(address))) &&
          value.isAddress() && !reached.contains(value.id)) {
        reach(value.id);
        more = true;
      }
  }
  std::erase_if(cells, [&](const auto &each) { return !reached.contains(each.first); });
  std::erase_if(segments, [&](const HeapSegment &each) { return !reached.contains(each.from); });
  std::erase_if(nonNull, [&](int id) { return !reached.contains(id); });
  std::erase_if(published, [&](const auto &each) { return !reached.contains(each.first); });
  std::erase_if(fixed, [&](const auto &each) {
    return std::get<0>(each.first) > 0 && !reached.contains(std::get<0>(each.first));
  });
  while (fold) {
    const References references = countReferences();
    if (!foldCell(references) && !joinSegments(references))
      break;
  }
}

std::vector<std::int64_t> SymbolicHeap::key() const {
  std::vector<std::int64_t> key;
  Renaming ids;
  Renaming lengths;
  const auto add = [&](const SymbolicValue &value) {
    key.push_back(static_cast<std::int64_t>(value.kind));
    key.push_back(value.isAddress() ? ids.of(value.id) : 0);
    key.push_back(value.number);
    std::vector<std::int64_t> all;
    for (const int length : value.lengths)
      all.push_back(lengths.of(length));
    std::sort(all.begin(), all.end());
    key.push_back(static_cast<std::int64_t>(all.size()));
    key.insert(key.end(), all.begin(), all.end());
  };
  key.push_back(alone ? 1 : 0);
  for (const HeapFrame &frame : frames) {
    key.push_back(-1);
    key.push_back(frame.function);
    for (const auto &[number, value] : frame.values) {
      key.push_back(number);
      add(value);
    }
  }
  for (const HeldContainer &container : held) {
    key.push_back(-2);
    key.push_back(container.container);
    key.push_back((container.alone ? 1 : 0) + (container.ended ? 2 : 0));
    add(container.lock);
    for (const SymbolicValue &root : container.roots)
      add(root);
  }
  for (const auto &[id, cell] : cells)
    if (cell.isFresh())
      ids.of(id);
  const auto addFixed = [&](int id) {
    for (auto at = fixed.lower_bound({id, INT64_MIN, 0});
         at != fixed.end() && std::get<0>(at->first) == id; ++at) {
      key.push_back(std::get<1>(at->first));
      key.push_back(static_cast<std::int64_t>(std::get<2>(at->first)));
      add(at->second);
    }
  };
  for (auto at = fixed.begin(); at != fixed.end() && std::get<0>(at->first) <= 0;) {
    const int id = std::get<0>(at->first);
    key.push_back(-3);
    key.push_back(id);
    addFixed(id);
    at = fixed.upper_bound({id, INT64_MAX, UINT64_MAX});
  }
  for (std::size_t i = 0; i < ids.order().size(); ++i) {
    const int id = ids.order()[i];
    key.push_back(-4);
    key.push_back(nonNull.contains(id) ? 1 : 0);
    addFixed(id);
    if (const auto known = published.find(id); known != published.end())
      for (const PlacedContainer &each : known->second)
        key.insert(key.end(), {each.container, each.offset, each.period});
    key.push_back(-7);
    if (const auto cell = cells.find(id); cell != cells.end()) {
      key.push_back((cell->second.isHeap ? 1 : 0) + (cell->second.mayBeNull ? 2 : 0));
      key.push_back(cell->second.depth);
      key.push_back(cell->second.zeroFrom);
      key.push_back(cell->second.zeroTo);
      for (const PlacedContainer &each : cell->second.fresh)
        key.insert(key.end(), {each.container, each.offset, each.period});
      key.push_back(-6);
      for (const auto &[offset, field] : cell->second.fields) {
        key.push_back(offset);
        key.push_back(static_cast<std::int64_t>(field.second));
        add(field.first);
      }
    }
    for (const HeapSegment &segment : segments)
      if (segment.from == id || (isDouble(segment) && segment.last == id)) {
        key.push_back(segment.from == id ? -5 : -8);
        key.push_back(segment.shape);
        for (const int end : {segment.from, segment.to, segment.before, segment.last})
          key.push_back(ids.of(end));
        key.push_back(lengths.of(segment.length));
      }
  }
  return key;
}

} // namespace raceward
