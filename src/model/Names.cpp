// Names of the model's enumerators.
#include "raceward/model/Access.h"
#include "raceward/model/Gap.h"
#include "raceward/model/Source.h"
#include "raceward/model/Validation.h"
#include "raceward/model/Verdict.h"

#include <array>

namespace raceward {

std::string toString(const SourcePosition &position) {
  if (!position.known())
    return position.file.empty() ? "<unknown>" : position.file;
  std::string text = position.file + ":" + std::to_string(position.line);
  if (position.column != 0)
    text += ":" + std::to_string(position.column);
  return text;
}

std::string lineAfter(std::string &file, const SourcePosition &position) {
  const std::string line = std::to_string(position.line);
  if (position.file == file)
    return line;
  file = position.file;
  return file + ":" + line;
}

std::string_view toString(AccessKind kind) {
  switch (kind) {
  case AccessKind::Read:
    return "read";
  case AccessKind::Write:
    return "write";
  case AccessKind::ReadWrite:
    return "read-write";
  }
  return "access";
}

std::string_view toString(MemoryOrder order) {
  switch (order) {
  case MemoryOrder::Plain:
    return "plain";
  case MemoryOrder::Relaxed:
    return "relaxed";
  case MemoryOrder::Acquire:
    return "acquire";
  case MemoryOrder::Release:
    return "release";
  case MemoryOrder::AcquireRelease:
    return "acq_rel";
  case MemoryOrder::SeqCst:
    return "seq_cst";
  }
  return "plain";
}

std::string_view toString(GapKind kind) {
  switch (kind) {
  case GapKind::UnmodelledCall:
    return "unmodelled-call";
  case GapKind::InlineAssembly:
    return "inline-assembly";
  case GapKind::UnsupportedInstruction:
    return "unsupported-instruction";
  case GapKind::UnresolvedCall:
    return "unresolved-call";
  case GapKind::SolverLimit:
    return "solver-limit";
  case GapKind::TooManyChoices:
    return "too-many-choices";
  case GapKind::SymbolicFloat:
    return "symbolic-float";
  case GapKind::GuessedResult:
    return "guessed-result";
  case GapKind::AddressDependent:
    return "address-dependent";
  case GapKind::WeakMemory:
    return "weak-memory";
  case GapKind::AmbiguousOrder:
    return "ambiguous-order";
  case GapKind::Bound:
    return "bound";
  case GapKind::BadExecution:
    return "bad-execution";
  case GapKind::SuspectsLeft:
    return "suspects-left";
  case GapKind::Suppressed:
    return "suppressed";
  case GapKind::OneInput:
    return "one-input";
  case GapKind::Diverged:
    return "diverged";
  case GapKind::TimeLimit:
    return "time-limit";
  case GapKind::MemoryLimit:
    return "memory-limit";
  case GapKind::Interrupted:
    return "interrupted";
  case GapKind::EngineCrash:
    return "engine-crash";
  }
  return "engine-crash";
}

std::optional<GapKind> gapKindFromString(std::string_view name) {
  for (auto number = 0U; number <= static_cast<unsigned>(GapKind::EngineCrash); ++number) {
    const auto kind = static_cast<GapKind>(number);
    if (toString(kind) == name)
      return kind;
  }
  return std::nullopt;
}

std::string_view toString(MemoryModel model) {
  return model == MemoryModel::C11 ? "c11" : "sc";
}

std::string_view toString(Validation::Answer answer) {
  constexpr std::array<std::string_view, 3> names{"confirmed", "not confirmed", "unknown"};
  return names[static_cast<std::size_t>(answer)];
}

} // namespace raceward
