// SymbolicHeap: what one thread certainly owns at a point, in the manner of separation logic.
//
//   cells      objects that are the thread's own: made by it, or taken out of a container
//   segments   chains of any number of own nodes, linked from `from` to `to`
//   held       containers whose lock it holds, with the values of their root fields
//
// All of them lie apart: no two cells are one object. A thread may access what a cell or a held
// container stands for, and nothing else is said about memory. Values are symbolic: equal ids are
// equal addresses, and two ids may be one address unless both have cells. Private to prove.
#pragma once

#include "NodeShapes.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace raceward {

struct HeapCell {
  bool isHeap = true;
  bool mayBeNull = false; ///< there may be no object, and the address is null
  unsigned depth = 0;     ///< of the frame that has it, unless it is of the heap
  /// What was not written from here to there is zero.
  std::int64_t zeroFrom = 0;
  std::int64_t zeroTo = 0;
  /// Containers in it that no other thread uses yet.
  std::vector<PlacedContainer> fresh{};
  [[nodiscard]] bool isFresh() const { return !fresh.empty(); }
  std::map<std::int64_t, std::pair<SymbolicValue, std::uint64_t>> fields; ///< with their bytes

  [[nodiscard]] SymbolicValue read(std::int64_t offset, std::uint64_t bytes) const;
  void write(std::int64_t offset, std::uint64_t bytes, const SymbolicValue &value);
  /// Nothing is known of these bytes, or that they are zero.
  void clear(std::int64_t offset, std::int64_t bytes, bool zero);
};

/// Nodes that are linked forwards: `from` is the first one, and the last one leads to `to`. If they
/// are linked backwards, too, the first one leads to `before` and `last` is the last one. Without
/// nodes `from` is `to`, and `last` is `before`.
struct HeapSegment {
  int from = 0;
  int to = 0;
  int length = 0;
  unsigned shape = 0;
  int before = 0;
  int last = 0;
};

struct HeldContainer {
  unsigned container = 0;
  SymbolicValue lock; ///< a pointer
  bool alone = false; ///< not its lock, but no other thread is there
  bool ended = false; ///< its lock was destroyed: it need not be in order any more
  std::vector<SymbolicValue> roots;

  /// Certainly another one than that with this lock.
  [[nodiscard]] bool isOther(const SymbolicValue &other) const {
    return other.kind == SymbolicValue::Kind::Pointer &&
           (lock.id == other.id ? lock.number != other.number : lock.id < 0 && other.id < 0);
  }
};

struct HeapFrame {
  std::uint32_t function = 0;
  std::map<unsigned, SymbolicValue> values; ///< by number of the value in its function
};

class SymbolicHeap {
public:
  explicit SymbolicHeap(const NodeShapes &shapes) : shapes_(&shapes) {}

  bool alone = false; ///< the main thread, which has not created another one yet
  std::vector<HeapFrame> frames;
  std::map<int, HeapCell> cells;
  std::vector<HeapSegment> segments;
  std::vector<HeldContainer> held;
  std::set<int> nonNull;
  /// Memory that keeps its value, by address and bytes.
  std::map<std::tuple<int, std::int64_t, std::uint64_t>, SymbolicValue> fixed;
  /// Objects of which others use the containers.
  std::map<int, std::vector<PlacedContainer>> published;

  int newId() { return nextId_++; }
  [[nodiscard]] SymbolicValue newPointer() { return SymbolicValue::pointer(newId()); }

  /// The addresses are equal. False if that is impossible.
  bool unify(int a, int b);
  /// Heaps in which it is decided whether they are equal, each with the answer, as far as it can
  /// be.
  using Decided = std::vector<std::pair<SymbolicHeap, std::optional<bool>>>;
  [[nodiscard]] Decided equals(const SymbolicValue &a, const SymbolicValue &b) const;
  /// The same for a length and a number.
  [[nodiscard]] Decided lengthEquals(const SymbolicValue &length, std::int64_t number) const;
  /// Heaps in which the object at the address is a cell, if it is one's own. Those in which it is
  /// null are left out: nothing comes after such an access.
  [[nodiscard]] std::vector<SymbolicHeap> reveal(int id) const;

  /// It is the address of a cell, or of a node at an end of a segment.
  [[nodiscard]] bool mayOwn(int id) const {
    return cells.contains(id) || segmentAt(id) || segmentTo(id);
  }

  /// With a container of this kind besides.
  [[nodiscard]] std::vector<SymbolicHeap> acquire(unsigned container,
                                                  const SymbolicValue &lock) const;
  /// Gives the container and all in it away. What does not hold is added.
  void giveAway(const HeldContainer &container, std::vector<Weakness> &weaknesses);
  /// A node of a list, with what goes with it.
  HeapCell makeNode(const NodeShape &shape, int next, int before);

  /// Drops what nobody can reach; joins nodes that only nodes point to into segments.
  void tidy(bool fold);
  /// Equal for heaps that differ in the choice of ids only.
  [[nodiscard]] std::vector<std::int64_t> key() const;
  /// What the id has become by equalities since the last tidy().
  [[nodiscard]] int known(int id) const;

private:
  [[nodiscard]] const HeapSegment *segmentAt(int id) const;
  [[nodiscard]] const HeapSegment *segmentTo(int last) const;
  [[nodiscard]] bool isDouble(const HeapSegment &segment) const;
  [[nodiscard]] std::vector<SymbolicHeap> open(int id) const;
  bool close(std::size_t segment);
  bool splitFirst(std::size_t segment);
  bool splitLast(std::size_t segment);
  bool normalise();
  void forEachValue(const std::function<void(SymbolicValue &)> &each);
  void setLength(int length, std::int64_t constant, bool keep);
  std::optional<std::int64_t> takePayloads(const HeapCell &node, const NodeShape &shape);
  // Folding.cpp
  struct References {
    std::map<int, unsigned> links; ///< forwards, from nodes
    std::map<int, unsigned> backs; ///< backwards, from nodes
    std::set<int> elsewhere;
  };
  bool foldCell(const References &references);
  bool foldInto(int id, unsigned list, const References &references);
  bool joinSegments(const References &references);
  [[nodiscard]] References countReferences() const;
  void countFolded(int cell, int length);
  void mergeLengths(int a, int b);

  const NodeShapes *shapes_;
  std::map<int, int> renamed_; ///< since the last tidy()
  int nextId_ = 1;
  int nextLength_ = 1;
};

} // namespace raceward
