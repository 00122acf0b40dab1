#include "raceward/check/ScheduleExplorer.h"

#include "AllAccesses.h"
#include "DrawnInputs.h"
#include "GuideMachine.h"
#include "HuntNews.h"
#include "HuntedStops.h"
#include "ProgramTexts.h"
#include "distribute/ExploreInItems.h"
#include "evidence/RaceHarm.h"
#include "evidence/RaceReplay.h"
#include "evidence/ValueWatch.h"
#include "raceward/base/Deadline.h"
#include "raceward/base/Text.h"
#include "raceward/explore/Hunt.h"
#include "request/SearchSetup.h"

#include <algorithm>
#include <limits>
#include <set>

namespace raceward {

namespace {

constexpr std::uint64_t kEventsBeforeHunting = 5'000;
constexpr std::uint64_t kRunsHunted = 200;
constexpr std::uint64_t kEventsPerHuntedRun = 20'000;
/// What an event costs, in accesses that are none.
constexpr std::uint64_t kQuietAccessesPerEvent = 64;
/// More of them are many.
constexpr std::uint64_t kRunsPerCutOne = 8;
/// Of one run, as long as each shows that more memory is shared.
constexpr unsigned kMostRepeats = 3;
constexpr double kMostSecondsBefore = 2;
/// The machine stops this many seconds after the search: what it does then is not looked at.
constexpr double kGrace = 0.1;
/// For the steps between those of a race that was found; it is told without them otherwise.
constexpr double kMostSecondsToExpand = 5;
constexpr double kShareBefore = 0.1;
constexpr double kShareDrawn = 0.5;
constexpr double kShareWithoutHope = 0.25;
constexpr double kShareWithoutNews = 0.3;
constexpr std::uint32_t kThreadsDrawn = 8;
/// Hunts go on as long as they reach something new: they end after so many runs without, or after
/// kShareWithoutNews of the time and kLeastRunsWithoutNews.
constexpr std::uint64_t kRunsWithoutNews = 5'000;
constexpr std::uint64_t kLeastRunsWithoutNews = 1'000;
/// A small program has shown by then what single inputs show.
constexpr std::uint64_t kRunsDrawn = 10'000;
/// Threads to create while hunting if the program creates them without bound.
constexpr std::uint32_t kThreadsHunted = 3;

/// For finding races only: what these bounds cut is not explored otherwise.
ThreadBounds huntingBoundsOf(const ExploreOptions &options) {
  ThreadBounds bounds = threadBoundsOf(options);
  if (bounds.threads == 0)
    bounds.threads = kThreadsHunted;
  bounds.patient = true;
  bounds.quietAlone = true;
  bounds.keepsStops = true;
  return bounds;
}

Gap publishedPruning() {
  return {GapKind::Bound,
          "schedules were left out by a rule that may leave out races",
          {},
          "use --prune lockset, or none"};
}

bool isAmong(const std::vector<Conviction> &races, const AccessSite &a, const AccessSite &b) {
  return std::any_of(races.begin(), races.end(), [&](const Conviction &race) {
    return (race.first.id == a.id && race.second.id == b.id) ||
           (race.first.id == b.id && race.second.id == a.id);
  });
}

/// Adds the remaining races. Two races are equal if their code positions are, whatever the threads.
/// A race without a stored run, or beyond the time, is reported as a pair only.
void addOtherRaces(ThreadedMachine &machine, const SearchResult &result, double seconds,
                   std::vector<ToldRace> &races) {
  const Deadline deadline(seconds);
  std::set<RacePlaces> told{placesOf(races.front().pair)};
  for (const RaceRun &later : result.laterRaces) {
    if (deadline.isOver())
      break;
    if (told.contains(placesOf(later.pair)))
      continue;
    if (Result<ToldRace> race = convictionFrom(machine, later.run, {}, &later.pair)) {
      races.push_back(std::move(*race));
      told.insert(placesOf(later.pair));
    }
  }
  for (const RacingPair &pair : result.races)
    if (told.insert(placesOf(pair)).second)
      races.push_back(
          {{siteOfStep(machine, pair.first.at), siteOfStep(machine, pair.second.at), {}, {}},
           pair,
           {}});
}

/// That a race makes no difference is known only if every run was examined.
Harm harmFrom(ThreadedMachine &machine, const ToldRace &race, const ValueWatch &watch,
              const Exploration &exploration) {
  Harm harm{Harm::Answer::Undecided, "no run of it was kept"};
  if (!race.run.empty())
    harm = harmOf(machine, race);
  if (harm.answer == Harm::Answer::Harmful || !exploration.everySchedule ||
      !exploration.gaps.empty())
    return harm;
  if (const std::string why = watch.whyNoDifference(race.pair); !why.empty())
    return {Harm::Answer::Benign, why};
  return harm;
}

/// Executes the schedules of a program: a short search, then a hunt, then the full search.
///
/// - A short depth-first search exhausts small programs, and reports their first race in the order
///   of the search, so that the answer does not depend on random numbers.
/// - A hunt (random single runs) finds races that a depth-first search meets late or never.
/// - The full search, in this process or in items, gets the remaining time. If it is caught in an
///   endless run, a second hunt gets what is left. If the short search had a gap, the full one
///   cannot prove anything; if it came to the end of no run, it will hardly. Then hunts get most of
///   the time.
///
/// Invariants: only an exhausted search without gaps proves race freedom
/// (Exploration::provesRaceFree); the hunt only adds races, so its bounds are not gaps; a race that
/// is returned with its run was executed again by convictionFrom(). The time limit interrupts a
/// search, never the report of the first race.
class Explorer {
public:
  Explorer(const Program &program, const ExploreTask &task) : program_(program), task_(task) {}

