#include "CodeIndex.h"

#include <filesystem>

namespace raceward {

namespace {

/// The build and the check may name folders differently.
std::string fileName(const std::string &path) {
  return std::filesystem::path(path).filename().string();
}

} // namespace

CodeIndex::CodeIndex(const Program &program, std::vector<NativeSite> sites)
    : program_(program), sites_(std::move(sites)) {
  for (const Function &function : program.functions())
    for (std::uint32_t i = 0; i < function.code.instructions.size(); ++i) {
      const Instruction &instruction = function.code.instructions[i];
      const std::optional<Kind> kind = kindOf(instruction);
      if (!kind || instruction.origin == nullptr)
        continue;
      const SourcePosition at = positionOf(*instruction.origin);
      instructions_[{fileName(at.file), function.name, at.line, at.column, *kind}].push_back(
          {function.id, i});
    }
}

std::optional<CodeIndex::Kind> CodeIndex::kindOf(const Instruction &instruction) {
  switch (instruction.op) {
  case Op::Call:
  case Op::LibraryCall:
  case Op::CopyMemory:
  case Op::MoveMemory:
  case Op::SetMemory:
    return Kind::Call;
  case Op::Load:
    return Kind::Load;
  case Op::Store:
    return Kind::Store;
  case Op::Exchange:
    return Kind::Update;
  case Op::CompareExchange:
    return Kind::Compare;
  case Op::Fence:
    return Kind::Fence;
  default:
    return std::nullopt;
  }
}

std::optional<InstructionRef> CodeIndex::at(std::uint32_t site, Kind kind) const {
  if (site < 1 || site > sites_.size())
    return std::nullopt;
  const NativeSite &native = sites_[site - 1];
  const auto found = instructions_.find(
      {fileName(native.at.file), native.function, native.at.line, native.at.column, kind});
  if (found == instructions_.end() || found->second.size() != 1)
    return std::nullopt;
  return found->second.front();
}

std::optional<InstructionRef> CodeIndex::callAt(std::uint32_t site) const {
  return at(site, Kind::Call);
}

std::optional<InstructionRef> CodeIndex::instructionOf(const rw_event &event) const {
  const auto either = [&](Kind one, Kind other) {
    const std::optional<InstructionRef> first = at(event.site, one);
    const std::optional<InstructionRef> second = at(event.site, other);
    return first && second ? std::nullopt : first ? first : second;
  };
  switch (event.kind) {
  case RW_EV_READ:
    return either(Kind::Load, Kind::Call);
  case RW_EV_WRITE:
  case RW_EV_ATOMIC_WRITE:
    return either(Kind::Store, Kind::Call);
  case RW_EV_ATOMIC_READ:
    return either(Kind::Load, Kind::Compare);
  case RW_EV_ATOMIC_UPDATE:
    return (event.flags & RW_MEETING) != 0 ? callAt(event.site)
                                           : either(Kind::Update, Kind::Compare);
  case RW_EV_FENCE:
    return at(event.site, Kind::Fence);
  default:
    return callAt(event.site);
  }
}

std::optional<InstructionRef> CodeIndex::firstOf(const std::string &function) const {
  std::optional<InstructionRef> first;
  for (const Function &candidate : program_.functions()) {
    if (candidate.name != function || !candidate.hasBody || candidate.code.instructions.empty())
      continue;
    if (first)
      return std::nullopt;
    first = InstructionRef{candidate.id, 0};
  }
  return first;
}

SiteId CodeIndex::accessAt(std::uint32_t site) const {
  std::optional<InstructionRef> only;
  for (const Kind kind : {Kind::Call, Kind::Load, Kind::Store, Kind::Update, Kind::Compare})
    if (const std::optional<InstructionRef> found = at(site, kind)) {
      if (only)
        return {};
      only = found;
    }
  if (!only)
    return {};
  const Instruction &instruction = program_.function(only->function).code.instructions[only->index];
  return instruction.siteCount == 1 ? SiteId(instruction.firstSite) : SiteId();
}

} // namespace raceward
