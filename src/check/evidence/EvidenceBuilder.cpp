#include "EvidenceBuilder.h"

#include <algorithm>

namespace raceward {

std::uint32_t EvidenceBuilder::numberOf(ThreadId thread, const std::string &name) {
  const auto next = static_cast<std::uint32_t>(numbers_.size());
  const auto [at, isNew] = numbers_.try_emplace(thread, next);
  if (isNew)
    evidence_.threads.push_back({name, {}, {}});
  return at->second;
}

std::uint32_t EvidenceBuilder::numberOf(ObjectId object) {
  return objects_.try_emplace(object, static_cast<std::uint32_t>(objects_.size())).first->second;
}

EvidenceStep EvidenceBuilder::begin(const Event &event) {
  EvidenceStep told;
  told.thread = numbers_.at(event.thread);
  told.action = kindOf(event.operation.action);
  told.outcome = event.outcome.name;
  if (const ObjectId meeting = meetingPointOf(event.operation.action); meeting.valid())
    told.meeting = numberOf(meeting);
  else if (const auto *pass = std::get_if<Pass>(&event.operation.action))
    told.meeting = numberOf(pass->barrier);
  return told;
}

EvidenceAccess EvidenceBuilder::accessOf(const MemoryAccess &access) {
  EvidenceAccess told;
  told.object = numberOf(access.at.object);
  told.offset = access.at.offset;
  told.bytes = access.at.bytes;
  told.writes = writes(access.kind);
  return told;
}

void EvidenceBuilder::finish(const Event &event, EvidenceStep told, const std::string &created) {
  run_.push(event);
  happensBefore_.extend();
  told.after = synchronisedWith();
  if (std::holds_alternative<Create>(event.operation.action))
    evidence_.threads[*told.target] = {created, told.thread, told.at};
  evidence_.steps.push_back(std::move(told));
}

std::vector<std::uint32_t> EvidenceBuilder::racingWithLast(const RacingPair *pair) {
  std::vector<std::uint32_t> racing;
  if (run_.size() == 0)
    return racing;
  const std::size_t last = run_.size() - 1;
  happensBefore_.racesOf(last, racing);
  std::reverse(racing.begin(), racing.end());
  if (pair != nullptr)
    std::erase_if(racing,
                  [&](std::uint32_t at) { return !(racingPair(run_[at], run_[last]) == *pair); });
  return racing;
}

/// The last step of each other thread that comes before the last event of the run, and not
/// before the one before it in its thread.
std::vector<std::uint32_t> EvidenceBuilder::synchronisedWith() const {
  const std::size_t at = run_.size() - 1;
  const std::uint32_t own = run_.predecessorOf(at);
  std::vector<std::uint32_t> others;
  for (const auto &[thread, number] : numbers_) {
    if (thread == run_[at].thread)
      continue;
    const Run::Positions events = run_.eventsOf(thread);
    const auto unordered = std::ranges::partition_point(
        events, [&](std::uint32_t event) { return happensBefore_.before(event, at); });
    if (unordered == events.begin())
      continue;
    const std::uint32_t last = *std::prev(unordered);
    if (own == Run::kNone || (last != own && !happensBefore_.before(last, own)) ||
        run_[own].thread != run_[at].thread)
      others.push_back(last);
  }
  std::ranges::sort(others);
  return others;
}

} // namespace raceward
