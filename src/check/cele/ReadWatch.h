// Values of uses in every run of a search: do they depend on the schedule? Private to check.
//
// If a use gets value v in one run, for inputs that satisfy p, and w in another, for inputs that
// satisfy q, it differs if there are inputs with p, q and v ≠ w. Inputs have the same names in all
// runs, as main reads them before it does anything else.
#pragma once

#include "Executable.h"
#include "evidence/MachineWatch.h"

#include <map>
#include <set>
#include <vector>

namespace raceward::cele {

class ReadWatch final : public MachineWatch {
public:
  ReadWatch(Executable &program, const Source &unrolled)
      : MachineWatch(program.machine()), program_(program), unrolled_(unrolled) {}

  Result<void> restart() override;
  Result<void> step(ThreadId t, Outcome outcome) override;
  MarkId mark() override;
  Result<void> rewind(MarkId mark) override;

  /// By the use in the text; the first race of each.
  [[nodiscard]] const std::map<ExpressionId, ValueRace> &races() const { return races_; }
  /// Queries that the solver did not decide.
  [[nodiscard]] std::uint64_t undecided() const { return undecided_; }

private:
  struct Way {
    Term condition; ///< of the inputs
    std::vector<Step> steps;
  };
  struct Seen {
    Term value;
    Term condition; ///< the disjunction over all ways
    std::vector<Way> ways;
  };
  void seen(ExpressionId use, Term value, Term condition);
  void compare(ExpressionId use, const Seen &one, const Seen &other);
  [[nodiscard]] const Way *wayWith(const Seen &seen, const Ref<Witness> &inputs) const;
  [[nodiscard]] InputValues inputsFrom(const Ref<Witness> &witness) const;

  Executable &program_;
  const Source &unrolled_;
  std::vector<Step> steps_; ///< of the current run
  std::map<MarkId, std::size_t> marked_;
  std::map<ExpressionId, std::vector<Seen>> seen_;
  std::set<std::tuple<ExpressionId, Term, Term>> known_; ///< use, value, condition
  std::map<ExpressionId, ValueRace> races_;
  std::uint64_t undecided_ = 0;
};

} // namespace raceward::cele
