// WorkTree: one search as a tree above open items, and what is known to be done (rule R9).
//
// Results may arrive in any order, twice, or never. They count in the order in which their items
// were issued, and what is issued next depends on what has counted alone: so items, counters,
// races and the verdict are the same whoever searched what, and when.
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

/// How a search is cut into items. Part of what a journal is bound to: other sizes, other items.
struct ItemSizes {
  std::uint64_t firstEffort = 400'000; ///< of an item, while there are few
  std::uint64_t effort = 4'000'000;    ///< while there are enough
  std::uint32_t enough = 64;           ///< open items
  std::uint32_t firstSpread = 4;       ///< while there are few
  std::uint32_t outstanding = 4096;    ///< issued and not counted yet, at most
};

class WorkTree {
public:
  /// `search` names the search: program, options, sizes and all.
  WorkTree(std::string search, const ItemSizes &sizes);
  ~WorkTree();
  WorkTree(const WorkTree &) = delete;
  WorkTree &operator=(const WorkTree &) = delete;

  struct Issued {
    std::string id;
    WorkItem item;
  };
  /// The next item to be searched, each once; none until further results are there.
  std::optional<Issued> next();
  /// Those that were issued and have no result yet, in that order.
  [[nodiscard]] std::vector<const Issued *> unanswered() const;

  enum class Taken : std::uint8_t {
    New,
    Known,     ///< there is a result already
    NotIssued, ///< no such item is open
    Refused,   ///< it makes no sense
  };
  /// Takes a result; it counts as soon as those before it do.
  Taken add(const std::string &id, ItemResult result);
  /// Whether add() would take a result for it.
  [[nodiscard]] bool waitsFor(const std::string &id) const;

  /// Called with each result when it counts.
  std::function<void(const Issued &, const ItemResult &)> onCounted;

  /// Nothing is left to be done: every item that was opened was closed once, or the search has
  /// ended early.
  [[nodiscard]] bool isDone() const;
  /// Every item was closed, and none of them ended otherwise.
  [[nodiscard]] bool isExhausted() const;
  /// Why the search ended early; Exhausted while it did not.
  [[nodiscard]] SearchEnd ended() const;
  /// The results of items that were issued after this one are no longer needed: a race was found
  /// in it. It has a result, which may not count yet.
  [[nodiscard]] bool isNeedless(const std::string &id) const;

  [[nodiscard]] const SearchCounters &counters() const;
  [[nodiscard]] std::uint64_t openItems() const;
  [[nodiscard]] std::uint64_t closedItems() const;
  [[nodiscard]] bool ambiguousOrder() const;
  /// In the order of finding; one for each pair of places. The names are those of the run.
  struct KnownRace {
    ThreadNames names;
    FoundRace race;
  };
  [[nodiscard]] const std::vector<KnownRace> &races() const;
  /// Those of results that do not count yet, too: there is no time to wait for the others.
  void hurryRaces();
  /// Why items could not be repeated.
  [[nodiscard]] const std::vector<std::string> &losses() const;
  [[nodiscard]] FractionDone fraction() const;
  /// The path of an item that is open, for people: what is missing.
  [[nodiscard]] std::string describeOpen() const;

private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace raceward
