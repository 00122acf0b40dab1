#include "raceward/native/NativeMachine.h"

#include "FailureOf.h"
#include "raceward/base/Check.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace raceward {

namespace {

/// An access belongs to one of these, or to two if it lies across their border.
constexpr std::uint64_t kPageBytes = 4096;
/// What differs once may be the world outside; what differs three times is told.
constexpr int kTries = 3;
constexpr std::array<Outcome, 1> kOnlyOutcome{};

MemoryOrder orderInModel(std::uint8_t order) {
  switch (order) {
  case RW_RELAXED:
    return MemoryOrder::Relaxed;
  case RW_CONSUME: // as compilers take it
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

/// How many events of the log are one step.
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

rw_forced anyStepOf(std::uint8_t thread) {
  return {thread, RW_EV_NONE, 0, 0, 0};
}

/// Arrivals at a barrier are counted over the whole run, and a barrier that is initialised again
/// begins with its own.
class Arrivals {
public:
  /// The event with the numbers that it has in the whole run.
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
    std::uint32_t before = 0; ///< arrivals before it was initialised
    std::uint32_t arrived = 0;
    std::uint32_t count = 0;
  };
  std::map<std::uint64_t, Barrier> barriers_;
  std::map<std::pair<std::uint8_t, std::uint64_t>, std::uint32_t> before_;
};

} // namespace

NativeMachine::NativeMachine(ProgramServer &server, std::uint64_t mostEvents, MemoryModel model)
    : server_(server), mostEvents_(mostEvents), model_(model) {}

// --- Runs ---------------------------------------------------------------------------------

Result<Execution> NativeMachine::execute(const ScheduleOrder &order) {
  for (int tries = 1;; ++tries) {
    const auto begin = std::chrono::steady_clock::now();
    Result<Execution> run = server_.run(order);
    if (!run)
      return run;
    ++counters_.executions;
    if (run->state == RW_REFUSED)
      return fail(Error::Kind::Input, "the program cannot be run under control: " + run->words,
                  "see what `raceward run` can do in docs/native-runtime.md");
    counters_.events += run->events.size();
    counters_.switches += run->switches;
    counters_.seconds +=
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const bool isShort = run->events.size() < order.forced.size();
    if (run->state != RW_DIVERGED && !isShort)
      return run;
    if (tries == kTries) {
      divergence_ = !run->words.empty() ? run->words
                    : run->timedOut     ? "a run that is to repeat another one does not end in time"
                                    : "a run ends before it has done all that an earlier one did";
      return fail(Error::Kind::Input, "a run cannot be repeated: " + *divergence_);
    }
  }
}

Result<void> NativeMachine::begin(const ScheduleOrder &order) {
  Result<Execution> run = execute(order);
  if (!run)
    return fail(run.error());
  take(std::move(*run));
  cursor_ = 0;
  forcedSteps_ = order.forced.size();
  return {};
}

Result<void> NativeMachine::beginWith(const Trace &trace) {
  ScheduleOrder order;
  order.mostEvents = mostEvents_;
  std::map<ThreadId, std::uint8_t> numbers{{ThreadId(0), 0}};
  for (const Event &event : trace) {
    const auto number = numbers.find(event.thread);
    if (number == numbers.end() || numbers.size() > RW_MOST_THREADS)
      return fail(Error::Kind::Internal, "a schedule names a thread that nobody created");
    order.forced.push_back(anyStepOf(number->second));
    if (const auto *create = std::get_if<Create>(&event.operation.action))
      numbers.emplace(create->child, static_cast<std::uint8_t>(numbers.size()));
  }
  return begin(order);
}

Result<void> NativeMachine::restart() {
  if (hasExecution_) {
    cursor_ = 0;
    threadsKnown_ = false;
    return {};
  }
  ScheduleOrder order;
  order.mostEvents = mostEvents_;
  return begin(order);
}

rw_forced NativeMachine::forcedAt(std::size_t at) const {
  const rw_event &event = execution_.events[steps_[at].event];
  return {event.thread, event.kind, 0, event.site, event.address};
}

/// A run that does what led here, and then the next step of the thread.
Result<Execution> NativeMachine::deviated(ThreadId thread) {
  ScheduleOrder order;
  order.mostEvents = mostEvents_;
  order.forced.reserve(cursor_ + 1);
  for (std::size_t i = 0; i < cursor_; ++i)
    order.forced.push_back(forcedAt(i));
  const std::optional<std::uint8_t> number = numberOf(thread);
  RW_CHECK(number.has_value());
  order.forced.push_back(anyStepOf(*number));
  return execute(order);
}

Result<void> NativeMachine::step(ThreadId t, Outcome /*outcome*/) {
  threadsKnown_ = false;
  if (cursor_ < steps_.size() && steps_[cursor_].thread == t) {
    ++cursor_;
    return {};
  }
  if (triedAt_ == Place{cursor_, t}) {
    take(std::move(tried_));
  } else {
    Result<Execution> run = deviated(t);
    if (!run)
      return fail(run.error());
    take(std::move(*run));
  }
  if (cursor_ >= steps_.size() || steps_[cursor_].thread != t)
    return fail(Error::Kind::Internal, "a run has not taken the step that it was to take");
  ++cursor_;
  return {};
}

MarkId NativeMachine::mark() {
  return MarkId(cursor_);
}

Result<void> NativeMachine::rewind(MarkId mark) {
  cursor_ = mark.index();
  threadsKnown_ = false;
  return {};
}

// --- What the log says ---------------------------------------------------------------------

void NativeMachine::take(Execution execution) {
  if (const std::optional<NativeFailure> failure = failureOf(execution, server_))
    addFailure(*failure, failures_);
  execution_ = std::move(execution);
  hasExecution_ = true;
  triedAt_.reset();
  threadsKnown_ = false;
  decode();
}

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
      break; // a log that makes no sense ends here
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

/// A variable of the program is one object; everything else goes by pages.
Address NativeMachine::addressOf(std::uint64_t address, std::uint64_t bytes) {
  if (const std::optional<SymbolPlace> variable = server_.variableAt(address))
    return {objectAt(variable->start | kSymbol),
            static_cast<std::uint32_t>(address - variable->start),
            static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, UINT32_MAX))};
  const std::uint64_t offset = address % kPageBytes;
  return {objectAt(address / kPageBytes), static_cast<std::uint32_t>(offset),
          static_cast<std::uint32_t>(std::min(bytes, kPageBytes - offset))};
}

