#include "raceward/explore/WorkTree.h"

#include "raceward/base/Check.h"
#include "raceward/base/Text.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace raceward {

namespace {

using NodeIndex = std::uint32_t;
constexpr NodeIndex kNoNode = UINT32_MAX;

/// A node above the items.
struct TreeNode {
  NodeIndex parent = kNoNode;
  std::uint32_t depth = 0;
  NamedStep step; ///< from the parent
  std::shared_ptr<const ThreadNames> names;
  std::vector<std::uint32_t> enabled;
  std::vector<std::uint32_t> taken;
  // Children are items and nodes.
  std::uint32_t openChildren = 0;
  std::uint32_t children = 0; ///< including those that are done

  [[nodiscard]] bool takes(std::uint32_t thread) const {
    return std::find(taken.begin(), taken.end(), thread) != taken.end();
  }
};

/// An item that is not issued yet; its final form depends on what is known when it is issued.
struct Waiting {
  NodeIndex parent = kNoNode;
  /// A branch: the thread taken at the parent, and its outcomes (none: all).
  std::uint32_t thread = 0;
  std::vector<std::uint64_t> outcomes;
  /// Otherwise a rest: the nodes that continue from the parent by one of its steps, if it has one.
  std::optional<NamedStep> into;
  std::vector<OpenNode> rest;
  std::shared_ptr<const ThreadNames> names;

  [[nodiscard]] bool isBranch() const { return rest.empty() && parent != kNoNode; }
};

struct Outstanding {
  WorkTree::Issued issued;
  NodeIndex parent = kNoNode;
  std::optional<ItemResult> result;
};

bool isLeft(const OpenNode &node) {
  return !node.outcomesLeft.empty() || node.current + 1 < node.taken.size();
}

std::uint32_t positionOf(const std::vector<std::uint32_t> &threads, std::uint32_t thread) {
  return static_cast<std::uint32_t>(std::find(threads.begin(), threads.end(), thread) -
                                    threads.begin());
}

bool isSubset(const std::vector<std::uint32_t> &some, const std::vector<std::uint32_t> &all) {
  return std::all_of(some.begin(), some.end(), [&](std::uint32_t thread) {
    return std::find(all.begin(), all.end(), thread) != all.end();
  });
}

bool hasDoubles(std::vector<std::uint32_t> threads) {
  std::sort(threads.begin(), threads.end());
  return std::adjacent_find(threads.begin(), threads.end()) != threads.end();
}

SearchEnd endOf(ItemResult::Ended ended) {
  switch (ended) {
  case ItemResult::Ended::Race:
    return SearchEnd::FirstRace;
  case ItemResult::Ended::RunLength:
    return SearchEnd::RunLength;
  case ItemResult::Ended::Memory:
    return SearchEnd::MemoryBound;
  case ItemResult::Ended::Time:
    return SearchEnd::TimeBound;
  case ItemResult::Ended::Closed:
  case ItemResult::Ended::Split:
  case ItemResult::Ended::Lost:
    break;
  }
  return SearchEnd::Exhausted;
}

} // namespace

struct WorkTree::Parts {
  std::string search;
  ItemSizes sizes;

  std::vector<TreeNode> nodes;
  std::vector<NodeIndex> freeNodes;
  std::vector<Waiting> waiting; ///< used from the back, so that few items are open
  std::deque<Outstanding> outstanding;
  std::unordered_map<std::string, std::uint64_t> numbers; ///< of outstanding items, by id
  std::uint64_t firstNumber = 0;                          ///< of the first outstanding item
  std::uint64_t nextNumber = 0;                           ///< of the item that next() returns next
  std::optional<std::uint64_t> racingNumber; ///< first result with a race that ends the search

  SearchCounters counters;
  std::uint64_t closed = 0;
  bool ambiguous = false;
  SearchEnd ended = SearchEnd::Exhausted;
  std::vector<KnownRace> races;
  std::set<std::array<std::uint64_t, 2>> racePlaces;
  std::vector<std::string> losses;

