// The machine over logs: scripted programs, and logs written by hand.
#include "raceward/native/NativeMachine.h"

#include "RandomScript.h"
#include "ScriptedProgram.h"

#include <gtest/gtest.h>

#include <random>

namespace raceward::test {
namespace {

const ThreadId kMain(0);
const ThreadId kFirst(1); // that the first log creates

/// Hands out the logs that it was given, the last one again and again.
class Canned final : public ProgramServer {
public:
  explicit Canned(std::vector<Execution> runs) : runs_(std::move(runs)) {
    for (std::uint32_t line = 1; line <= 5; ++line) {
      NativeSite site;
      site.at = {"a.c", line, 3};
      site.function = "f" + std::to_string(line);
      sites_.push_back(site);
    }
  }
  Result<Execution> run(const ScheduleOrder &order) override {
    orders.push_back(order);
    return runs_[std::min(orders.size(), runs_.size()) - 1];
  }
  [[nodiscard]] const std::vector<NativeSite> &sites() const override { return sites_; }
  [[nodiscard]] std::string symbolAt(std::uint64_t) const override { return {}; }
  [[nodiscard]] std::optional<SymbolPlace> variableAt(std::uint64_t) const override {
    return std::nullopt;
  }
  [[nodiscard]] std::optional<SymbolPlace> variableNamed(const std::string &) const override {
    return std::nullopt;
  }
  [[nodiscard]] std::vector<std::string> bitcode() const override { return {}; }
  [[nodiscard]] std::string lastOutput() const override { return {}; }

  std::vector<ScheduleOrder> orders;

private:
  std::vector<Execution> runs_;
  std::vector<NativeSite> sites_;
};

rw_event event(unsigned kind, std::uint8_t thread, std::uint64_t address = 0,
               std::uint32_t bytes = 0, std::uint32_t extra = 0, std::uint8_t flags = 0) {
  rw_event result{};
  result.kind = static_cast<std::uint8_t>(kind);
  result.thread = thread;
  result.address = address;
  result.bytes = bytes;
  result.extra = extra;
  result.flags = flags;
  result.enabled = thread < RW_MOST_THREADS ? std::uint64_t{1} << thread : 0;
  return result;
}

Execution logOf(std::vector<rw_event> events, rw_state state = RW_FINISHED) {
  Execution run;
  run.state = state;
  run.events = std::move(events);
  run.pending.resize(RW_MOST_THREADS);
  return run;
}

/// The steps of a log, as the machine takes them.
std::vector<Operation> stepsOf(const Execution &run, MemoryModel model = MemoryModel::C11) {
  Canned program({run});
  NativeMachine machine(program, 1000, model);
  EXPECT_TRUE(machine.restart());
  std::vector<Operation> steps;
  for (std::size_t i = 0; i < machine.length(); ++i)
    steps.push_back(machine.stepAt(i).operation);
  return steps;
}

template <typename Kind> const Kind &as(const Operation &operation) {
  const auto *action = std::get_if<Kind>(&operation.action);
  RW_CHECK(action != nullptr);
  return *action;
}

class OverScript : public testing::Test {
protected:
  void over(const char *text) {
    program.emplace(script(text));
    machine.emplace(*program, 1000, MemoryModel::C11);
    ASSERT_TRUE(machine->restart());
  }
  void go(std::initializer_list<ThreadId> threads) {
    for (const ThreadId thread : threads)
      ASSERT_TRUE(machine->step(thread, Outcome{}));
  }
  [[nodiscard]] std::size_t executions() const { return program->orders().size(); }
  [[nodiscard]] std::vector<ThreadId> enabled() {
    const auto now = machine->enabled();
    return {now.begin(), now.end()};
  }
  [[nodiscard]] std::vector<ThreadId> disabled() {
    const auto now = machine->disabled();
    return {now.begin(), now.end()};
  }
  /// As the search looks at it: outcomes() first.
  const Operation &next(ThreadId thread) {
    EXPECT_TRUE(machine->outcomes(thread));
    return machine->next(thread);
  }

