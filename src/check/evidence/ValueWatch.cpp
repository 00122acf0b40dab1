#include "ValueWatch.h"

#include <algorithm>

namespace raceward {
namespace {

/// The place that the action writes, if that is its only effect on memory.
std::optional<Address> writtenBy(const Action &action) {
  if (const auto *write = std::get_if<Write>(&action))
    return write->at;
  if (const auto *write = std::get_if<AtomicWrite>(&action))
    return write->at;
  return std::nullopt;
}

} // namespace

bool onlyReads(const Action &action) {
  return std::holds_alternative<Read>(action) || std::holds_alternative<AtomicRead>(action);
}

Result<void> ValueWatch::restart() {
  events_.clear();
  marked_.clear();
  return machine_.restart();
}

MarkId ValueWatch::mark() {
  const MarkId mark = machine_.mark();
  marked_[mark] = events_;
  return mark;
}

Result<void> ValueWatch::rewind(MarkId mark) {
  events_ = marked_.at(mark);
  marked_.erase(marked_.upper_bound(mark), marked_.end());
  return machine_.rewind(mark);
}

Result<void> ValueWatch::step(ThreadId t, Outcome outcome) {
  const std::uint32_t number = events_[t]++;
  const std::optional<Address> at = writtenBy(machine_.next(t, outcome).action);
  if (!at) {
    stored_.erase({t, number});
    return machine_.step(t, outcome);
  }
  Stored stored{*at, machine_.contentAt(*at), {}};
  if (Result<void> done = machine_.step(t, outcome); !done)
    return done;
  stored.after = machine_.contentAt(*at);
  stored_[{t, number}] = stored;
  return {};
}

const ValueWatch::Stored *ValueWatch::storedBy(const Event &event) const {
  const auto found = stored_.find({event.thread, event.index});
  return found == stored_.end() ? nullptr : &found->second;
}

ValueWatch::Difference ValueWatch::differenceOf(const Event &a, const Event &b) const {
  const Stored *first = storedBy(a);
  const Stored *second = storedBy(b);
  const auto isSilent = [](const Stored *stored) {
    return stored != nullptr && stored->before.valid() && stored->before == stored->after;
  };
  const Action &firstAction = a.operation.action;
  const Action &secondAction = b.operation.action;
  if ((isSilent(first) && onlyReads(secondAction)) || (isSilent(second) && onlyReads(firstAction)))
    return Difference::StoresWhatIsThere;
  if (first != nullptr && second != nullptr && first->at == second->at && first->after.valid() &&
      first->after == second->after)
    return Difference::StoreTheSame;
  return Difference::Possible;
}

void ValueWatch::raced(const Event &earlier, const Event &later) {
  const Difference now = differenceOf(earlier, later);
  const auto [place, isNew] =
      seen_.try_emplace(std::minmax(earlier.operation.at, later.operation.at), now);
  if (!isNew && place->second != now)
    place->second = Difference::Possible;
}

std::string ValueWatch::whyNoDifference(const RacingPair &pair) const {
  const auto found = seen_.find(std::minmax(pair.first.at, pair.second.at));
  if (found == seen_.end())
    return {};
  switch (found->second) {
  case Difference::StoresWhatIsThere:
    return "in every run, the write stores the value that is there already";
  case Difference::StoreTheSame:
    return "in every run, both store the same value";
  case Difference::Possible:
    break;
  }
  return {};
}

} // namespace raceward
