// Work items: parts of one search that can be distributed over processes (rule R9).
//
// An item is a path from the initial state, the steps that are asleep on it, and the open work
// below its end. It contains everything that its search needs, so that the result depends on the
// item alone, not on the worker or the time. Nodes above it belong to the WorkTree, which learns
// from the result which threads have to be taken there. docs/develop/distributed-search.md has the
// argument.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/explore/Progress.h"
#include "raceward/model/Machine.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

/// A step that another process can repeat: the thread is its number in ThreadNames.
struct NamedStep {
  std::uint32_t thread = 0;
  std::uint64_t outcome = 0;
  auto operator<=>(const NamedStep &) const = default;
};

/// A node on the path about which more than its step is known.
struct KnownNode {
  std::uint32_t depth = 0;
  /// Threads that are taken there, in that order. The path continues with number `current` of them,
  /// and those before it are asleep.
  std::vector<std::uint32_t> taken;
  std::uint32_t current = 0;
  /// Outcomes of the current thread that are left to the item.
  std::vector<std::uint64_t> outcomesLeft;
  bool operator==(const KnownNode &) const = default;
};

struct WorkItem {
  ThreadNames names;
  std::vector<NamedStep> path;
  std::vector<KnownNode> nodes; ///< by depth; the end of the path may be among them
  /// Nodes from this depth on belong to the item: it searches what they have taken after `current`,
  /// and may take more.
  std::uint32_t owned = 0;
  /// The path ends at the node before `owned`. There the item takes the current thread, with the
  /// remaining outcomes, or with all if none are listed.
  bool isBranch = false;
  /// Once this effort (SearchOptions::effort) is spent, the search ends with its next run and gives
  /// back the open work...
  std::uint64_t effort = UINT64_MAX;
  /// ...as one item per unexplored child of the `spread` topmost nodes that have some, and one item
  /// for all the rest.
  std::uint32_t spread = 1;
  bool operator==(const WorkItem &) const = default;
};

/// One of these threads has to be taken at a node above the item, unless one is already; if the
/// list is empty, all threads enabled there.
struct Demand {
  std::uint32_t depth = 0;
  std::vector<std::uint32_t> oneOf; ///< the best first
  auto operator<=>(const Demand &) const = default;
};

/// A node that an item gives back.
struct OpenNode {
  std::vector<std::uint32_t> enabled;
  std::vector<std::uint32_t> taken;
  std::uint32_t current = 0; ///< those before it are done; taken.size(): all are done
  std::vector<std::uint64_t> outcomesLeft;
  NamedStep step; ///< the step by which the path continues, except at the last node
  bool operator==(const OpenNode &) const = default;
};

struct FoundRace {
  std::array<std::uint64_t, 2> places; ///< sorted
  std::vector<NamedStep> run;          ///< ends with the second access
  std::uint32_t first = 0;             ///< position of the first one
  bool operator==(const FoundRace &) const = default;
};

/// The closing record of an item.
struct ItemResult {
  enum class Ended : std::uint8_t {
    Closed,    ///< all of the item is searched
    Split,     ///< the open work is in `open`
    Race,      ///< found the race that was asked for
    RunLength, ///< a run reached the length limit
    Memory,
    Time,
    Lost, ///< its path could not be repeated; `why` has the reason
  };
  Ended ended = Ended::Closed;
  SearchCounters counters;
  ThreadNames names; ///< those of the item, and new ones
  std::vector<Demand> demands;
  std::vector<FoundRace> races; ///< one for each pair of places
  bool ambiguousOrder = false;
  /// If split: outcomes that were not begun at the node before `owned`...
  std::vector<std::uint64_t> outcomesLeft;
  /// ...the step from there, unless all outcomes that were begun are done...
  std::optional<NamedStep> into;
  /// ...and the nodes of the item.
  std::vector<OpenNode> open;
  std::uint32_t givenBack =
      0; ///< number of nodes of `open` that go to the tree; the rest is one item
  std::string why;
  std::string enclosed; ///< report of the machine, opaque to the search
  bool operator==(const ItemResult &) const = default;
};

/// Content hash of the item and of its search: equal items have equal ids.
std::string idOf(const WorkItem &item, std::string_view search);

// Binary form. Readers do not trust their input: bytes that are not exactly an item are refused.
std::string encode(const WorkItem &item);
std::string encode(const ItemResult &result);
Result<WorkItem> decodeItem(std::string_view bytes);
Result<ItemResult> decodeResult(std::string_view bytes);

} // namespace raceward
