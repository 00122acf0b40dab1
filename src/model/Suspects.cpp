#include "raceward/model/Suspects.h"

#include "raceward/base/Check.h"

#include <algorithm>
#include <map>

namespace raceward {

std::size_t SuspectSet::triangle(std::size_t i, std::size_t j) {
  if (i < j)
    std::swap(i, j);
  return i * (i + 1) / 2 + j;
}

std::uint64_t SuspectSet::pairsBetween(const Group &group, std::size_t i, std::size_t j) {
  const std::uint64_t a = group.cells[i].sites.size();
  const std::uint64_t b = group.cells[j].sites.size();
  return i == j ? a * (a + 1) / 2 : a * b;
}

GroupId SuspectSet::addGroup(std::string object, std::vector<SiteId> members) {
  // Initial cells: sites that agree on whether they can conflict at all.
  std::map<std::pair<bool, bool>, Cell> byConflict;
  for (const SiteId id : members) {
    const AccessSite &site = sites_[id.index()];
    byConflict[{writes(site.kind), isAtomic(site)}].sites.push_back(id);
  }
  Group group;
  group.object = std::move(object);
  for (auto &[key, cell] : byConflict)
    group.cells.push_back(std::move(cell));
  for (std::size_t i = 0; i < group.cells.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const bool suspect = couldRace(sites_[group.cells[i].sites.front().index()],
                                     sites_[group.cells[j].sites.front().index()]);
      group.live.push_back(suspect);
      if (suspect)
        group.total += pairsBetween(group, i, j);
    }
  }
  total_ += group.total;
  groups_.push_back(std::move(group));
  return GroupId(groups_.size() - 1);
}

std::vector<SiteId> SuspectSet::sitesOf(GroupId group) const {
  std::vector<SiteId> sites;
  for (const Cell &cell : groups_[group.index()].cells)
    sites.insert(sites.end(), cell.sites.begin(), cell.sites.end());
  std::sort(sites.begin(), sites.end());
  return sites;
}

std::vector<Removal> SuspectSet::removalsOf(GroupId group) const {
  std::vector<Removal> removals;
  for (const Tally &tally : groups_[group.index()].tallies) {
    const Removal &removal = removals_[tally.removal];
    removals.push_back({removal.prover,
                        tally.detail.valid() ? details_[tally.detail.index()] : removal.reason,
                        tally.pairs});
  }
  return removals;
}

DetailId SuspectSet::detail(const std::string &words) {
  const auto [at, isNew] = detailIds_.try_emplace(words, DetailId(details_.size()));
  if (isNew)
    details_.push_back(words);
  return at->second;
}

/// The tallies of one removal are adjacent, since they are made one after the other.
void SuspectSet::count(Group &group, std::size_t removal, DetailId detail, std::uint64_t pairs) {
  std::size_t details = 0;
  for (auto at = group.tallies.rbegin(); at != group.tallies.rend() && at->removal == removal;
       ++at) {
    if (at->detail == detail) {
      at->pairs += pairs;
      return;
    }
    details += at->detail.valid() ? 1 : 0;
  }
  if (detail.valid() && details == kMostDetails)
    count(group, removal, DetailId(), pairs);
  else
    group.tallies.push_back({static_cast<std::uint32_t>(removal), detail, pairs});
}

