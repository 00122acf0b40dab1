#include "NativeEvidence.h"

#include "evidence/EvidenceBuilder.h"
#include "raceward/explore/FewestSwitches.h"

#include <algorithm>
#include <map>

namespace raceward {

namespace {

/// Minimising a longer run takes more time than it saves the reader.
constexpr std::size_t kLongestToShorten = 5'000;
constexpr std::string_view kSystemFolders[] = {"/usr/include/", "/usr/lib/"};

bool isOfTheSystem(const SourcePosition &at) {
  return std::ranges::any_of(kSystemFolders,
                             [&](std::string_view folder) { return at.file.starts_with(folder); });
}

/// The name of a function in the source, where the linker's name is not readable.
std::string calledInSource(const std::string &callee) {
  return callee.starts_with("_Zdl")   ? "operator delete"
         : callee.starts_with("_Zda") ? "operator delete[]"
                                      : callee;
}

/// Where something happens: the innermost place in user code, and its callers.
struct NativePlace {
  SourcePosition at;
  std::string function;
  std::string object;
  std::string call;
  std::vector<Caller> calledFrom;
};

class NativeEvidence {
public:
  NativeEvidence(NativeMachine &machine, const HarmlessSites &harmless)
      : machine_(machine), harmless_(harmless) {}

  /// In the run, before any step was dropped.
  [[nodiscard]] std::size_t firstAccess() { return telling_.evidence().firstAccess; }

  Result<Conviction> conviction(const Trace &trace, const RacingPair *pair) {
    if (const Result<void> followed = follow(trace); !followed)
      return fail(followed.error());
    const Run &run = telling_.run();
    for (const std::uint32_t at : telling_.racingWithLast(pair)) {
      const Event &first = run[at];
      const Event &second = run[run.size() - 1];
      telling_.evidence().firstAccess = at;
      return Conviction{siteOf(at, second), siteOf(run.size() - 1, first),
                        machine_.nameOf(first.thread), machine_.nameOf(second.thread),
                        withoutHarmless()};
    }
    return fail(Error::Kind::Input, "a race that was found did not happen again");
  }

private:
  Result<void> follow(const Trace &trace) {
    if (const Result<void> begun = machine_.beginWith(trace); !begun)
      return begun;
    telling_.numberOf(ThreadId(0), "main");
    for (std::size_t at = 0; at < trace.size(); ++at) {
      if (at >= machine_.length() || machine_.stepAt(at).thread != trace[at].thread ||
          machine_.stepAt(at).operation != trace[at].operation)
        return fail(Error::Kind::Input, "a run that was found cannot be repeated");
      tell(trace[at], at);
    }
    return {};
  }

  /// As `check` reports it: accesses that cannot race are not steps there.
  Evidence withoutHarmless() {
    const Evidence &all = telling_.evidence();
    if (!harmless_)
      return all;
    constexpr auto kGone = UINT32_MAX;
    Evidence told{all.threads, all.inputs, {}, 0};
    std::vector<std::uint32_t> numbers(all.steps.size(), kGone);
    for (std::uint32_t at = 0; at < all.steps.size(); ++at) {
      const Action &action = telling_.run()[at].operation.action;
      const bool isPlain = std::holds_alternative<Read>(action) ||
                           std::holds_alternative<Write>(action) ||
                           std::holds_alternative<Bulk>(action);
      if (isPlain && at != all.firstAccess && at + 1 != all.steps.size() &&
          harmless_(telling_.run()[at].operation.at.index()))
        continue;
      if (std::holds_alternative<Start>(action))
        continue;
      numbers[at] = static_cast<std::uint32_t>(told.steps.size());
      EvidenceStep step = all.steps[at];
      // A dependency on a dropped step becomes one on the step before it in its thread.
      for (std::uint32_t &earlier : step.after) {
        const std::uint32_t thread = all.steps[earlier].thread;
        while (earlier != kGone &&
               (numbers[earlier] == kGone || all.steps[earlier].thread != thread))
          earlier = earlier == 0 ? kGone : earlier - 1;
        earlier = earlier == kGone ? kGone : numbers[earlier];
      }
      std::erase(step.after, kGone);
      told.steps.push_back(std::move(step));
    }
    told.firstAccess = numbers[all.firstAccess];
    return told;
  }

  void tell(const Event &event, std::size_t at) {
    telling_.numberOf(event.thread, machine_.nameOf(event.thread));
    EvidenceStep told = telling_.begin(event);
    NativePlace place = placeOf(at);
    nameMeetingPoint(at, place);
    told.at = place.at;
    told.function = std::move(place.function);
    told.call = std::move(place.call);
    told.calledFrom = std::move(place.calledFrom);
    std::string created;
    if (const auto *create = std::get_if<Create>(&event.operation.action)) {
      created = machine_.nameOf(create->child);
      told.target = telling_.numberOf(create->child, created);
    } else if (const auto *join = std::get_if<Join>(&event.operation.action)) {
      told.target = telling_.numberOf(join->target, machine_.nameOf(join->target));
    } else {
      told.object = std::move(place.object);
    }
    forEachAccess(event.operation.action, [&](const MemoryAccess &access) {
      told.accesses.push_back(telling_.accessOf(access));
    });
    telling_.finish(event, std::move(told), created);
  }

