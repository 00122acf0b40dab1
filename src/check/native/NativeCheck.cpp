#include "raceward/check/NativeCheck.h"

#include "GuideNative.h"
#include "NativeEvidence.h"
#include "Preemptions.h"
#include "UnseenGaps.h"
#include "raceward/base/Deadline.h"
#include "raceward/base/Text.h"
#include "raceward/explore/RunWatcher.h"
#include "request/SearchSetup.h"

#include <algorithm>
#include <chrono>
#include <set>

namespace raceward {

namespace {

/// A search keeps a node for each event; longer runs are only sampled.
constexpr std::uint64_t kLongestToSearch = 20'000;
/// Events that Auto searches before it samples, and then searches without this bound.
constexpr std::uint64_t kEventsBeforeTrying = 20'000;
constexpr std::uint64_t kTriedBetween = 50;
/// Probability of a switch per step of a random run, in permille.
constexpr std::array<std::uint32_t, 4> kSwitchPermille{1000, 300, 100, 20};
constexpr std::uint32_t kDeepest = 5;
/// After the time limit, for a run that is in progress.
constexpr double kGraceSeconds = 0.5;
constexpr std::size_t kMostBitcodeForTelling = std::size_t{1} << 20;

std::vector<std::uint8_t> scheduleOf(const Execution &run, std::size_t steps) {
  std::vector<std::uint8_t> threads;
  for (std::size_t i = 0; i < run.events.size() && threads.size() < steps; ++i)
    if (i == 0 || (run.events[i - 1].flags & RW_MORE) == 0)
      threads.push_back(run.events[i].thread);
  return threads;
}

ScheduleOrder ordered(rw_policy policy) {
  ScheduleOrder order;
  order.policy = policy;
  return order;
}

ScheduleOrder forcedBy(const std::vector<std::uint8_t> &schedule) {
  ScheduleOrder order;
  for (const std::uint8_t thread : schedule)
    order.forced.push_back({thread, RW_EV_NONE, 0, 0, 0});
  return order;
}

/// The same steps on the same memory in the same order.
bool isSameRun(const std::vector<rw_event> &a, const std::vector<rw_event> &b) {
  return std::ranges::equal(a, b, [](const rw_event &one, const rw_event &other) {
    return one.kind == other.kind && one.thread == other.thread && one.site == other.site &&
           one.address == other.address && one.bytes == other.bytes;
  });
}

Gap gapOf(const NativeFailure &failure) {
  const std::string runs = " (in " + counted(failure.runs, "run") + ")";
  switch (failure.kind) {
  case NativeFailure::Kind::Crash:
  case NativeFailure::Kind::Deadlock:
    return {GapKind::BadExecution, failure.words + runs, failure.at,
            "what would come after it was not seen; see it happen with --schedule"};
  case NativeFailure::Kind::TimeLimit:
    return {GapKind::TimeLimit, failure.words + runs, {}, "raise --run-time or --time-limit"};
  case NativeFailure::Kind::TooLong:
    return {GapKind::Bound, failure.words + runs, {}, "raise --log-size, or give less input"};
  case NativeFailure::Kind::Refused:
    break;
  }
  return {GapKind::Bound, failure.words + runs, {}, {}};
}

/// A check of the real program. NativeMachine executes it; this class chooses the schedules.
///
/// The first run shows that the program works and how long it is. Then a strategy is used: a search
/// (partial-order reduction over real runs), random runs, random priorities, or all schedules with
/// few preemptions. `Auto` alternates between a search and random runs if the runs are short.
/// RunWatcher finds the races of single runs.
///
/// Invariants: a race that is reported with its run was executed again under its schedule
/// (nativeConviction); "every schedule" is claimed only if the search was exhausted, no run was cut
/// or diverged, nothing unseen was executed, and a repetition of the last run was equal. Even then
/// the verdict is not race-free: only one input was executed (rule R12).
class NativeCheck {
public:
  NativeCheck(const NativeRequest &request, const CheckEvents &events, ProgramServer &server)
      : request_(request), events_(events),
        machine_(server, request.command.mostLogged - RW_MOST_THREADS, request.model) {}

