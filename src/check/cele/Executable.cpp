#include "Executable.h"

#include <algorithm>
#include <map>

namespace raceward::cele {

Result<Executable> Executable::make(const Source &unrolled, const LowerOptions &options,
                                    const InputValues *given) {
  Result<Lowered> lowered = lower(unrolled, options);
  if (!lowered)
    return fail(lowered.error());
  Executable made;
  made.lowered_ = std::make_unique<Lowered>(std::move(*lowered));
  for (const AccessSite &site : made.lowered_->program.sites())
    made.visible_.push_back(isAtomic(site));
  MachineOptions machine;
  if (given != nullptr)
    machine.given = [inputs = made.lowered_->inputs, values = *given](const AskedInput &asked) {
      const auto found = values.find(inputs[asked.count]);
      return std::optional(static_cast<std::uint64_t>(found == values.end() ? 0 : found->second));
    };
  Result<std::unique_ptr<ThreadedMachine>> threaded = ThreadedMachine::make(
      made.lowered_->program, std::move(machine), made.visible_, MemoryModel::Sc);
  if (!threaded)
    return fail(threaded.error());
  made.machine_ = std::move(*threaded);
  return made;
}

std::optional<Step> Executable::stepBy(const Operation &operation) const {
  if (footprintOf(operation.action).size == Footprint::Size::None)
    return std::nullopt;
  const llvm::Instruction *code = machine_->codeAt(operation.at);
  return code == nullptr ? std::nullopt : stepOf(*code);
}

std::optional<Step> Executable::stepOfSite(SiteId site) const {
  return stepOf(*lowered_->program.placeOf(site).origin);
}

Result<void> Executable::perform(ThreadId thread, Trace &trace) {
  const Result<std::span<const Outcome>> outcomes = machine_->outcomes(thread);
  if (!outcomes)
    return fail(outcomes.error());
  const Outcome outcome = outcomes->front();
  const auto earlier = static_cast<std::uint32_t>(
      std::ranges::count(trace, thread, [](const Event &event) { return event.thread; }));
  trace.push_back({thread, earlier, outcome, machine_->next(thread, outcome)});
  return machine_->step(thread, outcome);
}

/// Steps until every thread is before a step of the program, waits or has ended.
Result<void> Executable::settle(Trace &trace) {
  for (bool moved = true; moved;) {
    moved = false;
    for (const ThreadId thread : machine_->enabled()) {
      if (stepBy(machine_->next(thread)))
        continue;
      if (const Result<void> done = perform(thread, trace); !done)
        return done;
      moved = true;
      break; // the set of enabled threads may have changed
    }
  }
  return {};
}

Result<std::optional<Trace>> Executable::drive(const Run &run) {
  if (const Result<void> restarted = machine_->restart(); !restarted)
    return fail(restarted.error());
  Trace trace;
  for (const Step &step : run.steps) {
    if (const Result<void> settled = settle(trace); !settled)
      return fail(settled.error());
    const std::span<const ThreadId> enabled = machine_->enabled();
    const auto thread = std::ranges::find_if(
        enabled, [&](ThreadId t) { return stepBy(machine_->next(t)) == step; });
    if (thread == enabled.end())
      return std::optional<Trace>();
    const ThreadId mover = *thread;
    if (const Result<void> done = perform(mover, trace); !done)
      return fail(done.error());
    if (machine_->isRefused(mover))
      return std::optional<Trace>();
  }
  return std::optional(std::move(trace));
}

std::optional<std::int64_t> Executable::valueOf(ExpressionId use) const {
  const GlobalId cell = lowered_->seen.at(use);
  const std::optional<std::uint64_t> value =
      machine_->globalValue(lowered_->program.globals()[cell.index()].name);
  if (!value)
    return std::nullopt;
  return static_cast<std::int64_t>(*value);
}

} // namespace raceward::cele