  NodeIndex newNode() {
    if (freeNodes.empty()) {
      nodes.emplace_back();
      return static_cast<NodeIndex>(nodes.size() - 1);
    }
    const NodeIndex node = freeNodes.back();
    freeNodes.pop_back();
    nodes[node] = {};
    return node;
  }

  void open(Waiting item) {
    if (item.parent != kNoNode) {
      ++nodes[item.parent].openChildren;
      ++nodes[item.parent].children;
    }
    waiting.push_back(std::move(item));
  }
  void openBranch(NodeIndex at, std::uint32_t thread, std::vector<std::uint64_t> outcomes) {
    Waiting item;
    item.parent = at;
    item.thread = thread;
    item.outcomes = std::move(outcomes);
    open(std::move(item));
  }

  void closeChildOf(NodeIndex node) {
    while (node != kNoNode) {
      RW_CHECK(nodes[node].openChildren > 0);
      if (--nodes[node].openChildren > 0)
        return;
      const NodeIndex parent = nodes[node].parent;
      nodes[node] = {};
      freeNodes.push_back(node);
      node = parent;
    }
  }

  void keepRaces(const ItemResult &result) {
    for (const FoundRace &race : result.races)
      if (racePlaces.insert(race.places).second)
        races.push_back({result.names, race});
  }

  WorkItem itemFrom(const Waiting &from);
  void issue();
  [[nodiscard]] bool makesSense(const Outstanding &of, const ItemResult &result) const;
  void count(Outstanding &done);
  void give(NodeIndex parent, const ItemResult &result, const WorkItem &item);
  void demand(NodeIndex parent, const Demand &demand);
  void countAll(const WorkTree &tree);
};

WorkTree::WorkTree(std::string search, const ItemSizes &sizes) : parts_(std::make_unique<Parts>()) {
  parts_->search = std::move(search);
  parts_->sizes = sizes;
  parts_->waiting.emplace_back(); // the whole search
  parts_->issue();
}

WorkTree::~WorkTree() = default;

/// Includes what is known about the path by now, so that it need not be demanded again.
WorkItem WorkTree::Parts::itemFrom(const Waiting &from) {
  WorkItem item;
  if (from.parent != kNoNode) {
    item.names = from.names ? *from.names : *nodes[from.parent].names;
    item.owned = nodes[from.parent].depth + 1;
    item.path.resize(nodes[from.parent].depth);
  }
  std::optional<std::uint32_t> goesOn; // the thread that the path goes on with
  if (from.isBranch())
    goesOn = from.thread;
  else if (from.into)
    goesOn = from.into->thread;
  for (NodeIndex at = from.parent; at != kNoNode; at = nodes[at].parent) {
    const TreeNode &node = nodes[at];
    const bool isBranchPoint = at == from.parent && from.isBranch();
    if (node.taken.size() > 1 || isBranchPoint) {
      KnownNode known{node.depth, node.taken, positionOf(node.taken, *goesOn), {}};
      if (isBranchPoint)
        known.outcomesLeft = from.outcomes;
      item.nodes.push_back(std::move(known));
    }
    if (node.parent != kNoNode)
      item.path[node.depth - 1] = node.step;
    goesOn = node.step.thread;
  }
  std::reverse(item.nodes.begin(), item.nodes.end());
  item.isBranch = from.isBranch();
  if (from.into)
    item.path.push_back(*from.into);
  for (std::size_t i = 0; i < from.rest.size(); ++i) {
    const OpenNode &node = from.rest[i];
    item.nodes.push_back(
        {item.owned + static_cast<std::uint32_t>(i), node.taken, node.current, node.outcomesLeft});
    if (i + 1 < from.rest.size())
      item.path.push_back(node.step);
  }
  const bool few = waiting.size() + outstanding.size() < sizes.enough;
  item.effort = few ? sizes.firstEffort : sizes.effort;
  item.spread = few ? sizes.firstSpread : 1;
  return item;
}