std::vector<SiteId> SuspectSet::liveSites(GroupId id) const {
  const Group &group = groups_[id.index()];
  std::vector<SiteId> found;
  for (std::size_t i = 0; i < group.cells.size(); ++i) {
    bool live = false;
    for (std::size_t j = 0; j < group.cells.size() && !live; ++j)
      live = group.live[triangle(i, j)];
    if (live)
      found.insert(found.end(), group.cells[i].sites.begin(), group.cells[i].sites.end());
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::size_t SuspectSet::removalIndex(const std::string &prover, const std::string &reason) {
  const auto at = std::find_if(removals_.begin(), removals_.end(), [&](const Removal &removal) {
    return removal.prover == prover && removal.reason == reason;
  });
  if (at != removals_.end())
    return static_cast<std::size_t>(at - removals_.begin());
  removals_.push_back({prover, reason, 0});
  return removals_.size() - 1;
}

void SuspectSet::removeGroup(GroupId id, const std::string &prover, const std::string &reason) {
  removePairs(
      id, prover, reason, [](SiteId) { return SiteLabel{0}; },
      [](SiteLabel, SiteLabel) { return true; });
}

/// Splits cells until all sites of a cell have one label; `labels` is then per cell.
void SuspectSet::splitByLabel(Group &group, const Labeller &labelOf,
                              std::vector<SiteLabel> &labels) {
  std::vector<Cell> cells;
  std::vector<std::size_t> cameFrom;
  labels.clear();
  for (std::size_t i = 0; i < group.cells.size(); ++i) {
    std::map<SiteLabel, Cell> parts;
    for (const SiteId site : group.cells[i].sites)
      parts[labelOf(site)].sites.push_back(site);
    for (auto &[label, part] : parts) {
      cells.push_back(std::move(part));
      labels.push_back(label);
      cameFrom.push_back(i);
    }
  }
  if (cells.size() == group.cells.size()) {
    return; // nothing was split; `cells` holds what the group already has
  }
  std::vector<bool> live;
  live.reserve(cells.size() * (cells.size() + 1) / 2);
  for (std::size_t i = 0; i < cells.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      live.push_back(group.live[triangle(cameFrom[i], cameFrom[j])]);
  group.cells = std::move(cells);
  group.live = std::move(live);
}

void SuspectSet::removePairs(GroupId id, const std::string &prover, const std::string &reason,
                             const Labeller &labelOf, const Excludes &excludes,
                             const Details &detailOf) {
  Group &group = groups_[id.index()];
  std::vector<SiteLabel> labels;
  splitByLabel(group, labelOf, labels);
  std::optional<std::size_t> removal;
  for (std::size_t i = 0; i < group.cells.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      if (!group.live[triangle(i, j)] || !excludes(labels[i], labels[j]))
        continue;
      group.live[triangle(i, j)] = false;
      const std::uint64_t removed = pairsBetween(group, i, j);
      if (!removal)
        removal = removalIndex(prover, reason);
      removals_[*removal].pairs += removed;
      count(group, *removal, detailOf ? detailOf(labels[i], labels[j]) : DetailId(), removed);
    }
  }
}

std::uint64_t SuspectSet::left() const {
  std::uint64_t removed = 0;
  for (const Removal &removal : removals_)
    removed += removal.pairs;
  RW_CHECK(removed <= total_);
  return total_ - removed;
}

bool SuspectSet::isLeft(SiteId first, SiteId second) const {
  const auto cellOf = [](const Group &group, SiteId site) {
    const auto found = std::find_if(group.cells.begin(), group.cells.end(), [&](const Cell &cell) {
      return std::find(cell.sites.begin(), cell.sites.end(), site) != cell.sites.end();
    });
    return static_cast<std::size_t>(found - group.cells.begin());
  };
  for (const Group &group : groups_) {
    const std::size_t i = cellOf(group, first);
    const std::size_t j = cellOf(group, second);
    if (i < group.cells.size() && j < group.cells.size() && group.live[triangle(i, j)])
      return true;
  }
  return false;
}

void SuspectSet::forEachLeft(GroupId id, const AlikePairs &pairs) const {
  const Group &group = groups_[id.index()];
  for (std::size_t i = 0; i < group.cells.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j)
      if (group.live[triangle(i, j)])
        pairs(group.cells[i].sites, group.cells[j].sites);
}

std::vector<SiteId> SuspectSet::openSites() const {
  std::vector<SiteId> sites;
  for (const Group &group : groups_)
    for (std::size_t i = 0; i < group.cells.size(); ++i) {
      bool isOpen = false;
      for (std::size_t j = 0; j < group.cells.size(); ++j)
        isOpen |= group.live[triangle(std::max(i, j), std::min(i, j))];
      if (isOpen)
        sites.insert(sites.end(), group.cells[i].sites.begin(), group.cells[i].sites.end());
    }
  std::sort(sites.begin(), sites.end());
  sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
  return sites;
}

/// One pair of sites from each pair of cells, so that users see different kinds of suspects before
/// many of one kind.
void SuspectSet::addLeft(const Group &group, std::size_t limit, std::vector<SuspectPair> &sample) {
  for (std::size_t i = 0; i < group.cells.size(); ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      if (!group.live[triangle(i, j)])
        continue;
      if (sample.size() >= limit)
        return;
      SiteId first = group.cells[i].sites.front();
      SiteId second = group.cells[j].sites.front();
      if (second < first)
        std::swap(first, second);
      sample.push_back({first, second, group.object});
    }
}

std::vector<SuspectPair> SuspectSet::leftSample(std::size_t limit) const {
  std::vector<SuspectPair> sample;
  for (const Group &group : groups_) {
    if (sample.size() >= limit)
      break;
    addLeft(group, limit, sample);
  }
  return sample;
}

std::vector<SuspectPair> SuspectSet::leftSample(GroupId group, std::size_t limit) const {
  std::vector<SuspectPair> sample;
  addLeft(groups_[group.index()], limit, sample);
  return sample;
}

} // namespace raceward
