#include "BoundThread.h"

#include <llvm/IR/Instruction.h>

namespace raceward {

void BoundThread::bindThread(State &state, unsigned thread) {
  state_ = &state;
  thread_ = &state.threads.own(thread);
  threadNumber_ = thread;
  pointerMask_ = maskOf(state.memory.pointerBits());
  ownFrame();
}

void BoundThread::ownFrame() {
  FrameRef &top = thread_->top;
  if (!top) {
    frame_ = nullptr;
    return;
  }
  if (!top.unique())
    top = FrameRef(top->clone());
  frame_ = top.get();
  registers_ = frame_->registers();
  bases_[0] = registers_;
  bases_[1] = frame_->code->constants.data();
}

Term BoundThread::toTerm(const Value &value, unsigned width) {
  if (!value.isNumber())
    return value.term;
  return width == 1 ? arena_.boolean(value.bits != 0) : arena_.constant(width, value.bits);
}

Value BoundThread::toValue(Term term) {
  const TermKind kind = arena_.kind(term);
  if (kind == TermKind::True || kind == TermKind::False)
    return {kind == TermKind::True ? std::uint64_t{1} : 0, {}};
  if (kind == TermKind::Constant && arena_.width(term) <= 64)
    return {arena_.value(term).low64(), {}};
  return {0, term};
}

const Function *BoundThread::functionAt(std::uint64_t address) const {
  const MemoryObject *object = state_->memory.objectAt(address);
  if (object == nullptr || object->kind() != ObjectKind::Function || object->base() != address)
    return nullptr;
  return static_cast<const Function *>(object->origin);
}

const Instruction *BoundThread::currentInstruction() const {
  return frame_ != nullptr && frame_->at < frame_->code->steps.size()
             ? frame_->code->steps[frame_->at].source
             : nullptr;
}

const Instruction *BoundThread::programInstruction() const {
  for (const Frame *frame = frame_; frame != nullptr; frame = frame->caller.get()) {
    if (frame->code->program != images.front().program)
      continue;
    if (const Instruction *source = frame->code->steps[frame->at].source)
      return source;
  }
  return nullptr;
}

const Function *BoundThread::libraryFunction() const {
  const Function *outermost = nullptr;
  for (const Frame *frame = frame_;
       frame != nullptr && frame->code->program != images.front().program;
       frame = frame->caller.get())
    outermost = frame->code->function;
  return outermost;
}

SourcePosition BoundThread::positionHere() const {
  // Code of the machine's own library has no position in the user's text: the call has.
  const Instruction *source = programInstruction();
  return source != nullptr ? positionOf(*source->origin) : SourcePosition{};
}

void BoundThread::noteGap(GapKind kind, std::string message, std::string hint) {
  gaps.push_back({kind, std::move(message), positionHere(), std::move(hint)});
}

bool BoundThread::stopWithGap(GapKind kind, std::string message, std::string hint) {
  stop_.why = Stop::Why::Gap;
  stop_.gap = {kind, std::move(message), positionHere(), std::move(hint)};
  return false;
}

bool BoundThread::stopWithFault(FaultKind kind, std::string message) {
  stop_.why = Stop::Why::Fault;
  stop_.fault = {kind, std::move(message), positionHere(), {}, {}};
  constexpr std::size_t mostFrames = 64; // a recursion is not shown in full
  bool first = true;
  for (const Frame *frame = frame_; frame != nullptr; frame = frame->caller.get()) {
    if (frame->code->program != images.front().program)
      continue;
    if (first)
      stop_.fault.function = frame->code->function->name;
    else if (stop_.fault.calledFrom.size() < mostFrames)
      stop_.fault.calledFrom.emplace_back(
          frame->code->function->name, positionOf(*frame->code->steps[frame->at].source->origin));
    first = false;
  }
  return false;
}

bool BoundThread::stop(Stop::Why why) {
  stop_.why = why;
  return false;
}

bool BoundThread::isGranted() {
  if (!granted_)
    return stop(Stop::Why::Visible);
  granted_ = false;
  return true;
}

} // namespace raceward
