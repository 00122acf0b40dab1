// ProgramServer: the user's program, started once and run as often as needed.
//
// The program was built with `raceward cc`, so it contains the control runtime, which acts as a
// fork server: before main and the constructors of the program it forks a fresh process for each
// run. So a run costs a fork instead of exec and dynamic linking, and starts from identical memory.
//
// The protocol: slots of shared memory (SharedSlots) carry schedules to the runs and logs back; a
// pipe carries one reply with the exit status for each finished run. Two slots are used in turn, so
// that the next process is ready while the last one is cleaned up. A run that exceeds its time
// limit is killed, with all processes that it started, and is still an Execution; only a failure of
// the machinery is an Error. docs/use/native.md and docs/develop/native-runtime.md describe the
// whole.
#pragma once

#include "raceward/base/Result.h"
#include "raceward/native/Execution.h"
#include "raceward/native/NativePlace.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace raceward {

struct NativeCommand {
  std::vector<std::string> words;       ///< program and arguments
  std::string input;                    ///< file for standard input; empty: none
  std::string privateFolder;            ///< each run starts in a fresh copy of it; empty: none
  std::string resetCommand;             ///< shell command before each run; empty: none
  double runSeconds = 10;               ///< a longer run is killed
  std::uint64_t mostLogged = 2'000'000; ///< events of a run
};

class ProgramServer {
public:
  /// An Error if the program does not exist or was not built with `raceward cc`.
  static Result<std::unique_ptr<ProgramServer>> start(const NativeCommand &command);
  virtual ~ProgramServer() = default;
  ProgramServer() = default;
  ProgramServer(const ProgramServer &) = delete;
  ProgramServer &operator=(const ProgramServer &) = delete;

  /// A run in progress at that time is killed, and so is each later one.
  virtual void endRunsAt(std::chrono::steady_clock::time_point /*moment*/) {}

  /// An Error if the machinery fails; every behaviour of the program is an Execution.
  virtual Result<Execution> run(const ScheduleOrder &order) = 0;

  /// Number n is entry n - 1.
  [[nodiscard]] virtual const std::vector<NativeSite> &sites() const = 0;
  /// The function or variable at an address of the program, demangled; empty if unknown.
  [[nodiscard]] virtual std::string symbolAt(std::uint64_t address) const = 0;
  /// The same with the linker's name.
  [[nodiscard]] virtual std::optional<SymbolPlace> variableAt(std::uint64_t address) const = 0;
  [[nodiscard]] virtual std::optional<SymbolPlace> variableNamed(const std::string &name) const = 0;
  /// The bitcode of each unit of the program; empty for a unit without.
  [[nodiscard]] virtual std::vector<std::string> bitcode() const = 0;
  /// The beginning of the last run's standard output and standard error.
  [[nodiscard]] virtual std::string lastOutput() const = 0;
};

} // namespace raceward
