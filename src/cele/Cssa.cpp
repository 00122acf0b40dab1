#include "raceward/cele/Cssa.h"

#include "StaticUses.h"

#include <algorithm>
#include <tuple>

namespace raceward::cele {

namespace {

/// Limit on the versions of all variables at the end of all blocks.
constexpr std::size_t kMostVersions = 50'000'000;
/// Limit on the candidates of all π-functions together.
constexpr std::size_t kMostCandidates = 2'000'000;

class CssaBuilder {
public:
  CssaBuilder(const Source &source, Cssa &cssa)
      : source_(source), cssa_(cssa), writes_(source.variables.size()),
        seen_(cssa.ssa.versions.size(), 0) {
    cssa_.ofUse.assign(source.expressions.size(), Cssa::kNoPi);
    cssa_.ofJoin.assign(cssa.ssa.versions.size(), Cssa::kNoPi);
    cssa_.needed.assign(cssa.ssa.versions.size(), false);
    for (std::size_t i = 0; i < source.statements.size(); ++i)
      if (cssa.ssa.ofWrite[i].valid())
        writes_[source.statements[i].variable.index()].push_back(StatementId(i));
  }

  bool run() {
    std::vector<Pi> found;
    for (std::size_t i = 0; i < source_.expressions.size(); ++i)
      if (cssa_.steps.ofUse[i].valid() && !atUse(ExpressionId(i), found))
        return false;
    if (!atJoins(found))
      return false;
    std::sort(found.begin(), found.end(), [](const Pi &a, const Pi &b) {
      return std::tie(a.clock, a.use, a.join) < std::tie(b.clock, b.use, b.join);
    });
    cssa_.pis = std::move(found);
    for (std::uint32_t i = 0; i < cssa_.pis.size(); ++i) {
      const Pi &pi = cssa_.pis[i];
      (pi.use.valid() ? cssa_.ofUse[pi.use.index()] : cssa_.ofJoin[pi.join.index()]) = i;
    }
    return true;
  }

private:
  /// False if there are too many candidates.
  bool atUse(ExpressionId use, std::vector<Pi> &found) {
    const VariableId variable = source_.at(use).variable;
    const ClockId clock = cssa_.steps.ofUse[use.index()];
    const VersionId before = cssa_.ssa.ofUse[use.index()];
    Pi pi{clock, variable, use, {}, {}};
    for (const StatementId write : writes_[variable.index()])
      if (cssa_.steps.order.concurrent(clock, cssa_.steps.ofStatement[write.index()]))
        pi.candidates.push_back(cssa_.ssa.ofWrite[write.index()]);
    if (pi.candidates.empty()) {
      cssa_.needed[before.index()] = true;
      return true;
    }
    addWrites({before}, pi.candidates);
    return keep(std::move(pi), found);
  }

  bool atJoins(std::vector<Pi> &found) {
    for (std::size_t i = cssa_.ssa.versions.size(); i-- > 0;) {
      const Version &version = cssa_.ssa.versions[i];
      if (!cssa_.needed[i])
        continue;
      if (version.kind != Version::Kind::Join) {
        for (const VersionId argument : version.arguments)
          cssa_.needed[argument.index()] = true;
        continue;
      }
      Pi pi{cssa_.clockOf(VersionId(i)), version.variable, {}, VersionId(i), {}};
      addWrites(version.arguments, pi.candidates);
      if (!keep(std::move(pi), found))
        return false;
    }
    return true;
  }

  bool keep(Pi pi, std::vector<Pi> &found) {
    std::sort(pi.candidates.begin(), pi.candidates.end());
    pi.candidates.erase(std::unique(pi.candidates.begin(), pi.candidates.end()),
                        pi.candidates.end());
    candidates_ += pi.candidates.size();
    found.push_back(std::move(pi));
    return candidates_ <= kMostCandidates;
  }

  /// The writes that versions may come from.
  void addWrites(std::vector<VersionId> todo, std::vector<VersionId> &writes) {
    ++round_;
    while (!todo.empty()) {
      const VersionId id = todo.back();
      todo.pop_back();
      if (seen_[id.index()] == round_)
        continue;
      seen_[id.index()] = round_;
      const Version &version = cssa_.ssa.at(id);
      if (version.kind == Version::Kind::Initial || version.kind == Version::Kind::Write)
        writes.push_back(id);
      todo.insert(todo.end(), version.arguments.begin(), version.arguments.end());
    }
  }

  const Source &source_;
  Cssa &cssa_;
  std::vector<std::vector<StatementId>> writes_; ///< by variable
  std::vector<std::uint32_t> seen_;              ///< by version: the last round that saw it
  std::uint32_t round_ = 0;
  std::size_t candidates_ = 0;
};

} // namespace

ClockId Cssa::clockOf(VersionId version) const {
  const Version &it = ssa.at(version);
  return it.kind == Version::Kind::Initial ? ClockId(0) : steps.ofStatement[it.statement.index()];
}

Result<Cssa> buildCssa(const Source &unrolled) {
  const auto tooLarge = [](std::string what) {
    return fail(Error::Kind::Resource, "the unrolled program is too large: " + std::move(what),
                "follow loops less often (--unroll), or use fewer threads");
  };
  Cssa cssa;
  cssa.flow = buildFlow(unrolled);
  if (cssa.flow.blocks.size() * unrolled.variables.size() > kMostVersions)
    return tooLarge("too many blocks and variables");
  std::optional<FlowSteps> steps = findSteps(unrolled, cssa.flow);
  if (!steps)
    return tooLarge("more than " + std::to_string(kMostSteps) + " steps");
  cssa.steps = std::move(*steps);
  cssa.ssa = buildSsa(unrolled, cssa.flow);
  if (!CssaBuilder(unrolled, cssa).run())
    return tooLarge("too many writes that a use may see");
  return cssa;
}

} // namespace raceward::cele
