#include "search/LazySearch.h"

#include "state/ReaderConflicts.h"

namespace raceward {

/// Computes the order of the run, and looks for a race in its class.
Result<bool> LazySearch::isLessLazyAfterRun() {
  locks_.rebuild();
  if (races_.firstRace() || confirmed_)
    return giveUp();
  const auto raced = locks_.race(state_.machine);
  if (!raced)
    return fail(raced.error());
  if (const auto &pair = *raced) {
    if (question_ == Question::AnyRace) {
      const auto confirmed = confirm(*pair);
      if (!confirmed)
        return fail(confirmed.error());
      if (*confirmed)
        return false;
    }
    return giveUp();
  }
  if (races_.readingsDiffer() && !result_.ambiguousOrder) {
    const auto ambiguous = locks_.ambiguous(state_.machine);
    if (!ambiguous)
      return fail(ambiguous.error());
    result_.ambiguousOrder = *ambiguous;
  }
  return false;
}

/// Performs a run that should end in the race. If it does not, the machine is brought back.
Result<bool> LazySearch::confirm(LazyLocks::Pair pair) {
  Trace schedule = locks_.scheduleFor(pair);
  const auto confirmed = endsInRace(state_.machine, schedule, epochOf(state_.run[pair.first]));
  if (!confirmed)
    return confirmed;
  if (*confirmed) {
    ++result_.counters.confirmedRaces;
    result_.races.insert(racingPair(state_.run[pair.first], state_.run[pair.second]));
    confirmed_ = std::move(schedule);
    return true;
  }
  ++result_.counters.unconfirmedRaces;
  if (auto restored = state_.restorePath(); !restored)
    return fail(std::move(restored).error());
  return false;
}

/// A failing attempt to lock a mutex sees sections of the mutex that are not complete, and so does
/// a thread that waits for what they write. With readers and semaphores nothing is lazy.
bool LazySearch::isLessLazyAfterStep() {
  const Action &action = state_.run[state_.run.size() - 1].operation.action;
  if (isOfReadersOrSemaphores(action) && !mutated(Mutation::LazyMeetings))
    return giveUp();
  bool changed = false;
  if (isAttempt(action) && !mutated(Mutation::LazyAttempts))
    changed = locks_.keepEager(mutexOf(action));
  if (const auto *await = std::get_if<Await>(&action);
      await != nullptr && !mutated(Mutation::LazyAwaits))
    for (const Address &at : await->at)
      changed |= locks_.keepEager(at.object);
  return changed;
}

bool LazySearch::giveUp() {
  if (mutated(Mutation::LazyEndsWithRace))
    return false;
  state_.lazyOrder = nullptr;
  result_.counters.lazyOrderGivenUp = true;
  return true;
}

} // namespace raceward
