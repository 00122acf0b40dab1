#include "Decisions.h"

#include "AddressChecks.h"
#include "World.h"
#include "raceward/model/MainArguments.h"
#include "raceward/program/LibraryModels.h"
#include "raceward/symex/ModelLibrary.h"

#include <algorithm>

namespace raceward {

namespace {

/// Number of recent constraints that are compared before a query.
constexpr unsigned kRecentConstraints = 32;
/// Limit on the values of something that must be a number, such as a size; more are a gap.
constexpr std::size_t kMostValues = 64;
/// Values below these are tried before larger ones.
constexpr std::uint64_t kSmallNumbers[] = {16, 128};

} // namespace

namespace {

std::uint64_t inWidth(std::uint64_t value, unsigned width) {
  return width == 64 ? value : value & ((std::uint64_t{1} << width) - 1);
}

/// Without the file, whose path takes its time: many inputs are drawn in a run.
SourcePosition lineOf(const llvm::Instruction &instruction) {
  const llvm::DebugLoc &location = instruction.getDebugLoc();
  return location ? SourcePosition{{}, location.getLine(), location.getCol()} : SourcePosition{};
}

} // namespace

Value Decisions::fresh(unsigned width, std::string_view what, InputKind kind) {
  if (inputs_ == InputPolicy::Concrete)
    return width > 64 ? Value{0, arena_.constant(BitVector(width, 0))} : Value{};
  const std::uint32_t count = thread_->nextInput++;
  Ref<Input> input(new Input());
  input->width = width;
  input->thread = threadNumber_;
  input->what = what;
  const Instruction *source = currentInstruction();
  // The machine itself asks before main begins, whatever main's first instruction is part of.
  bool isBeforeMain = what == kArgumentCount;
  std::uint32_t at = 0;
  // The user knows the function that the program calls, not the internals of its model.
  for (const Frame *frame = frame_; frame != nullptr; frame = frame->caller.get()) {
    at = frame->at;
    source = frame->code->steps[at].source;
    if (frame->code->program == images.front().program) {
      if (const std::string_view function = modelledFunction(*source->origin);
          !what.empty() && !function.empty() && !isBeforeMain)
        input->what = std::string(function) + std::string(what.ends_with(kFails) ? kFails : "");
      break;
    }
    if (what.empty())
      continue;
    std::string_view asked = frame->code->function->name;
    if (asked.starts_with(kModelHelperPrefix)) // entered by the machine: code before main
      asked.remove_prefix(kModelHelperPrefix.size());
    isBeforeMain = asked == kArgumentText;
    input->what = std::string(asked);
    if (what == kEndOfInput)
      input->what += " (" + std::string(what) + ")";
    else if (what.ends_with(kFails))
      input->what += kFails;
  }
  input->at = source != nullptr ? source->origin : nullptr;
  const bool isGuess = kind == InputKind::Guess;
  if (world_.given && !isGuess && source != nullptr && !input->what.empty() && width <= 64)
    if (const auto value = world_.given(
            {threadNumber_, count, input->what, raceward::positionOf(*source->origin), width}))
      return {inWidth(*value, width), {}};
  // Code before the first statement has no position, and asks nevertheless.
  if (kind == InputKind::Any && world_.drawn && width <= 64)
    if (const auto value =
            world_.drawn({threadNumber_, count, input->what,
                          source != nullptr ? lineOf(*source->origin) : SourcePosition{}, width,
                          count < thread_->redrawnUntil ? thread_->redraws : 0, at, what}))
      input->drawn = inWidth(*value, width);
  if (!input->drawn) {
    // Named by thread and count, so that an input is the same in every schedule; on another path
    // the same count may have another width.
    input->variable = arena_.variable((isGuess ? "guess." : "in.") + std::to_string(threadNumber_) +
                                          "." + std::to_string(count) + "." + std::to_string(width),
                                      width == 1 ? Sort::boolean() : Sort::bits(width));
    if (isGuess)
      guesses_.add(input->variable);
  }
  input->number = state_->inputs ? state_->inputs->number + 1 : 1;
  input->before = state_->inputs;
  const Value value = input->drawn ? Value{*input->drawn, {}} : Value{0, input->variable};
  state_->inputs = std::move(input);
  return value;
}

bool Decisions::isAssumed(Term condition) const {
  const PathNode *node = state_->path.get();
  for (unsigned i = 0; node != nullptr && i < kRecentConstraints; ++i, node = node->before.get())
    if (node->constraint == condition)
      return true;
  return false;
}

BitVector Decisions::witnessValue(Term term) {
  if (!state_->witness)
    state_->witness = Ref<Witness>(new Witness(arena_, Model()));
  return state_->witness->evaluator.evaluate(term);
}

bool Decisions::stopIfTimeIsOver() {
  if (!world_.isTimeOver || !world_.isTimeOver())
    return false;
  stop_.gap = timeIsOver();
  stop(Stop::Why::Gap);
  return true;
}

bool Decisions::stopWithPart() {
  return stopWithGap(GapKind::AddressDependent, "a part of an address is used as a number",
                     std::string(kAddressAdvice));
}

Decisions::May Decisions::may(Term condition) {
  const Value known = toValue(condition);
  if (known.isNumber())
    return {known.bits != 0 ? Sat::Yes : Sat::No, state_->witness};
  if (parts_.matterFor(arena_, condition)) {
    stopWithPart();
    return {};
  }
  if (isAssumed(condition))
    return {Sat::Yes, state_->witness};
  if (isAssumed(arena_.lnot(condition)))
    return {Sat::No, {}};
  if (!witnessValue(condition).isZero())
    return {Sat::Yes, state_->witness};
  // One step of a thread may ask thousands of questions: a library function that reads a text.
  if (stopIfTimeIsOver())
    return {};
  std::vector<Term> constraints = state_->pathCondition();
  constraints.push_back(condition);
  Result<Answer> answer = solver_.check({constraints, std::nullopt});
  if (!answer) {
    stop_.gap.message = answer.error().message + answer.error().details;
    stop(Stop::Why::Error);
    return {};
  }
  May result{answer->sat, {}};
  if (answer->sat == Sat::GaveUp) {
    whySolverGaveUp_ = answer->why;
    // A path without what was not decided in time could not be executed again: with more time,
    // there is a choice here.
    stopIfTimeIsOver();
  }
  if (answer->sat == Sat::Yes)
    result.witness = Ref<Witness>(new Witness(arena_, std::move(answer->model)));
  return result;
}

void Decisions::noteUndecided(std::string_view what) {
  gaps.push_back(
      {GapKind::SolverLimit,
       "the solver could not decide whether " + std::string(what) + " (" + whySolverGaveUp_ + ")",
       positionHere(), "raise --solver-limit"});
}

void Decisions::addConstraint(Term condition) {
  if (!isAssumed(condition))
    state_->path = Ref<PathNode>(new PathNode(state_->path, condition));
}

bool Decisions::decide(Term condition, bool &out) {
  const Term opposite = arena_.lnot(condition);
  if (const Value known = toValue(condition); known.isNumber()) {
    out = known.bits != 0;
    return true;
  }
  if (isAssumed(condition) || isAssumed(opposite)) {
    out = isAssumed(condition);
    return true;
  }
  // The witness shows one side; only the other needs a query.
  const bool shown = !witnessValue(condition).isZero();
  const May other = may(shown ? opposite : condition);
  if (isBroken())
    return false;
  if (other.sat == Sat::GaveUp)
    noteUndecided("a branch can be taken");
  if (other.sat != Sat::Yes) {
    out = shown;
    // The undecided side is omitted, so this one must be assumed.
    if (other.sat == Sat::GaveUp)
      addConstraint(shown ? condition : opposite);
    return true;
  }
  stop_.choices.push_back({1, condition, shown ? state_->witness : other.witness});
  stop_.choices.push_back({0, opposite, shown ? other.witness : state_->witness});
  return stop(Stop::Why::Choices);
}

bool Decisions::assume(Term condition) {
  if (threadNumberFor && !world_.assumptionsHold) {
    // Where it does not hold only this thread stops: its earlier actions remain, and others may
    // race with them (rule R3).
    bool holds = false;
    return decide(condition, holds) && (holds || stop(Stop::Why::Infeasible));
  }
  return constrain(condition);
}

bool Decisions::constrain(Term condition) {
  const May possible = may(condition);
  if (isBroken())
    return false;
  if (possible.sat == Sat::GaveUp) {
    noteUndecided("an assumption can hold");
    return stop(Stop::Why::Infeasible);
  }
  if (possible.sat == Sat::No)
    return stop(Stop::Why::Infeasible);
  if (const Value known = toValue(condition); !known.isNumber()) {
    addConstraint(condition);
    state_->witness = possible.witness;
  }
  return true;
}

bool Decisions::numberOf(const Value &value, unsigned width, std::string_view what,
                         std::uint64_t &out) {
  if (value.isNumber()) {
    out = value.bits;
    return true;
  }
  if (arena_.isConstant(value.term) || width > 64) { // a number of more than 64 bits
    if (!arena_.isConstant(value.term) || !arena_.value(value.term).fits64())
      return stopWithGap(GapKind::UnsupportedInstruction,
                         std::string(what) + " has more than 64 bits");
    out = arena_.value(value.term).low64();
    return true;
  }
  if (arena_.sort(value.term).isBoolean()) {
    bool set = false;
    if (!decide(value.term, set))
      return false;
    out = set ? 1 : 0;
    return true;
  }
  std::vector<Alternative> choices;
  Term rest = arena_.boolean(true);
  bool complete = true;
  const BitVector first = witnessValue(value.term);
  BitVector next = first;
  Ref<Witness> witness = state_->witness;
  // If there are too many, the small ones: sizes and counts that a person would try first.
  std::size_t within = width > 8 ? 0 : std::size(kSmallNumbers);
  for (;;) {
    const Term same = arena_.equal(value.term, arena_.constant(next));
    choices.push_back({next.low64(), same, witness});
    rest = arena_.land(rest, arena_.lnot(same));
    May more{Sat::No, {}};
    for (; within <= std::size(kSmallNumbers); ++within) {
      more =
          may(within == std::size(kSmallNumbers)
                  ? rest
                  : arena_.land(rest, arena_.ult(value.term,
                                                 arena_.constant(width, kSmallNumbers[within]))));
      if (more.sat != Sat::No)
        break;
    }
    if (isBroken())
      return false;
    if (more.sat == Sat::No)
      break;
    if (more.sat == Sat::GaveUp || choices.size() == kMostValues) {
      gaps.push_back(
          {GapKind::TooManyChoices,
           "only some of the values that " + std::string(what) + " can have were followed",
           positionHere(), "bound it, for instance with raceward_assume()"});
      complete = false;
      break;
    }
    witness = more.witness;
    next = witness->evaluator.evaluate(value.term);
  }
  if (choices.size() == 1) {
    if (!complete) // the others are omitted, so this one must be assumed
      addConstraint(choices.front().constraint);
    out = first.low64();
    return true;
  }
  std::sort(choices.begin(), choices.end(),
            [](const Alternative &a, const Alternative &b) { return a.name < b.name; });
  stop_.choices = std::move(choices);
  return stop(Stop::Why::Choices);
}

} // namespace raceward
