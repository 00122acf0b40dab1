#include "raceward/cele/Ssa.h"

#include "StaticUses.h"

#include <algorithm>

namespace raceward::cele {

namespace {

class SsaBuilder {
public:
  SsaBuilder(const Source &source, const Flow &flow)
      : source_(source), flow_(flow), dominance_(dominance(flow)), wanted_(flow.blocks.size()),
        atEnd_(flow.blocks.size()), versionsOf_(source.variables.size()) {
    ssa_.ofUse.resize(source.expressions.size());
    ssa_.ofWrite.resize(source.statements.size());
    ssa_.atBlock.resize(flow.blocks.size());
  }

  Ssa run() {
    placeFunctions();
    for (std::size_t i = 0; i < flow_.blocks.size(); ++i)
      number(FlowBlockId(i));
    return std::move(ssa_);
  }

private:
  /// At the iterated dominance frontier of the writes of each variable.
  void placeFunctions() {
    std::vector<std::vector<FlowBlockId>> writers(source_.variables.size());
    for (std::size_t i = 0; i < flow_.blocks.size(); ++i)
      if (flow_.blocks[i].kind == FlowBlock::Kind::Straight)
        for (const StatementId id : flow_.blocks[i].statements)
          if (isWrite(source_.at(id)))
            writers[source_.at(id).variable.index()].push_back(FlowBlockId(i));
    std::vector<std::size_t> placed(flow_.blocks.size(), SIZE_MAX);
    for (std::size_t variable = 0; variable < writers.size(); ++variable) {
      std::vector<FlowBlockId> &todo = writers[variable];
      while (!todo.empty()) {
        const FlowBlockId block = todo.back();
        todo.pop_back();
        for (const FlowBlockId end : dominance_.frontier[block.index()]) {
          if (placed[end.index()] == variable)
            continue;
          placed[end.index()] = variable;
          wanted_[end.index()].push_back(VariableId(variable));
          todo.push_back(end);
        }
      }
    }
  }

  void number(FlowBlockId id) {
    const FlowBlock &block = flow_.at(id);
    const FlowBlockId above = dominance_.immediate[id.index()];
    std::vector<VersionId> &current = atEnd_[id.index()];
    if (above.valid())
      current = atEnd_[above.index()];
    else
      for (std::size_t variable = 0; variable < source_.variables.size(); ++variable)
        current.push_back(add(Version::Kind::Initial, VariableId(variable), id));
    for (const VariableId variable : wanted_[id.index()])
      current[variable.index()] = join(id, variable);
    if (block.kind != FlowBlock::Kind::Straight && block.kind != FlowBlock::Kind::Branch)
      return;
    for (const StatementId statement : block.statements) {
      const Statement &it = source_.at(statement);
      visitUses(source_, it, [&](ExpressionId use) {
        ssa_.ofUse[use.index()] = current[source_.at(use).variable.index()];
      });
      if (!isWrite(it))
        continue;
      VersionId &version = current[it.variable.index()];
      std::vector<VersionId> arguments;
      if (it.kind == Statement::Kind::AssignElement)
        arguments.push_back(version);
      version = add(Version::Kind::Write, it.variable, id, statement, std::move(arguments));
      ssa_.ofWrite[statement.index()] = version;
    }
  }

  /// The version after a merge or a join that needs one.
  VersionId join(FlowBlockId id, VariableId variable) {
    const FlowBlock &block = flow_.at(id);
    const bool isJoin = block.kind == FlowBlock::Kind::Join;
    const VersionId before = atEnd_[block.partner.index()][variable.index()];
    std::vector<VersionId> arguments;
    for (const FlowBlockId end : block.predecessors) {
      const VersionId version = atEnd_[end.index()][variable.index()];
      // A thread that does not write it does not matter.
      if (!isJoin || version != before)
        arguments.push_back(version);
    }
    if (arguments.size() == 1)
      return arguments.front();
    const VersionId version = add(isJoin ? Version::Kind::Join : Version::Kind::Phi, variable, id,
                                  block.statements.front(), std::move(arguments));
    ssa_.atBlock[id.index()].push_back(version);
    return version;
  }

  VersionId add(Version::Kind kind, VariableId variable, FlowBlockId block,
                StatementId statement = {}, std::vector<VersionId> arguments = {}) {
    const VersionId id(ssa_.versions.size());
    ssa_.versions.push_back(
        {kind, variable, versionsOf_[variable.index()]++, block, statement, std::move(arguments)});
    return id;
  }

  const Source &source_;
  const Flow &flow_;
  Dominance dominance_;
  std::vector<std::vector<VariableId>> wanted_; ///< by block
  std::vector<std::vector<VersionId>> atEnd_;   ///< by block, then by variable
  std::vector<std::uint32_t> versionsOf_;
  Ssa ssa_;
};

} // namespace

Ssa buildSsa(const Source &unrolled, const Flow &flow) {
  return SsaBuilder(unrolled, flow).run();
}

} // namespace raceward::cele