  Result<Exploration> run() {
    // A small program is exhausted before hunting begins, and its first race in the order of the
    // search is reported.
    Result<Exploration> tried =
        exhaust(std::min(task_.bounds.events, kEventsBeforeHunting), shortTime());
    if (!tried)
      return tried;
    if (!endedEarly())
      return huntBeyondGaps(std::move(*tried));
    tried->leftovers.clear();
    Result<Exploration> hunted = huntInTurns();
    if (!hunted || (!hunted->races.empty() && !task_.options.allRaces))
      return hunted;
    const double share = isHopeless_ && !task_.options.huntSeconds ? kShareWithoutHope : 1;
    Result<Exploration> exploration = task_.options.work.inItems()
                                          ? inItems()
                                          : exhaust(task_.bounds.events, share * secondsLeft());
    if (!exploration)
      return exploration;
    addHunted(*hunted, *exploration);
    if (share < 1 && ended_ == SearchEnd::TimeBound) {
      exploration->leftovers.clear(); // frees its memory
      return huntBeyondGaps(std::move(*exploration));
    }
    // The depth-first search is caught in an endless loop: only hunting is left to try.
    if (ended_ == SearchEnd::RunLength && exploration->races.empty() &&
        !task_.options.huntSeconds) {
      exploration->leftovers.clear(); // frees its memory
      hunted = huntRaces({secondsLeft()});
      if (!hunted || !hunted->races.empty())
        return hunted;
      addHunted(*hunted, *exploration);
    }
    return exploration;
  }

private:
  enum class Inputs : std::uint8_t { Any, Drawn };
  enum class Until : std::uint8_t { Bound, NothingNew };
  enum class Accesses : std::uint8_t { All, Shared }; ///< that are steps of a run

  [[nodiscard]] double secondsSpent() const { return deadline_.secondsSpent(); }
  [[nodiscard]] double secondsLeft() const { return deadline_.secondsLeft(); }

  /// The time for the short search and for the first hunt.
  [[nodiscard]] double shortTime() const {
    return std::min({secondsLeft(), kMostSecondsBefore, kShareBefore * task_.limits.seconds});
  }
  /// The last search reached a bound that applies to the first attempt only.
  [[nodiscard]] bool endedEarly() const {
    return (ended_ == SearchEnd::EventBound && task_.bounds.events > kEventsBeforeHunting) ||
           (ended_ == SearchEnd::TimeBound && secondsLeft() > 0);
  }