  std::optional<ScriptedProgram> program;
  std::optional<NativeMachine> machine;
};

TEST_F(OverScript, FollowingTheLogCostsNothing) {
  over("create 1; write v0 1; join 1 | lock m0; unlock m0");
  EXPECT_EQ(executions(), 1U);
  EXPECT_EQ(enabled(), std::vector{kMain}); // the other one does not exist yet
  EXPECT_TRUE(disabled().empty());
  go({kMain});
  EXPECT_EQ(enabled(), (std::vector{kMain, kFirst}));
  go({kMain});
  EXPECT_EQ(enabled(), std::vector{kFirst});
  EXPECT_EQ(disabled(), std::vector{kMain}); // joins
  EXPECT_EQ(as<Join>(machine->next(kMain)).target, kFirst);
  go({kFirst, kFirst, kMain});
  EXPECT_TRUE(enabled().empty());
  EXPECT_TRUE(disabled().empty());
  EXPECT_EQ(machine->logged(), std::nullopt);
  EXPECT_EQ(executions(), 1U);
}

TEST_F(OverScript, AnotherStepIsOneMoreExecutionThatBeginsWithAllBefore) {
  over("create 1; write v0 1; write v1 1 | write v0 2");
  go({kMain, kMain, kFirst}); // the log has main here
  ASSERT_EQ(executions(), 2U);
  const std::vector<rw_forced> &forced = program->orders()[1].forced;
  ASSERT_EQ(forced.size(), 3U);
  EXPECT_EQ(forced[0].thread, 0);
  EXPECT_EQ(forced[0].kind, RW_EV_CREATE);
  EXPECT_EQ(forced[0].site, 1U);
  EXPECT_EQ(forced[1].thread, 0);
  EXPECT_EQ(forced[1].kind, RW_EV_WRITE);
  EXPECT_EQ(forced[1].address, ScriptedProgram::kVariables);
  EXPECT_EQ(forced[2].thread, 1);
  EXPECT_EQ(forced[2].kind, RW_EV_NONE);
  EXPECT_EQ(enabled(), std::vector{kMain});
  go({kMain});
  EXPECT_EQ(executions(), 2U);
  EXPECT_EQ(machine->counters().executions, 2U);
}

TEST_F(OverScript, GoingBackIsFree) {
  over("create 1; write v0 1; write v1 1 | write v0 2");
  go({kMain});
  const MarkId mark = machine->mark();
  go({kMain, kMain, kFirst});
  ASSERT_TRUE(machine->rewind(mark));
  EXPECT_EQ(enabled(), (std::vector{kMain, kFirst}));
  EXPECT_EQ(as<Write>(machine->next(kMain)).at, as<Write>(machine->next(kFirst)).at);
  go({kMain, kMain, kFirst});
  EXPECT_EQ(executions(), 1U);
  ASSERT_TRUE(machine->rewind(mark));
  go({kFirst});
  EXPECT_EQ(executions(), 2U);
  ASSERT_TRUE(machine->restart());
  EXPECT_EQ(machine->logged(), kMain);
  EXPECT_EQ(executions(), 2U);
}

TEST_F(OverScript, ThreadsKeepTheirNamesWhoeverCreatesFirst) {
  over("create 1; create 2 | create 3; local | create 4; local | local | local");
  const auto namesOfAll = [&] {
    std::map<std::size_t, std::string> names;
    for (std::size_t i = 0; i < 5; ++i)
      names[i] = machine->nameOf(ThreadId(i));
    return names;
  };
  const auto before = namesOfAll();
  EXPECT_EQ(before.at(0), "main");
  std::set<std::string> different;
  for (const auto &[id, name] : before)
    different.insert(name);
  EXPECT_EQ(different.size(), 5U);
  const auto called = [&](const std::string &name) {
    for (const auto &[id, known] : before)
      if (known == name)
        return ThreadId(id);
    return ThreadId();
  };
  // Now the second child creates first, so that the numbers of this run are others.
  go({kMain, kMain, called("thread2"), called("thread1")});
  EXPECT_EQ(as<Create>(machine->stepAt(2).operation).child, called("thread4"));
  EXPECT_EQ(as<Create>(machine->stepAt(3).operation).child, called("thread3"));
  EXPECT_EQ(namesOfAll(), before);
  go({called("thread4")});
  EXPECT_EQ(machine->stepAt(4).operation.at, PositionId(8)); // its own statement
}

TEST_F(OverScript, WhatAnAttemptBecomesIsFoundOutByATrial) {
  over("create 1; lock m0; unlock m0 | trylock r0 m0");
  go({kMain});
  EXPECT_FALSE(machine->fixed(kFirst));
  EXPECT_TRUE(machine->fixed(kMain));
  EXPECT_TRUE(as<Lock>(next(kFirst)).tried);
  const std::size_t before = executions();
  go({kMain});
  EXPECT_TRUE(std::holds_alternative<FailedTryLock>(next(kFirst).action)); // main has it
  EXPECT_EQ(executions(), before + 1);
  EXPECT_EQ(program->orders().back().forced.size(), 3U);
  next(kFirst);
  EXPECT_EQ(executions(), before + 1); // looked at once
  go({kFirst});
  EXPECT_EQ(executions(), before + 1); // and taken from the trial
  EXPECT_TRUE(std::holds_alternative<FailedTryLock>(machine->stepAt(2).operation.action));
}

TEST_F(OverScript, ACompareAndSwapThatFailsOnlyReads) {
  over("create 1; awrite v0 5 | cas r0 v0 1");
  go({kMain});
  EXPECT_TRUE(std::holds_alternative<AtomicUpdate>(next(kFirst).action));
  go({kMain});
  EXPECT_TRUE(std::holds_alternative<AtomicRead>(next(kFirst).action));
}

TEST_F(OverScript, ATrialIsForgottenWithItsPlace) {
  over("create 1; create 2; awrite v0 5 | cas r0 v0 1 | awrite v0 7");
  const ThreadId second(2);
  go({kMain, kMain});
  EXPECT_TRUE(std::holds_alternative<AtomicUpdate>(next(kFirst).action));
  const MarkId mark = machine->mark();
  go({second});
  EXPECT_TRUE(std::holds_alternative<AtomicRead>(next(kFirst).action));
  ASSERT_TRUE(machine->rewind(mark));
  EXPECT_TRUE(std::holds_alternative<AtomicUpdate>(next(kFirst).action));
}

TEST_F(OverScript, ADeadlockIsAFailureAndItsThreadsAreDisabled) {
  over("create 1; lock m0; lock m1; unlock m1; unlock m0 | "
       "lock m1; lock m0; unlock m0; unlock m1");
  go({kMain, kMain, kFirst});
  ASSERT_EQ(machine->failures().size(), 1U);
  const NativeFailure &failure = machine->failures().front();
  EXPECT_EQ(failure.kind, NativeFailure::Kind::Deadlock);
  EXPECT_EQ(failure.words, "2 threads wait for each other for ever");
  EXPECT_EQ(failure.schedule, (std::vector<std::uint8_t>{0, 0, 1}));
  EXPECT_EQ(failure.at, (SourcePosition{"script", 3, 1}));
  EXPECT_EQ(failure.stack.size(), 2U);
  EXPECT_TRUE(enabled().empty());
  EXPECT_EQ(disabled(), (std::vector{kMain, kFirst}));
}

// Both machines, step by step, wherever a random walk leads and comes back to.
TEST(NativeMachine, StandsWhereTheScriptedMachineStands) {
  std::size_t places = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    Script text = randomScript(seed);
    bool hasOther = false;
    for (const Op op :
         {Op::Begin, Op::Choose, Op::AgainUnless, Op::Put, Op::Get, Op::Create, Op::Join, Op::Exit})
      hasOther |= text.has(op);
    if (hasOther)
      continue;
    for (std::size_t child = text.threads.size(); child-- > 1;)
      text.threads[0].insert(text.threads[0].begin(), {Op::Create, static_cast<int>(child), 0, {}});
    ScriptedMachine wanted(text);
    ScriptedProgram program(text);
    NativeMachine machine(program, 1000, MemoryModel::C11);
    std::mt19937_64 random(seed);
    ASSERT_TRUE(wanted.restart());
    ASSERT_TRUE(machine.restart());
    std::vector<std::pair<MarkId, MarkId>> marks;
    for (int i = 0; i < 60; ++i, ++places) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ": " + toString(text));
      const auto can = wanted.enabled();
      ASSERT_TRUE(std::ranges::equal(machine.enabled(), can));
      ASSERT_TRUE(std::ranges::equal(machine.disabled(), wanted.disabled()));
      for (const ThreadId thread : can) {
        ASSERT_TRUE(machine.outcomes(thread));
        const Operation &next = machine.next(thread);
        ASSERT_EQ(next.action.index(), wanted.next(thread).action.index());
        ASSERT_EQ(next.at.index(), wanted.next(thread).at.index() + 1);
      }
      if (can.empty() || (!marks.empty() && random() % 6 == 0)) {
        if (marks.empty())
          break;
        const auto [there, here] = marks.back();
        marks.pop_back();
        ASSERT_TRUE(wanted.rewind(there));
        ASSERT_TRUE(machine.rewind(here));
        continue;
      }
      const ThreadId chosen = can[random() % can.size()];
      marks.emplace_back(wanted.mark(), machine.mark());
      ASSERT_TRUE(wanted.step(chosen, Outcome{}));
      ASSERT_TRUE(machine.step(chosen, Outcome{}));
    }
    EXPECT_EQ(machine.divergence(), std::nullopt);
  }
  EXPECT_GT(places, 2000U);
}

