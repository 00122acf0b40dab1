#include "FailureOf.h"

#include <cstring>

namespace raceward {

namespace {

const NativeSite *siteNumber(const ProgramServer &program, std::uint64_t number) {
  const std::vector<NativeSite> &sites = program.sites();
  return number >= 1 && number <= sites.size() ? &sites[number - 1] : nullptr;
}

std::string nameOfSignal(int signal) {
  const char *name = sigabbrev_np(signal);
  return name != nullptr ? std::string("SIG") + name : "signal " + std::to_string(signal);
}

void describeCrash(const Execution &run, const ProgramServer &program, NativeFailure &failure) {
  failure.words = "the program crashes with " + nameOfSignal(run.signal);
  for (const std::uint64_t number : run.crashedAt)
    if (const NativeSite *site = siteNumber(program, number)) {
      if (!failure.at.known())
        failure.at = site->at;
      failure.stack.push_back(site->function + " at " + toString(site->at));
    }
}

/// Where the threads stand that wait for each other.
void describeDeadlock(const Execution &run, const ProgramServer &program, NativeFailure &failure) {
  std::size_t waiting = 0;
  for (const rw_event &pending : run.pending) {
    if (pending.kind == RW_EV_NONE)
      continue;
    ++waiting;
    if (const NativeSite *site = siteNumber(program, pending.site)) {
      if (!failure.at.known())
        failure.at = site->at;
      failure.stack.push_back(site->function + " waits at " + toString(site->at));
    }
  }
  failure.words = waiting == 1 ? "a thread waits for ever"
                               : std::to_string(waiting) + " threads wait for each other for ever";
}

} // namespace

std::optional<NativeFailure> failureOf(const Execution &run, const ProgramServer &program) {
  NativeFailure failure;
  failure.runs = 1;
  for (const rw_event &event : run.events)
    if ((event.flags & RW_MORE) == 0)
      failure.schedule.push_back(event.thread);
  if (run.timedOut) {
    failure.kind = NativeFailure::Kind::TimeLimit;
    failure.words = "a run was ended at its time limit";
    return failure;
  }
  switch (run.state) {
  case RW_CRASHED:
    failure.kind = NativeFailure::Kind::Crash;
    describeCrash(run, program, failure);
    return failure;
  case RW_DEADLOCK:
    failure.kind = NativeFailure::Kind::Deadlock;
    describeDeadlock(run, program, failure);
    return failure;
  case RW_LOG_FULL:
  case RW_TOO_LONG:
    failure.kind = NativeFailure::Kind::TooLong;
    failure.words = "a run has more events than are logged";
    return failure;
  case RW_REFUSED:
  case RW_RUNNING:
    failure.kind = NativeFailure::Kind::Refused;
    failure.words = run.words.empty() ? "a run ended without a word" : run.words;
    return failure;
  default:
    return std::nullopt;
  }
}

void addFailure(const NativeFailure &failure, std::vector<NativeFailure> &to) {
  for (NativeFailure &known : to)
    if (known.kind == failure.kind && known.words == failure.words && known.at == failure.at) {
      ++known.runs;
      return;
    }
  to.push_back(failure);
}

} // namespace raceward
