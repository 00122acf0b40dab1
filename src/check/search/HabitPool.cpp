#include "HabitPool.h"

#include "raceward/base/Mixing.h"

#include <algorithm>
#include <array>
#include <limits>

namespace raceward {

namespace {

constexpr std::size_t kMost = 256; ///< of each kind
constexpr std::size_t kNewest = 4;
constexpr std::uint64_t kWithout = 8; ///< one run in so many begins with one without threads

/// Of 100 runs, so many begin with these; the others with any that was kept.
struct Preference {
  unsigned rarest;
  unsigned newest;
};
constexpr std::array<Preference, 3> kPreferences = {{{50, 25}, {25, 25}, {0, 50}}};

} // namespace

/// A full pool forgets one that is not among the newest.
void HabitPool::addTo(Pool &pool, KeptRun run) {
  if (pool.size() == kMost)
    pool.erase(pool.begin() + static_cast<std::ptrdiff_t>(mixed(added_) % (kMost - kNewest)));
  pool.push_back({std::move(run), 0});
}

/// One that does not come to its jump again, because that takes another schedule, is common in the
/// end, too.
std::uint64_t HabitPool::commonness(const Entry &entry) const {
  std::uint64_t least = std::numeric_limits<std::uint32_t>::max();
  for (const TakenEdges::Number edge : entry.run.edges)
    least = std::min<std::uint64_t>(least, taken_.runsThatTook(edge));
  return least + entry.begun;
}

HabitPool::Entry &HabitPool::rarestOf(Pool &pool) const {
  Entry *rarest = nullptr;
  std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
  for (Entry &entry : pool)
    if (const std::uint64_t common = commonness(entry); common <= least) {
      rarest = &entry;
      least = common;
    }
  return *rarest;
}

void HabitPool::add(KeptRun run, bool hasThreads) {
  ++added_;
  addTo(hasThreads ? withThreads_ : without_, std::move(run));
}

HabitPool::Choice HabitPool::choose(std::uint64_t random) {
  const bool hasThreads = !withThreads_.empty() && (without_.empty() || random % kWithout != 0);
  Pool &pool = hasThreads ? withThreads_ : without_;
  if (pool.empty())
    return {};
  const std::uint64_t which = mixed(random);
  const Preference &preference = kPreferences[hunt_ % kPreferences.size()];
  const std::uint64_t of100 = which % 100;
  if (of100 < preference.rarest) {
    Entry &rarest = rarestOf(pool);
    ++rarest.begun;
    return {&rarest.run, hasThreads};
  }
  const bool isNewest = of100 < preference.rarest + preference.newest;
  const std::size_t among = isNewest ? std::min(kNewest, pool.size()) : pool.size();
  return {&pool[pool.size() - 1 - mixed(which) % among].run, hasThreads};
}

} // namespace raceward
