// Inclusion: solves inclusion constraints between sets of places (Andersen 1994).
//
// A node is a set of places: the targets of a value, or of the pointers in a cell of an object.
// Constraints state which sets include which others, directly or through memory; solve() finds the
// least solution. Cycles of copies are collapsed from time to time (Nuutila's and Tarjan's strongly
// connected components), nodes are visited in the order of the copies, and only new places are
// propagated (after Pereira and Berlin, CGO 2009).
//
// Invariant: when solve() returns, every constraint holds, including those added during solving.
// Limits on places, pairs and targets only enlarge sets, never shrink them: precision is lost,
// never soundness.
#pragma once

#include "FlowLog.h"
#include "Layout.h"
#include "Place.h"

#include <llvm/ADT/SparseBitVector.h>

#include <cstdint>
#include <functional>
#include <vector>

namespace raceward::points {

inline constexpr NodeIndex kNoNode = UINT32_MAX;
using PlaceSet = llvm::SparseBitVector<>;

class Inclusion {
public:
  /// `log`, if not null, receives every flow.
  explicit Inclusion(std::uint64_t wordBytes, FlowLog *log = nullptr)
      : wordBytes_(wordBytes), log_(log) {}

  NodeIndex addNode();
  ObjectIndex addObject(Layout layout);
  /// The object is a function.
  void markCode(ObjectIndex object) { objects_[object].isCode = true; }
  [[nodiscard]] std::size_t objectCount() const { return objects_.size(); }
  [[nodiscard]] std::size_t nodeCount() const { return nodes_.size(); }
  [[nodiscard]] PlaceTable &places() { return places_; }
  [[nodiscard]] const PlaceTable &places() const { return places_; }

  // Constraints may also be added while solving.
  void addPlace(NodeIndex node, PlaceIndex place);
  /// Everything in `source` is in `destination`.
  void addCopy(NodeIndex source, NodeIndex destination);
  void addShift(NodeIndex from, NodeIndex to, const Shift &shift);
  /// The same with kAnywhere.
  void addBlurred(NodeIndex from, NodeIndex to);
  /// Everything stored at the pointer's targets is in `to`.
  void addLoad(NodeIndex pointer, NodeIndex to, std::uint64_t bytes);
  /// `from` is stored at the pointer's targets; kNoNode: a value without pointers is, which matters
  /// if it overwrites a part of a pointer.
  void addStore(NodeIndex pointer, NodeIndex from, std::uint64_t bytes);
  /// As addStore(), in every cell of the object, and whole pointers only.
  void addStoreAnywhere(NodeIndex pointer, NodeIndex from);
  /// Bytes are copied; `inWords`: only whole words, even if their number is unknown.
  void addTransfer(NodeIndex destination, NodeIndex source, std::uint64_t bytes, bool inWords);
  /// `onTarget(tag, object)` is called for every object that the node points into.
  void addWatch(NodeIndex pointer, std::uint32_t tag);
  std::function<void(std::uint32_t tag, ObjectIndex object)> onTarget;

  void solve();

  /// Nodes with one name always share one set.
  [[nodiscard]] NodeIndex nameOf(NodeIndex node) const { return find(node); }
  [[nodiscard]] const PlaceSet &placesOf(NodeIndex node) const { return nodes_[find(node)].places; }
  template <typename Visit> void forEachCell(ObjectIndex object, Visit visit) const {
    const Object &known = objects_[object];
    const std::uint32_t count = known.isOneCell ? 1 : known.layout.cellCount();
    for (std::uint32_t i = 0; i < count; ++i)
      visit(find(known.firstCell + i));
  }
  /// The nodes that are the object's cells, whatever they were merged with.
  template <typename Visit> void forEachOwnCell(ObjectIndex object, Visit visit) const {
    const Object &known = objects_[object];
    for (std::uint32_t i = 0; i < known.layout.cellCount(); ++i)
      visit(known.firstCell + i);
  }
  /// The sets whose places are stored into memory, once for each store, and twice for what is
  /// copied within memory.
  [[nodiscard]] std::vector<NodeIndex> storedNodes() const;
  /// From now on both objects share their content; true if that is new.
  bool uniteContents(ObjectIndex a, ObjectIndex b);

