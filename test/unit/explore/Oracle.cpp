#include "Oracle.h"

#include "raceward/model/HappensBefore.h"

#include <algorithm>
#include <tuple>
#include <unordered_set>

namespace raceward::test {
namespace {

template <typename Kind> bool is(const Event &event) {
  return std::holds_alternative<Kind>(event.operation.action);
}
template <typename A, typename B> bool areInEitherOrder(const Event &first, const Event &second) {
  return (is<A>(first) && is<B>(second)) || (is<B>(first) && is<A>(second));
}

/// What the event locks, counts or arrives at.
ObjectId objectOf(const Event &event) {
  return std::visit(
      []<typename Kind>(const Kind &action) -> ObjectId {
        if constexpr (requires { action.mutex; })
          return action.mutex;
        else if constexpr (requires { action.meetingPoint; })
          return action.meetingPoint;
        else if constexpr (requires { action.barrier; })
          return action.barrier;
        else
          return {};
      },
      event.operation.action);
}

/// A failed attempt to lock for writing (or for reading).
bool failed(const Event &event, bool shared) {
  const auto *attempt = std::get_if<FailedTryLock>(&event.operation.action);
  return attempt != nullptr && attempt->shared == shared;
}

/// Which two steps of two threads may not be swapped, case by case.
bool orderMatters(const Event &a, const Event &b) {
  if (a.thread == b.thread)
    return true;
  const ObjectId object = objectOf(a);
  if (!object.valid() || object != objectOf(b))
    return conflictingAccesses(a.operation.action, b.operation.action, Dependency::EveryConflict);
  const auto writer = [](const Event &e) { return is<Lock>(e) || is<Unlock>(e); };
  const auto reader = [](const Event &e) { return is<ReadLock>(e) || is<ReadUnlock>(e); };
  if (writer(a) || writer(b))
    return true;
  if ((reader(a) && failed(b, false)) || (failed(a, false) && reader(b)))
    return true;
  return areInEitherOrder<SemaphoreWait, SemaphoreWait>(a, b) ||
         areInEitherOrder<SemaphoreWait, SemaphorePost>(a, b) ||
         areInEitherOrder<SemaphoreWait, SemaphoreRead>(a, b) ||
         areInEitherOrder<SemaphorePost, SemaphoreRead>(a, b) ||
         areInEitherOrder<Arrive, Arrive>(a, b);
}

/// Equal for equivalent runs and for no others: the events of each thread, and for each
/// of them which events of the others must come before it. By closure, without clocks.
std::string traceKey(std::span<const Event> events) {
  const std::size_t n = events.size();
  std::vector<std::vector<bool>> before(n, std::vector<bool>(n, false));
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = j; i-- > 0;) {
      if (before[i][j] || !orderMatters(events[i], events[j]))
        continue;
      before[i][j] = true;
      for (std::size_t k = 0; k < i; ++k)
        if (before[k][i])
          before[k][j] = true;
    }
  std::vector<std::size_t> order(n);
  for (std::size_t i = 0; i < n; ++i)
    order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(events[a].thread, events[a].index) <
           std::pair(events[b].thread, events[b].index);
  });
  std::string key;
  for (const std::size_t j : order) {
    const Event &event = events[j];
    key += static_cast<char>(event.thread.index());
    key += static_cast<char>(event.operation.at.index());
    key += static_cast<char>(event.outcome.name);
    key += static_cast<char>(event.operation.action.index());
    for (const std::size_t i : order)
      key += before[i][j] ? '1' : '0';
  }
  return key;
}

bool bothNextRace(const Action &a, const Action &b) {
  bool found = false;
  forEachAccess(a, [&](const MemoryAccess &first) {
    forEachAccess(b, [&](const MemoryAccess &second) {
      found |= first.at.object == second.at.object && first.at.offset == second.at.offset &&
               first.at.exact && second.at.exact &&
               (first.kind != AccessKind::Read || second.kind != AccessKind::Read) &&
               (first.order == MemoryOrder::Plain || second.order == MemoryOrder::Plain);
    });
  });
  return found;
}

/// Happens-before written down as its definition says, without clocks.
/// before[i][j]: event i happens before event j.
class Reference {
public:
  Reference(std::span<const Event> events, HappensBefore::Reading reading)
      : events_(events), strict_(reading == HappensBefore::Reading::Strict),
        before_(events.size(), std::vector<bool>(events.size(), false)) {
    for (std::size_t j = 0; j < events.size(); ++j) {
      for (std::size_t i = 0; i < j; ++i)
        before_[i][j] = synchronises(i, j);
      synchroniseByValue(j);
      for (std::size_t i = j; i-- > 0;)
        if (before_[i][j])
          for (std::size_t k = 0; k < i; ++k)
            if (before_[k][i])
              before_[k][j] = true;
    }
  }

