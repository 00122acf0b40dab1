#include "InItems.h"

#include "ScriptedMachine.h"
#include "raceward/explore/ItemSearch.h"
#include "single/Random.h"

#include <algorithm>
#include <memory>

namespace raceward::test {
namespace {

/// As it would come over a wire.
template <typename Value, typename Decode> Value carried(const Value &value, Decode decode) {
  auto arrived = decode(encode(value));
  RW_CHECK(arrived && *arrived == value);
  return *arrived;
}

} // namespace

RacePlaces placesOf(const std::set<RacingPair> &races) {
  RacePlaces places;
  for (const RacingPair &pair : races) {
    std::array<std::uint64_t, 2> both{pair.first.at.index(), pair.second.at.index()};
    std::sort(both.begin(), both.end());
    places.insert(both);
  }
  return places;
}

ItemSizes sizesBy(std::uint64_t seed) {
  ItemSizes sizes;
  sizes.firstEffort = 1 + seed % 20;
  sizes.effort = 1 + seed % 50;
  sizes.enough = static_cast<std::uint32_t>(seed % 5);
  sizes.firstSpread = 1 + static_cast<std::uint32_t>(seed % 3);
  sizes.outstanding = 1 + static_cast<std::uint32_t>(seed % 7);
  return sizes;
}

FoundInItems searchInItems(const Script &script, SearchOptions options, const ItemSizes &sizes,
                           std::uint64_t seed) {
  Random random(seed);
  // Each item is searched by one of several workers, who know nothing of each other.
  std::vector<std::unique_ptr<ScriptedMachine>> machines;
  for (int i = 0; i < 3; ++i)
    machines.push_back(std::make_unique<ScriptedMachine>(script));
  FoundInItems all;
  ScriptedMachine *working = nullptr;
  options.onCompleteRun = [&](std::span<const Event>) {
    all.found.finalStates.insert(working->state());
    if (working->deadlocked())
      all.found.deadlocks.insert(working->state());
  };
  WorkTree tree("test", sizes);
  tree.onCounted = [&](const WorkTree::Issued &issued, const ItemResult &) {
    all.ids.push_back(issued.id);
  };
  std::vector<WorkTree::Issued> open;
  while (!tree.isDone()) {
    while (auto issued = tree.next())
      open.push_back(std::move(*issued));
    RW_CHECK(!open.empty());
    const std::size_t at = random.below(open.size());
    const WorkTree::Issued issued = open[at];
    if (random.below(8) != 0) // else it is given to somebody else, too
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(at));
    working = machines[random.below(machines.size())].get();
    const auto result = searchItem(*working, options, carried(issued.item, decodeItem));
    RW_CHECK(result);
    const WorkTree::Taken taken = tree.add(issued.id, carried(*result, decodeResult));
    RW_CHECK(taken != WorkTree::Taken::Refused);
    ++all.items;
  }
  all.found.result.counters = tree.counters();
  all.found.result.ended = tree.isExhausted() ? SearchEnd::Exhausted : tree.ended();
  all.found.result.ambiguousOrder = tree.ambiguousOrder();
  RW_CHECK(tree.losses().empty());
  for (const WorkTree::KnownRace &race : tree.races())
    all.races.insert(race.race.places);
  return all;
}

std::string wrongInItems(const Script &script, const Truth &truth, Reduction reduction,
                         std::uint64_t seed) {
  SearchOptions options;
  options.reduction = reduction;
  options.question = Question::Everything;
  const ItemSizes sizes = sizesBy(seed);
  const FoundInItems all = searchInItems(script, options, sizes, seed);
  if (!all.found.result.exhausted())
    return "not exhausted";
  if (all.found.finalStates != truth.finalStates)
    return "other final states";
  if (all.found.deadlocks != truth.deadlocks)
    return "other deadlocks";
  if (all.races != placesOf(truth.races))
    return "other races";
  if (all.found.result.ambiguousOrder != truth.ambiguous)
    return "another reading";
  const std::uint64_t runs = reduction == Reduction::None ? truth.interleavings : truth.traces;
  if (all.found.runs() != runs)
    return std::to_string(all.found.runs()) + " runs, should be " + std::to_string(runs);
  const FoundInItems again = searchInItems(script, options, sizes, seed + 1);
  if (again.ids != all.ids ||
      again.found.result.counters.events != all.found.result.counters.events)
    return "the order of results shows";

  options.question = Question::AnyRace;
  const FoundInItems any = searchInItems(script, options, sizes, seed);
  if (any.races.empty() != truth.races.empty())
    return "a race exists: " + std::to_string(!truth.races.empty());
  if (any.found.result.exhausted() != truth.races.empty())
    return std::string("ended by ") + toString(any.found.result.ended);
  const RacePlaces known = placesOf(truth.races);
  if (!std::includes(known.begin(), known.end(), any.races.begin(), any.races.end()))
    return "a race that is none";
  if (truth.races.empty() && any.found.finalStates != truth.finalStates)
    return "final states of a program without races";
  if (searchInItems(script, options, sizes, seed + 1).races != any.races)
    return "the order of results decides which race is told";
  return {};
}

} // namespace raceward::test
