// Calls, returns and frames.
#include "Interpreter.h"

#include "LibraryModel.h"
#include "Translate.h"
#include "raceward/base/Check.h"

#include <llvm/IR/Instruction.h>

#include <algorithm>

namespace raceward {

namespace {

/// Deeper than any real stack.
constexpr std::uint32_t kDeepestCalls = 1'000'000;

} // namespace

const Instruction *Interpreter::currentInstruction() const {
  return frame_ != nullptr && frame_->at < frame_->code->steps.size()
             ? frame_->code->steps[frame_->at].source
             : nullptr;
}

const Instruction *Interpreter::programInstruction() const {
  for (const Frame *frame = frame_; frame != nullptr; frame = frame->caller.get()) {
    if (frame->code->program != images.front().program)
      continue;
    if (const Instruction *source = frame->code->steps[frame->at].source)
      return source;
  }
  return nullptr;
}

const Function *Interpreter::libraryFunction() const {
  const Function *outermost = nullptr;
  for (const Frame *frame = frame_;
       frame != nullptr && frame->code->program != images.front().program;
       frame = frame->caller.get())
    outermost = frame->code->function;
  return outermost;
}

SourcePosition Interpreter::positionHere() const {
  // Code of the machine's own library has no position in the user's text: the call has.
  const Instruction *source = programInstruction();
  return source != nullptr ? positionOf(*source->origin) : SourcePosition{};
}

bool Interpreter::stopWithGap(GapKind kind, std::string message, std::string hint) {
  stop_.why = Stop::Why::Gap;
  stop_.gap = {kind, std::move(message), positionHere(), std::move(hint)};
  return false;
}

void Interpreter::noteGap(GapKind kind, std::string message) {
  gaps.push_back({kind, std::move(message), positionHere(), {}});
}

bool Interpreter::stopWithFault(FaultKind kind, std::string message) {
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

MicroFunction &Interpreter::codeOf(const Function &function) {
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

const Function *Interpreter::functionAt(std::uint64_t address) const {
  const MemoryObject *object = state_->memory.objectAt(address);
  if (object == nullptr || object->kind() != ObjectKind::Function || object->base() != address)
    return nullptr;
  return static_cast<const Function *>(object->origin);
}

bool Interpreter::enter(State &state, unsigned thread, const Function &function,
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

bool Interpreter::pushFrame(const Function &function, std::span<const Value> arguments) {
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

bool Interpreter::push(const Function &function, std::span<const Argument> arguments) {
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

bool Interpreter::returnFrom(const Step &step) {
  std::vector<Value> &results = scratch_;
  results.clear();
  for (std::uint32_t i = 0; i < step.extra; ++i)
    results.push_back(get(step.a + i));
  const bool isLast = !frame_->caller;
  if (isLast) {
    if (state_->isEnding) {
      popFrame(true);
      return endProcess(state_->exitCode);
    }
    if (threadNumber_ != 0 || thread_->isLeaving) {
      KeyDestructor next;
      if (!findDestructor(next))
        return false;
      if (endsSharedLocals()) {
        if (!granted_)
          return stop(Stop::Why::Visible);
        granted_ = false;
      }
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
  if (endsSharedLocals()) {
    if (!granted_)
      return stop(Stop::Why::Visible);
    granted_ = false;
  }
  const bool endsProcess = state_->isEnding && frame_->serial == state_->endingFrame;
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
bool Interpreter::endsSharedLocals() {
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

void Interpreter::endLife(std::uint64_t base) {
  forget(*state_->memory.objectAt(base));
  state_->memory.release(base);
}

void Interpreter::popFrame(bool endLocals) {
  if (endLocals)
    for (const std::uint64_t base : frame_->locals)
      endLife(base);
  FrameRef caller = frame_->caller;
  thread_->top = std::move(caller);
  --thread_->depth;
  ownFrame();
}

bool Interpreter::unwindTo(std::uint32_t serial) {
  const Frame *target = frame_;
  while (target != nullptr && target->serial != serial)
    target = target->caller.get();
  if (target == nullptr)
    return false;
  while (frame_->serial != serial)
    popFrame(true);
  return true;
}

bool Interpreter::wouldNotComeBack(std::uint32_t serial) const {
  for (const Frame *frame = frame_; frame != nullptr && frame->serial != serial;
       frame = frame->caller.get())
    if (frame->comesBack)
      return true;
  return false;
}

void Interpreter::leaveAllFrames() {
  while (frame_ != nullptr)
    popFrame(true);
}

bool Interpreter::inspect(State &state, unsigned thread, std::uint32_t slot, std::string_view what,
                          std::uint64_t &out, Stop &why) {
  bind(state, thread);
  stop_ = Stop{};
  const bool known = numberOf(get(slot), pointerBits(), what, out);
  why = std::move(stop_);
  return known;
}

bool Interpreter::inspectTime(State &state, unsigned thread, std::uint32_t slot, bool &isValid,
                              Stop &why) {
  bind(state, thread);
  stop_ = Stop{};
  Term isInvalid;
  bool invalid = false;
  const bool known = invalidTime(get(slot), isInvalid) && decide(isInvalid, invalid);
  isValid = !invalid;
  why = std::move(stop_);
  return known;
}

bool Interpreter::inspectFailure(State &state, unsigned thread, std::string_view what, bool &fails,
                                 Stop &why) {
  bind(state, thread);
  stop_ = Stop{};
  if (!thread_->asked)
    thread_->asked = fresh(1, what);
  const bool known = decide(toBool(*thread_->asked), fails);
  why = std::move(stop_);
  return known;
}

bool Interpreter::invalidTime(const Value &address, Term &isInvalid) {
  constexpr std::uint64_t most = 999999999;
  const unsigned width = pointerBits(); // of tv_sec and of tv_nsec
  const Value at =
      address.isNumber()
          ? Value{address.bits + width / 8, {}}
          : toValue(arena_.add(address.term, arena_.constant(width, std::uint64_t{width} / 8)));
  Value parts;
  if (!load(at, width, parts))
    return false;
  isInvalid = arena_.lnot(arena_.ule(toTerm(parts, width), arena_.constant(width, most)));
  return true;
}

Sat Interpreter::feasible(State &state, unsigned thread, Term condition, Ref<Witness> &witness) {
  bind(state, thread);
  stop_ = Stop{};
  const May possible = may(condition);
  witness = possible.witness;
  return possible.sat;
}

bool Interpreter::startThread(unsigned number, const Function &function, const Value &argument) {
  State &state = *state_;
  const unsigned current = threadNumber_;
  state.threads.atLeast(number + 1);
  MachineThread &created = state.threads.own(number);
  created = MachineThread{};
  created.exists = true;
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
bool Interpreter::findDestructor(KeyDestructor &next) {
  constexpr std::uint32_t mostRounds = 4;
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

/// All frames are left.
bool Interpreter::leave(const KeyDestructor &next) {
  thread_->isLeaving = true;
  if (next.function == nullptr)
    return stop(Stop::Why::Finished);
  for (auto &[key, value] : thread_->keyValues)
    if (key == next.key)
      value = {};
  noteChange();
  thread_->endingRounds = next.round;
  thread_->keysEnded = next.key + 1;
  return pushFrame(*next.function, {&next.value, 1});
}

bool Interpreter::endThread(const Value &result, std::uint32_t bits) {
  KeyDestructor next;
  if (!findDestructor(next))
    return false;
  thread_->result = result;
  thread_->resultBits = bits;
  leaveAllFrames();
  return leave(next);
}

bool Interpreter::endProcess(int code) {
  state_->isEnding = true;
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

bool Interpreter::callFunction(const Step &step) {
  const CallDetail &detail = frame_->code->calls[step.extra];
  return push(*detail.callee, detail.arguments);
}

bool Interpreter::callPointer(const Step &step) {
  std::uint64_t address = 0;
  if (!numberOf(get(step.a), pointerBits(), "a function pointer", address))
    return false;
  const Function *function = functionAt(address);
  if (function == nullptr)
    return stopWithFault(FaultKind::InvalidCall, address == 0
                                                     ? "call through a null pointer"
                                                     : "call of an address where no function is");
  const CallDetail &detail = frame_->code->calls[step.extra];
  const bool hasThreads = !images.front().visible.empty();
  const SyncEffect effect =
      function->library != nullptr ? function->library->sync : SyncEffect::None;
  const bool isHeld = touches_ != nullptr;
  if (hasThreads && ((function->isAtomicSection && !isHeld) ||
                     (effect != SyncEffect::None && !(isHeld && effect == SyncEffect::SyncObject))))
    return stopWithGap(GapKind::UnmodelledCall, function->name + "() is called through a pointer");
  if (function->hasBody)
    return push(*function, detail.arguments);
  const LibraryModel *model =
      findModel(function->library != nullptr ? function->library->name : function->name);
  return callLibrary(step, detail, function, model);
}

bool Interpreter::callLibrary(const Step &step, const CallDetail &detail, const Function *callee,
                              const LibraryModel *model) {
  const std::string name = callee != nullptr ? callee->name : "a trap";
  if (model == nullptr) {
    // The machine's own library may define it.
    for (std::size_t i = 1; i < images.size() && callee != nullptr; ++i)
      if (const llvm::Function *origin = images[i].program->module().getFunction(name))
        if (const Function *code = images[i].program->functionOf(origin); code && code->hasBody) {
          const std::vector<std::uint32_t> &given = codeOf(*code).resultWidths;
          if (!given.empty() && !detail.widths.empty() && given != detail.widths)
            return stopWithGap(GapKind::UnresolvedCall,
                               name + " is declared with another result than it has");
          return push(*code, detail.arguments);
        }
    if (callee != nullptr && callee->library != nullptr && isOnlyInput(*callee->library)) {
      for (std::uint32_t i = 0; i < detail.widths.size(); ++i)
        reg(step.result + i) = fresh(detail.widths[i], name);
      ++frame_->at;
      return true;
    }
    return stopWithGap(GapKind::UnmodelledCall,
                       "what " + name + "() does is not known to the machine",
                       "give its source with the program");
  }
  LibraryCall call{*this, step, detail, model->name, {}, false};
  for (const Argument &argument : detail.arguments)
    call.values.push_back(get(argument.slot));
  if (call.count() < model->leastArguments)
    return stopWithGap(GapKind::UnresolvedCall, name + " is called with too few arguments");
  // With another declaration it is a different function.
  constexpr std::uint32_t longDouble = 80;
  const auto isUsual = [&](std::uint32_t width, std::uint32_t least) {
    return (width >= least && width <= 64) || width == longDouble;
  };
  bool fits = detail.widths.empty() || (detail.widths.size() == 1 && isUsual(detail.widths[0], 8));
  for (std::size_t i = 0; i < model->leastArguments; ++i)
    fits &= isUsual(detail.arguments[i].width, model->takesBool ? 1 : 8) &&
            detail.arguments[i].byValue == 0;
  if (!fits)
    return stopWithGap(GapKind::UnresolvedCall, name + " is called with other types than it has");
  if (!model->run(call))
    return false;
  if (!call.moved)
    ++frame_->at;
  return true;
}

bool Interpreter::call(std::uint64_t address, std::span<const Value> arguments) {
  const Function *function = functionAt(address);
  if (function == nullptr || !function->hasBody)
    return stopWithGap(GapKind::UnresolvedCall, "a call-back to a function without a body");
  return pushFrame(*function, arguments);
}

void Interpreter::comeBack() {
  if (frame_->at > 0 && frame_->code->steps[frame_->at - 1].op == Micro::Visible)
    --frame_->at;
}

bool Interpreter::writesVisibly(const Instruction &call) const {
  const Image &image = images.front();
  for (std::uint32_t i = call.firstSite; i < call.firstSite + call.siteCount; ++i)
    if (i < image.visible.size() && image.visible[i] &&
        raceward::writes(image.program->sites()[i].kind))
      return true;
  return false;
}

bool Interpreter::callAndComeBack(const Function &function, std::span<const Value> arguments) {
  if (!pushFrame(function, arguments))
    return false;
  frame_->comesBack = true;
  return true;
}

bool Interpreter::errorNumber(std::uint64_t &address) {
  if (thread_->errorNumber == 0) {
    const std::optional<std::uint64_t> base =
        allocate(ObjectKind::Library, 4, MemoryObject::Fill::Zero);
    if (!base)
      return stopWithGap(GapKind::MemoryLimit, "no room for errno");
    thread_->errorNumber = *base;
  }
  address = thread_->errorNumber;
  return true;
}

bool Interpreter::allocateLocal(const Step &step) {
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

// -- variable arguments --------------------------------------------------------------------
//
// All of them are in one object, laid out as the ABI does in memory after those in registers; the
// va_list says that no registers are left. clang's code for va_arg then finds them.

bool Interpreter::addVariadic(std::span<const Argument> arguments, std::uint64_t &area) {
  const bool wide = pointerBits() == 64;
  const std::uint64_t unit = wide ? 8 : 4;
  std::uint64_t start = 0;
  std::uint64_t size = 0;
  std::vector<std::uint64_t> offsets;
  for (const Argument &argument : arguments) {
    const std::uint64_t align = wide && argument.align >= 16 ? 16 : unit;
    if (argument.starts)
      start = size = (size + align - 1) / align * align;
    // Parts of one argument, such as the elements of a vector, are laid out as in memory.
    offsets.push_back(start + argument.offset);
    const std::uint64_t bytes = argument.byValue != 0 ? argument.byValue : (argument.width + 7) / 8;
    size = (offsets.back() + bytes + unit - 1) / unit * unit;
  }
  const std::optional<std::uint64_t> base =
      allocate(ObjectKind::Arguments, size, MemoryObject::Fill::Unknown);
  if (!base)
    return stopWithGap(GapKind::MemoryLimit, "no room for the arguments of a call");
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const Value at{*base + offsets[i], {}};
    const Value value = get(arguments[i].slot);
    const bool done = arguments[i].byValue != 0 ? copy(at, value, {arguments[i].byValue, {}}, 64)
                                                : store(at, arguments[i].width, value);
    if (!done)
      return false;
  }
  area = *base;
  return true;
}

bool Interpreter::variadicStart(const Step &step) {
  const Value list = get(step.a);
  std::uint64_t at = 0;
  if (!numberOf(list, pointerBits(), "the address of a va_list", at))
    return false;
  const Value area{frame_->variadicArea, {}};
  if (pointerBits() == 32)
    return store({at, {}}, 32, area);
  // { gp_offset, fp_offset, overflow_arg_area, reg_save_area }
  return store({at, {}}, 32, {48, {}}) && store({at + 4, {}}, 32, {176, {}}) &&
         store({at + 8, {}}, 64, area) && store({at + 16, {}}, 64, {0, {}});
}

bool Interpreter::variadicCopy(const Step &step) {
  return copy(get(step.a), get(step.b), {variadicListBytes(), {}}, 64);
}

/// C lets va_end change the list (7.16.1.3), so other threads must see a write. The content
/// afterwards is irrelevant: the program must not read it.
bool Interpreter::variadicEnd(const Step &step) {
  Place place;
  return touches_ == nullptr || resolve(get(step.a), variadicListBytes(), true, place);
}

// -- addresses -----------------------------------------------------------------------------

bool Interpreter::threadLocalAddress(const Step &step) {
  std::uint32_t image = 0;
  while (images[image].program != frame_->code->program)
    ++image;
  const std::uint32_t key = image << 24 | step.extra;
  for (const auto &[known, base] : thread_->threadLocals)
    if (known == key) {
      reg(step.result) = {(base + step.mask) & pointerMask_, {}};
      return true;
    }
  const std::uint64_t first = images[image].globals[step.extra];
  const std::uint64_t size = state_->memory.objectAt(first)->size();
  const std::optional<std::uint64_t> base =
      allocate(ObjectKind::ThreadLocal, size, MemoryObject::Fill::Zero);
  if (!base)
    return stopWithGap(GapKind::MemoryLimit, "no room for a thread-local variable");
  if (size > 0 && !copy({*base, {}}, {first, {}}, {size, {}}, 64))
    return false;
  thread_->threadLocals.emplace_back(key, *base);
  reg(step.result) = {(*base + step.mask) & pointerMask_, {}};
  return true;
}

bool Interpreter::address(const Step &step) {
  const unsigned bits = pointerBits();
  Term sum = arena_.add(toTerm(get(step.a), bits), arena_.constant(bits, step.mask));
  const auto addScaled = [&](std::uint32_t slot, unsigned width, std::uint64_t scale) {
    Term index = toTerm(get(slot), width);
    if (arena_.sort(index).isBoolean())
      index = arena_.ite(index, arena_.constant(BitVector::ones(bits)), arena_.constant(bits, 0));
    else if (width < bits)
      index = arena_.sext(index, bits);
    else if (width > bits)
      index = arena_.extract(index, bits - 1, 0);
    sum = arena_.add(sum, arena_.mul(index, arena_.constant(bits, scale)));
  };
  if (step.op == Micro::Address) {
    if (step.detail != 0)
      addScaled(step.b, step.width, step.extra);
  } else {
    for (std::uint32_t i = 0; i < step.c; ++i) {
      const ScaledIndex &index = frame_->code->indices[step.extra + i];
      addScaled(index.slot, index.width, index.scale);
    }
  }
  reg(step.result) = toValue(sum);
  return true;
}

} // namespace raceward
