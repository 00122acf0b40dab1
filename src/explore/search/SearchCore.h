// Search: the depth-first search behind all reductions, of a whole program or of one item.
//
// A node is a state on the current run. Each reduction differs in two places only: which
// step a node takes next, and what a pair of events that can be reversed adds to the node
// before the first of them. Pairs are looked at when a run has ended, whether it is
// complete or was cut by sleep sets.
#pragma once

#include "raceward/explore/ItemSearch.h"
#include "raceward/explore/Search.h"
#include "raceward/model/CausalOrder.h"
#include "search/Budget.h"
#include "search/LazyLocks.h"
#include "search/Pruner.h"
#include "state/Node.h"
#include "state/RaceFinder.h"

#include <map>

namespace raceward {

class Search {
public:
  Search(Machine &machine, const SearchOptions &options);

  Result<SearchResult> search();
  Result<ItemResult> search(const WorkItem &item);

private:
  enum class Arrival : std::uint8_t { GoOn, EndOfRun };

  [[nodiscard]] bool optimal() const { return reduction_ == Reduction::Optimal; }
  [[nodiscard]] bool usesSleep() const { return reduction_ != Reduction::None; }
  [[nodiscard]] Node &top() { return nodes_[depth_ - 1]; }
  [[nodiscard]] const CausalOrder &order() const { return lazyNow_ ? lazy_.order() : causal_; }
  [[nodiscard]] bool hasRace() const { return races_.firstRace() || confirmed_; }
  /// There is a race, and that was all that was asked.
  [[nodiscard]] bool raceAnswers() const {
    return options_.question == Question::AnyRace && hasRace();
  }
  /// Whether the search has to end, and why.
  bool over();
  SearchResult finish();

  Result<bool> explore();
  Node &pushNode();
  Result<Arrival> arrive();
  bool leaves(Node &node);
  Result<bool> chooseFirst(Node &node);
  Result<bool> chooseStep(Node &node, Event &step);
  Result<bool> chooseFromTree(Node &node, Event &step);
  Result<bool> chooseFromSets(Node &node, Event &step);
  Result<void> perform(Event step);
  void back();
  Event stepOf(ThreadId thread, Outcome outcome);

  [[nodiscard]] bool staysTheSame(const Event &step) const;
  void rememberPending();
  [[nodiscard]] bool endsWithExit() const {
    return run_.size() != 0 && std::holds_alternative<Exit>(run_[run_.size() - 1].operation.action);
  }
  Result<void> endRun();
  Result<void> lookLazily();
  void keepEager(const Action &action);
  void giveUpLazyOrder(std::size_t nodes);
  void becomeSource();
  void takeAllThreads(std::size_t nodes);
  Result<void> restorePath();
  void report();

  void reverseAll();
  void reverseHidden();
  void reverse(std::size_t first, std::size_t end, const Event &second);
  [[nodiscard]] bool collectFirsts(std::size_t first, std::size_t end, const Event &second);
  void notAfterFirsts(std::size_t end);
  [[nodiscard]] std::uint32_t waitsSince(const Event &event) const;
  [[nodiscard]] bool staysAsleep(std::size_t first, const Event &second) const;
  [[nodiscard]] Event movedBefore(std::size_t first, const Event &second) const;
  void reverseOptimal(std::size_t first, const Event &unmoved);
  [[nodiscard]] static bool sleepsAsAnother(const Node &node, const Event &second);
  void reverseSource(Node &node, std::size_t end, const Event &second);
  void reverseClassic(Node &node, std::size_t end, const Event &second);
  void takeAll(Node &node);
  void takeOneOf(Node &node, std::span<const ThreadId> threads);
  [[nodiscard]] bool leadsTo(std::size_t at, std::size_t end, const Event &second) const;

  // Items (ItemSearch.cpp)
  [[nodiscard]] bool isAbove(const Node &node) const {
    return static_cast<std::size_t>(&node - nodes_.data()) < owned_;
  }
  void demand(const Node &node, std::span<const ThreadId> oneOf);
  Result<std::string> follow(const WorkItem &item);
  Result<std::string> restoreNode(const WorkItem &item, const KnownNode &known, Node &node);
  Result<void> sleepOn(Node &node, ThreadId thread, std::span<const std::uint64_t> butNot);
  [[nodiscard]] std::uint64_t effort() const;
  [[nodiscard]] bool isSplitDue() const;
  [[nodiscard]] static bool isWaiting(const Node &node);
  void split(ItemResult &result);
  [[nodiscard]] NamedStep named(const Event &event) const;
  void keepRace(const Event &earlier, const Event &later);

  Machine &machine_;
  const SearchOptions &options_;
  Pruning pruning_;
  Reduction reduction_;
  Dependency dependency_;
  Run run_;
  CausalOrder causal_;
  RaceFinder races_;
  Pruner pruner_;
  LazyLocks lazy_;
  std::optional<Trace> confirmed_; ///< a race that lazy lock order showed
  bool lazyNow_;                   ///< lazy lock order is asked for, and no race has been seen
  std::vector<Node> nodes_;        // entries above depth_ are kept for their memory
  std::size_t depth_ = 0;
  WakeupTrees trees_;
  WakeupTrees::Tree guide_ = WakeupTrees::kEmpty; ///< what the step just taken is followed by
  std::size_t fresh_ = 0; ///< first event of the run that no earlier run had
  bool arriving_ = false; ///< the machine is in a state that has no node yet
  bool moved_ = false;    ///< the machine is deeper than top()
  bool left_ = false;     ///< the run ends where nothing can race any more
  std::vector<Pruner::Hidden> hidden_;
  std::vector<Event> pending_;          ///< of rememberPending()
  std::vector<std::uint32_t> blockers_; ///< of reversibleWithPending()
  std::vector<std::uint32_t> firsts_;   ///< what the second event is to go before, in order
  std::vector<std::uint32_t> between_;  ///< positions of notAfterFirsts()
  std::vector<ThreadId> initials_;      ///< of reverseSource()
  WakeupSequence sequence_;
  Budget budget_;
  std::chrono::nanoseconds nextReport_{0};
  SearchResult result_;

  // Of an item; a whole search is one that owns everything.
  const WorkItem *item_ = nullptr;
  std::size_t owned_ = 0; ///< nodes before it belong to others
  std::size_t floor_ = 0; ///< the search is over when it comes back to so many nodes
  std::uint64_t effortBefore_ = 0;
  std::set<Demand> demands_;
  std::map<std::array<std::uint64_t, 2>, FoundRace> found_;
};

} // namespace raceward
