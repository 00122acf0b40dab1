// SuspectSet: all pairs of access sites that might race, and their status.
//
// A program with 10^5 sites can have 10^9 suspects, so pairs are never listed. Sites that may touch
// the same memory form a group (groups are disjoint); inside a group, sites that every prover so
// far treats alike form a cell; the status of a pair depends only on the cells of its two sites. A
// prover gives each site a label, cells are split until each has one label, and the prover then
// removes pairs of cells by their labels. Invariant: counts are exact; for each group, removed
// pairs and remaining pairs add up to the initial number.
//
// A site also pairs with itself: two threads may stand at the same line.
#pragma once

#include "raceward/model/Access.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace raceward {

struct GroupTag;
using GroupId = Id<GroupTag>;

/// A prover's class of a site; equal labels are treated alike.
using SiteLabel = std::uint32_t;

struct SuspectPair {
  SiteId first;
  SiteId second;
  std::string object; ///< the object that both may touch, for reports
};

struct Removal {
  std::string prover;
  std::string reason;
  std::uint64_t pairs = 0;
};

struct DetailTag;
/// The fact that a removal rests on, such as the name of a lock; as text.
using DetailId = Id<DetailTag>;

class SuspectSet {
public:
  /// `sites` is the table that all ids refer to; it must outlive the set.
  explicit SuspectSet(std::span<const AccessSite> sites) : sites_(sites) {}

  /// Sites that may touch the same memory. A site belongs to one group at most.
  GroupId addGroup(std::string object, std::vector<SiteId> members);

  [[nodiscard]] std::size_t groupCount() const { return groups_.size(); }
  /// All sites of the group, sorted.
  [[nodiscard]] std::vector<SiteId> sitesOf(GroupId group) const;
  /// Pairs that the group had at the start.
  [[nodiscard]] std::uint64_t totalOf(GroupId group) const { return groups_[group.index()].total; }
  /// Removals of the group's pairs, in order; reasons are as detailed as the provers reported, up
  /// to kMostDetails details for each of them.
  [[nodiscard]] std::vector<Removal> removalsOf(GroupId group) const;
  /// Sites of the group that are alike, in pairs: every site of the first with every one of the
  /// second remains. Equal spans stand for the pairs within.
  using AlikePairs = std::function<void(std::span<const SiteId>, std::span<const SiteId>)>;
  void forEachLeft(GroupId group, const AlikePairs &pairs) const;
  /// Sites of the group in at least one remaining pair.
  [[nodiscard]] std::vector<SiteId> liveSites(GroupId group) const;

  /// Removes every remaining pair of this group.
  void removeGroup(GroupId group, const std::string &prover, const std::string &reason);

  using Labeller = std::function<SiteLabel(SiteId)>;
  using Excludes = std::function<bool(SiteLabel, SiteLabel)>;
  /// Removes the pairs for whose labels `excludes` holds. It must be symmetric; for equal labels it
  /// also decides about a site paired with itself. `detailOf` may add a detail to a removed pair;
  /// an invalid id adds none.
  using Details = std::function<DetailId(SiteLabel, SiteLabel)>;
  void removePairs(GroupId group, const std::string &prover, const std::string &reason,
                   const Labeller &labelOf, const Excludes &excludes, const Details &detailOf = {});
  /// Equal texts have equal ids.
  DetailId detail(const std::string &words);

  /// Further removals for one reason in one group are counted without details.
  static constexpr std::size_t kMostDetails = 4;

  [[nodiscard]] std::uint64_t total() const { return total_; }
  [[nodiscard]] std::uint64_t left() const;
  [[nodiscard]] const std::vector<Removal> &removals() const { return removals_; }

  /// True if the pair is a suspect and was not removed. Examines every cell: for tests and rare
  /// queries.
  [[nodiscard]] bool isLeft(SiteId first, SiteId second) const;
  /// Every site of a remaining suspect, sorted.
  [[nodiscard]] std::vector<SiteId> openSites() const;
  /// At most `limit` remaining pairs, spread over the groups, in a fixed order.
  [[nodiscard]] std::vector<SuspectPair> leftSample(std::size_t limit) const;
  /// The same for one group.
  [[nodiscard]] std::vector<SuspectPair> leftSample(GroupId group, std::size_t limit) const;

private:
  struct Cell {
    std::vector<SiteId> sites;
  };
  struct Tally {
    std::uint32_t removal = 0; ///< in removals_
    DetailId detail;
    std::uint64_t pairs = 0;
  };
  struct Group {
    std::string object;
    std::uint64_t total = 0;
    std::vector<Tally> tallies; ///< few
    std::vector<Cell> cells;
    std::vector<bool> live; ///< lower triangle: pair (i, j) with j <= i
  };

  static std::size_t triangle(std::size_t i, std::size_t j);
  static std::uint64_t pairsBetween(const Group &group, std::size_t i, std::size_t j);
  void splitByLabel(Group &group, const Labeller &labelOf, std::vector<SiteLabel> &labels);
  static void addLeft(const Group &group, std::size_t limit, std::vector<SuspectPair> &sample);
  std::size_t removalIndex(const std::string &prover, const std::string &reason);
  static void count(Group &group, std::size_t removal, DetailId detail, std::uint64_t pairs);

  std::span<const AccessSite> sites_;
  std::vector<Group> groups_;
  std::vector<Removal> removals_;
  std::vector<std::string> details_;
  std::map<std::string, DetailId> detailIds_;
  std::uint64_t total_ = 0;
};

} // namespace raceward
