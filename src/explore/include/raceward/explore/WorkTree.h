// WorkTree: the coordinator's side of a search in items (rule R9).
//
// The upper part of the search tree, whose leaves are open items. A result closes its item; nodes
// that it gives back join the tree, each with items for its open children; a demand takes a further
// thread at a node above, unless a demanded thread is taken there already (the test of source
// sets). The search is exhausted if and only if each item that was opened has been closed once.
// Nothing is lost, as
// - a node is freed only when nothing below it is open, so no demand comes too late;
// - threads are only added to a node, so a demand that is met stays met, in any order;
// - a child sleeps on all children taken before it, finished or not, whose runs are searched there.
//
// Results may arrive in any order, twice, or never. They count in the order in which their items
// were issued, and the next items depend only on results that have counted: so items, counters,
// races and the verdict do not depend on the workers or the timing.
// docs/develop/distributed-search.md has the argument.
//
//   next() --> searchItem() somewhere --> add() --> next() ... until isDone()
#pragma once

#include "raceward/explore/Search.h"
#include "raceward/explore/WorkItem.h"

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace raceward {

/// How a search is cut into items. Part of its identity: other sizes give other items.
struct ItemSizes {
  std::uint64_t firstEffort = 400'000; ///< per item, while few items are open
  std::uint64_t effort = 4'000'000;    ///< per item, while enough are open
  std::uint32_t enough = 64;           ///< number of open items
  std::uint32_t firstSpread = 4;       ///< while few items are open
  std::uint32_t outstanding = 4096;    ///< maximum of issued items that have not counted
};

class WorkTree {
public:
  /// `search` identifies the search: program, options, sizes.
  WorkTree(std::string search, const ItemSizes &sizes);
  ~WorkTree();
  WorkTree(const WorkTree &) = delete;
  WorkTree &operator=(const WorkTree &) = delete;

  struct Issued {
    std::string id;
    WorkItem item;
  };
  /// The next item to search, each once; none until further results arrive.
  std::optional<Issued> next();
  /// Issued items without a result, in the order of issue.
  [[nodiscard]] std::vector<const Issued *> unanswered() const;

  enum class Taken : std::uint8_t {
    New,
    Known,     ///< the item has a result already
    NotIssued, ///< no such item is open
    Refused,   ///< no search of the item could give this result
  };
  /// Takes a result; it counts as soon as all earlier items have.
  Taken add(const std::string &id, ItemResult result);
  /// Whether add() would accept a result for this item.
  [[nodiscard]] bool waitsFor(const std::string &id) const;

  /// Called with each result when it counts.
  std::function<void(const Issued &, const ItemResult &)> onCounted;

  /// Nothing is left to do: every item that was opened was closed once, or the search ended early.
  [[nodiscard]] bool isDone() const;
  /// Every item was closed by a complete search.
  [[nodiscard]] bool isExhausted() const;
  /// Why the search ended early; Exhausted if it did not.
  [[nodiscard]] SearchEnd ended() const;
  /// The result of this item is not needed: it is not outstanding, or an item issued before it
  /// found a race that ends the search (whose result may not count yet).
  [[nodiscard]] bool isNeedless(const std::string &id) const;

  [[nodiscard]] const SearchCounters &counters() const;
  [[nodiscard]] std::uint64_t openItems() const;
  [[nodiscard]] std::uint64_t closedItems() const;
  [[nodiscard]] bool ambiguousOrder() const;
  /// In the order of discovery; one for each pair of places. The names are those of the run.
  struct KnownRace {
    ThreadNames names;
    FoundRace race;
  };
  [[nodiscard]] const std::vector<KnownRace> &races() const;
  /// Also includes races of results that do not count yet (deadline reached).
  void hurryRaces();
  /// Why items could not be repeated.
  [[nodiscard]] const std::vector<std::string> &losses() const;
  [[nodiscard]] FractionDone fraction() const;
  /// For people: the number of open items, and the path of one.
  [[nodiscard]] std::string describeOpen() const;

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace raceward
