// ScriptedProgram: a program under control without a process.
//
// Plays a Script (test/unit/explore) as the runtime would: forced steps first, then the thread
// with the lowest number, to the end, and hands back the log. So the native machine can be held
// against the scripted one, which has no log.
#pragma once

#include "Script.h"
#include "ScriptedMachine.h"
#include "raceward/native/ProgramServer.h"

#include <map>

namespace raceward::test {

class ScriptedProgram final : public ProgramServer {
public:
  /// Thread 0 is main. Each other thread has one `create`, and is joined only by who made it.
  explicit ScriptedProgram(const Script &script);

  Result<Execution> run(const ScheduleOrder &order) override;
  [[nodiscard]] const std::vector<NativeSite> &sites() const override { return sites_; }
  [[nodiscard]] std::string symbolAt(std::uint64_t address) const override;
  /// Every other variable has a name that the linker knows.
  [[nodiscard]] std::optional<SymbolPlace> variableAt(std::uint64_t address) const override;
  [[nodiscard]] std::optional<SymbolPlace> variableNamed(const std::string &) const override {
    return std::nullopt;
  }
  [[nodiscard]] std::vector<std::string> bitcode() const override { return {}; }
  [[nodiscard]] std::string lastOutput() const override { return {}; }

  /// Of all runs, in their order.
  [[nodiscard]] const std::vector<ScheduleOrder> &orders() const { return orders_; }

  static constexpr std::uint64_t kVariables = 0x1000;
  static constexpr std::uint64_t kMeetingPoints = 0x9000;
  static constexpr std::uint64_t kFunctions = 0x400000;

private:
  struct Numbers {
    std::vector<std::size_t> threads{0};        ///< of the script, by number in this run
    std::map<std::uint64_t, std::uint32_t> met; ///< arrivals, by barrier
  };

  [[nodiscard]] const Statement &statementAt(PositionId at) const;
  [[nodiscard]] std::vector<rw_event> eventsOf(const Operation &operation, std::uint8_t number,
                                               const Numbers &numbers) const;
  [[nodiscard]] std::uint64_t enabledNow(const Numbers &numbers);
  void putPending(const Numbers &numbers, Execution &to);

  Script script_;
  ScriptedMachine machine_;
  std::vector<NativeSite> sites_;
  std::vector<ScheduleOrder> orders_;
};

} // namespace raceward::test