  [[nodiscard]] bool agreesWith(const HappensBefore &happensBefore) const {
    for (std::size_t j = 0; j < events_.size(); ++j)
      for (std::size_t i = 0; i < j; ++i)
        if (before_[i][j] != happensBefore.before(i, j))
          return false;
    return true;
  }

private:
  static bool isSection(const Event &event) {
    return std::holds_alternative<Section>(event.operation.action);
  }
  static bool isSeqCst(const Event &event) {
    const Footprint footprint = footprintOf(event.operation.action);
    return footprint.size == Footprint::Size::One && footprint.access.order == MemoryOrder::SeqCst;
  }
  static bool touches(const Event &event, ObjectId object, bool onlyWrites) {
    bool found = false;
    forEachAccess(event.operation.action, [&](const MemoryAccess &access) {
      found |= access.at.object == object && (!onlyWrites || access.kind != AccessKind::Read);
    });
    return found;
  }

  /// Program order, create, join, what locks, semaphores and barriers order, and conflicting
  /// sections; strictly, failed attempts, looks, and sections and sequentially consistent accesses.
  [[nodiscard]] bool synchronises(std::size_t i, std::size_t j) const {
    const Event &first = events_[i];
    const Event &second = events_[j];
    if (first.thread == second.thread)
      return true;
    if (const auto *create = std::get_if<Create>(&first.operation.action))
      if (create->child == second.thread)
        return true;
    if (const auto *join = std::get_if<Join>(&second.operation.action)) {
      if (join->target == first.thread)
        return true;
      const auto *create = std::get_if<Create>(&first.operation.action);
      return create != nullptr && create->child == join->target;
    }
    if (const ObjectId object = objectOf(first); object.valid())
      return object == objectOf(second) && meet(i, j);
    bool conflicting = false;
    if ((isSection(first) && isSection(second)) ||
        (strict_ && isSection(first) && isSeqCst(second)) ||
        (strict_ && isSeqCst(first) && isSection(second)))
      forEachAccess(second.operation.action, [&](const MemoryAccess &access) {
        conflicting |= touches(first, access.at.object, access.kind == AccessKind::Read);
      });
    return conflicting;
  }

  /// Two operations of one lock, semaphore or barrier.
  [[nodiscard]] bool meet(std::size_t i, std::size_t j) const {
    const Event &first = events_[i];
    const Event &second = events_[j];
    if (is<Unlock>(first) && (is<Lock>(second) || is<ReadLock>(second)))
      return true;
    if (is<ReadUnlock>(first) && is<Lock>(second))
      return true;
    if (is<SemaphorePost>(first) && is<SemaphoreWait>(second))
      return true;
    if (const auto *pass = std::get_if<Pass>(&second.operation.action); pass && is<Arrive>(first)) {
      std::uint32_t number = 0;
      for (std::size_t k = 0; k < i; ++k)
        number += is<Arrive>(events_[k]) && objectOf(events_[k]) == pass->barrier ? 1 : 0;
      return number >= pass->first && number - pass->first < pass->count;
    }
    if (!strict_)
      return false;
    if (is<FailedTryLock>(second) && !is<FailedTryLock>(first))
      return true;
    if (is<FailedTryLock>(first) && (is<Unlock>(second) || is<ReadUnlock>(second)))
      return true;
    if (is<SemaphoreRead>(second) && !is<SemaphoreRead>(first))
      return true;
    const auto *look = std::get_if<SemaphoreRead>(&first.operation.action);
    return look != nullptr && look->failedWait && is<SemaphorePost>(second);
  }

  static bool acquires(MemoryOrder order) {
    return order == MemoryOrder::Acquire || order == MemoryOrder::AcquireRelease ||
           order == MemoryOrder::SeqCst;
  }
  static bool releases(MemoryOrder order) {
    return order == MemoryOrder::Release || order == MemoryOrder::AcquireRelease ||
           order == MemoryOrder::SeqCst;
  }

