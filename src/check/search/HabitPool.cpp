#include "HabitPool.h"

#include "raceward/base/Mixing.h"

#include <algorithm>

namespace raceward {

namespace {

constexpr std::size_t kMost = 256;    ///< of each kind
constexpr std::size_t kNewest = 4;    ///< half of the runs begin with one of these
constexpr std::uint64_t kWithout = 8; ///< one run in so many begins with one without threads

} // namespace

/// A full pool forgets one that is not among the newest.
void HabitPool::addTo(std::vector<KeptRun> &pool, KeptRun run) {
  if (pool.size() == kMost)
    pool.erase(pool.begin() + static_cast<std::ptrdiff_t>(mixed(added_) % (kMost - kNewest)));
  pool.push_back(std::move(run));
}

void HabitPool::add(KeptRun run, bool hasThreads) {
  ++added_;
  addTo(hasThreads ? withThreads_ : without_, std::move(run));
}

HabitPool::Choice HabitPool::choose(std::uint64_t random) const {
  const bool hasThreads = !withThreads_.empty() && (without_.empty() || random % kWithout != 0);
  const std::vector<KeptRun> &pool = hasThreads ? withThreads_ : without_;
  if (pool.empty())
    return {};
  const std::uint64_t which = mixed(random);
  const std::size_t among = which % 2 == 0 ? std::min(kNewest, pool.size()) : pool.size();
  return {&pool[pool.size() - 1 - mixed(which) % among], hasThreads};
}

} // namespace raceward