  [[nodiscard]] const NativeSite *site(std::uint32_t number) const {
    const std::vector<NativeSite> &sites = machine_.program().sites();
    return number >= 1 && number <= sites.size() ? &sites[number - 1] : nullptr;
  }

  [[nodiscard]] NativePlace placeOf(std::size_t at) const {
    const Execution &run = machine_.execution();
    const rw_event &event = run.events[machine_.stepAt(at).event];
    NativePlace place;
    const NativeSite *here = site(event.site);
    if (here == nullptr)
      return place;
    place.object = here->object;
    place.call = calledInSource(here->callee);
    std::uint32_t context = event.context;
    // Code in a system header is attributed to its caller.
    for (; isOfTheSystem(here->at) && context >= 1 && context <= run.contexts.size();) {
      const rw_context &frame = run.contexts[context - 1];
      const NativeSite *caller = site(frame.site);
      if (caller == nullptr)
        break;
      here = caller;
      context = frame.parent < context ? frame.parent : 0;
      if (!here->callee.empty())
        place.call = here->callee;
    }
    place.at = here->at;
    place.function = here->function;
    for (const NativeSite *callee = here;
         callee->function != "main" && context >= 1 && context <= run.contexts.size();) {
      const rw_context &frame = run.contexts[context - 1];
      const NativeSite *caller = site(frame.site);
      if (caller != nullptr)
        place.calledFrom.push_back({caller->function, caller->at});
      callee = caller != nullptr ? caller : callee;
      context = frame.parent < context ? frame.parent : 0;
    }
    return place;
  }

  /// A condition wait unlocks and locks a mutex that is not its first argument: the mutex gets the
  /// name by which it was locked.
  void nameMeetingPoint(std::size_t at, NativePlace &place) {
    const rw_event &event = machine_.execution().events[machine_.stepAt(at).event];
    if (!mutexOf(machine_.stepAt(at).operation.action).valid())
      return;
    if (place.call.find("lock") != std::string::npos && !place.object.empty())
      names_.try_emplace(event.address, place.object);
    else if (const auto known = names_.find(event.address); known != names_.end())
      place.object = known->second;
  }

  /// The access of the step that conflicts with the other event.
  [[nodiscard]] AccessSite siteOf(std::size_t at, const Event &other) const {
    const Event &event = telling_.run()[at];
    const NativePlace place = placeOf(at);
    AccessSite told = nativeSiteAt(machine_, event.operation.at);
    told.at = place.at;
    told.function = place.function;
    told.name = place.object;
    told.call = place.call;
    forEachAccess(event.operation.action, [&](const MemoryAccess &mine) {
      forEachAccess(other.operation.action, [&](const MemoryAccess &theirs) {
        if (!conflict(mine, theirs))
          return;
        told.kind = mine.kind;
        told.order = mine.order;
        told.bytes = mine.at.bytes;
      });
    });
    return told;
  }

  NativeMachine &machine_;
  const HarmlessSites &harmless_;
  EvidenceBuilder telling_;
  std::map<std::uint64_t, std::string> names_; ///< of mutexes, by address
};

} // namespace

Result<Conviction> nativeConviction(NativeMachine &machine, const Trace &trace,
                                    const RacingPair *pair, const HarmlessSites &harmless) {
  NativeEvidence first(machine, harmless);
  Result<Conviction> race = first.conviction(trace, pair);
  if (!race || trace.size() > kLongestToShorten)
    return race;
  const std::size_t at = first.firstAccess();
  const RacingPair told = racingPair(trace[at], trace.back());
  const Result<Trace> shortest = minimised(machine, trace, at);
  if (!shortest)
    return race;
  Result<Conviction> best = NativeEvidence(machine, harmless).conviction(*shortest, &told);
  return best ? best : race;
}

AccessSite nativeSiteAt(const NativeMachine &machine, PositionId at) {
  AccessSite told;
  const std::vector<NativeSite> &sites = machine.program().sites();
  if (at.index() < 1 || at.index() > sites.size())
    return told;
  const NativeSite &site = sites[at.index() - 1];
  told.id = SiteId(at.index());
  told.at = site.at;
  told.function = site.function;
  told.name = site.object;
  told.call = calledInSource(site.callee);
  for (const rw_event &event : machine.execution().events)
    if (event.site == at.index() && (event.kind == RW_EV_WRITE || event.kind == RW_EV_ATOMIC_WRITE))
      told.kind = AccessKind::Write;
    else if (event.site == at.index() && event.kind == RW_EV_ATOMIC_UPDATE)
      told.kind = AccessKind::ReadWrite;
  return told;
}

} // namespace raceward