  /// An acquire, or a fence that comes after a read in its thread, follows what the read finds
  /// released.
  void synchroniseByValue(std::size_t j) {
    if (const auto *fence = std::get_if<Fence>(&events_[j].operation.action)) {
      for (std::size_t read = 0; read < j && acquires(fence->order); ++read)
        if (events_[read].thread == events_[j].thread)
          forEachAccess(events_[read].operation.action, [&](const MemoryAccess &access) {
            if (isAtomic(access))
              synchroniseByRead(read, access, j);
          });
      return;
    }
    forEachAccess(events_[j].operation.action, [&](const MemoryAccess &access) {
      if (acquires(access.order))
        synchroniseByRead(j, access, j);
    });
  }

  /// What heads the release sequence of the write that the access at `read` reads from comes
  /// before the event at `j`: a write that is a release, and the fence before that write, if there
  /// is one. Between the head and the write that is read there are only updates and, by C11, which
  /// is the strict reading, writes by the thread of the head. A section updates whatever it writes.
  void synchroniseByRead(std::size_t read, const MemoryAccess &access, std::size_t j) {
    if (access.kind == AccessKind::Write && !isSection(events_[read]))
      return;
    std::vector<ThreadId> writers; // of what is no update
    for (std::size_t i = read; i-- > 0;) {
      if (!touches(events_[i], access.at.object, true))
        continue;
      const auto isHead = [&] {
        return std::all_of(writers.begin(), writers.end(),
                           [&](ThreadId writer) { return writer == events_[i].thread; });
      };
      bool update = false;
      bool atomic = false;
      forEachAccess(events_[i].operation.action, [&](const MemoryAccess &write) {
        if (write.at.object != access.at.object || write.kind == AccessKind::Read)
          return;
        if (releases(write.order) && isHead())
          before_[i][j] = true;
        atomic |= isAtomic(write);
        update |= write.kind == AccessKind::ReadWrite || isSection(events_[i]);
      });
      for (std::size_t k = 0; k < i && atomic && isHead(); ++k) {
        const auto *fence = std::get_if<Fence>(&events_[k].operation.action);
        if (fence && events_[k].thread == events_[i].thread && releases(fence->order))
          before_[k][j] = true;
      }
      if (!atomic || (!update && !strict_))
        return;
      if (!update)
        writers.push_back(events_[i].thread);
    }
  }

  std::span<const Event> events_;
  bool strict_;
  std::vector<std::vector<bool>> before_;
};

bool isExact(const Event &event) {
  bool exact = true;
  forEachAccess(event.operation.action,
                [&](const MemoryAccess &access) { exact &= access.at.exact; });
  return exact;
}

/// Runs a script step by step and keeps happens-before along.
class Walker {
public:
  Walker(const Script &script, Waiting waiting, Indices indices)
      : machine(script, waiting, indices) {
    RW_CHECK(machine.restart());
  }

  ScriptedMachine machine;
  Run run;
  HappensBefore happensBefore{run};
  HappensBefore loose{run, HappensBefore::Reading::Loose};
  std::set<RacingPair> races;
  bool ambiguous = false;

  Event peek(ThreadId thread, Outcome outcome) {
    return {thread, run.nextIndexOf(thread), outcome, machine.next(thread, outcome)};
  }
  void step(const Event &event) {
    RW_CHECK(machine.step(event.thread, event.outcome));
    run.push(event);
    happensBefore.extend();
    loose.extend();
    const auto found = racesBy(happensBefore);
    for (const std::uint32_t at : found)
      races.insert(racingPair(run[at], event));
    for (const std::uint32_t at : racesBy(loose))
      ambiguous |= std::find(found.begin(), found.end(), at) == found.end();
  }
  std::vector<std::uint32_t> racesBy(HappensBefore &order) {
    std::vector<std::uint32_t> found;
    order.racesOf(run.size() - 1, found);
    const Event &last = run[run.size() - 1];
    std::erase_if(found, [&](std::uint32_t at) {
      return !(isExact(run[at]) && isExact(last)) && !*machine.canOverlap(run[at], last);
    });
    return found;
  }
  std::vector<ThreadId> enabled() {
    const auto threads = machine.enabled();
    return {threads.begin(), threads.end()};
  }
  std::vector<Outcome> outcomes(ThreadId thread) {
    const auto list = machine.outcomes(thread);
    return {list->begin(), list->end()};
  }
};

class BruteForce {
public:
  BruteForce(const Script &script, std::uint64_t limit, Waiting waiting, Indices indices)
      : walker_(script, waiting, indices), limit_(limit), busy_(waiting == Waiting::Busy) {}