  Result<NativeResult> run() {
    // A grace period lets short runs finish, so that their races are not lost.
    machine_.endRunsIn(request_.seconds + kGraceSeconds);
    const Result<void> done = choose();
    if (!done && !machine_.divergence() && !machine_.wasStopped())
      return fail(done.error());
    if (machine_.wasStopped())
      gaps_.push_back({GapKind::TimeLimit,
                       "a run was in progress at the time limit",
                       {},
                       "raise --time-limit"});
    if (machine_.divergence())
      gaps_.push_back({GapKind::Diverged,
                       "a run cannot be repeated: " + *machine_.divergence(),
                       {},
                       "give every run the same start: --reset, --private"});
    unseen_ = unseenIn(machine_);
    // An unseen operation may be a step that another schedule needs.
    everySchedule_ = everySchedule_ && unseen_.empty();
    tell();
    return finish();
  }

private:
  [[nodiscard]] double secondsLeft() const { return deadline_.secondsLeft(); }
  [[nodiscard]] bool isCancelled() const { return events_.cancelled && events_.cancelled(); }
  [[nodiscard]] bool hasRace() const { return !races_.empty(); }
  [[nodiscard]] bool isEnough() const {
    return (hasRace() && !request_.allRaces) || secondsLeft() <= 0 || isCancelled() ||
           result_.runs >= request_.mostRuns;
  }

  Result<void> choose() {
    if (!request_.schedule.empty())
      return follow(request_.schedule);
    // Every strategy needs to know that the program runs, and how long its runs are.
    if (const Result<void> first = tryOnce(ordered(RW_CONTINUE)); !first || isEnough())
      return first;
    if (request_.pruning != Pruning::None)
      learn(Told::Yes);
    const bool isLong = result_.longestRun > kLongestToSearch;
    switch (request_.strategy) {
    case NativeStrategy::Search:
      return search(UINT64_MAX, request_.mostRuns);
    case NativeStrategy::Random:
    case NativeStrategy::Priorities:
      return tryRandomly(request_.mostRuns);
    case NativeStrategy::Preemptions:
      return tryPreemptions();
    case NativeStrategy::Auto:
      break;
    }
    if (isLong)
      return tryRandomly(request_.mostRuns);
    if (const Result<void> first = search(kEventsBeforeTrying, request_.mostRuns);
        !first || everySchedule_ || isEnough())
      return first;
    if (const Result<void> tried = tryRandomly(result_.runs + kTriedBetween); !tried || isEnough())
      return tried;
    return search(UINT64_MAX, request_.mostRuns);
  }

  /// Without the results of provers nothing is pruned: that only costs time.
  enum class Told : bool { No, Yes };
  void learn(Told told) {
    if (events_.onProgress)
      events_.onProgress("proving what cannot race");
    Result<std::unique_ptr<ProgramKnowledge>> known = ProgramKnowledge::from(machine_.program());
    if (known) {
      knowledge_ = std::move(*known);
      knowledge_->guide(machine_);
    } else if (told == Told::Yes && events_.onWarnings) {
      events_.onWarnings("raceward: note: nothing is pruned: " + known.error().message + "\n");
    }
  }

  /// Small enough that running the provers pays off for a shorter report.
  [[nodiscard]] bool isSmall() const {
    std::size_t bytes = 0;
    for (const std::string &piece : machine_.program().bitcode())
      bytes += piece.size();
    return bytes <= kMostBitcodeForTelling;
  }

  // --- Single runs --------------------------------------------------------------------------

  Result<void> watch() {
    result_.longestRun = std::max<std::uint64_t>(result_.longestRun, machine_.length());
    ++result_.runs;
    tick();
    const Result<void> watched = watcher_.watch(
        machine_, [&] { return machine_.logged(); },
        request_.allRaces ? RunWatcher::Until::EndOfRun : RunWatcher::Until::FirstRace,
        [&] { return secondsLeft() <= 0 || isCancelled(); });
    if (!watched)
      return watched;
    if (watcher_.firstRace())
      addRace(*watcher_.firstRace(), nullptr);
    for (const RaceRun &later : watcher_.laterRaces())
      addRace(later.run, &later.pair);
    isAmbiguous_ |= watcher_.ambiguous();
    return {};
  }

  Result<void> tryOnce(ScheduleOrder order) {
    order.mostEvents = request_.command.mostLogged - RW_MOST_THREADS;
    if (const Result<void> begun = machine_.begin(order); !begun)
      return begun;
    return watch();
  }

