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

/// The places of the threads that wait for each other.
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

/// The word of Actions.def; of several kinds with one number the first.
std::string nameOfKind(std::uint64_t kind) {
  struct Row {
    rw_kind kind;
    std::string_view word;
  };
  static constexpr Row kRows[] = {
      {RW_EV_NONE, "nothing"},
#define RW_ACTION(kind, type, family, role, trace, report, replay, control, ...) {control, report},
#define RW_ACTION_ALSO(kind, type, family, role, trace, report, replay, control, ...)              \
  {control, report},
#define RW_CONTROLLED(control, number, report) {control, report},
#include "raceward/model/Actions.def"
  };
  for (const Row &row : kRows)
    if (row.kind == kind)
      return "'" + std::string(row.word) + "'";
  return "something";
}

/// Replaces each occurrence of `word` and the number after it.
template <typename Replace>
std::string replaced(const std::string &text, std::string_view word, Replace replace) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t found = text.find(word, at);
    result += text.substr(at, found - at);
    if (found == std::string::npos)
      break;
    at = found + word.size();
    std::uint64_t number = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
      number = number * 10 + static_cast<std::uint64_t>(text[at] - '0');
    result += replace(number);
  }
  return result;
}

} // namespace

std::string readableWords(const std::string &words, const ProgramServer &program) {
  const std::string placed = replaced(words, "site ", [&](std::uint64_t number) {
    const NativeSite *site = siteNumber(program, number);
    return site == nullptr ? std::string("an unknown place") : toString(site->at);
  });
  return replaced(placed, "kind ", nameOfKind);
}

std::optional<NativeFailure> failureOf(const Execution &run, const ProgramServer &program) {
  NativeFailure failure;
  failure.runs = 1;
  for (const rw_event &event : run.events)
    if ((event.flags & RW_MORE) == 0)
      failure.schedule.push_back(event.thread);
  if (run.timedOut) {
    failure.kind = NativeFailure::Kind::TimeLimit;
    failure.words = run.stopped ? "a run was in progress at the time limit"
                                : "a run was ended at its time limit";
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
    failure.words = run.words.empty() ? "a run ended without a message" : run.words;
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
