// The search of one item: it begins below a path that is given, and gives back what it leaves.
#include "raceward/explore/ItemSearch.h"

#include "raceward/explore/CanPerform.h"
#include "search/SearchCore.h"

#include <algorithm>
#include <map>
#include <set>

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

/// Items do not support everything: sequences at nodes, for example, would have to be sent along.
SearchOptions forItems(SearchOptions options) {
  options.reduction = rowOf(options.reduction).fallback;
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

/// The search of one item: a SearchCore that begins below the path of the item.
///
/// The path is followed step by step, and at each node of it the sleep set is rebuilt from what is
/// known about the node, as it was when the item was made. From its end on the search is the same
/// as any other, with two differences. Nodes above the item belong to the WorkTree: what a reversal
/// adds there becomes a demand in the result. And when the item has cost its effort, the search
/// ends after a run and gives back the nodes that have something left to do (rule R9).
///
/// Invariant: the result depends on the item alone, not on the process that searches it or on other
/// items. docs/develop/distributed-search.md has the argument.
class ItemSearch final : public ItemBoundary {
public:
  ItemSearch(Machine &machine, const SearchOptions &options, const WorkItem &item)
      : machine_(machine), options_(options), item_(item), core_(machine, options),
        state_(core_.state()) {
    state_.item = this;
  }

  Result<ItemResult> search();

  [[nodiscard]] bool isAbove(std::size_t depth) const override { return depth < item_.owned; }
  void demand(std::size_t depth, std::span<const ThreadId> oneOf) override;
  [[nodiscard]] bool isSplitDue() const override;

private:
  /// The search is over when it comes back to this number of nodes.
  [[nodiscard]] std::size_t floor() const {
    return item_.isBranch ? item_.owned - std::size_t{1} : item_.owned;
  }
  [[nodiscard]] bool partsFit() const;
  Result<std::string> follow();
  Result<std::string> restoreNode(const KnownNode &known, Node &node);
  Result<std::string> restoreOutcomes(const KnownNode &known, Node &node, bool isBranchPoint);
  Result<void> sleepOn(Node &node, ThreadId thread, std::span<const std::uint64_t> butNot);
  [[nodiscard]] std::uint64_t effort() const;
  [[nodiscard]] NamedStep named(const Event &event) const;
  [[nodiscard]] std::vector<std::uint64_t> outcomesLeftAt(const Node &node) const;
  void split(ItemResult &result) const;
  void keepRace(const Event &earlier, const Event &later);

  Machine &machine_;
  const SearchOptions &options_;
  const WorkItem &item_;
  SearchCore core_;
  SearchState &state_;
  std::uint64_t effortBefore_ = 0;
  std::set<Demand> demands_;
  std::map<std::array<std::uint64_t, 2>, FoundRace> found_;
};

NamedStep ItemSearch::named(const Event &event) const {
  return {event.thread.index(), machine_.meaningOf(event.outcome)};
}

void ItemSearch::demand(std::size_t depth, std::span<const ThreadId> oneOf) {
  if (mutated(Mutation::ItemDemands))
    return;
  const Node &node = state_.nodes[depth];
  Demand wanted{static_cast<std::uint32_t>(depth), numbersOf(oneOf)};
  if (oneOf.empty()) {
    if (std::all_of(node.enabled.begin(), node.enabled.end(),
                    [&](ThreadId thread) { return node.contains(node.backtrack, thread); }))
      return;
    if (mutated(Mutation::ItemAllThreads))
      wanted.oneOf = {node.enabled.front().index()};
  }
  demands_.insert(std::move(wanted));
}

/// Keeps one run for each pair of places.
void ItemSearch::keepRace(const Event &earlier, const Event &later) {
  std::array<std::uint64_t, 2> places{machine_.meaningOf(earlier.operation.at),
                                      machine_.meaningOf(later.operation.at)};
  std::sort(places.begin(), places.end());
  const auto [at, isNew] = found_.try_emplace(places);
  if (!isNew)
    return;
  FoundRace &race = at->second;
  race.places = places;
  race.first = state_.run.eventsOf(earlier.thread)[earlier.index];
  for (const Event &event : state_.run.events())
    race.run.push_back(named(event));
}

/// All outcomes of a thread that was taken here before.
Result<void> ItemSearch::sleepOn(Node &node, ThreadId thread,
                                 std::span<const std::uint64_t> butNot) {
  if (!core_.usesSleepSets())
    return {};
  const auto outcomes = machine_.outcomes(thread);
  if (!outcomes)
    return fail(outcomes.error());
  for (const Outcome outcome : *outcomes)
    if (!node.sleep.contains(thread, outcome) && !isAmong(butNot, machine_.meaningOf(outcome)))
      node.sleep.add(state_.stepOf(thread, outcome));
  return {};
}

/// Restores what was taken and done at a node of the path. Returns what is wrong with it, or an
/// empty text.
Result<std::string> ItemSearch::restoreNode(const KnownNode &known, Node &node) {
  const bool isEnd = known.depth == item_.path.size();
  const bool isBranchPoint = item_.isBranch && isEnd;
  for (const std::uint32_t number : known.taken) {
    if (!node.contains(node.enabled, ThreadId(number)))
      return "a thread that is taken cannot move"s;
    node.addBacktrack(ThreadId(number));
  }
  if (node.backtrack.size() != known.taken.size() || known.current >= known.taken.size())
    return "what is taken at a node makes no sense"s;
  for (std::size_t i = 0; i < known.taken.size(); ++i) {
    const bool isEarlier = i < known.current && !mutated(Mutation::ItemEarlier);
    const bool isLater = i > known.current && mutated(Mutation::ItemLater);
    if (isEarlier || isLater)
      if (auto slept = sleepOn(node, ThreadId(known.taken[i]), {}); !slept)
        return fail(std::move(slept).error());
  }
  if (known.depth >= item_.owned) {
    // Outcomes of the current thread that are not begun stay awake, and the next step of the path.
    std::vector<std::uint64_t> awake = known.outcomesLeft;
    if (!isEnd)
      awake.push_back(item_.path[known.depth].outcome);
    if (auto slept = sleepOn(node, ThreadId(known.taken[known.current]), awake); !slept)
      return fail(std::move(slept).error());
    node.nextThread = known.current + 1;
  } else if (isBranchPoint) {
    // Other items take the other threads.
    std::swap(node.backtrack[known.current], node.backtrack.back());
    node.nextThread = node.backtrack.size();
  }
  if (known.depth < item_.owned && !isBranchPoint)
    return ""s;
  return restoreOutcomes(known, node, isBranchPoint);
}

/// The outcomes of the current thread that are left to the item.
Result<std::string> ItemSearch::restoreOutcomes(const KnownNode &known, Node &node,
                                                bool isBranchPoint) {
  const auto outcomes = machine_.outcomes(ThreadId(known.taken[known.current]));
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

/// Goes down the path, as the search did that the item comes from. Returns what is wrong with it,
/// or an empty text.
Result<std::string> ItemSearch::follow() {
  machine_.startNames(item_.names);
  if (auto restarted = machine_.restart(); !restarted)
    return fail(std::move(restarted).error());
  if (item_.path.empty() && item_.nodes.empty())
    return item_.owned == 0 && !item_.isBranch ? ""s : "it has no beginning"s;
  auto known = item_.nodes.begin();
  for (std::size_t depth = 0; depth <= item_.path.size(); ++depth) {
    Node &node = core_.pushNode();
    if (mutated(Mutation::ItemPrefixSleep)) {
      node.sleep.clear();
      node.sleepFromAbove = 0;
    }
    const bool isKnown = known != item_.nodes.end() && known->depth == depth;
    if (isKnown) {
      auto wrong = restoreNode(*known, node);
      if (!wrong || !wrong->empty())
        return wrong;
      ++known;
    }
    if (depth >= item_.owned && !isKnown)
      return "what is taken on its path is not known"s;
    if (depth == item_.path.size())
      return isKnown && known == item_.nodes.end() ? ""s : "its end is not known"s;
    const ThreadId thread(item_.path[depth].thread);
    const Outcome outcome = machine_.outcomeMeaning(item_.path[depth].outcome);
    const Result<bool> can = canStep(machine_, thread, outcome);
    if (!can)
      return fail(can.error());
    if (!*can)
      return "a step on its path is not possible"s;
    node.addBacktrack(thread);
    if (auto performed = core_.perform(state_.stepOf(thread, outcome)); !performed)
      return fail(std::move(performed).error());
  }
  return ""s;
}

std::uint64_t ItemSearch::effort() const {
  return options_.effort ? options_.effort() : core_.result().counters.events;
}

bool ItemSearch::isSplitDue() const {
  const auto nodes = std::span<const Node>(state_.nodes).first(state_.depth).subspan(floor());
  return effort() - effortBefore_ >= item_.effort &&
         std::any_of(nodes.begin(), nodes.end(),
                     [](const Node &node) { return node.waiting() != 0; });
}

std::vector<std::uint64_t> ItemSearch::outcomesLeftAt(const Node &node) const {
  std::vector<std::uint64_t> names;
  for (std::size_t i = node.nextOutcome; i < node.outcomes.size(); ++i)
    names.push_back(machine_.meaningOf(node.outcomes[i]));
  return names;
}

void ItemSearch::split(ItemResult &result) const {
  result.ended = ItemResult::Ended::Split;
  if (floor() < item_.owned && !mutated(Mutation::ItemOutcomes))
    result.outcomesLeft = outcomesLeftAt(state_.nodes[floor()]);
  if (state_.depth <= item_.owned)
    return;
  if (item_.owned > 0)
    result.into = named(state_.run[item_.owned - 1]);
  std::uint32_t spread = 0;
  for (std::size_t depth = item_.owned; depth < state_.depth; ++depth) {
    const Node &node = state_.nodes[depth];
    OpenNode open;
    open.enabled = numbersOf(node.enabled);
    open.taken = numbersOf(node.backtrack);
    open.current = static_cast<std::uint32_t>(node.nextThread - 1);
    if (!mutated(Mutation::ItemOutcomes))
      open.outcomesLeft = outcomesLeftAt(node);
    if (depth + 1 < state_.depth)
      open.step = named(state_.run[depth]);
    result.open.push_back(std::move(open));
    if (spread < item_.spread) {
      result.givenBack = static_cast<std::uint32_t>(result.open.size());
      spread += node.waiting() != 0 ? 1 : 0;
    }
  }
}

bool ItemSearch::partsFit() const {
  if (item_.isBranch)
    return item_.owned > 0 && item_.path.size() + 1 == item_.owned;
  return item_.path.size() + 1 >= item_.owned;
}

Result<ItemResult> ItemSearch::search() {
  ItemResult result;
  if (!partsFit()) {
    result.ended = ItemResult::Ended::Lost;
    result.why = "its parts do not fit together";
    return result;
  }
  const auto followed = follow();
  if (!followed)
    return fail(followed.error());
  if (!followed->empty()) {
    result.ended = ItemResult::Ended::Lost;
    result.why = *followed;
    return result;
  }
  core_.forgetPath();
  effortBefore_ = effort();
  core_.races().onRace = [this](const Event &earlier, const Event &later) {
    keepRace(earlier, later);
  };
  const auto explored = core_.explore(floor());
  if (!explored)
    return fail(explored.error());
  const SearchResult &ended = core_.result();
  if (ended.ended != SearchEnd::Exhausted)
    result.ended = endOf(ended.ended);
  else if (!*explored)
    split(result);
  result.counters = ended.counters;
  result.names = machine_.threadNames();
  result.demands.assign(demands_.begin(), demands_.end());
  for (auto &[places, race] : found_)
    result.races.push_back(std::move(race));
  result.ambiguousOrder = core_.races().ambiguous();
  return result;
}

} // namespace

Result<ItemResult> searchItem(Machine &machine, const SearchOptions &options,
                              const WorkItem &item) {
  const SearchOptions adapted = forItems(options);
  return ItemSearch(machine, adapted, item).search();
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
