#include "raceward/model/RunFacts.h"

#include <algorithm>
#include <array>

namespace raceward {
namespace {

template <std::size_t n>
bool isOneOf(std::string_view action, const std::array<std::string_view, n> &names) {
  return std::ranges::find(names, action) != names.end();
}

bool takesShared(std::string_view action) {
  return isOneOf(action, std::array<std::string_view, 2>{"rdlock", "tryrdlock"});
}

bool takes(std::string_view action) {
  return takesShared(action) || isOneOf(action, std::array<std::string_view, 2>{"lock", "trylock"});
}

bool givesBack(std::string_view action) {
  return isOneOf(action, std::array<std::string_view, 2>{"unlock", "rdunlock"});
}

bool isPlain(std::string_view action) {
  return isOneOf(action, std::array<std::string_view, 6>{"read", "write", "access", "await",
                                                         "choice", "local"});
}

} // namespace

std::vector<HeldLock> locksHeldBefore(const Evidence &run, std::size_t step) {
  std::vector<HeldLock> held;
  for (std::uint32_t at = 0; at < step; ++at) {
    const EvidenceStep &earlier = run.steps[at];
    if (earlier.thread != run.steps[step].thread)
      continue;
    if (takes(earlier.action)) {
      held.push_back({at, takesShared(earlier.action)});
    } else if (givesBack(earlier.action)) {
      const auto same = std::find_if(held.rbegin(), held.rend(), [&](const HeldLock &lock) {
        return run.steps[lock.step].meeting == earlier.meeting;
      });
      if (same != held.rend())
        held.erase(std::next(same).base());
    }
  }
  return held;
}

std::optional<std::uint32_t> lastSynchronisation(const Evidence &run, std::size_t step) {
  for (std::size_t at = step; at-- > 0;)
    if (run.steps[at].thread == run.steps[step].thread && !isPlain(run.steps[at].action))
      return static_cast<std::uint32_t>(at);
  return std::nullopt;
}

std::size_t contextSwitches(const Evidence &run) {
  std::size_t switches = 0;
  for (std::size_t at = 1; at < run.steps.size(); ++at)
    switches += run.steps[at].thread != run.steps[at - 1].thread ? 1 : 0;
  return switches;
}

bool numbersFit(const Evidence &run) {
  const auto isThread = [&](std::uint32_t number) { return number < run.threads.size(); };
  for (const EvidenceThread &thread : run.threads)
    if (thread.creator && !isThread(*thread.creator))
      return false;
  for (std::size_t at = 0; at < run.steps.size(); ++at) {
    const EvidenceStep &step = run.steps[at];
    if (!isThread(step.thread) || (step.target && !isThread(*step.target)))
      return false;
    for (const std::uint32_t earlier : step.after)
      if (earlier >= at)
        return false;
  }
  for (const GivenInput &input : run.inputs)
    if (!isThread(input.thread) || input.afterStep > run.steps.size())
      return false;
  return run.steps.empty() || run.firstAccess < run.steps.size();
}

std::string_view toString(Harm::Answer answer) {
  switch (answer) {
  case Harm::Answer::NotAsked:
    return "not asked";
  case Harm::Answer::Harmful:
    return "harmful";
  case Harm::Answer::Benign:
    return "benign";
  case Harm::Answer::Undecided:
    return "undecided";
  }
  return "";
}

bool isQuiet(const EvidenceStep &step) {
  return isOneOf(step.action, std::array<std::string_view, 3>{"choice", "local", "start"});
}

} // namespace raceward
