// The witness of a race: one JSON file with everything that is needed to follow the race, and to
// reproduce it (docs/use/witnesses.md).
//
// A witness that is read is untrusted: a malformed one is an Error.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/model/Verdict.h"
#include "raceward/model/Witness.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace raceward {

inline constexpr int kRaceWitnessVersion = 1;

/// A line of the program as it was, so that it is found again after an edit.
struct WitnessLine {
  std::string file;
  std::uint32_t line = 0;
  std::string text;
};

/// The functions that threads call (--entry). The driver itself is not in a witness: it would be
/// text from elsewhere that a replay compiles and runs.
struct WitnessEntry {
  std::vector<std::string> functions;
  std::vector<std::string> setup;
  std::string memory; ///< "fresh" or "shared"
  std::uint32_t depth = 0;
  std::string driverName; ///< in positions
};

struct RaceWitness {
  std::string toolVersion;
  // How the program is compiled.
  std::vector<WitnessFile> files; ///< as the user named them
  std::vector<std::string> compilerFlags;
  std::string compileCommands; ///< folder of a compile_commands.json; may be empty
  std::string target;          ///< of the build; may be empty
  std::optional<WitnessEntry> entry;
  std::string dataModel;   ///< "LP64" or "ILP32"
  std::string memoryModel; ///< "c11" or "sc"

  Conviction race; ///< its run has steps
  std::vector<WitnessLine> lines;
};

/// Reads the lines that the run names from the files of the program; lines that cannot be read are
/// left out.
std::vector<WitnessLine> linesOf(const Evidence &run);

/// Ends with a newline.
std::string raceWitness(const RaceWitness &witness);

/// `path` is for messages.
Result<RaceWitness> parseRaceWitness(const std::string &path, std::string_view text);
Result<RaceWitness> readRaceWitness(const std::string &path);

} // namespace raceward
