#include "ReadWatch.h"

#include <algorithm>

namespace raceward::cele {

Result<void> ReadWatch::restart() {
  steps_.clear();
  marked_.clear();
  return machine_.restart();
}

MarkId ReadWatch::mark() {
  const MarkId mark = machine_.mark();
  marked_[mark] = steps_.size();
  return mark;
}

Result<void> ReadWatch::rewind(MarkId mark) {
  steps_.resize(marked_.at(mark));
  marked_.erase(marked_.upper_bound(mark), marked_.end());
  return machine_.rewind(mark);
}

Result<void> ReadWatch::step(ThreadId t, Outcome outcome) {
  const std::optional<Step> made = program_.stepBy(machine_.next(t, outcome));
  if (!made)
    return machine_.step(t, outcome);
  if (Result<void> done = machine_.step(t, outcome); !done)
    return done;
  if (machine_.isRefused(t))
    return {};
  steps_.push_back(*made);
  if (made->use.valid())
    // Includes the decisions of the step itself: the element of an array.
    seen(made->use, machine_.contentOf(program_.lowered().seen.at(made->use)),
         machine_.pathCondition());
  return {};
}

void ReadWatch::seen(ExpressionId use, Term value, Term condition) {
  if (races_.contains(unrolled_.at(use).origin))
    return;
  if (!known_.emplace(use, value, condition).second)
    return;
  if (!value.valid()) { // impossible: every cell has an initial value
    ++undecided_;
    return;
  }
  const Seen now{value, condition, {{condition, steps_}}};
  std::vector<Seen> &all = seen_[use];
  for (const Seen &other : all)
    if (other.value != value)
      compare(use, now, other);
  const auto same =
      std::ranges::find_if(all, [&](const Seen &other) { return other.value == value; });
  if (same == all.end()) {
    all.push_back(now);
    return;
  }
  same->condition = machine_.arena().lor(same->condition, condition);
  same->ways.push_back(now.ways.front());
}

void ReadWatch::compare(ExpressionId use, const Seen &one, const Seen &other) {
  const ExpressionId origin = unrolled_.at(use).origin;
  if (races_.contains(origin))
    return;
  TermArena &arena = machine_.arena();
  const Term differ = arena.land(arena.land(one.condition, other.condition),
                                 arena.distinct(one.value, other.value));
  Ref<Witness> inputs;
  const Sat sat = machine_.inputsWith(differ, inputs);
  if (sat == Sat::GaveUp)
    ++undecided_;
  if (sat != Sat::Yes)
    return;
  const Way *first = wayWith(one, inputs);
  const Way *second = wayWith(other, inputs);
  RW_CHECK(first != nullptr && second != nullptr);
  const InputValues values = inputsFrom(inputs);
  races_.emplace(origin, ValueRace{use, {values, first->steps}, {values, second->steps}});
}

const ReadWatch::Way *ReadWatch::wayWith(const Seen &seen, const Ref<Witness> &inputs) const {
  const Model zero;
  Evaluator evaluator(machine_.arena(), inputs ? inputs->model : zero);
  for (const Way &way : seen.ways)
    if (evaluator.holds(way.condition))
      return &way;
  return nullptr;
}

InputValues ReadWatch::inputsFrom(const Ref<Witness> &witness) const {
  InputValues values;
  const Model zero;
  const Model &model = witness ? witness->model : zero;
  const std::vector<ExpressionId> &asked = program_.lowered().inputs;
  const std::vector<Term> variables = machine_.inputVariables();
  RW_CHECK(variables.size() == asked.size());
  for (std::size_t i = 0; i < asked.size(); ++i)
    values[asked[i]] = static_cast<std::int16_t>(
        model.scalar(variables[i], machine_.arena().width(variables[i])).low64());
  return values;
}

} // namespace raceward::cele
