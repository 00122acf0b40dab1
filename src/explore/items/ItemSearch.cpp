// The search of one item: it begins below a path that is given, and gives back what it leaves.
#include "raceward/explore/ItemSearch.h"

#include "raceward/explore/CanPerform.h"
#include "search/SearchCore.h"

#include <algorithm>

namespace raceward {

using namespace std::string_literals;

namespace {

std::vector<std::uint32_t> numbersOf(std::span<const ThreadId> threads) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(threads.size());
  for (const ThreadId thread : threads)
    numbers.push_back(thread.index());
  return numbers;
}

bool isAmong(std::span<const std::uint64_t> names, std::uint64_t name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// What an item does not do: Optimal leaves sequences at nodes that would have to travel.
SearchOptions forItems(SearchOptions options) {
  if (options.reduction == Reduction::Optimal)
    options.reduction = Reduction::Source;
  options.pruning = Pruning::None;
  options.lockOrder = LockOrder::Eager;
  options.bounds.runs = UINT64_MAX;
  options.bounds.events = UINT64_MAX;
  return options;
}

ItemResult::Ended endOf(SearchEnd end) {
  switch (end) {
  case SearchEnd::FirstRace:
    return ItemResult::Ended::Race;
  case SearchEnd::RunLength:
    return ItemResult::Ended::RunLength;
  case SearchEnd::MemoryBound:
    return ItemResult::Ended::Memory;
  case SearchEnd::Exhausted:
  case SearchEnd::Enough:
  case SearchEnd::RunBound:
  case SearchEnd::EventBound:
  case SearchEnd::TimeBound:
    break;
  }
  return ItemResult::Ended::Time;
}

} // namespace

NamedStep Search::named(const Event &event) const {
  return {event.thread.index(), machine_.meaningOf(event.outcome)};
}

/// For a node that others own. None: all that can move there.
void Search::demand(const Node &node, std::span<const ThreadId> oneOf) {
  if (mutated(Mutation::ItemDemands))
    return;
  Demand wanted{static_cast<std::uint32_t>(&node - nodes_.data()), numbersOf(oneOf)};
  if (oneOf.empty()) {
    if (std::all_of(node.enabled.begin(), node.enabled.end(),
                    [&](ThreadId thread) { return node.contains(node.backtrack, thread); }))
      return;
    if (mutated(Mutation::ItemAllThreads))
      wanted.oneOf = {node.enabled.front().index()};
  }
  demands_.insert(std::move(wanted));
}

/// One run for each pair of places.
void Search::keepRace(const Event &earlier, const Event &later) {
  std::array<std::uint64_t, 2> places{machine_.meaningOf(earlier.operation.at),
                                      machine_.meaningOf(later.operation.at)};
  std::sort(places.begin(), places.end());
  const auto [at, isNew] = found_.try_emplace(places);
  if (!isNew)
    return;
  FoundRace &race = at->second;
  race.places = places;
  race.first = run_.eventsOf(earlier.thread)[earlier.index];
  for (const Event &event : run_.events())
    race.run.push_back(named(event));
}

/// All outcomes of a thread that was taken here before.
Result<void> Search::sleepOn(Node &node, ThreadId thread, std::span<const std::uint64_t> butNot) {
  const auto outcomes = machine_.outcomes(thread);
  if (!outcomes)
    return fail(outcomes.error());
  for (const Outcome outcome : *outcomes)
    if (!node.sleep.contains(thread, outcome) && !isAmong(butNot, machine_.meaningOf(outcome)))
      node.sleep.add(stepOf(thread, outcome));
  return {};
}

/// What was taken and done at a node of the path. Says what is wrong, or nothing.
Result<std::string> Search::restoreNode(const WorkItem &item, const KnownNode &known, Node &node) {
  const bool isEnd = known.depth == item.path.size();
  const bool isBranchPoint = item.isBranch && isEnd;
  for (const std::uint32_t number : known.taken) {
    if (!node.contains(node.enabled, ThreadId(number)))
      return "a thread that is taken cannot move"s;
    node.addBacktrack(ThreadId(number));
  }
  if (node.backtrack.size() != known.taken.size() || known.current >= known.taken.size())
    return "what is taken at a node makes no sense"s;
  const ThreadId current(known.taken[known.current]);
  for (std::size_t i = 0; i < known.taken.size() && usesSleep(); ++i) {
    const bool isEarlier = i < known.current && !mutated(Mutation::ItemEarlier);
    const bool isLater = i > known.current && mutated(Mutation::ItemLater);
    if (isEarlier || isLater)
      if (auto slept = sleepOn(node, ThreadId(known.taken[i]), {}); !slept)
        return fail(std::move(slept).error());
  }
  if (known.depth >= owned_) {
    // What the current thread has not begun yet stays awake, and what the path goes on with.
    std::vector<std::uint64_t> awake = known.outcomesLeft;
    if (!isEnd)
      awake.push_back(item.path[known.depth].outcome);
    if (usesSleep())
      if (auto slept = sleepOn(node, current, awake); !slept)
        return fail(std::move(slept).error());
    node.nextThread = known.current + 1;
  } else if (isBranchPoint) {
    // The others are taken by others.
    std::swap(node.backtrack[known.current], node.backtrack.back());
    node.nextThread = node.backtrack.size();
  }
  if (known.depth < owned_ && !isBranchPoint)
    return ""s;
  const auto outcomes = machine_.outcomes(current);
  if (!outcomes)
    return fail(outcomes.error());
  const bool all = isBranchPoint && known.outcomesLeft.empty();
  for (const Outcome outcome : *outcomes)
    if (all || isAmong(known.outcomesLeft, machine_.meaningOf(outcome)))
      node.outcomes.push_back(outcome);
  if (!all && node.outcomes.size() != known.outcomesLeft.size())
    return "an outcome that was left is not possible"s;
  return ""s;
}

/// Goes down the path, as the search did that the item comes from. Says what is wrong with it, or
/// nothing.
Result<std::string> Search::follow(const WorkItem &item) {
  machine_.startNames(item.names);
  if (auto restarted = machine_.restart(); !restarted)
    return fail(std::move(restarted).error());
  const bool isRoot = item.path.empty() && item.nodes.empty();
  if (isRoot) {
    arriving_ = true;
    return item.owned == 0 && !item.isBranch ? ""s : "it has no beginning"s;
  }
  auto known = item.nodes.begin();
  for (std::size_t depth = 0; depth <= item.path.size(); ++depth) {
    Node &node = pushNode();
    if (depth > 0 && usesSleep() && !mutated(Mutation::ItemPrefixSleep))
      node.sleep.keepIndependent(nodes_[depth - 1].sleep, run_[depth - 1], dependency_);
    node.sleepFromAbove = node.sleep.entries().size();
    const bool isKnown = known != item.nodes.end() && known->depth == depth;
    if (isKnown) {
      auto wrong = restoreNode(item, *known, node);
      if (!wrong || !wrong->empty())
        return wrong;
      ++known;
    }
    if (depth >= owned_ && !isKnown)
      return "what is taken on its path is not known"s;
    if (depth == item.path.size())
      return isKnown && known == item.nodes.end() ? ""s : "its end is not known"s;
    const ThreadId thread(item.path[depth].thread);
    const Outcome outcome = machine_.outcomeMeaning(item.path[depth].outcome);
    const Result<bool> can = canStep(machine_, thread, outcome);
    if (!can)
      return fail(can.error());
    if (!*can)
      return "a step on its path is not possible"s;
    node.addBacktrack(thread);
    if (auto performed = perform(stepOf(thread, outcome)); !performed)
      return fail(std::move(performed).error());
  }
  return ""s;
}

std::uint64_t Search::effort() const {
  return options_.effort ? options_.effort() : result_.counters.events;
}

bool Search::isWaiting(const Node &node) {
  return node.nextOutcome < node.outcomes.size() || node.nextThread < node.backtrack.size();
}

/// Only between runs: before, the pairs of the run have not been looked at. So every item gets
/// somewhere, too.
bool Search::isSplitDue() const {
  return item_ != nullptr && moved_ && effort() - effortBefore_ >= item_->effort &&
         std::any_of(nodes_.begin() + static_cast<std::ptrdiff_t>(floor_),
                     nodes_.begin() + static_cast<std::ptrdiff_t>(depth_), isWaiting);
}

void Search::split(ItemResult &result) {
  const auto namesOf = [&](const Node &node) {
    std::vector<std::uint64_t> names;
    for (std::size_t i = node.nextOutcome; i < node.outcomes.size(); ++i)
      names.push_back(machine_.meaningOf(node.outcomes[i]));
    return names;
  };
  result.ended = ItemResult::Ended::Split;
  if (floor_ < owned_ && !mutated(Mutation::ItemOutcomes))
    result.outcomesLeft = namesOf(nodes_[floor_]);
  if (depth_ <= owned_)
    return;
  if (owned_ > 0)
    result.into = named(run_[owned_ - 1]);
  std::uint32_t spread = 0;
  for (std::size_t depth = owned_; depth < depth_; ++depth) {
    const Node &node = nodes_[depth];
    OpenNode open;
    open.enabled = numbersOf(node.enabled);
    open.taken = numbersOf(node.backtrack);
    open.current = static_cast<std::uint32_t>(node.nextThread - 1);
    if (!mutated(Mutation::ItemOutcomes))
      open.outcomesLeft = namesOf(node);
    if (depth + 1 < depth_)
      open.step = named(run_[depth]);
    result.open.push_back(std::move(open));
    if (spread < item_->spread) {
      result.givenBack = static_cast<std::uint32_t>(result.open.size());
      spread += isWaiting(node) ? 1 : 0;
    }
  }
}

Result<ItemResult> Search::search(const WorkItem &item) {
  item_ = &item;
  owned_ = item.owned;
  floor_ = item.isBranch ? owned_ - 1 : owned_;
  ItemResult result;
  if ((item.isBranch && owned_ == 0) || item.path.size() + 1 < owned_ ||
      (item.isBranch && item.path.size() + 1 != owned_)) {
    result.ended = ItemResult::Ended::Lost;
    result.why = "its parts do not fit together";
    return result;
  }
  const auto followed = follow(item);
  if (!followed)
    return fail(followed.error());
  result_.counters = {};
  fresh_ = run_.size();
  effortBefore_ = effort();
  races_.onRace = [this](const Event &earlier, const Event &later) { keepRace(earlier, later); };
  if (!followed->empty()) {
    result.ended = ItemResult::Ended::Lost;
    result.why = *followed;
    return result;
  }
  const auto explored = explore();
  if (!explored)
    return fail(explored.error());
  if (result_.ended != SearchEnd::Exhausted)
    result.ended = endOf(result_.ended);
  else if (!*explored)
    split(result);
  result.counters = result_.counters;
  result.names = machine_.threadNames();
  result.demands.assign(demands_.begin(), demands_.end());
  for (auto &[places, race] : found_)
    result.races.push_back(std::move(race));
  result.ambiguousOrder = races_.ambiguous();
  return result;
}

Result<ItemResult> searchItem(Machine &machine, const SearchOptions &options,
                              const WorkItem &item) {
  const SearchOptions adapted = forItems(options);
  return Search(machine, adapted).search(item);
}

Result<Trace> repeat(Machine &machine, const ThreadNames &names, std::span<const NamedStep> run) {
  machine.startNames(names);
  if (auto restarted = machine.restart(); !restarted)
    return fail(std::move(restarted).error());
  Trace trace;
  std::vector<std::uint32_t> events;
  for (const NamedStep &step : run) {
    const ThreadId thread(step.thread);
    const Outcome outcome = machine.outcomeMeaning(step.outcome);
    const Result<bool> can = canStep(machine, thread, outcome);
    if (!can)
      return fail(can.error());
    if (!*can)
      return fail(Error::Kind::Internal, "a run of a worker cannot be repeated");
    if (events.size() <= step.thread)
      events.resize(step.thread + std::size_t{1});
    trace.push_back({thread, events[step.thread]++, outcome, machine.next(thread, outcome)});
    if (auto done = machine.step(thread, outcome); !done)
      return fail(std::move(done).error());
  }
  return trace;
}

} // namespace raceward
