// Depth-first search over the progress of the threads and the last writers. Encodings that do not
// number steps choose a writer for each read; whether these choices fit into one order is decided
// here.
#include "StaticRun.h"

#include <map>
#include <set>

namespace raceward::cele {

namespace {

/// Maximum number of states of one search.
constexpr std::size_t kMostStates = 20'000;
/// A search of at most this size is repeated for each choice, to see which of them matter.
constexpr std::size_t kFewStates = 1'000;

class Search {
public:
  Search(const std::vector<Happening> &happenings, ClockId target)
      : happenings_(happenings), target_(target) {}

  /// Every read must see its chosen write, except those whose choices are ignored.
  FoundOrder run(const std::set<std::size_t> &ignored) {
    seen_.clear();
    State first;
    first.done.assign(happenings_.size(), false);
    std::vector<State> stack{std::move(first)};
    while (!stack.empty()) {
      State state = std::move(stack.back());
      stack.pop_back();
      if (readAll(state, ignored))
        return {FoundOrder::Kind::Found, std::move(state.order), {}};
      if (!seen_.emplace(state.done, state.last).second)
        continue;
      if (seen_.size() > kMostStates)
        return {FoundOrder::Kind::GaveUp, {}, {}};
      for (std::size_t i = happenings_.size(); i-- > 0;)
        if (!happenings_[i].writes.empty() && isReady(state, i))
          stack.push_back(after(state, i));
    }
    return {FoundOrder::Kind::Impossible, {}, {}};
  }

  /// Number of states of the last search.
  [[nodiscard]] std::size_t states() const { return seen_.size(); }

private:
  struct State {
    std::vector<bool> done;
    std::map<Happening::Cell, ClockId> last; ///< the last writer; missing: the initial step
    std::vector<std::size_t> order;
  };

  bool isReady(const State &state, std::size_t i) const {
    if (state.done[i])
      return false;
    for (const std::size_t before : happenings_[i].before)
      if (!state.done[before])
        return false;
    return true;
  }

  /// Steps that write nothing are independent of other threads: all possible reads are made at
  /// once. True if the target was among them.
  bool readAll(State &state, const std::set<std::size_t> &ignored) const {
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t i = 0; i < happenings_.size(); ++i) {
        if (!happenings_[i].writes.empty() || !isReady(state, i) || !fits(state, i, ignored))
          continue;
        state.done[i] = true;
        state.order.push_back(i);
        moved = true;
        if (happenings_[i].clock == target_)
          return true;
      }
    }
    return false;
  }

  bool fits(const State &state, std::size_t i, const std::set<std::size_t> &ignored) const {
    for (const Happening::Read &read : happenings_[i].reads) {
      if (ignored.contains(read.choice))
        continue;
      const auto last = state.last.find(read.cell);
      if ((last == state.last.end() ? ClockId(0) : last->second) != read.from)
        return false;
    }
    return true;
  }

  State after(const State &state, std::size_t i) const {
    State next = state;
    next.done[i] = true;
    next.order.push_back(i);
    for (const Happening::Cell &cell : happenings_[i].writes)
      next.last[cell] = happenings_[i].clock;
    return next;
  }

  const std::vector<Happening> &happenings_;
  ClockId target_;
  std::set<std::pair<std::vector<bool>, std::map<Happening::Cell, ClockId>>> seen_;
};

} // namespace

FoundOrder orderByChoices(const std::vector<Happening> &happenings, ClockId target) {
  Search search(happenings, target);
  FoundOrder found = search.run({});
  if (found.kind != FoundOrder::Kind::Impossible)
    return found;
  // Omitting choices makes the learned clause more general.
  const bool isQuick = search.states() <= kFewStates;
  std::set<std::size_t> ignored;
  for (const Happening &step : happenings)
    for (const Happening::Read &read : step.reads) {
      ignored.insert(read.choice);
      if (isQuick && search.run(ignored).kind == FoundOrder::Kind::Impossible)
        continue;
      ignored.erase(read.choice);
      found.choices.push_back(read.choice);
    }
  return found;
}

} // namespace raceward::cele
