// Branches whose target depends on a term, and computed ones.
#include "Interpreter.h"

#include "raceward/base/Check.h"

#include <algorithm>
#include <map>

namespace raceward {

bool Interpreter::branch(const Step &step) {
  bool taken = false;
  if (!decide(get(step.a).term, taken))
    return false;
  takeEdge(frame_->code->edges[taken ? step.b : step.c]);
  return true;
}

bool Interpreter::switchOn(const Step &step) {
  const SwitchDetail &detail = frame_->code->switches[step.extra];
  const Value value = get(step.a);
  if (value.isNumber()) {
    const auto at = std::lower_bound(detail.cases.begin(), detail.cases.end(),
                                     std::pair<std::uint64_t, std::uint32_t>(value.bits, 0));
    const bool found = at != detail.cases.end() && at->first == value.bits;
    takeEdge(frame_->code->edges[found ? at->second : detail.defaultEdge]);
    return true;
  }
  // One choice per block: cases with the same target are not distinguished.
  struct Way {
    std::uint32_t edge = 0;
    Term condition;
  };
  std::map<std::uint32_t, Way> ways; // by target step
  Term none = arena_.boolean(true);
  const auto add = [&](std::uint32_t edge, Term condition) {
    Way &way = ways[frame_->code->edges[edge].target];
    way.edge = edge;
    way.condition = way.condition.valid() ? arena_.lor(way.condition, condition) : condition;
  };
  for (const auto &[number, edge] : detail.cases) {
    const Term same = arena_.equal(value.term, toTerm({number, {}}, step.width));
    add(edge, same);
    none = arena_.land(none, arena_.lnot(same));
  }
  add(detail.defaultEdge, none);
  std::vector<Alternative> choices;
  const Way *only = nullptr;
  for (const auto &[target, way] : ways) {
    if (isAssumed(way.condition)) {
      takeEdge(frame_->code->edges[way.edge]);
      return true;
    }
  }
  bool complete = true;
  for (const auto &[target, way] : ways) {
    const May possible = may(way.condition);
    if (isBroken())
      return false;
    if (possible.sat == Sat::GaveUp) {
      noteUndecided("a case can be reached");
      complete = false;
    }
    if (possible.sat != Sat::Yes)
      continue;
    only = &way;
    choices.push_back({way.edge, way.condition, possible.witness});
  }
  RW_CHECK(only != nullptr);
  if (choices.size() > 1) {
    stop_.choices = std::move(choices);
    return stop(Stop::Why::Choices);
  }
  if (!complete)
    addConstraint(only->condition);
  takeEdge(frame_->code->edges[only->edge]);
  return true;
}

bool Interpreter::indirectJump(const Step &step) {
  std::uint64_t target = 0;
  if (!numberOf(get(step.a), pointerBits(), "the target of a computed goto", target))
    return false;
  const SwitchDetail &detail = frame_->code->switches[step.extra];
  for (const Image &image : images) {
    if (image.program != frame_->code->program)
      continue;
    const std::uint64_t base = image.functions[frame_->code->function->id.index()];
    for (const auto &[label, edge] : detail.cases)
      if (base + label == target) {
        takeEdge(frame_->code->edges[edge]);
        return true;
      }
  }
  return stopWithFault(FaultKind::InvalidCall, "a computed goto to no label of this place");
}

} // namespace raceward
