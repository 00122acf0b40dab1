#include "RaceHarm.h"

#include "ValueWatch.h"
#include "raceward/explore/CanPerform.h"

#include <algorithm>

namespace raceward {
namespace {

/// Steps after two writes within which a read must follow.
constexpr std::size_t kMostStepsToARead = 300;

Harm undecided(std::string why) {
  return {Harm::Answer::Undecided, std::move(why)};
}

Trace with(Trace run, std::initializer_list<Event> more) {
  run.insert(run.end(), more.begin(), more.end());
  return run;
}

class HarmSearch {
public:
  HarmSearch(ThreadedMachine &machine, const ToldRace &race) : machine_(machine), race_(race) {
    const std::uint32_t at = race.race.run.firstAccess;
    for (std::size_t i = 0; i + 1 < race.run.size(); ++i)
      if (i != at)
        before_.push_back(race.run[i]);
    first_ = race.run[at];
    second_ = race.run.back();
  }

  Result<Harm> run() {
    const Footprint one = footprintOf(first_.operation.action);
    const Footprint other = footprintOf(second_.operation.action);
    if (one.size != Footprint::Size::One || other.size != Footprint::Size::One)
      return undecided("an access of several places at once");
    if (onlyReads(first_.operation.action))
      return compare(with(before_, {first_}), with(before_, {second_, first_}));
    if (onlyReads(second_.operation.action))
      return compare(with(before_, {first_, second_}), with(before_, {second_}));
    if (one.access.kind == AccessKind::ReadWrite || other.access.kind == AccessKind::ReadWrite)
      return undecided("an access that reads and writes in one step");
    return compareLaterReads();
  }

private:
  /// The runs end with the same read.
  Result<Harm> compare(const Trace &one, const Trace &other) {
    const Result<Term> a = readBy(one);
    if (!a)
      return fail(a.error());
    const Result<Term> b = readBy(other); // now the machine is in the state of this run
    if (!b)
      return fail(b.error());
    if (!a->valid() || !b->valid())
      return undecided("the accesses cannot come right after one another in both orders");
    const Result<bool> differ = machine_.canDiffer(one.back().thread, *a, *b);
    if (!differ)
      return fail(differ.error());
    if (!*differ)
      return undecided("the read gets the same value in both orders of this run");
    const Ref<Witness> inputs = machine_.chosenInputs();
    Harm harm{Harm::Answer::Harmful, {}};
    for (const Trace *trace : {&one, &other}) {
      Result<std::optional<Evidence>> told = evidenceOf(machine_, *trace, inputs);
      if (!told)
        return fail(told.error());
      if (!*told)
        return undecided("no inputs were found for which both orders happen");
      harm.runs.push_back(std::move(**told));
    }
    const EvidenceStep &read = harm.runs.front().steps.back();
    const std::string &value = valueIn(harm.runs[0]);
    const std::string &otherValue = valueIn(harm.runs[1]);
    if (value == otherValue)
      return undecided("the values that are read could not be distinguished");
    harm.words = "with equal inputs, " +
                 (read.object.empty() ? "the read" : "'" + read.object + "'") + " in line " +
                 std::to_string(read.at.line) + " is " + value + " in one order and " + otherValue +
                 " in the other";
    return harm;
  }

  static const std::string &valueIn(const Evidence &run) {
    return run.steps.back().accesses.front().value;
  }

  /// The value that the last event, a read, gets; nothing if the machine cannot execute the run.
  Result<Term> readBy(const Trace &run) {
    if (const Result<void> restarted = machine_.restart(); !restarted)
      return fail(restarted.error());
    Term content;
    for (std::size_t i = 0; i < run.size(); ++i) {
      const Result<bool> possible = canPerform(machine_, run[i]);
      if (!possible)
        return fail(possible.error());
      if (!*possible)
        return Term();
      if (i + 1 == run.size())
        content = machine_.contentAt(footprintOf(run[i].operation.action).access.at);
      if (const Result<void> done = machine_.step(run[i].thread, run[i].outcome); !done)
        return fail(done.error());
    }
    return content;
  }

  /// Two writes: a later read must show which of them was the last.
  Result<Harm> compareLaterReads() {
    Harm last = undecided("no read was found that shows which write came last");
    const std::size_t threads = race_.race.run.threads.size();
    for (std::size_t favourite = 0; favourite < threads; ++favourite) {
      const Result<Trace> way = wayToARead(favourite);
      if (!way)
        return fail(way.error());
      if (way->empty())
        continue;
      Trace one = with(before_, {first_, second_});
      Trace other = with(before_, {second_, first_});
      one.insert(one.end(), way->begin(), way->end());
      other.insert(other.end(), way->begin(), way->end());
      Result<Harm> harm = compare(one, other);
      if (!harm || harm->answer == Harm::Answer::Harmful)
        return harm;
    }
    return last;
  }

  /// After both writes, starts with one thread and switches only if it cannot move; ends with a
  /// read of the written memory. Empty if there is none.
  Result<Trace> wayToARead(std::size_t favourite) {
    const Result<Term> reached = readBy(with(before_, {first_, second_}));
    if (!reached)
      return fail(reached.error());
    const Address written = footprintOf(second_.operation.action).access.at;
    std::map<ThreadId, std::uint32_t> counts;
    for (const Event &event : before_)
      ++counts[event.thread];
    ++counts[first_.thread];
    ++counts[second_.thread];
    Trace way;
    while (way.size() < kMostStepsToARead) {
      const auto enabled = machine_.enabled();
      if (enabled.empty())
        break;
      const ThreadId thread =
          favourite < enabled.size() && way.empty() ? enabled[favourite]
          : !way.empty() && std::ranges::find(enabled, way.back().thread) != enabled.end()
              ? way.back().thread
              : enabled.front();
      const Result<std::span<const Outcome>> outcomes = machine_.outcomes(thread);
      if (!outcomes)
        return fail(outcomes.error());
      const Outcome outcome = outcomes->front();
      way.push_back({thread, counts[thread]++, outcome, machine_.next(thread, outcome)});
      const Footprint footprint = footprintOf(way.back().operation.action);
      if (footprint.size == Footprint::Size::One && overlap(footprint.access.at, written)) {
        if (onlyReads(way.back().operation.action))
          return way;
        break; // overwritten before a read
      }
      if (const Result<void> done = machine_.step(thread, outcome); !done)
        return fail(done.error());
    }
    return Trace();
  }

  ThreadedMachine &machine_;
  const ToldRace &race_;
  Trace before_; ///< the run without the two accesses
  Event first_;
  Event second_;
};

} // namespace

Harm harmOf(ThreadedMachine &machine, const ToldRace &race) {
  Result<Harm> harm = HarmSearch(machine, race).run();
  return harm ? std::move(*harm) : undecided(harm.error().message);
}

} // namespace raceward
