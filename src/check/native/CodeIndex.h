// CodeIndex: maps sites of the native program to instructions of its bitcode. Private to check.
#pragma once

#include "raceward/native/Execution.h"
#include "raceward/prove/Facts.h"

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace raceward {

/// By place and kind. If two instructions have the same, the site has no instruction.
class CodeIndex {
public:
  CodeIndex(const Program &program, std::vector<NativeSite> sites);

  /// The call at a site, or the access that an event of this kind makes there.
  [[nodiscard]] std::optional<InstructionRef> callAt(std::uint32_t site) const;
  [[nodiscard]] std::optional<InstructionRef> instructionOf(const rw_event &event) const;
  [[nodiscard]] std::optional<InstructionRef> firstOf(const std::string &function) const;
  /// The access of an instruction that makes exactly one.
  [[nodiscard]] SiteId accessAt(std::uint32_t site) const;

private:
  enum class Kind : std::uint8_t { Call, Load, Store, Update, Compare, Fence };
  using Key = std::tuple<std::string, std::string, std::uint32_t, std::uint32_t, Kind>;

  [[nodiscard]] std::optional<InstructionRef> at(std::uint32_t site, Kind kind) const;
  [[nodiscard]] static std::optional<Kind> kindOf(const Instruction &instruction);

  const Program &program_;
  std::vector<NativeSite> sites_;
  std::map<Key, std::vector<InstructionRef>> instructions_;
};

} // namespace raceward