  /// Switches at other sites make no difference to the remaining suspects.
  void markSuspects() {
    if (marks_ || !isSmall())
      return;
    if (!knowledge_)
      learn(Told::No);
    if (!knowledge_)
      return;
    std::vector<std::uint8_t> marks;
    for (std::uint32_t site = 1; site <= machine_.program().sites().size(); ++site)
      marks.push_back(knowledge_->isHarmless(site) ? 0 : 1);
    marks_ = std::make_shared<const std::vector<std::uint8_t>>(std::move(marks));
  }

  Result<void> tryRandomly(std::uint64_t mostRuns) {
    markSuspects();
    for (; !isEnough() && result_.runs < mostRuns; ++tried_) {
      ScheduleOrder order;
      order.seed = request_.seed + tried_;
      order.length = result_.longestRun;
      order.marks = marks_;
      const bool byPriority = request_.strategy == NativeStrategy::Priorities ||
                              (request_.strategy == NativeStrategy::Auto && tried_ % 2 == 1);
      order.policy = byPriority ? RW_PRIORITY : RW_RANDOM;
      order.depth = 1 + static_cast<std::uint32_t>(tried_ / 2 % kDeepest);
      order.switchPermille = kSwitchPermille[tried_ / 2 % kSwitchPermille.size()];
      if (const Result<void> tried = tryOnce(order); !tried)
        return tried;
    }
    return {};
  }

  Result<void> tryPreemptions() {
    Preemptions schedules(request_.preemptions);
    schedules.add({}, machine_.execution());
    while (std::optional<std::vector<rw_change>> changes = schedules.next()) {
      if (isEnough())
        return {};
      ScheduleOrder order = ordered(RW_CONTINUE);
      order.changes = *changes;
      if (const Result<void> tried = tryOnce(order); !tried)
        return tried;
      schedules.add(*changes, machine_.execution());
    }
    exhausted_ =
        "all schedules with at most " + counted(request_.preemptions, "preemption") + " were run";
    return {};
  }

  Result<void> follow(const std::vector<std::uint8_t> &schedule) {
    const ScheduleOrder order = forcedBy(schedule);
    if (const Result<void> first = tryOnce(order); !first)
      return first;
    const std::vector<rw_event> before = machine_.execution().events;
    for (std::uint64_t i = 1; i < request_.repeats && secondsLeft() > 0 && !isCancelled(); ++i) {
      if (const Result<void> again = tryOnce(order); !again)
        return again;
      if (!isSameRun(before, machine_.execution().events)) {
        gaps_.push_back(
            {GapKind::Diverged,
             "run " + std::to_string(i + 1) + " differs from the first under the same schedule",
             {},
             "give every run the same start: --reset, --private"});
        return {};
      }
      ++equalRuns_;
    }
    return {};
  }

  // --- Search -------------------------------------------------------------------------------

  Result<void> search(std::uint64_t mostEvents, std::uint64_t mostRuns) {
    SearchOptions options;
    options.reduction = request_.reduction;
    options.pruning = knowledge_ ? request_.pruning : Pruning::None;
    options.question = request_.allRaces ? Question::Everything : Question::AnyRace;
    options.bounds.events = mostEvents;
    options.bounds.runs = mostRuns - std::min(mostRuns, result_.runs);
    options.bounds.eventsPerRun = request_.mostEventsPerRun;
    options.bounds.time = nanosecondsFrom(secondsLeft());
    options.enough = [this] { return isCancelled(); };
    options.onProgress = [this](const Progress &progress) {
      if (events_.onProgress)
        events_.onProgress(progressWords(progress));
      tick();
    };
    ScheduleOrder first = ordered(RW_LOWEST);
    first.mostEvents = request_.mostEventsPerRun + 1;
    if (const Result<void> begun = machine_.begin(first); !begun)
      return begun;
    const Result<SearchResult> found = explore(machine_, options);
    if (!found)
      return fail(found.error());
    result_.search = found->counters;
    result_.runs += found->counters.runs + found->counters.blockedRuns;
    ended_ = found->ended;
    everySchedule_ = found->exhausted() && !wasCut();
    isAmbiguous_ |= found->ambiguousOrder;
    if (found->firstRace)
      addRace(*found->firstRace, nullptr);
    for (const RaceRun &later : found->laterRaces)
      addRace(later.run, &later.pair);
    for (const RacingPair &pair : found->races)
      otherPairs_.insert(pair);
    // At the end: a divergence does not invalidate races that were executed.
    return everySchedule_ ? repeatLast() : Result<void>();
  }

