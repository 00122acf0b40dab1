#include "Machines.h"

#include "raceward/base/File.h"
#include "raceward/program/Load.h"
#include "raceward/smt/Z3Solver.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

namespace raceward::test {

namespace {

[[noreturn]] void giveUp(const Error &error) {
  std::fprintf(stderr, "%s\n%s\n", error.message.c_str(), error.details.c_str());
  std::abort();
}

Program load(const std::string &text, const std::string &extension, DataModel dataModel) {
  const Result<TemporaryDirectory> folder = TemporaryDirectory::create();
  if (!folder)
    giveUp(folder.error());
  const std::string file = folder->path() + "/test" + extension;
  if (const Result<void> written = writeFileAtomically(file, text); !written)
    giveUp(written.error());
  LoadRequest request;
  request.files = {file};
  request.dataModel = dataModel;
  Result<Program> program = loadProgram(request);
  if (!program)
    giveUp(program.error());
  return std::move(*program);
}

} // namespace

Executed::Executed(const std::string &text, const std::string &extension, Options options)
    : program_(std::make_unique<Program>(load(text, extension, options.dataModel))) {
  MachineOptions machine;
  machine.inputs = options.inputs;
  if (options.effort)
    machine.solver.limits.perQuery = options.effort;
  if (options.secondsLeft)
    machine.solver.secondsLeft = [left = *options.secondsLeft] { return left; };
  machine.write = [out = output_.get()](int, std::string_view printed) { *out += printed; };
  Result<std::unique_ptr<SymbolicMachine>> made = SymbolicMachine::make(*program_, machine);
  if (!made)
    giveUp(made.error());
  machine_ = std::move(*made);
  if (options.checkChoices)
    judge_ = makeZ3Solver(machine_->arena());
}

TermArena &Executed::arena() {
  return const_cast<TermArena &>(machine_->arena()); // the machine's own is not const
}

void Executed::checkChoices(const State &state, const std::vector<Alternative> &choices) {
  std::vector<Term> path = state.pathCondition();
  const auto isPossible = [&](const std::vector<Term> &more) {
    std::vector<Term> constraints = path;
    constraints.insert(constraints.end(), more.begin(), more.end());
    const Result<Answer> answer = judge_->check({constraints, std::nullopt});
    return !answer || answer->sat != Sat::No;
  };
  std::set<std::uint64_t> names;
  std::vector<Term> none;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    EXPECT_TRUE(names.insert(choices[i].name).second) << "two choices have one name";
    EXPECT_TRUE(isPossible({choices[i].constraint})) << "a choice that cannot be taken";
    none.push_back(arena().lnot(choices[i].constraint));
    for (std::size_t j = i + 1; j < choices.size(); ++j)
      EXPECT_FALSE(isPossible({choices[i].constraint, choices[j].constraint}))
          << "choices " << i << " and " << j << " overlap";
    // The example must be one.
    if (choices[i].witness) {
      for (const Term constraint : path)
        EXPECT_TRUE(choices[i].witness->evaluator.holds(constraint));
      EXPECT_TRUE(choices[i].witness->evaluator.holds(choices[i].constraint));
    }
  }
  EXPECT_FALSE(isPossible(none)) << "the choices leave something out";
}

void Executed::run(std::uint64_t mostSteps) {
  std::vector<State> open{machine_->initial()};
  while (!open.empty()) {
    State state = std::move(open.back());
    open.pop_back();
    for (;;) {
      Stop stop = machine_->run(state, 0, mostSteps);
      const std::vector<Gap> noted = machine_->takeGaps();
      for (const Gap &gap : noted)
        gaps_.insert(gap.message);
      if (stop.why != Stop::Why::Choices) {
        if (stop.why == Stop::Why::Gap || stop.why == Stop::Why::Error)
          gaps_.insert(stop.gap.message);
        ends_.push_back({std::move(state), std::move(stop)});
        break;
      }
      ++choices_;
      if (judge_ && noted.empty())
        checkChoices(state, stop.choices);
      for (std::size_t i = stop.choices.size(); i-- > 1;)
        machine_->choose(open.emplace_back(state), stop.choices[i]);
      machine_->choose(state, stop.choices.front());
    }
  }
}

std::size_t Executed::count(Stop::Why why) const {
  std::size_t count = 0;
  for (const PathEnd &end : ends_)
    count += end.stop.why == why ? 1 : 0;
  return count;
}

std::set<std::string> Executed::findings() const {
  std::set<std::string> found;
  for (const PathEnd &end : ends_)
    if (end.stop.why == Stop::Why::Fault)
      found.insert(std::string(toString(end.stop.fault.kind)) + ": " + end.stop.fault.message);
  return found;
}

std::set<std::string> Executed::gaps() const {
  return gaps_;
}

const MemoryObject &Executed::global(const State &state, std::string_view name) const {
  const MemoryObject *found = nullptr;
  state.memory.forEach([&](const MemoryObject &object) {
    if (object.kind() != ObjectKind::Global)
      return;
    const auto *origin = static_cast<const Global *>(object.origin);
    if (origin->name == name && found == nullptr)
      found = &object;
  });
  if (found == nullptr) {
    std::fprintf(stderr, "no global %s\n", std::string(name).c_str());
    std::abort();
  }
  return *found;
}

std::vector<std::uint8_t> Executed::bytes(const State &state, std::string_view name,
                                          const Model &model) {
  const MemoryObject &object = global(state, name);
  Evaluator evaluator(machine_->arena(), model);
  std::vector<std::uint8_t> result;
  for (std::uint64_t i = 0; i < object.size(); ++i) {
    Term term;
    switch (object.stateOf(i)) {
    case ByteState::Number:
      result.push_back(object.bytes()[i]);
      continue;
    case ByteState::Symbolic:
      term = object.termAt(i);
      break;
    case ByteState::InArray:
      term = arena().select(object.array(), arena().constant(32, i));
      break;
    case ByteState::Unknown:
      ADD_FAILURE() << name << " has a byte that was never written";
      return result;
    }
    result.push_back(static_cast<std::uint8_t>(evaluator.evaluate(term).low64()));
  }
  return result;
}

std::size_t pathsOf(const std::string &text, DataModel dataModel) {
  Executed executed = Executed::c(text, {.dataModel = dataModel});
  executed.run();
  for (const std::string &finding : executed.findings())
    ADD_FAILURE() << finding << "\n" << text;
  for (const std::string &gap : executed.gaps())
    ADD_FAILURE() << gap << "\n" << text;
  EXPECT_EQ(executed.count(Stop::Why::Budget), 0u);
  return executed.count(Stop::Why::Finished);
}

std::set<std::string> findingsOf(const std::string &text, DataModel dataModel) {
  Executed executed = Executed::c(text, {.dataModel = dataModel});
  executed.run();
  for (const std::string &gap : executed.gaps())
    ADD_FAILURE() << gap << "\n" << text;
  return executed.findings();
}

} // namespace raceward::test
