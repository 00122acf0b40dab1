// Reproduces a race in the natively compiled program.
//
// The user's files are compiled for ThreadSanitizer and linked with runtime/, which forces the
// threads to follow the steps of the evidence. ThreadSanitizer, which is independent of our
// engines, is the judge: its report must name the same two lines (docs/use/replay.md).
#pragma once

#include "raceward/base/Process.h"
#include "raceward/base/Result.h"
#include "raceward/model/Verdict.h"
#include "raceward/program/Load.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace raceward {

/// A line as it was when the race was found.
struct SourceLine {
  std::string file;
  std::uint32_t line = 0;
  std::string text;
};

struct ReplayRequest {
  LoadRequest program;
  Conviction race; ///< its run has steps
  /// To find the places of the run again after an edit; may be empty.
  std::vector<SourceLine> lines;
  double timeLimitSeconds = 60; ///< of the run, without compiling
  /// The program runs in an empty folder that is removed afterwards: it may take any word of a
  /// drawn command line as the name of a file to write.
  bool inOwnFolder = false;
  std::function<bool()> cancelled;
};

struct ReplayResult {
  enum class Outcome : std::uint8_t {
    Confirmed,  ///< ThreadSanitizer reported the two lines
    Unreported, ///< both accesses were made, without a report
    Diverged,   ///< the program did not follow the schedule
    Broken,     ///< the run ended abnormally: crashed, or at the time limit
  };
  Outcome outcome = Outcome::Broken;
  std::string words;  ///< a description; if confirmed, "a.c:3 a.c:9"
  std::string report; ///< standard error of the program and ThreadSanitizer
};

/// An Error if the program cannot be built or started.
Result<ReplayResult> replayNatively(const ReplayRequest &request);

struct BuiltReplay {
  std::string executable; ///< its path
  /// Flags that the program needed to link.
  std::vector<std::string> extraFlags;
};

/// Builds the program into `folder`, which must exist.
Result<BuiltReplay> buildReplay(const ReplayRequest &request, const std::string &folder);

/// Runs the program that buildReplay() made in `folder`, an absolute path.
Result<ReplayResult> runReplay(const BuiltReplay &built, const ReplayRequest &request,
                               const std::string &folder);

/// Writes a folder that needs nothing but clang: the sources, the runtime, the schedule and a
/// Makefile whose `check` fails while the race happens.
Result<void> exportReplay(const ReplayRequest &request, const std::string &folder);

/// The path of the llvm-symbolizer for replays.
Result<std::string> findSymbolizer();

/// The result as part of a verdict.
Confirmation confirmationFrom(const Result<ReplayResult> &result, DataModel model);

} // namespace raceward
