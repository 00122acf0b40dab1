// A run with both relations kept along, for tests of the relations.
#pragma once

#include "raceward/model/CausalOrder.h"
#include "raceward/model/HappensBefore.h"

namespace raceward::test {

inline constexpr ObjectId x(0), y(1), m(2), z(6);

inline Address whole(ObjectId object) {
  return {object, 0, 4};
}

using Positions = std::vector<std::size_t>;

struct Ordered {
  Run run;
  CausalOrder causal;
  HappensBefore hb{run};

  explicit Ordered(Dependency dependency = Dependency::EveryConflict) : causal(run, dependency) {}

  std::size_t add(std::size_t thread, Action action) {
    const ThreadId t(thread);
    run.push({t, run.nextIndexOf(t), {}, {std::move(action), {}}});
    causal.extend();
    hb.extend();
    return run.size() - 1;
  }
  Positions reversible(std::size_t at) const {
    const auto list = causal.reversibleWith(at);
    return {list.begin(), list.end()};
  }
  Positions pending(std::size_t thread, const Action &action) const {
    std::vector<std::uint32_t> found;
    causal.reversibleWithPending(ThreadId(thread), action, found);
    return {found.begin(), found.end()};
  }
  std::vector<std::uint32_t> racesOf(std::size_t at) {
    std::vector<std::uint32_t> found;
    hb.racesOf(at, found);
    return found;
  }
};

} // namespace raceward::test
