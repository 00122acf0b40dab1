// World: the environment of the program that the machine executes.
#pragma once

#include "raceward/model/Gap.h"
#include "raceward/symex/Inputs.h"
#include "raceward/symex/TakenEdges.h"

#include <functional>
#include <optional>
#include <string_view>

namespace raceward {

/// Name of the input that decides whether standard input ends here.
inline constexpr std::string_view kEndOfInput = "end of input";

/// Suffix of the name of the input that decides whether an allocation fails: the function, and
/// this.
inline constexpr std::string_view kFails = " fails";

struct World {
  /// Receives the program's output on a stream (1: stdout, 2: stderr). May be empty: the output is
  /// discarded.
  std::function<void(int stream, std::string_view text)> write;
  /// The next byte of standard input, or -1 at its end. Empty: any bytes (inputs).
  std::function<int()> read;
  std::optional<int> ahead;       ///< of `read`: peeked, but not consumed
  bool failingAllocation = false; ///< as in MachineOptions
  /// As in MachineOptions, both.
  std::function<std::optional<std::uint64_t>(const AskedInput &)> given;
  std::function<std::optional<std::uint64_t>(const AskedInput &)> drawn;
  bool assumptionsHold = false;     ///< as in MachineOptions
  TakenEdges *taken = nullptr;      ///< as in MachineOptions
  std::function<bool()> isTimeOver; ///< what was not decided then is of no use; may be empty
};

inline Gap timeIsOver() {
  return {GapKind::TimeLimit,
          "the time was over while a thread computed by itself",
          {},
          "raise --explore-time or --time-limit"};
}

} // namespace raceward