  /// The object stands for others, which expose() names. What is stored there may be in any of
  /// them, and what is loaded there comes from any of them; but what is in one of them is not
  /// therefore in another.
  void markUnknown(ObjectIndex object);
  /// True if that is new.
  bool expose(ObjectIndex object);

private:
  struct ShiftEdge {
    NodeIndex to = 0;
    Shift shift;
    auto operator<=>(const ShiftEdge &) const = default;
  };
  struct Use {
    enum class Kind : std::uint8_t { Load, Store, StoreAnywhere, TransferTo, TransferFrom, Watch };
    Kind kind = Kind::Load;
    NodeIndex other = kNoNode; ///< node of a load or store; number of a transfer; a tag
    std::uint64_t bytes = 0;
    auto operator<=>(const Use &) const = default;
  };
  struct Node {
    mutable NodeIndex parent = 0;
    std::uint32_t rank = 0; ///< in the order of copies
    bool isQueued = false;
    bool isBlurred = false; ///< its pointers may also point elsewhere in their objects
    bool hasManyTargets = false;
    bool isUntidy = false;       ///< constraints may be duplicated, since nodes were united
    std::size_t mostObjects = 0; ///< upper bound on its objects, without fresh places
    bool hasAnywhere = false;    ///< some place is "anywhere in an object"
    bool hasOthers = false;      ///< some place may be of another form
    PlaceSet places;             ///< "anywhere" subsumes all others of its object
    PlaceSet fresh;              ///< subset of places: not yet propagated
    PlaceSet copiesTo;
    PlaceSet blursTo; ///< nodes with the same objects, but anywhere in them
    std::vector<ShiftEdge> shifts;
    std::vector<Use> uses;
  };
  struct Object {
    Layout layout;
    NodeIndex firstCell = 0;
    bool isOneCell = false;
    bool isCode = false;
  };
  struct Transfer {
    NodeIndex destination = 0;
    NodeIndex source = 0;
    std::uint64_t bytes = 0;
    bool inWords = false;
    NodeIndex between = kNoNode; ///< everything is copied to everything through this node
  };

  NodeIndex find(NodeIndex node) const;
  void insert(NodeIndex node, const PlaceSet &set);
  void logFlow(NodeIndex from, NodeIndex to, bool dropsWild = false);
  void enqueue(NodeIndex node);
  PlaceSet coveredOf(const PlaceSet &places, const PlaceSet &some, const PlaceSet &more);
  void dropCovered(Node &node, const PlaceSet &anywhere);
  void addUse(NodeIndex pointer, const Use &use);
  void applyShift(const PlaceSet &set, const ShiftEdge &edge);
  void applyUse(NodeIndex pointer, const PlaceSet &fresh, const Use &use);
  void connect(std::uint32_t transfer, const Place &destination, const Place &source);
  void applyTransfer(std::uint32_t transfer, const PlaceSet &destinations, const PlaceSet &sources);
  void blur(NodeIndex cell);
  void uniteCells(ObjectIndex object);
  void uniteManyTargets(NodeIndex pointer);
  std::vector<ObjectIndex> objectsOf(const PlaceSet &set);
  void unite(NodeIndex a, NodeIndex b);
  [[nodiscard]] std::vector<CoveredCell> coveredBy(const Place &place, std::uint64_t bytes) const;
  [[nodiscard]] NodeIndex cellNode(ObjectIndex object, std::uint32_t cell) const {
    return find(objects_[object].firstCell + cell);
  }
  /// Where a store into the cell goes.
  [[nodiscard]] NodeIndex storeNode(ObjectIndex object, std::uint32_t cell) const {
    return object == unknown_ ? find(written_) : cellNode(object, cell);
  }
  void collapseCycles();
  void tidy(NodeIndex node);

  std::uint64_t wordBytes_;
  FlowLog *log_;
  PlaceTable places_;
  std::vector<Node> nodes_;
  std::vector<Object> objects_;
  std::vector<Transfer> transfers_;
  ObjectIndex unknown_ = UINT32_MAX; ///< the one that stands for others
  NodeIndex written_ = kNoNode;      ///< what is stored there
  std::vector<NodeIndex> stored_;    ///< what each store stores
  std::vector<NodeIndex> queue_;
  std::vector<bool> isListed_; ///< by object, scratch space of objectsOf()
  std::size_t newCopies_ = 0;  ///< since the last collapse of cycles
  std::size_t copies_ = 0;
};

} // namespace raceward::points