  /// A program whose runs grow may diverge after the last place where runs were compared: the last
  /// run is repeated under the same schedule to its end.
  Result<void> repeatLast() {
    const std::vector<rw_event> before = machine_.execution().events;
    ScheduleOrder order = forcedBy(scheduleOf(machine_.execution(), machine_.length()));
    order.mostEvents = request_.mostEventsPerRun + 1;
    const Result<void> again = machine_.begin(order);
    everySchedule_ = again && isSameRun(before, machine_.execution().events);
    if (!again || everySchedule_)
      return again;
    gaps_.push_back({GapKind::Diverged,
                     "a run differs from the one before under the same schedule",
                     {},
                     "give every run the same start: --reset, --private"});
    return {};
  }

  /// The part of a run after a cut is unknown.
  [[nodiscard]] bool wasCut() const {
    return std::ranges::any_of(machine_.failures(), [](const NativeFailure &failure) {
      return failure.kind != NativeFailure::Kind::Crash &&
             failure.kind != NativeFailure::Kind::Deadlock;
    });
  }

  /// Timed calls give up only when no other thread can continue: that is one schedule of many.
  [[nodiscard]] bool hasTimedCalls() const {
    return std::ranges::any_of(machine_.program().sites(), [](const NativeSite &site) {
      return site.callee.find("timed") != std::string::npos ||
             site.callee.find("clockwait") != std::string::npos ||
             site.callee.find("clocklock") != std::string::npos;
    });
  }

  void tick() {
    if (events_.onTick)
      events_.onTick(0);
  }

  // --- What was found -------------------------------------------------------------------------

  void addRace(const Trace &run, const RacingPair *pair) {
    const RacingPair racing = pair != nullptr ? *pair : RacingPair{};
    if (pair != nullptr && !known_.insert(placesOf(racing)).second)
      return;
    if (pair == nullptr && hasRace())
      return;
    races_.push_back({racing, run});
    hasPair_.push_back(pair != nullptr);
  }

  /// A race is reported even after the time limit: it gets at least this many seconds.
  Result<Conviction> convictionOf(std::size_t race, double atLeast, const HarmlessSites &harmless) {
    machine_.endRunsIn(std::max(secondsLeft(), atLeast));
    return nativeConviction(machine_, races_[race].run,
                            hasPair_[race] ? &races_[race].pair : nullptr, harmless);
  }

  void tell() {
    Ledger &ledger = result_.check.ledger;
    std::set<RacePlaces> told;
    HarmlessSites harmless;
    if (!races_.empty() && !knowledge_ && isSmall())
      learn(Told::No);
    if (knowledge_)
      harmless = [this](std::uint32_t site) { return knowledge_->isHarmless(site); };
    for (std::size_t i = 0; i < races_.size(); ++i) {
      Result<Conviction> race = convictionOf(i, kGraceSeconds, harmless);
      if (!race && machine_.wasStopped())
        race = convictionOf(i, machine_.counters().longest + kGraceSeconds, harmless);
      if (!race) {
        gaps_.push_back({GapKind::Diverged, race.error().message, {}, {}});
        continue;
      }
      if (!told.insert(std::minmax(PositionId(race->first.id.index()),
                                   PositionId(race->second.id.index())))
               .second)
        continue;
      if (result_.schedule.empty())
        result_.schedule = scheduleOf(machine_.execution(), machine_.forcedSteps());
      race->native = {Confirmation::Answer::Confirmed, "this run is one of the program itself"};
      if (const std::string doubt = doubtAbout(unseen_); !doubt.empty())
        race->native.words += "; " + doubt;
      ledger.convictions.push_back(std::move(*race));
    }
    for (const RacingPair &pair : otherPairs_)
      if (told.insert(placesOf(pair)).second)
        ledger.convictions.push_back(
            {nativeSiteAt(machine_, pair.first.at), nativeSiteAt(machine_, pair.second.at),
             machine_.nameOf(pair.first.thread), machine_.nameOf(pair.second.thread)});
  }

