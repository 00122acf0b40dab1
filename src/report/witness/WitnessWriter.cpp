// From a race to its witness.
#include "raceward/base/File.h"
#include "raceward/model/CStatements.h"
#include "raceward/report/Witness.h"

#include <algorithm>
#include <map>
#include <set>

namespace raceward {

namespace {

/// Others must follow them all.
constexpr std::size_t kMostOrderingWaypoints = 1000;

bool isAnyOf(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Whether another thread may see that it happened.
bool changes(const EvidenceStep &step) {
  return step.action != ActionKind::Read && step.action != ActionKind::AtomicRead;
}

/// What a step works on; empty if its place in the order is not worth telling. The end of
/// something, such as an unlock, is implied by the next one that begins. Others do not know the
/// state of the library, which has a name in brackets.
std::string orderedObject(const EvidenceStep &step) {
  if (!step.at.known() || step.object.starts_with('<'))
    return {};
  switch (step.action) {
  case ActionKind::Section:
    return "section"; // of many accesses, so that it has no name
  case ActionKind::Read:
  case ActionKind::Write:
  case ActionKind::AtomicRead:
  case ActionKind::AtomicWrite:
  case ActionKind::AtomicUpdate:
  case ActionKind::Bulk:
  case ActionKind::Lock:
  case ActionKind::TryLock:
  case ActionKind::ReadLock:
  case ActionKind::TryReadLock:
  case ActionKind::SemaphorePost:
  case ActionKind::SemaphoreWait:
  case ActionKind::SemaphoreTryWait:
  case ActionKind::Arrive:
    return step.object;
  case ActionKind::Await:
  case ActionKind::FailedTryLock:
  case ActionKind::FailedTryReadLock:
  case ActionKind::Unlock:
  case ActionKind::ReadUnlock:
  case ActionKind::SemaphoreRead:
  case ActionKind::FailedSemaphoreWait:
  case ActionKind::Pass:
  case ActionKind::Fence:
  case ActionKind::Create:
  case ActionKind::Start:
  case ActionKind::Exit:
  case ActionKind::Join:
  case ActionKind::Choice:
  case ActionKind::Local:
  case ActionKind::When:
    return {};
  }
  return {};
}

/// Integers from functions that are there to give them.
bool canBeStated(const GivenInput &input) {
  const std::string_view name = input.source;
  if (!input.at.known() || input.bits > 64 ||
      !(name.starts_with("__VERIFIER_nondet_") || name.starts_with("raceward_any_")))
    return false;
  const std::string_view type = name.substr(name.rfind('_') + 1);
  return !isAnyOf(type, {"float", "double", "pointer", "pchar"});
}

class Writer {
public:
  Writer(const Conviction &race, const WitnessContext &context) : race_(race), context_(context) {}

  Result<ViolationWitness> write() {
    const Evidence &run = race_.run;
    if (run.steps.empty())
      return fail(Error::Kind::Input, "the run that leads to the race is not known");
    if (!race_.first.at.known() || !race_.second.at.known())
      return fail(Error::Kind::Input, "the racing accesses have no position in the source");
    findOrdering();
    numbers_ = {{0, 0}};
    auto input = run.inputs.begin();
    for (std::uint32_t at = 0; at + 1 < run.steps.size(); ++at) {
      for (; input != run.inputs.end() && input->afterStep <= at; ++input)
        addInput(*input);
      if (at != run.firstAccess)
        addStep(run.steps[at]);
    }
    for (; input != run.inputs.end(); ++input)
      addInput(*input);
    witness_.segments.push_back({{target(race_.first, run.steps[run.firstAccess].thread),
                                  target(race_.second, run.steps.back().thread)},
                                 {}});
    witness_.formatVersion = "2.2";
    witness_.creationTime = context_.creationTime;
    witness_.producer = "Raceward";
    witness_.producerVersion = context_.version;
    witness_.files = context_.files;
    witness_.specification = context_.specification;
    witness_.dataModel = context_.dataModel;
    witness_.language = "C";
    return std::move(witness_);
  }

private:
  /// What several threads work on, one of them changing it: the order of that matters.
  void findOrdering() {
    struct Use {
      std::set<std::uint32_t> threads;
      bool changed = false;
    };
    std::map<std::string, Use> uses;
    const Evidence &run = race_.run;
    for (std::uint32_t at = 0; at + 1 < run.steps.size(); ++at)
      if (const EvidenceStep &step = run.steps[at]; at != run.firstAccess) {
        Use &use = uses[orderedObject(step)];
        use.threads.insert(step.thread);
        use.changed |= changes(step);
      }
    for (const auto &[object, use] : uses)
      if (!object.empty() && use.threads.size() > 1 && use.changed)
        ordering_.insert(object);
  }

  void addStep(const EvidenceStep &step) {
    if (step.action == ActionKind::Create && step.target) {
      Waypoint call = waypoint(WaypointType::FunctionEnter, step.at, step.function, step.thread);
      toEndOfCall(call, step.at);
      call.callee = race_.run.threads[*step.target].function;
      add(std::move(call));
      numbers_[*step.target] = static_cast<std::uint32_t>(numbers_.size());
      return;
    }
    if (!ordering_.contains(orderedObject(step)) || ordered_ == kMostOrderingWaypoints)
      return;
    Waypoint reached = waypoint(WaypointType::Assumption, step.at, step.function, step.thread);
    toStatement(reached);
    reached.constraint = "1";
    // Several accesses of one statement are one way through it.
    if (!witness_.segments.empty())
      if (const Waypoint &last = witness_.segments.back().follow.front();
          last.type == reached.type && last.thread == reached.thread && last.at == reached.at)
        return;
    ++ordered_;
    add(std::move(reached));
  }

  void addInput(const GivenInput &input) {
    if (!canBeStated(input))
      return;
    Waypoint back = waypoint(WaypointType::FunctionReturn, input.at, {}, input.thread);
    toEndOfCall(back, input.at);
    back.callee = input.source;
    back.constraint = "\\result == " + input.value;
    add(std::move(back));
  }

  [[nodiscard]] Waypoint target(const AccessSite &site, std::uint32_t thread) {
    Waypoint access = waypoint(WaypointType::Target, site.at, site.function, thread);
    toStatement(access);
    return access;
  }

  Waypoint waypoint(WaypointType type, const SourcePosition &at, const std::string &function,
                    std::uint32_t thread) {
    Waypoint made;
    made.type = type;
    made.at = at;
    made.function = function;
    if (const auto number = numbers_.find(thread); number != numbers_.end())
      made.thread = number->second;
    return made;
  }

  void add(Waypoint waypoint) { witness_.segments.push_back({{std::move(waypoint)}, {}}); }

  void toStatement(Waypoint &waypoint) {
    if (const auto start = statementsOf(waypoint.at.file)
                               .startOf({waypoint.at.line, std::max(waypoint.at.column, 1U)})) {
      waypoint.at.line = start->line;
      waypoint.at.column = start->column;
    }
  }

  void toEndOfCall(Waypoint &waypoint, const SourcePosition &call) {
    waypoint.at.column = 0;
    if (const auto end =
            statementsOf(call.file).endOfCall({call.line, std::max(call.column, 1U)})) {
      waypoint.at.line = end->line;
      waypoint.at.column = end->column;
    }
  }

  const CStatements &statementsOf(const std::string &file) {
    const auto known = sources_.find(file);
    if (known != sources_.end())
      return known->second;
    // Debug information may name anything; only what was given to the check is read.
    const bool isInput = std::any_of(context_.files.begin(), context_.files.end(),
                                     [&](const WitnessFile &each) { return each.name == file; });
    const Result<std::string> text = isInput ? readFile(file) : Result<std::string>(std::string());
    return sources_.emplace(file, CStatements(text ? *text : std::string())).first->second;
  }

  const Conviction &race_;
  const WitnessContext &context_;
  ViolationWitness witness_;
  std::set<std::string> ordering_;
  std::size_t ordered_ = 0;
  std::map<std::uint32_t, std::uint32_t> numbers_; ///< of threads, by those of the run
  std::map<std::string, CStatements> sources_;
};

} // namespace

Result<ViolationWitness> witnessOf(const Conviction &race, const WitnessContext &context) {
  return Writer(race, context).write();
}

} // namespace raceward
