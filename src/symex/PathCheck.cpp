#include "raceward/symex/PathCheck.h"

#include "raceward/base/Check.h"

namespace raceward {

namespace {

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

/// The end of the path, and a proper one: an assertion that fails aborts the program.
bool endsProperly(FaultKind kind) {
  return kind == FaultKind::AssertionFailed;
}

/// Decimal, signed unless the function that gave it says otherwise.
std::string asC(const InputValue &input) {
  if (input.width > 64)
    return input.value.toString();
  const std::uint64_t bits = input.value.low64();
  if (input.width == 1)
    return std::to_string(bits);
  const std::size_t kind = input.what.rfind('_');
  const bool isUnsigned = kind != std::string::npos && kind + 1 < input.what.size() &&
                          (input.what[kind + 1] == 'u' || input.what[kind + 1] == 'U' ||
                           input.what.ends_with("size") || input.what.ends_with("size_t"));
  return isUnsigned ? std::to_string(bits) : std::to_string(signExtended(bits, input.width));
}

Violation violationFrom(const FailedPath &path) {
  Violation violation;
  violation.kind = toString(path.fault.kind);
  violation.message = path.fault.message;
  violation.at = path.fault.at;
  violation.function = path.fault.function;
  for (const auto &[function, at] : path.fault.calledFrom)
    violation.calledFrom.push_back({function, at});
  for (const InputValue &input : path.inputs)
    violation.inputs.push_back({input.what, input.at, asC(input)});
  return violation;
}

} // namespace

PathLedger checkPaths(SymbolicMachine &machine, Property property, const PathLimits &limits,
                      const std::function<void(const PathCounts &)> &onProgress) {
  RW_CHECK(property != Property::NoDataRace);
  PathLedger ledger;
  ledger.property = property;
  PathVisitor visitor;
  visitor.onProgress = onProgress;
  visitor.onFault = [&](const FailedPath &path) {
    if (violates(path.fault.kind, property)) {
      ledger.violations.push_back(violationFrom(path));
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
    // Nothing of this run can be trusted, not even a violation.
    ledger.violations.clear();
    ledger.gaps.push_back({GapKind::EngineCrash, report.contradiction, {}, {}});
    return ledger;
  }
  ledger.closed = true;
  return ledger;
}

} // namespace raceward
