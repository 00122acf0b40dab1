// Work items: parts of one search that processes can take from each other (rule R9).
//
// An item is a path from the initial state, what is asleep on it, and what is left to do below
// its end. It says all that its search needs, so that whoever searches it, and when, makes no
// difference: the result depends on the item alone. Nodes above it belong to the WorkTree, which
// learns from the result what has to be taken there. docs/parallel.md has the argument.
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

/// A step that another process can repeat: the thread by its number in ThreadNames.
struct NamedStep {
  std::uint32_t thread = 0;
  std::uint64_t outcome = 0;
  auto operator<=>(const NamedStep &) const = default;
};

/// What is known about a node on the path, if it is more than its step.
struct KnownNode {
  std::uint32_t depth = 0;
  /// Threads that are taken there, in that order. The path goes on with number `current` of them
  /// and sleeps on those before it.
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
  /// Nodes from this depth on belong to the item: what they have taken after `current` is left
  /// to it, and it may take more.
  std::uint32_t owned = 0;
  /// The path ends at the node before that. There the item takes the current thread, with the
  /// outcomes that are left, or with all if none are named.
  bool isBranch = false;
  /// After so much effort (SearchOptions::effort) the search ends with its next run and gives back
  /// what is left...
  std::uint64_t effort = UINT64_MAX;
  /// ...as one item for each child that was not begun at so many of the uppermost nodes that have
  /// some, and one for all the rest.
  std::uint32_t spread = 1;
  bool operator==(const WorkItem &) const = default;
};

/// One of these threads has to be taken at a node above the item, unless one is already; if there
/// are none, all that can move there.
struct Demand {
  std::uint32_t depth = 0;
  std::vector<std::uint32_t> oneOf; ///< the best first
  auto operator<=>(const Demand &) const = default;
};

/// A node that an item gives back.
struct OpenNode {
  std::vector<std::uint32_t> enabled;
  std::vector<std::uint32_t> taken;
  std::uint32_t current = 0; ///< those before it are done; taken.size(): all are
  std::vector<std::uint64_t> outcomesLeft;
  NamedStep step; ///< that the path goes on with, but at the last node
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
    Closed,    ///< all below it is done
    Split,     ///< what is left is in `open`
    Race,      ///< that was all that was asked for
    RunLength, ///< a run got too long
    Memory,
    Time,
    Lost, ///< its path could not be repeated; `why` says more
  };
  Ended ended = Ended::Closed;
  SearchCounters counters;
  ThreadNames names; ///< those of the item, and more
  std::vector<Demand> demands;
  std::vector<FoundRace> races; ///< one of each pair of places
  bool ambiguousOrder = false;
  /// If split: outcomes that were not begun at the node before `owned`...
  std::vector<std::uint64_t> outcomesLeft;
  /// ...the step from there, unless all of them are done that were begun...
  std::optional<NamedStep> into;
  /// ...and the nodes of the item.
  std::vector<OpenNode> open;
  std::uint32_t givenBack = 0; ///< so many of `open` go to the tree; the rest is one item
  std::string why;
  std::string enclosed; ///< what the machine says of itself, for those who know it
  bool operator==(const ItemResult &) const = default;
};

/// Of equal items equal, of others different: a hash of all that an item says and of the search
/// that it is part of.
std::string idOf(const WorkItem &item, std::string_view search);

// As bytes. Reading takes nothing on trust: what is not exactly an item is none.
std::string encode(const WorkItem &item);
std::string encode(const ItemResult &result);
Result<WorkItem> decodeItem(std::string_view bytes);
Result<ItemResult> decodeResult(std::string_view bytes);

} // namespace raceward
