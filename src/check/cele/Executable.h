// A CELE program in the machine that executes all others. Private to check.
#pragma once

#include "raceward/cele/Lower.h"
#include "raceward/model/Trace.h"
#include "raceward/symex/ThreadedMachine.h"

#include <memory>
#include <optional>

namespace raceward::cele {

class Executable {
public:
  /// With inputs that are given, it has one value for each; without, every value at once.
  static Result<Executable> make(const Source &unrolled, const LowerOptions &options,
                                 const InputValues *given = nullptr);

  [[nodiscard]] ThreadedMachine &machine() { return *machine_; }
  [[nodiscard]] const Lowered &lowered() const { return *lowered_; }
  [[nodiscard]] const std::vector<bool> &visible() const { return visible_; }

  /// What the operation is in CELE; none for one that only the machine needs, such as a choice
  /// which element of an array it will be.
  [[nodiscard]] std::optional<Step> stepBy(const Operation &operation) const;

  [[nodiscard]] std::optional<Step> stepOfSite(SiteId site) const;

  /// From the start, in the order of the run; what threads need besides is done at once. Nothing
  /// if the program cannot do these steps. Needs given inputs.
  Result<std::optional<Trace>> drive(const Run &run);
  /// What the use got in the run as it stands.
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
