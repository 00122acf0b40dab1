#include "StaticRun.h"

#include "raceward/base/Check.h"

#include <algorithm>
#include <set>

namespace raceward::cele {

std::vector<Happening> happeningsOf(const StaticProblem &problem, const EncodedRun &run,
                                    const Model &model) {
  Evaluator evaluator(problem.arena, model);
  std::vector<Happening> found;
  std::vector<ClockId> clocks;
  std::vector<std::size_t> positionOf(run.happens.size(), SIZE_MAX);
  for (std::size_t i = 1; i < run.happens.size(); ++i) {
    if (!evaluator.holds(run.happens[i]))
      continue;
    Happening step;
    step.clock = ClockId(i);
    if (!run.order.clocks.empty() && run.order.clocks[i].valid())
      step.time = evaluator.evaluate(run.order.clocks[i]).low64();
    for (const ClockId before : problem.cssa.steps.order.latestBefore(step.clock, clocks))
      step.before.push_back(positionOf[before.index()]);
    positionOf[i] = found.size();
    clocks.push_back(step.clock);
    found.push_back(std::move(step));
  }
  const auto cellOf = [&](const OrderedAccess &access) {
    return Happening::Cell{VariableId(access.location),
                           access.index.valid() ? evaluator.evaluate(access.index).low64() : 0};
  };
  for (const OrderedAccess &access : run.accesses)
    if (access.kind == OrderedAccess::Kind::Write && access.clock != ClockId(0) &&
        positionOf[access.clock.index()] != SIZE_MAX)
      found[positionOf[access.clock.index()]].writes.push_back(cellOf(access));
  // A theory without order may select two writes of equal value.
  std::size_t lastRead = SIZE_MAX;
  for (std::size_t i = 0; i < run.order.choices.size(); ++i) {
    const OrderChoice &choice = run.order.choices[i];
    if (choice.read == lastRead || !evaluator.holds(choice.selected))
      continue;
    lastRead = choice.read;
    const OrderedAccess &read = run.accesses[choice.read];
    found[positionOf[read.clock.index()]].reads.push_back(
        {cellOf(read), run.accesses[choice.write].clock, i});
  }
  return found;
}

std::vector<std::size_t> orderByTime(const std::vector<Happening> &happenings, ClockId target) {
  std::vector<std::size_t> positions;
  std::vector<std::size_t> waitsFor(happenings.size());
  std::vector<std::vector<std::size_t>> behind(happenings.size());
  // Unobservable steps first, then by time.
  using Ready = std::pair<std::uint64_t, std::size_t>;
  std::set<Ready> ready;
  const auto enable = [&](std::size_t i) {
    const Happening &step = happenings[i];
    ready.emplace(step.time ? *step.time + 1 : 0, i);
  };
  for (std::size_t i = 0; i < happenings.size(); ++i) {
    waitsFor[i] = happenings[i].before.size();
    for (const std::size_t before : happenings[i].before)
      behind[before].push_back(i);
    if (waitsFor[i] == 0)
      enable(i);
  }
  while (!ready.empty()) {
    const std::size_t next = ready.begin()->second;
    ready.erase(ready.begin());
    positions.push_back(next);
    if (happenings[next].clock == target)
      return positions;
    for (const std::size_t later : behind[next])
      if (--waitsFor[later] == 0)
        enable(later);
  }
  RW_CHECK(!"the use is among the steps that happen");
  return positions;
}

std::vector<Step> stepsOf(const Cssa &cssa, const std::vector<Happening> &happenings,
                          const std::vector<std::size_t> &positions) {
  std::vector<Step> steps;
  for (const std::size_t position : positions) {
    const FlowStep &step = cssa.steps.at(happenings[position].clock);
    if (step.kind == FlowStep::Kind::Use)
      steps.push_back({step.use, {}});
    else if (step.kind != FlowStep::Kind::Join)
      steps.push_back({{}, step.statement});
  }
  return steps;
}

} // namespace raceward::cele