/// Several accesses, or one that lies across two pages, are one step with several parts.
Operation NativeMachine::operationOf(std::span<const rw_event> parts) {
  const rw_event &event = parts.front();
  const bool attempt = has(event, RW_ATTEMPT);
  Operation done;
  done.at = PositionId(event.site);
  // Who signals is not ordered before who is woken, in no model.
  const auto orderOfPart = [&](const rw_event &part) {
    return has(part, RW_MEETING) ? orderInModel(part.order) : orderOf(part.order);
  };
  const auto kindOfPart = [](const rw_event &part) {
    return part.kind == RW_EV_READ || part.kind == RW_EV_ATOMIC_READ ? AccessKind::Read
           : part.kind == RW_EV_ATOMIC_UPDATE                        ? AccessKind::ReadWrite
                                                                     : AccessKind::Write;
  };
  switch (event.kind) {
  case RW_EV_READ:
  case RW_EV_WRITE:
  case RW_EV_ATOMIC_READ:
  case RW_EV_ATOMIC_WRITE:
  case RW_EV_ATOMIC_UPDATE: {
    const bool isPlain = event.kind == RW_EV_READ || event.kind == RW_EV_WRITE;
    std::vector<MemoryAccess> accesses;
    for (const rw_event &part : parts)
      addAccess(accesses, part, kindOfPart(part), isPlain ? MemoryOrder::Plain : orderOfPart(part));
    if (accesses.empty()) {
      done.action = Local{};
    } else if (isPlain && accesses.size() > 1) {
      done.action = Bulk{std::move(accesses)};
    } else {
      const MemoryAccess &access = accesses.front();
      if (event.kind == RW_EV_READ)
        done.action = Read{access.at};
      else if (event.kind == RW_EV_WRITE)
        done.action = Write{access.at};
      else if (event.kind == RW_EV_ATOMIC_READ)
        done.action = AtomicRead{access.at, access.order};
      else if (event.kind == RW_EV_ATOMIC_WRITE)
        done.action = AtomicWrite{access.at, access.order};
      else
        done.action = AtomicUpdate{access.at, access.order};
    }
    break;
  }
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
    done.action = TryLock{meetingPointAt(event.address), false};
    break;
  case RW_EV_READ_LOCK:
    done.action = ReadLock{meetingPointAt(event.address), attempt};
    break;
  case RW_EV_READ_UNLOCK:
    done.action = ReadUnlock{meetingPointAt(event.address)};
    break;
  case RW_EV_READ_TRYLOCK:
    done.action = TryLock{meetingPointAt(event.address), true};
    break;
  case RW_EV_POST:
    done.action = SemaphorePost{meetingPointAt(event.address)};
    break;
  case RW_EV_WAIT:
    done.action = SemaphoreWait{meetingPointAt(event.address), attempt};
    break;
  case RW_EV_LOOK:
    done.action = SemaphoreLook{meetingPointAt(event.address), attempt};
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
    // What one thread writes and another one reads orders them, whatever standards say of it.
    if (event.address != 0)
      done.action = AtomicUpdate{{meetingPointAt(event.address), 0, 1}, orderInModel(event.order)};
    break;
  case RW_EV_EXIT:
    done.action = Exit{};
    break;
  default:
    done.action = Local{};
    break;
  }
  return done;
}

