#include "raceward/symex/PathCheck.h"

#include "raceward/base/Check.h"
#include "raceward/symex/GivenInputs.h"

namespace raceward {

bool violates(FaultKind kind, Property property) {
  switch (kind) {
  case FaultKind::AssertionFailed:
    return property == Property::Assertions;
  case FaultKind::InvalidRead:
  case FaultKind::InvalidWrite:
  case FaultKind::InvalidFree:
  case FaultKind::InvalidCall:
    return property == Property::MemorySafety;
  case FaultKind::DivisionByZero:
  case FaultKind::Unreachable:
  case FaultKind::Misuse:
    return false;
  }
  return false;
}

namespace {

/// Whether the path ends in a defined way: a failing assertion aborts the program.
bool endsProperly(FaultKind kind) {
  return kind == FaultKind::AssertionFailed;
}

} // namespace

Violation violationFrom(const Fault &fault, const std::vector<InputValue> &inputs) {
  Violation violation;
  violation.kind = toString(fault.kind);
  violation.message = fault.message;
  violation.at = fault.at;
  violation.function = fault.function;
  for (const auto &[function, at] : fault.calledFrom)
    violation.calledFrom.push_back({function, at});
  violation.inputs = givenInputs(inputs);
  return violation;
}

PathLedger checkPaths(SymbolicMachine &machine, Property property, const PathLimits &limits,
                      const std::function<void(const PathCounts &)> &onProgress) {
  RW_CHECK(property != Property::NoDataRace);
  PathLedger ledger;
  ledger.property = property;
  PathVisitor visitor;
  visitor.onProgress = onProgress;
  visitor.onFault = [&](const FailedPath &path) {
    if (violates(path.fault.kind, property)) {
      ledger.violations.push_back(violationFrom(path.fault, path.inputs));
      return false;
    }
    if (!endsProperly(path.fault.kind))
      ledger.gaps.push_back({GapKind::BadExecution, path.fault.message, path.fault.at, {}});
    return true;
  };
  PathReport report = explorePaths(machine, limits, visitor);
  ledger.paths = report.counts.completed;
  ledger.steps = report.counts.steps;
  ledger.queries = machine.solverCounts().solved.queries;
  ledger.gaps.insert(ledger.gaps.end(), std::make_move_iterator(report.gaps.begin()),
                     std::make_move_iterator(report.gaps.end()));
  if (!report.contradiction.empty()) {
    // No result of this run can be trusted, not even a violation.
    ledger.violations.clear();
    ledger.gaps.push_back({GapKind::EngineCrash, report.contradiction, {}, {}});
    return ledger;
  }
  ledger.closed = true;
  return ledger;
}

} // namespace raceward
