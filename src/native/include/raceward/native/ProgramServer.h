// ProgramServer: the user's program, started once and run as often as wanted.
//
// The program was built with `raceward cc`, so its runtime serves: it forks a fresh process for
// each run, which follows the schedule that it finds in shared memory and logs what happens.
// docs/native.md tells the whole story.
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
  std::vector<std::string> words; ///< program and arguments
  std::string input;              ///< file that becomes standard input; empty: none
  std::string privateFolder;      ///< each run gets a copy of it and starts there; empty: none
  std::string resetCommand;       ///< for a shell, before each run; empty: none
  double runSeconds = 10;         ///< a run that takes longer is ended
  std::uint64_t mostLogged = 2'000'000; ///< events of a run
};

class ProgramServer {
public:
  /// An Error if the program is not there or was not built with `raceward cc`.
  static Result<std::unique_ptr<ProgramServer>> start(const NativeCommand &command);
  virtual ~ProgramServer() = default;
  ProgramServer() = default;
  ProgramServer(const ProgramServer &) = delete;
  ProgramServer &operator=(const ProgramServer &) = delete;

  /// A run that is under way then is ended, and so is each that begins later.
  virtual void endRunsAt(std::chrono::steady_clock::time_point /*moment*/) {}

  /// An Error if the machinery fails; whatever the program does is an Execution.
  virtual Result<Execution> run(const ScheduleOrder &order) = 0;

  /// Number n is entry n - 1.
  [[nodiscard]] virtual const std::vector<NativeSite> &sites() const = 0;
  /// The function or variable at an address of the program, demangled; empty if it is not known.
  [[nodiscard]] virtual std::string symbolAt(std::uint64_t address) const = 0;
  /// The same by the linker's name.
  [[nodiscard]] virtual std::optional<SymbolPlace> variableAt(std::uint64_t address) const = 0;
  [[nodiscard]] virtual std::optional<SymbolPlace> variableNamed(const std::string &name) const = 0;
  /// The bitcode of each unit that is linked into the program; empty where none was kept.
  [[nodiscard]] virtual std::vector<std::string> bitcode() const = 0;
  /// What the last run wrote to standard output and standard error: the beginning.
  [[nodiscard]] virtual std::string lastOutput() const = 0;
};

} // namespace raceward
