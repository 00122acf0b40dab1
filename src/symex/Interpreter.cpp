#include "Interpreter.h"

#include "AddressChecks.h"
#include "Floats.h"
#include "Intrinsics.h"
#include "World.h"
#include "raceward/base/Check.h"

#include <cstring>

namespace raceward {

Interpreter::Interpreter(TermArena &arena, Solver &solver, World &world, InputPolicy inputs)
    : CallStack(arena, solver, world, inputs) {}

Stop Interpreter::run(State &state, unsigned thread, std::uint64_t mostSteps) {
  bind(state, thread);
  stop_ = Stop{};
  RW_CHECK(frame_ != nullptr);
  loop(mostSteps);
  return std::move(stop_);
}

void Interpreter::choose(State &state, const Alternative &choice) {
  if (choice.constraint.valid())
    state.path = Ref<PathNode>(new PathNode(state.path, choice.constraint));
  state.witness = choice.witness;
}

void Interpreter::takeEdge(const MicroEdge &edge) {
  if (world_.taken != nullptr && frame_->code->program == images.front().program)
    world_.taken->take(frame_->code->function->id.index(),
                       static_cast<std::size_t>(&edge - frame_->code->edges.data()),
                       threadNumber() == 0);
  const SlotMove *moves = frame_->code->moves.data() + edge.firstMove;
  if (edge.sequential) {
    for (std::uint32_t i = 0; i < edge.moveCount; ++i)
      registers_[moves[i].target] = get(moves[i].source);
  } else {
    scratch_.clear();
    for (std::uint32_t i = 0; i < edge.moveCount; ++i)
      scratch_.push_back(get(moves[i].source));
    for (std::uint32_t i = 0; i < edge.moveCount; ++i)
      registers_[moves[i].target] = scratch_[i];
  }
  frame_->at = edge.target;
}

// The loop itself. Numbers are handled here; everything else in a function that returns whether to
// continue. `at` is kept in the frame, so that the position of a stopped machine is visible; the
// pointer to the steps is renewed when the frame changes.
void Interpreter::loop(std::uint64_t mostSteps) {
  std::uint64_t steps = 0;
  const auto finish = [&] { state_->steps += steps; };

// The next step, and the one after a change of frames.
#define RW_NEXT                                                                                    \
  {                                                                                                \
    ++at;                                                                                          \
    continue;                                                                                      \
  }
#define RW_TRY(condition)                                                                          \
  if (frame_->at = at; !(condition))                                                               \
    return finish();                                                                               \
  RW_NEXT
#define RW_ELSEWHERE(condition)                                                                    \
  if (frame_->at = at; !(condition))                                                               \
    return finish();                                                                               \
  code = frame_->code->steps.data();                                                               \
  at = frame_->at;                                                                                 \
  continue;
#define RW_BINARY(name, expression)                                                                \
  case Micro::name: {                                                                              \
    const Value &a = get(step.a), &b = get(step.b);                                                \
    if (areNumbers(a, b)) {                                                                        \
      reg(step.result) = {(expression) & step.mask, {}};                                           \
      RW_NEXT                                                                                      \
    }                                                                                              \
    RW_TRY(binary(step))                                                                           \
  }
#define RW_COMPARE(name, expression)                                                               \
  case Micro::name: {                                                                              \
    const Value &a = get(step.a), &b = get(step.b);                                                \
    if (areNumbers(a, b)) {                                                                        \
      reg(step.result) = {static_cast<std::uint64_t>(expression), {}};                             \
      RW_NEXT                                                                                      \
    }                                                                                              \
    RW_TRY(compare(step, step.op))                                                                 \
  }
#define RW_SHIFT(name, expression)                                                                 \
  case Micro::name: {                                                                              \
    const Value &a = get(step.a), &b = get(step.b);                                                \
    if (areNumbers(a, b) && b.bits < step.width) {                                                 \
      reg(step.result) = {(expression) & step.mask, {}};                                           \
      RW_NEXT                                                                                      \
    }                                                                                              \
    RW_TRY(binary(step))                                                                           \
  }
#define RW_DIVIDE(name, expression)                                                                \
  case Micro::name: {                                                                              \
    const Value &a = get(step.a), &b = get(step.b);                                                \
    if (areNumbers(a, b) && b.bits != 0 && b.bits != step.mask) {                                  \
      reg(step.result) = {static_cast<std::uint64_t>(expression) & step.mask, {}};                 \
      RW_NEXT                                                                                      \
    }                                                                                              \
    RW_TRY(binary(step))                                                                           \
  }

  const Step *code = frame_->code->steps.data();
  std::uint32_t at = frame_->at;
  for (;;) {
    if (steps == mostSteps) {
      frame_->at = at;
      stop(Stop::Why::Budget);
      return finish();
    }
    ++steps;
    const Step &step = code[at];
    switch (step.op) {
    case Micro::Jump: {
      takeEdge(frame_->code->edges[step.extra]);
      at = frame_->at;
      continue;
    }
    case Micro::Branch: {
      const Value &condition = get(step.a);
      if (condition.isNumber()) {
        takeEdge(frame_->code->edges[condition.bits != 0 ? step.b : step.c]);
        at = frame_->at;
        continue;
      }
      RW_ELSEWHERE(branch(step))
    }
    case Micro::Switch:
      RW_ELSEWHERE(switchOn(step))
    case Micro::IndirectJump:
      RW_ELSEWHERE(indirectJump(step))
    case Micro::Return:
      RW_ELSEWHERE(returnFrom(step))
    case Micro::Unreachable:
      frame_->at = at;
      stopWithFault(FaultKind::Unreachable, "this place must never be reached");
      return finish();
    case Micro::Call:
      RW_ELSEWHERE(callFunction(step))
    case Micro::CallPointer:
      RW_ELSEWHERE(callPointer(step))
    case Micro::Library: {
      const CallDetail &detail = frame_->code->calls[step.extra];
      RW_ELSEWHERE(callLibrary(step, detail, detail.callee, detail.model))
    }
    case Micro::Allocate:
      RW_TRY(allocateLocal(step))
    case Micro::Load: {
      const Value &address = get(step.a);
      if (address.isNumber())
        if (const std::uint8_t *bytes = quickRead(address.bits, step.extra)) {
          std::uint64_t bits = 0;
          // Known sizes let the compiler emit one load.
          switch (step.extra) {
          case 1:
            bits = *bytes;
            break;
          case 2:
            std::memcpy(&bits, bytes, 2);
            break;
          case 4:
            std::memcpy(&bits, bytes, 4);
            break;
          case 8:
            std::memcpy(&bits, bytes, 8);
            break;
          default:
            std::memcpy(&bits, bytes, step.extra);
          }
          reg(step.result) = {bits & step.mask, {}};
          RW_NEXT
        }
      RW_TRY(load(address, step.width, reg(step.result)))
    }
    case Micro::Store: {
      const Value &address = get(step.a);
      const Value &value = get(step.b);
      if (areNumbers(address, value))
        if (std::uint8_t *bytes = quickWrite(address.bits, step.extra)) {
          switch (step.extra) {
          case 1:
            *bytes = static_cast<std::uint8_t>(value.bits);
            break;
          case 2:
            std::memcpy(bytes, &value.bits, 2);
            break;
          case 4:
            std::memcpy(bytes, &value.bits, 4);
            break;
          case 8:
            std::memcpy(bytes, &value.bits, 8);
            break;
          default:
            std::memcpy(bytes, &value.bits, step.extra);
          }
          RW_NEXT
        }
      RW_TRY(store(address, step.width, value, step.detail != 0))
    }
    case Micro::LoadParts:
      RW_TRY(loadParts(step))
    case Micro::StoreParts:
      RW_TRY(storeParts(step))
    case Micro::Exchange:
      RW_TRY(exchange(step))
    case Micro::CompareExchange:
      RW_TRY(compareExchange(step))
    case Micro::Address: {
      const Value &base = get(step.a);
      if (step.detail == 0) {
        if (base.isNumber()) {
          reg(step.result) = {(base.bits + step.mask) & pointerMask_, {}};
          RW_NEXT
        }
      } else {
        const Value &index = get(step.b);
        if (areNumbers(base, index)) {
          const auto scaled =
              static_cast<std::uint64_t>(signExtended(index.bits, step.width)) * step.extra;
          reg(step.result) = {(base.bits + step.mask + scaled) & pointerMask_, {}};
          RW_NEXT
        }
      }
      RW_TRY(this->address(step))
    }
    case Micro::AddressSum:
      RW_TRY(this->address(step))
    case Micro::CopyMemory:
      RW_TRY(copy(get(step.a), get(step.b), get(step.c), step.width))
    case Micro::SetMemory:
      RW_TRY(fill(get(step.a), get(step.b), get(step.c), step.width))
    case Micro::Visible:
      if (granted_ || (touches_ != nullptr && !code[at + 1].isCall()) ||
          (quietAlone_ && state_->threads.size() == 1 && code[at + 1].isAccess()) ||
          (uses_ != nullptr && isQuiet(code[at + 1]))) {
        granted_ = false;
        RW_NEXT
      }
      frame_->at = at;
      stop(Stop::Why::Visible);
      return finish();
    case Micro::Lifetime:
      RW_TRY(setAlive(step))
    case Micro::ThreadLocalAddress:
      RW_TRY(threadLocalAddress(step))

      RW_BINARY(Add, a.bits + b.bits)
      RW_BINARY(Sub, a.bits - b.bits)
      RW_BINARY(Mul, a.bits * b.bits)
      RW_BINARY(And, a.bits & b.bits)
      RW_BINARY(Or, a.bits | b.bits)
      RW_BINARY(Xor, a.bits ^ b.bits)
      RW_DIVIDE(UDiv, a.bits / b.bits)
      RW_DIVIDE(URem, a.bits % b.bits)
      RW_DIVIDE(SDiv, signExtended(a.bits, step.width) / signExtended(b.bits, step.width))
      RW_DIVIDE(SRem, signExtended(a.bits, step.width) % signExtended(b.bits, step.width))
      RW_SHIFT(Shl, a.bits << b.bits)
      RW_SHIFT(LShr, a.bits >> b.bits)
      RW_SHIFT(AShr, static_cast<std::uint64_t>(signExtended(a.bits, step.width) >>
                                                static_cast<std::int64_t>(b.bits)))
      RW_COMPARE(Equal, a.bits == b.bits)
      RW_COMPARE(NotEqual, a.bits != b.bits)
      RW_COMPARE(ULess, a.bits < b.bits)
      RW_COMPARE(ULessEqual, a.bits <= b.bits)
      RW_COMPARE(SLess, signExtended(a.bits, step.width) < signExtended(b.bits, step.width))
      RW_COMPARE(SLessEqual, signExtended(a.bits, step.width) <= signExtended(b.bits, step.width))
    case Micro::ComparePointers:
      RW_TRY(comparePointers(step))
    case Micro::Truncate: {
      const Value &a = get(step.a);
      if (a.isNumber()) {
        reg(step.result) = {a.bits & step.mask, {}};
        RW_NEXT
      }
      RW_TRY(cast(step))
    }
    case Micro::ZeroExtend: {
      const Value &a = get(step.a);
      if (a.isNumber() && step.extra <= 64) {
        reg(step.result) = a;
        RW_NEXT
      }
      RW_TRY(cast(step))
    }
    case Micro::SignExtend: {
      const Value &a = get(step.a);
      if (a.isNumber() && step.extra <= 64) {
        reg(step.result) = {
            static_cast<std::uint64_t>(signExtended(a.bits, step.width)) & step.mask, {}};
        RW_NEXT
      }
      RW_TRY(cast(step))
    }
    case Micro::FloatBinary:
    case Micro::FloatCompare:
    case Micro::FloatCast:
    case Micro::FloatNegate:
    case Micro::FloatIntrinsic:
      RW_TRY(executeFloat(*this, step))
    case Micro::Move:
    case Micro::MoveMany:
      reg(step.result) = get(step.a);
      RW_NEXT
    case Micro::Select:
    case Micro::SelectMany: {
      const Value &condition = get(step.a);
      if (condition.isNumber()) {
        reg(step.result) = get(condition.bits != 0 ? step.b : step.c);
        RW_NEXT
      }
      RW_TRY(select(step))
    }
    case Micro::Repack:
      RW_TRY(repack(step))
    case Micro::Pick:
    case Micro::Put:
      RW_TRY(pick(step))
    case Micro::FreshInput:
      frame_->at = at;
      reg(step.result) = fresh(step.width, {});
      RW_NEXT
    case Micro::Intrinsic:
      RW_TRY(executeIntrinsic(*this, step))
    case Micro::VariadicStart:
      RW_TRY(variadicStart(step))
    case Micro::VariadicCopy:
      RW_TRY(variadicCopy(step))
    case Micro::VariadicEnd:
      RW_TRY(variadicEnd(step))
    case Micro::HideParts:
      if (inputs_ == InputPolicy::Symbolic && mayHaveParts(step)) {
        RW_TRY(hideParts(step))
      }
      RW_NEXT
    case Micro::NoteAddress:
      frame_->at = at;
      if (inputs_ == InputPolicy::Symbolic && !AddressChecks(*this).perform(step))
        return finish();
      RW_NEXT
    case Micro::Nothing:
      RW_NEXT
    case Micro::Gap:
      frame_->at = at;
      stopWithGap(static_cast<GapKind>(step.detail),
                  frame_->code->gaps[step.extra] + " cannot be executed");
      return finish();
    }
  }
#undef RW_NEXT
#undef RW_TRY
#undef RW_ELSEWHERE
#undef RW_BINARY
#undef RW_COMPARE
#undef RW_SHIFT
#undef RW_DIVIDE
}

} // namespace raceward
