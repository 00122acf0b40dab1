#include "raceward/cele/FlowSteps.h"

#include "StaticUses.h"

#include <algorithm>
#include <map>

namespace raceward::cele {

namespace {

class Finder {
public:
  Finder(const Source &source, const Flow &flow) : source_(source), flow_(flow) {
    found_.ofUse.resize(source.expressions.size());
    found_.ofStatement.resize(source.statements.size());
    lastOf_.resize(flow.blocks.size());
  }

  std::optional<FlowSteps> run() {
    for (std::size_t i = 0; i < flow_.blocks.size(); ++i) {
      const FlowBlockId id(i);
      enter(id);
      switch (flow_.at(id).kind) {
      case FlowBlock::Kind::Start:
        add(FlowStep::Kind::Initial, id, {}, {});
        break;
      case FlowBlock::Kind::Straight:
      case FlowBlock::Kind::Branch:
        for (const StatementId statement : flow_.at(id).statements)
          addSteps(id, statement);
        break;
      case FlowBlock::Kind::Join: {
        const StatementId fork = flow_.at(id).statements.front();
        found_.ofStatement[fork.index()] = add(FlowStep::Kind::Join, id, {}, fork);
        break;
      }
      default:
        break;
      }
      lastOf_[i] = last_;
      if (found_.steps.size() > kMostSteps)
        return std::nullopt;
    }
    return std::move(found_);
  }

private:
  /// Finds the steps immediately before those of the block.
  void enter(FlowBlockId id) {
    const FlowBlock &block = flow_.at(id);
    last_.clear();
    if (block.kind == FlowBlock::Kind::Join) {
      for (const FlowBlockId end : block.predecessors)
        last_.insert(last_.end(), lastOf_[end.index()].begin(), lastOf_[end.index()].end());
    } else if (block.kind == FlowBlock::Kind::Merge) {
      last_ = lastOf_[block.predecessors.back().index()];
      if (block.predecessors.back() == block.partner)
        last_ = lastOf_[block.predecessors.front().index()];
    } else if (!block.predecessors.empty()) {
      const FlowBlockId before = block.predecessors.front();
      last_ = lastOf_[before.index()];
      // The steps of `else` follow those of `then`: no run has both, and steps of one thread must
      // not appear concurrent.
      if (flow_.at(before).kind == FlowBlock::Kind::Branch && block.part == 2 &&
          block.parent == before)
        last_ = lastOf_[flow_.at(flow_.at(before).partner).predecessors.front().index()];
    }
    std::sort(last_.begin(), last_.end());
    last_.erase(std::unique(last_.begin(), last_.end()), last_.end());
  }

  ClockId add(FlowStep::Kind kind, FlowBlockId block, ExpressionId use, StatementId statement) {
    const ClockId clock = found_.order.addClock();
    for (const ClockId before : last_)
      found_.order.addEdge(before, clock);
    last_ = {clock};
    found_.steps.push_back({kind, block, use, statement});
    return clock;
  }

  void addSteps(FlowBlockId block, StatementId id) {
    const Statement &it = source_.at(id);
    if (it.kind == Statement::Kind::When) {
      const ClockId pass = add(FlowStep::Kind::Pass, block, {}, id);
      found_.ofStatement[id.index()] = pass;
      visitUses(source_, it, [&](ExpressionId use) { found_.ofUse[use.index()] = pass; });
      return;
    }
    visitUses(source_, it, [&](ExpressionId use) {
      found_.ofUse[use.index()] = add(FlowStep::Kind::Use, block, use, {});
    });
    if (isWrite(it))
      found_.ofStatement[id.index()] = add(FlowStep::Kind::Write, block, {}, id);
  }

  const Source &source_;
  const Flow &flow_;
  FlowSteps found_;
  std::vector<std::vector<ClockId>> lastOf_; ///< by block: its last steps, or those before it
  std::vector<ClockId> last_;
};

} // namespace

std::optional<FlowSteps> findSteps(const Source &unrolled, const Flow &flow) {
  return Finder(unrolled, flow).run();
}

std::vector<Conflict> findConflicts(const Source &unrolled, const FlowSteps &steps) {
  std::map<VariableId, std::vector<ClockId>> writes;
  for (std::size_t i = 0; i < steps.steps.size(); ++i)
    if (steps.steps[i].kind == FlowStep::Kind::Write)
      writes[unrolled.at(steps.steps[i].statement).variable].push_back(ClockId(i));
  std::vector<Conflict> conflicts;
  for (std::size_t i = 0; i < unrolled.expressions.size(); ++i) {
    const ClockId use = steps.ofUse[i];
    if (!use.valid())
      continue;
    const VariableId variable = unrolled.expressions[i].variable;
    for (const ClockId write : writes[variable])
      if (steps.order.concurrent(write, use))
        conflicts.push_back({steps.at(write).block, steps.at(use).block, variable});
  }
  std::sort(conflicts.begin(), conflicts.end());
  conflicts.erase(std::unique(conflicts.begin(), conflicts.end()), conflicts.end());
  return conflicts;
}

} // namespace raceward::cele
