// Between a search and the machine: observes every step, changes none. Private to check.
#pragma once

#include "raceward/symex/ThreadedMachine.h"

namespace raceward {

/// Forwards every call; a subclass overrides the calls that it observes.
class MachineWatch : public Machine {
public:
  Result<void> restart() override { return machine_.restart(); }
  std::span<const ThreadId> enabled() override { return machine_.enabled(); }
  std::span<const ThreadId> disabled() override { return machine_.disabled(); }
  using Machine::next;
  const Operation &next(ThreadId t) const override { return machine_.next(t); }
  const Operation &next(ThreadId t, Outcome outcome) const override {
    return machine_.next(t, outcome);
  }
  [[nodiscard]] bool fixed(ThreadId t) const override { return machine_.fixed(t); }
  Result<std::span<const Outcome>> outcomes(ThreadId t) override { return machine_.outcomes(t); }
  Result<void> step(ThreadId t, Outcome outcome) override { return machine_.step(t, outcome); }
  MarkId mark() override { return machine_.mark(); }
  Result<void> rewind(MarkId mark) override { return machine_.rewind(mark); }
  Result<bool> canOverlap(const Event &earlier, const Event &later) override {
    return machine_.canOverlap(earlier, later);
  }
  bool isGuessed(const Event &earlier, const Event &later) override {
    return machine_.isGuessed(earlier, later);
  }
  const Future &mayStillDo(ThreadId t) const override { return machine_.mayStillDo(t); }
  [[nodiscard]] SiteId accessSiteAt(PositionId at) const override {
    return machine_.accessSiteAt(at);
  }
  [[nodiscard]] bool areSuspects(SiteId a, SiteId b) const override {
    return machine_.areSuspects(a, b);
  }

protected:
  explicit MachineWatch(ThreadedMachine &machine) : machine_(machine) {}

  ThreadedMachine &machine_;
};

} // namespace raceward
