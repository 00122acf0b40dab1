#include "CallStack.h"

#include "FindModel.h"
#include "Translate.h"
#include "raceward/base/Check.h"

#include <llvm/IR/Instruction.h>

#include <algorithm>

namespace raceward {

namespace {

/// Deeper than any real stack.
constexpr std::uint32_t kDeepestCalls = 1'000'000;

} // namespace

MicroFunction &CallStack::codeOf(const Function &function) {
  for (Image &image : images) {
    const std::vector<Function> &all = image.program->functions();
    if (&function < all.data() || &function >= all.data() + all.size())
      continue;
    std::unique_ptr<MicroFunction> &code = image.code[function.id.index()];
    if (!code)
      code = translate(image, function, arena_, findModel);
    return *code;
  }
  RW_CHECK(false);
  return *images.front().code.front();
}

bool CallStack::enter(State &state, unsigned thread, const Function &function,
                      std::span<const Value> arguments) {
  bind(state, thread);
  stop_ = Stop{};
  // Converted to the declared widths.
  std::vector<Value> fitting(arguments.begin(), arguments.end());
  const std::vector<std::uint32_t> &widths = codeOf(function).parameterWidths;
  for (std::size_t i = 0; i < fitting.size() && i < widths.size(); ++i)
    if (fitting[i].isNumber())
      fitting[i] = widths[i] > 64 ? Value{0, arena_.constant(widths[i], fitting[i].bits)}
                                  : Value{fitting[i].bits & maskOf(widths[i]), {}};
  return pushFrame(function, fitting);
}

bool CallStack::pushFrame(const Function &function, std::span<const Value> arguments) {
  if (thread_->depth >= kDeepestCalls)
    return stopWithGap(GapKind::Bound, "calls nest more than a million deep");
  const MicroFunction &code = codeOf(function);
  Frame *frame = Frame::make(code);
  frame->caller = std::move(thread_->top);
  frame->serial = thread_->nextFrame++;
  thread_->top = FrameRef(frame);
  ++thread_->depth;
  // Missing arguments have any value.
  for (std::size_t i = 0; i < code.parameterWidths.size(); ++i)
    frame->registers()[i] =
        i < arguments.size() ? arguments[i] : fresh(code.parameterWidths[i], {});
  ownFrame();
  return true;
}

bool CallStack::push(const Function &function, std::span<const Argument> arguments) {
  const MicroFunction &code = codeOf(function);
  const std::size_t named = code.parameterWidths.size();
  std::vector<Value> &values = scratch_;
  values.clear();
  std::vector<std::uint64_t> copies;
  for (std::size_t i = 0; i < arguments.size() && i < named; ++i) {
    const Argument &argument = arguments[i];
    if (argument.width != code.parameterWidths[i])
      return stopWithGap(GapKind::UnresolvedCall,
                         function.name + " is called with arguments of other types than it has");
    Value value = get(argument.slot);
    if (argument.byValue != 0) {
      const std::optional<std::uint64_t> base =
          allocate(ObjectKind::Stack, argument.byValue, MemoryObject::Fill::Unknown);
      if (!base)
        return stopWithGap(GapKind::MemoryLimit, "no room for an argument");
      // A choice would execute the call again, with another copy: the first stays unused.
      if (!copy({*base, {}}, value, {argument.byValue, {}}, 64))
        return false;
      copies.push_back(*base);
      value = {*base, {}};
    }
    values.push_back(value);
  }
  std::uint64_t area = 0;
  if (code.isVariadic && arguments.size() > named) {
    if (!addVariadic(arguments.subspan(named), area))
      return false;
  }
  const std::vector<Value> passed = values; // pushFrame may use the scratch space
  if (!pushFrame(function, passed))
    return false;
  frame_->locals = std::move(copies);
  if (area != 0) {
    frame_->variadicArea = area;
    frame_->locals.push_back(area);
  }
  return true;
}

bool CallStack::returnFrom(const Step &step) {
  std::vector<Value> &results = scratch_;
  results.clear();
  for (std::uint32_t i = 0; i < step.extra; ++i)
    results.push_back(get(step.a + i));
  const bool isLast = !frame_->caller;
  if (isLast) {
    if (state_->isEndedBy(threadNumber_)) {
      popFrame(true);
      return endProcess(state_->exitCode);
    }
    if (threadNumber_ != 0 || thread_->isLeaving) {
      KeyDestructor next;
      if (!findDestructor(next))
        return false;
      if (endsSharedLocals() && !isGranted())
        return false;
      if (!thread_->isLeaving && step.extra > 0) {
        thread_->result = get(step.a);
        thread_->resultBits = frame_->code->resultWidths[0];
      }
      popFrame(true);
      return leave(next);
    }
    std::uint64_t code = 0; // an example if it depends on the input: nothing depends on it
    if (!results.empty())
      code = results[0].isNumber() ? results[0].bits : witnessValue(results[0].term).low64();
    // The variables of main live until the end of the process.
    popFrame(false);
    return endProcess(static_cast<int>(code & 0xFF));
  }
  if (endsSharedLocals() && !isGranted())
    return false;
  const bool endsProcess =
      state_->isEndedBy(threadNumber_) && frame_->serial == state_->endingFrame;
  const MicroFunction &callee = *frame_->code;
  const bool comesBack = frame_->comesBack;
  popFrame(true);
  if (endsProcess)
    return endProcess(state_->exitCode);
  if (comesBack) {
    comeBack();
    return true;
  }
  const Step &call = frame_->code->steps[frame_->at];
  const std::vector<std::uint32_t> &widths = frame_->code->calls[call.extra].widths;
  for (std::uint32_t i = 0; i < widths.size(); ++i) {
    if (i < results.size() && callee.resultWidths[i] != widths[i])
      return stopWithGap(GapKind::UnresolvedCall,
                         callee.function->name + " is called as if it returned another type");
    reg(call.result + i) = i < results.size() ? results[i] : fresh(widths[i], {});
  }
  ++frame_->at;
  if (touches_ != nullptr && thread_->depth == pauseDepth_)
    return stop(Stop::Why::Paused);
  return true;
}

/// Whether variables that another thread has touched end with this call.
bool CallStack::endsSharedLocals() {
  const std::vector<std::uint64_t> &shared = state_->sharedLocals;
  if (shared.empty())
    return false;
  bool found = false;
  for (const std::uint64_t local : frame_->locals) {
    if (std::find(shared.begin(), shared.end(), local) == shared.end())
      continue;
    found = true;
    if (touches_ != nullptr)
      touches_->push_back(
          {local, 0, state_->memory.objectAt(local)->size(), true, true, programInstruction()});
  }
  return found && touches_ == nullptr;
}

void CallStack::popFrame(bool endLocals) {
  if (endLocals)
    for (const std::uint64_t base : frame_->locals)
      endLife(base);
  FrameRef caller = frame_->caller;
  thread_->top = std::move(caller);
  --thread_->depth;
  ownFrame();
}

bool CallStack::unwindTo(std::uint32_t serial) {
  const Frame *target = frame_;
  while (target != nullptr && target->serial != serial)
    target = target->caller.get();
  if (target == nullptr)
    return false;
  while (frame_->serial != serial)
    popFrame(true);
  return true;
}

bool CallStack::wouldNotComeBack(std::uint32_t serial) const {
  for (const Frame *frame = frame_; frame != nullptr && frame->serial != serial;
       frame = frame->caller.get())
    if (frame->comesBack)
      return true;
  return false;
}

void CallStack::leaveAllFrames() {
  while (frame_ != nullptr)
    popFrame(true);
}

bool CallStack::startThread(unsigned number, const Function &function, const Value &argument) {
  State &state = *state_;
  const unsigned current = threadNumber_;
  ThreadSignals signals;
  signals.blocked = thread_->signals.blocked;
  signals.handlers = thread_->signals.handlers;
  state.threads.atLeast(number + 1);
  MachineThread &created = state.threads.own(number);
  created = MachineThread{};
  created.exists = true;
  created.signals = std::move(signals);
  created.function = function.name;
  if (function.isAtomicSection)
    return stopWithGap(GapKind::UnmodelledCall, "a thread that is one atomic section");
  bind(state, number);
  const bool entered = pushFrame(function, {&argument, 1});
  bind(state, current);
  return entered;
}

/// POSIX: round after round while keys have values, up to a limit. The order within a round is that
/// of glibc: by key.
bool CallStack::findDestructor(KeyDestructor &next) {
  constexpr std::uint32_t mostRounds = 4;
  if (findAbandoned(next))
    return true;
  std::vector<std::pair<std::uint32_t, Value>> held = thread_->keyValues;
  std::sort(held.begin(), held.end(),
            [](const auto &a, const auto &b) { return a.first < b.first; });
  std::uint32_t from = thread_->keysEnded;
  for (next.round = thread_->endingRounds; next.round < mostRounds; ++next.round, from = 0)
    for (const auto &[key, value] : held) {
      const auto known = state_->sync().keys.find(key);
      if (key < from || known == state_->sync().keys.end() || known->second.isDeleted ||
          known->second.destructor == 0)
        continue;
      bool isSet = value.isNumber() && value.bits != 0;
      if (!value.isNumber() &&
          !decide(arena_.lnot(arena_.equal(value.term, arena_.constant(pointerBits(), 0))), isSet))
        return false;
      if (!isSet)
        continue;
      next.function = functionAt(known->second.destructor);
      next.key = key;
      next.value = value;
      if (next.function == nullptr || !next.function->hasBody)
        return stopWithGap(GapKind::UnresolvedCall,
                           "a thread ends with a call of a function without a body");
      return true;
    }
  return true;
}

/// A robust mutex that the thread holds is given back, by code of the thread, so that the next
/// holder is ordered after it.
bool CallStack::findAbandoned(KeyDestructor &next) {
  for (const auto &[mutex, holder] : state_->heldMutexes) {
    const auto robust = state_->sync().robust.find(mutex);
    if (holder != threadNumber_ || robust == state_->sync().robust.end())
      continue;
    next.function = functionAt(state_->sync().abandon);
    next.mutex = mutex;
    next.value = {mutex, {}};
    return true;
  }
  return false;
}

/// All frames are left.
bool CallStack::leave(const KeyDestructor &next) {
  thread_->isLeaving = true;
  if (next.function == nullptr)
    return stop(Stop::Why::Finished);
  if (next.mutex != 0) {
    state_->ownSync().robust[next.mutex] = RobustState::Abandoned;
    noteChange();
    return pushFrame(*next.function, {&next.value, 1});
  }
  for (auto &[key, value] : thread_->keyValues)
    if (key == next.key)
      value = {};
  noteChange();
  thread_->endingRounds = next.round;
  thread_->keysEnded = next.key + 1;
  return pushFrame(*next.function, {&next.value, 1});
}

bool CallStack::endThread(const Value &result, std::uint32_t bits) {
  KeyDestructor next;
  if (!findDestructor(next))
    return false;
  thread_->result = result;
  thread_->resultBits = bits;
  leaveAllFrames();
  return leave(next);
}

bool CallStack::endProcess(int code) {
  if (state_->isEnding && !state_->isEndedBy(threadNumber_))
    return stopWithGap(GapKind::AmbiguousOrder,
                       "several threads end the process, and functions of atexit() run in one",
                       "let one thread end the process");
  state_->isEnding = true;
  state_->endingThread = threadNumber_;
  state_->exitCode = code;
  if (state_->atExit.empty())
    return stop(Stop::Why::Finished);
  const Function *handler = functionAt(state_->atExit.back());
  state_->atExit.pop_back();
  if (handler == nullptr || !handler->hasBody)
    return stopWithGap(GapKind::UnmodelledCall, "a function without a body is called at the end");
  if (!pushFrame(*handler, {}))
    return false;
  state_->endingFrame = frame_->serial;
  return true;
}

bool CallStack::callFunction(const Step &step) {
  const CallDetail &detail = frame_->code->calls[step.extra];
  return push(*detail.callee, detail.arguments);
}

bool CallStack::call(std::uint64_t address, std::span<const Value> arguments) {
  const Function *function = functionAt(address);
  if (function == nullptr || !function->hasBody)
    return stopWithGap(GapKind::UnresolvedCall, "a call-back to a function without a body");
  return pushFrame(*function, arguments);
}

void CallStack::comeBack() {
  if (frame_->at > 0 && frame_->code->steps[frame_->at - 1].op == Micro::Visible)
    --frame_->at;
}

bool CallStack::writesVisibly(const Instruction &call) const {
  const Image &image = images.front();
  for (std::uint32_t i = call.firstSite; i < call.firstSite + call.siteCount; ++i)
    if (i < image.visible.size() && image.visible[i] &&
        raceward::writes(image.program->sites()[i].kind))
      return true;
  return false;
}

bool CallStack::interrupt(State &state, unsigned thread, std::uint64_t function,
                          const Value &argument) {
  bind(state, thread);
  stop_ = Stop{};
  const Function *handler = functionAt(function);
  return handler != nullptr && callAndComeBack(*handler, {&argument, 1});
}

bool CallStack::callAndComeBack(const Function &function, std::span<const Value> arguments) {
  if (!pushFrame(function, arguments))
    return false;
  frame_->comesBack = true;
  return true;
}

bool CallStack::allocateLocal(const Step &step) {
  std::uint64_t count = 0;
  if (!numberOf(get(step.a), step.width, "the size of a variable-length array", count))
    return false;
  std::optional<std::uint64_t> base;
  if (std::uint64_t size = 0; !__builtin_mul_overflow(count, step.mask, &size))
    base = allocate(ObjectKind::Stack, size, MemoryObject::Fill::Unknown);
  if (!base)
    return stopWithGap(GapKind::MemoryLimit, "no room for a local variable");
  frame_->locals.push_back(*base);
  reg(step.result) = {*base, {}};
  return true;
}

} // namespace raceward