  /// The time limit applies while searching: reporting a race may take longer.
  Result<std::unique_ptr<ThreadedMachine>> machineWith(ThreadBounds bounds,
                                                       DrawnInputs *inputs = nullptr) {
    bounds.isTimeOver = [this] { return searchEnd_ && searchEnd_->isOver(); };
    MachineOptions machine = task_.machine;
    machine.assumptionsHold = bounds.patient; // while hunting
    machine.solver.secondsLeft = [this] {
      return searchEnd_ ? searchEnd_->secondsLeft() : std::numeric_limits<double>::infinity();
    };
    if (inputs) {
      machine.drawn = [inputs](const AskedInput &asked) { return (*inputs)(asked); };
      machine.taken = &taken_;
    }
    return ThreadedMachine::make(program_, machine, task_.visible, task_.model, bounds);
  }

  [[nodiscard]] bool prunes() const {
    return task_.options.pruning != Pruning::None && !task_.options.allRaces &&
           task_.facts != nullptr && task_.suspects != nullptr;
  }

  [[nodiscard]] SearchOptions searchOptions(std::uint64_t mostEvents, double seconds) const {
    SearchOptions search = searchOptionsOf(task_);
    search.bounds.events = mostEvents;
    search.bounds.time = nanosecondsFrom(seconds);
    if (task_.onProgress)
      search.onProgress = [this](const Progress &progress) {
        task_.onProgress(progressWords(progress));
      };
    return search;
  }

  Result<Exploration> exhaust(std::uint64_t mostEvents, double seconds) {
    Result<std::unique_ptr<ThreadedMachine>> made = machineWith(threadBoundsOf(task_.options));
    if (!made)
      return fail(made.error());
    ThreadedMachine &machine = **made;
    if (prunes())
      guide(machine, *task_.facts, *task_.suspects, task_.visible);
    SearchOptions search = searchOptions(mostEvents, seconds);
    ValueWatch watch(machine);
    if (task_.options.valueRaces)
      search.onRace = [&](const Event &a, const Event &b) { watch.raced(a, b); };
    searchEnd_.emplace(seconds + kGrace);
    const Result<SearchResult> result =
        explore(task_.options.valueRaces ? static_cast<Machine &>(watch) : machine, search);
    searchEnd_.reset();
    if (!result)
      return fail(result.error());
    ended_ = result->ended;
    Exploration exploration;
    exploration.stats = statsOf(machine, *result, task_.visible);
    exploration.stats.seconds = secondsSpent();
    exploration.gaps = machine.gaps();
    const auto ofTime = std::ranges::count(exploration.gaps, GapKind::TimeLimit, &Gap::kind);
    // A longer search need not have those of time; but it takes many times as long as its first
    // run.
    isHopeless_ = std::ssize(exploration.gaps) > ofTime || result->counters.runs == 0;
    if (ofTime > 0 && result->exhausted())
      ended_ = SearchEnd::TimeBound;
    exploration.everySchedule = result->exhausted();
    if (!result->exhausted() && result->ended != SearchEnd::FirstRace)
      exploration.gaps.push_back(gapFrom(result->ended, task_.limits, result->counters));
    if (result->exhausted() && prunes() && task_.options.pruning == Pruning::Published)
      exploration.gaps.push_back(publishedPruning());
    if (result->ambiguousOrder)
      exploration.gaps.push_back(ambiguousOrderGap());
    if (result->firstRace) {
      Result<ToldRace> told = convictionFrom(machine, *result->firstRace, task_.onRace);
      if (!told)
        return fail(told.error());
      std::vector<ToldRace> races{std::move(*told)};
      addOtherRaces(machine, *result, shortTime(), races);
      for (ToldRace &race : races) {
        if (task_.options.valueRaces)
          race.race.harm = harmFrom(machine, race, watch, exploration);
        exploration.races.push_back(std::move(race.race));
      }
    }
    exploration.leftovers = {std::move(*made), result->leftover};
    return exploration;
  }

  /// Each worker has a machine of its own.
  Result<Exploration> inItems() {
    Result<Exploration> exploration = exploreInItems(program_, task_, secondsLeft());
    if (!exploration)
      return exploration;
    ended_ = exploration->everySchedule ? SearchEnd::Exhausted : SearchEnd::Enough;
    exploration->stats.seconds = secondsSpent();
    return exploration;
  }