// --- Threads -------------------------------------------------------------------------------

std::optional<std::uint8_t> NativeMachine::numberOf(ThreadId thread) const {
  const auto at = std::find(threads_.begin(), threads_.end(), thread);
  if (at == threads_.end())
    return std::nullopt;
  return static_cast<std::uint8_t>(at - threads_.begin());
}

/// The one that it does in the log from here on, or stands before at its end.
const NativeStep *NativeMachine::nextStepOf(ThreadId thread) const {
  const std::optional<std::uint8_t> number = numberOf(thread);
  if (!number || createdAt_[*number] > cursor_)
    return nullptr;
  const std::vector<std::size_t> &mine = stepsOf_[*number];
  const auto next = std::lower_bound(mine.begin(), mine.end(), cursor_);
  if (next != mine.end())
    return &steps_[*next];
  return pending_[*number] ? &*pending_[*number] : nullptr;
}

void NativeMachine::findThreads() {
  if (threadsKnown_)
    return;
  threadsKnown_ = true;
  enabled_.clear();
  disabled_.clear();
  const std::uint64_t mask = cursor_ < steps_.size()
                                 ? execution_.events[steps_[cursor_].event].enabled
                                 : execution_.enabled;
  for (std::size_t number = 0; number < threads_.size(); ++number) {
    const ThreadId thread = threads_[number];
    if (nextStepOf(thread) == nullptr)
      continue;
    ((mask >> number & 1) != 0 ? enabled_ : disabled_).push_back(thread);
  }
  std::sort(enabled_.begin(), enabled_.end());
  std::sort(disabled_.begin(), disabled_.end());
}

std::span<const ThreadId> NativeMachine::enabled() {
  findThreads();
  return enabled_;
}

std::span<const ThreadId> NativeMachine::disabled() {
  findThreads();
  return disabled_;
}

const Operation &NativeMachine::next(ThreadId t) const {
  if (triedAt_ == Place{cursor_, t})
    return triedOperation_;
  const NativeStep *step = nextStepOf(t);
  RW_CHECK(step != nullptr);
  return step->operation;
}

bool NativeMachine::fixed(ThreadId t) const {
  const NativeStep *step = nextStepOf(t);
  return step != nullptr && !step->isOpen;
}

