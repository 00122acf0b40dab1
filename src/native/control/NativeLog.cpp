// Translates the records of a log to operations of the model.
#include "raceward/native/NativeMachine.h"

#include <algorithm>

namespace raceward {

namespace {

/// An access belongs to one page, or to two if it crosses their border.
constexpr std::uint64_t kPageBytes = 4096;

MemoryOrder orderInModel(std::uint8_t order) {
  switch (order) {
  case RW_RELAXED:
    return MemoryOrder::Relaxed;
  case RW_CONSUME: // as compilers implement it
  case RW_ACQUIRE:
    return MemoryOrder::Acquire;
  case RW_RELEASE:
    return MemoryOrder::Release;
  case RW_ACQ_REL:
    return MemoryOrder::AcquireRelease;
  default:
    return MemoryOrder::SeqCst;
  }
}

bool has(const rw_event &event, rw_flag flag) {
  return (event.flags & flag) != 0;
}

/// The number of events of the log that form one step.
std::size_t partsAt(std::span<const rw_event> events, std::size_t first) {
  std::size_t end = first + 1;
  while (end < events.size() && has(events[end - 1], RW_MORE) &&
         events[end].thread == events[first].thread)
    ++end;
  return end - first;
}

bool dependsOnMoment(const rw_event &event, const Action &action) {
  if (event.kind == RW_EV_OUTSIDE)
    return false;
  return has(event, RW_OPEN) || isAttempt(action) || std::holds_alternative<AtomicRead>(action) ||
         std::holds_alternative<AtomicUpdate>(action);
}

/// Renumbers arrivals at a barrier: the log counts from its last initialisation, the model over the
/// whole run.
class Arrivals {
public:
  /// The event with its numbers in the whole run.
  rw_event renumbered(rw_event event) {
    if (event.kind == RW_EV_ARRIVE && event.bytes != 0) {
      Barrier &barrier = barriers_[event.address];
      const std::uint32_t first = barrier.arrived - barrier.arrived % event.bytes;
      if (event.extra != first || event.bytes != barrier.count)
        barrier = {barrier.before + barrier.arrived, 0, event.bytes};
      ++barrier.arrived;
      before_[{event.thread, event.address}] = barrier.before;
    } else if (event.kind == RW_EV_PASS) {
      event.extra += before_[{event.thread, event.address}];
    }
    return event;
  }

private:
  struct Barrier {
    std::uint32_t before = 0; ///< arrivals before its initialisation
    std::uint32_t arrived = 0;
    std::uint32_t count = 0;
  };
  std::map<std::uint64_t, Barrier> barriers_;
  std::map<std::pair<std::uint8_t, std::uint64_t>, std::uint32_t> before_;
};

} // namespace

void NativeMachine::decode() {
  steps_.clear();
  threads_.assign(1, ThreadId(0));
  createdAt_.assign(1, 0);
  stepsOf_.assign(1, {});
  std::map<ThreadId, std::uint32_t> children;
  Arrivals arrivals;
  const std::span<const rw_event> events = execution_.events;
  for (std::size_t at = 0; at < events.size();) {
    const rw_event &event = events[at];
    if (event.thread >= threads_.size())
      break; // a malformed log ends here
    const ThreadId thread = threads_[event.thread];
    if (event.kind == RW_EV_CREATE && threads_.size() < RW_MOST_THREADS) {
      const auto [name, isNew] =
          names_.try_emplace({thread, children[thread]++}, ThreadId(names_.size() + 1));
      if (threads_.size() < execution_.starts.size())
        starts_[name->second] = execution_.starts[threads_.size()];
      threads_.push_back(name->second);
      createdAt_.push_back(steps_.size() + 1);
      stepsOf_.emplace_back();
    }
    if (event.kind == RW_EV_ARRIVE || event.kind == RW_EV_PASS)
      execution_.events[at] = arrivals.renumbered(event);
    stepsOf_[event.thread].push_back(steps_.size());
    steps_.push_back(stepOf(thread, events, at));
    at += partsAt(events, at);
  }
  pending_.assign(threads_.size(), std::nullopt);
  for (std::size_t number = 0; number < threads_.size() && number < execution_.pending.size();
       ++number)
    if (rw_event event = execution_.pending[number]; event.kind != RW_EV_NONE) {
      if (event.kind == RW_EV_PASS)
        event = arrivals.renumbered(event);
      pending_[number] = stepOf(threads_[number], {&event, 1}, 0);
    }
}

NativeStep NativeMachine::stepOf(ThreadId thread, std::span<const rw_event> events,
                                 std::size_t first) {
  NativeStep step{thread, operationOf(events.subspan(first, partsAt(events, first))), first};
  step.isOpen = dependsOnMoment(events[first], step.operation.action);
  step.isOutside = events[first].kind == RW_EV_OUTSIDE || events[first].kind == RW_EV_EXIT ||
                   has(events[first], RW_TIMED);
  return step;
}

MemoryOrder NativeMachine::orderOf(std::uint8_t order) const {
  return model_ == MemoryModel::Sc ? MemoryOrder::SeqCst : orderInModel(order);
}

ObjectId NativeMachine::objectAt(std::uint64_t key) {
  return objects_.try_emplace(key, ObjectId(objects_.size())).first->second;
}

ThreadId NativeMachine::threadNumber(std::uint32_t number) const {
  return number < threads_.size() ? threads_[number] : ThreadId();
}

void NativeMachine::addAccess(std::vector<MemoryAccess> &to, const rw_event &event, AccessKind kind,
                              MemoryOrder order) {
  if (has(event, RW_MEETING)) {
    to.push_back({{meetingPointAt(event.address), 0, 1}, kind, order});
    return;
  }
  std::uint64_t address = event.address;
  for (std::uint64_t left = event.bytes; left > 0;) {
    const Address at = addressOf(address, left);
    to.push_back({at, kind, order});
    address += at.bytes;
    left -= at.bytes;
  }
}

/// A variable of the program is one object; other memory is divided into pages.
Address NativeMachine::addressOf(std::uint64_t address, std::uint64_t bytes) {
  if (const std::optional<SymbolPlace> variable = server_.variableAt(address))
    return {objectAt(variable->start | kSymbol),
            static_cast<std::uint32_t>(address - variable->start),
            static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, UINT32_MAX))};
  const std::uint64_t offset = address % kPageBytes;
  return {objectAt(address / kPageBytes), static_cast<std::uint32_t>(offset),
          static_cast<std::uint32_t>(std::min(bytes, kPageBytes - offset))};
}