  static void addHunted(Exploration &hunted, Exploration &to) {
    to.stats.huntedRuns += hunted.stats.huntedRuns;
    addStops(hunted.stats.huntedStops, to.stats.huntedStops);
    to.stats.seconds = std::max(to.stats.seconds, hunted.stats.seconds);
    for (Conviction &race : hunted.races)
      if (!isAmong(to.races, race.first, race.second))
        to.races.push_back(std::move(race));
  }

  /// Where the solver takes its time, single inputs get further; some races need the right input.
  Result<Exploration> huntInTurns() {
    if (task_.options.huntSeconds)
      return huntRaces({*task_.options.huntSeconds});
    Result<Exploration> hunted = huntRaces({shortTime(), kRunsDrawn, Inputs::Drawn});
    const auto goOn = [&](const Hunting &hunting) {
      if (!hunted || !hunted->races.empty())
        return;
      Result<Exploration> more = huntRaces(hunting);
      if (more)
        addHunted(*hunted, *more);
      hunted = std::move(more);
    };
    const Accesses first = accessesAfter();
    goOn({shortTime(), kRunsHunted});
    const double seconds = kShareDrawn * secondsLeft() / 2;
    goOn({seconds, kRunsDrawn, Inputs::Drawn, Until::Bound, first});
    goOn({seconds, kRunsDrawn, Inputs::Drawn, Until::Bound,
          first == Accesses::Shared ? Accesses::All : accessesAfter()});
    return hunted;
  }

  /// What is a gap for all inputs at once (floating-point numbers, what the solver gives up) need
  /// not be one for a single input. Nothing else is left to try, so that the hunt may have all the
  /// time; but it ends where runs reach nothing new for long, as those of a small program do soon.
  Result<Exploration> huntBeyondGaps(Exploration exhausted) {
    if (exhausted.gaps.empty() || !exhausted.races.empty() || task_.options.huntSeconds)
      return exhausted;
    // The second one goes on if the first was cut off, or cut its runs off.
    for (const double share : {0.5, 1.0}) {
      const bool isFirst = share < 1;
      if (!isFirst && !wasOutOfTime_ && accessesAfter() == Accesses::All)
        break;
      Result<Exploration> hunted =
          huntRaces({share * secondsLeft(), UINT64_MAX, Inputs::Drawn, Until::NothingNew,
                     isFirst ? Accesses::All : accessesAfter()});
      if (hunted && !hunted->races.empty())
        return hunted;
      if (hunted)
        addHunted(*hunted, exhausted);
    }
    return exhausted;
  }

  struct Hunting {
    double seconds = 0;
    std::uint64_t runs = UINT64_MAX;
    Inputs inputs = Inputs::Any;
    Until until = Until::Bound;
    Accesses accesses = Accesses::All;
  };

  /// Where many runs were left because they were long, it may help not to follow what only one
  /// thread uses.
  [[nodiscard]] Accesses accessesAfter() const {
    return cutsRuns_ ? Accesses::Shared : Accesses::All;
  }

