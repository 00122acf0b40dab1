// What the search does about lazy lock order, and how it becomes less ambitious.
#include "search/SearchCore.h"
#include "state/ReaderConflicts.h"

#include <algorithm>

namespace raceward {

/// The order of the run that has just ended, and whether a race lies in its class. The
/// argument for lazy order ends with the first race, so lazy order does too.
Result<void> Search::lookLazily() {
  lazy_.rebuild();
  if (hasRace()) {
    giveUpLazyOrder(depth_ - 1);
    return {};
  }
  const auto raced = lazy_.race(machine_);
  if (!raced)
    return fail(raced.error());
  const auto &pair = *raced;
  if (!pair) {
    if (!races_.readingsDiffer() || result_.ambiguousOrder)
      return {};
    const auto ambiguous = lazy_.ambiguous(machine_);
    if (!ambiguous)
      return fail(ambiguous.error());
    result_.ambiguousOrder = *ambiguous;
    return {};
  }
  if (options_.question == Question::AnyRace) {
    Trace schedule = lazy_.scheduleFor(*pair);
    const auto confirmed = endsInRace(machine_, schedule, epochOf(run_[pair->first]));
    if (!confirmed)
      return fail(confirmed.error());
    if (*confirmed) {
      ++result_.counters.confirmedRaces;
      result_.races.insert(racingPair(run_[pair->first], run_[pair->second]));
      confirmed_ = std::move(schedule);
      return {};
    }
    ++result_.counters.unconfirmedRaces;
    if (auto restored = restorePath(); !restored)
      return restored;
  }
  giveUpLazyOrder(depth_ - 1);
  return {};
}

/// Sections of a mutex that somebody only tries to lock, and sections that write what
/// somebody waits for, are not seen as wholes by everyone. With readers and semaphores nothing
/// is lazy.
void Search::keepEager(const Action &action) {
  if (isOfReadersOrSemaphores(action) && !mutated(Mutation::LazyMeetings))
    return giveUpLazyOrder(depth_);
  bool changed = false;
  if (isAttempt(action) && !mutated(Mutation::LazyAttempts))
    changed = lazy_.keepEager(mutexOf(action));
  if (const auto *await = std::get_if<Await>(&action);
      await != nullptr && !mutated(Mutation::LazyAwaits))
    for (const Address &at : await->at)
      changed |= lazy_.keepEager(at.object);
  if (changed)
    takeAllThreads(depth_);
}

/// Subtrees that are done had no race, so lazy order lost nothing there.
void Search::giveUpLazyOrder(std::size_t nodes) {
  if (mutated(Mutation::LazyEndsWithRace))
    return;
  lazyNow_ = false;
  result_.counters.lazyOrderGivenUp = true;
  takeAllThreads(nodes);
}

/// From wakeup trees to source sets: whatever a sequence that waits begins with is taken. What
/// was not inserted began with a step that is asleep or is there.
void Search::becomeSource() {
  reduction_ = Reduction::Source;
  guide_ = WakeupTrees::kEmpty;
  for (std::size_t i = 0; i < depth_; ++i) {
    Node &node = nodes_[i];
    if (i < run_.size())
      node.addBacktrack(run_[i].thread);
    trees_.forEachBranch(node.wakeup, [&](const WakeupTrees::Branch &branch) {
      node.addBacktrack(branch.event.thread);
    });
    node.wakeup = WakeupTrees::kEmpty;
  }
}

/// When less is lazy than was: the nodes of this run are still open, and reversals that they
/// did not get are lost, so they take all threads. Wakeup trees have no place for that: a step
/// that begins no sequence must find nobody asleep. So from here on Optimal is Source.
void Search::takeAllThreads(std::size_t nodes) {
  if (optimal())
    reduction_ = Reduction::Source;
  guide_ = WakeupTrees::kEmpty;
  for (std::size_t i = 0; i < nodes; ++i) {
    Node &node = nodes_[i];
    node.wakeup = WakeupTrees::kEmpty;
    if (mutated(Mutation::LazyTakesAll))
      continue;
    takeAll(node);
  }
}

/// Brings the machine, which has been elsewhere, to the end of the run again.
Result<void> Search::restorePath() {
  if (auto restarted = machine_.restart(); !restarted)
    return restarted;
  for (std::size_t i = 0; i < depth_; ++i) {
    nodes_[i].mark = machine_.mark();
    if (i == run_.size())
      break;
    if (auto done = machine_.step(run_[i].thread, run_[i].outcome); !done)
      return done;
  }
  return {};
}

} // namespace raceward