// --- Logs written by hand --------------------------------------------------------------------

TEST(NativeMachine, AnAccessAcrossPagesIsOneStepOfTwo) {
  const auto steps =
      stepsOf(logOf({event(RW_EV_WRITE, 0, 0x1ffe, 4), event(RW_EV_READ, 0, 0x2000, 2),
                     event(RW_EV_READ, 0, 0x1ffc, 4)}));
  ASSERT_EQ(steps.size(), 3U);
  const auto &both = as<Bulk>(steps[0]).accesses;
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0].at.offset, 4094U);
  EXPECT_EQ(both[0].at.bytes, 2U);
  EXPECT_EQ(both[1].at.offset, 0U);
  EXPECT_EQ(both[1].at.bytes, 2U);
  EXPECT_EQ(both[0].kind, AccessKind::Write);
  EXPECT_EQ(both[0].order, MemoryOrder::Plain);
  EXPECT_TRUE(conflict(both[1], {as<Read>(steps[1]).at, AccessKind::Read, MemoryOrder::Plain}));
  EXPECT_TRUE(conflict(both[0], {as<Read>(steps[2]).at, AccessKind::Read, MemoryOrder::Plain}));
  EXPECT_FALSE(conflict(both[1], {as<Read>(steps[2]).at, AccessKind::Read, MemoryOrder::Plain}));
}