  /// Finds races and proves nothing, so that its gaps do not matter. Each call uses another seed.
  Result<Exploration> huntRaces(const Hunting &hunting) {
    if (task_.onProgress)
      task_.onProgress("hunting for a race");
    HuntOptions options;
    options.seed = task_.options.seed + hunts_++;
    options.bounds.runs = hunting.runs;
    options.bounds.eventsPerRun = kEventsPerHuntedRun;
    ThreadBounds bounds = huntingBoundsOf(task_.options);
    const bool isQuiet = hunting.accesses == Accesses::Shared;
    if (isQuiet)
      bounds.shared = shared_;
    DrawnInputs *inputs = nullptr;
    if (hunting.inputs == Inputs::Drawn) {
      inputs = drawn_ ? &*drawn_ : &drawn_.emplace(options.seed, comparedTexts(program_), taken_);
      inputs->beginHunt(options.seed);
      if (task_.options.threadBound == 0)
        bounds.threads = kThreadsDrawn;
    }
    Result<std::unique_ptr<ThreadedMachine>> made = machineWith(bounds, inputs);
    if (!made)
      return fail(made.error());
    HuntedStopCount stops(**made);
    unsigned repeats = 0;
    options.onRun = [&](std::uint64_t events) {
      stops.runEnded();
      if (isQuiet)
        shared_->beginRun();
      repeats = 0;
      if (!inputs)
        return;
      const RunSoFar run = (*made)->runSoFar();
      inputs->beginRun({events, run.threads > 1, run.hasEnded});
      taken_.beginRun();
      (*made)->limitStepsAlone(inputs->stepsAlone());
    };
    if (isQuiet) {
      // Few runs may come to where two threads met.
      options.isWorthRepeating = [&] {
        if (!shared_->learn() || repeats++ >= kMostRepeats)
          return false;
        stops.runEnded();
        return true;
      };
      options.wasNotShown = [&machine = **made](ThreadId t) { return machine.wasNextQuiet(t); };
      options.otherWork = [&machine = **made] {
        return machine.quietAccesses() / kQuietAccessesPerEvent;
      };
    }
    HuntNews news(taken_,
                  {kRunsWithoutNews, kShareWithoutNews * hunting.seconds, kLeastRunsWithoutNews});
    if (hunting.until == Until::NothingNew)
      options.isEnough = [&news] { return news.areOver(); };
    const double mine = std::min(secondsLeft(), hunting.seconds);
    options.bounds.time = nanosecondsFrom(mine);
    searchEnd_.emplace(mine + kGrace);
    const Result<HuntResult> result = hunt(**made, options);
    searchEnd_.reset();
    if (!result)
      return fail(result.error());
    cutsRuns_ = result->cutRuns > result->runs / kRunsPerCutOne;
    wasOutOfTime_ = result->ended == HuntEnd::TimeBound;
    if (!result->firstRace)
      stops.runEnded();
    Exploration exploration;
    exploration.stats.huntedStops = stops.all();
    exploration.stats.ended = toString(SearchEnd::FirstRace);
    exploration.stats.huntedRuns = result->runs + result->cutRuns + (result->firstRace ? 1 : 0);
    exploration.stats.events = result->events;
    if (result->firstRace) {
      Result<ToldRace> told = huntedRace(**made, *result->firstRace);
      if (!told)
        return fail(told.error());
      exploration.races.push_back(std::move(told->race));
    }
    addFigures(**made, task_.visible, exploration.stats);
    exploration.stats.seconds = secondsSpent();
    exploration.leftovers = {std::move(*made)};
    return exploration;
  }

  /// A run in which all accesses are steps can be replayed for certain; one that is too long for
  /// that convicts as it was found.
  Result<ToldRace> huntedRace(ThreadedMachine &machine, const Trace &found) {
    machine.showQuietAccesses(true);
    searchEnd_.emplace(kMostSecondsToExpand);
    const std::optional<Trace> all = withAllAccesses(machine, found);
    searchEnd_.reset();
    if (all)
      if (Result<ToldRace> told = convictionFrom(machine, *all, task_.onRace))
        return told;
    machine.showQuietAccesses(false);
    return convictionFrom(machine, found, task_.onRace);
  }

  const Program &program_;
  const ExploreTask &task_;
  Deadline deadline_{task_.limits.seconds};
  std::optional<Deadline> searchEnd_;      ///< of the current search
  SearchEnd ended_ = SearchEnd::Exhausted; ///< of the last search
  std::uint64_t hunts_ = 0;
  bool cutsRuns_ = false;     ///< the last hunt left many runs because they were long
  bool isHopeless_ = false;   ///< the last search
  bool wasOutOfTime_ = false; ///< the last hunt
  std::shared_ptr<SharedPlaces> shared_ = std::make_shared<SharedPlaces>(); ///< in hunted runs
  TakenEdges taken_;                 ///< in hunts with drawn inputs
  std::optional<DrawnInputs> drawn_; ///< of these hunts; their machines use it
};

} // namespace

Result<Exploration> exploreSchedules(const Program &program, const ExploreTask &task) {
  return Explorer(program, task).run();
}

} // namespace raceward