/// Several accesses, or one that crosses two pages, are one step with several parts.
Action NativeMachine::accessOf(std::span<const rw_event> parts) {
  const rw_event &event = parts.front();
  // A signal does not order its sender before the woken thread, in any model.
  const auto orderOfPart = [&](const rw_event &part) {
    return has(part, RW_MEETING) ? orderInModel(part.order) : orderOf(part.order);
  };
  const auto kindOfPart = [](const rw_event &part) {
    return part.kind == RW_EV_READ || part.kind == RW_EV_ATOMIC_READ ? AccessKind::Read
           : part.kind == RW_EV_ATOMIC_UPDATE                        ? AccessKind::ReadWrite
                                                                     : AccessKind::Write;
  };
  const bool isPlain = event.kind == RW_EV_READ || event.kind == RW_EV_WRITE;
  std::vector<MemoryAccess> accesses;
  for (const rw_event &part : parts)
    addAccess(accesses, part, kindOfPart(part), isPlain ? MemoryOrder::Plain : orderOfPart(part));
  if (accesses.empty())
    return Local{};
  if (isPlain && accesses.size() > 1)
    return Bulk{std::move(accesses)};
  const MemoryAccess &access = accesses.front();
  switch (event.kind) {
  case RW_EV_READ:
    return Read{access.at};
  case RW_EV_WRITE:
    return Write{access.at};
  case RW_EV_ATOMIC_READ:
    return AtomicRead{access.at, access.order};
  case RW_EV_ATOMIC_WRITE:
    return AtomicWrite{access.at, access.order};
  default:
    return AtomicUpdate{access.at, access.order};
  }
}

Operation NativeMachine::operationOf(std::span<const rw_event> parts) {
  const rw_event &event = parts.front();
  const bool attempt = has(event, RW_ATTEMPT);
  Operation done;
  done.at = PositionId(event.site);
  switch (static_cast<rw_kind>(event.kind)) {
  case RW_EV_READ:
  case RW_EV_WRITE:
  case RW_EV_ATOMIC_READ:
  case RW_EV_ATOMIC_WRITE:
  case RW_EV_ATOMIC_UPDATE:
    done.action = accessOf(parts);
    break;
  case RW_EV_FENCE:
    done.action = Fence{orderOf(event.order)};
    break;
  case RW_EV_LOCK:
    done.action = Lock{meetingPointAt(event.address), attempt};
    break;
  case RW_EV_UNLOCK:
    done.action = Unlock{meetingPointAt(event.address)};
    break;
  case RW_EV_TRYLOCK:
    done.action = FailedTryLock{meetingPointAt(event.address), false};
    break;
  case RW_EV_READ_LOCK:
    done.action = ReadLock{meetingPointAt(event.address), attempt};
    break;
  case RW_EV_READ_UNLOCK:
    done.action = ReadUnlock{meetingPointAt(event.address)};
    break;
  case RW_EV_READ_TRYLOCK:
    done.action = FailedTryLock{meetingPointAt(event.address), true};
    break;
  case RW_EV_POST:
    done.action = SemaphorePost{meetingPointAt(event.address)};
    break;
  case RW_EV_WAIT:
    done.action = SemaphoreWait{meetingPointAt(event.address), attempt};
    break;
  case RW_EV_LOOK:
    done.action = SemaphoreRead{meetingPointAt(event.address), attempt};
    break;
  case RW_EV_ARRIVE:
    done.action = Arrive{meetingPointAt(event.address)};
    break;
  case RW_EV_PASS:
    done.action = Pass{meetingPointAt(event.address), event.extra, event.bytes};
    break;
  case RW_EV_CREATE:
    done.action = Create{threadNumber(event.extra)};
    break;
  case RW_EV_START:
    done.action = Start{};
    break;
  case RW_EV_JOIN:
    done.action = Join{threadNumber(event.extra)};
    break;
  case RW_EV_AWAIT:
    done.action = Await{{{meetingPointAt(event.address), 0, 1}}};
    break;
  case RW_EV_OUTSIDE:
    // Data that one thread writes and another one reads orders them, even if no standard says so.
    if (event.address != 0)
      done.action = AtomicUpdate{{meetingPointAt(event.address), 0, 1}, orderInModel(event.order)};
    break;
  case RW_EV_EXIT:
    done.action = Exit{};
    break;
  case RW_EV_NONE:
  case RW_EV_LOCAL:
    done.action = Local{};
    break;
  }
  return done;
}

} // namespace raceward
