#include "raceward/native/NativeMachine.h"

#include "FailureOf.h"
#include "raceward/base/Check.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace raceward {

namespace {

/// A single difference may come from outside; a difference in three attempts is a divergence.
constexpr int kTries = 3;
constexpr std::array<Outcome, 1> kOnlyOutcome{};

rw_forced anyStepOf(std::uint8_t thread) {
  return {thread, RW_EV_NONE, 0, 0, 0};
}

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
                  "see what `raceward run` can do in docs/develop/native-runtime.md");
    counters_.events += run->events.size();
    counters_.switches += run->switches;
    noteUnseen(*run);
    const double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    counters_.seconds += seconds;
    counters_.longest = std::max(counters_.longest, seconds);
    const bool isShort = run->events.size() < order.forced.size();
    if (run->state != RW_DIVERGED && !isShort)
      return run;
    if (run->stopped) {
      wasStopped_ = true;
      return fail(Error::Kind::Resource, "the time limit was reached");
    }
    if (tries == kTries) {
      divergence_ = !run->words.empty() ? readableWords(run->words, server_)
                    : run->timedOut     ? "a repeated run does not end within the time limit"
                                        : "a repeated run ends before the steps of the earlier one";
      return fail(Error::Kind::Input, "a run cannot be repeated: " + *divergence_);
    }
  }
}

void NativeMachine::noteUnseen(const Execution &run) {
  for (const UnseenPart &part : run.unseen)
    if (std::ranges::none_of(
            unseen_, [&](const UnseenPart &known) { return known.address == part.address; }))
      unseen_.push_back(part);
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
      return fail(Error::Kind::Internal, "a schedule names a thread that was never created");
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

/// A run that repeats the steps that led here, and then the next step of the thread.
Result<Execution> NativeMachine::deviated(ThreadId thread) {
  ScheduleOrder order;
  order.mostEvents = mostEvents_;
  order.forced.reserve(cursor_ + 1);
  for (std::size_t i = 0; i < cursor_; ++i)
    order.forced.push_back(forcedAt(i));
  const std::optional<std::uint8_t> number = numberOf(thread);
  if (!number)
    return diverged("a thread is gone");
  order.forced.push_back(anyStepOf(*number));
  // A search that skips a thread has seen what it leads to, and will skip it again.
  for (const ThreadId earlier : enabled())
    if (earlier < thread)
      order.avoided |= std::uint64_t{1} << *numberOf(earlier);
  return execute(order);
}

Result<void> NativeMachine::step(ThreadId t, Outcome /*outcome*/) {
  threadsKnown_ = false;
  if (cursor_ < steps_.size() && steps_[cursor_].thread == t) {
    ++cursor_;
    return {};
  }
  const std::vector<Standing> before = standings();
  if (triedAt_ == Place{cursor_, t}) {
    take(std::move(tried_));
  } else {
    Result<Execution> run = deviated(t);
    if (!run)
      return fail(run.error());
    take(std::move(*run));
  }
  if (cursor_ >= steps_.size() || steps_[cursor_].thread != t)
    return diverged("a run has not taken the step that was ordered");
  if (Result<void> same = checkStandings(before); !same)
    return same;
  ++cursor_;
  return {};
}

Unexpected NativeMachine::diverged(std::string why) {
  divergence_ = std::move(why);
  return fail(Error::Kind::Input, "a run cannot be repeated: " + *divergence_);
}

/// External input may differ from run to run without a divergence. Of an open step only the place
/// counts: its operation depends on the rest of the log.
std::vector<NativeMachine::Standing> NativeMachine::standings() const {
  std::vector<Standing> all;
  const std::uint64_t mask = cursor_ < steps_.size()
                                 ? execution_.events[steps_[cursor_].event].enabled
                                 : execution_.enabled;
  for (std::size_t number = 0; number < threads_.size(); ++number) {
    const NativeStep *step = nextStepOf(threads_[number]);
    if (step == nullptr || step->isOutside)
      continue;
    const Operation known = step->isOpen ? Operation{Local{}, step->operation.at} : step->operation;
    all.push_back({static_cast<std::uint8_t>(number), known, (mask >> number & 1) != 0});
  }
  return all;
}

/// The same schedule so far must have led to the same state.
Result<void> NativeMachine::checkStandings(const std::vector<Standing> &before) {
  const std::vector<Standing> now = standings();
  if (now == before)
    return {};
  std::uint32_t thread = 0;
  for (std::size_t i = 0; i < std::max(now.size(), before.size()); ++i)
    if (i >= now.size() || i >= before.size() || now[i] != before[i]) {
      thread = i < before.size() ? before[i].number : now[i].number;
      break;
    }
  return diverged("after " + std::to_string(cursor_) + " equal steps thread " +
                  std::to_string(thread) + " is at another place than in the run before");
}

void NativeMachine::take(Execution execution) {
  if (const std::optional<NativeFailure> failure = failureOf(execution, server_))
    addFailure(*failure, failures_);
  execution_ = std::move(execution);
  hasExecution_ = true;
  triedAt_.reset();
  threadsKnown_ = false;
  decode();
}

MarkId NativeMachine::mark() {
  return MarkId(cursor_);
}

Result<void> NativeMachine::rewind(MarkId mark) {
  cursor_ = mark.index();
  threadsKnown_ = false;
  return {};
}

// --- Threads -------------------------------------------------------------------------------

std::optional<std::uint8_t> NativeMachine::numberOf(ThreadId thread) const {
  const auto at = std::find(threads_.begin(), threads_.end(), thread);
  if (at == threads_.end())
    return std::nullopt;
  return static_cast<std::uint8_t>(at - threads_.begin());
}

/// Its next step in the log from here on, or its pending step at the end.
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

/// There is exactly one. An open step is resolved here, which may cost a run.
Result<std::span<const Outcome>> NativeMachine::outcomes(ThreadId t) {
  const NativeStep *step = nextStepOf(t);
  if (step == nullptr)
    return diverged("a thread has no next step, but had one in an earlier run");
  const bool isLogged = cursor_ < steps_.size() && steps_[cursor_].thread == t;
  if (!isLogged && step->isOpen && triedAt_ != Place{cursor_, t}) {
    const std::size_t event =
        cursor_ < steps_.size() ? steps_[cursor_].event : execution_.events.size();
    Result<Execution> run = deviated(t);
    if (!run)
      return fail(run.error());
    tried_ = std::move(*run);
    if (event >= tried_.events.size())
      return diverged("a run has not taken the step that was ordered");
    triedOperation_ = stepOf(t, tried_.events, event).operation;
    triedAt_ = Place{cursor_, t};
  }
  return std::span<const Outcome>(kOnlyOutcome);
}

std::optional<ThreadId> NativeMachine::logged() const {
  if (cursor_ == steps_.size())
    return std::nullopt;
  return steps_[cursor_].thread;
}

} // namespace raceward
