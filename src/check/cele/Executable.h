// A CELE program on the machine for threaded programs. Private to check.
#pragma once

#include "raceward/cele/Lower.h"
#include "raceward/model/Trace.h"
#include "raceward/symex/ThreadedMachine.h"

#include <memory>
#include <optional>

namespace raceward::cele {

class Executable {
public:
  /// With `given`, each input has its value; without, inputs are symbolic.
  static Result<Executable> make(const Source &unrolled, const LowerOptions &options,
                                 const InputValues *given = nullptr);

  [[nodiscard]] ThreadedMachine &machine() { return *machine_; }
  [[nodiscard]] const Lowered &lowered() const { return *lowered_; }
  [[nodiscard]] const std::vector<bool> &visible() const { return visible_; }

  /// The step of CELE that the operation performs; none for an operation of the translation, such
  /// as the choice of an array element.
  [[nodiscard]] std::optional<Step> stepBy(const Operation &operation) const;

  [[nodiscard]] std::optional<Step> stepOfSite(SiteId site) const;

  /// Executes the steps of the run from the start, in order; internal steps of threads are
  /// performed at once. Nothing if the program cannot perform these steps. Needs given inputs.
  Result<std::optional<Trace>> drive(const Run &run);
  /// The value that the use got in the current run.
  [[nodiscard]] std::optional<std::int64_t> valueOf(ExpressionId use) const;

private:
  Executable() = default;
  Result<void> perform(ThreadId thread, Trace &trace);
  Result<void> settle(Trace &trace);

  std::unique_ptr<Lowered> lowered_; ///< the machine refers to it
  std::unique_ptr<ThreadedMachine> machine_;
  std::vector<bool> visible_;
};

} // namespace raceward::cele
