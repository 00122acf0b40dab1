// Encoder: constraints whose models are runs of an unrolled program
// (docs/develop/cele-encodings.md).
//
// Each copy is one run; copies share the inputs. Every position has a guard: the condition under
// which the run gets there. A use without a π-function has the term of its SSA version; a
// π-function is a variable that the theory of order (smt/Order.h) equates with one of its
// candidates. A `when` has a free Boolean "passed", so that a run may leave a thread waiting.
//
// Invariant: with Encoding::Exact the models are the complete runs, and the steps of a model up to
// a use are a prefix of an execution; the other encodings have more models (Pi, Edges) or miss some
// (OneEdge). A value that does not depend on the interleaving is the same term in every copy, so
// that it needs no query.
#pragma once

#include "raceward/cele/Cssa.h"
#include "raceward/cele/Encoding.h"
#include "raceward/smt/Order.h"

#include <map>

namespace raceward::cele {

/// One run, as terms.
struct EncodedRun {
  std::vector<Term> constraints;
  /// By expression; only for uses outside of `when`.
  std::vector<Term> useValue;
  /// By clock: whether the step happens.
  std::vector<Term> happens;
  /// By statement: whether its evaluation begins.
  std::vector<Term> reached;
  std::vector<OrderedAccess> accesses; ///< of π-functions and their candidates
  OrderConstraints order;
};

class Encoder {
public:
  /// All arguments must outlive this. `width`: of integers.
  Encoder(TermArena &arena, const Source &unrolled, const Cssa &cssa, std::uint32_t width,
          Encoding encoding, const std::vector<std::int64_t> &inputDomain);

  /// The names of all variables of this copy alone end in `suffix`.
  EncodedRun encode(std::string_view suffix);
  /// By Input expression.
  [[nodiscard]] const std::map<ExpressionId, Term> &inputs() const { return inputs_; }

private:
  friend class RunEncoder;
  Term input(ExpressionId id, std::vector<Term> &constraints);
  Term tracked(Term guard, const std::string &name, std::vector<Term> &constraints);

  TermArena &arena_;
  const Source &source_;
  const Cssa &cssa_;
  std::uint32_t width_;
  Encoding encoding_;
  const std::vector<std::int64_t> &inputDomain_;
  std::vector<bool> isCandidate_; ///< by version: candidate of some π-function
  std::map<ExpressionId, Term> inputs_;
  std::map<Term, Term> tracking_; ///< by guard: the constant that stands for it
};

} // namespace raceward::cele