/// Called after each result that counts, so that nothing depends on the time of a request.
void WorkTree::Parts::issue() {
  while (!waiting.empty() && outstanding.size() < sizes.outstanding) {
    const Waiting from = std::move(waiting.back());
    waiting.pop_back();
    Outstanding made;
    made.parent = from.parent;
    made.issued.item = itemFrom(from);
    made.issued.id = idOf(made.issued.item, search);
    const bool isNew = numbers.emplace(made.issued.id, firstNumber + outstanding.size()).second;
    RW_CHECK(isNew);
    outstanding.push_back(std::move(made));
  }
}

std::optional<WorkTree::Issued> WorkTree::next() {
  Parts &parts = *parts_;
  parts.nextNumber = std::max(parts.nextNumber, parts.firstNumber);
  while (!isDone() && parts.nextNumber < parts.firstNumber + parts.outstanding.size()) {
    const Outstanding &each = parts.outstanding[parts.nextNumber++ - parts.firstNumber];
    if (!each.result && !isNeedless(each.issued.id))
      return each.issued;
  }
  return std::nullopt;
}

std::vector<const WorkTree::Issued *> WorkTree::unanswered() const {
  std::vector<const Issued *> items;
  for (const Outstanding &each : parts_->outstanding)
    if (!each.result && !isNeedless(each.issued.id))
      items.push_back(&each.issued);
  return items;
}

bool WorkTree::waitsFor(const std::string &id) const {
  const auto at = parts_->numbers.find(id);
  return at != parts_->numbers.end() &&
         !parts_->outstanding[at->second - parts_->firstNumber].result;
}

bool WorkTree::isNeedless(const std::string &id) const {
  const auto at = parts_->numbers.find(id);
  return at == parts_->numbers.end() ||
         (parts_->racingNumber && at->second > *parts_->racingNumber);
}

/// Results come from other processes. Those that no search of the item could give are refused.
bool WorkTree::Parts::makesSense(const Outstanding &of, const ItemResult &result) const {
  const WorkItem &item = of.issued.item;
  if (result.names.size() < item.names.size() ||
      !std::equal(item.names.begin(), item.names.end(), result.names.begin()))
    return result.ended == ItemResult::Ended::Lost;
  for (const Demand &demand : result.demands)
    if (demand.depth >= item.owned)
      return false;
  if (result.ended == ItemResult::Ended::Race && result.races.empty())
    return false;
  for (const FoundRace &race : result.races)
    if (race.first >= race.run.size())
      return false;
  if (result.ended != ItemResult::Ended::Split)
    return result.open.empty() && result.outcomesLeft.empty();
  if (!item.isBranch && !result.outcomesLeft.empty())
    return false;
  if (result.open.empty())
    return !result.into && !result.outcomesLeft.empty();
  if (result.into.has_value() != (item.owned > 0) || result.givenBack == 0 ||
      result.givenBack > result.open.size())
    return false;
  if (item.isBranch && result.into->thread != item.nodes.back().taken[item.nodes.back().current])
    return false;
  if (item.owned > 0 && !item.isBranch && !(*result.into == item.path[item.owned - 1]))
    return false;
  for (std::size_t i = 0; i < result.open.size(); ++i) {
    const OpenNode &node = result.open[i];
    if (node.current >= node.taken.size() || hasDoubles(node.taken) ||
        !isSubset(node.taken, node.enabled))
      return false;
    if (i + 1 < result.open.size() && node.step.thread != node.taken[node.current])
      return false;
  }
  return true;
}