TEST(NativeMachine, ACopyIsOneStepAndAnAccessToNothingIsNone) {
  const auto steps =
      stepsOf(logOf({event(RW_EV_READ, 0, 0x1000, 8, 0, RW_MORE), event(RW_EV_WRITE, 0, 0x3000, 8),
                     event(RW_EV_READ, 0, 0x1000, 0)}));
  ASSERT_EQ(steps.size(), 2U);
  const auto &both = as<Bulk>(steps[0]).accesses;
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0].kind, AccessKind::Read);
  EXPECT_EQ(both[1].kind, AccessKind::Write);
  EXPECT_NE(both[0].at.object, both[1].at.object);
  EXPECT_TRUE(std::holds_alternative<Local>(steps[1].action));
}

TEST(NativeMachine, SequentialConsistencyIsForMemoryNotForMeetings) {
  rw_event load = event(RW_EV_ATOMIC_READ, 0, 0x1000, 4);
  load.order = RW_RELAXED;
  rw_event signal = event(RW_EV_ATOMIC_UPDATE, 0, 0x1000, 0, 0, RW_MEETING);
  signal.order = RW_RELAXED;
  const auto c11 = stepsOf(logOf({load, signal}));
  EXPECT_EQ(as<AtomicRead>(c11[0]).order, MemoryOrder::Relaxed);
  EXPECT_EQ(as<AtomicUpdate>(c11[1]).order, MemoryOrder::Relaxed);
  EXPECT_NE(as<AtomicRead>(c11[0]).at.object, as<AtomicUpdate>(c11[1]).at.object);
  const auto sc = stepsOf(logOf({load, signal}), MemoryModel::Sc);
  EXPECT_EQ(as<AtomicRead>(sc[0]).order, MemoryOrder::SeqCst);
  EXPECT_EQ(as<AtomicUpdate>(sc[1]).order, MemoryOrder::Relaxed);
}

