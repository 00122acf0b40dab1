// A race made to happen in the program as a compiler translates it.
//
// The user's files are compiled natively for ThreadSanitizer and linked with runtime/, which
// makes the threads follow the steps of the evidence. ThreadSanitizer, which knows nothing of
// our engines, is the judge: its report must name the same two lines (docs/replay.md).
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
  /// By which the places of the run are found again after an edit; may be empty.
  std::vector<SourceLine> lines;
  double timeLimitSeconds = 60; ///< of the run, without compiling
  std::function<bool()> cancelled;
};

struct ReplayResult {
  enum class Outcome : std::uint8_t {
    Confirmed,  ///< ThreadSanitizer reported the two lines
    Unreported, ///< both accesses were made, and it did not
    Diverged,   ///< the program did not follow the schedule
    Broken,     ///< the run ended in another way: crashed, or at the time limit
  };
  Outcome outcome = Outcome::Broken;
  std::string words;  ///< what there is to say; of a confirmed one, "a.c:3 a.c:9"
  std::string report; ///< what the program and ThreadSanitizer wrote to standard error
};

/// An Error if the program cannot be built or started.
Result<ReplayResult> replayNatively(const ReplayRequest &request);

struct BuiltReplay {
  std::string executable; ///< its path
  /// That the program needed besides its own, before it linked.
  std::vector<std::string> extraFlags;
};

/// Builds the program into `folder`, which must be there.
Result<BuiltReplay> buildReplay(const ReplayRequest &request, const std::string &folder);

/// Runs what buildReplay() made in `folder`.
Result<ReplayResult> runReplay(const BuiltReplay &built, const ReplayRequest &request,
                               const std::string &folder);

/// A folder that needs nothing but clang: the sources, the runtime, the schedule and a Makefile
/// whose `check` fails while the race happens.
Result<void> exportReplay(const ReplayRequest &request, const std::string &folder);

/// The llvm-symbolizer that a replay would use: its path.
Result<std::string> findSymbolizer();

/// The result in the words of a verdict.
Confirmation confirmationFrom(const Result<ReplayResult> &result, DataModel model);

} // namespace raceward