WorkTree::Taken WorkTree::add(const std::string &id, ItemResult result) {
  Parts &parts = *parts_;
  const auto at = parts.numbers.find(id);
  if (at == parts.numbers.end())
    return Taken::NotIssued;
  Outstanding &of = parts.outstanding[at->second - parts.firstNumber];
  if (of.result)
    return Taken::Known;
  if (!parts.makesSense(of, result))
    return Taken::Refused;
  if (result.ended == ItemResult::Ended::Race &&
      (!parts.racingNumber || at->second < *parts.racingNumber))
    parts.racingNumber = at->second;
  of.result = std::move(result);
  parts.countAll(*this);
  return Taken::New;
}

void WorkTree::Parts::countAll(const WorkTree &tree) {
  while (!outstanding.empty() && outstanding.front().result && ended == SearchEnd::Exhausted) {
    Outstanding done = std::move(outstanding.front());
    outstanding.pop_front();
    numbers.erase(done.issued.id);
    ++firstNumber;
    count(done);
    issue();
    if (tree.onCounted)
      tree.onCounted(done.issued, *done.result);
  }
}

void WorkTree::Parts::count(Outstanding &done) {
  ItemResult &result = *done.result;
  ++closed;
  counters.runs += result.counters.runs;
  counters.blockedRuns += result.counters.blockedRuns;
  counters.events += result.counters.events;
  counters.reversals += result.counters.reversals;
  ambiguous |= result.ambiguousOrder;
  keepRaces(result);
  ended = endOf(result.ended);
  if (result.ended == ItemResult::Ended::Lost)
    losses.push_back(result.why);
  if (result.ended == ItemResult::Ended::Split)
    give(done.parent, result, done.issued.item);
  for (const Demand &each : result.demands)
    demand(done.parent, each);
  closeChildOf(done.parent);
}

/// Turns the nodes that an item gives back into nodes of the tree, with items for open children.
void WorkTree::Parts::give(NodeIndex parent, const ItemResult &result, const WorkItem &item) {
  const auto names = std::make_shared<const ThreadNames>(result.names);
  for (const std::uint64_t outcome : result.outcomesLeft)
    openBranch(parent, item.nodes.back().taken[item.nodes.back().current], {outcome});
  NodeIndex above = parent;
  std::optional<NamedStep> step = result.into;
  for (std::size_t i = 0; i < result.givenBack; ++i) {
    const OpenNode &given = result.open[i];
    const NodeIndex made = newNode();
    TreeNode &node = nodes[made];
    node.parent = above;
    node.depth = item.owned + static_cast<std::uint32_t>(i);
    if (step)
      node.step = *step;
    node.names = names;
    node.enabled = given.enabled;
    node.taken = given.taken;
    node.children = given.current;
    if (above != kNoNode) {
      ++nodes[above].openChildren;
      ++nodes[above].children;
    }
    ++nodes[made].openChildren; // keeps it open until it is complete
    for (std::size_t next = given.current + 1; next < given.taken.size(); ++next)
      openBranch(made, given.taken[next], {});
    for (const std::uint64_t outcome : given.outcomesLeft)
      openBranch(made, given.taken[given.current], {outcome});
    above = made;
    step = i + 1 < result.open.size() ? std::optional(given.step) : std::nullopt;
  }
  Waiting rest;
  rest.rest.assign(result.open.begin() + result.givenBack, result.open.end());
  if (std::any_of(rest.rest.begin(), rest.rest.end(), isLeft)) {
    rest.parent = above;
    rest.into = step;
    rest.names = names;
    open(std::move(rest));
  }
  for (NodeIndex node = above; node != parent;) {
    const NodeIndex next = nodes[node].parent;
    closeChildOf(node);
    node = next;
  }
}

/// The test of source sets: nothing is added if one of the threads is taken there already.
void WorkTree::Parts::demand(NodeIndex at, const Demand &wanted) {
  while (at != kNoNode && nodes[at].depth > wanted.depth)
    at = nodes[at].parent;
  RW_CHECK(at != kNoNode && nodes[at].depth == wanted.depth);
  const auto take = [&](std::uint32_t thread) {
    if (nodes[at].takes(thread))
      return;
    nodes[at].taken.push_back(thread);
    openBranch(at, thread, {});
  };
  const TreeNode &node = nodes[at];
  if (wanted.oneOf.empty()) {
    for (const std::uint32_t thread : std::vector<std::uint32_t>(node.enabled))
      take(thread);
    return;
  }
  if (std::none_of(wanted.oneOf.begin(), wanted.oneOf.end(),
                   [&](std::uint32_t thread) { return node.takes(thread); }))
    take(wanted.oneOf.front());
}

