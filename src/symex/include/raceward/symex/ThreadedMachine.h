// ThreadedMachine: a program with threads behind the interface that the search drives.
//
// Every thread stands before an operation that another thread could observe, before a
// choice that data makes, or at its end. What lies between runs at once. Which accesses
// are operations is said by whoever makes the machine: all that provers could not clear
// (rule R2); the others are executed without stopping.
#pragma once

#include "raceward/model/Machine.h"
#include "raceward/model/Verdict.h"
#include "raceward/symex/Machine.h"

#include <memory>
#include <vector>

namespace raceward {

/// Where an operation stands, for reports.
struct OperationPlace {
  SourcePosition at;
  std::string function;
  std::string object; ///< what it touches or locks, as C would write it; may be empty
};

class ThreadedMachine final : public Machine {
public:
  /// `visible` by SiteId. `program` must outlive the machine. Under C11, atomics weaker
  /// than seq_cst are a gap: they are executed as seq_cst.
  static Result<std::unique_ptr<ThreadedMachine>> make(const Program &program,
                                                       MachineOptions options,
                                                       std::vector<bool> visible,
                                                       MemoryModel model);
  ~ThreadedMachine() override;

  Result<void> restart() override;
  std::span<const ThreadId> enabled() override;
  std::span<const ThreadId> disabled() override;
  using Machine::next;
  const Operation &next(ThreadId t) const override;
  Result<std::span<const Outcome>> outcomes(ThreadId t) override;
  Result<void> step(ThreadId t, Outcome outcome) override;
  MarkId mark() override;
  Result<void> rewind(MarkId mark) override;

  /// What was not followed, in any run so far. None: what the search exhausts is all.
  [[nodiscard]] const std::vector<Gap> &gaps() const;
  /// The access that an operation at this position makes.
  [[nodiscard]] const AccessSite *siteAt(PositionId at) const;
  [[nodiscard]] OperationPlace placeAt(PositionId at) const;
  /// "main", or the function that the thread was started with.
  [[nodiscard]] std::string nameOf(ThreadId t) const;
  /// The inputs of the execution as it stands.
  [[nodiscard]] std::vector<InputValue> inputs() const;
  [[nodiscard]] std::uint64_t steps() const;
  /// How many of the visible access sites some run stood before.
  [[nodiscard]] std::uint64_t reachedSites() const;
  [[nodiscard]] const ChainCounts &solverCounts() const;

private:
  ThreadedMachine();
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

} // namespace raceward