  std::optional<Truth> run() {
    visit();
    if (truth_.interleavings > limit_)
      return std::nullopt;
    truth_.traces = keys_.size();
    truth_.races = walker_.races;
    truth_.ambiguous = walker_.ambiguous;
    return truth_;
  }

private:
  /// All that can be done here; not what was tried in this very state of the run before.
  std::vector<Event> steps(const std::string &state) {
    std::vector<Event> all;
    for (const ThreadId thread : walker_.enabled())
      for (const Outcome outcome : walker_.outcomes(thread))
        if (!busy_ || !tried_.contains({thread, outcome, state}))
          all.push_back(walker_.peek(thread, outcome));
    return all;
  }

  void visit() {
    const std::string state = walker_.machine.state();
    const auto next = steps(state);
    for (const Event &a : next)
      for (const Event &b : next)
        if (a.thread < b.thread && bothNextRace(a.operation.action, b.operation.action))
          truth_.coenabledRaces.insert(racingPair(a, b));
    if (next.empty()) {
      if (++truth_.interleavings > limit_)
        return;
      if (keys_.insert(traceKey(walker_.run.events())).second)
        truth_.happensBeforeIsRight &=
            agrees(HappensBefore::Reading::Strict, walker_.happensBefore) &&
            agrees(HappensBefore::Reading::Loose, walker_.loose);
      truth_.finalStates.insert(state);
      // With nothing new to try, whoever can still move waits for ever.
      if (walker_.machine.deadlocked() || !walker_.enabled().empty())
        truth_.deadlocks.insert(state);
      return;
    }
    const MarkId mark = walker_.machine.mark();
    for (const Event &step : next) {
      const bool once = busy_ && walker_.machine.mayChangeNothing(step.thread, step.outcome);
      if (once)
        tried_.insert({step.thread, step.outcome, state});
      walker_.step(step);
      visit();
      walker_.run.pop();
      RW_CHECK(walker_.machine.rewind(mark));
      if (once)
        tried_.erase({step.thread, step.outcome, state});
      if (truth_.interleavings > limit_)
        return;
    }
  }

  bool agrees(HappensBefore::Reading reading, const HappensBefore &order) const {
    return Reference(walker_.run.events(), reading).agreesWith(order);
  }

  Walker walker_;
  std::uint64_t limit_;
  bool busy_;
  Truth truth_;
  std::set<std::tuple<ThreadId, Outcome, std::string>> tried_;
  std::unordered_set<std::string> keys_;
};

class SleepSearch {
public:
  SleepSearch(const Script &script, std::uint64_t limit)
      : walker_(script, Waiting::Asleep, Indices::Ranges), limit_(limit) {}

  std::optional<SleepTruth> run() {
    visit({});
    if (truth_.traces + truth_.blocked > limit_)
      return std::nullopt;
    truth_.races = walker_.races;
    truth_.ambiguous = walker_.ambiguous;
    return truth_;
  }

private:
  void visit(std::vector<Event> sleep) {
    const auto enabled = walker_.enabled();
    if (enabled.empty()) {
      ++truth_.traces;
      const std::string state = walker_.machine.state();
      truth_.finalStates.insert(state);
      if (walker_.machine.deadlocked())
        truth_.deadlocks.insert(state);
      return;
    }
    const MarkId mark = walker_.machine.mark();
    bool moved = false;
    for (const ThreadId thread : enabled)
      for (const Outcome outcome : walker_.outcomes(thread)) {
        const Event step = walker_.peek(thread, outcome);
        if (std::find(sleep.begin(), sleep.end(), step) != sleep.end())
          continue;
        moved = true;
        std::vector<Event> below;
        for (const Event &entry : sleep)
          if (!orderMatters(entry, step))
            below.push_back(entry);
        walker_.step(step);
        visit(std::move(below));
        walker_.run.pop();
        RW_CHECK(walker_.machine.rewind(mark));
        if (truth_.traces + truth_.blocked > limit_)
          return;
        sleep.push_back(step);
      }
    truth_.blocked += moved ? 0 : 1;
  }

  Walker walker_;
  std::uint64_t limit_;
  SleepTruth truth_;
};

} // namespace

std::optional<Truth> bruteForce(const Script &script, std::uint64_t limit, Waiting waiting,
                                Indices indices) {
  return BruteForce(script, limit, waiting, indices).run();
}

std::optional<SleepTruth> sleepSetSearch(const Script &script, std::uint64_t limit) {
  return SleepSearch(script, limit).run();
}

} // namespace raceward::test