TEST(NativeMachine, ABarrierThatIsInitialisedAgainGoesOnCounting) {
  const auto round = [](std::vector<rw_event> &to, std::uint32_t first, std::uint32_t count) {
    for (const std::uint8_t thread : {0, 1})
      to.push_back(event(RW_EV_ARRIVE, thread, 0x40, count, first));
    for (const std::uint8_t thread : {1, 0})
      to.push_back(event(RW_EV_PASS, thread, 0x40, count, first));
  };
  std::vector<rw_event> events{event(RW_EV_CREATE, 0, 0, 0, 1)};
  round(events, 0, 2);
  round(events, 2, 2); // its second round
  round(events, 0, 2); // initialised again
  const auto steps = stepsOf(logOf(events));
  ASSERT_EQ(steps.size(), 13U);
  EXPECT_EQ(as<Pass>(steps[3]).first, 0U);
  EXPECT_EQ(as<Pass>(steps[7]).first, 2U);
  EXPECT_EQ(as<Pass>(steps[8]).first, 2U);
  EXPECT_EQ(as<Pass>(steps[11]).first, 4U);
  EXPECT_EQ(as<Pass>(steps[12]).first, 4U);
  EXPECT_EQ(as<Pass>(steps[12]).count, 2U);
}

TEST(NativeMachine, AThreadThatWaitsAtABarrierToTheEndCountsLikewise) {
  std::vector<rw_event> events{event(RW_EV_CREATE, 0, 0, 0, 1)};
  for (const rw_kind kind : {RW_EV_ARRIVE, RW_EV_PASS})
    events.push_back(event(kind, 0, 0x40, 1, 0));
  events.push_back(event(RW_EV_ARRIVE, 1, 0x40, 2, 0)); // now it is for two
  Execution run = logOf(events, RW_DEADLOCK);
  run.pending[1] = event(RW_EV_PASS, 1, 0x40, 2, 0);
  Canned program({run});
  NativeMachine machine(program, 1000, MemoryModel::C11);
  ASSERT_TRUE(machine.restart());
  for (const ThreadId thread : {kMain, kMain, kMain, kFirst})
    ASSERT_TRUE(machine.step(thread, Outcome{}));
  ASSERT_EQ(machine.disabled().size(), 1U);
  EXPECT_EQ(as<Pass>(machine.next(kFirst)).first, 1U);
}

TEST(NativeMachine, ADivergenceIsToldAfterThreeTries) {
  Execution diverged = logOf({event(RW_EV_LOCAL, 0)}, RW_DIVERGED);
  diverged.words = "step 1: something else";
  const Execution good = logOf({event(RW_EV_LOCAL, 0)});
  {
    Canned program({diverged, diverged, good});
    NativeMachine machine(program, 1000, MemoryModel::C11);
    EXPECT_TRUE(machine.restart());
    EXPECT_EQ(program.orders.size(), 3U);
    EXPECT_EQ(machine.divergence(), std::nullopt);
  }
  Canned program({diverged});
  NativeMachine machine(program, 1000, MemoryModel::C11);
  const Result<void> begun = machine.restart();
  ASSERT_FALSE(begun);
  EXPECT_EQ(program.orders.size(), 3U);
  EXPECT_EQ(machine.divergence(), "step 1: something else");
  EXPECT_NE(begun.error().message.find("step 1: something else"), std::string::npos);
}

