// Small inputs for reports: with the same path and the same race.
#include "Parts.h"

#include <algorithm>
#include <array>

namespace raceward {

namespace {

/// With many inputs no reader looks at each, and each costs queries.
constexpr std::size_t kMostInputs = 32;
constexpr std::uint32_t kWidest = 64;
constexpr std::array<std::uint64_t, 2> kSmall = {16, 256};

} // namespace

void ThreadedMachine::simplifyInputs(ThreadId t) {
  Parts &parts = *parts_;
  State &state = parts.state();
  TermArena &arena = parts.interpreter->arena();
  std::vector<const Input *> inputs;
  for (const Input *input = state.inputs.get(); input != nullptr; input = input->before.get())
    inputs.push_back(input);
  std::ranges::reverse(inputs);
  if (inputs.size() > kMostInputs)
    return;
  if (!parts.raceWitness)
    parts.raceWitness = state.witness;
  const Ref<PathNode> path = state.path;
  const Ref<Witness> witness = std::exchange(state.witness, parts.raceWitness);
  if (parts.racePath)
    state.path = parts.racePath;
  Term kept = parts.raceCondition.valid() ? parts.raceCondition : arena.boolean(true);
  const Model zero;
  for (const Input *input : inputs) {
    if (input->drawn || input->width > kWidest ||
        arena.sort(input->variable) != Sort::bits(input->width))
      continue;
    const auto valueNow = [&] {
      return (parts.raceWitness ? parts.raceWitness->model : zero)
          .scalar(input->variable, input->width);
    };
    const auto isTaken = [&](Term condition) {
      Ref<Witness> example;
      if (parts.interpreter->feasible(state, t.index(), arena.land(kept, condition), example) !=
          Sat::Yes)
        return false;
      parts.raceWitness = example;
      return true;
    };
    const auto constant = [&](std::uint64_t bits) { return arena.constant(input->width, bits); };
    const auto equals = [&](std::uint64_t bits) {
      return arena.equal(input->variable, constant(bits));
    };
    const std::uint64_t allOnes = UINT64_MAX >> (kWidest - input->width);
    bool done = false;
    for (const std::uint64_t simple : {std::uint64_t{0}, std::uint64_t{1}, allOnes}) {
      done = valueNow().low64() == simple || isTaken(equals(simple));
      if (done)
        break;
    }
    for (const std::uint64_t bound : kSmall) {
      if (done || valueNow().low64() < bound || bound > allOnes)
        break;
      done = isTaken(arena.ult(input->variable, constant(bound)));
    }
    kept = arena.land(kept, equals(valueNow().low64()));
  }
  state.path = path;
  state.witness = witness;
}

Result<bool> ThreadedMachine::canDiffer(ThreadId t, Term a, Term b) {
  Parts &parts = *parts_;
  TermArena &arena = parts.interpreter->arena();
  if (a == b || arena.sort(a) != arena.sort(b))
    return false;
  Ref<Witness> example;
  const Sat sat =
      parts.interpreter->feasible(parts.state(), t.index(), arena.lnot(arena.equal(a, b)), example);
  if (sat == Sat::Yes)
    parts.raceWitness = example;
  return sat == Sat::Yes;
}

Term ThreadedMachine::pathCondition() const {
  TermArena &arena = parts_->interpreter->arena();
  Term condition = arena.boolean(true);
  for (const Term constraint : parts_->now->state.pathCondition())
    condition = arena.land(condition, constraint);
  return condition;
}

Sat ThreadedMachine::inputsWith(Term condition, Ref<Witness> &example) {
  State &state = parts_->state();
  const Ref<PathNode> path = std::exchange(state.path, {});
  const Ref<Witness> witness = std::exchange(state.witness, {});
  const Sat sat = parts_->interpreter->feasible(state, 0, condition, example);
  state.path = path;
  state.witness = witness;
  return sat;
}

Ref<Witness> ThreadedMachine::chosenInputs() const {
  return parts_->raceWitness ? parts_->raceWitness : parts_->now->state.witness;
}

bool ThreadedMachine::choose(const Ref<Witness> &inputs) {
  const Model zero;
  Evaluator evaluator(parts_->machine->arena(), inputs ? inputs->model : zero);
  for (const PathNode *node = parts_->state().path.get(); node != nullptr;
       node = node->before.get())
    if (!evaluator.holds(node->constraint))
      return false;
  parts_->raceWitness = inputs;
  return true;
}

} // namespace raceward