bool WorkTree::isDone() const {
  return parts_->ended != SearchEnd::Exhausted ||
         (parts_->waiting.empty() && parts_->outstanding.empty());
}

bool WorkTree::isExhausted() const {
  return parts_->ended == SearchEnd::Exhausted && parts_->waiting.empty() &&
         parts_->outstanding.empty() && parts_->losses.empty();
}

SearchEnd WorkTree::ended() const {
  return parts_->ended;
}
const SearchCounters &WorkTree::counters() const {
  return parts_->counters;
}
std::uint64_t WorkTree::openItems() const {
  return parts_->waiting.size() + parts_->outstanding.size();
}
std::uint64_t WorkTree::closedItems() const {
  return parts_->closed;
}
bool WorkTree::ambiguousOrder() const {
  return parts_->ambiguous;
}
const std::vector<WorkTree::KnownRace> &WorkTree::races() const {
  return parts_->races;
}
void WorkTree::hurryRaces() {
  for (const Outstanding &each : parts_->outstanding)
    if (each.result)
      parts_->keepRaces(*each.result);
}
const std::vector<std::string> &WorkTree::losses() const {
  return parts_->losses;
}

/// As for one process: children share the weight of their parent equally. An open item counts as
/// not begun.
FractionDone WorkTree::fraction() const {
  const Parts &parts = *parts_;
  const auto possible = [](const TreeNode &node) {
    return static_cast<double>(std::max<std::size_t>(node.children, node.enabled.size()));
  };
  // The share of each node in the whole tree, from its parent's share; each is computed once.
  struct Share {
    double estimate = 0; ///< 0: not known yet
    double low = 0;
  };
  std::vector<Share> shares(parts.nodes.size());
  std::vector<NodeIndex> unknown;
  FractionDone done;
  for (NodeIndex each = 0; each < parts.nodes.size(); ++each) {
    if (parts.nodes[each].openChildren == 0)
      continue; // free
    for (NodeIndex at = each; at != kNoNode && shares[at].estimate == 0;
         at = parts.nodes[at].parent)
      unknown.push_back(at);
    for (; !unknown.empty(); unknown.pop_back()) {
      const NodeIndex at = unknown.back();
      const NodeIndex parent = parts.nodes[at].parent;
      shares[at] = {1, 1};
      if (parent != kNoNode)
        shares[at] = {shares[parent].estimate / parts.nodes[parent].children,
                      shares[parent].low / possible(parts.nodes[parent])};
    }
    const TreeNode &node = parts.nodes[each];
    const double finished = node.children - node.openChildren;
    done.estimate += shares[each].estimate * finished / node.children;
    done.low += shares[each].low * finished / possible(node);
  }
  if (isExhausted())
    done = {1, 1};
  return done;
}

std::string WorkTree::describeOpen() const {
  const Parts &parts = *parts_;
  const std::string count = counted(openItems(), "part") + " of the search left";
  if (parts.outstanding.empty())
    return count;
  const WorkItem &item = parts.outstanding.front().issued.item;
  constexpr std::size_t kMostShown = 12;
  std::string path;
  for (std::size_t i = 0; i < std::min(item.path.size(), kMostShown); ++i)
    path += " t" + std::to_string(item.path[i].thread);
  if (item.path.size() > kMostShown)
    path += " and " + counted(item.path.size() - kMostShown, "further step");
  return count + ", the first after" + (path.empty() ? " no step" : path);
}

} // namespace raceward