// The forced part fits, and yet the run is another one.
TEST(NativeMachine, ThreadsThatStandElsewhereAfterEqualStepsDiverge) {
  const auto runWith = [](rw_event mine, rw_event theirs, bool theirsFirst) {
    rw_event create = event(RW_EV_CREATE, 0, 0, 0, 1);
    mine.enabled = theirs.enabled = 0b11;
    (theirsFirst ? mine : theirs).enabled = theirsFirst ? 0b01 : 0b10;
    return theirsFirst ? logOf({create, theirs, mine}) : logOf({create, mine, theirs});
  };
  const rw_event theirs = event(RW_EV_WRITE, 1, 0x1000, 4);
  const auto deviates = [&](const rw_event &before, const rw_event &after) {
    Canned program({runWith(before, theirs, false), runWith(after, theirs, true)});
    NativeMachine machine(program, 1000, MemoryModel::C11);
    EXPECT_TRUE(machine.restart());
    EXPECT_TRUE(machine.step(kMain, Outcome{}));
    const bool stepped = machine.step(kFirst, Outcome{}).has_value();
    EXPECT_NE(stepped, machine.divergence().has_value());
    return !stepped;
  };
  rw_event plain = event(RW_EV_READ, 0, 0x2000, 4);
  rw_event other = event(RW_EV_READ, 0, 0x2004, 4);
  EXPECT_FALSE(deviates(plain, plain));
  EXPECT_TRUE(deviates(plain, other));
  rw_event swap = event(RW_EV_ATOMIC_UPDATE, 0, 0x2000, 4);
  rw_event failed = event(RW_EV_ATOMIC_READ, 0, 0x2000, 4);
  swap.site = failed.site = 1;
  EXPECT_FALSE(deviates(swap, failed)); // a compare-and-swap may become a read
  failed.site = 2;
  EXPECT_TRUE(deviates(swap, failed)); // of the same place
}

TEST(NativeMachine, ARunThatIsShorterThanItWasDiverges) {
  Canned program({logOf({event(RW_EV_LOCAL, 0), event(RW_EV_LOCAL, 0)})});
  NativeMachine machine(program, 1000, MemoryModel::C11);
  ScheduleOrder order;
  order.forced.assign(3, {0, RW_EV_NONE, 0, 0, 0});
  EXPECT_FALSE(machine.begin(order));
  EXPECT_TRUE(machine.divergence());
}

TEST(NativeMachine, WhatTheRuntimeRefusesIsAnError) {
  Execution refused = logOf({}, RW_REFUSED);
  refused.words = "too many threads";
  Canned program({refused});
  NativeMachine machine(program, 1000, MemoryModel::C11);
  const Result<void> begun = machine.restart();
  ASSERT_FALSE(begun);
  EXPECT_EQ(begun.error().kind, Error::Kind::Input);
  EXPECT_NE(begun.error().message.find("too many threads"), std::string::npos);
  EXPECT_EQ(program.orders.size(), 1U);
}

TEST(NativeMachine, ACrashHasItsSignalPlaceAndStack) {
  Execution crash = logOf({event(RW_EV_LOCAL, 0)}, RW_CRASHED);
  crash.signal = 11;
  crash.crashedAt = {2, 4, 99}; // the last is no site: the program may have written it
  Canned program({crash});
  NativeMachine machine(program, 1000, MemoryModel::C11);
  ASSERT_TRUE(machine.restart());
  ASSERT_TRUE(machine.begin({}));
  ASSERT_EQ(machine.failures().size(), 1U); // one thing, seen twice
  const NativeFailure &failure = machine.failures().front();
  EXPECT_EQ(failure.kind, NativeFailure::Kind::Crash);
  EXPECT_EQ(failure.runs, 2U);
  EXPECT_NE(failure.words.find("SIGSEGV"), std::string::npos);
  EXPECT_EQ(failure.at, (SourcePosition{"a.c", 2, 3}));
  EXPECT_EQ(failure.stack, (std::vector<std::string>{"f2 at a.c:2:3", "f4 at a.c:4:3"}));
}