  [[nodiscard]] std::string covered() const {
    if (equalRuns_ > 0)
      return counted(equalRuns_ + 1, "run") + " under this schedule were equal, step by step";
    if (everySchedule_ && knowledge_ && request_.pruning == Pruning::Published)
      return "schedules of this input were run that the published rule does not prune, which may "
             "lose races";
    if (everySchedule_ && hasTimedCalls())
      return "every schedule of this input was run in which timed calls give up when no other "
             "thread can go on";
    if (everySchedule_)
      return "every schedule of this input was run";
    if (!exhausted_.empty() && unseen_.empty())
      return exhausted_;
    return counted(result_.runs, "schedule") + " of this input " +
           (result_.runs == 1 ? "was" : "were") + " run";
  }

  NativeResult finish() {
    EngineRecord record{"native", 0, std::move(gaps_), true, {}};
    for (const NativeFailure &failure : machine_.failures()) {
      record.gaps.push_back(gapOf(failure));
      if (result_.schedule.empty())
        result_.schedule = failure.schedule;
    }
    if (result_.schedule.empty())
      result_.schedule = scheduleOf(machine_.execution(), machine_.length());
    for (Gap &gap : gapsOf(unseen_))
      record.gaps.push_back(std::move(gap));
    if (isAmbiguous_)
      record.gaps.push_back({GapKind::AmbiguousOrder,
                             "two accesses are ordered only by what standards leave open, such as "
                             "a failing trylock",
                             {},
                             "order them by a mutex that both take with pthread_mutex_lock"});
    record.gaps.push_back({GapKind::OneInput,
                           covered() + ", and no race was seen; other inputs may do more",
                           {},
                           "run it with other inputs, or let `raceward check` see all of them"});
    result_.failures = machine_.failures();
    result_.counters = machine_.counters();
    CheckResult &check = result_.check;
    if (isCancelled())
      check.ledger.interruptions.push_back({GapKind::Interrupted, "stopped by the user", {}, {}});
    check.ledger.engines.push_back(std::move(record));
    check.ledger.closed = true;
    check.model = request_.model;
    check.scope = "this input, " + std::string(everySchedule_ ? "all schedules" : "some schedules");
    ExplorationStats stats;
    stats.ended = toString(ended_);
    stats.runs = result_.search.runs;
    stats.blockedRuns = result_.search.blockedRuns;
    stats.huntedRuns = result_.runs - stats.runs - stats.blockedRuns;
    stats.events = result_.counters.events;
    stats.pruningChecks = result_.search.pruningChecks;
    stats.pruningYes = result_.search.pruningYes;
    stats.pruningSkipped = result_.search.pruningSkipped;
    stats.seconds = deadline_.secondsSpent();
    check.stats.exploration = stats;
    check.stats.wallSeconds = stats.seconds;
    return std::move(result_);
  }

  const NativeRequest &request_;
  const CheckEvents &events_;
  NativeMachine machine_;
  std::unique_ptr<ProgramKnowledge> knowledge_;
  RunWatcher watcher_;
  Deadline deadline_{request_.seconds};
  std::uint64_t tried_ = 0; ///< number of random runs
  std::uint64_t equalRuns_ = 0;
  std::shared_ptr<const std::vector<std::uint8_t>> marks_; ///< which sites have open suspects
  SearchEnd ended_ = SearchEnd::RunBound;
  bool everySchedule_ = false;
  std::string exhausted_; ///< the part that was exhausted, if not everything
  bool isAmbiguous_ = false;
  std::vector<RaceRun> races_;
  std::vector<bool>
      hasPair_; ///< per race: whether its pair is known, otherwise any race at the end of the run
  std::set<RacePlaces> known_;
  std::set<RacingPair> otherPairs_;
  std::vector<Gap> gaps_;
  std::vector<Unseen> unseen_;
  NativeResult result_;
};

} // namespace

Result<NativeResult> runNatively(const NativeRequest &request, const CheckEvents &events) {
  if (events.onProgress)
    events.onProgress("starting the program");
  Result<std::unique_ptr<ProgramServer>> server = ProgramServer::start(request.command);
  if (!server)
    return fail(server.error());
  return NativeCheck(request, events, **server).run();
}

} // namespace raceward
