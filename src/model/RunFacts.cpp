#include "raceward/model/RunFacts.h"

#include <algorithm>

namespace raceward {
namespace {

bool takesShared(ActionKind action) {
  return roleOf(action) == ActionRole::TakeShared;
}

bool takes(ActionKind action) {
  return takesShared(action) || roleOf(action) == ActionRole::Take;
}

bool givesBack(ActionKind action) {
  return roleOf(action) == ActionRole::Give || roleOf(action) == ActionRole::GiveShared;
}

bool orders(ActionKind action) {
  switch (roleOf(action)) {
  case ActionRole::Access:
  case ActionRole::Wait:
  case ActionRole::Data:
    return false;
  case ActionRole::Atomic:
  case ActionRole::Take:
  case ActionRole::TakeShared:
  case ActionRole::Give:
  case ActionRole::GiveShared:
  case ActionRole::Fail:
  case ActionRole::Meet:
  case ActionRole::Begin:
    return true;
  }
  return true;
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
    if (run.steps[at].thread == run.steps[step].thread && orders(run.steps[at].action))
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
  const ActionRole role = roleOf(step.action);
  // What a library keeps in order by atomic variables of its own (docs/develop/library-models.md).
  const bool isOfLibrary =
      step.object.starts_with("<state of ") &&
      (step.action == ActionKind::AtomicRead || step.action == ActionKind::AtomicWrite ||
       step.action == ActionKind::AtomicUpdate);
  return role == ActionRole::Data || role == ActionRole::Begin || isOfLibrary;
}

} // namespace raceward