TEST(NativeMachine, EveryOtherBadEndIsToldAsWhatItIs) {
  const auto kindOf = [](Execution run) {
    Canned program({std::move(run)});
    NativeMachine machine(program, 1000, MemoryModel::C11);
    EXPECT_TRUE(machine.restart());
    EXPECT_EQ(machine.failures().size(), 1U);
    return machine.failures().front().kind;
  };
  Execution late = logOf({event(RW_EV_LOCAL, 0)}, RW_RUNNING);
  late.timedOut = true;
  EXPECT_EQ(kindOf(late), NativeFailure::Kind::TimeLimit);
  EXPECT_EQ(kindOf(logOf({}, RW_LOG_FULL)), NativeFailure::Kind::TooLong);
  EXPECT_EQ(kindOf(logOf({}, RW_TOO_LONG)), NativeFailure::Kind::TooLong);
  EXPECT_EQ(kindOf(logOf({}, RW_RUNNING)), NativeFailure::Kind::Refused);
  Canned fine({logOf({event(RW_EV_LOCAL, 0)})});
  NativeMachine machine(fine, 1000, MemoryModel::C11);
  EXPECT_TRUE(machine.restart());
  EXPECT_TRUE(machine.failures().empty());
}

// The program can write anything into the memory that it shares with us.
TEST(NativeMachine, ALogThatMakesNoSenseEndsThere) {
  const auto length = [](const std::vector<rw_event> &events) {
    Canned program({logOf(events)});
    NativeMachine machine(program, 1000, MemoryModel::C11);
    EXPECT_TRUE(machine.restart());
    return machine.length();
  };
  EXPECT_EQ(length({event(RW_EV_LOCAL, 0), event(RW_EV_LOCAL, 7), event(RW_EV_LOCAL, 0)}), 1U);
  EXPECT_EQ(length({event(RW_EV_LOCAL, 255)}), 0U);
  EXPECT_EQ(length({event(RW_EV_LOCAL, 0, 0, 0, 0, RW_MORE)}), 1U);
  EXPECT_EQ(length({event(200, 0)}), 1U);
  EXPECT_EQ(length({event(RW_EV_JOIN, 0, 0, 0, 4711)}), 1U);
  EXPECT_EQ(length({event(RW_EV_WRITE, 0, UINT64_MAX, 1U << 20)}), 1U);
  std::vector<rw_event> many;
  for (int i = 0; i < 100; ++i)
    many.push_back(event(RW_EV_CREATE, 0, 0, 0, static_cast<std::uint32_t>(i + 1)));
  EXPECT_EQ(length(many), 100U);
}

TEST(NativeMachine, ATraceIsRepeatedByThreadNumbers) {
  const Script text = script("create 1; create 2 | create 3; write v0 1 | local | write v0 2");
  ScriptedProgram program(text);
  NativeMachine machine(program, 1000, MemoryModel::C11);
  ASSERT_TRUE(machine.restart());
  Trace trace;
  for (std::size_t i = 0; i < machine.length(); ++i)
    trace.push_back({machine.stepAt(i).thread, 0, Outcome{}, machine.stepAt(i).operation});
  ASSERT_TRUE(machine.beginWith(trace));
  for (std::size_t i = 0; i < trace.size(); ++i) {
    EXPECT_EQ(machine.stepAt(i).thread, trace[i].thread);
    EXPECT_EQ(machine.stepAt(i).operation, trace[i].operation);
  }
  trace.front().thread = ThreadId(42);
  EXPECT_FALSE(machine.beginWith(trace));
}

} // namespace
} // namespace raceward::test
