#include "raceward/model/Run.h"

#include "raceward/base/Check.h"

#include <algorithm>

namespace raceward {
namespace {

/// How an event touches an object.
struct Touch {
  bool writes = false;
  bool plain = false; ///< anything but a single atomic access
  bool watches = false;
};

/// The same for an operation of a lock, semaphore or barrier; see Run::Kind.
Touch touchOfMeetingPoint(const Action &action) {
  switch (familyOf(action)) {
  case ActionFamily::Lock:
    return {.writes = !isReaders(action)};
  case ActionFamily::Semaphore: {
    const bool post = std::holds_alternative<SemaphorePost>(action);
    const auto *read = std::get_if<SemaphoreRead>(&action);
    return {.writes = !post, .plain = post || (read != nullptr && read->failedWait)};
  }
  case ActionFamily::Barrier:
  case ActionFamily::Memory:
  case ActionFamily::Fence:
  case ActionFamily::Thread:
  case ActionFamily::Data:
    return {};
  }
  return {};
}

constexpr std::uint32_t kBlockBytes = 8;

bool withinBlock(const Address &address) {
  return address.bytes != 0 && address.bytes <= kBlockBytes &&
         address.offset / kBlockBytes == (address.offset + address.bytes - 1) / kBlockBytes;
}

std::uint64_t blockOf(const Address &address) {
  return std::uint64_t{address.object.index()} << 32 | address.offset / kBlockBytes;
}

} // namespace

void Run::clear() {
  while (size_ != 0)
    pop();
}

const Run::Touches &Run::touchesOf(ObjectId object) const {
  static const Touches none;
  return object.index() < touches_.size() ? touches_[object.index()] : none;
}

Run::Backwards Run::near(const Address &address, Kind kind) const {
  if (!withinBlock(address))
    return {touchesOf(address.object).of(kind), {}};
  const auto block = inBlock_.find(blockOf(address));
  const bool wide = address.object.index() < wide_.size();
  return {block == inBlock_.end() ? Positions() : Positions(block->second.of(kind)),
          wide ? Positions(wide_[address.object.index()].of(kind)) : Positions()};
}

template <typename Use>
void Run::forEachTouched(const Event &event, const Footprint &footprint, Use use) {
  const auto touched = [&](ObjectId object, Touch touch) {
    if (object.index() >= touches_.size()) {
      touches_.resize(object.index() + 1);
      wide_.resize(object.index() + 1);
    }
    use(touches_[object.index()], touch);
  };
  const auto touchedAt = [&](const Address &at, Touch touch) {
    touched(at.object, touch);
    use(withinBlock(at) ? inBlock_[blockOf(at)] : wide_[at.object.index()], touch);
  };
  const Action &action = event.operation.action;
  if (const ObjectId object = meetingPointOf(action); object.valid())
    return touched(object, touchOfMeetingPoint(action));
  if (const auto *await = std::get_if<Await>(&action)) {
    for (const Address &at : await->at)
      touchedAt(at, {.watches = true});
    return;
  }
  const bool one = footprint.size == Footprint::Size::One;
  forEachAccess(action, [&](const MemoryAccess &access) {
    touchedAt(access.at, {writes(access.kind), !(one && isAtomic(access)), !access.at.exact});
  });
}

void Run::growThreads(ThreadId thread) {
  if (thread.index() < ofThread_.size())
    return;
  ofThread_.resize(thread.index() + 1);
  createdAt_.resize(thread.index() + 1, kNone);
}

void Run::push(Event event) {
  const auto at = static_cast<std::uint32_t>(size_);
  growThreads(event.thread);
  auto &mine = ofThread_[event.thread.index()];
  RW_CHECK(event.index == mine.size());
  const std::uint32_t before = predecessor(event.thread);
  mine.push_back(at);
  const Action &action = event.operation.action;
  if (const auto *create = std::get_if<Create>(&action)) {
    growThreads(create->child);
    RW_CHECK(createdAt_[create->child.index()] == kNone);
    createdAt_[create->child.index()] = at;
  }
  if (std::holds_alternative<Fence>(action)) {
    if (event.thread.index() >= fences_.size())
      fences_.resize(event.thread.index() + 1);
    fences_[event.thread.index()].push_back(at);
  }
  const Footprint footprint = footprintOf(action);
  forEachTouched(event, footprint, [&](Touches &touches, Touch touch) {
    for (std::size_t kind = 0; kind < touches.lists.size(); ++kind) {
      auto &list = touches.lists[kind];
      const bool belongs = ((kind & 1) == 0 || touch.writes) && ((kind & 2) == 0 || touch.plain);
      if (belongs && (list.empty() || list.back() != at)) // an event may touch it twice
        list.push_back(at);
    }
    touches.watching += touch.watches ? 1 : 0;
  });
  if (size_ == events_.size()) {
    events_.push_back(std::move(event));
    predecessors_.push_back(before);
    footprints_.push_back(footprint);
  } else {
    events_[size_] = std::move(event);
    predecessors_[size_] = before;
    footprints_[size_] = footprint;
  }
  ++size_;
}

void Run::pop() {
  RW_CHECK(size_ != 0);
  --size_;
  const Event &event = events_[size_];
  const auto at = static_cast<std::uint32_t>(size_);
  ofThread_[event.thread.index()].pop_back();
  if (const auto *create = std::get_if<Create>(&event.operation.action))
    createdAt_[create->child.index()] = kNone;
  if (std::holds_alternative<Fence>(event.operation.action))
    fences_[event.thread.index()].pop_back();
  forEachTouched(event, footprints_[at], [&](Touches &touches, Touch touch) {
    for (auto &list : touches.lists)
      if (!list.empty() && list.back() == at)
        list.pop_back();
    touches.watching -= touch.watches ? 1 : 0;
  });
}

Run::Positions Run::eventsOf(ThreadId thread) const {
  if (thread.index() >= ofThread_.size())
    return {};
  return ofThread_[thread.index()];
}

std::uint32_t Run::lastOf(ThreadId thread) const {
  const auto mine = eventsOf(thread);
  return mine.empty() ? kNone : mine.back();
}

std::uint32_t Run::predecessor(ThreadId thread) const {
  if (const std::uint32_t last = lastOf(thread); last != kNone)
    return last;
  return createdAt(thread);
}

void Run::startClock(std::size_t at, std::vector<VectorClock> &clocks) const {
  VectorClock &clock = clocks[at];
  if (predecessors_[at] == kNone || (mutated(Mutation::ClockOfCreation) && events_[at].index == 0))
    clock.clear();
  else
    clock = clocks[predecessors_[at]];
  if (const auto *join = std::get_if<Join>(&events_[at].operation.action);
      join != nullptr && !mutated(Mutation::ClockOfJoin))
    if (const std::uint32_t last = predecessor(join->target); last != kNone)
      clock.join(clocks[last]);
}

std::uint32_t Run::createdAt(ThreadId thread) const {
  return thread.index() < createdAt_.size() ? createdAt_[thread.index()] : kNone;
}

Run::Positions Run::touchingBefore(ObjectId object, Kind kind, std::size_t end) const {
  const Positions all = touchesOf(object).of(kind);
  const auto last = std::lower_bound(all.begin(), all.end(), end);
  return all.first(static_cast<std::size_t>(last - all.begin()));
}

Run::Positions Run::fencesOf(ThreadId thread) const {
  return thread.index() < fences_.size() ? Positions(fences_[thread.index()]) : Positions();
}

std::uint32_t Run::nextIndexOf(ThreadId thread) const {
  return static_cast<std::uint32_t>(eventsOf(thread).size());
}

} // namespace raceward