/// There is one. What the step will be is settled here, where that costs a run.
Result<std::span<const Outcome>> NativeMachine::outcomes(ThreadId t) {
  const NativeStep *step = nextStepOf(t);
  RW_CHECK(step != nullptr);
  const bool isLogged = cursor_ < steps_.size() && steps_[cursor_].thread == t;
  if (!isLogged && step->isOpen && triedAt_ != Place{cursor_, t}) {
    const std::size_t event =
        cursor_ < steps_.size() ? steps_[cursor_].event : execution_.events.size();
    Result<Execution> run = deviated(t);
    if (!run)
      return fail(run.error());
    tried_ = std::move(*run);
    if (event >= tried_.events.size())
      return fail(Error::Kind::Internal, "a run has not taken the step that it was to take");
    triedOperation_ = stepOf(t, tried_.events, event).operation;
    triedAt_ = Place{cursor_, t};
  }
  return std::span<const Outcome>(kOnlyOutcome);
}

// --- What may come -------------------------------------------------------------------------

NativeThreadPlace NativeMachine::placeOf(std::uint8_t number) const {
  NativeThreadPlace place;
  const std::vector<std::size_t> &mine = stepsOf_[number];
  const auto next = std::lower_bound(mine.begin(), mine.end(), cursor_);
  place.pending =
      next != mine.end() ? execution_.events[steps_[*next].event] : execution_.pending[number];
  std::uint32_t context = place.pending.context;
  while (context >= 1 && context <= execution_.contexts.size()) {
    const rw_context &frame = execution_.contexts[context - 1];
    place.calls.push_back(frame.site);
    context = frame.parent < context ? frame.parent : 0;
  }
  place.root = nameOf(threads_[number]);
  const auto giveUp = [&](std::uint64_t address) {
    std::erase_if(place.locks,
                  [&](const NativeThreadPlace::Lock &lock) { return lock.address == address; });
  };
  for (auto at = mine.begin(); at != next; ++at) {
    const rw_event &event = execution_.events[steps_[*at].event];
    if (event.kind == RW_EV_LOCK || event.kind == RW_EV_READ_LOCK)
      place.locks.push_back({event.address, event.kind == RW_EV_LOCK});
    else if (event.kind == RW_EV_UNLOCK || event.kind == RW_EV_READ_UNLOCK)
      giveUp(event.address);
  }
  // A wait for a condition that has given its mutex up takes it again before it comes back.
  if ((place.pending.kind == RW_EV_AWAIT || place.pending.kind == RW_EV_LOCK) &&
      next != mine.begin())
    for (auto at = next; at != mine.begin();) {
      const rw_event &event = execution_.events[steps_[*--at].event];
      if (event.site != place.pending.site || event.site == 0)
        break;
      if (event.kind == RW_EV_UNLOCK) {
        place.locks.push_back({event.address, true});
        break;
      }
    }
  return place;
}

const Future &NativeMachine::mayStillDo(ThreadId t) const {
  const std::optional<std::uint8_t> number = numberOf(t);
  if (!guide_.from || !number || *number >= execution_.pending.size())
    return anyFuture();
  return guide_.from(placeOf(*number));
}

SiteId NativeMachine::accessSiteAt(PositionId at) const {
  return guide_.siteOf ? guide_.siteOf(at.index()) : SiteId();
}

bool NativeMachine::areSuspects(SiteId a, SiteId b) const {
  return !guide_.areSuspects || guide_.areSuspects(a, b);
}

std::optional<ThreadId> NativeMachine::logged() const {
  if (cursor_ == steps_.size())
    return std::nullopt;
  return steps_[cursor_].thread;
}

std::string NativeMachine::nameOf(ThreadId thread) const {
  if (thread == ThreadId(0))
    return "main";
  const auto start = starts_.find(thread);
  const std::string name = start == starts_.end() ? "" : server_.symbolAt(start->second);
  return name.empty() ? "thread" : name;
}

} // namespace raceward
